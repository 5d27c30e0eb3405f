"""The sheets of a server: begun, brought along, found, dropped from memory."""

from __future__ import annotations

import asyncio
import io
import re
from collections import OrderedDict
from collections.abc import Sequence
from typing import Final
from weakref import WeakValueDictionary

from cutthroat.record.read import read_matches
from cutthroat.scorepad.changes import Begun, Entered, Noted
from cutthroat.scorepad.entries import Setup
from cutthroat.scorepad.exchange import sheet_of
from cutthroat.scorepad.sheet import Sheet, begin, fold, written_out
from cutthroat.service.ports import Clock, Entropy
from cutthroat.service.replay import RECORD_LIMIT
from cutthroat.service.sheets.errors import DeskReason
from cutthroat.service.sheets.kept import KeptSheet, check_size, with_shown_names
from cutthroat.service.sheets.ports import Heading, SheetStore
from cutthroat.service.tables.errors import Refused
from cutthroat.service.tables.ports import StoreUnavailable

SHEETS_LIMIT: Final = 200
"""Sheets that a person may have."""
_NAME: Final = re.compile(r"[a-z0-9]{4,32}")
_TRIES: Final = 5
_KEPT_CHANGES: Final = 50_000
"""Changes of sheets that nobody uses which are kept in memory; a short sheet counts as 50."""
_LEAST: Final = 50


class Desk:
    """All sheets of one server. Only this server writes on them.

    A sheet is one object as long as anybody holds it, so that who waits hears of every change.
    """

    def __init__(self, store: SheetStore, clock: Clock, entropy: Entropy) -> None:
        self._store = store
        self._clock = clock
        self._entropy = entropy
        self._held: WeakValueDictionary[str, KeptSheet] = WeakValueDictionary()
        self._recent: OrderedDict[str, KeptSheet] = OrderedDict()
        self._loading: dict[str, asyncio.Future[KeptSheet]] = {}
        self._beginning = asyncio.Lock()
        self._forgotten = 0
        self._ended = False

    # Beginning

    async def begin(self, owner: str, setup: Setup) -> KeptSheet:
        """Begin a sheet.

        Raises Refused for a name that cannot be shown and for one sheet too many; InvalidEntry for
        names that cannot be told apart; IllegalAction unless two or three play (R1) and the first
        dealer is one of them (R3); PersonGone; StoreUnavailable.
        """
        change = begin(with_shown_names(setup))
        return await self._keep(owner, [change])

    async def bring(self, owner: str, record: bytes) -> KeptSheet:
        """Begin a sheet that holds the matches of a record.

        Raises InvalidRecord; InvalidEntry for matches that are for no single sheet; Refused for
        more lines than a sheet has, and as `begin` does; PersonGone; StoreUnavailable; ValueError
        for more than `RECORD_LIMIT` bytes, which whoever takes it in is to refuse.
        """
        if len(record) > RECORD_LIMIT:
            raise ValueError(f"a record of {len(record)} bytes")
        return await self._keep(owner, await asyncio.to_thread(_read, record))

    async def _keep(self, owner: str, changes: Sequence[Begun | Entered]) -> KeptSheet:
        when = self._clock.now()
        log = [Noted(change, when) for change in changes]
        sheet = await asyncio.to_thread(fold, log)
        async with self._beginning:
            if len(await self._store.sheets(owner)) >= SHEETS_LIMIT:
                raise Refused(DeskReason.TOO_MANY_SHEETS, limit=SHEETS_LIMIT)
            for _attempt in range(_TRIES):
                heading = Heading(self._entropy.identifier(), owner, when)
                forgotten = self._forgotten
                if not await self._store.begin(heading, log):
                    continue
                if forgotten == self._forgotten:  # else it may just have been deleted
                    return self._hold(heading, sheet)
                return await self.find(heading.identifier)
        raise StoreUnavailable

    # Finding

    async def find(self, identifier: str) -> KeptSheet:
        """The sheet of that identifier.

        Raises Refused if there is none, StoreUnavailable.
        """
        kept = self._held.get(identifier)
        if kept is not None and not kept.gone:
            await kept.settle()
            self._touch(kept)
            return kept
        if not _NAME.fullmatch(identifier):
            raise Refused(DeskReason.NO_SUCH_SHEET, sheet=identifier[:32])
        if identifier not in self._loading:
            self._loading[identifier] = asyncio.ensure_future(self._load(identifier))
        return await asyncio.shield(self._loading[identifier])

    async def sheets_of(self, owner: str) -> Sequence[KeptSheet]:
        """The sheets of a person, the one touched last first.

        Raises StoreUnavailable.
        """
        found = []
        for identifier in await self._store.sheets(owner):
            try:
                found.append(await self.find(identifier))
            except Refused:  # deleted meanwhile
                continue
        return found

    async def _load(self, identifier: str) -> KeptSheet:
        try:
            while True:
                forgotten = self._forgotten
                heading = await self._store.heading(identifier)
                log = await self._store.log(identifier)
                if heading is None or not log:
                    raise Refused(DeskReason.NO_SUCH_SHEET, sheet=identifier)
                sheet = await asyncio.to_thread(fold, log)
                if forgotten == self._forgotten:  # else it may just have been deleted
                    return self._hold(heading, sheet)
        finally:
            del self._loading[identifier]

    def _hold(self, heading: Heading, sheet: Sheet) -> KeptSheet:
        kept = KeptSheet(heading, sheet, self._store, self._clock)
        if self._ended:
            kept.end_streams()
        self._held[kept.identifier] = kept
        self._touch(kept)
        return kept

    def _touch(self, kept: KeptSheet) -> None:
        """Keep a sheet in memory for a while longer, and let others go for it."""
        self._recent[kept.identifier] = kept
        self._recent.move_to_end(kept.identifier)
        weight = sum(max(_LEAST, one.sheet.version) for one in self._recent.values())
        while weight > _KEPT_CHANGES and len(self._recent) > 1:
            _, oldest = self._recent.popitem(last=False)
            weight -= max(_LEAST, oldest.sheet.version)

    # Ending

    async def discard(self, identifier: str, *, by: str) -> None:
        """Delete a sheet, which only its owner may.

        Raises Refused for somebody else and if there is none, StoreUnavailable.
        """
        kept = await self.find(identifier)
        if by != kept.owner:
            raise Refused(DeskReason.NOT_YOUR_SHEET)
        await self._store.discard(identifier)
        self._forgotten += 1
        self._drop(kept)

    def forget(self, owner: str) -> None:
        """Drop from memory the sheets of a person whose data were deleted from the store."""
        self._forgotten += 1
        for kept in [kept for kept in self._held.values() if kept.owner == owner]:
            self._drop(kept)

    def _drop(self, kept: KeptSheet) -> None:
        kept.forget()
        self._held.pop(kept.identifier, None)
        self._recent.pop(kept.identifier, None)

    def end_streams(self) -> None:
        """Let go of all who wait for news; they may come again and go on where they were."""
        self._ended = True
        for kept in list(self._held.values()):
            kept.end_streams()


def _read(record: bytes) -> Sequence[Begun | Entered]:
    """The changes of a sheet that holds the matches of a record."""
    setup, entries = sheet_of(read_matches(io.BytesIO(record)))
    check_size(len(entries), len(entries) + 1)
    return written_out(with_shown_names(setup), entries)
