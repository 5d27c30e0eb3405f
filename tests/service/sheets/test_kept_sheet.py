"""Who may write on a sheet, in which order, what is stored of it, and who hears of it."""

import asyncio
from pathlib import Path
from random import Random

import pytest

from cutthroat.core.errors import CutthroatError, IllegalAction
from cutthroat.scorepad.changes import (
    Corrected,
    Entered,
    Inserted,
    Noted,
    Redone,
    Removed,
    SetUpAgain,
    Undone,
)
from cutthroat.scorepad.effects import Effect, effect_of
from cutthroat.scorepad.entries import Misdeal, Setup, ThrownIn
from cutthroat.scorepad.errors import InvalidEntry, SheetReason
from cutthroat.service.sheets import kept as kept_sheets
from cutthroat.service.sheets.errors import DeskReason
from cutthroat.service.tables.errors import Refused, TableReason
from cutthroat.service.tables.ports import StoreUnavailable
from tests.kit.databases import in_loop
from tests.kit.desks import Office, office
from tests.kit.sheets import blank, random_asked, random_setup, set_up, sweep, tried

MISDEAL = Entered(Misdeal())


# Writing


@in_loop
async def test_a_change_counts_and_is_stored(tmp_path: Path) -> None:
    async with office(tmp_path) as room:
        kept = await room.desk.begin("ada", set_up())
        room.clock.moment += 7
        await kept.change(Entered(sweep(2)), by="ada", at=1, key="k")
        assert kept.sheet.log[-1] == Noted(Entered(sweep(2)), room.clock.moment, "k")
        assert kept.sheet.reckoning.now.scores == (0, 4, 0)
        again = await room.another_desk().find(kept.identifier)
        assert again.sheet == kept.sheet


@in_loop
async def test_the_moments_of_a_log_never_go_back(tmp_path: Path) -> None:
    async with office(tmp_path) as room:
        kept = await room.desk.begin("ada", set_up())
        room.clock.moment -= 1000
        await kept.change(MISDEAL, by="ada", at=1)
        assert [noted.when for noted in kept.sheet.log] == [kept.begun] * 2


@in_loop
async def test_only_the_owner_writes(tmp_path: Path) -> None:
    async with office(tmp_path) as room:
        kept = await room.desk.begin("ada", set_up())
        with pytest.raises(Refused) as refused:
            await kept.change(MISDEAL, by="bea", at=1)
        assert refused.value.reason is DeskReason.NOT_YOUR_SHEET
        assert kept.sheet.version == 1


@in_loop
async def test_what_cannot_stand_changes_nothing(tmp_path: Path) -> None:
    async with office(tmp_path) as room:
        kept = await room.desk.begin("ada", set_up("all_pass=stick"))
        with pytest.raises(IllegalAction):  # R14
            await kept.change(Entered(ThrownIn()), by="ada", at=1)
        with pytest.raises(InvalidEntry) as refused:
            await kept.change(Removed(1), by="ada", at=1)
        assert refused.value.reason is SheetReason.NO_SUCH_LINE
        bad = SetUpAgain(Setup(("Ana", "", "Chi"), set_up().rules, 1))
        with pytest.raises(Refused) as bad_name:
            await kept.change(bad, by="ada", at=1)
        assert bad_name.value.reason is TableReason.BAD_NAME
        assert kept.sheet.version == 1
        assert len(await room.store.sheets.log(kept.identifier)) == 1
        await kept.change(
            SetUpAgain(Setup((" Ana ", "Bo\tB", "Chi"), set_up().rules, 1)), by="ada", at=1
        )
        assert kept.sheet.setup.names == ("Ana", "Bo B", "Chi")


@in_loop
async def test_of_two_changes_of_one_version_one_is_stale(tmp_path: Path) -> None:
    async with office(tmp_path) as room:
        kept = await room.desk.begin("ada", set_up())
        rivals = [Entered(sweep(seat)) for seat in (1, 2, 3)]
        answers = await asyncio.gather(
            *(kept.change(one, by="ada", at=1) for one in rivals), return_exceptions=True
        )
        errors = [one for one in answers if isinstance(one, Refused)]
        assert [error.reason for error in errors] == [DeskReason.SHEET_STALE] * 2
        assert [error.parameters for error in errors] == [{"version": 2}] * 2
        assert list(kept.sheet.entries) == [sweep(1)]
        await kept.change(rivals[1], by="ada", at=None)
        assert list(kept.sheet.entries) == [sweep(1), sweep(2)]


