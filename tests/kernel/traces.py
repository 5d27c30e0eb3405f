"""Random deals as the kernel plays them, with all it says on the way."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cutthroat.kernel import state
from cutthroat.kernel.compiled import compiled
from cutthroat.kernel.options import packed
from cutthroat.kernel.policies import UNIFORM, choose
from cutthroat.kernel.scoring import card_points
from tests.kernel.tables_of_rules import Setting

Ints = NDArray[np.int64]

STEPS = 21
"""Actions in a deal at the most: three calls and 18 cards."""


@dataclass(frozen=True)
class Traces:
    """What the kernel said of each deal.

    starts: shape (deals, 5): the scores of three seats before the deal, the dealer, and how many
        deals were scored.
    steps: shape (deals, STEPS, 3): before each action what was legal and whose turn it was, and the
        action. How many there were is in `counts`.
    ends: shape (deals, state.FIELDS): the row after the deal.
    card_points, changes: shape (deals, 3).
    """

    setting: Setting
    starts: Ints
    counts: Ints
    steps: Ints
    ends: Ints
    card_points: Ints
    changes: Ints


def random_starts(setting: Setting, count: int, seed: int) -> Ints:
    """Where matches may stand before a deal, more often than not near to an end of the match."""
    chance = np.random.default_rng(seed)
    starts = np.zeros((count, 5), np.int64)
    around = np.array([0, 1, setting.rules.target])
    scores = chance.choice(around, (count, setting.seats)) + chance.integers(-5, 4, (count, 1))
    starts[:, : setting.seats] = scores + chance.integers(-1, 2, (count, setting.seats))
    starts[:, 3] = chance.integers(0, setting.seats, count)
    starts[:, 4] = np.maximum((setting.rules.limit or 10) + chance.integers(-4, 4, count), 0)
    return starts


def trace(setting: Setting, count: int, seed: int) -> Traces:
    """Play deals at random from random scores."""
    starts = random_starts(setting, count, seed)
    traces = Traces(
        setting,
        starts,
        counts=np.zeros(count, np.int64),
        steps=np.zeros((count, STEPS, 3), np.int64),
        ends=state.new_rows(count),
        card_points=np.zeros((count, 3), np.int64),
        changes=np.zeros((count, 3), np.int64),
    )
    fill(
        starts,
        traces.counts,
        traces.steps,
        traces.ends,
        traces.card_points,
        traces.changes,
        setting.seats,
        packed(setting.rules),
        seed,
    )
    return traces


@compiled
def fill(  # noqa: PLR0917  # as the kernel's functions are
    starts: Ints,
    counts: Ints,
    steps: Ints,
    ends: Ints,
    points: Ints,
    changes: Ints,
    seats: int,
    options: int,
    seed: int,
) -> None:
    for place in range(len(starts)):
        row = ends[place]
        state.begin(row, seats, seed, place)
        for seat in range(3):
            row[state.SCORE + seat] = starts[place, seat]
        row[state.DEALER] = starts[place, 3]
        row[state.SCORED] = starts[place, 4]
        state.deal(row, seats, options)
        count = 0
        while row[state.STAGE] <= state.PLAY:
            legal = state.legal_actions(row, seats, options)
            action = choose(UNIFORM, row, legal)
            steps[place, count, 0] = legal
            steps[place, count, 1] = row[state.TURN]
            steps[place, count, 2] = action
            count += 1
            state.act(row, action, seats, options)
        counts[place] = count
        for seat in range(3):
            points[place, seat] = card_points(row[state.TAKEN + seat])
            changes[place, seat] = state.last_change(row, seat)
