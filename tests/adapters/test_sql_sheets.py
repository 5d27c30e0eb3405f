"""What the store promises of the sheets of real tables, in both kinds of database."""

import asyncio
import time
from pathlib import Path

import pytest

from cutthroat.adapters.sql import SqlStore, open_store
from cutthroat.core.actions import Bid
from cutthroat.core.cards import CardSet
from cutthroat.core.rules import parse_rules
from cutthroat.core.scoring import Points
from cutthroat.scorepad.changes import Begun, Corrected, Entered, Noted, Redone, Undone
from cutthroat.scorepad.entries import Misdeal, ScoredDeal, Setup, Stopped
from cutthroat.service.sheets.ports import Heading, SheetGone
from cutthroat.service.tables.ports import Person, PersonGone, StoreUnavailable
from tests.kit.databases import child, in_loop, opened

BEGUN = Noted(Begun(Setup(("Ada", "Bea 猫"), parse_rules("target=11 joker=yes"), 2)), 5)
SCORED = ScoredDeal(
    Bid(1, 3), Points(high=1, low=2, game=1), (CardSet.of("AS TS"), CardSet.of("JK"))
)


def misdeal(when: int, key: str = "") -> Noted:
    return Noted(Entered(Misdeal()), when, key)


async def with_people(store: SqlStore, *names: str) -> None:
    for name in names:
        await store.add_person(Person(name, name, 1))


async def begin(store: SqlStore, sheet: str, owner: str = "ada", when: int = 5) -> None:
    assert await store.sheets.begin(Heading(sheet, owner, when), [Noted(BEGUN.change, when)])


@in_loop
async def test_changes_come_back_as_they_were(address: str) -> None:
    log = [
        BEGUN,
        Noted(Entered(SCORED), 1_700_000_000_123, "k1"),
        Noted(Corrected(1, Stopped("Ännchen ♠ goes")), 1_700_000_000_124),
        Noted(Undone(), 1_700_000_000_125, 'q"\\'),
        Noted(Redone(), 1_700_000_000_126),
    ]
    heading = Heading("s", "ada", 1_700_000_000_000)
    async with opened(address) as store:
        await with_people(store, "ada")
        assert await store.sheets.begin(heading, log[:2])
        for number, noted in enumerate(log[2:], start=3):
            assert await store.sheets.note("s", number, noted)
        assert await store.sheets.log("s") == log
        assert [await store.sheets.log("s", n) for n in (1, 4, 5, 9)] == [log[1:], log[4:], [], []]
        assert await store.sheets.heading("s") == heading
        assert await store.sheets.heading("t") is None
        assert await store.sheets.log("t") == []
    async with opened(address) as store:
        assert await store.sheets.log("s") == log
        assert await store.sheets.heading("s") == heading
        assert await store.sheets.sheets("ada") == ["s"]


@in_loop
async def test_an_identifier_is_given_once(address: str) -> None:
    async with opened(address) as store:
        await with_people(store, "ada", "bea")
        await begin(store, "s")
        assert not await store.sheets.begin(Heading("s", "bea", 6), [BEGUN, misdeal(7)])
        assert await store.sheets.heading("s") == Heading("s", "ada", 5)
        assert await store.sheets.log("s") == [BEGUN]


@in_loop
async def test_of_many_changes_at_once_one_gets_the_number(address: str) -> None:
    rivals = [misdeal(n, f"key {n}") for n in range(30)]
    async with opened(address) as store:
        await with_people(store, "ada")
        await begin(store, "s")
        kept = await asyncio.gather(*(store.sheets.note("s", 2, one) for one in rivals))
        assert kept == [True] + [False] * 29
        assert await store.sheets.log("s") == [BEGUN, rivals[0]]


@in_loop
async def test_sheets_belong_to_somebody_and_changes_to_a_sheet(address: str) -> None:
    async with opened(address) as store:
        with pytest.raises(PersonGone):
            await store.sheets.begin(Heading("s", "nobody", 5), [BEGUN])
        with pytest.raises(SheetGone):
            await store.sheets.note("s", 2, misdeal(6))
        assert await store.sheets.heading("s") is None
        assert await store.sheets.log("s") == []


@in_loop
async def test_a_persons_sheets_come_the_one_touched_last_first(address: str) -> None:
    async with opened(address) as store:
        await with_people(store, "ada", "bea")
        for when, sheet in enumerate("abc", start=10):
            await begin(store, sheet, when=when)
        await begin(store, "d", "bea", 20)
        assert await store.sheets.sheets("ada") == ["c", "b", "a"]
        await store.sheets.note("a", 2, misdeal(13))
        await store.sheets.note("b", 2, misdeal(14))
        await store.sheets.note("b", 3, misdeal(14))
        assert await store.sheets.sheets("ada") == ["b", "a", "c"]
        assert await store.sheets.sheets("bea") == ["d"]
        assert await store.sheets.sheets("cid") == []


@in_loop
async def test_a_person_is_forgotten_with_the_sheets(address: str) -> None:
    async with opened(address) as store:
        await with_people(store, "ada", "bea")
        await begin(store, "s")
        await begin(store, "t", "bea")
        await store.sheets.note("s", 2, misdeal(6))
        await store.forget("ada")
        assert await store.sheets.sheets("ada") == []
        assert await store.sheets.heading("s") is None
        assert await store.sheets.log("s") == []
        with pytest.raises(SheetGone):
            await store.sheets.note("s", 3, misdeal(7))
        assert await store.sheets.log("t") == [BEGUN]


@in_loop
async def test_a_sheet_that_is_deleted_lies_in_no_file(tmp_path: Path) -> None:
    def lies_in_a_file() -> bool:
        return any("Bea 猫".encode() in path.read_bytes() for path in tmp_path.iterdir())

    async with opened(f"sqlite:///{tmp_path}/tables.db") as store:
        await with_people(store, "ada")
        await begin(store, "s")
        assert lies_in_a_file()
        await store.forget("ada")
        assert not lies_in_a_file()


@in_loop
async def test_a_closed_store_says_so(address: str) -> None:
    store = open_store(address)
    await with_people(store, "ada")
    await begin(store, "s")
    await store.close()
    for asked in (
        store.sheets.begin(Heading("t", "ada", 5), [BEGUN]),
        store.sheets.note("s", 2, misdeal(6)),
        store.sheets.heading("s"),
        store.sheets.log("s"),
        store.sheets.sheets("ada"),
    ):
        with pytest.raises(StoreUnavailable):
            await asked


def test_changes_that_were_answered_outlive_kill_9(address: str) -> None:
    with child("note_for_ever(sys.argv[1])", address) as server:
        assert server.stdout is not None
        said = [server.stdout.readline() for _ in range(20)]
        time.sleep(0.1)
        server.kill()
        said += server.stdout
        assert server.stderr is not None
        assert server.stderr.read() == ""
    told = [int(line) for line in said if line.endswith("\n")]
    assert told == list(range(2, len(told) + 2))

    async def read() -> list[Noted]:
        async with opened(address) as store:
            return list(await store.sheets.log("s"))

    # One more may be there that it had no time to tell of.
    assert len(asyncio.run(read())) - 1 in (len(told), len(told) + 1)
