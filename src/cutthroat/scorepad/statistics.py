"""What an evening was like: the sums over all deals of a sheet that count."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from cutthroat.core.actions import Seat
from cutthroat.scorepad.entries import Misdeal, ThrownIn
from cutthroat.scorepad.reckoning import Reckoning

POINTS = ("high", "low", "jack", "game")
"""The four points by name. R5 to R8."""


@dataclass(frozen=True, slots=True)
class SeatStatistics:
    """What one seat did.

    won: matches. made, went_set: how often, by the size of the bid.
    points: how often it had each of `POINTS`.
    scored: the sum of all changes of its score; may be negative (R21).
    best, worst: the most and the least that one deal changed its score by; None without a deal.
    """

    seat: Seat
    won: int
    made: Mapping[int, int]
    went_set: Mapping[int, int]
    points: Mapping[str, int]
    scored: int
    best: int | None
    worst: int | None


@dataclass(frozen=True, slots=True)
class Statistics:
    """What an evening was like.

    matches: how many were begun. deals: how many were scored.
    """

    matches: int
    deals: int
    thrown_in: int
    misdeals: int
    seats: tuple[SeatStatistics, ...]


def statistics(reckoning: Reckoning) -> Statistics:
    """The statistics of a sheet; lines that do not count are left out."""
    lines = [line for line in reckoning.lines if line.refused is None]
    return Statistics(
        matches=len(reckoning.logs),
        deals=sum(line.summary is not None for line in lines),
        thrown_in=sum(isinstance(line.entry, ThrownIn) for line in lines),
        misdeals=sum(isinstance(line.entry, Misdeal) for line in lines),
        seats=tuple(_of_seat(reckoning, seat) for seat in range(1, reckoning.setup.seats + 1)),
    )


def _of_seat(reckoning: Reckoning, seat: Seat) -> SeatStatistics:
    summaries = [line.summary for line in reckoning.lines if line.summary is not None]
    bids = [summary for summary in summaries if summary.bidder == seat]
    changes = [summary.change[seat - 1] for summary in summaries]
    owned = Counter(
        name for summary in summaries for name in POINTS if getattr(summary.points, name) == seat
    )
    return SeatStatistics(
        seat=seat,
        won=sum(won is not None and won.seat == seat for won in reckoning.winners),
        made=Counter(summary.bid for summary in bids if summary.made),
        went_set=Counter(summary.bid for summary in bids if not summary.made),
        points=owned,
        scored=sum(changes),
        best=max(changes, default=None),
        worst=min(changes, default=None),
    )
