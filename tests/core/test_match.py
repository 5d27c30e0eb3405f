"""Deals to the target: dealer, scores, winner. R1, R3, R14, R23 to R26, `out`, `four`, `limit`."""

import pytest

from cutthroat.core.actions import Bid, Pass, Play
from cutthroat.core.cards import Card, cards
from cutthroat.core.errors import Reason
from cutthroat.core.events import (
    Called,
    DealScored,
    DealStarted,
    MatchEnded,
    MatchStarted,
    MatchWon,
    Misdealt,
    WinReason,
)
from cutthroat.core.match import (
    Match,
    Over,
    Scored,
    Waiting,
    annul_deal,
    begin,
    deal_cards,
    deal_hand,
    decide,
    end,
    evolve,
    fold,
    legal_actions,
    replay,
    score_deal,
    start,
    start_deal,
    throw_in,
)
from cutthroat.core.rules import Rules, parse_rules
from cutthroat.core.scoring import Points
from tests.kit.script import (
    PLAIN,
    Refusal,
    act,
    dealt,
    happens,
    kept,
    plainly_dealt,
    refusal,
    table,
)

# Two seats; the first takes every trick with spades as trump: High, Low, Jack and Game.
SWEEP = ("AS KS QS JS TS 2S", "3H 4H 5H 6H 7H 8H")
SWEPT = "AS 3H KS 4H QS 5H JS 6H TS 7H 2S 8H"


def begun(match: Match) -> Match:
    return fold(match, start_deal(match, match.deal + 1, match.dealer))


def over(match: Match) -> Over:
    assert isinstance(match.phase, Over)
    return match.phase


def scored(match: Match) -> Scored:
    assert isinstance(match.phase, Scored)
    return match.phase


def ways_out(match: Match) -> tuple[int | None, object]:
    """Winner and reason; twice None while the match goes on."""
    return (
        (match.phase.winner, match.phase.reason) if isinstance(match.phase, Over) else (None, None)
    )


# R1, R3: who sits down, and who deals.


@pytest.mark.parametrize("seats", [2, 3])
def test_r1_two_or_three_play(seats: int) -> None:
    event = start(Rules(), seats, 2)
    assert event == MatchStarted(Rules(), seats, 2)
    assert begin(event) == Match(Rules(), seats, (0,) * seats, 2, 0, 0, Waiting())


@pytest.mark.parametrize("seats", [-1, 0, 1, 4])
def test_r1_no_other_number_plays(seats: int) -> None:
    assert refusal(start, Rules(), seats, 1) == (Reason.WRONG_SEATS, "R1", {"seats": seats})


@pytest.mark.parametrize(("seats", "dealer"), [(2, 0), (2, 3), (3, 0), (3, 4)])
def test_r3_the_first_dealer_is_one_of_the_seats(seats: int, dealer: int) -> None:
    assert refusal(start, Rules(), seats, dealer) == (
        Reason.NO_SUCH_SEAT,
        "R3",
        {"seat": dealer, "seats": seats},
    )


@pytest.mark.parametrize(("seats", "dealer"), [(2, 1), (2, 2), (3, 1), (3, 2), (3, 3)])
def test_r3_any_seat_may_deal_first(seats: int, dealer: int) -> None:
    assert start(Rules(), seats, dealer).dealer == dealer


@pytest.mark.parametrize(("dealer", "after"), [(1, 2), (2, 3), (3, 1)])
def test_r3_the_deal_passes_to_the_left_after_a_scored_deal(dealer: int, after: int) -> None:
    match = kept(table(0, 0, 0, dealer=dealer), bidder=1, bid=2, high=1, low=1)
    assert match.dealer == after
    assert (match.deal, match.scored_deals) == (1, 1)


def test_r3_a_played_deal_passes_the_deal_too() -> None:
    match = act(dealt(table(0, 0), *SWEEP), f"2 pass {SWEPT}")
    assert (match.dealer, match.deal, match.scored_deals) == (1, 1, 1)


def test_r3_only_the_next_dealer_deals() -> None:
    assert refusal(start_deal, table(0, 0, 0, dealer=2), 1, 3) == (
        Reason.WRONG_DEALER,
        "R3",
        {"seat": 3, "expected": 2},
    )


