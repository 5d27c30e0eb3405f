"""Deals that are kept without their cards, as at a real table. R11, R13, R14, R20 to R22."""

import pytest

from cutthroat.core.actions import Bid
from cutthroat.core.cards import cards
from cutthroat.core.errors import Reason
from cutthroat.core.events import DealScored, ThrownIn
from cutthroat.core.match import (
    Match,
    Scored,
    Waiting,
    check_winning_bid,
    deal_hand,
    fold,
    score_deal,
    start_deal,
    throw_in,
)
from cutthroat.core.scoring import Points
from tests.kit.script import PLAIN, Refusal, kept, plainly_dealt, refusal, table


def begun(match: Match) -> Match:
    return fold(match, start_deal(match, match.deal + 1, match.dealer))


def test_r14_a_deal_without_cards_is_thrown_in_by_the_dealer() -> None:
    match = begun(table(1, 2, 3, dealer=2))
    assert throw_in(match, 2) == (ThrownIn(),)
    after = fold(match, throw_in(match, 2))
    assert (after.phase, after.dealer, after.deal) == (Waiting(), 2, 1)


def test_r14_all_pass_next_moves_the_deal_without_cards_too() -> None:
    match = begun(table(1, 2, 3, rules="all_pass=next", dealer=2))
    assert fold(match, throw_in(match, 2)).dealer == 3


@pytest.mark.parametrize("seat", [1, 3])
def test_r14_only_the_dealer_throws_in(seat: int) -> None:
    assert refusal(throw_in, begun(table(0, 0, 0, dealer=2)), seat) == (
        Reason.ONLY_DEALER_THROWS_IN,
        "R14",
        {"seat": seat, "expected": 2},
    )


def test_r14_all_pass_stick_nothing_is_thrown_in() -> None:
    match = begun(table(0, 0, 0, rules="all_pass=stick"))
    assert refusal(throw_in, match, 3) == (Reason.DEALER_MUST_BID, "R14", {"seat": 3})


@pytest.mark.parametrize("points", [1, 5])
def test_r11_a_winning_bid_without_cards_is_2_to_4(points: int) -> None:
    match = begun(table(0, 0, 0))
    refused: Refusal = (Reason.NO_SUCH_BID, "R11", {"seat": 2, "points": points})
    assert refusal(check_winning_bid, match, Bid(2, points)) == refused
    assert refusal(score_deal, match, Bid(2, points), Points()) == refused


@pytest.mark.parametrize("points", [2, 3, 4])
def test_r11_every_bid_may_win_without_cards(points: int) -> None:
    match = begun(table(0, 0, 0))
    check_winning_bid(match, Bid(2, points))
    (event,) = score_deal(match, Bid(2, points), Points())
    assert isinstance(event, DealScored)
    assert event.summary.change == (0, -points, 0)


@pytest.mark.parametrize(("seats", "seat"), [(2, 3), (2, 0), (3, 4), (3, -1)])
def test_r1_nothing_without_cards_for_a_seat_that_is_not_there(seats: int, seat: int) -> None:
    match = begun(table(*(0,) * seats))
    refused: Refusal = (Reason.NO_SUCH_SEAT, "R1", {"seat": seat, "seats": seats})
    assert refusal(throw_in, match, seat) == refused
    assert refusal(check_winning_bid, match, Bid(seat, 2)) == refused
    assert refusal(score_deal, match, Bid(seat, 2), Points()) == refused
    for points in (Points(high=seat), Points(low=seat), Points(jack=seat), Points(game=seat)):
        assert refusal(score_deal, match, Bid(1, 2), points) == refused


def test_r4_a_deal_whose_cards_went_out_is_not_kept_without_them() -> None:
    match = begun(table(0, 0, 0))
    match = fold(match, deal_hand(match, 1, cards(PLAIN[0])))
    refused: Refusal = (Reason.NOT_IN_AUCTION, "R4", {"seat": 2})
    assert refusal(throw_in, match, 3) == refused
    assert refusal(score_deal, match, Bid(1, 2), Points()) == refused


def test_r4_a_deal_in_play_is_not_kept_without_its_cards() -> None:
    match = plainly_dealt(table(0, 0, 0))
    assert refusal(throw_in, match, 3) == (Reason.NOT_DEALING, "R4", {"deal": 1})
    assert refusal(check_winning_bid, match, Bid(1, 2)) == (Reason.NOT_DEALING, "R4", {"deal": 1})


def test_r4_nothing_is_kept_before_a_deal_begins() -> None:
    match = table(0, 0, 0)
    assert refusal(throw_in, match, 3) == (Reason.NO_DEAL, "R4", {})
    assert refusal(score_deal, match, Bid(1, 2), Points()) == (Reason.NO_DEAL, "R4", {})


def test_r20_a_deal_without_cards_is_scored_as_said() -> None:
    match = kept(table(0, 0, 0), bidder=2, bid=2, high=2, low=1, jack=2, game=3)
    phase = match.phase
    assert isinstance(phase, Scored)
    assert match.scores == (1, 2, 1)
    assert (phase.calls, phase.tricks, phase.summary.tally) == ((), (), None)
    assert (phase.summary.deal, phase.summary.bidder, phase.summary.bid) == (1, 2, 2)
