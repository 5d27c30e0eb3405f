"""Points, scores and winner are checked; deals may be kept without their cards."""

import pytest

from cutthroat.core.actions import Bid
from cutthroat.core.match import Over, score_deal
from cutthroat.core.scoring import Points
from cutthroat.record.errors import Fault
from tests.kit.script import kept, table
from tests.record.texts import (
    DEALT,
    EXAMPLE,
    KEPT,
    PLAYED,
    TAKEN,
    THREE,
    TWO,
    WINNING,
    after,
    broken,
    fault,
    read,
    read_all,
    state,
)

# What follows from the cards is checked


@pytest.mark.parametrize(
    ("line", "clause"),
    [
        ("points high=2 low=1 jack=1 game=1", "R5"),
        ("points high=1 low=- jack=1 game=1", "R6"),
        ("points high=1 low=1 jack=2 game=1", "R7"),
        ("points high=1 low=1 jack=1 game=0", "R8"),
        ("points high=1 low=1 jack=1 game=3", "R8"),
        ("points high=- low=- jack=- game=-", "R5"),
    ],
)
def test_points_follow_from_the_cards(line: str, clause: str) -> None:
    error = broken(TWO + TAKEN, line)
    assert (error.reason, error.clause) == (Fault.WRONG_POINT, clause)
    assert error.parameters["expected"] == 1


@pytest.mark.parametrize(
    "field",
    [
        "High=1",
        "last=1",
        "high",
        "high:1",
        "=1",
        "high==1",
        "high=1=1",
        "high=",
        "high=x",
        "high=1,2",
        "1",
    ],
)
def test_points_have_names_and_seats(field: str) -> None:
    kept_bid = TWO + "deal 1 dealer 2\nbid 1 2\n"
    assert broken(kept_bid, f"points {field} low=1 jack=- game=2").reason in {
        Fault.NO_SUCH_POINT,
        Fault.NOT_A_NUMBER,
    }


def test_points_may_come_in_any_order_and_are_rewritten_in_one() -> None:
    text = TWO + TAKEN + "points game=1 jack=1 low=1 high=1\n"
    assert read(text).text == TWO + TAKEN + "points high=1 low=1 jack=1 game=1\n"


@pytest.mark.parametrize("scores", ["4 1", "0 4", "4 0 0", "3 0", "-2 0", "4 4"])
def test_scores_follow_from_the_points(scores: str) -> None:
    for told in (TWO + TAKEN, (TWO + PLAYED).partition("scores")[0]):
        error = broken(told, f"scores {scores}")
        assert (error.reason, error.clause) == (Fault.WRONG_SCORES, "R20")
        assert error.parameters == {"expected": "4 0"}


def test_the_scores_of_a_failed_bid_name_its_clause() -> None:
    text = TWO + "deal 1 dealer 2\nbid 1 2\npoints high=1 low=2 jack=- game=-\n"
    assert fault(text, "scores 1 1") == ("wrong_scores", "R21")
    assert state(text + "scores -2 1\n").scores == (-2, 1)


WON = after(PLAYED.replace("bid 1 2\nbid 2 pass", "bid 1 4"), rules="four=any")


def test_the_winner_follows_from_the_scores() -> None:
    assert isinstance(state(WON).phase, Over)
    assert read(WON + "winner 1\n").text == WON + "winner 1\n"
    error = broken(WON, "winner 2")
    assert (error.reason, error.clause) == (Fault.WRONG_WINNER, "R26")
    assert error.parameters == {"seat": 2, "expected": 1}
    assert fault(TWO + PLAYED, "winner 1") == ("not_won", "R24")


@pytest.mark.parametrize("points_line", ["", "points high=1 low=1 jack=1 game=1\n"])
@pytest.mark.parametrize("scores_line", ["", "scores 4 0\n"])
@pytest.mark.parametrize("winner_line", ["", "winner 1\n"])
def test_each_of_the_three_may_be_left_out(
    points_line: str, scores_line: str, winner_line: str
) -> None:
    text = WON.partition("points")[0] + points_line + scores_line + winner_line
    record = read(text)
    assert record.text == text
    assert record.events == read(WON).events


