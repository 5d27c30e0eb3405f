"""Who may win with the next deal, and how: every deal there can be is tried. R23 to R26."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import pytest
from hypothesis import given, settings, strategies as st

from cutthroat.core.actions import Bid, Seat
from cutthroat.core.events import MatchWon, WinReason
from cutthroat.core.match import Match, end, fold, score_deal, start_deal
from cutthroat.core.scoring import Points
from cutthroat.scorepad.ways import Way, is_last_deal, ways_to_win
from tests.kit import strategies
from tests.kit.script import kept, table


def ends(match: Match) -> Iterator[tuple[Seat, int, MatchWon]]:
    """Every way in which the next deal ends the match: bidder, what it won, and who has won."""
    begun = fold(match, start_deal(match, match.deal + 1, match.dealer))
    somebody = (*range(1, match.seats + 1), None)
    for bidder, bid in product(range(1, match.seats + 1), (2, 3, 4)):
        for owners in product(somebody, repeat=4):
            last = score_deal(begun, Bid(bidder, bid), Points(*owners))[-1]
            if isinstance(last, MatchWon):
                yield bidder, owners.count(bidder), last


def tried_out(match: Match) -> tuple[tuple[Way, ...], bool]:
    """Who may win with a bid and how, and whether the limit may end the match."""
    found: dict[Seat, tuple[WinReason, int]] = {}
    is_last = False
    for bidder, earned, won in ends(match):
        if won.reason is WinReason.LIMIT:
            is_last = True
            continue
        assert won.seat == bidder  # R26
        reason, least = found.setdefault(bidder, (won.reason, earned))
        assert reason is won.reason
        found[bidder] = reason, min(least, earned)
    return tuple(Way(seat, *found[seat]) for seat in sorted(found)), is_last


def check(match: Match) -> None:
    ways, is_last = tried_out(match)
    assert ways_to_win(match) == ways
    assert is_last_deal(match) == is_last


@pytest.mark.parametrize("out", ["from_target", "reach"])
@pytest.mark.parametrize("four", ["positive", "any", "off"])
@pytest.mark.parametrize("score", range(-4, 8))
def test_r24_r25_two_seats_at_every_score_below_and_above_the_target(
    out: str, four: str, score: int
) -> None:
    check(table(score, 1, rules=f"target=5 out={out} four={four}"))


@pytest.mark.parametrize("played", [3, 4, 5])
@pytest.mark.parametrize("scores", [(0, 0), (6, 6), (7, -7)])
def test_r26_limit_five_from_the_deal_on_that_is_the_fifth(
    played: int, scores: tuple[int, int]
) -> None:
    match = table(*scores, rules="limit=5", deal=played + 2, scored_deals=played)
    check(match)
    assert is_last_deal(match) == (played >= 4)


@settings(max_examples=15)
@given(strategies.rules(target="9"), st.tuples(*[st.integers(-5, 13)] * 3), st.integers(0, 8))
def test_r23_to_r26_three_seats_under_all_options(
    rules: object, scores: tuple[int, ...], played: int
) -> None:
    check(table(*scores, rules=str(rules), deal=played, scored_deals=played))


@pytest.mark.parametrize(
    ("rules", "scores", "expected"),
    [
        ("", (12, 3, 0), [(1, "from_target", 2), (2, "four", 4)]),
        ("", (0, 0, 0), []),
        ("four=any", (0, -3, 1), [(1, "four", 4), (2, "four", 4), (3, "four", 4)]),
        ("four=off", (11, 10, 1), [(1, "from_target", 2)]),
        ("out=reach", (9, 8, 7), [(1, "reach", 2), (2, "reach", 3), (3, "reach", 4)]),
        ("out=reach four=off", (10, 6, 11), [(1, "reach", 2), (3, "from_target", 2)]),
        ("target=5", (5, 4, 0), [(1, "from_target", 2), (2, "four", 4)]),
        ("target=99", (98, 99), [(1, "four", 4), (2, "from_target", 2)]),
    ],
)
def test_r24_r25_examples(
    rules: str, scores: tuple[int, ...], expected: list[tuple[int, str, int]]
) -> None:
    ways = ways_to_win(table(*scores, rules=rules))
    assert [(way.seat, way.reason.value, way.least) for way in ways] == expected


def test_after_the_end_nobody_may_win() -> None:
    """Not by the limit either, which has ended the match or might have."""
    match = table(3, 0, rules="limit=5", deal=4, scored_deals=4)
    assert is_last_deal(match)
    over = kept(match, bidder=1, bid=2, high=1, low=1)
    left = fold(match, end(match, "left"))
    for done in (over, left):
        assert (ways_to_win(done), is_last_deal(done)) == ((), False)


def test_without_a_limit_no_deal_is_the_last() -> None:
    assert not is_last_deal(table(0, 0, scored_deals=500, deal=500))
