"""Every card and suit has a name of its own, and a hand an order."""

from itertools import pairwise

import pytest
from hypothesis import given, strategies as st

from cutthroat.core.cards import ALL_CARDS, Card, CardSet, Suit, cards
from cutthroat.i18n.cards import SUIT_SYMBOLS, NamedCards, card_name, sorted_hand, suit_name


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


def test_cards_in_prose_have_their_full_names() -> None:
    words = NamedCards()
    held = cards("AS JK TH")
    assert words.card(held[0]) == "ace of spades"
    assert words.cards(held) == "ace of spades, the joker, ten of hearts"
    assert words.hand(held) == words.cards(held)
    assert words.cards(()) == ""
    assert words.suit(Suit.SPADES) == "spades"


@pytest.mark.parametrize(
    ("trump", "order"),
    [
        (None, "JK AS 2S KH 3H 4C AD TD"),
        (Suit.SPADES, "AS 2S JK KH 3H 4C AD TD"),
        (Suit.DIAMONDS, "AD TD JK AS 2S KH 3H 4C"),
    ],
)
def test_a_hand_has_trump_first_and_high_cards_first(trump: Suit | None, order: str) -> None:
    assert sorted_hand(CardSet.of("2S 3H 4C TD KH AS AD JK"), trump) == cards(order)


@given(st.sets(st.sampled_from(ALL_CARDS)), st.none() | st.sampled_from(Suit))
def test_a_sorted_hand_is_the_hand_with_its_suits_together(
    held: set[Card], trump: Suit | None
) -> None:
    shown = sorted_hand(CardSet(held), trump)
    assert len(shown) == len(held)
    assert set(shown) == held
    suits = [card.suit for card in shown]
    changes = sum(one is not other for one, other in pairwise(suits))
    assert changes == max(0, len(set(suits)) - 1)
