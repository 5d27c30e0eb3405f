"""The equities that follow from how deals end: sweeps over all scores until they settle.

All is counted in the places of a deal. In the next deal each place is one nearer to the deal: 1 is
0 then, and 0 is the last.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from cutthroat.kernel.bits import pick
from cutthroat.kernel.compiled import compiled, compiled_inside
from cutthroat.kernel.equity.auctions import Tally, put_state
from cutthroat.kernel.equity.model import SPLITS
from cutthroat.kernel.equity.table import Values, places_of, winner_after
from cutthroat.kernel.options import next_deals
from cutthroat.kernel.scoring import NOBODY
from cutthroat.kernel.state import FIELDS, SCORE, Row, Rows

Worths: TypeAlias = NDArray[np.float32]
"""What states are worth to each place: its equity, or how many deals there will be.

Shape (rows, 3): first the states in which the next deal may be dealt, then a match that was won by
place 0, 1 or 2 of the deal before; then the states of the layer itself, if it is another."""
Shares: TypeAlias = NDArray[np.float32]
Successors: TypeAlias = NDArray[np.int32]


class Moves(NamedTuple):
    """How the deals at each state of a layer end.

    starts: shape (states + 1,): where the moves of a state begin.
    successors: the row of `Worths` of what follows.
    shares: how likely.
    """

    starts: Row
    successors: Successors
    shares: Shares


def moves_of(
    tally: Tally, layer: int, values: Values, points: Rows, seats: int, options: int
) -> Moves:
    """The moves of a layer; deals thrown in for a redeal are left out.

    points: those of each split.
    """
    starts = np.zeros(len(tally) + 1, np.int64)
    np.cumsum(np.count_nonzero(tally, axis=1), out=starts[1:])
    successors = np.zeros(starts[-1], np.int32)
    shares = np.zeros(starts[-1], np.float32)
    list_moves(starts, successors, shares, tally, layer, values, points, seats, options)
    return Moves(starts, successors, shares)


@compiled
def list_moves(
    starts: Row,
    successors: Successors,
    shares: Shares,
    tally: Tally,
    layer: int,
    values: Values,
    points: Rows,
    seats: int,
    options: int,
) -> None:
    """Fill the moves, see `Moves`."""
    row = np.zeros(FIELDS, np.int64)
    thrown = seats * 3 * SPLITS
    redeals = not next_deals(options)
    own = len(tally) + 3 if layer else 0
    for state in range(len(tally)):
        put_state(row, state, layer, values, seats, options)
        total = 0
        for end in range(thrown + 1):
            total += tally[state, end]
        if redeals:
            total -= tally[state, thrown]
        at = starts[state]
        for end in range(thrown + 1):
            count = tally[state, end]
            if count:
                if end < thrown:
                    successors[at] = _successor(end, row, values, points, seats, options)
                    shares[at] = count / total
                elif redeals:
                    successors[at] = 0
                    shares[at] = 0.0
                else:
                    successors[at] = _state_after(
                        values, options, seats, row[SCORE], row[SCORE + 1], row[SCORE + 2]
                    )
                    successors[at] += own
                    shares[at] = count / total
                at += 1


@compiled_inside
def _successor(end: int, row: Row, values: Values, points: Rows, seats: int, options: int) -> int:
    split, bid, bidder = end % SPLITS, end // SPLITS % 3 + 2, end // SPLITS // 3
    made = points[split, bidder] >= bid
    score0 = row[SCORE] + _change(points, split, 0, bidder, bid)
    score1 = row[SCORE + 1] + _change(points, split, 1, bidder, bid)
    score2 = row[SCORE + 2] + _change(points, split, 2, bidder, bid)
    winner = winner_after(row, seats, options, bidder, bid, made, score0, score1, score2)
    if winner != NOBODY:
        side = values.shape[1]
        return side * side * values.shape[3] + winner  # type: ignore[no-any-return]
    return _state_after(values, options, seats, score0, score1, score2)


@compiled_inside
def _change(points: Rows, split: int, seat: int, bidder: int, bid: int) -> int:
    won = points[split, seat]
    return pick((seat == bidder) & (won < bid), -bid, won)


@compiled_inside
def _state_after(
    values: Values, options: int, seats: int, score0: int, score1: int, score2: int
) -> int:
    """The state of the next deal, which the place that called first in this one deals."""
    side: int = values.shape[1]
    place0, place1, place2 = places_of(values, options, seats, score0, score1, score2)
    if seats == 2:
        return place1 * side + place0
    return (place1 * side + place2) * side + place0


@compiled
def sweep(
    found: Worths,
    worths: Worths,
    starts: Row,
    successors: Successors,
    shares: Shares,
    seats: int,
    reward: float,
) -> float:
    """Find what each state is worth from what those are that follow.

    found: receives it; it may be `worths`. reward: of each deal, to every place.
    Returns by how much one changed at the most.
    """
    most = 0.0
    for state in range(len(starts) - 1):
        first, second, third, total = 0.0, 0.0, 0.0, 0.0
        for at in range(starts[state], starts[state + 1]):
            share, after = shares[at], successors[at]
            total += share
            first += share * worths[after, 0]
            second += share * worths[after, 1]
            third += share * worths[after, 2]
        if total == 0.0:  # nobody ever bids: it stays what it is
            continue
        last = third if seats == 3 else second
        between = second if seats == 3 else 0.0
        most = max(
            most, abs(last + reward - found[state, 0]), abs(first + reward - found[state, 1])
        )
        found[state, 0] = last + reward
        found[state, 1] = first + reward
        if seats == 3:
            most = max(most, abs(between + reward - found[state, 2]))
            found[state, 2] = between + reward
    return most
