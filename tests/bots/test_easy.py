"""What `easy` does in positions that have a right move, and why it is right."""

from __future__ import annotations

from random import Random

import pytest

from cutthroat.bots.easy import easy
from cutthroat.core.actions import Bid, Pass
from cutthroat.core.cards import CardSet, deck
from cutthroat.core.deal import HAND_SIZE
from cutthroat.core.match import Match
from cutthroat.core.view import project
from tests.kit.script import act, dealt, table

STRONG = "AS KS JS 2S 9H 4D"
"""High and Low for sure, and most likely Jack and Game."""
FAIR = "AS 9S 3S KH 7D 4C"
"""High, most likely Low, and seldom Game."""
POOR = "QS 8S 9H 6H TD 5C"
WORTHLESS = "9S 8S 9H 8H 9D 7C"
NO_ACE = "KS QS JS TS 2S 3S"
"""All but the ace: Low, Jack and Game."""


def moves(match: Match) -> str:
    """What `easy` does when it is its turn: `pass`, a bid (`2`) or a card (`KS`)."""
    action = easy(project(match, match.turn), Random(0))
    assert action.seat == match.turn
    if isinstance(action, Pass):
        return "pass"
    return str(action.points) if isinstance(action, Bid) else action.card.text


def others(match: Match, *known: str) -> list[str]:
    """Hands of low cards for the seats that nobody asks."""
    taken = CardSet.of(" ".join(known))
    left = [card for card in deck(joker=False) if card not in taken]
    left.sort(key=lambda card: card.rank)
    count = match.seats - len(known)
    return [
        " ".join(card.text for card in left[place * HAND_SIZE : (place + 1) * HAND_SIZE])
        for place in range(count)
    ]


def holding(match: Match, hand: str, calls: str = "") -> str:
    """What `easy` does with a hand after these calls, at the match score."""
    caller = match.dealer % match.seats + len(calls.split())
    place = caller % match.seats
    hands = others(match, hand)
    hands.insert(place, hand)
    return moves(act(dealt(match, *hands), calls))


# The auction


def test_a_strong_hand_bids_what_it_is_sure_of() -> None:
    """A bid of 2 could be outbid, and three points are all but certain."""
    assert holding(table(0, 0, 0), STRONG) == "3"


def test_a_fair_hand_bids_the_least() -> None:
    """Points above the bid count as well, R20: no need to undertake more."""
    assert holding(table(0, 0, 0), FAIR) == "2"


def test_a_worthless_hand_passes() -> None:
    """A failed bid costs points, R21; a defender loses none."""
    assert holding(table(0, 0, 0), WORTHLESS) == "pass"


@pytest.mark.parametrize("scores", [(0, 0, 0), (5, 0, 0), (11, 0, 0), (5, 11, 11)])
def test_four_is_never_bid_without_the_ace_where_only_the_ace_is_high(
    scores: tuple[int, ...],
) -> None:
    """Three points at most can be won without it: a bid of 4 cannot be made. R5."""
    assert holding(table(*scores), NO_ACE) != "4"


def test_four_is_bid_without_the_ace_where_the_highest_trump_is_high() -> None:
    """The king is High unless the ace was dealt, and a made 4 wins the match. R25."""
    assert holding(table(5, 0, 0, rules="high=highest"), NO_ACE) == "4"


@pytest.mark.parametrize(
    ("rules", "score", "call"),
    [("", 1, "4"), ("", 0, "3"), ("four=any", 0, "4"), ("four=off", 1, "3")],
)
def test_four_is_bid_where_it_wins_the_match(rules: str, score: int, call: str) -> None:
    """With one point a made 4 wins; without, or under `four=off`, it is only four points. R25."""
    assert holding(table(score, 0, 0, rules=rules), STRONG) == call


KING = "KS 9S 4S KH 7D 4C"


def test_the_king_alone_is_no_bid_where_only_the_ace_is_high() -> None:
    """Low and Game are both in doubt, and nobody has High without the ace."""
    assert holding(table(0, 0, 0), KING) == "pass"


