"""What a seat sees, as the kernel takes it."""

from __future__ import annotations

import numpy as np

from cutthroat.bots.policy import seat_to_act
from cutthroat.core.actions import Action, Play
from cutthroat.core.view import View
from cutthroat.kernel import state
from cutthroat.kernel.auction import action_index
from cutthroat.kernel.cards import mask_of
from cutthroat.kernel.options import packed
from cutthroat.kernel.search.seen import replay
from cutthroat.kernel.state import Row, new_rows


def seen_row(view: View) -> Row:
    """The row of a deal as the seat of the view has seen it: the other hands are empty.

    Raises ValueError if it is not the seat's turn.
    """
    me = seat_to_act(view)
    row: Row = new_rows(1)[0]
    row[state.SCORE : state.SCORE + view.seats] = view.scores
    row[state.DEALER] = view.dealer - 1
    row[state.DEAL] = view.deal
    row[state.SCORED] = view.scored_deals
    actions = _actions(view)
    own = [action.card for action in actions if isinstance(action, Play) and action.seat == me]
    hand = mask_of(view.hand) | mask_of(own)
    numbers = np.array([action_index(action) for action in actions], np.int64)
    replay(row, me - 1, hand, numbers, view.seats, packed(view.rules))
    return row


def _actions(view: View) -> list[Action]:
    """The calls and plays of the deal so far, in their order."""
    tricks = [taken.trick for taken in view.tricks]
    if view.trick:
        tricks.append(view.trick)
    plays = [Play(seat, card) for trick in tricks for seat, card in trick.plays]
    return [*view.calls, *plays]
