"""Deals that were played with cards, as those who keep the score see them."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from cutthroat.core.actions import Bid
from cutthroat.core.cards import CardSet
from cutthroat.core.events import DealScored
from cutthroat.core.match import Scored
from cutthroat.core.rules import Rules
from cutthroat.core.scoring import CARD_POINTS
from cutthroat.scorepad.entries import ScoredDeal
from tests.kit.walk import walk


def played_deals(rules: Rules, seats: int, rng: Random, deals: int) -> Iterator[Scored]:
    """Some deals of a match that is played at random."""
    for step in walk(rules, seats, rng, deals=deals, without_cards=False).steps:
        if isinstance(step.event, DealScored):
            assert isinstance(step.after.phase, Scored)
            yield step.after.phase


def captured_by(scored: Scored, seats: int) -> tuple[CardSet, ...]:
    """The cards that count and that each seat took, seat 1 first."""
    return tuple(
        CardSet(
            card
            for taken in scored.tricks
            if taken.taker == seat
            for card in taken.trick.cards
            if card.rank in CARD_POINTS
        )
        for seat in range(1, seats + 1)
    )


def as_told(scored: Scored, captured: tuple[CardSet, ...] = ()) -> ScoredDeal:
    """The deal as its players say it."""
    summary = scored.summary
    return ScoredDeal(Bid(summary.bidder, summary.bid), summary.points, captured)
