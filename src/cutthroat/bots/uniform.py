"""The bot that plays at random: the floor that every other bot must beat."""

from __future__ import annotations

from random import Random

from cutthroat.bots.policy import seat_to_act
from cutthroat.core.actions import Action, Play
from cutthroat.core.view import View


def uniform(view: View, rng: Random) -> Action:
    """Any legal action, each as likely.

    Raises ValueError if it is not the viewer's turn.
    """
    me = seat_to_act(view)
    if view.legal_calls:
        return rng.choice(view.legal_calls)
    return Play(me, rng.choice(view.legal_plays))
