"""What ordinary callers make of sampled deals at a score: how often each way for a deal to end."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from cutthroat.kernel.bits import pick
from cutthroat.kernel.compiled import compiled, compiled_inside
from cutthroat.kernel.equity.answers import ILLEGAL, bid_worth, pass_worth
from cutthroat.kernel.equity.caller import fill_odds
from cutthroat.kernel.equity.deals import BLOCK, Chances, Won
from cutthroat.kernel.equity.model import POINTS, SPLITS, Model
from cutthroat.kernel.equity.odds import BIDDER, SIZE, WHIM, Odds
from cutthroat.kernel.equity.table import Values, floor_of
from cutthroat.kernel.options import dealer_sticks, limit
from cutthroat.kernel.state import DEALER, FIELDS, SCORE, SCORED, Row

Tally: TypeAlias = NDArray[np.int32]
"""Shape (states, endings(seats)): how many of the deals ended so, see `ending`; the last: thrown
in."""
Lanes: TypeAlias = NDArray[np.float32]

Chosen: TypeAlias = NDArray[np.int32]
Ends: TypeAlias = NDArray[np.int32]

_PASSES = 9 * POINTS
"""Among the worths of a score, by place and standing bid: that of a pass."""
_LOST = _PASSES + 36
"""By place and bid: the worth of a bid apart from that of playing it."""
_KEPT = _LOST + 9
"""By place and bid: the chance to play it."""
_SPREAD = _KEPT + 9
"""By place: how much a whim adds to a pass."""
_WORTHS = _SPREAD + 3
_CHUNK = 32
"""Scores whose auctions are held over a block of deals while it is at hand."""


def endings(seats: int) -> int:
    """How many ways there are for a deal to end."""
    return seats * 3 * SPLITS + 1


@compiled_inside
def ending(bidder: int, bid: int, split: int) -> int:
    """The number of a way for a deal to end. bidder: a place. bid: 2 to 4."""
    return (bidder * 3 + bid - 2) * SPLITS + split


@compiled_inside
def put_state(row: Row, number: int, layer: int, values: Values, seats: int, options: int) -> None:
    """Put SCORE, SCORED and DEALER of a place in a table into a row; the dealer is the last seat.

    number: the place in a layer, counted through.
    """
    side, floor = values.shape[1], floor_of(values)
    row[DEALER] = seats - 1
    row[SCORED] = max(0, limit(options) - 1 - layer)
    if seats == 2:
        row[SCORE] = number // side + floor
        row[SCORE + 1] = number % side + floor
        row[SCORE + 2] = 0
    else:
        row[SCORE] = number // (side * side) + floor
        row[SCORE + 1] = number // side % side + floor
        row[SCORE + 2] = number % side + floor


@compiled
def hold_auctions(
    tally: Tally,
    first: int,
    layer: int,
    values: Values,
    model: Model,
    chances: Chances,
    whims: Chances,
    won: Won,
    seats: int,
    options: int,
) -> None:
    """Fill the tallies of states `first`, `first + 1`, … of a layer, by the equities in `values`.

    chances, whims, won: deals, see `deals.Deals`.
    """
    row = np.zeros(FIELDS, np.int64)
    odds = np.zeros(SIZE, np.float64)
    worths = np.zeros((_CHUNK, _WORTHS), np.float32)
    best = np.zeros((3, 3, BLOCK), np.float32)
    trump = np.zeros((3, 3, BLOCK), np.int32)
    standing = np.zeros(BLOCK, np.int32)
    tally[:, :] = 0
    for start in range(0, len(tally), _CHUNK):
        count = min(_CHUNK, len(tally) - start)
        for at in range(count):
            put_state(row, first + start + at, layer, values, seats, options)
            fill_odds(values, model, row, seats, options, odds)
            _fill_worths(worths[at], odds, seats, options)
        for block in range(len(won)):
            for at in range(count):
                _value_block(chances[block], worths[at], best, trump, seats)
                _call_block(worths[at], whims[block], best, standing, seats)
                _count_block(tally[start + at], won[block], standing, trump, seats)


@compiled
def record_auctions(
    ends: Ends,
    state: int,
    layer: int,
    values: Values,
    model: Model,
    chances: Chances,
    whims: Chances,
    seats: int,
    options: int,
) -> None:
    """What each deal comes to in one state: three times the bid, plus the bidder; and the trump.

    ends: receives them, shape (deals, 2); the bid is from 1, and 0 for a deal thrown in.
    """
    row = np.zeros(FIELDS, np.int64)
    odds = np.zeros(SIZE, np.float64)
    worths = np.zeros(_WORTHS, np.float32)
    best = np.zeros((3, 3, BLOCK), np.float32)
    trump = np.zeros((3, 3, BLOCK), np.int32)
    standing = np.zeros(BLOCK, np.int32)
    put_state(row, state, layer, values, seats, options)
    fill_odds(values, model, row, seats, options, odds)
    _fill_worths(worths, odds, seats, options)
    for block in range(len(chances)):
        _value_block(chances[block], worths, best, trump, seats)
        _call_block(worths, whims[block], best, standing, seats)
        for lane in range(BLOCK):
            bid = max(standing[lane] // 3, 1)
            ends[block * BLOCK + lane, 0] = standing[lane]
            ends[block * BLOCK + lane, 1] = trump[standing[lane] % 3, bid - 1, lane]


@compiled_inside
def _fill_worths(worths: Lanes, odds: Odds, seats: int, options: int) -> None:
    """What of the odds is looked at for each deal."""
    for at in range(9 * POINTS):
        worths[at] = odds[BIDDER + at]
    for place in range(seats):
        worths[_SPREAD + place] = odds[WHIM + place]
        for standing in range(4):
            for bidder in range(3):
                at = _PASSES + place * 12 + standing * 3 + bidder
                worths[at] = pass_worth(odds, place, standing, bidder)
        if place == seats - 1 and dealer_sticks(options):
            worths[_PASSES + place * 12] = ILLEGAL
        for bid in range(3):
            lost = bid_worth(odds, place, bid, 0.0)
            worths[_LOST + place * 3 + bid] = lost
            worths[_KEPT + place * 3 + bid] = bid_worth(odds, place, bid, 1.0) - lost


@compiled_inside
def _value_block(chances: Chances, worths: Lanes, best: Lanes, trump: Chosen, seats: int) -> None:
    """What playing each bid is worth to each place in each deal of a block, and its trump."""
    for place in range(seats):
        for bid in range(3):
            at = (place * 3 + bid) * POINTS
            a, b, c = worths[at], worths[at + 1], worths[at + 2]
            d, e = worths[at + 3], worths[at + 4]
            for lane in range(BLOCK):
                most, chosen = np.float32(0), np.int32(0)
                for suit in range(4):
                    worth = (
                        a * chances[place, suit, 0, lane]
                        + b * chances[place, suit, 1, lane]
                        + c * chances[place, suit, 2, lane]
                        + d * chances[place, suit, 3, lane]
                        + e * chances[place, suit, 4, lane]
                    )
                    better = worth > most
                    most = worth if better else most
                    chosen = np.int32(suit) if better else chosen
                best[place, bid, lane] = most
                trump[place, bid, lane] = chosen


@compiled_inside
def _call_block(worths: Lanes, whims: Lanes, best: Lanes, standing: Chosen, seats: int) -> None:
    """The auction of each deal of a block; `standing` gets three times the bid, plus the bidder.

    The bid is from 1, and 0 for a deal thrown in.
    """
    third = np.float32(1 / 3)
    for lane in range(BLOCK):
        standing[lane] = 0
    for place in range(seats):
        lost0, kept0 = worths[_LOST + place * 3], worths[_KEPT + place * 3]
        lost1, kept1 = worths[_LOST + place * 3 + 1], worths[_KEPT + place * 3 + 1]
        lost2, kept2 = worths[_LOST + place * 3 + 2], worths[_KEPT + place * 3 + 2]
        spread = worths[_SPREAD + place]
        passes = worths[_PASSES + place * 12 : _PASSES + place * 12 + 12]
        for lane in range(BLOCK):
            before = standing[lane]
            whim = whims[place, lane] * spread
            chosen, most = before, passes[before] + whim
            worth = lost0 + kept0 * best[place, 0, lane] - whim * third
            better = (worth > most) & (before < 3)
            most = worth if better else most
            chosen = np.int32(3 + place) if better else chosen
            worth = lost1 + kept1 * best[place, 1, lane] + whim * third
            better = (worth > most) & (before < 6)
            most = worth if better else most
            chosen = np.int32(6 + place) if better else chosen
            worth = lost2 + kept2 * best[place, 2, lane] - whim
            better = (worth > most) & (before < 9)
            standing[lane] = np.int32(9 + place) if better else chosen


@compiled_inside
def _count_block(tally: Row, won: Won, standing: Chosen, trump: Chosen, seats: int) -> None:
    for lane in range(BLOCK):
        bid, bidder = standing[lane] // 3, standing[lane] % 3
        bid = max(bid, 1)
        end = ending(bidder, bid + 1, won[bidder, trump[bidder, bid - 1, lane], lane])
        tally[pick(standing[lane] == 0, seats * 3 * SPLITS, end)] += 1
