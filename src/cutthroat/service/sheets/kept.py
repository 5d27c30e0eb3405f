"""A sheet that the server keeps: who may write on it, in which order, and who waits for news."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Final

from msgspec.structs import replace

from cutthroat.scorepad.changes import (
    Entered,
    Inserted,
    Noted,
    SetUpAgain,
    Wanted,
)
from cutthroat.scorepad.effects import Effect, effect_of
from cutthroat.scorepad.entries import Setup
from cutthroat.scorepad.sheet import Sheet, decide, evolve, fold
from cutthroat.service.names import player_name
from cutthroat.service.ports import Clock
from cutthroat.service.sheets.errors import DeskReason
from cutthroat.service.sheets.ports import Heading, SheetGone, SheetStore
from cutthroat.service.tables.errors import Refused
from cutthroat.service.tables.ports import StoreUnavailable

LINE_LIMIT: Final = 1_000
"""Lines that a sheet may have."""
CHANGE_LIMIT: Final = 10_000
"""Changes that a sheet may have."""
_TRIES: Final = 5


class KeptSheet:
    """A sheet of the server. A change is stored before it counts or anybody hears of it."""

    def __init__(self, heading: Heading, sheet: Sheet, store: SheetStore, clock: Clock) -> None:
        self._heading = heading
        self._sheet = sheet
        self._store = store
        self._clock = clock
        self._lock = asyncio.Lock()
        self._doubtful = False
        self._gone = False
        self._ended = False
        self._waiters: set[asyncio.Future[None]] = set()

    @property
    def identifier(self) -> str:
        """Who knows it may look at the sheet."""
        return self._heading.identifier

    @property
    def owner(self) -> str:
        """The person who alone may write on it."""
        return self._heading.owner

    @property
    def begun(self) -> int:
        """The moment when it was begun, milliseconds since 1970 UTC."""
        return self._heading.begun

    @property
    def sheet(self) -> Sheet:
        """The sheet as it is now."""
        return self._sheet

    @property
    def gone(self) -> bool:
        """Whether it was deleted, with all data of its owner."""
        return self._gone

    @property
    def ended(self) -> bool:
        """Whether the server stops, so that whoever follows is to be let go."""
        return self._ended

    # Writing

    async def change(
        self, edit: Wanted, *, by: str, at: int | None, key: str = ""
    ) -> Effect | None:
        """Store a change, and return what it changed beside its own line; None for nothing.

        by: the person who asks. at: the version that this person has seen; None if it does not
            matter.
        key: chosen by whoever asks, another for each change. One that was noted already changes
            nothing, and is answered as it was, or would have been.
        Raises Refused for somebody else than the owner, for a version that is not the newest, for a
        sheet that is full or gone, and for a name that cannot be shown; InvalidEntry and
        IllegalAction for what cannot stand on it; StoreUnavailable if it could not be stored, or
        may not be.
        """
        if by != self.owner:
            raise Refused(DeskReason.NOT_YOUR_SHEET)
        if isinstance(edit, SetUpAgain):
            edit = SetUpAgain(with_shown_names(edit.setup))
        async with self._lock:
            for _attempt in range(_TRIES):
                await self._read_on()
                if self._gone:
                    raise self._no_such_sheet()
                if self._sheet.has(key):
                    return await asyncio.to_thread(_effect_then, self._sheet, key)
                self._check(edit, at)
                before = self._sheet
                if await self._note(edit, key):
                    return _told(effect_of(before, self._sheet))
        raise StoreUnavailable

    def _check(self, edit: Wanted, at: int | None) -> None:
        if at is not None and at < self._sheet.version:
            raise Refused(DeskReason.SHEET_STALE, version=self._sheet.version)
        lines = len(self._sheet.written) + isinstance(edit, Entered | Inserted)
        check_size(lines, self._sheet.version + 1)

    async def _note(self, edit: Wanted, key: str) -> bool:
        """Store a change and show it; false if another came first."""
        before = self._sheet
        when = max(self._clock.now(), before.log[-1].when)
        noted = Noted(decide(before, edit), when, key)
        after = evolve(before, noted)
        self._doubtful = True  # until it is known to be stored, or known not to be
        try:
            stored = await self._store.note(self.identifier, after.version, noted)
        except SheetGone:
            self.forget()
            raise self._no_such_sheet() from None
        if not stored:
            return False
        self._doubtful = False
        self._sheet = after
        self._wake()
        return True

    async def settle(self) -> None:
        """Find out what came of a change of which that is not known, if the store can tell."""
        if self._doubtful:
            with suppress(StoreUnavailable):
                async with self._lock:
                    await self._read_on()

    async def _read_on(self) -> None:
        """Fold what was stored and is not known here."""
        if not self._doubtful:
            return
        before = self._sheet
        for noted in await self._store.log(self.identifier, before.version):
            self._sheet = evolve(self._sheet, noted)
        self._doubtful = False
        if self._sheet is not before:
            self._wake()

    # Following

    async def news(self, version: int, seconds: float) -> bool:
        """Wait until the sheet is newer than a version, or so long; whether it is.

        False at once when the server stops: see `ended`.
        Raises Refused if the sheet is deleted, also while this waits.
        """
        await self.settle()
        loop = asyncio.get_running_loop()
        until = loop.time() + seconds
        while self._sheet.version <= version and not self._ended and not self._gone:
            waiter = loop.create_future()
            self._waiters.add(waiter)
            try:
                async with asyncio.timeout_at(until):
                    await waiter
            except TimeoutError:
                break
            finally:
                self._waiters.discard(waiter)
        if self._gone:
            raise self._no_such_sheet()
        return self._sheet.version > version

    def _wake(self) -> None:
        for waiter in self._waiters:
            if not waiter.done():
                waiter.set_result(None)

    def end_streams(self) -> None:
        """Let go of all who wait; they may come again and go on where they were."""
        self._ended = True
        self._wake()

    def forget(self) -> None:
        """Show it to nobody any more: it was deleted."""
        self._gone = True
        self._wake()

    def _no_such_sheet(self) -> Refused:
        return Refused(DeskReason.NO_SUCH_SHEET, sheet=self.identifier)


def check_size(lines: int, changes: int) -> None:
    """See that a sheet can be so big.

    Raises Refused.
    """
    if lines > LINE_LIMIT or changes > CHANGE_LIMIT:
        raise Refused(DeskReason.SHEET_FULL, lines=LINE_LIMIT, changes=CHANGE_LIMIT)


def with_shown_names(setup: Setup) -> Setup:
    """A setup with its names as they are shown.

    Raises Refused for one that cannot be.
    """
    return replace(setup, names=tuple(map(player_name, setup.names)))


def _effect_then(sheet: Sheet, key: str) -> Effect | None:
    """What a change that was noted earlier changed then."""
    number = next(n for n, noted in enumerate(sheet.log, start=1) if noted.key == key)
    if number == 1:
        return None
    before = fold(sheet.log[: number - 1])
    return _told(effect_of(before, evolve(before, sheet.log[number - 1])))


def _told(effect: Effect) -> Effect | None:
    return effect if effect.winners or effect.scores or effect.uncounted else None
