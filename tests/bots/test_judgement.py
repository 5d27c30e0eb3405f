"""What a strong bot thinks, as hints get it."""

from __future__ import annotations

from cutthroat.bots.judgement import Judgement, Option
from cutthroat.core.actions import Bid, Pass


def test_the_best_option_is_the_first() -> None:
    passing = Option(Pass(1), equity=0.4, made=None, points=0.5)
    bidding = Option(Bid(1, 2), equity=0.3, made=0.6, points=0.9)
    assert Judgement((passing, bidding), worlds=10).best is passing