def test_the_king_is_worth_a_bid_where_the_highest_trump_is_high() -> None:
    """Three times in four no ace is in the other hands."""
    assert holding(table(0, 0, 0, rules="high=highest"), KING) == "2"


def test_at_the_target_it_bids_on_less() -> None:
    """A made bid wins the match, so it need not be made as often. R24."""
    assert holding(table(11, 0, 0), KING) == "2"


def test_it_knows_where_reaching_the_target_is_enough() -> None:
    """At 9 a made 2 wins under `out=reach`; otherwise it is a bid like any other."""
    assert holding(table(9, 0, 0, rules="out=reach"), KING) == "2"
    assert holding(table(9, 0, 0), KING) == "pass"


def test_at_the_target_a_worthless_hand_still_passes() -> None:
    """There is no duty to bid, R24; failing would cost the place at the target."""
    assert holding(table(11, 0, 0), WORTHLESS) == "pass"


ACE = "AS 8S 6D 5H 9C 7C"


def test_a_rival_who_would_go_out_is_outbid_if_that_may_be_made() -> None:
    """If the 2 of a rival at 11 is made the match is lost: better to risk three points."""
    assert holding(table(0, 0, 11, dealer=1), ACE, "pass 2") == "3"


def test_a_rival_who_cannot_go_out_may_play_its_bid() -> None:
    """A 3 on this hand would be set more often than not."""
    assert holding(table(0, 0, 0, dealer=1), ACE, "pass 2") == "pass"


def test_a_rival_is_not_outbid_without_hope() -> None:
    """A bid that cannot be made only puts off the end, and costs three points every time."""
    assert holding(table(0, 0, 11, dealer=1), WORTHLESS, "pass 2") == "pass"


def test_a_rival_who_may_yet_go_out_is_made_to_bid_more() -> None:
    """A bid of 2 forces the seat at 11, which calls later, to undertake 3."""
    assert holding(table(0, 0, 11), KING) == "2"


def test_the_dealer_bids_on_less_than_the_first() -> None:
    """Nobody can outbid the dealer, and passing would only throw the cards in. R14."""
    assert holding(table(0, 0, 0), ACE) == "pass"
    assert holding(table(0, 0, 0, dealer=1), ACE, "pass pass") == "2"


def test_a_dealer_who_must_bid_bids_the_least() -> None:
    """Under `all_pass=stick` there is no pass to choose."""
    match = table(0, 0, 0, dealer=1, rules="all_pass=stick")
    assert holding(match, WORTHLESS, "pass pass") == "2"


def test_with_two_seats_fewer_cards_are_out_against_it() -> None:
    """A four is Low and a king the highest more often: the same cards are worth more."""
    hand = "KS TS 4S 7D 4C 9H"
    assert holding(table(0, 0), hand) == "2"
    assert holding(table(0, 0, 0), hand) == "pass"


def test_the_joker_is_a_trump() -> None:
    """It follows, takes tricks, and counts a card point: longer trumps win Game more often."""
    rules = "joker=yes"
    assert holding(table(0, 0, 0, rules=rules), "JK QS TS 3S 9H 8D") == "2"
    assert holding(table(0, 0, 0, rules=rules), "5H QS TS 3S 9H 8D") == "pass"


def test_low_is_nothing_to_bid_on_where_the_taker_has_it() -> None:
    """A deuce is a sure point for its player, and a card to lose where the taker scores it."""
    hand = "2S TS 5S AH 9D 8C"
    assert holding(table(0, 0, 0), hand) == "2"
    assert holding(table(0, 0, 0, rules="low_to=winner"), hand) == "pass"


@pytest.mark.parametrize(("scores", "call"), [((8, 3, 3), "pass"), ((3, 8, 3), "3")])
def test_in_the_last_deal_it_keeps_a_lead_and_risks_all_from_behind(
    scores: tuple[int, ...], call: str
) -> None:
    """Five ahead, a set bid is the way to lose; five behind, a 2 will hardly do."""
    match = table(*scores, rules="limit=10", scored_deals=9)
    assert holding(match, FAIR) == call


