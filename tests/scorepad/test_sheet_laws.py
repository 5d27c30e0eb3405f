"""Laws of sheets, whatever is asked of them."""

from __future__ import annotations

from itertools import accumulate

from hypothesis import given, strategies as st

from cutthroat.core.errors import CutthroatError
from cutthroat.scorepad.changes import (
    Corrected,
    Entered,
    Inserted,
    Noted,
    Redone,
    SetUpAgain,
    Undone,
)
from cutthroat.scorepad.errors import SheetReason
from cutthroat.scorepad.sheet import Sheet, decide, evolve, fold, written_out
from tests.kit import strategies
from tests.kit.sheets import Asked, blank, made, reason, set_up, straight, tried

SETUPS = {2: set_up("target=5", seats=2), 3: set_up("target=5", dealer=3)}
ASKED = {seats: st.lists(strategies.changes(seats), max_size=14) for seats in SETUPS}


@st.composite
def sheets(draw: st.DrawFn) -> Sheet:
    """A sheet after what could be made of some changes."""
    seats = draw(strategies.seat_counts())
    return tried(blank(SETUPS[seats]), draw(ASKED[seats]))


def stands(sheet: Sheet) -> tuple[object, ...]:
    return sheet.setup, sheet.written, sheet.done


@given(sheets())
def test_undoing_everything_leads_to_the_empty_sheet_and_redoing_back(sheet: Sheet) -> None:
    undone = len(sheet.done)
    empty = made(sheet, *[Undone()] * undone)
    assert stands(empty) == stands(blank(SETUPS[sheet.setup.seats]))
    assert stands(made(empty, *[Redone()] * undone)) == stands(sheet)
    everything = made(empty, *[Redone()] * len(empty.undone))
    assert (everything.done, everything.undone) == ((*sheet.done, *reversed(sheet.undone)), ())


@given(sheets())
def test_folding_a_log_is_evolving_step_by_step(sheet: Sheet) -> None:
    assert fold(sheet.log) == sheet
    steps = list(accumulate(sheet.log[1:], evolve, initial=evolve(None, sheet.log[0])))
    assert steps[-1] == sheet
    assert [step.version for step in steps] == list(range(1, sheet.version + 1))
    assert [fold(sheet.log[: step.version]) for step in steps] == steps


@given(st.data(), sheets())
def test_what_is_accepted_can_be_made_and_counts(data: st.DataObject, sheet: Sheet) -> None:
    asked: Asked = data.draw(strategies.changes(sheet.setup.seats))
    before = stands(sheet), sheet.log, sheet.undone
    try:
        change = decide(sheet, asked)
    except CutthroatError:
        change = None
    assert (stands(sheet), sheet.log, sheet.undone) == before
    if change is None:
        return
    after = evolve(sheet, Noted(change, when=7))
    assert after.version == sheet.version + 1
    assert len(after.reckoning.lines) == len(after.written)
    match change:
        case Entered(entry):
            line = len(after.written)
        case Corrected(line, entry) | Inserted(line, entry):
            pass
        case _:
            return
    assert after.entries[line - 1] == entry
    assert after.reckoning.lines[line - 1].refused is None


@given(sheets())
def test_correcting_a_line_to_what_it_says_changes_nothing(sheet: Sheet) -> None:
    """It is refused: a history of corrections that correct nothing would hide the others."""
    for line in sheet.reckoning.lines:
        same = Corrected(line.number, line.entry)
        assert reason(sheet, same) is SheetReason.NOTHING_CHANGED
    assert reason(sheet, SetUpAgain(sheet.setup)) is SheetReason.NOTHING_CHANGED


@given(st.data(), strategies.seat_counts())
def test_lines_that_are_only_entered_all_count(data: st.DataObject, seats: int) -> None:
    entries = data.draw(st.lists(strategies.entries(seats), max_size=20))
    sheet = tried(blank(SETUPS[seats]), map(Entered, entries))
    assert all(line.refused is None for line in sheet.reckoning.lines)
    brought = written_out(sheet.setup, sheet.entries)
    assert fold(Noted(change, when=0) for change in brought).written == sheet.written


@given(sheets())
def test_a_sheet_comes_to_what_core_says(sheet: Sheet) -> None:
    """R3, R14, R20 to R26, by a reckoning of the tests' own."""
    second = straight(sheet.setup, sheet.entries)
    assert sheet.reckoning.logs == second.logs
    assert [line.refused is None for line in sheet.reckoning.lines] == [
        line is not None for line in second.lines
    ]
