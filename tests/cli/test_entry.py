"""What a person may type for a card."""

from __future__ import annotations

import pytest

from cutthroat.cli.entry import read_card, read_choice
from cutthroat.core.cards import ALL_CARDS, Card, cards
from cutthroat.i18n.cards import SUIT_SYMBOLS, card_name


@pytest.mark.parametrize(
    ("typed", "card"),
    [
        ("AS", "AS"),
        ("as", "AS"),
        ("A♠", "AS"),
        ("a ♠", "AS"),
        ("A♠\ufe0f", "AS"),
        ("♤A", "AS"),
        ("sa", "AS"),
        ("10h", "TH"),
        ("TH", "TH"),
        ("h10", "TH"),
        ("ten of hearts", "TH"),
        ("Ten Hearts", "TH"),
        ("10-hearts", "TH"),
        ("queen of spades", "QS"),
        ("qs", "QS"),
        ("2 club", "2C"),
        ("two of clubs", "2C"),
        ("jd", "JD"),
        ("jk", "JK"),
        ("Joker", "JK"),
        ("the joker", "JK"),
    ],
)
def test_sensible_ways(typed: str, card: str) -> None:
    assert read_card(typed) is Card(card)


@pytest.mark.parametrize("typed", ["", "1", "11s", "1s", "sx", "ass", "10", "a", "♠", "kk", "hh"])
def test_what_is_no_card(typed: str) -> None:
    assert read_card(typed) is None


@pytest.mark.parametrize("card", ALL_CARDS, ids=str)
def test_every_card_by_text_name_and_symbol(card: Card) -> None:
    assert read_card(card.text) is card
    assert read_card(card.text.lower()) is card
    assert read_card(card_name(card)) is card
    if card.suit:
        assert read_card(card.rank.letter + SUIT_SYMBOLS[card.suit]) is card


def test_numbers_of_the_list() -> None:
    listed = cards("AS 10H".replace("10", "T"))
    assert read_choice("1", listed) is Card("AS")
    assert read_choice(" 2 ", listed) is Card("TH")
    assert read_choice("3", listed) is None
    assert read_choice("0", listed) is None
    assert read_choice("10h", listed) is Card("TH")
    assert read_choice("٢", listed) is None
