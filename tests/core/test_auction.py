"""Who may call what, and who wins the auction. R10 to R14."""

import pytest

from cutthroat.core.actions import Action, Bid, Call, Pass, Play, next_seat
from cutthroat.core.auction import caller, highest_bid, legal_bids, may_pass, winning_bid
from cutthroat.core.cards import Card
from cutthroat.core.deal import Auction, Opening
from cutthroat.core.errors import Reason
from cutthroat.core.events import Called, ThrownIn
from cutthroat.core.match import Waiting, decide, legal_actions
from cutthroat.core.rules import AllPass
from tests.kit.script import act, happens, plainly_dealt, refusal, table

PASSES = (Pass(1), Pass(2), Pass(3))


def said(*words: str) -> tuple[Call, ...]:
    """Calls of the seats from 1 on."""
    return tuple(
        Pass(seat) if word == "pass" else Bid(seat, int(word))
        for seat, word in enumerate(words, start=1)
    )


# R10: from the dealer's left, clockwise, one call each.


@pytest.mark.parametrize(
    ("dealer", "seats", "order"),
    [(3, 3, [1, 2, 3]), (1, 3, [2, 3, 1]), (2, 3, [3, 1, 2]), (2, 2, [1, 2]), (1, 2, [2, 1])],
)
def test_r10_calls_go_clockwise_from_the_left_of_the_dealer(
    dealer: int, seats: int, order: list[int]
) -> None:
    assert [caller(dealer, seats, PASSES[:called]) for called in range(seats)] == order


def test_r10_the_dealer_calls_last() -> None:
    match = plainly_dealt(table(0, 0, 0, dealer=1))
    turns = [match.turn, act(match, "pass").turn, act(match, "pass 2").turn]
    assert turns == [2, 3, 1]


@pytest.mark.parametrize("seat", [0, 2, 3, 4])
@pytest.mark.parametrize("kind", [Pass, lambda seat: Bid(seat, 2)])
def test_r10_only_the_seat_whose_turn_it_is_calls(seat: int, kind: type[Pass]) -> None:
    match = plainly_dealt(table(0, 0, 0))
    assert refusal(decide, match, kind(seat)) == (
        Reason.NOT_YOUR_TURN,
        "R10",
        {"seat": seat, "turn": 1},
    )


def test_r10_nobody_calls_twice() -> None:
    match = act(plainly_dealt(table(0, 0, 0)), "pass")
    assert refusal(decide, match, Bid(1, 2)) == (
        Reason.NOT_YOUR_TURN,
        "R10",
        {"seat": 1, "turn": 2},
    )


@pytest.mark.parametrize(("seat", "seats", "left"), [(1, 3, 2), (2, 3, 3), (3, 3, 1), (2, 2, 1)])
def test_r10_the_seat_to_the_left(seat: int, seats: int, left: int) -> None:
    assert next_seat(seat, seats) == left


# R11: 2, 3 or 4, and higher than before.


@pytest.mark.parametrize(
    ("before", "bids"),
    [
        ((), [2, 3, 4]),
        (("pass", "pass"), [2, 3, 4]),
        (("2",), [3, 4]),
        (("2", "pass"), [3, 4]),
        (("3",), [4]),
        (("2", "3"), [4]),
        (("4",), []),
    ],
)
def test_r11_a_bid_is_2_to_4_and_higher_than_those_before(
    before: tuple[str, ...], bids: list[int]
) -> None:
    assert list(legal_bids(said(*before))) == bids


@pytest.mark.parametrize("points", [-2, 0, 1, 5, 6])
def test_r11_other_numbers_are_no_bid(points: int) -> None:
    match = plainly_dealt(table(0, 0, 0))
    assert refusal(decide, match, Bid(1, points)) == (
        Reason.NO_SUCH_BID,
        "R11",
        {"seat": 1, "points": points},
    )


@pytest.mark.parametrize(("bid", "higher"), [(2, 2), (3, 2), (3, 3)])
def test_r11_a_bid_beats_every_bid_before_it(bid: int, higher: int) -> None:
    match = act(plainly_dealt(table(0, 0, 0)), f"{bid} pass")
    assert refusal(decide, match, Bid(3, higher)) == (
        Reason.BID_TOO_LOW,
        "R11",
        {"seat": 3, "points": higher, "highest": bid},
    )


def test_r11_the_dealer_has_no_privilege() -> None:
    match = act(plainly_dealt(table(0, 0)), "3")
    assert legal_actions(match) == (Pass(2), Bid(2, 4))


def test_r11_what_the_first_caller_may_do() -> None:
    match = plainly_dealt(table(0, 0, 0))
    assert legal_actions(match) == (Pass(1), Bid(1, 2), Bid(1, 3), Bid(1, 4))


def test_r11_a_call_is_an_event_for_all() -> None:
    match = plainly_dealt(table(0, 0, 0))
    assert decide(match, Bid(1, 3)) == (Called(Bid(1, 3)),)
    assert decide(match, Pass(1)) == (Called(Pass(1)),)


# R12: until the dealer has called, or somebody bids 4.


@pytest.mark.parametrize(
    "calls", [("2", "3", "4"), ("pass", "pass", "pass"), ("4",), ("pass", "4"), ("2", "4")]
)
def test_r12_the_auction_ends_with_the_dealer_or_a_4(calls: tuple[str, ...]) -> None:
    assert caller(3, 3, said(*calls)) is None


@pytest.mark.parametrize(
    ("calls", "turn"), [(("3",), 2), (("pass", "3"), 3), (("2", "3"), 3), (("pass",), 2)]
)
def test_r12_the_auction_goes_on_after_any_other_call(calls: tuple[str, ...], turn: int) -> None:
    assert caller(3, 3, said(*calls)) == turn


