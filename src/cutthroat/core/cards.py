"""Suits, ranks, cards and sets of cards. R2, and the option `joker`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set
from enum import IntEnum, StrEnum
from functools import cache
from typing import Final, NoReturn, Self, final

from cutthroat.core.errors import InvalidNotation, Reason


class Suit(StrEnum):
    """The four suits, in the order of a new deck."""

    CLUBS = "C"
    DIAMONDS = "D"
    HEARTS = "H"
    SPADES = "S"


class Rank(IntEnum):
    """Ranks from low to high. R2; the joker ranks below the two (option `joker`)."""

    JOKER = 1
    TWO = 2
    THREE = 3
    FOUR = 4
    FIVE = 5
    SIX = 6
    SEVEN = 7
    EIGHT = 8
    NINE = 9
    TEN = 10
    JACK = 11
    QUEEN = 12
    KING = 13
    ACE = 14

    @property
    def letter(self) -> str:
        """How the rank is written: `2` to `9`, `T J Q K A`; the joker's is `JK`."""
        return _RANK_LETTERS[self]


_RANK_LETTERS: Final[dict[Rank, str]] = dict(zip(Rank, ("JK", *"23456789TJQKA"), strict=True))
_SUITED_RANKS: Final = tuple(rank for rank in Rank if rank is not Rank.JOKER)


@final
class Card:
    """One of the 53 cards; there is one object for each, so cards compare by identity.

    >>> Card("TS").rank, Card("TS").suit
    (<Rank.TEN: 10>, <Suit.SPADES: 'S'>)
    >>> Card("JK").suit is None
    True
    """

    __slots__ = ("bit", "index", "rank", "suit", "text")

    index: int
    """Place in a new deck, 0 to 52; the joker is 52."""
    bit: int
    rank: Rank
    suit: Suit | None
    text: str

    def __new__(cls, text: str) -> Card:
        """Find the card that is written so.

        Raises InvalidNotation if no card is.
        """
        try:
            return _BY_TEXT[text]
        except (KeyError, TypeError):
            raise InvalidNotation(Reason.NO_SUCH_CARD, text=text) from None

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"a card does not change: {name}")

    def __reduce__(self) -> tuple[type[Card], tuple[str]]:
        return Card, (self.text,)

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"Card({self.text!r})"


def _make(index: int, rank: Rank, suit: Suit | None) -> Card:
    card = object.__new__(Card)
    text = rank.letter + (suit.value if suit else "")
    fields = {"index": index, "bit": 1 << index, "rank": rank, "suit": suit, "text": text}
    for name, value in fields.items():
        object.__setattr__(card, name, value)
    return card


_SUITED: Final = tuple(
    _make(13 * place + offset, rank, suit)
    for place, suit in enumerate(Suit)
    for offset, rank in enumerate(_SUITED_RANKS)
)
JOKER: Final = _make(52, Rank.JOKER, None)
ALL_CARDS: Final = (*_SUITED, JOKER)
_BY_TEXT: Final = {card.text: card for card in ALL_CARDS}


def deck(*, joker: bool) -> tuple[Card, ...]:
    """A new deck: clubs, diamonds, hearts, spades, each from 2 to A, then a joker. R2."""
    return ALL_CARDS if joker else _SUITED


def cards(text: str) -> tuple[Card, ...]:
    """Cards written with spaces between them, in that order.

    Raises InvalidNotation for a word that is no card.

    >>> cards("AH 2S")
    (Card('AH'), Card('2S'))
    """
    return tuple(Card(word) for word in text.split())


def suit_under(card: Card, trump: Suit) -> Suit:
    """The suit a card counts as: its own; the joker's is trump (option `joker`)."""
    return card.suit or trump


@final
class CardSet(Set[Card]):
    """An immutable set of cards that goes through its cards in the order of a new deck.

    >>> CardSet.of("AS 2C")
    CardSet('2C AS')
    """

    __slots__ = ("_bits",)

    def __init__(self, members: Iterable[Card] = ()) -> None:
        self._bits = 0
        for card in members:
            self._bits |= card.bit

    @classmethod
    def of(cls, text: str) -> Self:
        """The set of the cards written with spaces between them.

        Raises InvalidNotation for a word that is no card.
        """
        return cls(cards(text))

    @classmethod
    def _from_bits(cls, bits: int) -> Self:
        made = object.__new__(cls)
        object.__setattr__(made, "_bits", bits)
        return made

    @classmethod
    def _from_iterable(cls, it: Iterable[Card]) -> Self:  # type: ignore[override]  # Set's stub is wider
        return cls(it)

    def of_suit(self, suit: Suit, trump: Suit) -> CardSet:
        """The cards that count as `suit` when `trump` is trump: the joker is a trump."""
        bits = _SUIT_BITS[suit] | (JOKER.bit if suit is trump else 0)
        return self._from_bits(self._bits & bits)

    def union(self, other: CardSet) -> CardSet:
        """The cards in either set."""
        return self._from_bits(self._bits | other._bits)

    def difference(self, other: CardSet) -> CardSet:
        """The cards of this set that the other lacks."""
        return self._from_bits(self._bits & ~other._bits)

    def with_card(self, card: Card) -> CardSet:
        """The set with one card more."""
        return self._from_bits(self._bits | card.bit)

    def without_card(self, card: Card) -> CardSet:
        """The set less one card."""
        return self._from_bits(self._bits & ~card.bit)

    def __contains__(self, card: object) -> bool:
        return isinstance(card, Card) and bool(self._bits & card.bit)

    def __iter__(self) -> Iterator[Card]:
        bits = self._bits
        while bits:
            low = bits & -bits
            yield ALL_CARDS[low.bit_length() - 1]
            bits ^= low

    def __len__(self) -> int:
        return self._bits.bit_count()

    def __bool__(self) -> bool:
        return bool(self._bits)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, CardSet):
            return self._bits == other._bits
        return super().__eq__(other)

    def __hash__(self) -> int:
        return self._hash()

    def __repr__(self) -> str:
        return f"CardSet({str(self)!r})"

    def __str__(self) -> str:
        suits = [_suit_text(place, self._bits >> 13 * place & 0x1FFF) for place in range(4)]
        if self._bits & JOKER.bit:
            suits.append(JOKER.text)
        return " ".join(filter(None, suits))


@cache
def _suit_text(place: int, bits: int) -> str:
    """The cards of one suit; there are only 8192 sets of them, and views are written often."""
    return " ".join(_SUITED[13 * place + rank].text for rank in range(13) if bits >> rank & 1)


_SUIT_BITS: Final = {suit: sum(card.bit for card in _SUITED if card.suit is suit) for suit in Suit}
