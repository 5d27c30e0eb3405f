"""The bot `easy`: a sound rule of thumb, and the yardstick for stronger bots."""

from __future__ import annotations

from random import Random

from cutthroat.bots.easy_auction import choose_call, choose_trump
from cutthroat.bots.easy_play import choose_card
from cutthroat.bots.easy_reading import Reading
from cutthroat.bots.policy import seat_to_act
from cutthroat.core.actions import Action, Play
from cutthroat.core.view import View


def easy(view: View, rng: Random) -> Action:  # noqa: ARG001  # every policy may use chance
    """The call or card that is worth the most points by rule of thumb; it leaves nothing to chance.

    Raises ValueError if it is not the viewer's turn.
    """
    me = seat_to_act(view)
    if view.legal_calls:
        return choose_call(view, me)
    if view.trump is None:
        trump = choose_trump(view, me)
        leads = [card for card in view.legal_plays if card.suit is trump]
        return Play(me, choose_card(Reading(view, me, trump), leads))
    return Play(me, choose_card(Reading(view, me, view.trump), view.legal_plays))
