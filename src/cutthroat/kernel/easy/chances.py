"""The chances of the four points in each trump suit. As `bots.easy_chances`."""

from __future__ import annotations

from typing import Final, TypeAlias

from cutthroat.kernel.bits import count_of, highest_in, lowest_in
from cutthroat.kernel.cards import ACE, JACK, JOKER_BIT, RANKS, SUIT_BITS, TEN, TWO
from cutthroat.kernel.compiled import compiled_inside
from cutthroat.kernel.easy.reading import place_of
from cutthroat.kernel.easy.weights import (
    AWAY,
    GAME_BASE,
    GAME_LEAST,
    GAME_MOST,
    GAME_SIDE_RANK,
    GAME_TIE,
    GAME_TRUMP,
    GAME_TRUMP_RANK,
    IN_A_HAND,
    JACK_CAUGHT,
    JACK_KEPT,
    LOW_HELD,
    LOW_TAKEN,
    Weights,
)
from cutthroat.kernel.options import (
    high_is_highest,
    low_is_numeric,
    low_to_winner,
    tie_to_bidder,
)

Outlook: TypeAlias = tuple[float, float, float, float, float]
"""Chances to win 0, 1, 2, 3 and 4 points."""

_THREE: Final = TWO + 1


@compiled_inside
def outlook(hand: int, trump: int, options: int, weights: Weights) -> Outlook:
    """The chances of a hand with one of its suits as trump; points are taken as independent."""
    ranks = hand >> RANKS * trump & SUIT_BITS
    length = count_of(ranks) + (1 if hand & JOKER_BIT else 0)
    counts = (1.0, 0.0, 0.0, 0.0, 0.0)
    counts = with_chance(counts, _high(ranks, options, weights))
    counts = with_chance(counts, _low(ranks, length, options, weights))
    counts = with_chance(counts, _jack(ranks, length, weights))
    return with_chance(counts, _game(hand, trump, length, options, weights))


@compiled_inside
def with_chance(counts: Outlook, chance: float) -> Outlook:
    """The chances of counts with one point more that may be won."""
    none, one, two, three, four = counts
    lost = 1 - chance
    return (
        none * lost,
        one * lost + none * chance,
        two * lost + one * chance,
        three * lost + two * chance,
        four * lost + three * chance,
    )


@compiled_inside
def _high(ranks: int, options: int, weights: Weights) -> float:
    if high_is_highest(options):
        return weights[AWAY + ACE - highest_in(ranks)]  # type: ignore[no-any-return]
    return 1.0 if ranks >> ACE else 0.0


@compiled_inside
def _low(ranks: int, length: int, options: int, weights: Weights) -> float:
    lowest = lowest_in(ranks)
    if low_to_winner(options):
        held = weights[LOW_HELD] if lowest <= _THREE and length > 1 else 0.0
        return min(1.0, weights[LOW_TAKEN + length] + held)  # type: ignore[no-any-return]
    if low_is_numeric(options) and lowest > TEN:
        return 0.0
    return weights[AWAY + lowest]  # type: ignore[no-any-return]


@compiled_inside
def _jack(ranks: int, length: int, weights: Weights) -> float:
    if ranks >> JACK & 1 == 0:
        over = count_of(ranks >> JACK)
        return weights[IN_A_HAND] * over * weights[JACK_CAUGHT]  # type: ignore[no-any-return]
    return weights[JACK_KEPT if length > 1 else AWAY + ACE - JACK]  # type: ignore[no-any-return]


@compiled_inside
def _game(hand: int, trump: int, length: int, options: int, weights: Weights) -> float:
    chance = weights[GAME_BASE] + weights[GAME_TRUMP] * length
    trumps = SUIT_BITS << RANKS * trump | JOKER_BIT
    while hand:
        card = hand & -hand
        table = GAME_TRUMP_RANK if card & trumps else GAME_SIDE_RANK
        chance += weights[table + place_of(lowest_in(card))]
        hand ^= card
    if tie_to_bidder(options):
        chance += weights[GAME_TIE]
    return min(weights[GAME_MOST], max(weights[GAME_LEAST], chance))  # type: ignore[no-any-return]
