"""Legal plays, and who takes a trick. R15 to R19, the options `follow` and `joker`."""

import pytest

from cutthroat.core.actions import Play
from cutthroat.core.cards import Card, CardSet, Suit, cards
from cutthroat.core.deal import Playing
from cutthroat.core.errors import Reason
from cutthroat.core.events import Played, TrickTaken
from cutthroat.core.match import Match, decide, legal_actions
from cutthroat.core.rules import Follow
from cutthroat.core.trick import TakenTrick, Trick, legal_plays, opening_leads, trick_taker
from tests.kit.script import act, dealt, refusal, table

BOTH = (Follow.OR_TRUMP, Follow.STRICT)


def may_play(hand: str, led: str, follow: Follow, trump: Suit = Suit.SPADES) -> str:
    """What may be played from a hand to a trick; `led` is empty for a lead."""
    return str(legal_plays(CardSet.of(hand), Trick(3, 1, cards(led)), trump, follow))


def taker(leader: int, text: str, trump: Suit = Suit.SPADES) -> int:
    played = cards(text)
    return trick_taker(Trick(len(played), leader, played), trump)


def spades_led_by_seat_1(rules: str = "") -> Match:
    """Spades are trump; seat 1 took the first trick and is to lead."""
    hands = ("AS KS 2H 3H 4H 5H", "2S 3S KH 2D 3D JC", "4S AH 4D 5D 6D 2C")
    return act(dealt(table(0, 0, 0, rules=rules), *hands), "2 pass pass AS 2S 4S")


# R15: the opening lead.


def test_r15_the_bidder_leads_any_card() -> None:
    match = act(dealt(table(0, 0), "AS KS 2H 3D 4D 5C", "2S 3S 4S 5S 6S 7S"), "3 pass")
    assert [str(play) for play in legal_actions(match)] == [
        str(Play(1, card)) for card in cards("5C 3D 4D 2H KS AS")
    ]


@pytest.mark.parametrize(("lead", "trump"), [("5C", "C"), ("3D", "D"), ("2H", "H"), ("KS", "S")])
def test_r15_the_suit_of_the_first_lead_is_trump(lead: str, trump: str) -> None:
    match = act(dealt(table(0, 0), "AS KS 2H 3D 4D 5C", "2S 3S 4S 5S 6S 7S"), f"3 pass {lead}")
    assert isinstance(match.phase, Playing)
    assert match.phase.trump is Suit(trump)


def test_r15_only_the_bidder_leads_first() -> None:
    match = act(dealt(table(0, 0), "AS KS 2H 3D 4D 5C", "2S 3S 4S 5S 6S 7S"), "2 3")
    assert match.turn == 2
    assert refusal(decide, match, Play(1, Card("AS"))) == (
        Reason.NOT_YOUR_TURN,
        "R15",
        {"seat": 1, "turn": 2},
    )


def test_r15_joker_yes_may_not_be_the_first_card_led() -> None:
    hand = CardSet.of("JK 2C AS")
    assert opening_leads(hand) == CardSet.of("2C AS")
    hands = ("JK AS KS 2H 3H 4H", "2S 3S 4S 5S 6S 7S")
    match = act(dealt(table(0, 0, rules="joker=yes"), *hands), "2 pass")
    assert refusal(decide, match, Play(1, Card("JK"))) == (
        Reason.JOKER_LED_FIRST,
        "R15",
        {"seat": 1, "card": Card("JK")},
    )


def test_r15_joker_yes_may_be_led_later() -> None:
    hands = ("JK AS KS 2H 3H 4H", "2S 3S 4S 5S 6S 7S")
    match = act(dealt(table(0, 0, rules="joker=yes"), *hands), "2 pass AS 2S")
    assert Play(1, Card("JK")) in legal_actions(match)
    assert act(match, "JK 3S").turn == 2


# R16: clockwise, follow suit or trump.


@pytest.mark.parametrize(("leader", "order"), [(1, [1, 2, 3]), (2, [2, 3, 1]), (3, [3, 1, 2])])
def test_r16_play_is_clockwise_from_the_leader(leader: int, order: list[int]) -> None:
    trick = Trick(3, leader)
    turns = []
    for card in cards("2S 3S 4S"):
        turns.append(trick.turn)
        trick = trick.with_card(card)
    assert turns == order
    assert trick.turn is None
    assert trick.plays == tuple(zip(order, cards("2S 3S 4S"), strict=True))


