"""Whole matches between ordinary callers with new cards: what a table is checked against."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from cutthroat.kernel import state
from cutthroat.kernel.auction import points_of
from cutthroat.kernel.compiled import compiled, compiled_inside
from cutthroat.kernel.easy.weights import Weights
from cutthroat.kernel.equity.caller import best_trump, counts_of, fill_odds, ordinary_call
from cutthroat.kernel.equity.deals import next_whim, play_ordinary
from cutthroat.kernel.equity.model import POINTS, Model
from cutthroat.kernel.equity.odds import LASTING, SIZE, Odds
from cutthroat.kernel.equity.table import Values, floor_of
from cutthroat.kernel.scoring import NOBODY
from cutthroat.kernel.state import Row, Rows

Kept: TypeAlias = NDArray[np.float64]
Flags: TypeAlias = NDArray[np.bool_]


def room_for_odds(values: Values) -> tuple[Kept, Flags]:
    """Room in which `ordinary_matches` keeps the odds of each score once it has found them.

    It may be used again with the same table, by one thread at a time. Under a limit there are too
    many scores, and nothing is kept.
    """
    layers, first, second, third, _ = values.shape
    states = first * second * third if layers == 1 else 0
    return np.zeros((states, LASTING), np.float64), np.zeros(states, np.bool_)


@compiled
def ordinary_matches(
    rows: Rows,
    start: Row,
    values: Values,
    model: Model,
    kept: Kept,
    known: Flags,
    weights: Weights,
    seats: int,
    options: int,
    seed: int,
    first: int,
    deal_limit: int,
) -> None:
    """Play matches on from a score to their end; of each row STAGE, WINNER and others tell of it.

    rows: shape (matches, FIELDS), of any content. start: SCORE, SCORED and DEALER, who deals next.
    kept, known: see `room_for_odds`. seed, first: which cards are dealt, as in `simulation`.
    deal_limit: after so many deals, redeals included, a match is closed.
    """
    counts = np.zeros((3, 4, POINTS), np.float64)
    worths = np.zeros(4, np.float64)
    odds = np.zeros(SIZE, np.float64)
    for place in range(len(rows)):
        row = rows[place]
        state.begin(row, seats, seed, first + place)
        row[state.DEALER], row[state.SCORED] = start[state.DEALER], start[state.SCORED]
        for seat in range(3):
            row[state.SCORE + seat] = start[state.SCORE + seat]
        while row[state.STAGE] != state.OVER and row[state.DEAL] < deal_limit:
            state.deal(row, seats, options)
            _find_odds(odds, row, values, model, kept, known, seats, options)
            _play_deal(row, odds, counts, worths, weights, seats, options)


@compiled_inside
def _find_odds(
    odds: Odds,
    row: Row,
    values: Values,
    model: Model,
    kept: Kept,
    known: Flags,
    seats: int,
    options: int,
) -> None:
    side, at, inside = values.shape[1], 0, len(known) > 0
    for place in range(seats):
        seat = (row[state.DEALER] + 1 + place) % seats
        score = row[state.SCORE + seat] - floor_of(values)
        inside = inside and 0 <= score < side
        at = at * side + score
    if not inside:
        fill_odds(values, model, row, seats, options, odds)
        return
    if not known[at]:
        fill_odds(values, model, row, seats, options, odds)
        known[at] = True
        for number in range(LASTING):
            kept[at, number] = odds[number]
    for number in range(LASTING):
        odds[number] = kept[at, number]


@compiled_inside
def _play_deal(
    row: Row,
    odds: Odds,
    counts: Kept,
    worths: Odds,
    weights: Weights,
    seats: int,
    options: int,
) -> None:
    for _ in range(seats):
        if row[state.STAGE] == state.AUCTION:
            seat = row[state.TURN]
            counts_of(row[state.HAND + seat], options, weights, counts[seat])
            whim = next_whim(row)
            action = ordinary_call(odds, row, counts[seat], seats, options, worths, whim)
            state.call(row, points_of(action), seats, options)
    if row[state.STAGE] == state.OPENING:
        bidder, bid, calls = row[state.BIDDER], row[state.BID], row[state.CALLS]
        scores = row[state.SCORE], row[state.SCORE + 1], row[state.SCORE + 2]
        scored, deal = row[state.SCORED], row[state.DEAL]
        trump = best_trump(odds, row, counts[bidder], seats)
        play_ordinary(row, bidder, trump, seats, options, weights)
        row[state.BIDDER], row[state.BID], row[state.CALLS] = bidder, bid, calls
        row[state.SCORE], row[state.SCORE + 1], row[state.SCORE + 2] = scores
        row[state.SCORED], row[state.DEAL] = scored, deal
        row[state.WINNER] = NOBODY
        state.score(row, seats, options)
