"""A match as one seat sees it, as a row of `state`: the hidden hands are empty.

Such a row is made by playing the deal again with the seat's own hand and, for the others, just the
cards that they have played. So nothing is in it that the seat has not seen.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from cutthroat.kernel import state
from cutthroat.kernel.auction import PASS, points_of
from cutthroat.kernel.compiled import compiled
from cutthroat.kernel.scoring import NOBODY
from cutthroat.kernel.state import Row


@compiled
def replay(
    row: Row, me: int, hand: int, actions: NDArray[np.int64], seats: int, options: int
) -> None:
    """Bring a row to the moment after some actions of a deal, as a seat saw them.

    row: SCORE, DEALER (who deals this deal), DEAL and SCORED are filled in, the rest is not read.
    me: the seat, from 0. hand: the mask of the six cards that it was dealt. actions: numbers of
    calls and then plays in their order, see `auction`; all of them legal.
    """
    row[state.DEAL] -= 1
    row[state.WINNER] = NOBODY
    state.deal_these(row, seats, 0, 0, 0)
    row[state.HAND + me] = row[state.DEALT + me] = hand
    for action in actions:
        if action >= PASS:
            state.call(row, points_of(action), seats, options)
            continue
        seat = row[state.TURN]
        if seat != me:
            row[state.HAND + seat] |= 1 << action
            row[state.DEALT + seat] |= 1 << action
        state.place_card(row, action, seats, options)
        if row[state.PLACED] == seats:
            state.take_trick(row, seats)