def test_r16_two_seats_take_turns() -> None:
    assert Trick(2, 2).turn == 2
    assert Trick(2, 2, cards("2S")).turn == 1
    assert Trick(2, 2, cards("2S 3S")).turn is None


@pytest.mark.parametrize("seat", [0, 1, 3, 4])
def test_r16_only_the_seat_whose_turn_it_is_plays(seat: int) -> None:
    match = act(spades_led_by_seat_1(), "KS")
    assert refusal(decide, match, Play(seat, Card("3S"))) == (
        Reason.NOT_YOUR_TURN,
        "R16",
        {"seat": seat, "turn": 2},
    )


def test_r16_follow_or_trump_a_card_of_the_led_suit_or_a_trump() -> None:
    assert may_play("2H KH 3S 4D", "QH", Follow.OR_TRUMP) == "2H KH 3S"


def test_r16_follow_strict_only_the_led_suit() -> None:
    assert may_play("2H KH 3S 4D", "QH", Follow.STRICT) == "2H KH"


def test_r16_the_led_suit_is_that_of_the_first_card_only() -> None:
    assert may_play("2H 3C 4D", "QH 5C", Follow.STRICT) == "2H"
    assert may_play("2H 3C 4D", "QH 5S", Follow.OR_TRUMP) == "2H"


@pytest.mark.parametrize("follow", BOTH)
def test_r16_trump_led_must_be_followed(follow: Follow) -> None:
    assert may_play("2H KH 3S 4S", "QS", follow) == "3S 4S"


@pytest.mark.parametrize("follow", BOTH)
def test_r16_joker_yes_must_follow_trump(follow: Follow) -> None:
    assert may_play("2H KH JK", "QS", follow) == "JK"
    assert may_play("2H 3S JK", "QS", follow) == "3S JK"


@pytest.mark.parametrize("follow", BOTH)
def test_r16_joker_yes_led_calls_for_trump(follow: Follow) -> None:
    assert may_play("2H 3S 4D", "JK", follow) == "3S"


def test_r16_joker_yes_is_a_trump_to_a_plain_suit() -> None:
    assert may_play("2H 3D JK", "QH", Follow.OR_TRUMP) == "2H JK"
    assert may_play("2H 3D JK", "QH", Follow.STRICT) == "2H"


def test_r16_follow_or_trump_refuses_a_third_suit() -> None:
    match = act(spades_led_by_seat_1(), "2H")
    assert legal_actions(match) == (Play(2, Card("KH")), Play(2, Card("3S")))
    assert refusal(decide, match, Play(2, Card("2D"))) == (
        Reason.MUST_FOLLOW_OR_TRUMP,
        "R16",
        {"seat": 2, "card": Card("2D"), "suit": Suit.HEARTS, "trump": Suit.SPADES},
    )


def test_r16_follow_strict_refuses_a_trump_as_well() -> None:
    match = act(spades_led_by_seat_1("follow=strict"), "2H")
    assert legal_actions(match) == (Play(2, Card("KH")),)
    for card in cards("2D 3S"):
        assert refusal(decide, match, Play(2, card)) == (
            Reason.MUST_FOLLOW,
            "R16",
            {"seat": 2, "card": card, "suit": Suit.HEARTS, "trump": Suit.SPADES},
        )


def test_r16_a_trump_lead_refuses_every_other_suit() -> None:
    match = act(spades_led_by_seat_1(), "KS")
    assert refusal(decide, match, Play(2, Card("KH"))) == (
        Reason.MUST_FOLLOW,
        "R16",
        {"seat": 2, "card": Card("KH"), "suit": Suit.SPADES, "trump": Suit.SPADES},
    )


@pytest.mark.parametrize("card", ["AS", "2S", "QC", "AH"])
def test_r4_a_card_that_is_not_held_cannot_be_played(card: str) -> None:
    match = act(spades_led_by_seat_1(), "KS")
    assert refusal(decide, match, Play(2, Card(card))) == (
        Reason.CARD_NOT_HELD,
        "R4",
        {"seat": 2, "card": Card(card)},
    )


