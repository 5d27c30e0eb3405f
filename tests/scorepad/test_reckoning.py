"""What lines come to: dealers, scores, ends; nothing but what `core` says. R3, R14, R20 to R26."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from cutthroat.core.errors import IllegalAction, Reason
from cutthroat.core.events import MatchWon, WinReason
from cutthroat.core.rules import Rules
from cutthroat.scorepad.entries import (
    Entry,
    Misdeal,
    NextMatch,
    ScoredDeal,
    Setup,
    Stopped,
    ThrownIn,
)
from cutthroat.scorepad.errors import InvalidEntry, SheetReason
from cutthroat.scorepad.reckoning import Reckoning, reckon
from tests.kit import strategies
from tests.kit.sheets import scored, set_up, sweep


def scores(setup: Setup, *entries: Entry) -> tuple[int, ...]:
    return reckoned(setup, *entries).now.scores


def reckoned(setup: Setup, *entries: Entry) -> Reckoning:
    """Lines that all count."""
    reckoning = reckon(setup, entries)
    assert [line.refused for line in reckoning.lines] == [None] * len(entries)
    return reckoning


def won(setup: Setup, *entries: Entry) -> tuple[int, WinReason] | None:
    last = reckoned(setup, *entries).lines[-1].won
    return (last.seat, last.reason) if last else None


def dealers(setup: Setup, *entries: Entry) -> list[int | None]:
    return [line.dealer for line in reckoned(setup, *entries).lines]


@pytest.mark.parametrize(("seats", "expected"), [(3, [2, 3, 1, 2]), (2, [2, 1, 2, 1])])
def test_r3_the_deal_passes_to_the_left_after_every_scored_deal(
    seats: int, expected: list[int]
) -> None:
    setup = set_up("four=off", seats=seats, dealer=2)
    assert dealers(setup, *[scored(1, 2)] * 4) == expected


def test_r3_a_misdeal_keeps_the_dealer_and_counts_a_number() -> None:
    lines = reckoned(set_up(dealer=3), Misdeal(), Misdeal(), scored(1, 2), scored(1, 2)).lines
    assert [(line.deal, line.dealer) for line in lines] == [(1, 3), (2, 3), (3, 3), (4, 1)]


def test_r14_all_pass_five_times_is_five_deals_of_one_dealer() -> None:
    """R14, all_pass=redeal: no score changes."""
    lines = reckoned(set_up(dealer=2), scored(1, 2, high=2), *[ThrownIn()] * 5, scored(2, 2)).lines
    assert [line.deal for line in lines] == [1, 2, 3, 4, 5, 6, 7]
    assert [line.dealer for line in lines] == [2, 3, 3, 3, 3, 3, 3]
    assert [line.summary is None for line in lines] == [False, *[True] * 5, False]
    assert scores(set_up(), scored(1, 2, high=2), *[ThrownIn()] * 5) == (-2, 1, 0)


def test_r14_all_pass_next_moves_the_deal() -> None:
    assert dealers(set_up("all_pass=next", dealer=2), ThrownIn(), ThrownIn(), ThrownIn()) == [
        2,
        3,
        1,
    ]


def test_r14_all_pass_stick_nothing_is_thrown_in() -> None:
    (line,) = reckon(set_up("all_pass=stick", dealer=2), [ThrownIn()]).lines
    assert isinstance(line.refused, IllegalAction)
    assert (line.refused.reason, line.refused.clause) == (Reason.DEALER_MUST_BID, "R14")
    assert (line.deal, line.dealer, line.summary) == (None, None, None)


@pytest.mark.parametrize(
    ("entry", "expected"),
    [
        (scored(2, 2, high=2, low=2), (0, 2, 0)),
        (scored(2, 2, high=2, low=2, jack=2, game=1), (1, 3, 0)),
        (scored(2, 3, high=2, low=2, game=3), (0, -3, 1)),
        (scored(2, 4, high=1, low=2, jack=3), (1, -4, 1)),
        (scored(2, 2), (0, -2, 0)),
    ],
)
def test_r20_to_r22_a_deal_is_scored(entry: ScoredDeal, expected: tuple[int, ...]) -> None:
    assert scores(set_up(), entry) == expected


def test_r9_under_high_ace_three_points_are_the_most_without_the_ace() -> None:
    """R5: a bid of 4 cannot be made then; high=ace."""
    assert scores(set_up(), scored(1, 4, low=1, jack=1, game=1)) == (-4, 0, 0)


NINE = (sweep(1, 2), sweep(1, 2), scored(2, 2, high=1, low=2, jack=2, game=2))
"""Scores 9, 3, 0; four deals of seat 1 would be too many."""


def test_r21_a_seat_that_is_set_back_below_the_target_must_get_there_again() -> None:
    """R26: 12 less 2 is 10; a bid that is made from there wins nothing."""
    twelve = (*NINE, scored(1, 3, high=1, low=1, jack=1))
    assert scores(set_up(), *twelve) == (12, 3, 0)
    back = (*twelve, scored(1, 2, high=1))
    assert scores(set_up(), *back) == (10, 3, 0)
    assert won(set_up(), *back, scored(1, 2, high=1, low=1)) is None
    again = (*back, scored(1, 2, high=1, low=1), scored(1, 2, high=1, low=1))
    assert won(set_up(), *again) == (1, WinReason.FROM_TARGET)


def test_r24_reaching_the_target_does_not_win_but_making_a_bid_from_there_does() -> None:
    """Out=from_target: 12, then 13 by passing, then a made bid of 2."""
    lines: list[Entry] = [*NINE, scored(1, 3, high=1, low=1, jack=1)]
    assert won(set_up(), *lines) is None
    lines.append(scored(2, 2, high=1, low=2, game=2))
    assert scores(set_up(), *lines) == (13, 5, 0)
    assert won(set_up(), *lines) is None
    lines.append(scored(1, 2, high=1, low=1))
    assert won(set_up(), *lines) == (1, WinReason.FROM_TARGET)


@pytest.mark.parametrize(
    ("out", "expected"), [("from_target", None), ("reach", (1, WinReason.REACH))]
)
def test_r24_out(out: str, expected: object) -> None:
    lines = (*NINE, scored(1, 2, high=1, low=1))
    assert scores(set_up(f"out={out}"), *lines) == (11, 3, 0)
    assert won(set_up(f"out={out}"), *lines) == expected


def test_r24_out_reach_needs_a_bid() -> None:
    lines = (*NINE, scored(2, 2, high=1, low=1, jack=2, game=2))
    assert won(set_up("out=reach"), *lines) is None


@pytest.mark.parametrize(
    ("four", "from_nothing", "from_one"),
    [
        ("positive", None, WinReason.FOUR),
        ("any", WinReason.FOUR, WinReason.FOUR),
        ("off", None, None),
    ],
)
def test_r25_four(four: str, from_nothing: WinReason | None, from_one: WinReason | None) -> None:
    setup = set_up(f"four={four}")
    first = reckoned(setup, sweep(2)).lines[-1].won
    assert (first and first.reason) == from_nothing
    second = reckoned(setup, scored(1, 2, high=2), sweep(2)).lines[-1].won
    assert (second and second.reason) == from_one


def test_r25_a_four_at_the_target_wins_by_r24_under_four_off() -> None:
    lines = (*NINE, scored(1, 3, high=1, low=1, jack=1), sweep(1))
    assert won(set_up("four=off"), *lines) == (1, WinReason.FROM_TARGET)


def test_r26_of_two_at_the_target_a_third_may_win_with_a_four() -> None:
    lines = [sweep(1, 2), sweep(2, 2), sweep(1, 2), sweep(2, 2), sweep(1, 2), sweep(2, 2)]
    lines.append(scored(3, 2, high=3, low=3))
    assert scores(set_up(), *lines) == (12, 12, 2)
    assert won(set_up(), *lines, sweep(3)) == (3, WinReason.FOUR)


@pytest.mark.parametrize("target", ["5", "99"])
def test_r23_target(target: str) -> None:
    lines = (sweep(1, 2), sweep(1, 2), sweep(1, 2))
    last = reckon(set_up(f"target={target}"), lines).lines[2].won
    assert (last and last.reason) == (WinReason.FROM_TARGET if target == "5" else None)


def test_limit_five_the_highest_score_wins_and_a_tie_plays_on() -> None:
    """R26, limit=5: thrown-in deals and misdeals are not scored."""
    setup = set_up("limit=5")
    four = (scored(1, 2), scored(2, 2), scored(1, 2), scored(2, 2))
    tied = (*four, ThrownIn(), Misdeal(), scored(3, 2, high=1, low=2))
    assert scores(setup, *tied) == (-3, -3, -2)
    assert won(setup, *tied) == (3, WinReason.LIMIT)
    tied = (*four, ThrownIn(), Misdeal(), scored(3, 3, high=1, low=2))
    assert scores(setup, *tied) == (-3, -3, -3)
    assert won(setup, *tied) is None
    assert won(setup, *tied, scored(3, 4, high=2)) == (2, WinReason.LIMIT)


@pytest.mark.parametrize("rules", ["", "high=highest", "low=numeric", "low_to=winner"])
@pytest.mark.parametrize("more", ["", "tie=bidder", "follow=strict", "joker=yes"])
def test_points_are_taken_as_said_under_options_of_the_cards(rules: str, more: str) -> None:
    """R5 to R8: these options say who has a point, and people say it here."""
    assert scores(set_up(f"{rules} {more}"), scored(1, 2, low=1, game=1, jack=2)) == (2, 1, 0)


def test_nothing_counts_after_the_end_but_another_match() -> None:
    over = (scored(1, 2, high=2), sweep(2))
    late = (scored(1, 2), ThrownIn(), Misdeal(), Stopped("late"))
    lines = reckon(set_up(), [*over, *late, NextMatch(3), scored(1, 2)]).lines
    assert [line.refused and str(line.refused) for line in lines[2:6]] == ["match_over (R24)"] * 4
    assert [line.refused for line in lines[6:]] == [None, None]
    assert [line.match for line in lines] == [1, 1, 1, 1, 1, 1, 2, 2]
    assert (lines[7].deal, lines[7].dealer) == (1, 3)


def test_a_match_that_was_stopped_has_no_winner() -> None:
    reckoning = reckoned(
        set_up(), scored(1, 2), Stopped("Chi left"), NextMatch(2), sweep(1, 2), sweep(1)
    )
    assert reckoning.winners == (None, MatchWon(1, WinReason.FOUR))
    assert reckoning.is_over
    stopped = reckoning.lines[1]
    assert (stopped.deal, stopped.dealer, stopped.summary, stopped.won) == (None,) * 4


def test_another_match_begins_at_nothing_and_by_its_own_dealer() -> None:
    reckoning = reckoned(set_up(dealer=1), scored(1, 2), NextMatch(3))
    assert (reckoning.now.scores, reckoning.now.dealer, reckoning.now.deal) == ((0, 0, 0), 3, 0)
    assert not reckoning.is_over
    assert (reckoning.lines[1].dealer, reckoning.lines[1].deal) == (3, None)


@pytest.mark.parametrize("entries", [[], [scored(1, 2), NextMatch(1)]])
def test_no_other_match_begins_before_a_deal(entries: list[Entry]) -> None:
    line = reckon(set_up(), [*entries, NextMatch(2)]).lines[-1]
    assert isinstance(line.refused, InvalidEntry)
    assert line.refused.reason is SheetReason.NOTHING_PLAYED


@pytest.mark.parametrize("entry", [ThrownIn(), Misdeal(), Stopped("late")])
def test_another_match_may_begin_when_anything_happened(entry: Entry) -> None:
    assert reckoned(set_up(), entry, NextMatch(2)).now.dealer == 2


@pytest.mark.parametrize(
    ("entry", "reason"),
    [
        (scored(4, 2), Reason.NO_SUCH_SEAT),
        (scored(0, 2), Reason.NO_SUCH_SEAT),
        (scored(1, 1), Reason.NO_SUCH_BID),
        (scored(1, 5), Reason.NO_SUCH_BID),
        (scored(1, 2, high=4), Reason.NO_SUCH_SEAT),
        (scored(1, 2, game=0), Reason.NO_SUCH_SEAT),
        (scored(1, 2, captured=("AS", "AS", "")), SheetReason.CARD_CAPTURED_TWICE),
        (scored(1, 2, captured=("JK", "", "")), SheetReason.COUNTS_NOTHING),
        (scored(1, 2, captured=("AS", "")), SheetReason.OTHER_SEATS),
    ],
)
def test_a_line_that_cannot_be_changes_nothing(entry: ScoredDeal, reason: object) -> None:
    reckoning = reckon(set_up(), [scored(1, 2, high=2), entry, scored(2, 2)])
    bad, after = reckoning.lines[1:]
    assert bad.refused
    assert bad.refused.reason == reason
    assert (after.deal, after.dealer) == (2, 2)
    assert reckoning.now.scores == (-2, -1, 0)


def test_another_match_with_a_dealer_who_does_not_play_changes_nothing() -> None:
    reckoning = reckon(set_up(seats=2), [scored(1, 2), NextMatch(3)])
    assert str(reckoning.lines[1].refused) == "no_such_seat seat=3 seats=2 (R3)"
    assert (len(reckoning.logs), reckoning.now.scores) == (1, (-2, 0))


@pytest.mark.parametrize(
    ("setup", "clause"),
    [
        (Setup(("A", "B", "C"), set_up().rules, 4), "R3"),
        (Setup(("A", "B"), set_up().rules, 0), "R3"),
        (Setup(("A",), set_up().rules, 1), "R1"),
        (Setup(("A", "B", "C", "D"), set_up().rules, 1), "R1"),
    ],
)
def test_r1_r3_two_or_three_play_and_one_of_them_deals(setup: Setup, clause: str) -> None:
    with pytest.raises(IllegalAction) as refused:
        reckon(setup, [])
    assert refused.value.clause == clause


@given(st.data(), strategies.seat_counts())
def test_lines_that_do_not_count_change_nothing(data: st.DataObject, seats: int) -> None:
    """Without them, everything else is as it was."""
    house = data.draw(strategies.rules() | strategies.rules(target="5", out="reach", limit="5"))
    setup = Setup(("Ana", "Béla", "Chi")[:seats], house, 1)
    entries = data.draw(st.lists(strategies.entries(seats), max_size=25))
    whole = reckon(setup, entries)
    counting = [line for line in whole.lines if line.refused is None]
    alone = reckon(setup, [line.entry for line in counting])
    assert (alone.logs, alone.now, alone.winners) == (whole.logs, whole.now, whole.winners)
    assert [(line.match, line.deal, line.dealer, line.summary, line.won) for line in counting] == [
        (line.match, line.deal, line.dealer, line.summary, line.won) for line in alone.lines
    ]
    assert [line.number for line in whole.lines] == list(range(1, len(entries) + 1))


@given(st.data(), strategies.seat_counts(), strategies.rules())
def test_lines_are_reckoned_from_top_to_bottom(
    data: st.DataObject, seats: int, rules: Rules
) -> None:
    """What stands below a line changes nothing of it."""
    setup = Setup(("Ana", "Béla", "Chi")[:seats], rules, 1)
    entries = data.draw(st.lists(strategies.entries(seats), max_size=12))
    cut = data.draw(st.integers(0, len(entries)))
    part, whole = reckon(setup, entries[:cut]).lines, reckon(setup, entries).lines[:cut]
    for one, other in zip(part, whole, strict=True):
        assert (one.deal, one.dealer, one.summary, one.won) == (
            other.deal,
            other.dealer,
            other.summary,
            other.won,
        )
        assert str(one.refused) == str(other.refused)
