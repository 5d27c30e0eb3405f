"""One deal: the dealing, its phases, events out of place. R4, R10 to R19."""

import pytest

from cutthroat.core import deal as deals
from cutthroat.core.actions import Action, Bid, Pass, Play
from cutthroat.core.cards import Card, CardSet, Suit, cards
from cutthroat.core.deal import Auction, Dealing, DealPhase, Opening, Playing
from cutthroat.core.errors import Reason
from cutthroat.core.events import AuctionOpened, Called, HandDealt, Played, ThrownIn, TrickTaken
from cutthroat.core.match import (
    Match,
    Scored,
    deal_cards,
    deal_hand,
    decide,
    fold,
    legal_actions as match_actions,
    start_deal,
)
from cutthroat.core.rules import Rules, parse_rules
from cutthroat.core.trick import TakenTrick, Trick
from tests.kit.script import PLAIN, act, dealt, happens, plainly_dealt, refusal, table

HANDS = tuple(CardSet.of(hand) for hand in PLAIN)
AUCTION = Auction(HANDS, dealer=3)
OPENING = Opening(HANDS, (Bid(1, 2), Pass(2), Pass(3)), Bid(1, 2))
PLAYING = Playing(
    hands=(HANDS[0].without_card(Card("2C")), HANDS[1], HANDS[2]),
    calls=OPENING.calls,
    winning=OPENING.winning,
    trump=Suit.CLUBS,
    tricks=(),
    trick=Trick(3, 1, (Card("2C"),)),
)


def begun(seats: int = 3, rules: str = "") -> Match:
    match = table(*(0,) * seats, rules=rules)
    return fold(match, start_deal(match, 1, seats))


# R4: six cards to each seat.


def test_r4_six_cards_go_to_each_seat_and_open_the_auction() -> None:
    match = begun()
    for seat in (1, 2):
        events = deal_hand(match, seat, cards(PLAIN[seat - 1]))
        assert events == (HandDealt(seat, HANDS[seat - 1]),)
        match = fold(match, events)
        assert match.phase == Dealing(HANDS[:seat])
        assert match.turn is None
    events = deal_hand(match, 3, cards(PLAIN[2]))
    assert events == (HandDealt(3, HANDS[2]), AuctionOpened())
    assert fold(match, events).phase == AUCTION


def test_r4_two_seats_are_dealt_two_hands() -> None:
    match = plainly_dealt(table(0, 0))
    assert match.phase == Auction(HANDS[:2], dealer=2)


def test_r4_a_deal_in_one_call() -> None:
    match = table(0, 0, 0)
    events = deal_cards(match, [cards(hand) for hand in PLAIN])
    assert [type(event).__name__ for event in events] == [
        "DealStarted",
        "HandDealt",
        "HandDealt",
        "HandDealt",
        "AuctionOpened",
    ]
    assert fold(match, events).phase == AUCTION


@pytest.mark.parametrize("hand", ["", "2D 3D 4D 5D 6D", "2D 3D 4D 5D 6D 7D 8D"])
def test_r4_a_hand_has_six_cards(hand: str) -> None:
    match = fold(begun(), deal_hand(begun(), 1, cards(PLAIN[0])))
    assert refusal(deal_hand, match, 2, cards(hand)) == (
        Reason.WRONG_HAND_SIZE,
        "R4",
        {"seat": 2, "cards": len(cards(hand)), "expected": 6},
    )


@pytest.mark.parametrize(("dealt_so_far", "seat"), [(0, 2), (0, 3), (1, 1), (1, 3), (2, 1), (2, 2)])
def test_r4_hands_are_dealt_in_the_order_of_seats(dealt_so_far: int, seat: int) -> None:
    match = begun()
    for number in range(1, dealt_so_far + 1):
        match = fold(match, deal_hand(match, number, cards(PLAIN[number - 1])))
    assert refusal(deal_hand, match, seat, cards("2S 3S 4S 5S 6S 7S")) == (
        Reason.HAND_OUT_OF_ORDER,
        "R4",
        {"seat": seat, "expected": dealt_so_far + 1},
    )


