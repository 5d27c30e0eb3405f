"""Each thing that happens has a sentence for the reader's own seat and one for the others."""

from __future__ import annotations

import pytest

from cutthroat.core.actions import Bid, Pass, Seat
from cutthroat.core.cards import Card, CardSet, Suit, cards
from cutthroat.core.events import WinReason
from cutthroat.core.rules import AllPass, parse_rules
from cutthroat.core.trick import Trick
from cutthroat.core.view import project
from cutthroat.i18n.cards import NamedCards
from cutthroat.i18n.telling import Teller
from tests.kit.script import table, taken

ANN = Teller(NamedCards(), ("Ann", "Ben", "Cal"), you=1)
ANYBODY = Teller(NamedCards(), ("Ann", "Ben", "Cal"), you=None)


def test_the_reader_is_you() -> None:
    assert [ANN.name(seat) for seat in (1, 2, 3)] == ["You", "Ben", "Cal"]
    assert ANYBODY.name(1) == "Ann"


def test_a_deal_begins() -> None:
    assert ANN.dealt(4, 1) == "Deal 4. You deal."
    assert ANYBODY.dealt(4, 1) == "Deal 4. Ann deals."


def test_a_hand_is_told_sorted() -> None:
    held = CardSet.of("2S AH JK 3H")
    assert (
        ANN.hand(1, held, None)
        == "Your hand: the joker, two of spades, ace of hearts, three of hearts"
    )
    assert (
        ANYBODY.hand(1, held, Suit.HEARTS)
        == "Ann holds ace of hearts, three of hearts, the joker, two of spades"
    )


def test_r11_calls() -> None:
    assert ANN.called(Bid(1, 3)) == "You bid 3."
    assert ANN.called(Bid(2, 4)) == "Ben bids 4."
    assert ANN.called(Pass(1)) == "You pass."
    assert ANYBODY.called(Pass(1)) == "Ann passes."


def test_r13_the_auction_is_won() -> None:
    won = "You won the auction with 2, and lead. The suit you lead is trump."
    assert ANN.auction_won(Bid(1, 2)) == won
    assert ANYBODY.auction_won(Bid(1, 2)) == "Ann won the auction with 2, and leads."


@pytest.mark.parametrize(
    ("all_pass", "dealer", "said"),
    [
        (AllPass.NEXT, 1, "and you deal next."),
        (AllPass.NEXT, 2, "and Ben deals next."),
        (AllPass.REDEAL, 1, "and you deal again."),
        (AllPass.REDEAL, 3, "and Cal deals again."),
    ],
)
def test_r14_everybody_passed(all_pass: AllPass, dealer: Seat, said: str) -> None:
    assert ANN.thrown_in(dealer, all_pass) == f"Everybody passed. The cards are thrown in, {said}"


@pytest.mark.parametrize(
    ("before", "card", "to_you", "of_other"),
    [
        ("", "KH", "You lead king of hearts.", "Ann leads king of hearts."),
        ("2H", "KH", "You follow with king of hearts.", "Ann follows with king of hearts."),
        ("2H", "3S", "You trump with three of spades.", "Ann trumps with three of spades."),
        ("2H", "JK", "You trump with the joker.", "Ann trumps with the joker."),
        ("2S", "JK", "You follow with the joker.", "Ann follows with the joker."),
        ("JK", "3S", "You follow with three of spades.", "Ann follows with three of spades."),
        ("2H", "AC", "You throw off ace of clubs.", "Ann throws off ace of clubs."),
        ("2S", "AC", "You throw off ace of clubs.", "Ann throws off ace of clubs."),
    ],
)
def test_what_a_card_did_where_spades_are_trump(
    before: str, card: str, to_you: str, of_other: str
) -> None:
    """Option `joker`: it counts as a trump."""
    played = cards(before)
    trick = Trick(3, leader=3 if played else 1, cards=(*played, Card(card)))
    assert ANN.played(1, Card(card), trick, Suit.SPADES, opening=False) == to_you
    assert ANYBODY.played(1, Card(card), trick, Suit.SPADES, opening=False) == of_other


def test_r15_the_opening_lead_makes_trump() -> None:
    lead = Trick(3, leader=1, cards=cards("KS"))
    said = ANN.played(1, Card("KS"), lead, Suit.SPADES, opening=True)
    assert said == "You lead king of spades. Trump: spades."
    said = ANYBODY.played(1, Card("KS"), lead, Suit.SPADES, opening=True)
    assert said == "Ann leads king of spades. Trump: spades."


def test_r18_a_trick_is_taken() -> None:
    trick = taken(3, "2H JH 3H", 1)
    named = "two of hearts, jack of hearts, three of hearts"
    assert ANN.taken(trick, 1) == f"You take the trick: {named}. 1 card point."
    assert ANN.taken(trick, 0) == f"You take the trick: {named}. 0 card points."
    assert ANYBODY.taken(trick, 1) == f"Ann takes the trick: {named}. 1 card point."
    assert ANYBODY.taken(trick, 12) == f"Ann takes the trick: {named}. 12 card points."


def test_the_cards_on_the_table_have_their_players() -> None:
    trick = Trick(3, leader=3, cards=cards("2H JH"))
    assert ANYBODY.plays(trick) == "Cal two of hearts, Ann jack of hearts"
    assert ANN.on_table(trick) == "On the table: Cal two of hearts, You jack of hearts"


def test_the_score_has_true_minus_signs() -> None:
    view = project(table(4, -2, 0), None)
    assert ANN.standing(view) == "Score: You 4, Ben −2, Cal 0. To 11."


@pytest.mark.parametrize("reason", list(WinReason))
def test_every_way_to_win_is_told(reason: WinReason) -> None:
    """R24 to R26, options `out`, `four` and `limit`."""
    rules = parse_rules("target=9 limit=20")
    assert ANN.won(1, reason, rules).startswith("You win the match")
    assert ANN.won(2, reason, rules).startswith("Ben wins the match")
    number = {WinReason.FOUR: "a bid of 4", WinReason.LIMIT: "20 deals"}.get(reason, "9 or more")
    for teller in (ANN, ANYBODY):
        assert number in teller.won(1, reason, rules)


def test_an_end_without_a_winner() -> None:
    assert ANN.ended("seat 2 left {x}") == "The match ended without a winner: seat 2 left {x}"
    misdeal = "Misdeal: the deal is annulled, and the same dealer deals again."
    assert ANN.misdealt() == misdeal
