"""What an evening was like, by sums that were made by hand."""

from __future__ import annotations

from collections import Counter

from hypothesis import given, strategies as st

from cutthroat.core.events import DealScored, MatchStarted, MatchWon, Misdealt, ThrownIn as Thrown
from cutthroat.scorepad.changes import Corrected
from cutthroat.scorepad.entries import Misdeal, NextMatch, Stopped, ThrownIn
from cutthroat.scorepad.reckoning import reckon
from cutthroat.scorepad.statistics import SeatStatistics, statistics
from tests.kit import strategies
from tests.kit.sheets import made, scored, set_up, straight, sweep, written

EVENING = (
    scored(1, 2, high=1, low=2, jack=1, game=3),
    Misdeal(),
    scored(2, 3, high=2, low=2, game=1),
    ThrownIn(),
    ThrownIn(),
    scored(2, 2, high=2, low=3, jack=2, game=2),
    sweep(1),
    NextMatch(3),
    scored(3, 4, high=3, low=1, jack=3, game=None),
    scored(1, 2, high=1, low=1),
    Stopped("late"),
)
"""Seat 1 wins the first match with a four, nobody the second; 2, 3, 1 = what the deals bring:

2 1 1; 1 -3 0; 0 3 1; 4 0 0; in the second match 1 0 -4; 2 0 0.
"""


def test_an_evening() -> None:
    """R20 to R22: scores may fall."""
    found = statistics(written(set_up(), *EVENING).reckoning)
    assert (found.matches, found.deals, found.thrown_in, found.misdeals) == (2, 6, 2, 1)
    assert found.seats == (
        SeatStatistics(
            seat=1,
            won=1,
            made={2: 2, 4: 1},
            went_set={},
            points={"high": 3, "low": 3, "jack": 2, "game": 2},
            scored=10,
            best=4,
            worst=0,
        ),
        SeatStatistics(
            seat=2,
            won=0,
            made={2: 1},
            went_set={3: 1},
            points={"high": 2, "low": 2, "jack": 1, "game": 1},
            scored=1,
            best=3,
            worst=-3,
        ),
        SeatStatistics(
            seat=3,
            won=0,
            made={},
            went_set={4: 1},
            points={"high": 1, "low": 1, "jack": 1, "game": 1},
            scored=-2,
            best=1,
            worst=-4,
        ),
    )


def test_an_evening_that_has_not_begun() -> None:
    found = statistics(reckon(set_up(seats=2), []))
    assert (found.matches, found.deals, found.thrown_in, found.misdeals) == (1, 0, 0, 0)
    assert found.seats == tuple(
        SeatStatistics(seat, 0, {}, {}, {}, scored=0, best=None, worst=None) for seat in (1, 2)
    )


def test_lines_that_do_not_count_are_left_out() -> None:
    sheet = written(set_up(), sweep(1, 2), sweep(2, 2), Misdeal(), ThrownIn(), sweep(2, 2))
    found = statistics(made(sheet, Corrected(2, sweep(1))).reckoning)
    assert (found.deals, found.thrown_in, found.misdeals) == (2, 0, 0)
    assert (found.seats[0].made, found.seats[0].scored, found.seats[0].won) == ({2: 1, 4: 1}, 8, 1)
    assert (found.seats[1].made, found.seats[1].best) == ({}, 0)


def test_a_sheet_of_two_has_two_seats() -> None:
    assert len(statistics(written(set_up(seats=2), sweep(1, 2)).reckoning).seats) == 2


@given(st.data(), strategies.seat_counts())
def test_the_sums_are_those_of_the_matches(data: st.DataObject, seats: int) -> None:
    """By the logs that `core` makes."""
    setup = set_up("target=5", seats=seats)
    entries = data.draw(st.lists(strategies.entries(seats), max_size=25))
    found = statistics(reckon(setup, entries))
    second = straight(setup, entries)
    events = [event for log in second.logs for event in log]
    kinds = Counter(map(type, events))
    assert (found.matches, found.deals, found.thrown_in, found.misdeals) == (
        kinds[MatchStarted],
        kinds[DealScored],
        kinds[Thrown],
        kinds[Misdealt],
    )
    summaries = [event.summary for event in events if isinstance(event, DealScored)]
    for seat, one in enumerate(found.seats, start=1):
        assert one.seat == seat
        assert one.scored == sum(match.scores[seat - 1] for match in second.ends)
        assert one.won == sum(event.seat == seat for event in events if isinstance(event, MatchWon))
        assert sum(one.points.values()) == sum(summary.earned[seat - 1] for summary in summaries)
    assert found.deals == sum(
        sum(one.made.values()) + sum(one.went_set.values()) for one in found.seats
    )
