"""What people miss in other score keepers, tried on ours.

What the pages and the terminal make of it, their own tests tell.
"""

from __future__ import annotations

import pytest

from cutthroat.core.events import WinReason
from cutthroat.scorepad.changes import (
    Corrected,
    Inserted,
    Removed,
    SetUpAgain,
    Undone,
)
from cutthroat.scorepad.effects import effect_of
from cutthroat.scorepad.entries import Entry, Misdeal, NextMatch, Stopped, ThrownIn
from cutthroat.scorepad.errors import SheetReason
from cutthroat.scorepad.reckoning import reckon
from cutthroat.scorepad.sheet import Written
from cutthroat.scorepad.statistics import statistics
from tests.kit.sheets import Asked, made, reason, scored, set_up, sweep, written

EVENING: tuple[Entry, ...] = (
    scored(1, 2, high=1, low=2),
    ThrownIn(),
    scored(2, 2, high=2, low=2, game=1),
    Misdeal(),
    scored(3, 2, high=3, low=1, game=3),
    scored(1, 3, high=1, low=1, jack=1),
    scored(2, 2, high=3, jack=2, game=2),
    scored(1, 2, high=1, low=1),
)
"""Scores after each: -2 1 0, the same, -1 3 0, the same, 0 3 2, 3 3 2, 3 5 3, 5 5 3."""


def totals(entries: tuple[Entry, ...], rules: str = "target=7") -> list[tuple[int, ...]]:
    lines = reckon(set_up(rules), entries).lines
    return [line.summary.scores for line in lines if line.summary]


@pytest.mark.parametrize("line", range(1, len(EVENING) + 1))
@pytest.mark.parametrize("entry", [sweep(3, 2), sweep(1, 3), ThrownIn(), Misdeal()])
def test_every_earlier_line_can_be_corrected(line: int, entry: Entry) -> None:
    """There was no way to correct an earlier line: here any line can say anything, at any time."""
    before = written(set_up("target=7"), *EVENING)
    if entry == EVENING[line - 1]:
        assert reason(before, Corrected(line, entry)) is SheetReason.NOTHING_CHANGED
        return
    after = made(before, Corrected(line, entry))
    assert after.entries == (*EVENING[: line - 1], entry, *EVENING[line:])
    assert after.written[line - 1] == Written(entry, (EVENING[line - 1],))
    assert made(after, Undone()).entries == EVENING


def test_an_earlier_line_can_be_put_in_or_taken_away_and_after_the_end_too() -> None:
    """There was no way to correct an earlier line: one that was forgotten, or is not true."""
    sheet = written(set_up("target=7"), *EVENING, Stopped("late"), NextMatch(2), sweep(1, 2))
    assert made(sheet, Inserted(2, sweep(2, 2))).entries[1:3] == (sweep(2, 2), ThrownIn())
    assert made(sheet, Removed(1)).entries[0] == ThrownIn()
    assert made(sheet, SetUpAgain(set_up("target=9", dealer=3))).setup.dealer == 3


@pytest.mark.parametrize(
    "asked",
    [
        *[Corrected(line, sweep(3, 2)) for line in range(1, len(EVENING) + 1)],
        *[Inserted(line, sweep(2, 3)) for line in range(1, len(EVENING) + 1)],
        *[Removed(line) for line in range(1, len(EVENING) + 1)],
    ],
)
def test_a_correction_carries_through_to_all_totals_after_it(asked: Asked) -> None:
    """A correction did not carry through: here the sheet is as if it had been written so at once.

    R3, R20 to R26: dealers, totals, the end, the statistics.
    """
    after = made(written(set_up("target=7"), *EVENING), asked)
    at_once = reckon(after.setup, after.entries)
    assert [(line.dealer, line.deal, line.summary) for line in after.reckoning.lines] == [
        (line.dealer, line.deal, line.summary) for line in at_once.lines
    ]
    assert after.reckoning.now == at_once.now
    assert statistics(after.reckoning) == statistics(at_once)


def test_totals_dealers_and_the_winner_after_a_correction_by_hand() -> None:
    """A correction did not carry through to the totals after it. R3, R24."""
    sheet = written(set_up("target=5", dealer=1), *EVENING)
    assert [line.dealer for line in sheet.reckoning.lines] == [1, 2, 2, 3, 3, 1, 2, 3]
    assert totals(sheet.entries, "target=5")[-2:] == [(3, 5, 3), (5, 5, 3)]
    fixed = made(sheet, Corrected(1, scored(1, 2, high=1, low=1)))
    assert totals(fixed.entries, "target=5") == [
        (2, 0, 0),
        (3, 2, 0),
        (4, 2, 2),
        (7, 2, 2),
        (7, 4, 3),
        (9, 4, 3),
    ]
    won = fixed.reckoning.lines[-1].won
    assert won
    assert (won.seat, won.reason) == (1, WinReason.FROM_TARGET)
    effect = effect_of(sheet, fixed)
    assert [(one.before, one.after) for one in effect.winners] == [(None, won)]
    assert effect.scores == ((5, 5, 3), (9, 4, 3))
    moved = made(sheet, Corrected(2, scored(3, 2)))
    assert [line.dealer for line in moved.reckoning.lines] == [1, 2, 3, 1, 1, 2, 3, 1]
