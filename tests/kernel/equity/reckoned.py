"""Functions of the equities that tests in Python can call, and plain reckoning beside them."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from cutthroat.core.rules import Four, Out, Rules
from cutthroat.kernel import state
from cutthroat.kernel.compiled import compiled
from cutthroat.kernel.easy.weights import Weights
from cutthroat.kernel.equity import caller
from cutthroat.kernel.equity.model import Model
from cutthroat.kernel.equity.odds import SIZE
from cutthroat.kernel.equity.table import Values
from cutthroat.kernel.state import Row

Numbers = NDArray[np.float64]


def row_at(scores: Sequence[int], dealer: int, scored: int = 0) -> Row:
    """A deal about to be dealt. dealer: from 0."""
    row: Row = state.new_rows(1)[0]
    row[state.SCORE : state.SCORE + len(scores)] = scores
    row[state.DEALER], row[state.SCORED] = dealer, scored
    row[state.BIDDER] = row[state.WINNER] = 3
    row[state.TURN] = (dealer + 1) % len(scores)
    return row


@compiled
def odds_at(values: Values, model: Model, row: Row, seats: int, options: int) -> Numbers:
    odds = np.zeros(SIZE, np.float64)
    caller.fill_odds(values, model, row, seats, options, odds)
    return odds


@compiled
def counts_of(hand: int, options: int, weights: Weights) -> Numbers:
    counts = np.full((4, 5), np.nan)
    caller.counts_of(hand, options, weights, counts)
    return counts


@compiled
def call_worths(odds: Numbers, row: Row, counts: Numbers, seats: int, options: int) -> Numbers:
    worths = np.full(4, np.nan)
    caller.call_worths(odds, row, counts, seats, options, worths)
    return worths


@compiled
def best_call(odds: Numbers, row: Row, counts: Numbers, seats: int, options: int) -> int:
    return caller.best_call(odds, row, counts, seats, options, np.zeros(4))


@compiled
def ordinary_call(  # noqa: PLR0917
    odds: Numbers, row: Row, counts: Numbers, seats: int, options: int, whim: float
) -> int:
    return caller.ordinary_call(odds, row, counts, seats, options, np.zeros(4), whim)


@compiled
def best_trump(odds: Numbers, row: Row, counts: Numbers, seats: int) -> int:
    return caller.best_trump(odds, row, counts, seats)


def after_the_deal(
    rules: Rules,
    *,
    scores: Sequence[int],
    scored: int,
    bidder: int,
    bid: int,
    points: Sequence[int],
) -> tuple[list[int], int | None]:
    """The scores and the winner, word by word as R20 to R26 have it."""
    made = points[bidder] >= bid
    after = [score + won for score, won in zip(scores, points, strict=True)]
    if not made:
        after[bidder] = scores[bidder] - bid
    if made and scores[bidder] >= rules.target:
        return after, bidder
    if made and rules.out is Out.REACH and after[bidder] >= rules.target:
        return after, bidder
    positive = scores[bidder] >= 1 or rules.four is Four.ANY
    if made and bid == 4 and rules.four is not Four.OFF and positive:
        return after, bidder
    top = [seat for seat, score in enumerate(after) if score == max(after)]
    if rules.limit is not None and scored + 1 >= rules.limit and len(top) == 1:
        return after, top[0]
    return after, None


def least_unlikely(freedom: int) -> float:
    """What a chi-square statistic exceeds once in a thousand times.

    Wilson and Hilferty, "The distribution of chi-square", 1931: right to a part in 300 from 10
    degrees of freedom on.
    """
    normal = 3.0902
    return float(freedom * (1 - 2 / (9 * freedom) + normal * sqrt(2 / (9 * freedom))) ** 3)
