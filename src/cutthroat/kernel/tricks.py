"""One trick on masks: what may be played to it, and which card takes it. R15 to R18.

Nothing here branches on the cards, so that many tricks can be worked out abreast.
"""

from __future__ import annotations

from cutthroat.kernel.bits import pick
from cutthroat.kernel.cards import JOKER_BIT, RANKS, SUIT_BITS
from cutthroat.kernel.compiled import compiled_inside
from cutthroat.kernel.options import must_follow


@compiled_inside
def trumps_of(trump: int) -> int:
    """The cards that count as trump when `trump` (0 to 3) is: its suit, and the joker."""
    return SUIT_BITS << RANKS * trump | JOKER_BIT


@compiled_inside
def suit_around(card: int) -> int:
    """All cards of the suit of a card, both as masks. Of the joker, which has none: the spades."""
    suit = SUIT_BITS
    for _ in range(3):
        suit = pick(card > suit, suit << RANKS, suit)
    return suit


@compiled_inside
def led_suit(card: int, trumps: int) -> int:
    """The cards that count as the suit of the card that was led; the joker counts as trump.

    card: a mask of one bit. trumps: see `trumps_of`.
    """
    return pick(card & trumps != 0, trumps, suit_around(card))


@compiled_inside
def followers(led: int, trumps: int, options: int) -> int:
    """The cards that a seat which can follow may play: the led suit, or trump as well.

    R16, option `follow`.
    """
    return pick(must_follow(options), led, led | trumps)


@compiled_inside
def playable(hand: int, led: int, following: int) -> int:
    """What a hand may play to a trick that has been led to.

    led: see `led_suit`. following: see `followers`.
    R16, R17.
    """
    return pick(hand & led != 0, hand & following, hand)


@compiled_inside
def best_place(first: int, second: int, third: int, led: int, trumps: int) -> int:
    """The place in playing order, 0 to 2, of the card that takes a complete trick.

    first, second, third: one card each as a mask of one bit; third is 0 with two seats.
    led: see `led_suit`. trumps: see `trumps_of`.
    The highest trump, or with none the highest card of the led suit; the joker is the lowest trump.
    R18, option `joker`.
    """
    played = first | second | third
    suit = trumps & ~JOKER_BIT
    best = pick(played & trumps != 0, JOKER_BIT, led)
    best = pick(played & suit != 0, suit, best)
    first, second, third = first & best, second & best, third & best
    place = pick(second > first, 1, 0)
    return pick(third > pick(second > first, second, first), 2, place)
