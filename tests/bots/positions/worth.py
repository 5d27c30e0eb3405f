"""What each move of a position is worth, on average over deals that fit what the seat has seen.

Each deal is solved with all hands open: minimax with two seats, each for itself with three (max^n).
Calls are worth what the deal comes to when it is played so: the bidder leads what is best for it.
Seats that call later do so as `easy` would.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import islice
from random import Random

import numpy as np
from numpy.typing import NDArray

from cutthroat.bots.easy_weights import easy_weights
from cutthroat.core.actions import Bid, next_seat
from cutthroat.core.match import winner
from cutthroat.core.scoring import Points, settle
from cutthroat.kernel import state
from cutthroat.kernel.auction import ACTIONS, action_of
from cutthroat.kernel.compiled import compiled
from cutthroat.kernel.easy.play import easy
from cutthroat.kernel.easy.weights import Weights
from cutthroat.kernel.options import packed
from cutthroat.kernel.scoring import OUTCOMES
from cutthroat.kernel.solver.payoffs import Payoffs
from cutthroat.kernel.solver.values import values_for_all, values_for_side
from cutthroat.kernel.state import Row, Rows
from tests.bots.positions.collection import Position, word_of
from tests.bots.positions.standing import Standing
from tests.bots.positions.worlds import rows_in, worlds


@dataclass(frozen=True, slots=True)
class Worth:
    """Of each legal move, by word, what it is worth in each of the same deals."""

    moves: dict[str, NDArray[np.float64]]

    def mean(self, word: str) -> float:
        return float(self.moves[word].mean())

    def ahead(self, word: str, other: str) -> tuple[float, float]:
        """By how much a move is worth more than another, and the standard error of that."""
        gain = self.moves[word] - self.moves[other]
        return float(gain.mean()), float(gain.std(ddof=1) / len(gain) ** 0.5)


def worth_of(position: Position, standing: Standing, deals: int, seed: int = 0) -> Worth:
    """What each legal move is worth, over so many deals."""
    rows = rows_in(position, list(islice(worlds(position, Random(seed)), deals)))
    if rows[0, state.STAGE] == state.AUCTION:
        return _worth_of_calls(position, rows, standing)
    found = [_values(position, row, standing) for row in rows]
    me = position.you - 1
    return Worth({word: np.array([value[word][me] for value in found]) for word in found[0]})


def worth_played_on(position: Position, standing: Standing, deals: int, seed: int = 0) -> Worth:
    """The same where nobody sees hidden cards: after each move all seats go on as `easy` would."""
    rows = rows_in(position, list(islice(worlds(position, Random(seed)), deals)))
    moves = {}
    for number in _legal(position, rows[0]):
        after = rows.copy()
        _do(after, number, *_house(position)[:2])
        _go_on(after, state.PLAY, *_house(position))
        moves[_word(number)] = np.array([_reached(position, row, standing) for row in after])
    return Worth(moves)


def _reached(position: Position, row: Row, standing: Standing) -> float:
    """What a deal that is over has come to, for the seat of the position."""
    if row[state.STAGE] == state.OVER:
        return float(row[state.WINNER] == position.you - 1)
    scores = tuple(row[state.SCORE : state.SCORE + position.seats].tolist())
    dealer, scored = int(row[state.DEALER]) + 1, int(row[state.SCORED])
    return standing(scores, dealer, scored)[position.you - 1]


def _worth_of_calls(position: Position, rows: Rows, standing: Standing) -> Worth:
    moves = {}
    for number in _legal(position, rows[0]):
        after = rows.copy()
        _do(after, number, *_house(position)[:2])
        _go_on(after, state.AUCTION, *_house(position))
        moves[_word(number)] = np.array([_opened(position, row, standing) for row in after])
    return Worth(moves)


def _opened(position: Position, row: Row, standing: Standing) -> float:
    """What a deal is worth to the seat of the position when its bidder is to lead."""
    if row[state.STAGE] == state.THROWN_IN:
        return _reached(position, row, standing)
    bidder, seats = int(row[state.BIDDER]), position.seats
    values = _values(position, row, standing).values()
    chosen = max(
        values,
        key=lambda each: (each[bidder], -sum(each) + each[bidder], -each[(bidder + 1) % seats]),
    )
    return chosen[position.you - 1]


def _values(position: Position, row: Row, standing: Standing) -> dict[str, tuple[float, ...]]:
    """What each card is worth to each seat."""
    bid = Bid(int(row[state.BIDDER]) + 1, int(row[state.BID]))
    payoffs = payoffs_of(position, bid, standing)
    options = packed(position.rules)
    if position.seats == 3:
        found = values_for_all(row, 3, options, payoffs)
        return {_word(card): value for card, value in found.items()}
    first = values_for_side(row, 2, options, np.ascontiguousarray(payoffs[:, 0]), 1)
    return {_word(card): (value, 1 - value) for card, value in first.items()}


@cache
def payoffs_of(position: Position, bid: Bid, standing: Standing) -> Payoffs:
    """What each outcome is worth to each seat: the match if it is won by it. R20 to R26."""
    table = np.zeros((OUTCOMES, 3))
    seats = position.seats
    for outcome in range(OUTCOMES):
        owners = [outcome >> shift & 3 for shift in (0, 2, 4, 6)]
        points = Points(*[owner + 1 if owner < seats else None for owner in owners])
        summary = settle(1, position.scores, bid, points, None)
        won = winner(position.rules, position.scores, summary, position.scored + 1)
        if won:
            table[outcome, won.seat - 1] = 1
        else:
            dealer = next_seat(position.dealer, seats)
            table[outcome, :seats] = standing(summary.scores, dealer, position.scored + 1)
    return table


def _legal(position: Position, row: Row) -> list[int]:
    """The numbers of what the seat may do."""
    mask = _legal_mask(row, *_house(position)[:2])
    return [number for number in range(ACTIONS) if mask >> number & 1]


def _house(position: Position) -> tuple[int, int, Weights]:
    return (
        position.seats,
        packed(position.rules),
        easy_weights(position.rules, position.seats),
    )


def _word(number: int) -> str:
    return word_of(action_of(number, 1))


@compiled
def _legal_mask(row: Row, seats: int, options: int) -> int:
    return state.legal_actions(row, seats, options)


@compiled
def _do(rows: Rows, action: int, seats: int, options: int) -> None:
    """One action in each row."""
    for place in range(len(rows)):
        state.act(rows[place], action, seats, options)


@compiled
def _go_on(rows: Rows, last: int, seats: int, options: int, weights: Weights) -> None:
    """What `easy` would do in each row until the stage is none of those up to `last`."""
    for place in range(len(rows)):
        row = rows[place]
        while row[state.STAGE] <= last:
            legal = state.legal_actions(row, seats, options)
            state.act(row, easy(row, legal, seats, options, weights), seats, options)