@pytest.mark.parametrize("points_line", ["", "points high=1 low=1 jack=1 game=1\n"])
@pytest.mark.parametrize("scores_line", ["", "scores 4 0\n"])
def test_the_next_deal_may_follow_without_them(points_line: str, scores_line: str) -> None:
    text = TWO + TAKEN + points_line + scores_line + "deal 2 dealer 1\nbid 2 2\n"
    assert read(text).text == text
    assert state(text).scores == (4, 0)


POINTS_LINE, SCORES_LINE = "points high=1 low=1 jack=1 game=1", "scores 4 0"


@pytest.mark.parametrize(
    ("told", "line"),
    [
        (POINTS_LINE, POINTS_LINE),
        (SCORES_LINE, SCORES_LINE),
        (SCORES_LINE, POINTS_LINE),
        ("winner 1", POINTS_LINE),
        ("winner 1", SCORES_LINE),
        ("winner 1", "winner 1"),
    ],
)
def test_they_stand_once_and_in_order(told: str, line: str) -> None:
    text = WON.partition("points")[0] + told + "\n"
    assert fault(text, line) == ("out_of_order", None)


@pytest.mark.parametrize("line", [POINTS_LINE, SCORES_LINE, "winner 1"])
@pytest.mark.parametrize(
    "text",
    [
        "deal 1 dealer 2\n",
        DEALT,
        DEALT + "bid 1 2\nbid 2 pass\n",
        DEALT + "bid 1 pass\nbid 2 pass\n",
        "deal 1 dealer 2\nbid 2 pass\n",
        "deal 1 dealer 2\nvoid\n",
        PLAYED + "deal 2 dealer 1\n",
        PLAYED + "deal 2 dealer 1\nvoid\n",
        PLAYED + "deal 2 dealer 1\nbid 1 pass\n",
        TAKEN + "void\n",
    ],
)
def test_they_need_a_deal_that_was_scored(text: str, line: str) -> None:
    assert fault(TWO + text, line) == ("not_scored", "R19")
    assert fault(TWO, line) == ("no_deal_yet", None)


@pytest.mark.parametrize(
    "told", ["", "points high=1 low=1 jack=1 game=1\nscores 4 0\n", "winner 1\n"]
)
@pytest.mark.parametrize(
    "line", ["deal 2 dealer 1", "hand 1 2C 3C 4C 5C 6C 7C", "bid 2 pass", "trick 1 AS"]
)
def test_nothing_follows_the_end(told: str, line: str) -> None:
    text = WON.partition("points")[0] + told
    assert fault(text, line) == ("match_over", "R24")


@pytest.mark.parametrize("line", ["void", "deal 2 dealer 1"])
def test_nothing_follows_the_last_line(line: str) -> None:
    assert fault(WON + "winner 1\n", line) == ("match_over", "R24")
    assert len(read_all(WON + "winner 1\n" + EXAMPLE)) == 2


# Deals that are kept without their cards


def test_a_scored_deal_is_scored_as_the_rules_say() -> None:
    for bidder in (1, 2):
        for bid in (2, 3, 4):
            for owners in ((1, 1, 1, 1), (1, 2, 1, 2), (2, 2, 2, None), (None,) * 4):
                _check_scored(bidder, bid, Points(*owners))


def _check_scored(bidder: int, bid: int, points: Points) -> None:
    owners = {"high": points.high, "low": points.low, "jack": points.jack, "game": points.game}
    told = " ".join(f"{name}={seat or '-'}" for name, seat in owners.items())
    text = f"{TWO}deal 1 dealer 2\nbid {bidder} {bid}\npoints {told}\n"
    expected = kept(table(0, 0), bidder, bid, **{name: x for name, x in owners.items() if x})
    assert state(text) == expected
    begun = state(TWO + "deal 1 dealer 2\n")
    events = score_deal(begun, Bid(bidder, bid), points)
    assert read(text).events[2:] == events
    scores = " ".join(map(str, expected.scores))
    assert read(f"{text}scores {scores}\n").events == read(text).events


def test_any_seat_may_have_the_winning_bid() -> None:
    for seat in (1, 2, 3):
        read(f"{THREE}deal 1 dealer 3\nbid {seat} 2\npoints high=1 low=2 jack=3 game=-\n")


