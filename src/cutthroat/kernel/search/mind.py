"""What a strong bot knows besides the cards, and the memory that it thinks in."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from cutthroat.kernel.cards import JOKER
from cutthroat.kernel.easy.weights import Weights
from cutthroat.kernel.equity import odds as odds_at
from cutthroat.kernel.equity.model import POINTS, Model
from cutthroat.kernel.equity.odds import Odds
from cutthroat.kernel.equity.table import Values
from cutthroat.kernel.search.tree import Tree
from cutthroat.kernel.state import Row, new_rows

Floats: TypeAlias = NDArray[np.float64]


class Mind(NamedTuple):
    """Knowledge and memory of one thread.

    seats, options: the table.
    weights: of `easy`, by which others are expected to play.
    values, model: the equities, see `equity`.
    odds: what calls are worth at a score. counts, worths: of a caller, see `equity.caller`.
    row: the deal that is being played out.
    liking: what cards are worth to `easy`, shape (53,).
    tree: the moments of the seat that thinks.
    spread: how many rewards there were, their sum, and the sum of their squares.
    """

    seats: int
    options: int
    weights: Weights
    values: Values
    model: Model
    odds: Odds
    counts: Floats
    worths: Floats
    row: Row
    liking: Floats
    tree: Tree
    spread: Floats


def new_mind(
    seats: int, options: int, weights: Weights, values: Values, model: Model, tree: Tree
) -> Mind:
    """A mind for a table. Minds of one thread may share the tree: each decision begins it anew."""
    return Mind(
        seats,
        options,
        weights,
        values,
        model,
        odds=np.zeros(odds_at.SIZE, np.float64),
        counts=np.zeros((4, POINTS), np.float64),
        worths=np.zeros(4, np.float64),
        row=new_rows(1)[0],
        liking=np.zeros(JOKER + 1, np.float64),
        tree=tree,
        spread=np.zeros(3, np.float64),
    )
