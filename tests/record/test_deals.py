"""Deals, hands, calls, tricks and misdeals follow the rules, line by line."""

import pytest

from cutthroat.core.cards import Card
from cutthroat.core.events import DealStarted, MatchStarted, Misdealt, Played
from cutthroat.core.match import Over, Waiting
from cutthroat.core.rules import Rules
from cutthroat.record.errors import Fault
from tests.record.texts import (
    DEALT,
    EXAMPLE,
    HANDS,
    KEPT,
    PLAYED,
    TAKEN,
    THREE,
    TWO,
    after,
    broken,
    fault,
    read,
    state,
)

# Deals follow each other


@pytest.mark.parametrize("dealer", [1, 2, 3])
def test_anybody_may_deal_first(dealer: int) -> None:
    assert read(f"{THREE}deal 1 dealer {dealer}\n").events[0] == MatchStarted(Rules(), 3, dealer)


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ("", "deal 0 dealer 1", "wrong_deal_number"),
        ("", "deal 2 dealer 1", "wrong_deal_number"),
        ("", "deal -1 dealer 1", "wrong_deal_number"),
        ("", "deal 1 dealer 0", "no_such_seat"),
        ("", "deal 1 dealer 3", "no_such_seat"),
        (KEPT, "deal 1 dealer 1", "wrong_deal_number"),
        (KEPT, "deal 3 dealer 1", "wrong_deal_number"),
        (KEPT, "deal 2 dealer 2", "wrong_dealer"),
        (KEPT, "deal 2 dealer 3", "wrong_dealer"),
        (PLAYED, "deal 2 dealer 2", "wrong_dealer"),
        (TAKEN, "deal 2 dealer 2", "wrong_dealer"),
        ("deal 1 dealer 2\nbid 2 pass\n", "deal 2 dealer 1", "wrong_dealer"),
    ],
)
def test_deals_follow_each_other(text: str, line: str, reason: str) -> None:
    assert fault(TWO + text, line) == (reason, "R3")


@pytest.mark.parametrize(
    "text",
    [
        "deal 1 dealer 2\n",
        "deal 1 dealer 2\nbid 1 2\n",
        DEALT,
        DEALT + "bid 1 2\nbid 2 pass\n",
        DEALT + "bid 1 2\nbid 2 pass\ntrick 1 2C 2D\n",
    ],
)
def test_a_deal_does_not_begin_while_one_runs(text: str) -> None:
    assert fault(TWO + text, "deal 2 dealer 2") == ("deal_running", "R4")
    assert fault(TWO + text, "deal 2 dealer 1") == ("deal_running", "R4")


def test_a_redeal_counts_and_its_dealer_depends_on_the_house() -> None:
    passed = DEALT + "bid 1 pass\nbid 2 pass\n"
    assert read(TWO + passed + "deal 2 dealer 2\n").events[-1] == DealStarted(2, 2)
    following = after(passed + "deal 2 dealer 1\n", rules="all_pass=next")
    assert read(following).events[-1] == DealStarted(2, 1)


# Hands


