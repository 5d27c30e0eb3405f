"""Sheets are begun, brought along, found again and forgotten."""

import asyncio
import gc
import io
from pathlib import Path
from weakref import ref

import pytest

from cutthroat.core.errors import IllegalAction
from cutthroat.record.errors import InvalidRecord
from cutthroat.record.read import read_matches
from cutthroat.scorepad.changes import Entered
from cutthroat.scorepad.entries import Misdeal, NextMatch, Setup, Stopped
from cutthroat.scorepad.errors import InvalidEntry, SheetReason
from cutthroat.scorepad.exchange import sheet_of, sheet_record
from cutthroat.scorepad.reckoning import reckon
from cutthroat.service.replay import RECORD_LIMIT
from cutthroat.service.sheets import desk as desks
from cutthroat.service.sheets.errors import DeskReason
from cutthroat.service.sheets.kept import LINE_LIMIT
from cutthroat.service.tables.errors import Refused, TableReason
from cutthroat.service.tables.ports import PersonGone, StoreUnavailable
from tests.kit.databases import in_loop
from tests.kit.desks import Hold, office
from tests.kit.sheets import scored, set_up, sweep, written

VALID = Path(__file__).parents[2] / "data" / "records" / "valid"


# Beginning


@in_loop
async def test_a_sheet_is_kept_from_its_beginning(tmp_path: Path) -> None:
    setup = set_up("target=11", dealer=2)
    async with office(tmp_path) as room:
        kept = await room.desk.begin("ada", setup)
        assert (kept.owner, kept.begun) == ("ada", room.clock.moment)
        assert kept.sheet.setup == setup
        assert await room.desk.find(kept.identifier) is kept
    async with office(tmp_path) as room:
        again = await room.desk.find(kept.identifier)
        assert (again.identifier, again.owner, again.begun) == (
            kept.identifier,
            "ada",
            room.clock.moment,
        )
        assert again.sheet == kept.sheet


@in_loop
async def test_names_are_as_they_are_shown_or_refused(tmp_path: Path) -> None:
    async with office(tmp_path) as room:
        kept = await room.desk.begin("ada", Setup((" Ada \n L.", "Bea"), set_up().rules, 1))
        assert kept.sheet.setup.names == ("Ada L.", "Bea")
        for name in ("", "x" * 41, "\u200b"):
            with pytest.raises(Refused) as refused:
                await room.desk.begin("ada", Setup((name, "Bea"), set_up().rules, 1))
            assert refused.value.reason is TableReason.BAD_NAME
        with pytest.raises(InvalidEntry) as twice:
            await room.desk.begin("ada", Setup(("bea ", "Bea"), set_up().rules, 1))
        assert twice.value.reason is SheetReason.NAME_TWICE
        for setup in (set_up(dealer=4), Setup(("Ada",), set_up().rules, 1)):
            with pytest.raises(IllegalAction):  # R1, R3
                await room.desk.begin("ada", setup)
        assert len(await room.desk.sheets_of("ada")) == 1


@in_loop
async def test_nobody_unknown_begins_a_sheet(tmp_path: Path) -> None:
    async with office(tmp_path) as room:
        with pytest.raises(PersonGone):
            await room.desk.begin("nobody", set_up())


