"""What may be done to a sheet, what it makes of it, and what it refuses."""

from __future__ import annotations

import pytest

from cutthroat.core.errors import IllegalAction
from cutthroat.scorepad.changes import (
    Begun,
    Change,
    Corrected,
    Edit,
    Entered,
    Inserted,
    Noted,
    Redone,
    Removed,
    SetUpAgain,
    Undone,
)
from cutthroat.scorepad.entries import Entry, Misdeal, NextMatch, Setup, Stopped, ThrownIn
from cutthroat.scorepad.errors import InvalidEntry, SheetReason
from cutthroat.scorepad.plain import TEXT_LIMIT
from cutthroat.scorepad.sheet import (
    Sheet,
    Written,
    begin,
    evolve,
    fold,
    written_out,
)
from tests.kit.sheets import blank, made, reason, refused, scored, set_up, sweep, written

ONE = scored(1, 2, high=1, low=1)
TWO = scored(2, 2, high=2, low=2, jack=2)
THREE = scored(3, 3, high=1)
"""Lines worth 2 to seat 1, 3 to seat 2, and 1 to seat 1 with 3 off seat 3."""


def log(*changes: Change) -> list[Noted]:
    return [Noted(change, when=0) for change in changes]


def of_three() -> Sheet:
    return written(set_up(), ONE, TWO, THREE)


def scores(sheet: Sheet) -> tuple[int, ...]:
    return sheet.reckoning.now.scores


def test_a_sheet_begins_empty() -> None:
    sheet = blank(set_up("target=7", dealer=2))
    assert (sheet.written, sheet.done, sheet.undone, sheet.version) == ((), (), (), 1)
    assert (scores(sheet), sheet.reckoning.now.dealer) == ((0, 0, 0), 2)


def test_lines_are_written_below_each_other() -> None:
    sheet = of_three()
    assert sheet.entries == (ONE, TWO, THREE)
    assert sheet.version == 4
    assert (scores(sheet), sheet.reckoning.now.dealer) == ((3, 3, -3), 1)


def test_r3_after_the_end_the_dealer_is_who_would_deal_next() -> None:
    """Whoever begins another match may begin with that seat."""
    sheet = written(set_up(dealer=3), ONE, sweep(1))
    assert (sheet.reckoning.is_over, sheet.reckoning.now.dealer) == (True, 2)


def test_a_corrected_line_says_something_else_and_shows_what_it_said() -> None:
    sheet = made(of_three(), Corrected(2, ThrownIn()), Corrected(2, sweep(2)))
    assert sheet.entries == (ONE, sweep(2), THREE)
    assert sheet.written[1] == Written(sweep(2), (TWO, ThrownIn()))
    assert scores(sheet) == (3, 4, -3)


def test_a_forgotten_line_is_written_between() -> None:
    sheet = made(of_three(), Inserted(1, Misdeal()), Inserted(3, sweep(3)))
    assert sheet.entries == (Misdeal(), ONE, sweep(3), TWO, THREE)
    assert [line.deal for line in sheet.reckoning.lines] == [1, 2, 3, 4, 5]
    assert [line.dealer for line in sheet.reckoning.lines] == [1, 1, 2, 3, 1]


@pytest.mark.parametrize(("line", "rest"), [(1, (TWO, THREE)), (2, (ONE, THREE)), (3, (ONE, TWO))])
def test_a_line_is_taken_away(line: int, rest: tuple[Entry, ...]) -> None:
    sheet = made(of_three(), Removed(line))
    assert sheet.entries == rest
    assert sheet.version == 5


def test_an_inserted_line_moves_the_corrections_of_the_others_along() -> None:
    sheet = made(of_three(), Corrected(1, sweep(1)), Inserted(1, Misdeal()), Removed(3))
    assert sheet.written == (Written(Misdeal()), Written(sweep(1), (ONE,)), Written(THREE))


def test_a_sheet_is_set_up_again_and_its_lines_stay() -> None:
    other = Setup(("Cho", "Dee", "Eva"), set_up("four=any").rules, 3)
    sheet = made(of_three(), SetUpAgain(other))
    assert (sheet.setup, sheet.entries) == (other, (ONE, TWO, THREE))
    assert [line.dealer for line in sheet.reckoning.lines] == [3, 1, 2]
    again = made(sheet, Undone())
    assert (again.setup, again.entries) == (set_up(), (ONE, TWO, THREE))
    assert made(again, Redone()).setup == other


@pytest.mark.parametrize(
    "edit",
    [
        Entered(sweep(3)),
        Corrected(2, sweep(1)),
        Inserted(1, Misdeal()),
        Removed(1),
        SetUpAgain(set_up("target=99", dealer=2)),
    ],
)
def test_every_change_is_taken_back_and_made_again(edit: Edit) -> None:
    before = of_three()
    after = made(before, edit)
    back = made(after, Undone())
    assert (back.setup, back.written, back.done) == (before.setup, before.written, before.done)
    assert back.undone == (edit,)
    again = made(back, Redone())
    assert (again.setup, again.written, again.done) == (after.setup, after.written, after.done)
    assert again.undone == ()
    assert again.version == after.version + 2


