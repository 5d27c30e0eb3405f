"""High, Low, Jack and Game; made or not; the match score. R5 to R9, R20 to R22."""

import pytest

from cutthroat.core.actions import Bid
from cutthroat.core.cards import Card, Rank, Suit
from cutthroat.core.rules import parse_rules
from cutthroat.core.scoring import (
    CARD_POINTS,
    PointCards,
    Points,
    Summary,
    Tally,
    captured_points,
    settle,
    tally,
)
from cutthroat.core.trick import TakenTrick
from tests.kit.script import taken

# Three seats, spades are trump. Seat 2 plays the jack and seat 3 takes it; seat 2 plays the three,
# the lowest, and seat 1 takes it.
TRICKS = (
    taken(1, "AS 3S 4S", 1),
    taken(1, "2H JS QS", 3),
    taken(3, "TD 2D 3D", 3),
    taken(3, "4D 5D 6D", 2),
    taken(2, "7C 8C 9C", 1),
    taken(1, "7H 8H 9H", 3),
)


def counted(*tricks: TakenTrick, rules: str = "", bidder: int = 1) -> Tally:
    return tally(parse_rules(rules), tricks, Suit.SPADES, bidder)


def test_r5_to_r8_a_whole_deal() -> None:
    assert counted(*TRICKS) == Tally(
        points=Points(high=1, low=2, jack=3, game=3),
        cards=PointCards(high=Card("AS"), low=Card("3S"), jack=Card("JS")),
        card_points=(4, 0, 13),
    )


# R5 and the option `high`.


def test_r5_high_is_the_seats_that_plays_the_ace_of_trump() -> None:
    assert counted(taken(2, "KS 2D AS", 1)).points.high == 1  # 2 led, 3, then 1 with the ace


def test_r5_the_player_of_the_ace_has_high_whoever_takes_it() -> None:
    """R5 speaks of the seat that plays it."""
    assert counted(taken(1, "KS AS 3S", 3)).points.high == 2


@pytest.mark.parametrize("rules", ["", "high=ace"])
def test_r5_high_ace_without_the_ace_nobody_has_high(rules: str) -> None:
    found = counted(taken(1, "KS QS AH", 1), rules=rules)
    assert found.points.high is None
    assert found.cards.high is None


def test_r5_high_highest_is_the_highest_trump_in_play() -> None:
    found = counted(taken(1, "QS KS AH", 2), taken(2, "2S AD 3S", 1), rules="high=highest")
    assert found.points.high == 2
    assert found.cards.high is Card("KS")


def test_r5_high_highest_is_the_ace_where_there_is_one() -> None:
    found = counted(taken(1, "QS KS AH", 2), taken(2, "2S AS 3S", 3), rules="high=highest")
    assert (found.points.high, found.cards.high) == (3, Card("AS"))


def test_r5_the_ace_of_another_suit_is_not_high() -> None:
    assert counted(taken(1, "2S AH AD", 1)).points.high is None


# R6 and the options `low`, `low_to`, `joker`.


def test_r6_low_is_the_lowest_trump_in_play() -> None:
    found = counted(taken(1, "AS 5S 4S", 1), taken(1, "2H 3H 6S", 3))
    assert (found.points.low, found.cards.low) == (3, Card("4S"))


def test_r6_low_to_player_who_takes_it_does_not_matter() -> None:
    for rules in ("", "low_to=player"):
        assert counted(taken(1, "AS 5S 4S", 1), rules=rules).points.low == 3


def test_r6_low_to_winner_it_goes_to_the_seat_that_takes_it() -> None:
    found = counted(taken(1, "AS 5S 4S", 1), rules="low_to=winner")
    assert (found.points.low, found.cards.low) == (1, Card("4S"))


@pytest.mark.parametrize("rules", ["", "low=lowest"])
def test_r6_low_lowest_is_of_any_rank(rules: str) -> None:
    found = counted(taken(1, "AS KS JS", 1), rules=rules)
    assert (found.points.low, found.cards.low) == (3, Card("JS"))


@pytest.mark.parametrize("rules", ["", "low=lowest"])
def test_r6_low_lowest_may_be_the_ace(rules: str) -> None:
    found = counted(taken(1, "AS 2H 3H", 1), rules=rules)
    assert (found.points.low, found.cards.low) == (1, Card("AS"))


def test_r6_low_numeric_nobody_has_it_without_a_10_to_2() -> None:
    found = counted(taken(1, "AS KS JS", 1), rules="low=numeric")
    assert (found.points.low, found.cards.low) == (None, None)


@pytest.mark.parametrize("low", ["TS", "2S"])
def test_r6_low_numeric_is_of_10_to_2(low: str) -> None:
    found = counted(taken(1, f"AS {low} JS", 1), rules="low=numeric")
    assert (found.points.low, found.cards.low) == (2, Card(low))


@pytest.mark.parametrize("rules", ["joker=yes", "joker=yes low=numeric"])
def test_r6_joker_yes_is_never_low(rules: str) -> None:
    found = counted(taken(1, "AS JK 2S", 1), rules=rules)
    assert (found.points.low, found.cards.low) == (3, Card("2S"))


def test_r6_joker_yes_alone_nobody_has_low() -> None:
    assert counted(taken(1, "JK 2H 3H", 1), rules="joker=yes").points.low is None


def test_r6_low_comes_from_every_trick_and_not_the_last() -> None:
    """The lowest trump of the deal, R6, though others were played after it."""
    found = counted(taken(1, "2S 5S 4S", 2), taken(2, "3S 6S 7S", 1))
    assert (found.points.low, found.cards.low) == (1, Card("2S"))


# R7