@in_loop
async def test_two_desks_on_one_database_do_not_overwrite_each_other(tmp_path: Path) -> None:
    async with office(tmp_path) as room:
        one = await room.desk.begin("ada", set_up())
        other = await room.another_desk().find(one.identifier)
        await one.change(Entered(sweep(1)), by="ada", at=1)
        with pytest.raises(Refused) as refused:
            await other.change(Entered(sweep(2)), by="ada", at=1)
        assert refused.value.reason is DeskReason.SHEET_STALE
        assert other.sheet == one.sheet
        await asyncio.gather(
            *(kept.change(MISDEAL, by="ada", at=None) for kept in (one, other) * 2)
        )
        assert len(await room.store.sheets.log(one.identifier)) == 6


# The same change twice


@in_loop
async def test_a_change_that_is_sent_twice_is_made_once_and_answered_twice(tmp_path: Path) -> None:
    async with office(tmp_path) as room:
        kept = await room.desk.begin("ada", set_up())
        first = await kept.change(Entered(sweep(1)), by="ada", at=1, key="a")
        second = await kept.change(Corrected(1, sweep(2)), by="ada", at=2, key="b")
        assert first is not None
        assert first.scores == ((0, 0, 0), (4, 0, 0))
        assert second is not None
        assert second.scores == ((4, 0, 0), (0, 4, 0))
        for desk in (room.desk, room.another_desk()):
            again = await desk.find(kept.identifier)
            assert await again.change(Entered(sweep(1)), by="ada", at=1, key="a") == first
            assert await again.change(Corrected(1, sweep(2)), by="ada", at=2, key="b") == second
            assert again.sheet.version == 3
        with pytest.raises(Refused):
            await kept.change(Entered(sweep(1)), by="bea", at=1, key="a")
        with pytest.raises(Refused):
            await kept.change(Entered(sweep(1)), by="ada", at=1)


@in_loop
async def test_keys_that_come_at_once_count_once(tmp_path: Path) -> None:
    async with office(tmp_path) as room:
        kept = await room.desk.begin("ada", set_up())
        asked = (kept.change(Entered(sweep(1)), by="ada", at=1, key="a") for _ in range(5))
        effects = await asyncio.gather(*asked)
        assert effects == [effects[0]] * 5
        assert kept.sheet.version == 2


@in_loop
async def test_the_effect_tells_of_another_winner_and_of_lines_that_no_longer_count(
    tmp_path: Path,
) -> None:
    async with office(tmp_path) as room:
        kept = await room.desk.begin("ada", set_up("target=8 out=reach"))
        assert await kept.change(MISDEAL, by="ada", at=1) is None
        for seat in (1, 2, 1):
            await kept.change(Entered(sweep(seat)), by="ada", at=None)
        before = kept.sheet
        effect = await kept.change(Corrected(4, sweep(2)), by="ada", at=None)
        assert effect == effect_of(before, kept.sheet)
        assert effect is not None
        (winner,) = effect.winners
        assert winner.before
        assert winner.after
        assert (winner.before.seat, winner.after.seat) == (1, 2)
        effect = await kept.change(Corrected(2, sweep(2)), by="ada", at=None)
        assert effect is not None
        assert [line.number for line in effect.uncounted] == [4]


# The store is away


@pytest.mark.parametrize("moment", ["before", "after"])
@in_loop
async def test_a_change_of_which_nobody_knows_is_looked_up(tmp_path: Path, moment: str) -> None:
    async with office(tmp_path) as room:
        kept = await room.desk.begin("ada", set_up())
        room.drawer.broken = moment
        for _ in range(2):
            with pytest.raises(StoreUnavailable):
                await kept.change(Entered(sweep(1)), by="ada", at=1, key="a")
        assert kept.sheet.version == 1
        assert await room.desk.find(kept.identifier) is kept
        assert not await kept.news(1, 0)
        room.drawer.broken = None
        if moment == "after":
            assert await kept.news(1, 0)
            assert kept.sheet.entries == (sweep(1),)
        effect = await kept.change(Entered(sweep(1)), by="ada", at=1, key="a")
        assert effect is not None
        assert effect.scores == ((0, 0, 0), (4, 0, 0))
        assert kept.sheet.version == 2
        assert (await room.another_desk().find(kept.identifier)).sheet == kept.sheet


