"""What a correction made of a sheet, beside the line itself."""

from __future__ import annotations

from cutthroat.core.events import MatchWon, WinReason
from cutthroat.scorepad.changes import Corrected, Entered, Inserted, Removed, SetUpAgain, Undone
from cutthroat.scorepad.effects import ChangedWinner, Effect, effect_of
from cutthroat.scorepad.entries import Misdeal, NextMatch, Stopped
from cutthroat.scorepad.sheet import Sheet
from tests.kit.sheets import Asked, made, scored, set_up, sweep, written

LOW = scored(1, 2, high=1, low=1)
"""A made bid of seat 1, worth 2."""


def effect(sheet: Sheet, *asked: Asked) -> Effect:
    return effect_of(sheet, made(sheet, *asked))


def test_nothing_else_changes_when_nothing_does() -> None:
    sheet = written(set_up(), LOW, sweep(2, 2))
    ways = scored(1, 2, high=1, jack=1)
    assert effect(sheet, Corrected(1, ways)) == Effect((), None, ())
    assert effect(sheet, Inserted(1, Misdeal())) == Effect((), None, ())


def test_the_scores_before_and_after() -> None:
    sheet = written(set_up(), LOW, sweep(2, 2))
    assert effect(sheet, Corrected(1, scored(1, 3, high=1, low=1, game=3))).scores == (
        (2, 4, 0),
        (-3, 4, 1),
    )
    assert effect(sheet, Entered(LOW)).scores == ((2, 4, 0), (4, 4, 0))
    assert effect(sheet, Removed(2)).scores == ((2, 4, 0), (2, 0, 0))


def test_a_winner_that_has_changed() -> None:
    """R24 to R26: by a correction of a line that did not win."""
    lines = [scored(3, 2, high=2), scored(3, 2, high=1), sweep(1, 3), sweep(2)]
    sheet = written(set_up("limit=5"), *lines)
    before = MatchWon(2, WinReason.FOUR)
    assert sheet.reckoning.winners == (before,)
    found = effect(sheet, Corrected(1, scored(3, 2, high=3)))
    assert found.winners == (ChangedWinner(1, before, None),)
    found = effect(sheet, Corrected(3, sweep(1)))
    assert found.winners == (ChangedWinner(1, before, MatchWon(1, WinReason.FOUR)),)
    assert [line.number for line in found.uncounted] == [4]
    found = effect(sheet, Removed(4))
    assert found.winners == (ChangedWinner(1, before, None),)


def test_a_winner_that_is_there_only_now() -> None:
    sheet = written(set_up(), LOW, sweep(1, 3))
    after = MatchWon(1, WinReason.FOUR)
    assert effect(sheet, Corrected(2, sweep(1))).winners == (ChangedWinner(1, None, after),)
    assert effect(sheet, Entered(sweep(1))).winners == (ChangedWinner(1, None, after),)


def test_the_same_winner_for_another_reason_has_not_changed() -> None:
    sheet = written(set_up("target=5 out=reach"), sweep(1, 2), LOW)
    assert sheet.reckoning.winners == (MatchWon(1, WinReason.REACH),)
    found = effect(sheet, Corrected(2, sweep(1)), SetUpAgain(set_up("target=99")))
    assert found.winners == ()


def test_a_winner_of_an_earlier_match_has_changed() -> None:
    lines = (LOW, sweep(1), NextMatch(2), LOW, sweep(1), NextMatch(3), LOW)
    sheet = written(set_up(), *lines)
    won = MatchWon(1, WinReason.FOUR)
    assert sheet.reckoning.winners == (won, won, None)
    found = effect(sheet, Corrected(5, sweep(1, 3)))
    assert found.winners == (ChangedWinner(2, won, None),)
    assert found.scores is None


def test_a_match_that_is_there_only_after_or_before_has_no_winner_that_changed() -> None:
    sheet = written(set_up(), LOW, sweep(1))
    after = made(sheet, Entered(NextMatch(2)), Entered(LOW), Entered(sweep(1)))
    assert len(after.reckoning.winners) == 2
    assert effect_of(sheet, after).winners == ()
    assert effect_of(after, sheet).winners == ()


def test_lines_that_do_not_count_now_are_told_with_the_reason() -> None:
    sheet = written(set_up(), LOW, LOW, LOW)
    found = effect(sheet, Corrected(2, sweep(1)))
    assert [(line.number, str(line.refused)) for line in found.uncounted] == [
        (3, "match_over (R24)")
    ]
    found = effect(sheet, Inserted(1, Stopped("late")))
    assert [line.number for line in found.uncounted] == [2, 3, 4]
    assert found.scores == ((6, 0, 0), (0, 0, 0))


def test_lines_that_count_again_are_told_no_more() -> None:
    sheet = made(written(set_up(), LOW, LOW, LOW), Corrected(2, sweep(1)))
    assert effect(sheet, Undone()).uncounted == ()


def test_a_match_that_is_put_in_between_only_renumbers_those_behind_it() -> None:
    """The second match is parted in two, and seat 3 still wins the third."""
    lines = (LOW, sweep(1), NextMatch(2), LOW, LOW, NextMatch(3), scored(3, 2, low=3, game=3))
    sheet = written(set_up(), *lines, sweep(3))
    assert effect(sheet, Inserted(5, NextMatch(1))).winners == ()
    found = effect(sheet, Inserted(2, NextMatch(1)))
    assert [changed.match for changed in found.winners] == [1]
    assert found.winners[0].after is None
