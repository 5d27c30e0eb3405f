"""What outcomes are worth: the tables that a value is looked up in when a deal is over.

An outcome is a number from 0 to 255 that says who has High, Low, Jack and Game, see `scoring`. With
the bidder and the bid, whether the bid was made follows from it. Any table will do, for example one
of the chances to win the match.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from cutthroat.kernel.scoring import OUTCOMES

Payoff: TypeAlias = NDArray[np.float64]
"""What each outcome is worth to one side, the more the better: shape (256,), finite."""
Payoffs: TypeAlias = NDArray[np.float64]
"""What each outcome is worth to each seat: shape (256, 3), finite. With two seats the third column
is not looked at."""


def score_changes(seats: int, bidder: int, bid: int) -> Payoffs:
    """What the score of each seat changes by. Shape (256, 3); with two seats the third is 0.

    seats: 2 or 3. bidder: a seat, from 0. bid: 2 to 4.
    R20 to R22.
    """
    owners = np.arange(OUTCOMES)[:, np.newaxis] >> np.arange(0, 8, 2) & 3
    table = np.zeros((OUTCOMES, 3), np.float64)
    for seat in range(seats):
        table[:, seat] = np.count_nonzero(owners == seat, axis=1)
    table[table[:, bidder] < bid, bidder] = -bid
    return table


def lead_over_others(payoffs: Payoffs, seat: int, seats: int) -> Payoff:
    """What a seat gains on the others, on average: with two seats the difference. Shape (256,)."""
    own = payoffs[:, seat]
    others = payoffs[:, :seats].sum(axis=1) - own
    return np.ascontiguousarray(own - others / (seats - 1))
