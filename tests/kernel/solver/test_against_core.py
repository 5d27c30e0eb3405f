"""The solver against every line of play on `core`: all options, both tables, mid-trick too.

Small hands here, and large ones in `test_against_kernel`.
"""

from random import Random

import numpy as np
import pytest

from cutthroat.core.deal import Opening
from cutthroat.core.rules import Rules
from cutthroat.kernel.options import packed
from cutthroat.kernel.solver.payoffs import Payoffs
from cutthroat.kernel.solver.position import row_of
from cutthroat.kernel.solver.values import values_for_all, values_for_side
from tests.kernel.solver.deals import ALL_RULES, random_line, random_opening, random_payoffs
from tests.kernel.solver.plain import Plain, Vector, for_itself, for_side, outcome


def check_side(rules: Rules, opening: Opening, payoffs: Payoffs, side: int, rng: Random) -> int:
    """Compare all values along a line of play. Returns how many positions there were."""
    payoff = np.ascontiguousarray(payoffs[:, 0])
    plain = Plain[float](rules, lambda points: float(payoff[outcome(points)]), for_side(side))
    count = 0
    for phase in random_line(rules, opening, rng):
        row = row_of(phase)
        found = values_for_side(row, len(phase.hands), packed(rules), payoff, side)
        assert found == {card.index: v for card, v in plain.values(phase).items()}, (
            f"{rules}, {phase}, side {side}"
        )
        count += 1
    return count


def check_all(rules: Rules, opening: Opening, payoffs: Payoffs, rng: Random) -> int:
    """The same for max^n."""
    seats = len(opening.hands)
    plain = Plain[Vector](
        rules,
        lambda points: tuple(float(v) for v in payoffs[outcome(points), :seats]),
        for_itself,
    )
    count = 0
    for phase in random_line(rules, opening, rng):
        found = values_for_all(row_of(phase), seats, packed(rules), payoffs)
        assert found == {card.index: v for card, v in plain.values(phase).items()}, (
            f"{rules}, {phase}"
        )
        count += 1
    return count


def cases(seats: int, size: int, each: int, seed: int) -> list[tuple[Rules, Opening, Random]]:
    """So many deals of every rule set."""
    rng = Random(seed)
    return [
        (rules, random_opening(rules, seats, size, rng), rng)
        for rules in ALL_RULES
        for _ in range(each)
    ]


@pytest.mark.parametrize(("seats", "size", "each"), [(2, 2, 3), (2, 3, 2), (3, 2, 3)])
def test_a_side_against_the_others(seats: int, size: int, each: int) -> None:
    for rules, opening, rng in cases(seats, size, each, seed=size):
        side = rng.randrange(1, (1 << seats) - 1)
        assert check_side(rules, opening, random_payoffs(opening, rng), side, rng) == seats * size


@pytest.mark.parametrize(("seats", "size", "each"), [(2, 2, 3), (2, 3, 2), (3, 2, 3)])
def test_each_for_itself(seats: int, size: int, each: int) -> None:
    for rules, opening, rng in cases(seats, size, each, seed=10 + size):
        assert check_all(rules, opening, random_payoffs(opening, rng), rng) == seats * size


@pytest.mark.slow
@pytest.mark.parametrize(("seats", "size", "each"), [(2, 4, 2), (3, 3, 3)])
def test_larger_hands_too(seats: int, size: int, each: int) -> None:
    for rules, opening, rng in cases(seats, size, each, seed=20 + size):
        payoffs = random_payoffs(opening, rng)
        side = rng.randrange(1, (1 << seats) - 1)
        check_side(rules, opening, payoffs, side, rng)
        check_all(rules, opening, payoffs, rng)