@pytest.mark.parametrize(
    ("text", "line", "reason", "clause"),
    [
        ("", "hand 1 2C 3C 4C 5C 6C 7C", "no_deal_yet", None),
        ("deal 1 dealer 2\n", "hand 2 2C 3C 4C 5C 6C 7C", "hand_out_of_order", "R4"),
        ("deal 1 dealer 2\n", "hand 3 2C 3C 4C 5C 6C 7C", "no_such_seat", "R1"),
        ("deal 1 dealer 2\n", "hand 0 2C 3C 4C 5C 6C 7C", "no_such_seat", "R1"),
        ("deal 1 dealer 2\n", "hand 1 2C 3C 4C 5C 6C", "wrong_hand_size", "R4"),
        ("deal 1 dealer 2\n", "hand 1 2C 3C 4C 5C 6C 7C 8C", "wrong_hand_size", "R4"),
        ("deal 1 dealer 2\n", "hand 1 2C 3C 4C 5C 6C 2C", "card_twice", "R2"),
        (
            "deal 1 dealer 2\nhand 1 2C 3C 4C 5C 6C 7C\n",
            "hand 1 2D 3D 4D 5D 6D 7D",
            "hand_out_of_order",
            "R4",
        ),
        (
            "deal 1 dealer 2\nhand 1 2C 3C 4C 5C 6C 7C\n",
            "hand 2 2D 3D 4D 5D 6D 7C",
            "card_twice",
            "R2",
        ),
        (DEALT, "hand 1 2H 3H 4H 5H 6H 7H", "not_dealing", "R4"),
        ("deal 1 dealer 2\nbid 1 2\n", "hand 1 2C 3C 4C 5C 6C 7C", "out_of_order", None),
        ("deal 1 dealer 2\nvoid\n", "hand 1 2C 3C 4C 5C 6C 7C", "no_deal", "R4"),
        ("deal 1 dealer 2\nbid 1 2\nvoid\n", "hand 1 2C 3C 4C 5C 6C 7C", "no_deal", "R4"),
        (PLAYED, "hand 1 2C 3C 4C 5C 6C 7C", "no_deal", "R4"),
    ],
)
def test_hands_are_dealt_in_seat_order(text: str, line: str, reason: str, clause: str) -> None:
    assert fault(TWO + text, line) == (reason, clause)


def test_a_hand_may_be_written_in_any_order_and_is_kept_so() -> None:
    text = TWO + "deal 1 dealer 2\nhand 1 7C 2C 6C 3C 5C 4C\n"
    assert read(text).text == text
    assert read(text).events == read(TWO + DEALT.partition("hand 2")[0]).events


# Calls


@pytest.mark.parametrize("call", ["1", "5", "0", "-2", "02", "Pass", "PASS", "-", "two", "²", "2."])
def test_nothing_else_is_a_call(call: str) -> None:
    for text in (DEALT, "deal 1 dealer 2\n"):
        error = broken(TWO + text, f"bid 1 {call}")
        assert (error.reason, error.parameters) == (Fault.NOT_A_BID, {"text": call})


@pytest.mark.parametrize(
    ("calls", "line", "reason", "clause"),
    [
        ("", "bid 2 pass", "not_your_turn", "R10"),
        ("", "bid 3 2", "not_your_turn", "R10"),
        ("bid 1 pass\n", "bid 1 2", "not_your_turn", "R10"),
        ("bid 1 3\n", "bid 2 3", "bid_too_low", "R11"),
        ("bid 1 3\n", "bid 2 2", "bid_too_low", "R11"),
        ("bid 1 4\n", "bid 2 pass", "not_in_auction", "R12"),
        ("bid 1 2\nbid 2 3\n", "bid 1 4", "not_in_auction", "R12"),
        ("bid 1 pass\nbid 2 pass\n", "bid 1 2", "no_deal", "R4"),
        ("bid 1 2\n", "trick 1 2C", "not_in_play", "R15"),
        ("bid 1 2\n", "points high=1 low=1 jack=1 game=1", "not_scored", "R19"),
    ],
)
def test_calls_follow_the_rules(calls: str, line: str, reason: str, clause: str) -> None:
    assert fault(TWO + DEALT + calls, line) == (reason, clause)


def test_the_dealer_may_have_to_bid() -> None:
    stuck = after(DEALT + "bid 1 pass\n", rules="all_pass=stick")
    assert fault(stuck, "bid 2 pass") == ("dealer_must_bid", "R14")
    assert read(stuck + "bid 2 2\n").body


def test_nobody_calls_before_every_hand_is_dealt() -> None:
    text = THREE + "deal 1 dealer 3\n" + HANDS
    assert fault(text, "bid 1 2") == ("no_deal", "R4")
    assert fault(text, "trick 1 2C") == ("no_deal", "R4")


# Tricks