@pytest.mark.parametrize("deal", [0, 4, 6])
def test_r3_deals_are_numbered_without_gaps(deal: int) -> None:
    match = table(0, 0, 0, deal=4)
    assert start_deal(match, 5, 3) == (DealStarted(5, 3),)
    assert refusal(start_deal, match, deal, 3) == (
        Reason.WRONG_DEAL_NUMBER,
        "R3",
        {"deal": deal, "expected": 5},
    )


@pytest.mark.parametrize("words", [None, "", "2 pass pass", "2 pass pass 2C"])
def test_r4_no_deal_begins_while_one_runs(words: str | None) -> None:
    match = table(0, 0, 0)
    running = begun(match) if words is None else act(plainly_dealt(match), words)
    assert refusal(start_deal, running, 2, 3) == (Reason.DEAL_RUNNING, "R4", {"deal": 1})


def test_r4_no_cards_are_dealt_once_the_auction_is_open() -> None:
    running = plainly_dealt(table(0, 0, 0))
    hands = [cards(hand) for hand in PLAIN]
    assert refusal(deal_cards, running, hands) == (Reason.DEAL_RUNNING, "R4", {"deal": 1})


@pytest.mark.parametrize("out", [0, 1, 2])
def test_r4_deal_cards_goes_on_with_a_deal_that_was_begun(out: int) -> None:
    hands = [cards(hand) for hand in PLAIN]
    whole = deal_cards(table(0, 0, 0), hands)
    running = fold(table(0, 0, 0), whole[: 1 + out])
    assert deal_cards(running, hands) == whole[1 + out :]


def test_r3_deal_cards_begins_the_next_deal() -> None:
    match = table(0, 0, 0, deal=4, dealer=2)
    assert deal_cards(match, [cards(hand) for hand in PLAIN])[0] == DealStarted(5, 2)


def test_r4_deal_cards_refuses_a_hand_for_nobody() -> None:
    hands = [cards(hand) for hand in PLAIN]
    assert refusal(deal_cards, table(0, 0), hands)[:2] == (Reason.NOT_DEALING, "R4")


# R14: thrown in.


def test_r14_a_thrown_in_deal_counts_and_is_not_scored() -> None:
    match = act(plainly_dealt(table(3, 4, 5, deal=6, scored_deals=2)), "pass pass pass")
    assert (match.deal, match.scored_deals, match.scores) == (7, 2, (3, 4, 5))
    assert start_deal(match, 8, 3) == (DealStarted(8, 3),)


# R20 to R22 through a played deal.


def test_r20_a_played_deal_is_scored_with_its_last_card() -> None:
    match = act(dealt(table(5, 1), *SWEEP), f"2 pass {SWEPT}")
    phase = scored(match)
    assert match.scores == (9, 1)
    assert phase.calls == (Bid(1, 2), Pass(2))
    assert phase.summary.points == Points(1, 1, 1, 1)
    assert phase.summary.tally is not None
    assert phase.summary.tally.card_points == (20, 0)
    assert phase.tricks[5].trick.cards == cards("2S 8H")
    assert [taken.taker for taken in phase.tricks] == [1] * 6


def test_r21_a_played_deal_that_fails_costs_the_bid() -> None:
    hands = ("AH QH 3H 4H 5H 6H", "AS KS QS JS TS 2S")
    match = act(dealt(table(1, 1), *hands), "4 AH 2S QH TS 3H JS 4H QS 5H KS 6H AS")
    assert scored(match).summary.points == Points(high=1, low=1, jack=None, game=1)
    assert match.scores == (-3, 1)


# R23: the target.


def test_r23_scores_are_not_capped() -> None:
    match = kept(table(10, 10, 10), bidder=1, bid=2, high=1, low=1, jack=1, game=1)
    assert match.scores == (14, 10, 10)
    assert ways_out(match) == (None, None)


@pytest.mark.parametrize(
    ("rules", "score", "won"),
    [
        ("", 10, False),
        ("", 11, True),
        ("target=5", 4, False),
        ("target=5", 5, True),
        ("target=99", 98, False),
        ("target=99", 99, True),
    ],
)
def test_r23_target(rules: str, score: int, *, won: bool) -> None:
    """The options target=5, target=11 and target=99."""
    match = kept(table(score, 0, rules=rules), bidder=1, bid=2, high=1, low=1)
    assert ways_out(match) == ((1, WinReason.FROM_TARGET) if won else (None, None))