def test_r4_a_card_that_is_not_held_cannot_be_led_first() -> None:
    match = act(dealt(table(0, 0), "AS KS 2H 3D 4D 5C", "2S 3S 4S 5S 6S 7S"), "2 pass")
    for card in cards("2S JK 2C"):
        assert refusal(decide, match, Play(1, card)) == (
            Reason.CARD_NOT_HELD,
            "R4",
            {"seat": 1, "card": card},
        )


# R17: with none of the led suit, anything.


@pytest.mark.parametrize("follow", BOTH)
def test_r17_without_the_led_suit_anything_goes(follow: Follow) -> None:
    assert may_play("3D 4C 5S", "QH", follow) == "4C 3D 5S"
    assert may_play("3D 4C", "QS", follow) == "4C 3D"


@pytest.mark.parametrize("follow", BOTH)
def test_r17_joker_yes_need_not_be_played_to_a_plain_suit(follow: Follow) -> None:
    assert may_play("3D JK", "QH", follow) == "3D JK"


@pytest.mark.parametrize("follow", BOTH)
def test_r17_a_lead_is_free(follow: Follow) -> None:
    assert may_play("3D 4C 5S JK", "", follow) == "4C 3D 5S JK"


# R18: who takes the trick.


@pytest.mark.parametrize(
    ("played", "seat"),
    [
        ("2S AS KS", 2),
        ("AS 2S KS", 1),
        ("AH KH 2S", 3),
        ("AH 3S 2S", 2),
        ("2H AD AC", 1),
        ("2H 3H AC", 2),
        ("TH JH QH", 3),
        ("QH TH JH", 1),
        ("9H TH 2H", 2),
    ],
)
def test_r18_the_highest_trump_or_else_the_highest_of_the_led_suit(played: str, seat: int) -> None:
    assert taker(1, played) == seat


@pytest.mark.parametrize(("leader", "seat"), [(1, 2), (2, 3), (3, 1)])
def test_r18_the_taker_is_counted_from_the_leader(leader: int, seat: int) -> None:
    assert taker(leader, "2H AH KH") == seat


def test_r18_two_seats() -> None:
    assert taker(2, "2H AH") == 1
    assert taker(2, "2H AD") == 2


def test_r18_joker_yes_is_the_lowest_trump() -> None:
    assert taker(1, "AH JK KH") == 2
    assert taker(1, "AH JK 2S") == 3
    assert taker(1, "2S JK AH") == 1
    assert taker(1, "JK AH AD") == 1


def test_r18_an_incomplete_trick_is_nobodys() -> None:
    with pytest.raises(ValueError, match=r"^a trick of 3 seats has 2 cards"):
        trick_taker(Trick(3, 1, cards("2S 3S")), Suit.SPADES)


def test_r18_the_last_card_of_a_trick_brings_its_taker() -> None:
    match = act(spades_led_by_seat_1(), "2H KH")
    assert decide(match, Play(3, Card("AH"))) == (Played(3, Card("AH")), TrickTaken(3))
    first = act(spades_led_by_seat_1(), "2H")
    assert decide(first, Play(2, Card("KH"))) == (Played(2, Card("KH")),)


# R19: the taker leads next.


def test_r19_the_taker_leads_the_next_trick() -> None:
    match = act(spades_led_by_seat_1(), "2H KH AH")
    assert isinstance(match.phase, Playing)
    assert match.turn == 3
    assert match.phase.trick == Trick(3, 3)
    assert match.phase.tricks == (
        TakenTrick(Trick(3, 1, cards("AS 2S 4S")), 1),
        TakenTrick(Trick(3, 1, cards("2H KH AH")), 3),
    )


def test_r19_a_played_card_leaves_the_hand() -> None:
    match = act(spades_led_by_seat_1(), "2H")
    assert isinstance(match.phase, Playing)
    assert [str(hand) for hand in match.phase.hands] == [
        "3H 4H 5H KS",
        "JC 2D 3D KH 3S",
        "2C 4D 5D 6D AH",
    ]
