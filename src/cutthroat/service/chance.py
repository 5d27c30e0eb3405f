"""The random numbers of a bot's decision."""

from __future__ import annotations

import hmac

from cutthroat.core.actions import Seat
from cutthroat.core.shuffle import FairDeal
from cutthroat.core.view import View


def decision_chance(fair: FairDeal, view: View) -> bytes:
    """What the random numbers of one decision are made from: the same whenever it is asked.

    They come from the secret by a one-way function, so they tell a bot nothing of the cards.
    """
    return chance_of_moment(fair, view.deal, view.you, len(view.calls), len(view.tricks))


def chance_of_moment(
    fair: FairDeal, deal: int, seat: Seat | None, calls: int, tricks: int
) -> bytes:
    """The same for the decision of a seat after so many calls and tricks of a deal."""
    message = f"cutthroat bot {fair.match} {deal} {seat} {calls} {tricks}"
    return hmac.digest(fair.secret, message.encode(), "sha256")
