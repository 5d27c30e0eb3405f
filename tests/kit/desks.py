"""A desk upon a real database, with a store that a test can take away."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from cutthroat.adapters.sql import SqlStore, open_store
from cutthroat.scorepad.changes import Noted
from cutthroat.service.sheets.desk import Desk
from cutthroat.service.sheets.ports import Heading, SheetStore
from cutthroat.service.tables.ports import Person, StoreUnavailable
from tests.kit.tables import Draws, Moving


class Hold:
    """An answer that is there and does not get through before a test lets it."""

    def __init__(self) -> None:
        self.reached = asyncio.Event()
        self.lifted = asyncio.Event()


class Drawer:
    """A SheetStore that a test can take away.

    broken: what the next calls meet: `before` nothing is stored, `after` everything is.
    asked: the sheets that were looked for.
    hold: holds the next answer to a reading of a log back.
    """

    def __init__(self, store: SheetStore) -> None:
        self._store = store
        self.broken: str | None = None
        self.asked: list[str] = []
        self.hold: Hold | None = None

    async def begin(self, heading: Heading, log: Sequence[Noted]) -> bool:
        self._pass("before")
        begun = await self._store.begin(heading, log)
        self._pass("after")
        return begun

    async def note(self, sheet: str, number: int, noted: Noted) -> bool:
        self._pass("before")
        kept = await self._store.note(sheet, number, noted)
        self._pass("after")
        return kept

    async def discard(self, sheet: str) -> None:
        self._pass("before")
        await self._store.discard(sheet)
        self._pass("after")

    async def heading(self, sheet: str) -> Heading | None:
        self._pass("before", "after")
        self.asked.append(sheet)
        return await self._store.heading(sheet)

    async def log(self, sheet: str, after: int = 0) -> Sequence[Noted]:
        self._pass("before", "after")
        found = await self._store.log(sheet, after)
        hold, self.hold = self.hold, None
        if hold is not None:
            hold.reached.set()
            await hold.lifted.wait()
        return found

    async def sheets(self, owner: str) -> Sequence[str]:
        self._pass("before", "after")
        return await self._store.sheets(owner)

    def _pass(self, *moments: str) -> None:
        if self.broken in moments:
            raise StoreUnavailable


@dataclass
class Office:
    """A server's desk and what surrounds it. Ada and Bea are known here."""

    store: SqlStore
    drawer: Drawer
    clock: Moving
    entropy: Draws
    desk: Desk

    def another_desk(self) -> Desk:
        """A desk upon the same database: as after a restart, or of a second server."""
        return Desk(self.drawer, self.clock, self.entropy)


@contextlib.asynccontextmanager
async def office(folder: Path | str) -> AsyncIterator[Office]:
    """A desk whose database is a new file in a folder, or at an address."""
    address = folder if isinstance(folder, str) else f"sqlite:///{folder}/tables.db"
    store = open_store(address)
    try:
        for name in ("ada", "bea"):
            if await store.person(name) is None:
                await store.add_person(Person(name, name.title(), 1))
        drawer, clock, entropy = Drawer(store.sheets), Moving(), Draws()
        yield Office(store, drawer, clock, entropy, Desk(drawer, clock, entropy))
    finally:
        await store.close()