@pytest.mark.parametrize(
    ("text", "line", "reason", "clause"),
    [
        ("", "bid 3 2", "no_such_seat", "R1"),
        ("", "bid 0 2", "no_such_seat", "R1"),
        ("", "bid 1 pass", "only_dealer_throws_in", "R14"),
        ("", "bid 3 pass", "no_such_seat", "R1"),
        ("", "trick 1 2C", "no_deal", "R4"),
        ("bid 1 2\n", "bid 2 3", "second_bid", "R13"),
        ("bid 1 2\n", "bid 2 pass", "second_bid", "R13"),
        ("bid 1 2\n", "trick 1 2C", "no_deal", "R4"),
        ("bid 1 2\n", "scores 2 0", "not_scored", "R19"),
        ("bid 1 2\n", "winner 1", "not_scored", "R19"),
        ("bid 1 2\n", "deal 2 dealer 1", "deal_running", "R4"),
        ("bid 1 2\n", "points high=3 low=1 jack=1 game=1", "no_such_seat", "R1"),
        ("bid 1 2\n", "points high=0 low=1 jack=1 game=1", "no_such_seat", "R1"),
        ("bid 1 2\n", "points high=-1 low=1 jack=1 game=1", "no_such_seat", "R1"),
        ("bid 2 pass\n", "bid 1 2", "no_deal", "R4"),
        ("bid 2 pass\n", "hand 1 2C 3C 4C 5C 6C 7C", "no_deal", "R4"),
        ("hand 1 2C 3C 4C 5C 6C 7C\n", "bid 1 2", "no_deal", "R4"),
        ("hand 1 2C 3C 4C 5C 6C 7C\n", "bid 2 pass", "no_deal", "R4"),
    ],
)
def test_a_scored_deal_is_its_winning_bid_and_points(
    text: str, line: str, reason: str, clause: str
) -> None:
    assert fault(TWO + "deal 1 dealer 2\n" + text, line) == (reason, clause)


def test_a_scored_deal_is_thrown_in_by_the_dealer_unless_somebody_must_bid() -> None:
    text = "deal 1 dealer 2\nbid 2 pass\n"
    assert read(TWO + text).text == TWO + text
    assert state(TWO + text).dealer == 2
    assert state(after(text, rules="all_pass=next")).dealer == 1
    stuck = after("deal 1 dealer 2\n", rules="all_pass=stick")
    assert fault(stuck, "bid 2 pass") == ("dealer_must_bid", "R14")
    read(stuck + "bid 1 2\npoints high=1 low=1 jack=1 game=-\n")


def test_a_scored_deal_can_win_the_match() -> None:
    text = after(WINNING, rules="four=any")
    assert isinstance(state(text).phase, Over)
    assert read(text + "scores 4 0\nwinner 1\n").body
    assert fault(text, "winner 2") == ("wrong_winner", "R26")
    assert fault(text, "deal 2 dealer 1") == ("match_over", "R24")
    assert fault(after(WINNING, "four=off"), "winner 1") == ("not_won", "R24")


def test_both_kinds_of_deal_may_stand_in_one_match() -> None:
    text = (
        TWO
        + PLAYED
        + "deal 2 dealer 1\nbid 2 2\npoints high=2 low=1 jack=2 game=-\nscores 5 2\n"
        + "deal 3 dealer 2\nbid 2 pass\n"
        + PLAYED.replace("deal 1", "deal 4").replace("scores 4 0", "scores 9 2")
        + "deal 5 dealer 1\nbid 2 3\n"
    )
    assert read(text).text == text
    match = state(text)
    assert (match.scores, match.deal, match.scored_deals) == ((9, 2), 5, 3)


def test_the_rules_of_the_house_are_followed_in_scored_deals() -> None:
    text = KEPT + WINNING.replace("deal 1 dealer 2", "deal 2 dealer 1")
    assert isinstance(state(TWO + text).phase, Over)
    assert state(after(text, "four=off")).scores == (6, 1)
    assert not isinstance(state(after(text, "four=off")).phase, Over)