# R24 and the option `out`.


def test_r24_at_the_target_a_made_bid_wins() -> None:
    match = kept(table(0, 11, 0), bidder=2, bid=3, high=2, low=2, game=2)
    assert ways_out(match) == (2, WinReason.FROM_TARGET)
    assert match.scores == (0, 14, 0)


def test_r24_at_the_target_a_failed_bid_does_not_win() -> None:
    match = kept(table(0, 15, 0), bidder=2, bid=3, high=2, low=2)
    assert ways_out(match) == (None, None)
    assert match.scores == (0, 12, 0)


@pytest.mark.parametrize("rules", ["", "out=from_target"])
def test_r24_out_from_target_reaching_it_does_not_win(rules: str) -> None:
    match = kept(table(9, 0, 0, rules=rules), bidder=1, bid=2, high=1, low=1)
    assert match.scores == (11, 0, 0)
    assert ways_out(match) == (None, None)


@pytest.mark.parametrize(("score", "won"), [(8, False), (9, True), (10, True)])
def test_r24_out_reach_a_made_bid_that_reaches_the_target_wins(score: int, *, won: bool) -> None:
    match = kept(table(score, 0, 0, rules="out=reach"), bidder=1, bid=2, high=1, low=1)
    assert ways_out(match) == ((1, WinReason.REACH) if won else (None, None))


def test_r24_out_reach_at_the_target_a_made_bid_wins_still() -> None:
    match = kept(table(11, 0, rules="out=reach"), bidder=1, bid=2, high=1, low=1)
    assert ways_out(match) == (1, WinReason.FROM_TARGET)


def test_r24_out_reach_a_failed_bid_does_not_win() -> None:
    match = kept(table(15, 0, rules="out=reach"), bidder=1, bid=2, high=1)
    assert match.scores == (13, 0)
    assert ways_out(match) == (None, None)


def test_r24_out_reach_wins_by_reaching_before_it_wins_by_the_four() -> None:
    match = kept(table(7, 0, rules="out=reach"), bidder=1, bid=4, high=1, low=1, jack=1, game=1)
    assert ways_out(match) == (1, WinReason.REACH)


def test_r24_a_seat_at_the_target_need_not_bid() -> None:
    match = plainly_dealt(table(12, 0, 0))
    assert legal_actions(match)[0] == Pass(1)


# R25 and the option `four`.


@pytest.mark.parametrize(
    ("rules", "score", "won"),
    [
        ("", 1, True),
        ("", 0, False),
        ("four=positive", 1, True),
        ("four=positive", 0, False),
        ("four=positive", -1, False),
        ("four=any", 0, True),
        ("four=any", -7, True),
        ("four=off", 1, False),
        ("four=off", 6, False),
    ],
)
def test_r25_a_made_four(rules: str, score: int, *, won: bool) -> None:
    """The options four=positive, four=any and four=off."""
    match = kept(table(0, score, rules=rules), bidder=2, bid=4, high=2, low=2, jack=2, game=2)
    assert ways_out(match) == ((2, WinReason.FOUR) if won else (None, None))
    assert match.scores == (0, score + 4)


@pytest.mark.parametrize("rules", ["four=positive", "four=any"])
def test_r25_a_failed_four_does_not_win(rules: str) -> None:
    match = kept(table(0, 5, rules=rules), bidder=2, bid=4, high=2, low=2, jack=2)
    assert ways_out(match) == (None, None)
    assert match.scores == (0, 1)


@pytest.mark.parametrize("rules", ["four=positive", "four=any"])
@pytest.mark.parametrize("bid", [2, 3])
def test_r25_four_points_on_a_lower_bid_do_not_win(rules: str, bid: int) -> None:
    match = kept(table(0, 5, rules=rules), bidder=2, bid=bid, high=2, low=2, jack=2, game=2)
    assert ways_out(match) == (None, None)


def test_r25_at_the_target_a_four_wins_from_the_target() -> None:
    match = kept(table(0, 11), bidder=2, bid=4, high=2, low=2, jack=2, game=2)
    assert ways_out(match) == (2, WinReason.FROM_TARGET)


