"""Readers of a table: each has a cursor into the log, and what wakes it carries nothing."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Final, NamedTuple, Protocol

from cutthroat.core.actions import Seat
from cutthroat.service.tables import seen
from cutthroat.service.tables.wire import Told

LOOK_AGAIN: Final = 15.0
"""Seconds after which a reader that nothing has woken looks by itself."""

Numbered = tuple[int, Told]
"""An event with its number."""


class Source(Protocol):
    """The table that readers read."""

    @property
    def version(self) -> int:
        """The number of the last event that is stored."""
        ...

    def common_json(self) -> bytes:
        """The members of a view that are for all."""
        ...

    def own_json(self, seat: Seat | None) -> bytes:
        """The members of a view that are a seat's own."""
        ...

    def told_since(self, version: int) -> Sequence[Numbered] | None:
        """The events after a version, None where the memory does not reach back so far."""
        ...

    async def told_of_old(self, version: int) -> Sequence[Numbered]:
        """The events after a version, from the log."""
        ...


class Frame(NamedTuple):
    """What a reader gets at once: a view with its version and the events that led to it."""

    version: int
    data: bytes


class Reader:
    """One stream's place in the log.

    seat: whose view it gets; None for a spectator.
    cursor: the version it has; None before its first view.
    dismissed: whether it may see no more, for its person has left the seat.
    """

    def __init__(self, seat: Seat | None, cursor: int | None) -> None:
        self.seat = seat
        self.cursor = cursor
        self.stamp = -1
        self.dismissed = False
        self.woken = asyncio.Event()
        self.woken.set()


class Readers:
    """All readers of one table; what several of them get is made once."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._readers: set[Reader] = set()
        self._stamp = 0
        self._closed = False
        self._common: bytes | None = None
        self._own: dict[Seat | None, bytes] = {}
        self._frames: dict[tuple[Seat | None, int], Frame] = {}

    def __len__(self) -> int:
        return len(self._readers)

    def add(self, seat: Seat | None, after: int | None) -> Reader:
        """A new reader; None begins with the view as it is, without events."""
        reader = Reader(seat, after)
        reader.dismissed = self._closed
        self._readers.add(reader)
        return reader

    def remove(self, reader: Reader) -> None:
        """Let go of a reader."""
        self._readers.discard(reader)

    def wake(self) -> None:
        """Tell all readers that there is more."""
        self._stamp += 1
        self._common = None
        self._own.clear()
        self._frames.clear()
        for reader in self._readers:
            reader.woken.set()

    def dismiss(self, seat: Seat | None) -> None:
        """End the streams of a seat."""
        for reader in self._readers:
            if reader.seat == seat:
                reader.dismissed = True
                reader.woken.set()

    def close(self) -> None:
        """End all streams; those who read may come again and go on where they were."""
        self._closed = True
        for reader in self._readers:
            reader.dismissed = True
            reader.woken.set()

    async def next(self, reader: Reader) -> Frame | None:
        """What a reader has not had yet, as soon as there is some; None after 15 s of nothing."""
        if reader.stamp == self._stamp and reader.cursor == self._source.version:
            try:
                async with asyncio.timeout(LOOK_AGAIN):
                    await reader.woken.wait()
            except TimeoutError:
                if reader.cursor == self._source.version:
                    return None
        reader.woken.clear()
        if reader.dismissed:
            return None
        frame = await self._frame(reader)
        reader.stamp, reader.cursor = self._stamp, frame.version
        return frame

    async def _frame(self, reader: Reader) -> Frame:
        cursor = self._source.version if reader.cursor is None else reader.cursor
        key = (reader.seat, cursor)
        if key in self._frames:
            return self._frames[key]
        events = self._source.told_since(cursor)
        if events is None:
            events = await self._source.told_of_old(cursor)
        version = self._source.version
        newer = [event for event in events if event[0] <= version]
        frame = Frame(version, self.view(reader.seat, _events_json(newer, reader.seat)))
        if (newer and newer[-1][0] == version) or cursor == version:
            self._frames[key] = frame
        return frame

    def view(self, seat: Seat | None, events: bytes | None = None) -> bytes:
        """What a seat, or a spectator, is shown now."""
        if self._common is None:
            self._common = self._source.common_json()
        if seat not in self._own:
            self._own[seat] = self._source.own_json(seat)
        return seen.view_json(self._source.version, self._common, self._own[seat], events)


def _events_json(events: Sequence[Numbered], seat: Seat | None) -> bytes:
    """Those of the events that a seat, or a spectator, may see, without the list's brackets."""
    return b",".join(
        [
            b'{"number":%d,%s' % (number, told.text[1:])
            for number, told in events
            if told.audience is None or told.audience == seat
        ]
    )