def test_before_the_last_deal_a_lead_is_no_reason_to_pass() -> None:
    """Points count as ever while others can still catch up."""
    assert holding(table(8, 3, 3, rules="limit=10", scored_deals=5), FAIR) == "2"


# The bidder's lead


def test_the_bidder_leads_the_ace_of_the_best_suit() -> None:
    """It cannot be beaten, and may draw the jack or the ten."""
    assert holding(table(0, 0, 0), "AS KS 3S AH 7D 4C", "2 pass pass") == "AS"


def test_the_bidder_keeps_the_jack_at_home() -> None:
    """Led, it falls to any higher trump; kept, it can take a later trick."""
    assert holding(table(0, 0, 0), "JS 9S 3S AH 7D 4C", "2 pass pass") in {"9S", "3S"}


def test_the_best_suit_depends_on_who_scores_high() -> None:
    """The hearts have the king, the spades the deuce: which is better is the house's to say."""
    hand = "KH QH TH 2S 9S 5S"
    assert holding(table(0, 0, 0), hand, "2 pass pass").endswith("S")
    assert holding(table(0, 0, 0, rules="high=highest"), hand, "2 pass pass").endswith("H")


def test_six_trumps_are_played_like_any_hand() -> None:
    """With two seats a hand of one suit is no special case."""
    match = dealt(table(0, 0), "AS KS QS 4S 3S 2S", "5S 6S 7S 8S 9S TS")
    assert moves(match) in {"2", "3", "4"}
    assert moves(act(match, "3 pass")) == "AS"
    assert moves(act(match, "3 pass AS")) == "5S"


# The play


def test_king_and_three_left_with_the_ace_gone_the_king_is_led() -> None:
    """It draws the last trumps, so that the three may take the last trick; the three would not."""
    hands = "AS AH AD KS 3S AC", "4S QS 2H 2D 2C 3C", "5S 6S 3H 3D 4C 5C"
    played = "2 pass pass AS 4S 5S AH 2H 3H AD 2D 3D AC 2C 4C"
    assert moves(act(dealt(table(0, 0, 0), *hands), played)) == "KS"


JACK = "AS KS 4S 2H 3H 2D", "JS 6S 5S 4H 5H 3D", "QS 7S 8S 6H 7H 4D"


def test_the_jack_is_not_safe_from_a_higher_trump_in_the_trick() -> None:
    """Ace, king and queen have been seen, but the king lies in this trick and takes it."""
    match = act(dealt(table(0, 0, 0), *JACK), "2 pass pass AS 5S QS KS")
    assert moves(match) == "6S"


def test_a_jack_is_caught() -> None:
    """Jack is a point for the seat that takes it, R7: the queen does."""
    hands = "4S 9S 4H 5H 6H 7H", "JS 2H 3H 2D 3D 4D", "QS 8S 2C 3C 4C 5C"
    assert moves(act(dealt(table(0, 0, 0), *hands), "2 pass pass 4S JS")) == "QS"


HOME = "TS 5H 4H 2D 3D 4D", "3S 7H 8H 2C 3C 4C", "JS 9S 2H 9D 8C 7C"


def test_the_last_seat_brings_its_jack_home() -> None:
    """Nobody plays after it, so the jack takes this trick for certain."""
    assert moves(act(dealt(table(0, 0, 0), *HOME), "2 pass pass TS 3S 9S 5H 7H")) == "JS"


LAST = "KS 5H QH 3D 4D 5D", "3S 7H TH 3H 2C 4C", "AS 4S 2H 9D 8C 8D"
"""Hands in which the third seat, behind the bidder, has the ace of trump and a small heart."""


def after_a_round(scores: tuple[int, ...], played: str, hands: tuple[str, ...] = LAST) -> Match:
    """The position after seat 1 won the auction, led trump, and these cards were played."""
    return act(dealt(table(*scores), *hands), f"2 pass pass {played}")


def test_the_ace_is_not_spent_on_an_empty_trick() -> None:
    """There is nothing in it; the ace can take a ten or the jack later."""
    assert moves(after_a_round((0, 0, 0), "KS 3S 4S 5H 7H")) == "2H"