@in_loop
async def test_a_person_has_only_so_many_sheets(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(desks, "SHEETS_LIMIT", 5)
    async with office(tmp_path) as room:
        begun = await asyncio.gather(
            *(room.desk.begin("ada", set_up()) for _ in range(9)), return_exceptions=True
        )
        errors = [one for one in begun if isinstance(one, Refused)]
        assert len(errors) == 4
        assert {error.reason for error in errors} == {DeskReason.TOO_MANY_SHEETS}
        assert len(await room.desk.sheets_of("ada")) == 5
        await room.desk.begin("bea", set_up())


@in_loop
async def test_an_identifier_that_is_taken_is_not_given_again(tmp_path: Path) -> None:
    async with office(tmp_path) as room:
        first = await room.desk.begin("ada", set_up())
        room.entropy._count = iter((int(first.identifier.removeprefix("table")), 77))  # type: ignore[assignment]
        second = await room.desk.begin("bea", set_up())
        assert second.identifier == "table77"
        assert (await room.desk.find(first.identifier)).owner == "ada"


# Bringing along


@in_loop
async def test_what_was_exported_can_be_brought_back(tmp_path: Path) -> None:
    sheet = written(set_up("target=5 out=reach"), sweep(1), Misdeal(), sweep(1), NextMatch(2))
    sheet = written(sheet.setup, *sheet.entries, scored(2, 2, high=2, low=2), Stopped("It is late"))
    text = sheet_record(sheet.reckoning, None)
    async with office(tmp_path) as room:
        kept = await room.desk.bring("ada", text.encode())
        assert kept.sheet.entries == sheet.entries
        assert kept.sheet.setup == sheet.setup
        assert kept.sheet.reckoning == sheet.reckoning
        assert kept.sheet.version == 1 + len(sheet.entries)
        assert (await room.another_desk().find(kept.identifier)).sheet == kept.sheet


@pytest.mark.parametrize("name", ["3-four-any", "2-scored-seed"])
@in_loop
async def test_a_match_that_was_played_here_can_be_brought(tmp_path: Path, name: str) -> None:
    record = (VALID / f"{name}.smear").read_bytes()
    setup, entries = sheet_of(read_matches(io.BytesIO(record)))
    async with office(tmp_path) as room:
        kept = await room.desk.bring("ada", record)
        assert (kept.sheet.setup, kept.sheet.entries) == (setup, entries)
        assert all(line.refused is None for line in kept.sheet.reckoning.lines)


@in_loop
async def test_what_cannot_be_brought_says_why_and_leaves_nothing(tmp_path: Path) -> None:
    long = sheet_record(reckon(set_up(), [Misdeal()] * LINE_LIMIT), None)
    async with office(tmp_path) as room:
        for record, error in [
            (b"", InvalidEntry(SheetReason.NO_MATCH)),
            (long.encode() + long.encode(), Refused(DeskReason.SHEET_FULL)),
            (long.replace("Ana", "x" * 41).encode(), Refused(TableReason.BAD_NAME)),
        ]:
            with pytest.raises(type(error)) as refused:
                await room.desk.bring("ada", record)
            assert refused.value.reason == error.reason
        with pytest.raises(InvalidRecord):
            await room.desk.bring("ada", b"nonsense")
        with pytest.raises(ValueError, match="bytes"):
            await room.desk.bring("ada", b"#" * (RECORD_LIMIT + 1))
        assert await room.desk.sheets_of("ada") == []
        assert len((await room.desk.bring("ada", long.encode())).sheet.entries) == LINE_LIMIT


# Finding


@in_loop
async def test_what_is_no_sheet_is_not_found(tmp_path: Path) -> None:
    async with office(tmp_path) as room:
        for name in ("table9", "", "no such", "x" * 1000):
            with pytest.raises(Refused) as refused:
                await room.desk.find(name)
            assert refused.value.reason is DeskReason.NO_SUCH_SHEET
            assert refused.value.parameters == {"sheet": name[:32]}
        assert room.drawer.asked == ["table9"]


@in_loop
async def test_those_who_look_at_once_get_the_same_sheet(tmp_path: Path) -> None:
    async with office(tmp_path) as room:
        name = (await room.desk.begin("ada", set_up())).identifier
        desk = room.another_desk()
        found = await asyncio.gather(*(desk.find(name) for _ in range(5)))
        assert len({id(kept) for kept in found}) == 1
        assert room.drawer.asked == [name]


@in_loop
async def test_ones_own_sheets_come_the_one_touched_last_first(tmp_path: Path) -> None:
    async with office(tmp_path) as room:
        begun = []
        for _ in range(3):
            begun.append(await room.desk.begin("ada", set_up()))
            room.clock.moment += 1
        await room.desk.begin("bea", set_up())
        await begun[1].change(Entered(Misdeal()), by="ada", at=1)
        assert await room.desk.sheets_of("ada") == [begun[1], begun[2], begun[0]]
        assert await room.desk.sheets_of("nobody") == []
        after_restart = await room.another_desk().sheets_of("ada")
        assert [kept.sheet for kept in after_restart] == [begun[n].sheet for n in (1, 2, 0)]


@in_loop
async def test_what_nobody_uses_goes_from_memory_and_comes_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(desks, "_KEPT_CHANGES", 100)
    async with office(tmp_path) as room:
        begun = [await room.desk.begin("ada", set_up()) for _ in range(2)]
        used, unused = begun[0], ref(begun[1])
        name = begun.pop().identifier
        later = [await room.desk.begin("ada", set_up()) for _ in range(3)]
        gc.collect()
        assert unused() is None
        assert (await room.desk.find(name)).sheet.setup == set_up()
        # What is held stays the same object, or whoever waits would miss the news.
        assert await room.desk.find(used.identifier) is used
        assert [await room.desk.find(kept.identifier) for kept in later] == later


@in_loop
async def test_a_sheet_cannot_be_found_while_the_store_is_away(tmp_path: Path) -> None:
    async with office(tmp_path) as room:
        kept = await room.desk.begin("ada", set_up())
        room.drawer.broken = "before"
        desk = room.another_desk()
        with pytest.raises(StoreUnavailable):
            await desk.find(kept.identifier)
        with pytest.raises(StoreUnavailable):
            await desk.begin("ada", set_up())
        with pytest.raises(StoreUnavailable):
            await desk.sheets_of("ada")
        assert await room.desk.find(kept.identifier) is kept
        room.drawer.broken = None
        assert (await desk.find(kept.identifier)).sheet == kept.sheet


# Forgetting


@in_loop
async def test_a_person_is_forgotten_with_the_sheets(tmp_path: Path) -> None:
    async with office(tmp_path) as room:
        own, other = await room.desk.begin("ada", set_up()), await room.desk.begin("bea", set_up())
        waiting = asyncio.create_task(own.news(1, 60))
        await asyncio.sleep(0)
        await room.store.forget("ada")
        room.desk.forget("ada")
        for asked in (
            waiting,
            own.news(0, 60),
            own.change(Entered(Misdeal()), by="ada", at=None),
            room.desk.find(own.identifier),
            room.another_desk().find(own.identifier),
        ):
            with pytest.raises(Refused) as refused:
                await asyncio.wait_for(asked, 5)
            assert refused.value.reason is DeskReason.NO_SUCH_SHEET
        assert own.gone
        assert await room.desk.sheets_of("ada") == []
        assert await room.desk.find(other.identifier) is other
        with pytest.raises(PersonGone):
            await room.desk.begin("ada", set_up())


@in_loop
async def test_a_sheet_that_is_deleted_behind_the_desk_takes_no_change(tmp_path: Path) -> None:
    async with office(tmp_path) as room:
        kept = await room.desk.begin("ada", set_up())
        await room.store.forget("ada")
        for asked in (
            kept.change(Entered(Misdeal()), by="ada", at=1),
            room.desk.find(kept.identifier),
        ):
            with pytest.raises(Refused) as refused:
                await asked
            assert refused.value.reason is DeskReason.NO_SUCH_SHEET
        assert kept.sheet.version == 1


@in_loop
async def test_what_is_deleted_while_it_is_read_does_not_stay_in_memory(tmp_path: Path) -> None:
    async with office(tmp_path) as room:
        name = (await room.desk.begin("ada", set_up())).identifier
        desk = room.another_desk()
        room.drawer.hold = hold = Hold()
        found = asyncio.create_task(desk.find(name))
        await hold.reached.wait()
        await room.store.forget("ada")
        desk.forget("ada")
        hold.lifted.set()
        for asked in (found, desk.find(name)):
            with pytest.raises(Refused) as refused:
                await asked
            assert refused.value.reason is DeskReason.NO_SUCH_SHEET


@in_loop
async def test_a_sheet_is_deleted_by_its_owner_alone(tmp_path: Path) -> None:
    async with office(tmp_path) as room:
        gone = await room.desk.begin("ada", set_up())
        stays = await room.desk.begin("ada", set_up())
        with pytest.raises(Refused) as refused:
            await room.desk.discard(gone.identifier, by="ben")
        assert refused.value.reason is DeskReason.NOT_YOUR_SHEET
        follows = asyncio.create_task(gone.news(1, 30))
        await asyncio.sleep(0)
        await room.desk.discard(gone.identifier, by="ada")
        for desk in (room.desk, room.another_desk()):
            asked = (desk.find(gone.identifier), desk.discard(gone.identifier, by="ada"))
            for missing in (follows, *asked) if desk is room.desk else asked:
                with pytest.raises(Refused) as refused:
                    await missing
                assert refused.value.reason is DeskReason.NO_SUCH_SHEET
            left = await desk.sheets_of("ada")
            assert [kept.identifier for kept in left] == [stays.identifier]


@in_loop
async def test_all_who_follow_are_let_go_at_the_end(tmp_path: Path) -> None:
    async with office(tmp_path) as room:
        kept = await room.desk.begin("ada", set_up())
        name = (await room.another_desk().begin("ada", set_up())).identifier
        waiting = asyncio.create_task(kept.news(1, 60))
        await asyncio.sleep(0)
        room.desk.end_streams()
        assert not await asyncio.wait_for(waiting, 5)
        assert kept.ended
        assert (await room.desk.find(name)).ended
        await kept.change(Entered(Misdeal()), by="ada", at=1)
        assert kept.sheet.version == 2
