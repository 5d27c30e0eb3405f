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
STALLED: Final = 30.0
"""Seconds that a reader may take to take in what it is sent."""
_SHARED: Final = 32
"""Frames that are kept for other readers; who asks for every old version gets them made anew."""

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
        self.news = True
        self._waiter: asyncio.Future[None] | None = None
        self.sending_since: float | None = None
        self.stalled = False
        self._task = asyncio.current_task()

    def wake(self) -> None:
        """There may be more."""
        self.news = True
        if self._waiter and not self._waiter.done():
            self._waiter.set_result(None)

    async def wait(self) -> None:
        """Return when there may be more.

        Not an asyncio.Event: of these there is one for each stream, and it is twenty times as big.
        """
        if not self.news:
            self._waiter = asyncio.get_running_loop().create_future()
            try:
                await self._waiter
            finally:
                self._waiter = None

    def check(self, now: float) -> None:
        """Give up on a reader that takes nothing in; `now` is the loop's time in seconds."""
        if self.sending_since is not None and now - self.sending_since > STALLED and self._task:
            self.stalled = True
            self._task.cancel()


class Readers:
    """All readers of one table; what several of them get is made once."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._readers: set[Reader] = set()
        self._stamp = 0
        self._closed = False
        self._beat: asyncio.TimerHandle | None = None
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
        if self._beat is None:
            self._beat = asyncio.get_running_loop().call_later(LOOK_AGAIN, self._look_again)
        return reader

    def _look_again(self) -> None:
        """Let every reader look by itself, in case something woke it that it did not hear."""
        self._beat = None
        now = asyncio.get_running_loop().time()
        for reader in self._readers:
            reader.wake()
            reader.check(now)
        if self._readers:
            self._beat = asyncio.get_running_loop().call_later(LOOK_AGAIN, self._look_again)

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
            reader.wake()

    def dismiss(self, seat: Seat | None) -> None:
        """End the streams of a seat."""
        for reader in self._readers:
            if reader.seat == seat:
                reader.dismissed = True
                reader.wake()

    def close(self) -> None:
        """End all streams; those who read may come again and go on where they were."""
        self._closed = True
        for reader in self._readers:
            reader.dismissed = True
            reader.wake()

    @property
    def stamp(self) -> int:
        """Changes whenever there is something else to see."""
        return self._stamp

    async def news(self, reader: Reader) -> bool:
        """Whether there is something that a reader has not had yet; waits until there may be."""
        if self._is_up_to_date(reader):
            await reader.wait()
        reader.news = False
        return not (self._is_up_to_date(reader) or reader.dismissed)

    def _is_up_to_date(self, reader: Reader) -> bool:
        return reader.stamp == self._stamp and reader.cursor == self._source.version

    def shown(self, reader: Reader) -> None:
        """A reader is given what there is now."""
        reader.stamp, reader.cursor = self._stamp, self._source.version

    async def next(self, reader: Reader) -> Frame | None:
        """What a reader has not had yet, as soon as there is some; None for nothing new."""
        if not await self.news(reader):
            return None
        frame = await self._frame(reader)
        if frame is None:
            return None
        reader.stamp, reader.cursor = self._stamp, frame.version
        return frame

    async def _frame(self, reader: Reader) -> Frame | None:
        """A reader's next view; None if its seat has meanwhile become somebody else's."""
        cursor = self._source.version if reader.cursor is None else reader.cursor
        key = (reader.seat, cursor)
        if key in self._frames:
            return self._frames[key]
        events = await self._told_since(cursor)
        if reader.dismissed:
            return None
        version = self._source.version
        newer = [event for event in events if event[0] <= version]
        frame = Frame(version, self.view(reader.seat, _events_json(newer, reader.seat)))
        if len(self._frames) < _SHARED:
            self._frames[key] = frame
        return frame

    async def _told_since(self, cursor: int) -> Sequence[Numbered]:
        """All events after a version, up to the newest at the moment when this returns."""
        old: list[Numbered] = []
        while (newer := self._source.told_since(cursor)) is None:
            # Others may be stored while these are on their way, so it is asked again after them.
            old += await self._source.told_of_old(cursor)
            cursor = old[-1][0]
        return [*old, *newer] if old else newer

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
