"""Cards as numbers, sets of cards as masks. R2, option `joker`.

A card is a number from 0 to 52: 13 times its suit (clubs, diamonds, hearts, spades) and its rank (0
for a two to 12 for an ace); the joker is 52. They are the places in a new deck, `Card.index`. A set
of cards is a signed 64-bit mask with bit `card` for each card. Seats are counted from 0 here.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from cutthroat.core.cards import ALL_CARDS, Card, CardSet, Suit
from cutthroat.kernel.compiled import compiled_inside

RANKS: Final = 13
TWO, TEN, JACK, QUEEN, KING, ACE = 0, 8, 9, 10, 11, 12
JOKER: Final = 52
JOKER_BIT: Final = 1 << JOKER
SUIT_BITS: Final = (1 << RANKS) - 1
"""The clubs; `SUIT_BITS << 13 * suit` are the cards of a suit."""
NOTHING: Final = -1
"""Where a card, a suit or a seat could be, and none is."""

_TWOS: Final = sum(1 << RANKS * suit for suit in range(4))
TENS: Final = _TWOS << TEN
JACKS: Final = _TWOS << JACK
QUEENS: Final = _TWOS << QUEEN
KINGS: Final = _TWOS << KING
ACES: Final = _TWOS << ACE
NUMERALS: Final = sum(_TWOS << rank for rank in range(TWO, TEN + 1))
"""The cards from 2 to 10."""

_SUITS: Final = tuple(Suit)


def suit_index(suit: Suit) -> int:
    """The number of a suit of `core`."""
    return _SUITS.index(suit)


def mask_of(cards: Iterable[Card]) -> int:
    """The mask of cards of `core`."""
    mask = 0
    for card in cards:
        mask |= card.bit
    return mask


def cards_of(mask: int) -> CardSet:
    """The cards of a mask as `core` has them."""
    return CardSet(card for card in ALL_CARDS if mask & card.bit)


@compiled_inside
def suit_of(card: int) -> int:
    """The suit of a card, 0 to 3; 4 for the joker."""
    return card * 79 >> 10


@compiled_inside
def nth_bit(mask: int, place: int) -> int:
    """The mask of one card of a mask: the lowest for place 0, the next for 1, and so on."""
    for _ in range(place):
        mask &= mask - 1
    return mask & -mask