def test_r25_a_made_four_wins_a_played_match() -> None:
    events = happens(dealt(table(1, 10), *SWEEP), f"4 {SWEPT}")
    assert events[-1] == MatchWon(1, WinReason.FOUR)
    assert isinstance(events[-2], DealScored)


# R26


def test_r26_only_the_bidder_wins() -> None:
    match = kept(table(11, 14, 0), bidder=3, bid=2, high=3, low=3, jack=1, game=2)
    assert match.scores == (12, 15, 2)
    assert ways_out(match) == (None, None)


def test_r26_one_who_is_set_back_must_get_there_again() -> None:
    match = kept(table(11, 0), bidder=1, bid=2, high=1)
    assert match.scores == (9, 0)
    match = kept(match, bidder=1, bid=2, high=1, low=1)
    assert match.scores == (11, 0)
    assert ways_out(match) == (None, None)
    assert ways_out(kept(match, bidder=1, bid=2, high=1, low=1)) == (1, WinReason.FROM_TARGET)


# The option `limit`.


@pytest.mark.parametrize(("scored_deals", "won"), [(3, False), (4, True)])
def test_limit_5_the_highest_score_wins_after_the_fifth_deal(
    scored_deals: int, *, won: bool
) -> None:
    match = table(1, 9, 8, rules="limit=5", scored_deals=scored_deals)
    match = kept(match, bidder=1, bid=2, high=1, low=1)
    assert ways_out(match) == ((2, WinReason.LIMIT) if won else (None, None))


def test_limit_200_the_highest_score_wins_after_the_last_deal() -> None:
    match = table(0, 1, rules="limit=200", scored_deals=199)
    assert ways_out(kept(match, bidder=1, bid=2, high=1, low=1)) == (1, WinReason.LIMIT)


def test_limit_none_a_match_goes_on() -> None:
    match = table(0, 1, rules="limit=none", scored_deals=500)
    assert ways_out(kept(match, bidder=1, bid=2, high=1, low=1)) == (None, None)


def test_limit_5_while_the_top_is_tied_one_deal_more() -> None:
    match = kept(table(3, 5, 0, rules="limit=5", scored_deals=4), bidder=1, bid=2, high=1, low=1)
    assert match.scores == (5, 5, 0)
    assert ways_out(match) == (None, None)
    match = kept(match, bidder=3, bid=2, high=3, low=2)
    assert match.scores == (5, 6, -2)
    assert ways_out(match) == (2, WinReason.LIMIT)


def test_limit_5_a_tie_below_the_top_does_not_matter() -> None:
    match = kept(table(0, 2, 5, rules="limit=5", scored_deals=4), bidder=1, bid=2, high=1, low=1)
    assert ways_out(match) == (3, WinReason.LIMIT)


def test_limit_5_the_highest_may_be_below_nothing() -> None:
    match = kept(table(-9, -3, rules="limit=5", scored_deals=4), bidder=2, bid=2, high=1)
    assert ways_out(match) == (2, WinReason.LIMIT)


def test_limit_5_a_bidder_who_goes_out_wins_before_the_highest_score() -> None:
    match = table(1, 50, rules="limit=5", scored_deals=4)
    match = kept(match, bidder=1, bid=4, high=1, low=1, jack=1, game=1)
    assert ways_out(match) == (1, WinReason.FOUR)


def test_limit_5_a_thrown_in_deal_is_not_scored() -> None:
    match = table(0, 1, rules="limit=5", scored_deals=4)
    assert act(plainly_dealt(match), "pass pass").phase == Waiting()


# The end.


def test_r24_nothing_happens_after_the_end() -> None:
    match = kept(table(11, 0), bidder=1, bid=2, high=1, low=1)
    refused: Refusal = (Reason.MATCH_OVER, "R24", {})
    assert match.turn is None
    assert legal_actions(match) == ()
    assert refusal(decide, match, Play(1, Card("2C"))) == refused
    assert refusal(decide, match, Pass(1)) == refused
    assert refusal(start_deal, match, 2, 1) == refused
    assert refusal(deal_hand, match, 1, cards(PLAIN[0])) == refused
    assert refusal(annul_deal, match) == refused
    assert refusal(throw_in, match, 1) == refused
    assert refusal(score_deal, match, Bid(1, 2), Points()) == refused
    assert refusal(end, match, "again") == refused


