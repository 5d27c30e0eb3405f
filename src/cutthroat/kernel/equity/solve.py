"""Finding the equities of ordinary callers: policy iteration over sampled deals.

Each round holds the auctions of all deals at every score by the equities so far, and works out what
each score is worth if everybody calls so; then the equities move a part of the way there. They have
settled when the equities of those callers are the ones they call by.

What a deal yields by bidder and trump is known beforehand, so a round is auctions only. Under the
option `limit` the layers are found one after the other, from the last deal back.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final

import numpy as np
from numpy.typing import NDArray

from cutthroat.core.rules import Rules
from cutthroat.kernel.easy.weights import Weights
from cutthroat.kernel.equity.auctions import endings, hold_auctions, record_auctions
from cutthroat.kernel.equity.deals import BLOCK, Deals, sample_deals
from cutthroat.kernel.equity.evaluate import Moves, Worths, moves_of, sweep
from cutthroat.kernel.equity.learn import first_model, learned
from cutthroat.kernel.equity.model import Model, splits
from cutthroat.kernel.equity.table import FLOORS, Values, shape_of
from cutthroat.kernel.options import packed
from cutthroat.kernel.threads import in_parts

Tell = Callable[[float], None]
"""Is told which part of the work is done, from 0 to 1."""

_SEED: Final = 7
"""The same deals for every table: only so does making it again bring the same."""
_SLICES: Final = 8
"""How often a round tells how far it is."""
_SETTLED: Final = 1e-6
"""The change of an equity below which the sweeps of a round stop: less than a table keeps."""
_MOST_SWEEPS: Final = 500
"""Sweeps of a round at the most; the next round goes on where they ended."""
_LESSONS: Final = (2, 5)
"""Rounds after which the model is learned anew, from auctions at some scores."""
_LESSON_SCORES: Final = 40
_LESSONS_END: Final = 4
"""How far below the top of the table the scores of lessons end."""
_SPREAD: Final = 5.0
"""How many points make a match seem won at first."""
_FIRST_STEP: Final = 0.5
_LEAST_STEP: Final = 0.05
_SHORTER: Final = 0.8
"""Which part of the way equities move: shorter whenever a round overshoots, see `_PROGRESS`."""
_PROGRESS: Final = 0.9
"""A round that leaves more than this part of the change of the one before shortens the steps."""


@dataclass(frozen=True, slots=True)
class Effort:
    """How much work a table is worth.

    deals: how many are sampled; early rounds take the first `few` of them.
    early, late: rounds with few deals, and with all; under a limit those of the last deal.
    each: rounds for each deal before that: the last with all deals, the others with few.
    layers: how many deals yet to be scored are told apart at the most under a limit.
    target: the highest target of which all scores are told apart.
    """

    few: int
    deals: int
    early: int
    late: int
    each: int
    layers: int
    target: int


FULL: Final = {
    2: Effort(few=4096, deals=65536, early=30, late=30, each=2, layers=20, target=40),
    3: Effort(few=2048, deals=24576, early=40, late=26, each=2, layers=20, target=15),
}
"""What the tables of the package are made with, by seats: minutes of work."""
QUICK: Final = {
    2: Effort(few=1024, deals=2048, early=10, late=6, each=2, layers=20, target=30),
    3: Effort(few=512, deals=1024, early=5, late=2, each=2, layers=1, target=14),
}
"""The same for tables that somebody waits for: some seconds."""
QUICK_LIMITED: Final = {
    2: Effort(few=1024, deals=1024, early=3, late=1, each=1, layers=20, target=30),
    3: Effort(few=512, deals=512, early=2, late=1, each=1, layers=12, target=13),
}
"""The same under the option `limit`."""


@dataclass(slots=True)
class Work:
    """A table that is being made; all that must be kept to go on with it.

    done: how many rounds. change: by how much the last one would have changed equities, at the most
    and on average, had they moved all the way. step: which part of the way they move.
    """

    values: Values
    model: Model
    done: int = 0
    change: tuple[float, float] = (1.0, 1.0)
    step: float = _FIRST_STEP


class Solver:
    """Makes the table of some house rules, round by round."""

    def __init__(
        self, rules: Rules, seats: int, weights: Weights, effort: Effort, threads: int = 1
    ) -> None:
        """A solver for 2 or 3 seats. What it finds does not depend on the number of threads.

        weights: of `easy`, for these rules and seats.
        """
        self.seats = seats
        target = min(rules.target, effort.target)
        self.options = packed(replace(rules, target=target))  # a match to where the table ends
        self.effort = effort
        self.threads = threads
        self.limited = rules.limit is not None
        layers = min(rules.limit or 1, effort.layers)
        self.shape = shape_of(seats, target, layers)
        self.deals = sample_deals(
            seats, self.options, weights, effort.deals, seed=_SEED, threads=threads
        )
        self.few = self.deals.first(max(1, effort.few // BLOCK))
        self._points = splits(seats)
        self._states = self.shape[1] * self.shape[2] * self.shape[3]
        self._last: Moves | None = None
        self._tally = np.zeros((self._states, endings(seats)), np.int32)

    @property
    def rounds(self) -> int:
        """How many rounds there are in all."""
        return self.effort.early + self.effort.late + self.effort.each * (self.shape[0] - 1)

    def begin(self, like: Values | None = None) -> Work:
        """A table that nothing was done for. like: one to begin from, if it has the same scores."""
        model = first_model(self.few)
        step = 1.0 if self.limited else _FIRST_STEP  # few matches go beyond the last deal
        values = np.zeros(self.shape, np.float32)
        if like is not None and like.shape[1:] == self.shape[1:]:
            values[:] = like[0]
            return Work(values, model, step=step)
        side, floor = self.shape[1], FLOORS[self.seats - 2]
        scores = np.indices((side,) * self.seats) + floor
        chance = np.exp(scores / _SPREAD)
        chance /= chance.sum(axis=0)
        for place in range(self.seats):
            values[..., place] = chance[place].reshape(self.shape[1:4])
        return Work(values, model, step=step)

    def go_on(self, work: Work, tell: Tell) -> None:
        """Do the next round. tell: is told which part of all rounds is done."""
        first = self.effort.early + self.effort.late
        if work.done < first:
            self._settle(work, tell)
        else:
            self._add_layer(work, 1 + (work.done - first) // self.effort.each, tell)
        work.done += 1
        tell(work.done / self.rounds)

    def moves(self, work: Work, layer: int, deals: Deals, tell: Tell) -> Moves:
        """How deals at each score of a layer end between those who call by its equities."""
        bounds = [self._states * part // _SLICES for part in range(_SLICES + 1)]
        for part, (start, stop) in enumerate(pairwise(bounds)):
            self._hold(work, layer, deals, start, stop)
            tell((work.done + part / _SLICES) / self.rounds)
        return moves_of(self._tally, layer, work.values, self._points, self.seats, self.options)

    def equities(self, work: Work, layer: int, moves: Moves) -> NDArray[np.float32]:
        """The equities that follow from such moves. Shape (states, 3)."""
        worths = self._follow(work.values, layer)
        found = worths[-self._states :] if layer else worths
        for _ in range(_MOST_SWEEPS):
            if sweep(found, worths, *moves, self.seats, 0.0) < _SETTLED:
                break
        return found[: self._states]

    def length(self) -> float | None:
        """How many deals a match from nothing has on average, by the moves of the last round.

        None before any, and under a limit.
        """
        if self._last is None or self.limited:
            return None
        side, start = self.shape[1], -FLOORS[self.seats - 2]
        return float(self.lengths(self._last)[sum(start * side**at for at in range(self.seats))])

    def lengths(self, moves: Moves) -> NDArray[np.float32]:
        """How many deals will be scored from each state of a match without a limit."""
        worths = np.zeros((self._states + 3, 3), np.float32)
        for _ in range(10 * _MOST_SWEEPS):
            if sweep(worths, worths, *moves, self.seats, 1.0) < 1e-3:
                break
        return worths[: self._states, 0]

    def _hold(self, work: Work, layer: int, deals: Deals, start: int, stop: int) -> None:
        def part(first: int, last: int) -> None:
            hold_auctions(
                self._tally[start + first : start + last],
                start + first,
                layer,
                work.values,
                work.model,
                *deals,
                self.seats,
                self.options,
            )

        in_parts(part, stop - start, self.threads)

    def _settle(self, work: Work, tell: Tell) -> None:
        late = work.done >= self.effort.early
        fresh = work.done - 1 in _LESSONS
        self._last = moves = self.moves(work, 0, self.deals if late else self.few, tell)
        found = self.equities(work, 0, moves)
        layer = work.values[0].reshape(self._states, 3)
        change = found - layer
        before = work.change[1]
        work.change = float(np.abs(change).max()), float(np.abs(change).mean())
        if work.done == self.effort.early:
            work.step = _FIRST_STEP
        elif work.change[1] > _PROGRESS * before and not fresh:
            work.step = max(_LEAST_STEP, work.step * _SHORTER)
        layer += np.float32(work.step) * change
        work.values[1:] = work.values[0]
        if work.done in _LESSONS:
            work.model = self._learn(work)

    def _add_layer(self, work: Work, layer: int, tell: Tell) -> None:
        done = work.done - self.effort.early - self.effort.late + 1
        late = done % self.effort.each == 0
        moves = self.moves(work, layer, self.deals if late else self.few, tell)
        found = self.equities(work, layer, moves).reshape(self.shape[1:])
        change = np.abs(found - work.values[layer])
        work.change = float(change.max()), float(change.mean())
        work.values[layer] = found
        work.values[layer + 1 :] = found

    def _follow(self, values: Values, layer: int) -> Worths:
        """The worths of all that may follow a deal in a layer, see `evaluate.Worths`."""
        own = self._states if layer else 0
        worths = np.zeros((self._states + 3 + own, 3), np.float32)
        worths[: self._states] = values[max(0, layer - 1)].reshape(self._states, 3)
        for place in range(self.seats):
            worths[self._states + place, (place - 1) % self.seats] = 1
        if layer:
            worths[self._states + 3 :] = values[layer].reshape(self._states, 3)
        return worths

    def _learn(self, work: Work) -> Model:
        """A model of the auctions at some scores from nothing to a little above the target."""
        chance = np.random.default_rng(_SEED)
        floor = -FLOORS[self.seats - 2]
        scores = chance.integers(floor, self.shape[1] - _LESSONS_END, (_LESSON_SCORES, self.seats))
        states = np.ravel_multi_index(tuple(scores.T), (self.shape[1],) * self.seats)
        count = len(self.few.won) * BLOCK
        told = np.zeros((len(states), count, 2), np.int32)
        for ends, state in zip(told, states, strict=True):
            record_auctions(
                ends,
                int(state),
                0,
                work.values,
                work.model,
                self.few.chances,
                self.few.whims,
                self.seats,
                self.options,
            )
        deal = np.tile(np.arange(count), len(states))
        standing, trump = told.reshape(-1, 2).astype(np.int64).T
        played = standing > 0
        bidder, bid = standing[played] % 3, standing[played] // 3 + 1
        return learned(work.model, self.few, deal[played], bidder, trump[played], bid, self.seats)
