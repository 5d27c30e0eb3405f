"""The solver against every line of play on the rows of the kernel: hands up to six cards."""

import os
from random import Random

import numpy as np
import pytest

from cutthroat.core.deal import Opening, Playing
from cutthroat.core.rules import Rules
from cutthroat.kernel.options import packed
from cutthroat.kernel.solver.payoffs import Payoffs
from cutthroat.kernel.solver.position import row_of
from cutthroat.kernel.solver.values import values_for_all, values_for_side
from cutthroat.kernel.state import new_rows
from tests.kernel.solver.deals import ALL_RULES, random_line, random_opening, random_payoffs
from tests.kernel.solver.lines import acted_row, all_values, side_values

pytestmark = pytest.mark.skipif(
    "NUMBA_DISABLE_JIT" in os.environ, reason="too slow without compilation"
)


def check(rules: Rules, phase: Opening | Playing, size: int, payoffs: Payoffs, side: int) -> None:
    """Compare all values of one position, for a side and for each seat."""
    seats, options = len(phase.hands), packed(rules)
    rows = new_rows(seats * size + 1)
    rows[0] = acted_row(phase, size, options)
    payoff = np.ascontiguousarray(payoffs[:, 0])
    values = np.zeros(53)
    legal = side_values(rows, seats, options, payoff, side, values)
    found = values_for_side(row_of(phase), seats, options, payoff, side)
    expected = {card: values[card] for card in range(53) if legal >> card & 1}
    assert found == expected, f"{rules}, {phase}, side {side}"
    vectors, each = np.zeros((seats * size + 1, 3)), np.zeros((53, 3))
    all_values(rows, seats, options, payoffs, vectors, each)
    found_all = values_for_all(row_of(phase), seats, options, payoffs)
    expected_all = {card: tuple(each[card, :seats]) for card in expected}
    assert found_all == expected_all, f"{rules}, {phase}"


def positions(rules: Rules, seats: int, size: int, rng: Random) -> list[Opening | Playing]:
    """Three of a line of play: the opening lead, one soon after it, and one later."""
    opening = random_opening(rules, seats, size, rng)
    line = [*random_line(rules, opening, rng)]
    return [opening, line[rng.randrange(1, seats + 1)], line[rng.randrange(seats, len(line))]]


def check_deals(seats: int, size: int, each: int, seed: int) -> None:
    """So many deals of every rule set, three positions of each."""
    rng = Random(seed)
    for rules in ALL_RULES:
        for _ in range(each):
            for phase in positions(rules, seats, size, rng):
                payoffs = random_payoffs(phase, rng)
                side = rng.randrange(1, (1 << seats) - 1)
                check(rules, phase, size, payoffs, side)


@pytest.mark.parametrize(
    ("seats", "size", "each"), [(2, 3, 4), (2, 4, 4), (2, 5, 1), (3, 3, 4), (3, 4, 1)]
)
def test_every_card_of_many_positions(seats: int, size: int, each: int) -> None:
    check_deals(seats, size, each, seed=10 * seats + size)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("seats", "size", "each"),
    [(2, 3, 40), (2, 4, 30), (2, 5, 20), (2, 6, 5), (3, 2, 30), (3, 3, 30), (3, 4, 30), (3, 5, 1)],
)
def test_every_card_of_thousands_of_positions(seats: int, size: int, each: int) -> None:
    check_deals(seats, size, each, seed=100 * seats + size)
