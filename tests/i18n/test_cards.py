"""Every card and suit has a name of its own."""

import pytest

from cutthroat.core.cards import ALL_CARDS, Card, Suit
from cutthroat.i18n.cards import SUIT_SYMBOLS, card_name, suit_name


def test_every_card_has_a_name_of_its_own() -> None:
    names = {card_name(card) for card in ALL_CARDS}
    assert len(names) == len(ALL_CARDS) == 53


@pytest.mark.parametrize("card", [card for card in ALL_CARDS if card.suit], ids=str)
def test_the_name_of_a_card_says_its_rank_and_suit(card: Card) -> None:
    assert card.suit is not None
    assert card_name(card) == f"{card.rank.name.lower()} of {suit_name(card.suit)}"


def test_the_joker_has_a_name() -> None:
    assert card_name(Card("JK")) == "the joker"


def test_every_suit_has_a_name_and_a_symbol() -> None:
    assert [suit_name(suit) for suit in Suit] == ["clubs", "diamonds", "hearts", "spades"]
    assert [SUIT_SYMBOLS[suit] for suit in Suit] == ["♣", "♦", "♥", "♠"]
