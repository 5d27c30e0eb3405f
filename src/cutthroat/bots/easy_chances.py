"""What the bot `easy` expects of its hand: the chances of the four points in each trump suit.

The constants are what a bidder who plays like `easy` won, against others who do, in tens of
thousands of random deals.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cutthroat.core.cards import CardSet, Rank, Suit
from cutthroat.core.deal import HAND_SIZE
from cutthroat.core.rules import High, Low, LowTo, Rules, Tie
from cutthroat.core.view import View

LOW_TAKEN: Final = (0.0, 0.3, 0.45, 0.65, 0.8, 0.95, 1.0)
"""Chance to take the lowest trump under `low_to=winner`, by the number of trumps held."""
LOW_HELD: Final = 0.2
"""What the two or three of trump adds to it, unless it is the only trump and must be led."""

JACK_KEPT: Final = 0.92
"""Chance to take one's own jack of trump with another trump beside it."""
JACK_CAUGHT: Final = 0.27
"""Chance to catch a jack that a rival holds, for each higher trump in the hand."""

GAME_BASE: Final = {2: 0.05, 3: -0.15}
"""The chance of Game is this, by seats, and what each card of the hand adds below."""
GAME_TRUMP: Final = 0.15
GAME_TRUMP_RANK: Final = {Rank.ACE: 0.21, Rank.KING: 0.11, Rank.QUEEN: 0.07, Rank.TEN: 0.25}
GAME_SIDE_RANK: Final = {Rank.ACE: 0.11, Rank.KING: 0.08, Rank.QUEEN: 0.04, Rank.TEN: 0.04}
GAME_TIE: Final = 0.02
"""How often a tie makes Game the bidder's under `tie=bidder`."""
GAME_LIMITS: Final = 0.05, 0.95
"""No hand is so bad or so good that Game is certain."""


def suits_held(hand: CardSet) -> tuple[Suit, ...]:
    """The suits that a hand can make trump, in the order of a new deck. R15."""
    return tuple(dict.fromkeys([card.suit for card in hand if card.suit]))


def chances_of_points(view: View, trump: Suit) -> tuple[float, float, float, float]:
    """Chances of High, Low, Jack and Game if the hand of the view makes one of its suits trump.

    R5 to R8; options `high`, `low`, `low_to`, `tie` and `joker`.
    """
    hand, rules = view.hand, view.rules
    trumps = hand.of_suit(trump, trump)
    ranks = [card.rank for card in trumps if card.rank is not Rank.JOKER]
    away = 1 - HAND_SIZE * (view.seats - 1) / len(view.unseen)
    return (
        _high(rules, ranks[-1], away),
        _low(rules, ranks[0], len(trumps), away),
        _jack(ranks, len(trumps), away),
        _game(view, trumps),
    )


def chances_of_counts(chances: Sequence[float]) -> list[float]:
    """Chances to win 0, 1, 2, … points, given the chance of each; points are taken as independent.

    >>> chances_of_counts([0.5, 0.5])
    [0.25, 0.5, 0.25]
    """
    counts = [1.0]
    for chance in chances:
        lost = [so_far * (1 - chance) for so_far in counts]
        won = [so_far * chance for so_far in counts]
        counts = [a + b for a, b in zip([*lost, 0.0], [0.0, *won], strict=True)]
    return counts


def _high(rules: Rules, highest: Rank, away: float) -> float:
    """away: chance that a card not in the hand is in no other hand either."""
    if rules.high is High.ACE:
        return 1.0 if highest is Rank.ACE else 0.0
    return away ** (Rank.ACE - highest)


def _low(rules: Rules, lowest: Rank, length: int, away: float) -> float:
    if rules.low_to is LowTo.WINNER:
        held = LOW_HELD if lowest <= Rank.THREE and length > 1 else 0.0
        return min(1.0, LOW_TAKEN[length] + held)
    if rules.low is Low.NUMERIC and lowest > Rank.TEN:
        return 0.0
    return away ** (lowest - Rank.TWO)


def _jack(ranks: Sequence[Rank], length: int, away: float) -> float:
    over = sum([rank > Rank.JACK for rank in ranks])
    if Rank.JACK not in ranks:
        return (1 - away) * over * JACK_CAUGHT
    return JACK_KEPT if length > 1 else away ** (Rank.ACE - Rank.JACK)


def _game(view: View, trumps: CardSet) -> float:
    chance = GAME_BASE[view.seats] + GAME_TRUMP * len(trumps)
    for card in view.hand:
        added = GAME_TRUMP_RANK if card in trumps else GAME_SIDE_RANK
        chance += added.get(card.rank, 0.0)
    if view.rules.tie is Tie.BIDDER:
        chance += GAME_TIE
    least, most = GAME_LIMITS
    return min(most, max(least, chance))
