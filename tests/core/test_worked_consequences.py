"""The eight worked consequences at the end of the rules, each by play."""

import pytest

from cutthroat.core.actions import Bid, Pass, Play
from cutthroat.core.cards import Card, Suit
from cutthroat.core.errors import Reason
from cutthroat.core.events import MatchWon, ThrownIn, WinReason
from cutthroat.core.match import Match, Over, Scored, decide, legal_actions
from cutthroat.core.scoring import Points, Summary
from tests.kit.script import act, dealt, happens, kept, plainly_dealt, refusal, table


def summary(match: Match) -> Summary:
    phase = match.phase.last if isinstance(match.phase, Over) else match.phase
    assert isinstance(phase, Scored)
    return phase.summary


def winner(match: Match) -> tuple[int | None, object] | None:
    return (match.phase.winner, match.phase.reason) if isinstance(match.phase, Over) else None


# 1. Three seats, spades trump, the ace not dealt.

NO_ACE = ("KS QS JS TS 3S 2S", "2H 3H 4H 5H 6H 7H", "2D 3D 4D 5D 6D 7D")
ALL_SPADES = "KS 2H 2D QS 3H 3D JS 4H 4D TS 5H 5D 3S 6H 6D 2S 7H 7D"


def test_1_without_the_ace_at_most_three_points_exist_and_a_4_cannot_be_made() -> None:
    """R5, R9, R21, high=ace: every trick is not enough."""
    match = act(dealt(table(5, 0, 0, rules="high=ace"), *NO_ACE), f"4 {ALL_SPADES}")
    assert summary(match).points == Points(high=None, low=1, jack=1, game=1)
    assert summary(match).earned == (3, 0, 0)
    assert not summary(match).made
    assert match.scores == (1, 0, 0)


def test_1_under_high_highest_the_same_cards_make_a_4() -> None:
    """R5, R9, R20, high=highest."""
    match = act(dealt(table(0, 0, 0, rules="high=highest"), *NO_ACE), f"4 {ALL_SPADES}")
    assert summary(match).points == Points(high=1, low=1, jack=1, game=1)
    assert match.scores == (4, 0, 0)


# 2. The only trump dealt is the jack that the bidder led.

LONE_JACK = ("JS 2C 3C 4C 5C 6C", "2H 3H 4H 5H 6H TH", "2D 3D 4D 5D 6D 7D")
JACK_LED = "JS 2H 2D 2C 3H 3D 3C 4H 4D 4C 5H 5D 5C 6H 6D 6C TH 7D"


@pytest.mark.parametrize(("rules", "high"), [("high=ace", None), ("high=highest", 1)])
def test_2_a_lone_jack_is_low_and_jack_and_high_only_as_the_highest(
    rules: str, high: int | None
) -> None:
    """R5, R6, R7, R9, high=ace, high=highest."""
    match = act(dealt(table(0, 0, 0, rules=rules), *LONE_JACK), f"2 pass pass {JACK_LED}")
    assert summary(match).points == Points(high=high, low=1, jack=1, game=1)


def test_2_game_goes_by_card_points_whoever_has_the_jack() -> None:
    """R8: another takes the ten and the ace."""
    hands = ("JS 2C 3C 4C 5D 6D", "2H 3H 4H AC TC 5C", "2D 3D 4D 8H 6H 7H")
    words = "JS 2H 2D 2C AC 3D TC 4D 3C 5C 8H 4C 3H 6H 5D 7H 6D 4H"
    match = act(dealt(table(0, 0, 0), *hands), f"2 pass pass {words}")
    assert summary(match).points == Points(high=None, low=1, jack=1, game=2)
    assert match.scores == (2, 1, 0)


# 3. Scores 12, 3, 0; seat 1 bids 2 and fails.


def test_3_set_back_to_10_a_seat_must_reach_11_again() -> None:
    """R21, R24, R26."""
    match = kept(table(12, 3, 0), bidder=1, bid=2, low=1)
    assert (match.scores, winner(match)) == ((10, 3, 0), None)
    match = kept(match, bidder=1, bid=2, high=1, low=1)
    assert (match.scores, winner(match)) == ((12, 3, 0), None)
    match = kept(match, bidder=1, bid=2, high=1, low=1)
    assert winner(match) == (1, WinReason.FROM_TARGET)


def test_3_set_back_by_the_cards() -> None:
    """R21, R26: the king of a bare suit is no High, and the others take Low and Game."""
    hands = ("KS 2C 3C 4C 5C 6C", "2S TH AH KH QH 7H", "2D 3D 4D 5D 6D 7D")
    words = "KS 2S 2D 2C TH 3D 3C AH 4D 4C KH 5D 5C QH 6D 6C 7H 7D"
    match = act(dealt(table(12, 3, 0), *hands), f"2 pass pass {words}")
    assert summary(match).points == Points(high=None, low=2, jack=None, game=1)
    assert (match.scores, winner(match)) == ((10, 4, 0), None)


# 4. Scores 9, 4, 0; seat 1 makes 3.


def test_4_reaching_the_target_does_not_win_but_a_bid_made_from_there_does() -> None:
    """R20, R22, R24, R26."""
    match = kept(table(9, 4, 0), bidder=1, bid=3, high=1, low=1, game=1)
    assert (match.scores, winner(match)) == ((12, 4, 0), None)
    match = kept(match, bidder=2, bid=2, high=2, low=2, jack=1)
    assert (match.scores, winner(match)) == ((13, 6, 0), None)
    match = kept(match, bidder=1, bid=2, low=1, game=1)
    assert (match.scores, winner(match)) == ((15, 6, 0), (1, WinReason.FROM_TARGET))


