"""What a deal is worth at one score, before anybody has called: the numbers a caller decides by.

Places stand for seats: 0 calls first, the dealer last. Bids are numbered from 0 (a bid of 2) to 2;
standing bids from 0 (none) to 3 (one of 4). Odds are a flat array of float64 of the shape (SIZE,).
"""

from __future__ import annotations

from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from cutthroat.kernel.bits import pick
from cutthroat.kernel.compiled import compiled_inside
from cutthroat.kernel.equity.model import LIBRARY, POINTS, SHARES, SPLITS, TRUTH, Model
from cutthroat.kernel.equity.table import Values, layer_of, places_of
from cutthroat.kernel.options import next_deals
from cutthroat.kernel.scoring import NO_WIN, NOBODY, limit_winner, way_out
from cutthroat.kernel.state import DEALER, SCORE, SCORED, Row

Odds: TypeAlias = NDArray[np.float64]

BIDDER: Final = 0
"""Shape (places, bids, 5): the equity of a bidder whose hand seems to win so many points."""
DEFENDER: Final = BIDDER + 3 * 3 * POINTS
"""Shape (places, places, bids): the equity of a place when another plays a bid."""
THROWN_IN: Final = DEFENDER + 3 * 3 * 3
"""Shape (places,): the equity when all have passed."""
STAYS: Final = THROWN_IN + 3
"""Shape (places + 1, standing, places): how likely nobody outbids a standing bid of a place from
the first place on; of no bid, how likely all pass."""
OVER: Final = STAYS + 4 * 4 * 3
"""Shape (places + 1, standing, places, places): the equity of each place from what outbids it,
times how likely that is."""
WHIM: Final = OVER + 4 * 4 * 3 * 3
"""Shape (places,): how much a whim adds to the worth of a pass at the most."""
LASTING: Final = WHIM + 3
"""How many numbers callers look at; the rest is needed to find them."""
ENDS: Final = LASTING
"""Shape (places, bids, 5, places): the equity of each place when a place wins so many points."""
SEEMS: Final = ENDS + 3 * 3 * POINTS * 3
"""The same, when its hand seems to win so many points."""
BEST: Final = SEEMS + 3 * 3 * POINTS * 3
"""Shape (places, bids, 64): the worth of a bid that stays to each hand of the library."""
SUIT: Final = BEST + 3 * 3 * LIBRARY
"""The same shape: its trump."""
CALLS: Final = SUIT + 3 * 3 * LIBRARY
"""Shape (2, standing, bids, 5): which part of the hands bids so at the first place, and at the one
last looked at of the others; by the points they seem to win."""
BELIEF: Final = CALLS + 2 * 4 * 3 * POINTS
"""Shape (places, bids, 5): the chances of points of a hand on which a place bid."""
SIZE: Final = BELIEF + 3 * 3 * POINTS

_WHIMS: Final = (0.005, 0.03)
"""The most that a whim adds, for two and for three seats: the least by which tables settle."""


@compiled_inside
def standing_at(place: int, standing: int, bidder: int) -> int:
    """Where a place to call finds a standing bid, in STAYS; three times as far in OVER."""
    return (place * 4 + standing) * 3 + bidder


@compiled_inside
def score_at(row: Row, place: int, seats: int) -> int:
    """The score of a place in the deal of `row`."""
    seat = row[DEALER] + 1 + place
    return row[SCORE + pick(seat >= seats, seat - seats, seat)]  # type: ignore[no-any-return]