AUCTIONED = (
    TWO
    + "deal 1 dealer 2\nhand 1 2C 3C 4C 5C 2D 3D\nhand 2 6C 2H 3H 4H 5H 6D\nbid 1 2\nbid 2 pass\n"
)


@pytest.mark.parametrize(
    ("tricks", "line", "reason", "clause"),
    [
        ("", "trick 2 6C", "wrong_leader", "R15"),
        ("", "trick 3 6C", "wrong_leader", "R15"),
        ("", "trick 1 6C", "card_not_held", "R4"),
        ("", "trick 1 AS", "card_not_held", "R4"),
        ("", "trick 1 2C 2H", "must_follow", "R16"),
        ("", "trick 1 2C 6C 3C", "too_many_cards", "R16"),
        ("", "trick 1 2C 2C", "card_not_held", "R4"),
        ("trick 1 2C 6C\n", "trick 1 3C", "wrong_leader", "R19"),
        ("trick 1 2C 6C\n", "trick 2 6C", "card_not_held", "R4"),
        ("trick 1 2C 6C\n", "trick 2 6D 3C 2D", "too_many_cards", "R16"),
        ("trick 1 2C 6C\n", "trick 2 2H 4C 3H 5C", "too_many_cards", "R16"),
        ("trick 1 2C\n", "trick 2 6C", "trick_not_complete", "R16"),
        ("trick 1 2C\n", "trick 1 3C 6C", "trick_not_complete", "R16"),
        ("trick 1 2C\n", "bid 2 pass", "not_in_auction", "R12"),
        ("trick 1 2C\n", "points high=1 low=1 jack=1 game=1", "not_scored", "R19"),
        ("trick 1 2C\n", "scores 0 0", "not_scored", "R19"),
        ("trick 1 2C\n", "winner 1", "not_scored", "R19"),
        ("trick 1 2C\n", "deal 2 dealer 1", "deal_running", "R4"),
    ],
)
def test_tricks_follow_the_rules(tricks: str, line: str, reason: str, clause: str) -> None:
    assert fault(AUCTIONED + tricks, line) == (reason, clause)


def test_a_trump_may_always_be_played_but_no_third_suit() -> None:
    hands = "hand 1 2C 3C 4C 5C 2D 3D\nhand 2 KD 2H 3H 4H 5H AC\n"
    text = f"{TWO}deal 1 dealer 2\n{hands}bid 1 2\nbid 2 pass\ntrick 1 2C AC\n"
    assert fault(text.replace("4C", "4S"), "trick 2 KD 4S") == ("must_follow_or_trump", "R16")
    for answer in ("KD 3C", "KD 2D", "2H 3C", "2H 3D"):
        assert read(f"{text}trick 2 {answer}\n").body


def test_a_refused_card_tells_what_would_be_right() -> None:
    error = broken(AUCTIONED, "trick 1 2D 2H")
    assert (error.reason.value, error.clause) == ("must_follow", "R16")
    assert error.parameters["seat"] == 2
    assert error.parameters["card"] is Card("2H")
    assert str(error) == "line 8: must_follow seat=2 card=2H suit=D trump=D (R16)"


def test_cards_follow_clockwise() -> None:
    record = read(EXAMPLE)
    played = [event.seat for event in record.events if isinstance(event, Played)]
    assert played[:6] == [2, 3, 1, 1, 2, 3]


@pytest.mark.parametrize("lines", range(13, 19))
@pytest.mark.parametrize("cards", [1, 2])
def test_the_last_trick_may_be_short(lines: int, cards: int) -> None:
    example = EXAMPLE.splitlines(keepends=True)
    whole, following = example[lines], example[lines + 1]
    short = " ".join(whole.split()[: 2 + cards]) + "\n"
    text = "".join((*example[:lines], short))
    assert read(text).text == text
    assert read(text + "void\n").text == text + "void\n"
    assert read(text.removesuffix("\n")).text == text
    if following.startswith("trick"):
        assert fault(text, following.strip()) == ("trick_not_complete", "R16")
    else:
        assert fault(text, following.strip()) == ("not_scored", "R19")