def test_r12_a_4_ends_the_auction_at_once_in_play() -> None:
    match = act(plainly_dealt(table(0, 0, 0)), "4")
    assert match.turn == 1
    assert isinstance(match.phase, Opening)
    assert match.phase.calls == (Bid(1, 4),)


@pytest.mark.parametrize("call", [Pass(2), Bid(2, 4), Pass(1)])
def test_r12_no_call_after_the_auction(call: Call) -> None:
    match = act(plainly_dealt(table(0, 0, 0)), "2 pass pass")
    for later in (match, act(match, "2C")):
        assert refusal(decide, later, call) == (
            Reason.NOT_IN_AUCTION,
            "R12",
            {"seat": call.seat},
        )


# R13: the highest bid wins.


@pytest.mark.parametrize(
    ("calls", "highest"), [((), 0), (("pass", "2"), 2), (("2", "3", "pass"), 3), (("2", "4"), 4)]
)
def test_r13_the_highest_bid(calls: tuple[str, ...], highest: int) -> None:
    assert highest_bid(said(*calls)) == highest


@pytest.mark.parametrize(
    ("calls", "winning"),
    [
        (("2", "pass", "pass"), Bid(1, 2)),
        (("2", "3", "pass"), Bid(2, 3)),
        (("pass", "pass", "2"), Bid(3, 2)),
        (("2", "3", "4"), Bid(3, 4)),
        (("pass", "pass", "pass"), None),
        ((), None),
    ],
)
def test_r13_the_highest_bid_wins(calls: tuple[str, ...], winning: Bid | None) -> None:
    assert winning_bid(said(*calls)) == winning


def test_r13_the_bidder_is_the_seat_of_the_highest_bid() -> None:
    match = act(plainly_dealt(table(0, 0, 0, dealer=1)), "2 3 pass")
    assert isinstance(match.phase, Opening)
    assert match.phase.winning == Bid(3, 3)
    assert match.turn == 3


# R14 and the option `all_pass`.


@pytest.mark.parametrize("rules", ["all_pass=redeal", "all_pass=next"])
def test_r14_when_all_pass_the_cards_are_thrown_in(rules: str) -> None:
    match = plainly_dealt(table(5, 0, -3, rules=rules))
    assert happens(match, "pass pass pass")[-2:] == (Called(Pass(3)), ThrownIn())
    after = act(match, "pass pass pass")
    assert after.phase == Waiting()
    assert after.scores == (5, 0, -3)
    assert (after.deal, after.scored_deals) == (1, 0)


@pytest.mark.parametrize("dealer", [1, 2, 3])
def test_r14_all_pass_redeal_the_same_dealer_deals_again(dealer: int) -> None:
    match = act(plainly_dealt(table(0, 0, 0, dealer=dealer)), "pass pass pass")
    assert match.dealer == dealer


@pytest.mark.parametrize(("dealer", "after"), [(1, 2), (2, 3), (3, 1)])
def test_r14_all_pass_next_the_next_dealer_deals(dealer: int, after: int) -> None:
    match = plainly_dealt(table(0, 0, 0, rules="all_pass=next", dealer=dealer))
    assert act(match, "pass pass pass").dealer == after


def test_r14_all_pass_stick_the_dealer_must_bid() -> None:
    match = act(plainly_dealt(table(0, 0, 0, rules="all_pass=stick")), "pass pass")
    assert legal_actions(match) == (Bid(3, 2), Bid(3, 3), Bid(3, 4))
    assert refusal(decide, match, Pass(3)) == (Reason.DEALER_MUST_BID, "R14", {"seat": 3})


def test_r14_all_pass_stick_the_dealer_may_pass_after_a_bid() -> None:
    match = act(plainly_dealt(table(0, 0, 0, rules="all_pass=stick")), "pass 2")
    assert legal_actions(match) == (Pass(3), Bid(3, 3), Bid(3, 4))
    assert act(match, "pass").turn == 2


@pytest.mark.parametrize(
    ("seats", "calls", "option", "may"),
    [
        (3, ("pass", "pass"), AllPass.STICK, False),
        (3, ("pass", "pass"), AllPass.REDEAL, True),
        (3, ("pass", "pass"), AllPass.NEXT, True),
        (3, ("pass",), AllPass.STICK, True),
        (3, (), AllPass.STICK, True),
        (3, ("2", "pass"), AllPass.STICK, True),
        (2, ("pass",), AllPass.STICK, False),
        (2, (), AllPass.STICK, True),
        (2, ("3",), AllPass.STICK, True),
    ],
)
def test_r14_who_may_pass_under_each_all_pass(
    seats: int, calls: tuple[str, ...], option: AllPass, *, may: bool
) -> None:
    assert may_pass(seats, said(*calls), option) is may


def test_r14_all_pass_redeal_and_next_let_the_dealer_pass() -> None:
    for rules in ("all_pass=redeal", "all_pass=next"):
        match = act(plainly_dealt(table(0, 0, 0, rules=rules)), "pass pass")
        assert Pass(3) in legal_actions(match)


# R15: no card is played before trump can be made.


@pytest.mark.parametrize("seat", [1, 2])
def test_r15_no_card_during_the_auction(seat: int) -> None:
    match = plainly_dealt(table(0, 0, 0))
    wanted: Action = Play(seat, Card("2C"))
    assert isinstance(match.phase, Auction)
    assert refusal(decide, match, wanted) == (Reason.NOT_IN_PLAY, "R15", {"seat": seat})