def test_the_end_keeps_the_last_deal() -> None:
    """R24: what the winning deal was."""
    last = act(dealt(table(11, 0), *SWEEP), f"2 pass {SWEPT}")
    phase = over(last)
    assert phase.last is not None
    assert phase.last.summary.scores == (15, 0) == last.scores
    assert len(phase.last.tricks) == 6
    assert phase.last.calls == (Bid(1, 2), Pass(2))


@pytest.mark.parametrize("words", [None, "", "2 pass pass 2C"])
def test_a_match_may_end_without_a_winner(words: str | None) -> None:
    """Not in the source: by agreement or because somebody leaves; then nobody has won it."""
    match = table(11, 0, 0) if words is None else act(plainly_dealt(table(11, 0, 0)), words)
    assert end(match, "seat 2 left") == (MatchEnded("seat 2 left"),)
    ended = fold(match, end(match, "seat 2 left"))
    assert ended.phase == Over(None, None, "seat 2 left")
    assert ended.scores == (11, 0, 0)


def test_a_match_that_ends_after_a_deal_keeps_it() -> None:
    """Not in the source: the end by agreement."""
    match = kept(table(0, 0), bidder=1, bid=2, high=1, low=1)
    ended = fold(match, end(match, "enough"))
    assert ended.phase == Over(scored(match), None, "enough")


@pytest.mark.parametrize("words", [None, "", "2 pass pass", "2 pass pass 2H 2C"])
def test_r3_a_misdeal_annuls_and_the_same_dealer_deals_again(words: str | None) -> None:
    match = table(1, 2, 3, deal=4, dealer=2)
    running = begun(match) if words is None else act(plainly_dealt(match), words)
    assert annul_deal(running) == (Misdealt(),)
    after = fold(running, annul_deal(running))
    assert after.phase == Waiting()
    assert (after.dealer, after.deal, after.scored_deals) == (2, 5, 0)
    assert after.scores == (1, 2, 3)


def test_r4_no_misdeal_without_a_deal() -> None:
    for match in (table(0, 0), kept(table(0, 0), bidder=1, bid=2, high=1)):
        assert refusal(annul_deal, match) == (Reason.NO_DEAL, "R4", {})


# Logs.


def test_a_log_starts_with_the_start_of_the_match() -> None:
    for log in ([], [DealStarted(1, 1)]):
        with pytest.raises(ValueError, match=r"^a log starts with MatchStarted"):
            replay(log)


def test_a_match_starts_once() -> None:
    event = start(Rules(), 2, 1)
    with pytest.raises(ValueError, match=r"^a match starts once"):
        replay([event, event])


def test_a_call_without_a_deal_is_a_broken_log() -> None:
    for match in (table(0, 0), kept(table(0, 0), bidder=1, bid=2, high=1)):
        with pytest.raises(ValueError, match=r"^Called without a deal"):
            evolve(match, Called(Pass(1)))


def test_a_call_after_the_end_is_a_broken_log() -> None:
    match = kept(table(11, 0), bidder=1, bid=2, high=1, low=1)
    with pytest.raises(ValueError, match=r"^Called without a deal"):
        evolve(match, Called(Pass(1)))


def test_a_refused_action_leaves_the_match_as_it_was() -> None:
    """R16, as every refusal: states are values."""
    match = act(plainly_dealt(table(0, 0, 0)), "2 pass pass 2C")
    twin = act(plainly_dealt(table(0, 0, 0)), "2 pass pass 2C")
    refusal(decide, match, Play(2, Card("2C")))
    assert match == twin


def test_a_log_is_replayed_whole() -> None:
    started = MatchStarted(parse_rules("target=7"), 2, 2)
    dealing = deal_cards(begin(started), [cards(hand) for hand in SWEEP])
    played = happens(fold(begin(started), dealing), f"2 pass {SWEPT}")
    match = replay((started, *dealing, *played))
    assert match.scores == (4, 0)
    assert match == act(dealt(begin(started), *SWEEP), f"2 pass {SWEPT}")
