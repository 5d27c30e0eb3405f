"""The result of a deal in sentences: every point, who has it and why. R5 to R9, R20 to R22."""

from __future__ import annotations

import pytest

from cutthroat.core.match import Over, Scored
from cutthroat.i18n.cards import NamedCards
from cutthroat.i18n.result import result_lines, score_lines
from cutthroat.i18n.telling import Teller
from tests.kit.script import act, dealt, kept, table

NAMES = ("Ann", "Ben")
NUMERALS = ("2C 3C 4C 5C 6C 7C", "JH KS QS JS TS 9S"), "2 pass 2C KS 3C QS 4C JS 5C TS 6C 9S 7C JH"
HONOURS = ("AC KC QC JC 2D 3D", "4D 5D 6D 7D 2C 3H"), "4 AC 2C KC 4D QC 5D JC 6D 2D 7D 3H 3D"
"""The hands of two seats with seat 2 dealing, and how they are played."""


def scored(deal: tuple[tuple[str, str], str], rules: str = "", *scores: int) -> Scored:
    hands, words = deal
    phase = act(dealt(table(*(scores or (0, 0)), rules=rules), *hands), words).phase
    result = phase.last if isinstance(phase, Over) else phase
    assert isinstance(result, Scored)
    return result


def told(deal: tuple[tuple[str, str], str], rules: str = "", you: int | None = None) -> list[str]:
    result = scored(deal, rules)
    teller = Teller(NamedCards(), NAMES, you)
    return [*result_lines(teller, table(0, 0, rules=rules).rules, result.summary, result.tricks)]


def test_a_bid_that_is_made_and_the_points_that_nobody_has() -> None:
    assert told(NUMERALS) == [
        "Ann bid 2, won 2, and made it (R20).",
        "High: nobody. The ace of trump was not dealt (R5).",
        "Low: Ann, by playing the lowest trump, two of clubs (R6).",
        "Jack: nobody. The jack of trump was not dealt (R7).",
        "Game: Ann, with 17 card points (R8).",
        "Card points of Ann: 17 (ten of spades, king of spades, queen of spades, jack of hearts, "
        "jack of spades).",
        "Card points of Ben: none.",
    ]


def test_the_same_to_who_made_it_and_to_who_did_not() -> None:
    assert told(NUMERALS, you=1)[0] == "You bid 2, won 2, and made it (R20)."
    assert "Game: You, with 17 card points (R8)." in told(NUMERALS, you=1)
    assert told(NUMERALS, you=2)[-1] == "Your card points: none."


def test_a_bid_that_went_set() -> None:
    lost = "Ann bid 4, won only 3, and went set: 4 off the score (R21)."
    assert told(HONOURS)[0] == lost
    to_you = "You bid 4, won only 3, and went set: 4 off your score (R21)."
    assert told(HONOURS, you=1)[0] == to_you


@pytest.mark.parametrize(
    ("rules", "line"),
    [
        ("", "High: Ann, by playing the ace of trump, ace of clubs (R5)."),
        ("high=highest", "High: Ann, by playing the highest trump, ace of clubs (R5)."),
        ("", "Low: Ben, by playing the lowest trump, two of clubs (R6)."),
        ("low=numeric", "Low: Ben, by playing the lowest numeral of trump, two of clubs (R6)."),
        (
            "low_to=winner",
            "Low: Ann, by taking the lowest trump, two of clubs (R6, low_to=winner).",
        ),
        ("", "Jack: Ann, by taking the jack of trump, jack of clubs (R7)."),
    ],
)
def test_a_point_is_explained_by_the_rules_of_the_house(rules: str, line: str) -> None:
    assert line in told(HONOURS, rules)


def test_a_low_that_no_numeral_earns() -> None:
    hands = ("AC KC QC JC 2D 3D", "4D 5D 6D 7D 2H 3H")
    words = "2 pass AC 2H KC 4D QC 5D JC 6D 2D 7D 3H 3D"
    lines = told((hands, words), "low=numeric")
    assert "Low: nobody. No trump from 10 down to 2 was dealt (R6, low=numeric)." in lines


def test_r8_game_that_is_tied_and_game_by_a_single_card_point() -> None:
    hands = ("2C 3C 4C 5C KC 2D", "2S 3S 4S 5S 6S KD")
    words = "2 pass 2C 2S 3C 3S 4C 4S 5C 5S KC 6S 2D KD"
    tied = (hands, words)
    assert "Game: nobody. The most card points, 3, are tied (R8)." in told(tied)
    assert "Game: Ann, with 3 card points (R8)." in told(tied, "tie=bidder")
    hands = ("2C 3C 4C 5C JC 2D", "2S 3S 4S 5S 6S 7S")
    words = "2 pass 2C 2S 3C 3S 4C 4S 5C 5S JC 6S 2D 7S"
    assert "Game: Ann, with 1 card point (R8)." in told((hands, words))


def test_a_deal_that_was_kept_without_its_cards() -> None:
    match = kept(table(0, 0), 1, 2, high=1, low=2, jack=1)
    phase = match.phase
    assert isinstance(phase, Scored)
    teller = Teller(NamedCards(), NAMES, 1)
    assert [*result_lines(teller, match.rules, phase.summary, phase.tricks)] == [
        "You bid 2, won 2, and made it (R20).",
        "High: You.",
        "Low: Ben.",
        "Jack: You.",
        "Game: nobody.",
    ]


def test_what_it_did_to_each_score() -> None:
    summary = scored(HONOURS, "", 1, -3).summary
    assert [*score_lines(Teller(NamedCards(), NAMES, None), summary)] == [
        "Score of Ann: 1 − 4 = −3.",
        "Score of Ben: −3 + 1 = −2.",
    ]
    assert [*score_lines(Teller(NamedCards(), NAMES, 1), summary)] == [
        "Your score: 1 − 4 = −3.",
        "Score of Ben: −3 + 1 = −2.",
    ]