@compiled_inside
def fill_ends(values: Values, model: Model, row: Row, seats: int, options: int, odds: Odds) -> None:
    """Fill ENDS, SEEMS, BIDDER, THROWN_IN and WHIM from a table."""
    score0, score1 = score_at(row, 0, seats), score_at(row, 1, seats)
    score2 = score_at(row, 2, seats) if seats == 3 else 0
    scored = row[SCORED]
    _fill_thrown_in(values, seats, options, score0, score1, score2, scored, odds)
    for place in range(seats):
        odds[WHIM + place] = _WHIMS[seats - 2]
    odds[ENDS:SEEMS] = 0.0
    split = 0
    for first in range(POINTS):
        for second in range(POINTS - first):
            for third in range(POINTS - first - second if seats == 3 else 1):
                after0, after1, after2 = score0 + first, score1 + second, score2 + third
                made = _equities(values, seats, options, after0, after1, after2, scored + 1)
                for bidder in range(seats):
                    share = model[SHARES + SPLITS * bidder + split]
                    if share == 0.0:
                        continue
                    points = pick(bidder == 0, first, pick(bidder == 1, second, third))
                    before = pick(bidder == 0, score0, pick(bidder == 1, score1, score2))
                    for bid in range(2, 5):
                        at = ENDS + ((bidder * 3 + bid - 2) * POINTS + points) * 3
                        if points < bid:
                            worth = _equities(
                                values,
                                seats,
                                options,
                                pick(bidder == 0, score0 - bid, after0),
                                pick(bidder == 1, score1 - bid, after1),
                                pick(bidder == 2, score2 - bid, after2),
                                scored + 1,
                            )
                        elif way_out(before, before + points, bid, options) != NO_WIN:
                            worth = _won(bidder)
                        else:
                            worth = made
                        odds[at] += share * worth[0]
                        odds[at + 1] += share * worth[1]
                        odds[at + 2] += share * worth[2]
                split += 1
    _fill_seems(model, seats, odds)


@compiled_inside
def _won(place: int) -> tuple[float, float, float]:
    return (
        1.0 if place == 0 else 0.0,
        1.0 if place == 1 else 0.0,
        1.0 if place == 2 else 0.0,
    )


@compiled_inside
def _equities(
    values: Values,
    seats: int,
    options: int,
    score0: int,
    score1: int,
    score2: int,
    scored: int,
) -> tuple[float, float, float]:
    """The equity of each place of this deal once it is scored, when its bidder has not won."""
    winner = limit_winner(score0, score1, score2, seats, scored, options)
    if winner != NOBODY:
        return _won(winner)
    layer = layer_of(values, options, scored)
    place0, place1, place2 = places_of(values, options, seats, score0, score1, score2)
    if seats == 2:
        return (
            float(values[layer, place1, place0, 0, 1]),
            float(values[layer, place1, place0, 0, 0]),
            0.0,
        )
    return (
        float(values[layer, place1, place2, place0, 2]),
        float(values[layer, place1, place2, place0, 0]),
        float(values[layer, place1, place2, place0, 1]),
    )


@compiled_inside
def _fill_thrown_in(
    values: Values,
    seats: int,
    options: int,
    score0: int,
    score1: int,
    score2: int,
    scored: int,
    odds: Odds,
) -> None:
    """R14: the same dealer deals again, or the next one."""
    layer = layer_of(values, options, scored)
    place0, place1, place2 = places_of(values, options, seats, score0, score1, score2)
    passes_on = next_deals(options)
    for place in range(seats):
        own = place - 1 if passes_on else place
        own = pick(own < 0, own + seats, own)
        if seats == 2:
            first, last = pick(passes_on, place1, place0), pick(passes_on, place0, place1)
            odds[THROWN_IN + place] = values[layer, first, last, 0, own]
        else:
            first = pick(passes_on, place1, place0)
            second = pick(passes_on, place2, place1)
            last = pick(passes_on, place0, place2)
            odds[THROWN_IN + place] = values[layer, first, second, last, own]


@compiled_inside
def _fill_seems(model: Model, seats: int, odds: Odds) -> None:
    for bidder in range(seats):
        for bid in range(3):
            start = (bidder * 3 + bid) * POINTS
            for seems in range(POINTS):
                for place in range(seats):
                    worth = 0.0
                    for points in range(POINTS):
                        share = model[TRUTH + POINTS * seems + points]
                        worth += share * odds[ENDS + (start + points) * 3 + place]
                    odds[SEEMS + (start + seems) * 3 + place] = worth
                odds[BIDDER + start + seems] = odds[SEEMS + (start + seems) * 3 + bidder]
