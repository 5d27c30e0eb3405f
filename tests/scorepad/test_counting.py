"""Counting Game from the cards that each seat took. R8."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given

from cutthroat.core.cards import Card, CardSet, deck
from cutthroat.core.match import Scored
from cutthroat.core.rules import Rules
from cutthroat.core.scoring import captured_points
from cutthroat.scorepad.counting import check_captured, count, counting_cards
from cutthroat.scorepad.errors import InvalidEntry, SheetReason
from tests.kit import strategies
from tests.kit.played import captured_by, played_deals
from tests.kit.second_reading import pips
from tests.kit.sheets import set_up

RULES = Rules()
JOKER = set_up("joker=yes").rules
BIDDER = set_up("tie=bidder").rules


def cards(*texts: str) -> tuple[CardSet, ...]:
    return tuple(map(CardSet.of, texts))


def reason(rules: Rules, seats: int, *texts: str) -> tuple[object, dict[str, object]]:
    with pytest.raises(InvalidEntry) as refused:
        check_captured(rules, cards(*texts), seats)
    return refused.value.reason, refused.value.parameters


def test_r8_each_card_counts() -> None:
    """A 4, K 3, Q 2, J 1, 10 ten."""
    assert count(RULES, cards("AS KS", "QS JS", "TS"), 1).card_points == (7, 3, 10)
    assert count(JOKER, cards("JK", ""), 1).card_points == (1, 0)


@pytest.mark.parametrize("rules", [RULES, JOKER])
def test_r8_the_cards_that_count_are_those_of_the_deck(rules: Rules) -> None:
    """Joker=yes: the joker too."""
    expected = {card for card in deck(joker=rules.has_joker) if pips(str(card))}
    assert set(counting_cards(rules)) == expected
    assert len(expected) == (21 if rules.has_joker else 20)


@pytest.mark.parametrize(
    ("rules", "texts", "bidder", "game"),
    [
        (RULES, ("TS", "AS KS QS", ""), 2, 1),
        (RULES, ("", "AS", "TS"), 1, 3),
        (RULES, ("AS", "AH", ""), 1, None),
        (BIDDER, ("AS", "AH", ""), 1, 1),
        (BIDDER, ("AS", "AH", ""), 2, 2),
        (BIDDER, ("AS", "AH", ""), 3, None),
        (RULES, ("", "", ""), 2, None),
        (BIDDER, ("", "", ""), 2, 2),
        (BIDDER, ("TS", "AH", ""), 2, 1),
    ],
)
def test_r8_who_has_game(
    rules: Rules, texts: tuple[str, ...], bidder: int, game: int | None
) -> None:
    """Tie=nobody and tie=bidder; 0 to 0 is a tie too."""
    assert count(rules, cards(*texts), bidder).game == game


def test_a_card_is_captured_once() -> None:
    twice = SheetReason.CARD_CAPTURED_TWICE
    assert reason(RULES, 3, "AS", "KS", "TS AS") == (twice, {"card": Card("AS")})


@pytest.mark.parametrize(
    ("rules", "card"), [(RULES, "9S"), (RULES, "2H"), (RULES, "JK"), (JOKER, "9S")]
)
def test_a_card_that_counts_nothing_is_not_counted(rules: Rules, card: str) -> None:
    """R2: there is no joker under joker=no."""
    (found, parameters) = reason(rules, 2, "AS", card)
    assert (found, str(parameters["card"])) == (SheetReason.COUNTS_NOTHING, card)


def test_r4_no_more_cards_than_are_dealt() -> None:
    honours = [rank + suit for suit in "SHD" for rank in "AKQJT"][:13]
    check_captured(RULES, cards(" ".join(honours[:12]), ""), 2)
    most = (SheetReason.TOO_MANY_CAPTURED, {"most": 12})
    assert reason(RULES, 2, " ".join(honours[:12]), honours[12]) == most
    check_captured(RULES, cards(*[" ".join(honours), "", ""]), 3)
    check_captured(RULES, cards(" ".join(map(str, list(counting_cards(RULES))[:18])), "", ""), 3)
    nineteen = " ".join(map(str, list(counting_cards(RULES))[:19]))
    assert reason(RULES, 3, nineteen, "", "")[1] == {"most": 18}


@pytest.mark.parametrize("texts", [(), ("AS",), ("AS", "", "")])
def test_every_seat_has_its_cards_counted(texts: tuple[str, ...]) -> None:
    assert reason(RULES, 2, *texts) == (SheetReason.OTHER_SEATS, {"seats": 2})


def test_counting_checks_what_it_counts() -> None:
    with pytest.raises(InvalidEntry, match="card_captured_twice"):
        count(RULES, cards("AS", "AS"), 1)


@given(strategies.rules(), strategies.seat_counts(), strategies.generators())
def test_r8_a_count_is_that_of_a_deal_played_by_core(rules: Rules, seats: int, rng: Random) -> None:
    for scored in played_deals(rules, seats, rng, deals=3):
        check_count(rules, seats, scored)


def check_count(rules: Rules, seats: int, scored: Scored) -> None:
    captured = captured_by(scored, seats)
    check_captured(rules, captured, seats)
    counted = count(rules, captured, scored.summary.bidder)
    assert counted.card_points == captured_points(scored.tricks, seats)
    assert counted.game == scored.summary.points.game
