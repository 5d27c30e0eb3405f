"""Records that people upload to look at them, kept for as long as somebody does."""

from __future__ import annotations

import asyncio
import re
from contextlib import suppress
from typing import Final

from cutthroat.service.ports import Clock
from cutthroat.service.replay import RECORD_LIMIT, read_replays
from cutthroat.service.tables.ports import RecordStore, StoreUnavailable

KEPT_FOR: Final = 90 * 86_400_000
"""Milliseconds for which a record is kept that nobody looks at."""
_IDENTIFIER: Final = re.compile(r"[0-9a-f]{32}")
_TIDY: Final = 3600.0
"""Seconds between rounds that delete what nobody looks at."""


class KeptRecords:
    """The uploaded records of a server. Who has the identifier of one may look at it."""

    def __init__(self, store: RecordStore, clock: Clock) -> None:
        self._store = store
        self._clock = clock

    async def keep(self, record: bytes) -> str:
        """Check a record, keep it, and return its identifier.

        Raises InvalidRecord, StoreUnavailable; ValueError for more than `RECORD_LIMIT` bytes,
        which whoever takes it in is to refuse.
        """
        if len(record) > RECORD_LIMIT:
            raise ValueError(f"a record of {len(record)} bytes")
        await asyncio.to_thread(read_replays, record)
        return await self._store.keep(record, self._clock.now())

    async def find(self, identifier: str) -> bytes | None:
        """A record that is kept; None if there is none, or no longer.

        Raises StoreUnavailable.
        """
        if not _IDENTIFIER.fullmatch(identifier):
            return None
        return await self._store.kept(identifier, self._clock.now())

    async def tidy(self) -> None:
        """Delete what nobody has looked at for long, every hour, for ever."""
        while True:
            with suppress(StoreUnavailable):
                await self._store.forget_kept(self._clock.now() - KEPT_FOR)
            await asyncio.sleep(_TIDY)