@pytest.mark.parametrize(("seats", "seat"), [(3, 0), (3, 4), (2, 3), (3, -1)])
def test_r1_no_hand_for_a_seat_that_is_not_there(seats: int, seat: int) -> None:
    assert refusal(deal_hand, begun(seats), seat, cards(PLAIN[0])) == (
        Reason.NO_SUCH_SEAT,
        "R1",
        {"seat": seat, "seats": seats},
    )


@pytest.mark.parametrize("hand", ["2D 3D 4D 5D 6D 7C", "7C 2D 3D 4D 5D 6D"])
def test_r2_no_card_is_dealt_to_two_seats(hand: str) -> None:
    match = fold(begun(), deal_hand(begun(), 1, cards(PLAIN[0])))
    assert refusal(deal_hand, match, 2, cards(hand)) == (
        Reason.CARD_TWICE,
        "R2",
        {"seat": 2, "card": Card("7C")},
    )


def test_r2_no_card_is_twice_in_a_hand() -> None:
    assert refusal(deal_hand, begun(), 1, cards("2D 3D 4D 5D 6D 2D")) == (
        Reason.CARD_TWICE,
        "R2",
        {"seat": 1, "card": Card("2D")},
    )


def test_r2_joker_no_the_deck_has_none() -> None:
    assert refusal(deal_hand, begun(), 1, cards("2D 3D 4D 5D 6D JK")) == (
        Reason.NO_JOKER_IN_DECK,
        "R2",
        {"seat": 1, "card": Card("JK")},
    )


def test_joker_yes_can_be_dealt() -> None:
    match = begun(rules="joker=yes")
    hand = "2D 3D 4D 5D 6D JK"
    assert deal_hand(match, 1, cards(hand)) == (HandDealt(1, CardSet.of(hand)),)


def test_r4_no_hand_while_the_deal_is_played() -> None:
    for words in ("", "2 pass pass", "2 pass pass 2C"):
        match = act(plainly_dealt(table(0, 0, 0)), words)
        assert refusal(deal_hand, match, 1, cards("2S 3S 4S 5S 6S 7S")) == (
            Reason.NOT_DEALING,
            "R4",
            {"deal": 1},
        )


def test_r4_no_hand_before_a_deal_begins() -> None:
    assert refusal(deal_hand, table(0, 0, 0), 1, cards(PLAIN[0])) == (Reason.NO_DEAL, "R4", {})


def test_r4_nobody_calls_or_plays_while_cards_go_out() -> None:
    wanted: tuple[Action, ...] = (Pass(1), Bid(1, 2), Play(1, Card("2C")))
    for match in (table(0, 0, 0), begun()):
        assert match_actions(match) == ()
        for action in wanted:
            assert refusal(decide, match, action) == (Reason.NO_DEAL, "R4", {})


# From phase to phase.


def test_r12_a_won_auction_leads_to_the_opening() -> None:
    assert act(plainly_dealt(table(0, 0, 0)), "2 pass pass").phase == OPENING


def test_r15_the_first_lead_makes_trump() -> None:
    assert act(plainly_dealt(table(0, 0, 0)), "2 pass pass 2C").phase == PLAYING


def test_r14_thrown_in_is_decided_with_the_last_pass() -> None:
    assert deals.decide(Rules(), Auction(HANDS, 3, (Pass(1), Pass(2))), Pass(3)) == (
        Called(Pass(3)),
        ThrownIn(),
    )


def test_r19_six_tricks_end_the_play() -> None:
    hands = ("AS KS QS JS TS 9S", "2S 3S 4S 5S 6S 7S")
    match = act(dealt(table(0, 0), *hands), "2 pass AS 2S KS 3S QS 4S JS 5S TS 6S")
    assert match.turn == 1
    assert isinstance(match.phase, Playing)
    assert len(match.phase.tricks) == 5
    after = act(match, "9S 7S")
    assert isinstance(after.phase, Scored)
    assert len(after.phase.tricks) == 6
    assert after.turn is None
    assert match_actions(after) == ()


def test_r19_nobody_plays_after_the_sixth_trick() -> None:
    trick = TakenTrick(Trick(2, 1, cards("2C 2D")), 1)
    none = (CardSet(), CardSet())
    after = Playing(none, (Bid(1, 2), Pass(2)), Bid(1, 2), Suit.CLUBS, (trick,) * 6, Trick(2, 1))
    assert after.turn is None
    assert deals.legal_actions(Rules(), after) == ()
    assert refusal(deals.decide, Rules(), after, Play(1, Card("2C"))) == (
        Reason.NOT_YOUR_TURN,
        "R16",
        {"seat": 1, "turn": None},
    )


