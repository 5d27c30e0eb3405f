"""What scores are worth, by a rule of thumb: enough where a right move is clearly right.

It shares nothing with the equity that strong bots play by: neither hides a fault of the other.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import exp, sqrt

from cutthroat.core.actions import Seat
from cutthroat.core.rules import Out, Rules

Standing = Callable[[tuple[int, ...], Seat, int], Sequence[float]]
"""What scores are worth to each seat: the chance to win the match, in all 1. The second argument
is the seat that deals next, the third how many deals were scored."""

SCALE = 3.2
"""So many points ahead are worth about 2.7 times the chance."""
LAST_DEALS = 0.3
"""With so little more than the square root of the deals that remain, under `limit`."""
AT_TARGET = 1.0
"""What being at the target counts, in points, where it takes one more made bid to win."""
TO_CALL = 0.4
"""How much better the last to call stands than the first, in points, times two at the target."""


def by_lead(rules: Rules) -> Standing:
    """A standing by how far each seat is ahead, and near the target."""
    waits = rules.out is Out.FROM_TARGET

    def standing(scores: tuple[int, ...], dealer: Seat, scored: int) -> Sequence[float]:
        scale = SCALE
        if rules.limit is not None:
            scale = min(scale, sqrt(max(1, rules.limit - scored)) + LAST_DEALS)
        top = rules.target + (2 if waits else 0)
        weights = []
        for seat, score in enumerate(scores, start=1):
            there = score >= rules.target
            worth = min(score, top) + (AT_TARGET if there and waits else 0)
            turn = (seat - dealer - 1) % len(scores)
            worth += TO_CALL * turn / len(scores) * (2 if there else 1)
            weights.append(exp(worth / scale))
        return [weight / sum(weights) for weight in weights]

    return standing
