"""Suits and cards in words. A card's name is one message, never glued from rank and suit."""

from __future__ import annotations

from typing import Final, Protocol

from cutthroat.core.cards import Card, CardSet, Suit
from cutthroat.i18n.catalogue import N_, _

_SUITS: Final = {
    Suit.CLUBS: N_("clubs"),
    Suit.DIAMONDS: N_("diamonds"),
    Suit.HEARTS: N_("hearts"),
    Suit.SPADES: N_("spades"),
}

SUIT_SYMBOLS: Final = {Suit.CLUBS: "♣", Suit.DIAMONDS: "♦", Suit.HEARTS: "♥", Suit.SPADES: "♠"}

_SUIT_ORDER: Final = (Suit.SPADES, Suit.HEARTS, Suit.CLUBS, Suit.DIAMONDS)
"""Of a hand: black and red by turns."""

_CARDS: Final = {
    "JK": N_("the joker"),
    "2C": N_("two of clubs"),
    "3C": N_("three of clubs"),
    "4C": N_("four of clubs"),
    "5C": N_("five of clubs"),
    "6C": N_("six of clubs"),
    "7C": N_("seven of clubs"),
    "8C": N_("eight of clubs"),
    "9C": N_("nine of clubs"),
    "TC": N_("ten of clubs"),
    "JC": N_("jack of clubs"),
    "QC": N_("queen of clubs"),
    "KC": N_("king of clubs"),
    "AC": N_("ace of clubs"),
    "2D": N_("two of diamonds"),
    "3D": N_("three of diamonds"),
    "4D": N_("four of diamonds"),
    "5D": N_("five of diamonds"),
    "6D": N_("six of diamonds"),
    "7D": N_("seven of diamonds"),
    "8D": N_("eight of diamonds"),
    "9D": N_("nine of diamonds"),
    "TD": N_("ten of diamonds"),
    "JD": N_("jack of diamonds"),
    "QD": N_("queen of diamonds"),
    "KD": N_("king of diamonds"),
    "AD": N_("ace of diamonds"),
    "2H": N_("two of hearts"),
    "3H": N_("three of hearts"),
    "4H": N_("four of hearts"),
    "5H": N_("five of hearts"),
    "6H": N_("six of hearts"),
    "7H": N_("seven of hearts"),
    "8H": N_("eight of hearts"),
    "9H": N_("nine of hearts"),
    "TH": N_("ten of hearts"),
    "JH": N_("jack of hearts"),
    "QH": N_("queen of hearts"),
    "KH": N_("king of hearts"),
    "AH": N_("ace of hearts"),
    "2S": N_("two of spades"),
    "3S": N_("three of spades"),
    "4S": N_("four of spades"),
    "5S": N_("five of spades"),
    "6S": N_("six of spades"),
    "7S": N_("seven of spades"),
    "8S": N_("eight of spades"),
    "9S": N_("nine of spades"),
    "TS": N_("ten of spades"),
    "JS": N_("jack of spades"),
    "QS": N_("queen of spades"),
    "KS": N_("king of spades"),
    "AS": N_("ace of spades"),
}


def suit_name(suit: Suit) -> str:
    """The suit's name in the reader's language: `spades`."""
    return _(_SUITS[suit])


def card_name(card: Card) -> str:
    """The card's name in the reader's language: `ace of spades`."""
    return _(_CARDS[card.text])


def sorted_hand(hand: CardSet, trump: Suit | None) -> tuple[Card, ...]:
    """Cards by suit, trump first with the joker last in it, in every suit the high cards first."""

    def place(card: Card) -> tuple[int, int]:
        first = -1 if card.suit is None or card.suit is trump else _SUIT_ORDER.index(card.suit)
        return first, -card.rank

    return tuple(sorted(hand, key=place))


class Words(Protocol):
    """How a face writes cards and suits in its sentences."""

    def card(self, card: Card) -> str:
        """One card."""

    def cards(self, cards: tuple[Card, ...]) -> str:
        """Cards one after another."""

    def hand(self, cards: tuple[Card, ...]) -> str:
        """A sorted hand."""

    def suit(self, suit: Suit) -> str:
        """A suit."""


class NamedCards:
    """Cards and suits by their full names, for who reads prose or has it read out."""

    def card(self, card: Card) -> str:
        """`ace of spades`."""
        return card_name(card)

    def cards(self, cards: tuple[Card, ...]) -> str:
        """`ace of spades, ten of hearts`."""
        return ", ".join(map(card_name, cards))

    def hand(self, cards: tuple[Card, ...]) -> str:
        """As any other cards: every name says its suit."""
        return self.cards(cards)

    def suit(self, suit: Suit) -> str:
        """`spades`."""
        return suit_name(suit)