def test_r16_nobody_plays_to_a_complete_trick() -> None:
    trick = Trick(3, 1, cards("2C 2D 2H"))
    rest = tuple(hand.difference(CardSet(trick.cards)) for hand in HANDS)
    full = Playing(rest, OPENING.calls, OPENING.winning, Suit.CLUBS, (), trick)
    assert full.turn is None
    assert deals.legal_actions(Rules(), full) == ()


def test_r12_nobody_calls_when_all_have_passed() -> None:
    passed = Auction(HANDS, 3, (Pass(1), Pass(2), Pass(3)))
    assert passed.turn is None
    assert deals.legal_actions(Rules(), passed) == ()
    assert refusal(deals.decide, Rules(), passed, Pass(1)) == (
        Reason.NOT_IN_AUCTION,
        "R12",
        {"seat": 1},
    )


def test_r11_to_r17_legal_actions_come_lowest_first() -> None:
    phase = Opening((CardSet.of("AS 2C TD JK"), *HANDS[1:]), OPENING.calls, OPENING.winning)
    assert deals.legal_actions(parse_rules("joker=yes"), phase) == (
        Play(1, Card("2C")),
        Play(1, Card("TD")),
        Play(1, Card("AS")),
    )
    assert deals.legal_actions(Rules(), AUCTION) == (Pass(1), Bid(1, 2), Bid(1, 3), Bid(1, 4))


# A log whose events do not follow from each other.


@pytest.mark.parametrize(
    ("phase", "event"),
    [
        (Dealing(), Called(Pass(1))),
        (Dealing(), Played(1, Card("2C"))),
        (Dealing(), TrickTaken(1)),
        (AUCTION, HandDealt(1, HANDS[0])),
        (AUCTION, AuctionOpened()),
        (AUCTION, Played(1, Card("2C"))),
        (AUCTION, TrickTaken(1)),
        (OPENING, Called(Pass(1))),
        (OPENING, TrickTaken(1)),
        (OPENING, HandDealt(1, HANDS[0])),
        (PLAYING, Called(Pass(1))),
        (PLAYING, AuctionOpened()),
    ],
)
def test_an_event_out_of_place_is_a_broken_log(
    phase: DealPhase, event: HandDealt | AuctionOpened | Called | Played | TrickTaken
) -> None:
    wrong = f"{type(event).__name__} cannot follow in {type(phase).__name__}"
    with pytest.raises(ValueError, match=wrong):
        deals.evolve(phase, 3, event)


def test_joker_yes_a_log_that_leads_it_first_is_broken() -> None:
    """R15: it has no suit to make trump."""
    with pytest.raises(ValueError, match=r"^Played cannot follow in Opening"):
        deals.evolve(OPENING, 3, Played(1, Card("JK")))


def test_r10_to_r19_the_events_of_a_deal() -> None:
    match = dealt(table(0, 0), "AS KS QS JS TS 9S", "2S 3S 4S 5S 6S 7S")
    events = happens(match, "2 pass AS 2S KS 3S QS 4S JS 5S TS 6S 9S 7S")
    names = [type(event).__name__ for event in events]
    assert names == ["Called"] * 2 + ["Played", "Played", "TrickTaken"] * 6 + ["DealScored"]


def test_r16_a_refusal_names_the_suit_that_was_led() -> None:
    """R16, follow=or_trump: to the third seat as well, though the second has trumped."""
    hands = ("AS KS 2H 3H 4H 5H", "2S 3S KH 2D 3D JC", "4S AH 4D 5D 6D 2C")
    match = act(dealt(table(0, 0, 0), *hands), "2 pass pass AS 2S 4S 2H 3S")
    assert match_actions(match) == (Play(3, Card("AH")),)
    assert refusal(decide, match, Play(3, Card("4D"))) == (
        Reason.MUST_FOLLOW_OR_TRUMP,
        "R16",
        {"seat": 3, "card": Card("4D"), "suit": Suit.HEARTS, "trump": Suit.SPADES},
    )
