"""The random numbers of a bot's decision."""

from __future__ import annotations

import hmac

from cutthroat.core.shuffle import FairDeal
from cutthroat.core.view import View


def decision_chance(fair: FairDeal, view: View) -> bytes:
    """What the random numbers of one decision are made from: the same whenever it is asked.

    They come from the secret by a one-way function, so they tell a bot nothing of the cards.
    """
    moment = f"{view.deal} {view.you} {len(view.calls)} {len(view.tricks)}"
    return hmac.digest(fair.secret, f"cutthroat bot {fair.match} {moment}".encode(), "sha256")
