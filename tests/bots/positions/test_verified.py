"""That the right move of each position is right: all hands open, over many deals that fit it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.bots.positions.collection import Position, positions
from tests.bots.positions.standing import Standing, by_lead
from tests.bots.positions.worth import Worth, worth_of, worth_played_on

DEALS = 1000
CLEAR = 0.01
"""By how much of the chance to win the match a move must be better to be called right."""
ERRORS = 3
"""And by how many standard errors."""


@pytest.mark.slow
@pytest.mark.parametrize("measure", [worth_of, worth_played_on])
@pytest.mark.parametrize("position", positions(), ids=lambda position: position.name)
def test_the_right_move_is_clearly_better(
    position: Position, measure: Callable[[Position, Standing, int], Worth]
) -> None:
    """Every right move beats every other; of moves not named wrong, one beats all that are.

    By the exact solver, and as well where nobody sees hidden cards and all go on as `easy` would.
    """
    worth = measure(position, by_lead(position.rules), DEALS)
    moves = set(worth.moves)
    good = position.right or moves - position.wrong
    least = min(good, key=worth.mean) if position.right else max(good, key=worth.mean)
    for other in moves - good:
        gain, error = worth.ahead(least, other)
        assert gain > max(CLEAR, ERRORS * error), f"{least} over {other}: {gain:.3f} ± {error:.3f}"