@in_loop
async def test_one_who_goes_away_while_it_is_stored_leaves_a_whole_sheet(tmp_path: Path) -> None:
    async with office(tmp_path) as room:
        kept = await room.desk.begin("ada", set_up())
        for steps in range(8):
            asked = asyncio.create_task(kept.change(MISDEAL, by="ada", at=None))
            for _ in range(steps):
                await asyncio.sleep(0)
            asked.cancel()
            await asyncio.gather(asked, return_exceptions=True)
        await kept.change(Entered(sweep(1)), by="ada", at=None, key="last")
        assert kept.sheet.has("last")
        assert await room.store.sheets.log(kept.identifier) == list(kept.sheet.log)


# Following


@in_loop
async def test_who_waits_hears_of_a_change(tmp_path: Path) -> None:
    async with office(tmp_path) as room:
        kept = await room.desk.begin("ada", set_up())
        waiting = [asyncio.create_task(kept.news(1, 60)) for _ in range(3)]
        later = asyncio.create_task(kept.news(2, 60))
        await asyncio.sleep(0.01)
        await kept.change(MISDEAL, by="ada", at=1)
        assert await asyncio.wait_for(asyncio.gather(*waiting), 5) == [True] * 3
        assert await kept.news(1, 0)
        assert not later.done()
        await kept.change(Undone(), by="ada", at=2)
        assert await asyncio.wait_for(later, 5)
        assert not await kept.news(3, 0.01)
        assert not kept._waiters


@in_loop
async def test_nobody_hears_of_a_change_that_is_not_stored(tmp_path: Path) -> None:
    async with office(tmp_path) as room:
        kept = await room.desk.begin("ada", set_up())
        waiting = asyncio.create_task(kept.news(1, 0.1))
        await asyncio.sleep(0)
        room.drawer.broken = "before"
        with pytest.raises(StoreUnavailable):
            await kept.change(MISDEAL, by="ada", at=1)
        assert not await waiting


# How much


@in_loop
async def test_a_sheet_takes_so_many_lines_and_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kept_sheets, "LINE_LIMIT", 3)
    monkeypatch.setattr(kept_sheets, "CHANGE_LIMIT", 9)
    async with office(tmp_path) as room:
        kept = await room.desk.begin("ada", set_up())
        for _ in range(3):
            await kept.change(MISDEAL, by="ada", at=None)
        for more in (MISDEAL, Inserted(1, Misdeal())):
            with pytest.raises(Refused) as refused:
                await kept.change(more, by="ada", at=None)
            assert refused.value.reason is DeskReason.SHEET_FULL
            assert refused.value.parameters == {"lines": 3, "changes": 9}
        for edit in (Corrected(1, sweep(1)), Removed(3), MISDEAL, Undone(), Redone()):
            await kept.change(edit, by="ada", at=None, key=type(edit).__name__)
        assert kept.sheet.version == 9
        with pytest.raises(Refused) as refused:
            await kept.change(Undone(), by="ada", at=None)
        assert refused.value.reason is DeskReason.SHEET_FULL
        assert await kept.change(Redone(), by="ada", at=3, key="Redone") is None


# Whole evenings


@in_loop
async def test_a_desk_keeps_what_the_scorepad_makes_of_the_same_changes(tmp_path: Path) -> None:
    async with office(tmp_path) as room:
        for seed in range(25):
            await _write_at_random(room, Random(seed))


async def _write_at_random(room: Office, rng: Random) -> None:
    """A sheet; before each change the server may have been started anew."""
    sheet, desk = blank(random_setup(rng)), room.desk
    name = (await desk.begin("ada", sheet.setup)).identifier
    for number in range(20):
        desk = rng.choice((desk, room.another_desk()))
        kept = await desk.find(name)
        asked = random_asked(sheet, rng)
        after = tried(sheet, [asked])
        asking = kept.change(asked, by="ada", at=sheet.version, key=f"{number}")
        if after is sheet:
            with pytest.raises(CutthroatError):
                await asking
        else:
            assert _told(await asking) == _told(effect_of(sheet, after))
            sheet = after
        assert (kept.sheet.written, kept.sheet.setup) == (sheet.written, sheet.setup)
        assert (kept.sheet.done, kept.sheet.undone) == (sheet.done, sheet.undone)
        assert kept.sheet.reckoning.logs == sheet.reckoning.logs


def _told(effect: Effect | None) -> object:
    """An effect by its values: errors are equal to themselves alone."""
    if effect is None:
        return (), None, []
    return effect.winners, effect.scores, [line.number for line in effect.uncounted]