# 5. A made 4 at nothing, and at 1.

SWEEP = ("2H 3H 4H 5H 6H 7H", "AS KS QS JS TS 2S", "2D 3D 4D 5D 6D 7D")


def test_5_a_made_4_at_0_is_four_points_and_no_winner() -> None:
    """R20, R25."""
    words = "AS 2D 2H KS 3D 3H QS 4D 4H JS 5D 5H TS 6D 6H 2S 7D 7H"
    match = act(dealt(table(0, 0, 0), *SWEEP), f"pass 4 {words}")
    assert (match.scores, winner(match)) == ((0, 4, 0), None)


def test_5_a_made_4_at_1_wins() -> None:
    """R25."""
    hands = (SWEEP[1], SWEEP[0], SWEEP[2])
    words = "AS 2H 2D KS 3H 3D QS 4H 4D JS 5H 5D TS 6H 6D 2S 7H 7D"
    events = happens(dealt(table(1, 0, 0), *hands), f"4 {words}")
    assert events[-1] == MatchWon(1, WinReason.FOUR)
    assert act(dealt(table(1, 0, 0), *hands), f"4 {words}").scores == (5, 0, 0)


# 6. Two seats of three at 11 or more.


def test_6_of_two_at_the_target_the_one_that_wins_the_auction_can_win() -> None:
    """R22, R24, R26."""
    match = kept(table(11, 14, 3), bidder=1, bid=2, high=1, game=1, low=2, jack=3)
    assert (match.scores, winner(match)) == ((13, 15, 4), (1, WinReason.FROM_TARGET))
    match = kept(table(11, 14, 3), bidder=2, bid=2, high=2, game=2, low=1)
    assert (match.scores, winner(match)) == ((12, 16, 3), (2, WinReason.FROM_TARGET))


def test_6_the_third_can_win_with_a_made_4() -> None:
    """R25, R26."""
    match = kept(table(11, 14, 3), bidder=3, bid=4, high=3, low=3, jack=3, game=3)
    assert (match.scores, winner(match)) == ((11, 14, 7), (3, WinReason.FOUR))


def test_6_when_the_bid_fails_the_others_score_and_nobody_wins() -> None:
    """R21, R22, R26."""
    match = kept(table(11, 14, 3), bidder=3, bid=4, high=3, low=3, jack=1, game=2)
    assert (match.scores, winner(match)) == ((12, 15, -1), None)
    match = kept(table(11, 14, 3), bidder=1, bid=3, high=2, low=2, jack=2, game=2)
    assert (match.scores, winner(match)) == ((8, 18, 3), None)


def test_6_when_the_third_makes_less_than_4_nobody_wins() -> None:
    """R22, R26."""
    match = kept(table(11, 14, 3), bidder=3, bid=2, high=3, low=3, jack=1, game=2)
    assert (match.scores, winner(match)) == ((12, 15, 5), None)


# 7. All pass, five times in a row.


def test_7_five_redeals_by_one_dealer_and_the_deal_number_counts_each() -> None:
    """R14, all_pass=redeal."""
    match = table(4, 5, 6, dealer=2)
    for deal in range(1, 6):
        match = plainly_dealt(match)
        assert (match.deal, match.dealer, match.turn) == (deal, 2, 3)
        assert happens(match, "pass pass pass")[-1] == ThrownIn()
        match = act(match, "pass pass pass")
    match = plainly_dealt(match)
    assert (match.deal, match.dealer, match.scored_deals) == (6, 2, 0)
    assert match.scores == (4, 5, 6)


# 8. `four=off` at 12; the joker under `follow=strict`.


def test_8_under_four_off_a_seat_at_12_that_makes_4_wins_from_the_target() -> None:
    """R24, four=off."""
    match = kept(table(0, 12, rules="four=off"), bidder=2, bid=4, high=2, low=2, jack=2, game=2)
    assert winner(match) == (2, WinReason.FROM_TARGET)


def test_8_under_four_off_a_seat_below_the_target_that_makes_4_does_not_win() -> None:
    """R25, four=off."""
    match = kept(table(0, 6, rules="four=off"), bidder=2, bid=4, high=2, low=2, jack=2, game=2)
    assert (match.scores, winner(match)) == ((0, 10), None)


def test_8_a_hand_with_the_joker_and_no_heart_must_play_the_joker_to_hearts() -> None:
    """R16, follow=strict, joker=yes: the joker is a trump."""
    hands = ("AH KH 2H 3H 4H 5H", "JK AS KS QS TS 9S")
    match = act(dealt(table(0, 0, rules="follow=strict joker=yes"), *hands), "2 pass AH")
    assert legal_actions(match) == (Play(2, Card("JK")),)
    assert refusal(decide, match, Play(2, Card("AS"))) == (
        Reason.MUST_FOLLOW,
        "R16",
        {"seat": 2, "card": Card("AS"), "suit": Suit.HEARTS, "trump": Suit.HEARTS},
    )


def test_r24_a_seat_at_the_target_may_pass_and_be_outbid() -> None:
    """R24: to bid is the way to win, not a duty, which a bid of 4 would make impossible."""
    match = act(plainly_dealt(table(0, 12, 0)), "4")
    assert match.turn == 1
    assert act(plainly_dealt(table(12, 0, 0)), "pass").turn == 2
    assert legal_actions(plainly_dealt(table(12, 0, 0))) == (
        Pass(1),
        Bid(1, 2),
        Bid(1, 3),
        Bid(1, 4),
    )
