"""Uploaded records: checked, kept upon a real database, and gone when nobody looks."""

from __future__ import annotations

import asyncio
import contextlib
from pathlib import Path

import pytest

from cutthroat.record.errors import InvalidRecord
from cutthroat.service.replay import RECORD_LIMIT
from cutthroat.service.tables import kept
from cutthroat.service.tables.kept import KEPT_FOR, KeptRecords
from tests.kit.databases import in_loop, opened
from tests.kit.tables import Moving
from tests.record.texts import EXAMPLE, TWO

DAY = 86_400_000


@in_loop
async def test_a_record_that_stands_is_kept(tmp_path: Path) -> None:
    async with opened(f"sqlite:///{tmp_path}/t.db") as store:
        records = KeptRecords(store, Moving())
        name = await records.keep(EXAMPLE.encode())
        assert await records.find(name) == EXAMPLE.encode()
        for other in ("", "0" * 32, name.upper(), f"{name}\n", "\0"):
            assert await records.find(other) is None


@in_loop
async def test_what_cannot_stand_is_not_kept(tmp_path: Path) -> None:
    async with opened(f"sqlite:///{tmp_path}/t.db") as store:
        records = KeptRecords(store, Moving())
        with pytest.raises(InvalidRecord) as refused:
            await records.keep(EXAMPLE.replace("scores 2 -3 0", "scores 2 -3 1").encode())
        assert refused.value.line == 21


@in_loop
async def test_the_largest_record_is_kept_and_a_larger_one_is_not(tmp_path: Path) -> None:
    long = TWO.encode() + (b"#" * 999 + b"\n") * 1000
    async with opened(f"sqlite:///{tmp_path}/t.db") as store:
        records = KeptRecords(store, Moving())
        assert await records.keep(long[:RECORD_LIMIT])
        with pytest.raises(ValueError, match="1000001 bytes"):
            await records.keep(long[: RECORD_LIMIT + 1])


@in_loop
async def test_a_record_goes_ninety_days_after_the_last_look(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kept, "_TIDY", 0.001)
    async with opened(f"sqlite:///{tmp_path}/t.db") as store:
        clock = Moving()
        records = KeptRecords(store, clock)
        seen, unseen = await records.keep(EXAMPLE.encode()), await records.keep(TWO.encode())
        tidying = asyncio.create_task(records.tidy())
        clock.moment += KEPT_FOR - DAY
        await asyncio.sleep(0.1)
        assert await records.find(seen)
        clock.moment += 2 * DAY
        await asyncio.sleep(0.1)
        assert await store.kept(unseen, 0) is None
        assert await records.find(seen)
        clock.moment += KEPT_FOR + DAY
        await asyncio.sleep(0.1)
        assert await store.kept(seen, 0) is None
        tidying.cancel()


@in_loop
async def test_tidying_goes_on_when_the_store_was_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kept, "_TIDY", 0.001)
    async with opened(f"sqlite:///{tmp_path}/t.db") as store:
        records = KeptRecords(store, Moving())
        tidying = asyncio.create_task(records.tidy())
        await store.close()
        await asyncio.sleep(0.05)
        assert not tidying.done()
        tidying.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await tidying
