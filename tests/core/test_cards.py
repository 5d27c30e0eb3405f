"""Cards and sets of cards. R2, and the option `joker`."""

import copy
import pickle

import pytest
from hypothesis import given, strategies as st

from cutthroat.core.cards import (
    ALL_CARDS,
    JOKER,
    Card,
    CardSet,
    Rank,
    Suit,
    cards,
    deck,
    suit_under,
)
from cutthroat.core.errors import InvalidNotation, Reason

NEW_DECK = (
    "2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC AC 2D 3D 4D 5D 6D 7D 8D 9D TD JD QD KD AD "
    "2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS"
)


def test_r2_a_deck_has_52_cards_in_the_order_of_a_new_one() -> None:
    assert " ".join(card.text for card in deck(joker=False)) == NEW_DECK


def test_joker_yes_adds_one_card_at_the_end() -> None:
    assert " ".join(card.text for card in deck(joker=True)) == NEW_DECK + " JK"


def test_joker_no_leaves_it_out() -> None:
    assert JOKER not in deck(joker=False)
    assert len(deck(joker=False)) == 52


def test_r2_ranks_from_high_to_low() -> None:
    spades = [card for card in deck(joker=False) if card.suit is Suit.SPADES]
    falling = sorted(spades, key=lambda card: card.rank, reverse=True)
    assert " ".join(card.text for card in falling) == "AS KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S"


def test_joker_yes_ranks_below_the_two() -> None:
    assert JOKER.rank is Rank.JOKER
    assert Rank.JOKER < Rank.TWO == min(rank for rank in Rank if rank is not Rank.JOKER)


def test_joker_has_no_suit_of_its_own() -> None:
    assert JOKER.suit is None


@pytest.mark.parametrize("trump", Suit)
def test_joker_yes_counts_as_trump(trump: Suit) -> None:
    assert suit_under(JOKER, trump) is trump


@pytest.mark.parametrize("trump", Suit)
def test_r2_other_cards_keep_their_suit(trump: Suit) -> None:
    assert suit_under(Card("2H"), trump) is Suit.HEARTS


def test_r2_place_in_a_new_deck() -> None:
    assert [card.index for card in ALL_CARDS] == list(range(53))
    assert [card.bit for card in ALL_CARDS] == [2**place for place in range(53)]
    assert Card("AD").index == 25


def test_r2_the_text_of_a_card_finds_the_one_object() -> None:
    for card in ALL_CARDS:
        assert Card(card.text) is card
        assert str(card) == card.text
    assert (Card("TS").rank, Card("TS").suit) == (Rank.TEN, Suit.SPADES)
    assert [rank.letter for rank in Rank] == ["JK", *"23456789TJQKA"]


@pytest.mark.parametrize("text", ["", "1S", "10S", "as", "AS ", "SA", "A♠", "jk", "A", "JKS"])
def test_r2_other_texts_are_no_card(text: str) -> None:
    with pytest.raises(InvalidNotation) as refused:
        Card(text)
    assert refused.value.reason is Reason.NO_SUCH_CARD
    assert refused.value.parameters == {"text": text}


def test_r2_what_is_no_text_is_no_card() -> None:
    with pytest.raises(InvalidNotation) as refused:
        Card(["AS"])  # type: ignore[arg-type]  # as from a careless caller
    assert refused.value.reason is Reason.NO_SUCH_CARD


def test_r2_cards_are_told_apart_by_what_they_are() -> None:
    assert repr(Card("AS")) == "Card('AS')"
    assert Card("AS") != Card("AH")
    text: object = "AS"
    assert Card("AS") != text


def test_r2_a_card_does_not_change() -> None:
    with pytest.raises(AttributeError, match=r"^a card does not change: rank"):
        Card("AS").rank = Rank.TWO


@pytest.mark.parametrize("card", ALL_CARDS, ids=str)
def test_r2_a_copied_or_pickled_card_is_the_same_object(card: Card) -> None:
    assert pickle.loads(pickle.dumps(card)) is card
    assert copy.deepcopy(card) is card
    assert copy.copy(card) is card


def test_r2_cards_written_with_spaces_keep_their_order() -> None:
    assert cards(" AH  2S ") == (Card("AH"), Card("2S"))
    assert cards("") == ()


def test_r2_a_word_among_cards_that_is_none() -> None:
    with pytest.raises(InvalidNotation) as refused:
        cards("AH 1S 2S")
    assert refused.value.parameters == {"text": "1S"}


def test_r2_a_set_goes_through_its_cards_in_the_order_of_a_new_deck() -> None:
    hand = CardSet.of("JK AS 2C 2S AC")
    assert str(hand) == "2C AC 2S AS JK"
    assert repr(hand) == "CardSet('2C AC 2S AS JK')"
    assert list(hand) == list(cards("2C AC 2S AS JK"))


def test_r2_a_set_is_empty_or_not() -> None:
    assert not CardSet()
    assert CardSet.of("2C")
    assert str(CardSet()) == ""
    assert list(CardSet()) == []


def test_r2_membership_in_a_set() -> None:
    hand = CardSet.of("2C AS")
    assert Card("2C") in hand
    assert Card("3C") not in hand
    text: object = "2C"
    assert text not in hand


def test_r2_cards_of_a_suit_in_a_set() -> None:
    hand = CardSet.of("2C AC 3D AS")
    assert hand.of_suit(Suit.CLUBS, Suit.SPADES) == CardSet.of("2C AC")
    assert hand.of_suit(Suit.HEARTS, Suit.SPADES) == CardSet()


def test_joker_yes_is_of_the_suit_of_trump_in_a_set() -> None:
    hand = CardSet.of("2C AS JK")
    assert hand.of_suit(Suit.SPADES, trump=Suit.SPADES) == CardSet.of("AS JK")
    assert hand.of_suit(Suit.CLUBS, trump=Suit.SPADES) == CardSet.of("2C")


def test_r2_one_card_more_or_less() -> None:
    hand = CardSet.of("2C AS")
    assert hand.with_card(Card("JK")) == CardSet.of("2C AS JK")
    assert hand.with_card(Card("AS")) == hand
    assert hand.without_card(Card("AS")) == CardSet.of("2C")
    assert hand.without_card(Card("3C")) == hand
    assert hand == CardSet.of("2C AS")


def test_r2_sets_are_equal_to_sets_of_the_same_cards() -> None:
    assert CardSet.of("2C AS") == {Card("AS"), Card("2C")}
    assert CardSet.of("2C AS") != {Card("AS")}
    assert CardSet.of("2C AS") != CardSet.of("2C KS")
    assert CardSet.of("2C") != "2C"
    assert hash(CardSet.of("2C AS")) == hash(CardSet.of("AS 2C")) == hash(frozenset(cards("2C AS")))


def test_r2_a_pickled_set_is_an_equal_set() -> None:
    hand = CardSet.of("2C AS JK")
    assert pickle.loads(pickle.dumps(hand)) == hand
    assert copy.deepcopy(hand) == hand


SETS = st.sets(st.sampled_from(ALL_CARDS))


@given(SETS, SETS)
def test_r2_sets_of_cards_behave_like_sets(these: set[Card], those: set[Card]) -> None:
    left, right = CardSet(these), CardSet(those)
    assert len(left) == len(these)
    assert set(left) == these
    assert left.union(right) == (left | right) == these | those
    assert left.difference(right) == (left - right) == these - those
    assert (left & right) == these & those
    assert (left <= right) == (these <= those)
    assert isinstance(left | right, CardSet)
    assert (left == right) == (these == those)