def test_undo_for_ever_and_back() -> None:
    sheet = of_three()
    empty = made(sheet, Undone(), Undone(), Undone())
    assert empty.entries == ()
    assert reason(empty, Undone()) is SheetReason.NOTHING_TO_UNDO
    assert made(empty, Redone()).entries == (ONE,)
    full = made(empty, Redone(), Redone(), Redone())
    assert full.entries == sheet.entries
    assert reason(full, Redone()) is SheetReason.NOTHING_TO_REDO


def test_a_new_change_takes_the_place_of_what_was_undone() -> None:
    sheet = made(of_three(), Undone(), Undone(), Entered(sweep(2)))
    assert sheet.entries == (ONE, sweep(2))
    assert sheet.undone == ()
    assert reason(sheet, Redone()) is SheetReason.NOTHING_TO_REDO
    assert made(sheet, Undone()).entries == (ONE,)


def test_nothing_that_was_noted_is_lost() -> None:
    changes = (Undone(), Corrected(1, sweep(1)), Removed(2), Undone())
    sheet = made(of_three(), *changes)
    noted = [noted.change for noted in sheet.log]
    assert noted == [Begun(set_up()), Entered(ONE), Entered(TWO), Entered(THREE), *changes]


def test_a_key_is_known_once_it_was_noted() -> None:
    sheet = evolve(blank(set_up()), Noted(Entered(ONE), when=1, key="k"))
    assert sheet.has("k")
    assert not sheet.has("other")
    assert not sheet.has("")


@pytest.mark.parametrize("line", [0, -1, 4])
def test_a_line_that_is_not_there(line: int) -> None:
    for change in (Corrected(line, ONE), Inserted(line, ONE), Removed(line)):
        error = refused(of_three(), change)
        assert error.reason is SheetReason.NO_SUCH_LINE
        assert error.parameters == {"line": line, "lines": 3}


def test_nothing_is_written_into_an_empty_sheet_but_below() -> None:
    assert reason(blank(set_up()), Inserted(1, ONE)) is SheetReason.NO_SUCH_LINE


@pytest.mark.parametrize(
    ("entry", "expected"),
    [
        (scored(4, 2), "no_such_seat seat=4 seats=3 (R1)"),
        (scored(1, 5), "no_such_bid seat=1 points=5 (R11)"),
        (scored(1, 2, low=7), "no_such_seat seat=7 seats=3 (R1)"),
        (NextMatch(9), "no_such_seat seat=9 seats=3 (R3)"),
        (scored(1, 2, captured=("AS", "AS", "")), "card_captured_twice card=AS"),
        (Stopped(""), "bad_stop_reason limit=100"),
    ],
)
def test_a_line_must_be_able_to_stand_where_it_is(entry: Entry, expected: str) -> None:
    for change in (Entered(entry), Corrected(2, entry), Inserted(2, entry)):
        assert str(refused(of_three(), change)) == expected


def test_r24_nothing_is_entered_after_the_end_but_before_it() -> None:
    sheet = written(set_up(), ONE, sweep(1))
    for entry in (ONE, ThrownIn(), Misdeal(), Stopped("late")):
        assert str(refused(sheet, Entered(entry))) == "match_over (R24)"
        assert made(sheet, Inserted(2, entry)).version == 4
    assert made(sheet, Entered(NextMatch(2))).reckoning.now.deal == 0


def test_lines_after_a_correction_may_come_to_count_for_nothing() -> None:
    """They stay, and count again when they can."""
    sheet = made(of_three(), Corrected(2, sweep(1)))
    assert [str(line.refused) for line in sheet.reckoning.lines] == [
        "None",
        "None",
        "match_over (R24)",
    ]
    assert sheet.entries == (ONE, sweep(1), THREE)
    assert scores(sheet) == (6, 0, 0)
    assert str(refused(sheet, Corrected(3, TWO))) == "match_over (R24)"
    assert scores(made(sheet, Corrected(2, TWO))) == (3, 3, -3)


def test_r14_a_line_that_the_rules_forbid_after_a_new_set_up_counts_nothing() -> None:
    """All_pass=stick: no deal is thrown in."""
    sheet = made(written(set_up(), ThrownIn(), ONE), SetUpAgain(set_up("all_pass=stick")))
    first, second = sheet.reckoning.lines
    assert str(first.refused) == "dealer_must_bid seat=1 (R14)"
    assert (second.deal, second.refused) == (1, None)


def test_r8_cards_that_a_new_set_up_takes_from_the_deck_cannot_have_been_captured() -> None:
    """Joker=no: a line that says so counts nothing until it says something else."""
    line = scored(1, 2, high=1, low=1, captured=("JK AS", "", ""))
    sheet = made(written(set_up("joker=yes"), line), SetUpAgain(set_up()))
    assert str(sheet.reckoning.lines[0].refused) == "counts_nothing card=JK"
    assert scores(made(sheet, Corrected(1, ONE))) == (2, 0, 0)