def test_there_are_six_tricks() -> None:
    assert fault(TWO + TAKEN, "trick 1 AS 3H") == ("no_deal", "R4")


# Misdeals


_PLAYED_LINES = TAKEN.splitlines(keepends=True)


@pytest.mark.parametrize("statements", range(1, len(_PLAYED_LINES) + 1))
@pytest.mark.parametrize("rules", ["", "all_pass=next"])
def test_void_annuls_a_deal_after_each_of_its_lines(statements: int, rules: str) -> None:
    text = after("".join(_PLAYED_LINES[:statements]) + "void\n", rules)
    assert read(text).text == text
    match = state(text)
    assert (match.scores, match.deal, match.scored_deals) == ((0, 0), 1, 0)
    assert (match.dealer, match.phase) == (2, Waiting())
    assert read(text + "deal 2 dealer 2\n").events[-2] == Misdealt()
    assert fault(text, "deal 2 dealer 1") == ("wrong_dealer", "R3")
    assert fault(text, "deal 1 dealer 2") == ("wrong_deal_number", "R3")


@pytest.mark.parametrize(
    "statements",
    [
        DEALT + "bid 1 2\nbid 2 pass\ntrick 1 2C\n",
        "deal 1 dealer 2\nbid 1 2\n",
        "deal 1 dealer 2\nbid 2 pass\n",
        DEALT + "bid 1 pass\nbid 2 pass\n",
    ],
)
@pytest.mark.parametrize("rules", ["", "all_pass=next"])
def test_void_annuls_mid_trick_and_thrown_in_and_kept_deals(statements: str, rules: str) -> None:
    text = after(statements + "void\n", rules)
    assert (state(text).dealer, state(text).deal) == (2, 1)
    assert read(text + "deal 2 dealer 2\n").text == text + "deal 2 dealer 2\n"


def test_deals_can_be_void_one_after_another() -> None:
    void = "".join(f"deal {number} dealer 2\nbid 1 2\nvoid\n" for number in range(1, 5))
    text = TWO + void + KEPT.replace("deal 1", "deal 5")
    assert read(text).text == text
    assert (state(text).deal, state(text).scores) == (5, (2, 1))


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "no_deal_yet"),
        ("deal 1 dealer 2\nvoid\n", "no_deal"),
        (TAKEN + "void\n", "no_deal"),
        (PLAYED.partition("scores")[0], "no_deal"),
        (PLAYED, "no_deal"),
        (TAKEN + "scores 4 0\n", "no_deal"),
        (KEPT.partition("scores")[0], "no_deal"),
        (KEPT, "no_deal"),
        ("deal 1 dealer 2\nbid 2 pass\nvoid\n", "no_deal"),
    ],
)
def test_void_needs_a_deal_before_its_points(text: str, reason: str) -> None:
    assert fault(TWO + text, "void") == (reason, "R4" if reason == "no_deal" else None)


def test_void_takes_back_the_end_of_a_match() -> None:
    head = after(PLAYED.replace("bid 1 2\nbid 2 pass", "bid 1 4"), rules="four=any")
    taken = head.partition("points")[0]
    assert isinstance(state(taken).phase, Over)
    assert state(taken + "void\n").phase == Waiting()
    assert fault(taken + "points high=1 low=1 jack=1 game=1\n", "void") == ("match_over", "R24")


def test_a_deal_that_is_void_does_not_count_for_the_limit() -> None:
    deal = "deal {} dealer {}\nbid 1 2\npoints high=1 low=1 jack=- game=-\n"
    text = after("".join(deal.format(n, 2 - n % 2) for n in range(1, 5)), rules="limit=5 target=99")
    void = text + "deal 5 dealer 1\nbid 1 2\nvoid\n"
    assert fault(void + "deal 6 dealer 1\n", "winner 1") == ("not_scored", "R19")
    assert isinstance(state(void + deal.format(6, 1)).phase, Over)
    assert not isinstance(state(void + "deal 6 dealer 1\n").phase, Over)