def test_the_ace_is_spent_on_a_ten() -> None:
    """Ten card points are a good part of Game. R8."""
    assert moves(after_a_round((0, 0, 0), "KS 3S 4S 5H TH")) == "AS"


def test_a_bidder_who_would_win_the_match_is_denied_small_tricks_too() -> None:
    """A queen is not worth the ace, unless this bidder must be set at any price. R24."""
    assert moves(after_a_round((0, 0, 0), "KS 3S 4S QH 3H")) == "2H"
    assert moves(after_a_round((11, 0, 0), "KS 3S 4S QH 3H")) == "AS"


GIFT = "AS KS 5H AH 2C 3C", "3S 4S KH 2H 4C 5C", "5S TD 2D 6C 7C 8C"


def test_a_ten_goes_to_the_other_defender_to_set_the_bidder() -> None:
    """The bidder is then further from Game; alone the ten would hardly be saved."""
    assert moves(after_a_round((0, 0, 0), "AS 3S 5S 5H KH", GIFT)) == "TD"


def test_a_ten_does_not_go_to_the_bidder() -> None:
    """A card without card points gives the bidder nothing toward Game."""
    assert moves(after_a_round((0, 0, 0), "AS 3S 5S AH 2H", GIFT)) == "2D"


def test_in_the_last_deal_a_ten_does_not_go_to_the_leader_of_the_match() -> None:
    """That the bidder is set does not help if the other defender wins the match with it."""
    last = table(0, 6, 4, rules="limit=10", scored_deals=9)
    assert moves(act(dealt(last, *GIFT), "2 pass pass AS 3S 5S 5H KH")) != "TD"


def test_a_ten_is_not_led() -> None:
    """It would go to any higher card or trump of the two seats that follow."""
    hands = "AS 9S TD 3C 4C 5H", "3S 4S KH 2H 6C 5C", "5S 2D 4D 7C 8C 9C"
    assert moves(after_a_round((0, 0, 0), "AS 3S 5S", hands)) in {"3C", "4C", "5H"}


def test_a_ten_is_taken_with_the_suit_and_not_with_a_trump() -> None:
    """The queen is enough, and the trump stays."""
    hands = "KS TH QC 3D 4D 5D", "3S 7H 8H 3H 2C 4C", "AS 4S QH 9D 8C 8D"
    assert moves(after_a_round((0, 0, 0), "KS 3S 4S TH 7H", hands)) == "QH"


DEUCE = "AS 7S 3H 4H 5H 6H", "3S 4S 2H 2D 3D 4D", "2S 9S 2C 3C 4C 5C"


@pytest.mark.parametrize(("rules", "card"), [("low_to=winner", "9S"), ("", "2S")])
def test_the_deuce_is_saved_where_its_taker_scores_low(rules: str, card: str) -> None:
    """On the bidder's ace it would be the bidder's point; where its player scores it goes first."""
    match = dealt(table(0, 0, 0, rules=rules), *DEUCE)
    assert moves(act(match, "2 pass pass AS 3S")) == card


RUFF = "KS 5H QH 3D 4D 5D", "2S 3S 7D 6D 2C 4C", "AS 4S 2H 9D 8C 8D"


@pytest.mark.parametrize(("rules", "card"), [("low_to=winner", "AS"), ("", "2H")])
def test_the_deuce_is_taken_where_its_taker_scores_low(rules: str, card: str) -> None:
    """It is a point for the ace; where its player scores it the trick is empty."""
    match = dealt(table(0, 0, 0, rules=rules), *RUFF)
    assert moves(act(match, "2 pass pass KS 3S 4S 5H 2S")) == card


def test_it_refuses_to_move_out_of_turn() -> None:
    """A policy is asked when its seat has something to do, and only then."""
    match = dealt(table(0, 0, 0), *JACK)
    with pytest.raises(ValueError, match="turn"):
        easy(project(match, 2), Random(0))
    with pytest.raises(ValueError, match="turn"):
        easy(project(match, None), Random(0))
