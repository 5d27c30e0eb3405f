"""What the ordinary caller knows of deals in general, as one array of float64.

A model is made from many deals that were played, see `deals`. It depends on the house rules and on
how many seats play.

Points of a deal are numbered by `split`: how many each place has, in the order of the auction; the
dealer's come last.
"""

from __future__ import annotations

from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

Model: TypeAlias = NDArray[np.float64]
"""Shape (SIZE,)."""

POINTS: Final = 5
"""A seat wins from 0 to 4 points."""
SPLITS: Final = 35
"""Ways to share at most four points among three places; among two there are 15."""
LIBRARY: Final = 64

TRUTH: Final = 0
"""Shape (5, 5): a hand that seems to win so many points wins so many, by what was played."""
USUAL: Final = TRUTH + POINTS * POINTS
"""Shape (3, 5): the chances of points, seen by others, of a hand on which 2, 3 or 4 were bid."""
SHARES: Final = USUAL + 3 * POINTS
"""Shape (3, 35): how likely each split is, given the bidder's place and points."""
HANDS: Final = SHARES + 3 * SPLITS
"""Shape (4, 5, 64): the chances of some hands, by suit and points; 0 for a suit not held."""
SIZE: Final = HANDS + 4 * POINTS * LIBRARY


def splits(seats: int) -> NDArray[np.int64]:
    """The points of each place by the number of the split. Shape (35 or 15, 3)."""
    third = range(5 if seats == 3 else 1)
    shared = [(a, b, c) for a in range(5) for b in range(5) for c in third if a + b + c <= 4]
    return np.array(shared, np.int64)