def test_r7_jack_is_the_seats_that_takes_it() -> None:
    found = counted(taken(1, "JS KS 2S", 2))
    assert (found.points.jack, found.cards.jack) == (2, Card("JS"))


def test_r7_without_the_jack_of_trump_nobody_has_it() -> None:
    found = counted(taken(1, "QS JH JD", 1))
    assert (found.points.jack, found.cards.jack) == (None, None)


# R8 and the options `tie`, `joker`.


def test_r8_what_cards_count() -> None:
    counts = {rank.letter: CARD_POINTS.get(rank, 0) for rank in Rank}
    worth = {"A": 4, "K": 3, "Q": 2, "J": 1, "T": 10, "JK": 1}
    assert counts == {rank.letter: 0 for rank in Rank} | worth


@pytest.mark.parametrize(
    ("card", "worth"), [("AH", 4), ("KH", 3), ("QH", 2), ("JH", 1), ("TH", 10), ("9H", 0)]
)
def test_r8_card_points_of_one_card(card: str, worth: int) -> None:
    assert captured_points([taken(1, f"{card} 2H", 2)], seats=2) == (0, worth)


def test_joker_yes_counts_one_card_point() -> None:
    """R8, option `joker`."""
    assert captured_points([taken(1, "JK 2H", 1)], seats=2) == (1, 0)


def test_r8_card_points_add_up_by_taker() -> None:
    assert captured_points(TRICKS, seats=3) == (4, 0, 13)
    assert captured_points([], seats=3) == (0, 0, 0)


def test_r8_game_is_the_seats_with_the_most_card_points() -> None:
    assert counted(taken(1, "AS KS 2S", 1), taken(1, "2H TH 3H", 2)).points.game == 2
    assert counted(taken(1, "AS KS 2S", 1), taken(1, "2H JH 3H", 2)).points.game == 1


@pytest.mark.parametrize("rules", ["", "tie=nobody"])
def test_r8_tie_nobody(rules: str) -> None:
    tied = (taken(1, "AS 2S 3S", 1), taken(1, "3H AH 2H", 2))
    assert counted(*tied, rules=rules, bidder=1).points.game is None


def test_r8_tie_bidder_among_the_tied() -> None:
    tied = (taken(1, "AS 2S 3S", 1), taken(1, "3H AH 2H", 2))
    for bidder in (1, 2):
        assert counted(*tied, rules="tie=bidder", bidder=bidder).points.game == bidder


def test_r8_tie_bidder_not_among_the_tied() -> None:
    tied = (taken(1, "AS 2S 3S", 1), taken(1, "3H AH 2H", 2))
    assert counted(*tied, rules="tie=bidder", bidder=3).points.game is None


def test_r8_tie_bidder_takes_nothing_from_a_sole_leader() -> None:
    tricks = (taken(1, "AS 2S 3S", 1), taken(1, "3H TH 2H", 2))
    assert counted(*tricks, rules="tie=bidder", bidder=1).points.game == 2


def test_r8_nothing_to_nothing_is_a_tie() -> None:
    tricks = (taken(1, "9S 2S 3S", 1), taken(1, "3H 5H 2H", 2))
    assert counted(*tricks).points.game is None
    assert counted(*tricks, rules="tie=bidder", bidder=3).points.game == 3


# R9


def test_r9_one_card_can_earn_several_points() -> None:
    points = counted(taken(1, "AS 2H 3H", 1)).points
    assert (points.high, points.low) == (1, 1)
    assert points.won(3) == (3, 0, 0)


def test_r9_four_points_at_the_most() -> None:
    assert Points(1, 1, 1, 1).won(2) == (4, 0)
    assert Points(1, 2, 3, 3).won(3) == (1, 1, 2)
    assert Points().won(3) == (0, 0, 0)


# R20 to R22


def test_r20_a_made_bid_scores_every_point_won() -> None:
    counts = counted(*TRICKS)
    assert settle(7, (5, -1, 2), Bid(3, 2), counts.points, counts) == Summary(
        deal=7,
        bidder=3,
        bid=2,
        made=True,
        points=Points(high=1, low=2, jack=3, game=3),
        tally=counts,
        earned=(1, 1, 2),
        change=(1, 1, 2),
        scores=(6, 0, 4),
    )


@pytest.mark.parametrize("bid", [2, 3])
def test_r20_points_above_the_bid_count_too(bid: int) -> None:
    summary = settle(1, (0, 0), Bid(1, bid), Points(1, 1, 1, 2), None)
    assert summary.made
    assert summary.change == (3, 1)


@pytest.mark.parametrize(
    ("bid", "points"), [(2, Points(high=1)), (3, Points(1, 1)), (4, Points(1, 1, 1)), (2, Points())]
)
def test_r21_a_failed_bid_scores_nothing_and_loses_its_number(bid: int, points: Points) -> None:
    summary = settle(1, (1, 0), Bid(1, bid), points, None)
    assert not summary.made
    assert summary.earned == points.won(2)
    assert summary.change == (-bid, 0)
    assert summary.scores == (1 - bid, 0)


def test_r22_the_others_score_what_they_won_when_the_bid_fails() -> None:
    summary = settle(1, (0, 0, 0), Bid(1, 4), Points(1, 2, 3, 3), None)
    assert (summary.made, summary.change) == (False, (-4, 1, 2))


def test_r22_the_others_score_what_they_won_when_the_bid_is_made() -> None:
    summary = settle(1, (0, 0, 0), Bid(3, 2), Points(1, 2, 3, 3), None)
    assert (summary.made, summary.change) == (True, (1, 1, 2))


def test_r22_one_who_is_not_the_bidder_loses_nothing() -> None:
    assert settle(1, (0, 0), Bid(2, 2), Points(2, 2, 2, 2), None).change == (0, 4)
