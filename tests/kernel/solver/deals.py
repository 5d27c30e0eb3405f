"""Deals to solve: random hands, from decks in which the seats come across each other more often."""

from collections.abc import Iterator
from itertools import product
from random import Random

import numpy as np

from cutthroat.core.actions import Bid
from cutthroat.core.cards import JOKER, Card, CardSet, Rank, Suit, deck
from cutthroat.core.deal import Opening, Playing, playable
from cutthroat.core.rules import Rules, parse_rules
from cutthroat.kernel.solver.payoffs import Payoffs, score_changes
from tests.kernel.solver.plain import played

_OPTIONS = (
    *("follow=strict", "joker=yes", "high=highest"),
    *("low=numeric", "low_to=winner", "tie=bidder"),
)
ALL_RULES = tuple(
    parse_rules(" ".join(word for word, used in zip(_OPTIONS, chosen, strict=True) if used))
    for chosen in product((False, True), repeat=len(_OPTIONS))
)
"""Every combination of the options that matter inside a deal: 64."""


def random_deck(rules: Rules, count: int, rng: Random) -> list[Card]:
    """A part of the deck that has cards enough: all, few suits, or few ranks."""
    whole = deck(joker=rules.has_joker)
    kind = rng.randrange(4)
    suits = rng.sample([*Suit], rng.choice((1, 2, 3)) if kind == 1 else 2)
    ranks = rng.sample([*Rank], 8) if kind == 3 else [rank for rank in Rank if rank >= Rank.TEN]
    if kind == 0:
        some = [*whole]
    elif kind == 1:
        some = [card for card in whole if card.suit in suits or card is JOKER]
    else:
        some = [card for card in whole if card.rank in ranks or card is JOKER]
    if rules.has_joker and rng.random() < 0.5:
        rest = [card for card in some if card is not JOKER]
        return [JOKER, *rng.sample(rest, count - 1)] if len(rest) >= count else [*whole]
    return some if len(some) >= count else [*whole]


def random_opening(rules: Rules, seats: int, size: int, rng: Random) -> Opening:
    """A deal at the opening lead, with hands of some size."""
    pack = rng.sample(random_deck(rules, seats * size, rng), seats * size)
    hands = tuple(CardSet(pack[seat::seats]) for seat in range(seats))
    bidder = rng.randrange(seats)
    if hands[bidder] == {JOKER}:  # it may not be led
        return random_opening(rules, seats, size, rng)
    return Opening(hands, (), Bid(bidder + 1, rng.choice((2, 3, 4))))


def random_line(rules: Rules, phase: Opening | Playing, rng: Random) -> Iterator[Opening | Playing]:
    """A deal played at random: every phase from here on in which a seat is to play."""
    while any(phase.hands):
        yield phase
        assert phase.turn is not None
        phase = played(phase, rng.choice([*playable(rules.follow, phase, phase.turn)]))


def random_payoffs(phase: Opening | Playing, rng: Random) -> Payoffs:
    """Score changes, few numbers with many ties, or many numbers."""
    seats = len(phase.hands)
    kind = rng.randrange(3)
    if kind == 0:
        return score_changes(seats, phase.winning.seat - 1, phase.winning.points)
    chance = np.random.default_rng(rng.randrange(1 << 30))
    if kind == 1:
        return chance.integers(-2, 3, (256, 3)).astype(np.float64)
    return chance.random((256, 3))
