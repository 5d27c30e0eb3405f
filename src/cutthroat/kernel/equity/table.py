"""Looking up what a match is worth.

A table is a float32 array of the shape (layers, n, n, m, 3). The first axis is how many deals are
still to be scored under the option `limit`, less one; there is one layer without a limit. The next
are scores, from `floor_of` on: of the seat that calls first in the next deal, then of the next,
then of the third; with two seats m is 1. So the dealer comes last. The last axis are the equities
of these seats in the same order: the chance of each to win the match, before the cards are dealt.

Scores outside the table are folded into it, see `folded`.
"""

from __future__ import annotations

from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from cutthroat.kernel.bits import pick
from cutthroat.kernel.compiled import compiled, compiled_inside
from cutthroat.kernel.options import any_four_wins, limit, no_four_wins, target
from cutthroat.kernel.scoring import (
    NO_WIN,
    NOBODY,
    OUTCOMES,
    change,
    earned,
    limit_winner,
    way_out,
)
from cutthroat.kernel.state import DEALER, SCORE, SCORED, Row, left_of

Values: TypeAlias = NDArray[np.float32]
"""A table, see above."""
Payoffs: TypeAlias = NDArray[np.float64]
"""Shape (256, 3), see `solver.payoffs`."""
Equities: TypeAlias = NDArray[np.float64]

FLOORS: Final = (-20, -12)
"""The lowest score in a table for two and for three seats; whatever is below counts as this."""
ABOVE: Final = 8
"""How far a table goes above the target: from there a seat that goes set twice is still there."""


def shape_of(seats: int, target: int, layers: int) -> tuple[int, int, int, int, int]:
    """The shape of a table that goes up to a target."""
    side = target + ABOVE + 1 - FLOORS[seats - 2]
    return layers, side, side, side if seats == 3 else 1, 3


@compiled_inside
def floor_of(values: Values) -> int:
    """The lowest score in a table."""
    return FLOORS[0] if values.shape[3] == 1 else FLOORS[1]


@compiled_inside
def table_target(values: Values) -> int:
    """The target of the match that a table is about."""
    side: int = values.shape[1]
    return side + floor_of(values) - ABOVE - 1


@compiled_inside
def shift_of(values: Values, options: int, leader: int) -> int:
    """How much is taken off all scores where the target is beyond that of the table.

    leader: the highest score. While it is low nothing is; near the target all that is too much.
    """
    reach = table_target(values)
    # A third of the way: far enough from nothing that what is lost below it hardly counts.
    return max(0, min(leader - reach // 3, target(options) - reach))


@compiled_inside
def folded(values: Values, options: int, score: int, shift: int) -> int:
    """The place of a score in a table.

    Where a bid of 4 wins for a seat that has a point (R25), such a score stays one.
    """
    floor = floor_of(values)
    side: int = values.shape[1]
    low = pick(any_four_wins(options) | no_four_wins(options), floor, 1)
    moved = max(score - shift, min(score, low))
    return max(0, min(moved - floor, side - 1))


@compiled_inside
def places_of(
    values: Values, options: int, seats: int, score0: int, score1: int, score2: int
) -> tuple[int, int, int]:
    """The places of the scores of all seats in a table; with two seats the third is 0."""
    leader = max(score0, score1)
    if seats == 3:
        leader = max(leader, score2)
    shift = shift_of(values, options, leader)
    return (
        folded(values, options, score0, shift),
        folded(values, options, score1, shift),
        folded(values, options, score2, shift) if seats == 3 else 0,
    )


@compiled_inside
def layer_of(values: Values, options: int, scored: int) -> int:
    """The layer of a table when so many deals were scored. Option `limit`."""
    layers: int = values.shape[0]
    return max(1, min(limit(options) - scored, layers)) - 1


@compiled_inside
def equity_at(
    values: Values,
    options: int,
    seats: int,
    score0: int,
    score1: int,
    score2: int,
    dealer: int,
    scored: int,
    seat: int,
) -> float:
    """The chance of a seat to win a match that nobody has won yet, before the cards are dealt.

    score0 to score2: of the seats, from 0; score2 does not matter with two seats.
    dealer: who deals next. scored: how many deals were scored.
    """
    layer = layer_of(values, options, scored)
    place0, place1, place2 = places_of(values, options, seats, score0, score1, score2)
    own = seat - dealer - 1
    own = pick(own < 0, own + seats, own)
    if seats == 2:
        first, last = pick(dealer == 0, place1, place0), pick(dealer == 0, place0, place1)
        return float(values[layer, first, last, 0, own])
    first = pick(dealer == 0, place1, pick(dealer == 1, place2, place0))
    second = pick(dealer == 0, place2, pick(dealer == 1, place0, place1))
    last = pick(dealer == 0, place0, pick(dealer == 1, place1, place2))
    return float(values[layer, first, second, last, own])


@compiled
def find_equities(
    values: Values, options: int, scores: Row, dealer: int, scored: int, equities: Equities
) -> None:
    """Fill the equity of each seat, see `equity_at`. scores: one a seat."""
    seats = len(scores)
    score2 = scores[2] if seats == 3 else 0
    for seat in range(seats):
        equities[seat] = equity_at(
            values, options, seats, scores[0], scores[1], score2, dealer, scored, seat
        )


@compiled_inside
def winner_after(
    row: Row,
    seats: int,
    options: int,
    bidder: int,
    bid: int,
    made: bool,  # noqa: FBT001  # compiled functions take no keywords
    score0: int,
    score1: int,
    score2: int,
) -> int:
    """The seat that has won once a deal is scored, else NOBODY. R24 to R26, option `limit`.

    row: SCORE and SCORED from before the deal. score0 to score2: afterwards.
    """
    if made:
        after = pick(bidder == 0, score0, pick(bidder == 1, score1, score2))
        if way_out(row[SCORE + bidder], after, bid, options) != NO_WIN:
            return bidder
    return limit_winner(score0, score1, score2, seats, row[SCORED] + 1, options)


@compiled_inside
def equity_after(
    values: Values,
    row: Row,
    seats: int,
    options: int,
    winner: int,
    score0: int,
    score1: int,
    score2: int,
    seat: int,
) -> float:
    """The equity of a seat once the deal in `row` is scored. winner: as `winner_after` tells."""
    if winner != NOBODY:
        return 1.0 if winner == seat else 0.0
    dealer = left_of(row[DEALER], seats)
    return equity_at(values, options, seats, score0, score1, score2, dealer, row[SCORED] + 1, seat)


@compiled
def fill_payoffs(
    values: Values, row: Row, seats: int, options: int, bidder: int, bid: int, payoffs: Payoffs
) -> None:
    """What each outcome of a deal is worth to each seat: the equity once it is scored.

    row: SCORE and SCORED from before the deal, and in DEALER who dealt it.
    bidder, bid: who plays it for what. payoffs: receives them; with two seats the third column
        is 0.
    """
    for outcome in range(OUTCOMES):
        made = earned(outcome, bidder) >= bid
        score0 = row[SCORE] + change(outcome, 0, bidder, bid)
        score1 = row[SCORE + 1] + change(outcome, 1, bidder, bid)
        score2 = row[SCORE + 2] + (change(outcome, 2, bidder, bid) if seats == 3 else 0)
        winner = winner_after(row, seats, options, bidder, bid, made, score0, score1, score2)
        payoffs[outcome, 2] = 0.0
        for seat in range(seats):
            payoffs[outcome, seat] = equity_after(
                values, row, seats, options, winner, score0, score1, score2, seat
            )
