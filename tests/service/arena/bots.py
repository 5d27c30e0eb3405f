"""Bots for comparisons: simple ones, and what can be sent to another process."""

from __future__ import annotations

from random import Random

from cutthroat.bots.policy import Bot
from cutthroat.bots.uniform import uniform
from cutthroat.core.actions import Action, Pass, Play
from cutthroat.core.view import View
from cutthroat.service.engines import Forfeit, ForfeitReason


def passing(view: View, rng: Random) -> Action:
    """Pass whenever that is legal, else do anything."""
    seat = view.you or 0
    return Pass(seat) if Pass(seat) in view.legal_calls else uniform(view, rng)


def first(view: View, rng: Random) -> Action:
    """Bid as low as one may, and play the first card that one may."""
    if view.legal_calls:
        return view.legal_calls[0]
    return Play(view.you or 0, view.legal_plays[0])


def failing(view: View, rng: Random) -> Action:
    """Forfeit every match."""
    raise Forfeit(ForfeitReason.TOO_SLOW, seconds="1", said="")


RANDOM = Bot("random", "1.0", uniform)
PASSING = Bot("passing", "1.0", passing)
FAILING = Bot("failing", "1.0", failing)


def timid() -> Bot:
    """A bot that no kernel knows."""
    return Bot("timid", "1.0", first)
