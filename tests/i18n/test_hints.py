"""A hint says what each option is worth, to a person, in words that do without colours."""

from __future__ import annotations

from hypothesis import given, strategies as st

from cutthroat.bots.judgement import Judgement, Option
from cutthroat.core.actions import Bid, Pass, Play
from cutthroat.core.cards import Card
from cutthroat.core.view import View, project
from cutthroat.i18n.cards import NamedCards
from cutthroat.i18n.hints import hint_text, no_choice, of_hundred
from cutthroat.i18n.numbers import gained
from cutthroat.i18n.telling import Teller
from tests.kit.script import act, dealt, table

ANN = Teller(NamedCards(), ("Ann", "Ben", "Cal"), you=1)
HANDS = ("AS KS 3S 6H 8D 2D", "JS 5S JH 4H QC TD", "TS 7S TH 9C 4C 6D")


def seen(words: str = "") -> View:
    """What Ann sees after these calls and cards; she calls first."""
    return project(act(dealt(table(0, 0, 0), *HANDS), words), 1)


def said(view: View, *options: Option, worlds: int = 200) -> tuple[str, ...]:
    return hint_text(Judgement(options, worlds), view, ANN).lines


def play(card: str, equity: float, made: float, points: float) -> Option:
    return Option(Play(1, Card(card)), equity, made, points)


def test_every_call_is_told_with_the_best_first_and_marked_by_a_word() -> None:
    assert said(
        seen(),
        Option(Bid(1, 3), 0.41, 0.714, 1.84),
        Option(Bid(1, 2), 0.4071, 0.9, 1.6),
        Option(Pass(1), 0.33, None, 0.04),
        Option(Bid(1, 4), 0.2, 0.25, -2.26),
    ) == (
        "Hint, from 200 deals that fit what you have seen:",
        "Bid 3 (best): wins the match in 41 of 100; makes it in 71 of 100 where it stands;"
        " +1.8 points.",
        "Bid 2 (about as good): wins the match in 41 of 100; makes it in 90 of 100 where it"
        " stands; +1.6 points.",
        "Pass: wins the match in 33 of 100; 0.0 points.",
        "Bid 4: wins the match in 20 of 100; makes it in 25 of 100 where it stands; −2.3 points.",
    )


def test_the_bidder_hears_of_the_own_bid() -> None:
    view = seen("3 pass pass")
    told = said(view, play("AS", 0.5, 0.8, 2.0), play("2D", 0.1, 0.3, 0.0), worlds=1)
    assert told == (
        "Hint, from 1 deal that fits what you have seen:",
        "Ace of spades (best): wins the match in 50 of 100; makes your bid in 80 of 100;"
        " +2.0 points.",
        "Two of diamonds: wins the match in 10 of 100; makes your bid in 30 of 100; 0.0 points.",
    )


def test_a_defender_hears_of_the_bid_of_the_bidder_by_name() -> None:
    view = seen("pass 2 pass 5S TS")
    assert view.turn == 1
    told = said(view, play("AS", 0.5, 0.2, 1.0), play("KS", 0.4, 0.3, 0.5))
    assert "(best): wins the match in 50 of 100; Ben makes the bid in 20 of 100;" in told[1]


def test_of_many_cards_the_best_three_are_told() -> None:
    options = [
        play(card, 0.5 - place / 10, 0.5, 0.0) for place, card in enumerate(HANDS[0].split())
    ]
    told = said(seen("3 pass pass"), *options)
    assert [line.partition(":")[0] for line in told[1:]] == [
        "Ace of spades (best)",
        "King of spades",
        "Three of spades",
    ]


def test_where_there_is_no_choice_no_numbers_are_told() -> None:
    view = seen("pass 2 pass JH TH")
    told = "Hint: there is nothing to choose.", "Six of hearts: that is all the rules allow."
    assert said(view, play("6H", 0.41, 0.7, 1.0)) == told
    only = no_choice(view, ANN)
    assert only
    assert only.lines == told


def test_where_there_is_a_choice_it_is_not_said_that_there_is_none() -> None:
    assert no_choice(seen(), ANN) is None
    assert no_choice(seen("3 pass pass"), ANN) is None


@given(st.floats(0, 1))
def test_only_what_is_certain_is_never_or_always(share: float) -> None:
    told = of_hundred(share)
    assert (told == "0") == (share == 0)
    assert (told == "100") == (share == 1)
    if told.isdigit():
        assert abs(int(told) - 100 * share) <= 0.5 + 1e-9


@given(st.floats(-4, 4))
def test_a_change_has_its_sign_unless_it_is_none(points: float) -> None:
    told = gained(points)
    value = float(told.replace("\N{MINUS SIGN}", "-"))
    assert abs(value - points) <= 0.05 + 1e-9
    assert told[0] == ("+" if value > 0 else "\N{MINUS SIGN}" if value < 0 else "0")
    assert "-" not in told