@pytest.mark.parametrize("seats", [2, 3])
def test_as_many_play_as_before(seats: int) -> None:
    error = refused(blank(set_up(seats=seats)), SetUpAgain(set_up(seats=5 - seats)))
    assert (error.reason, error.parameters) == (SheetReason.OTHER_SEATS, {"seats": seats})


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        (("Ana", "ANA"), "name_twice name=Ana"),
        (("Straße", "STRASSE"), "name_twice name=Straße"),
        (("Ana", "Béla", "ana"), "name_twice name=Ana"),
        (("Ana", "Ana "), "name_twice name=Ana"),
        (("Ana  Bo", "Ana Bo"), "name_twice name=Ana  Bo"),
        (("Be\u0301la", "B\u00e9la"), "name_twice name=Be\u0301la"),
        (("", "Ana"), "bad_sheet_name limit=100"),
        (("Ana", " "), "bad_sheet_name limit=100"),
        (("Ana", "B\nC"), "bad_sheet_name limit=100"),
        (("Ana", "B\u2028C"), "bad_sheet_name limit=100"),
        (("Ana", "B\u2029C"), "bad_sheet_name limit=100"),
        (("Ana", "B\x85C"), "bad_sheet_name limit=100"),
        (("Ana", "B\ud800"), "bad_sheet_name limit=100"),
        (("Ana", "x" * 101), "bad_sheet_name limit=100"),
    ],
)
def test_names_can_be_told_apart_and_written(names: tuple[str, ...], expected: str) -> None:
    setup = Setup(names, set_up().rules, 1)
    with pytest.raises(InvalidEntry) as wrong:
        begin(setup)
    assert str(wrong.value) == expected
    sheet = blank(set_up(seats=len(names)))
    assert str(refused(sheet, SetUpAgain(setup))) == expected


def test_names_of_any_writing_and_the_longest_are_names() -> None:
    setup = Setup(("x" * TEXT_LIMIT, "猫 עמית", '"B" \\'), set_up().rules, 1)
    assert begin(setup) == Begun(setup)


@pytest.mark.parametrize("dealer", [0, 4])
def test_r3_the_first_dealer_plays(dealer: int) -> None:
    setup = set_up(dealer=dealer)
    with pytest.raises(IllegalAction, match="R3"):
        begin(setup)
    assert str(refused(blank(set_up()), SetUpAgain(setup))).endswith("(R3)")


@pytest.mark.parametrize("names", [(), ("A",), ("A", "B", "C", "D")])
def test_r1_two_or_three_play(names: tuple[str, ...]) -> None:
    with pytest.raises(IllegalAction, match="R1"):
        begin(Setup(names, set_up().rules, 1))


@pytest.mark.parametrize("text", ["", " ", "\t", "a\nb", "x" * 101])
def test_an_end_has_a_reason_in_one_line(text: str) -> None:
    assert reason(of_three(), Entered(Stopped(text))) is SheetReason.BAD_STOP_REASON
    made(of_three(), Entered(Stopped("x" * TEXT_LIMIT)))


@pytest.mark.parametrize(
    "changes",
    [
        [],
        log(Entered(ONE)),
        log(Undone()),
        log(Begun(set_up()), Begun(set_up())),
        log(Begun(set_up()), Undone()),
        log(Begun(set_up()), Redone()),
        log(Begun(set_up()), Entered(ONE), Redone()),
        log(Begun(set_up()), Entered(ONE), Undone(), Undone()),
        log(Begun(set_up()), Entered(ONE), Undone(), Entered(ONE), Redone()),
        *[
            log(Begun(set_up()), Entered(ONE), change)
            for line in (-1, 0, 2)
            for change in (Corrected(line, TWO), Inserted(line, TWO), Removed(line))
        ],
    ],
)
def test_a_log_that_nobody_can_have_made(changes: list[Noted]) -> None:
    with pytest.raises(ValueError, match=r"begins once|starts with Begun|of nothing|empty log"):
        fold(changes)


def test_lines_that_are_brought_are_written_one_after_another() -> None:
    changes = written_out(set_up(dealer=2), [ONE, TWO, Stopped("late")])
    assert changes == (
        Begun(set_up(dealer=2)),
        Entered(ONE),
        Entered(TWO),
        Entered(Stopped("late")),
    )
    assert fold(log(*changes)).entries == (ONE, TWO, Stopped("late"))


@pytest.mark.parametrize(
    ("setup", "entries", "expected"),
    [
        (set_up(dealer=4), [], "no_such_seat seat=4 seats=3 (R3)"),
        (Setup(("A", "a"), set_up().rules, 1), [], "name_twice name=A"),
        (set_up(), [ONE, sweep(1), TWO], "match_over (R24)"),
        (set_up(), [ONE, Stopped("")], "bad_stop_reason limit=100"),
        (set_up(), [scored(1, 2, captured=("2S", "", ""))], "counts_nothing card=2S"),
    ],
)
def test_lines_that_are_brought_must_stand(
    setup: Setup, entries: list[Entry], expected: str
) -> None:
    with pytest.raises((InvalidEntry, IllegalAction)) as wrong:
        written_out(setup, entries)
    assert str(wrong.value) == expected
