"""Points that are decided before the last card: R5 to R8, R16 to R18.

The law: what is said to be decided comes out so, however the cards lie that nobody has shown. Hands
that agree with what was seen are found without a thought of who lacks what: the deal is played
again with other hidden cards, and those are passed over in which a card was against the rules.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from random import Random

import pytest
from hypothesis import given

from cutthroat.core.actions import Play
from cutthroat.core.cards import Card, suit_under
from cutthroat.core.deal import Playing
from cutthroat.core.decided import lowest_play, points_decided
from cutthroat.core.errors import IllegalAction
from cutthroat.core.match import (
    Match,
    Over,
    Scored,
    Waiting,
    deal_cards,
    decide,
    fold,
    legal_actions,
)
from cutthroat.core.rules import Rules, parse_rules
from cutthroat.core.scoring import CARD_POINTS, Points
from cutthroat.core.view import project
from tests.kit import strategies
from tests.kit.script import act, dealt, table
from tests.kit.walk import play_deal, random_hands


def decided(hands: Sequence[str], words: str, rules: str = "") -> bool:
    """Whether the points are decided after calls and cards at a table of new scores."""
    match = act(dealt(table(*[0] * len(hands), rules=rules), *hands), words)
    return points_decided(project(match, None))


# Seat 1 leads trumps, and seat 2 has none: it gives a ten to each of the first two.

TRUMPS = ("AS JS 2S TS TH 3C", "TC TD 4H 5H 6H 7H")
LED = "2 pass AS TC JS TD 2S 4H TS 5H"


def test_r5_to_r8_all_four_points_are_decided() -> None:
    assert decided(TRUMPS, LED)
    assert decided(TRUMPS, LED + " TH 6H 3C")


def test_r8_while_the_hidden_cards_may_count_more_game_is_open() -> None:
    """Seat 1 has 17 card points, and hidden are three tens."""
    hands = ("AS JS 2S 3C TD 9H", "TC QD 4H 5H 6H 7H")
    assert not decided(hands, "2 pass AS TC JS QD 2S 4H 3C 5H")


def test_r8_hands_have_room_for_so_many_cards() -> None:
    """Three tens are hidden, but seat 1 alone may hold them, and it has one card; so 14 at most."""
    hands = ("AS JS 3H 3D 2S 9H", "4S QC 4C 5C TC 7C")
    assert decided(hands, "2 pass AS 4S JS QC 3H 4C 3D 5C 2S TC")


def test_r15_nothing_is_decided_before_the_first_lead() -> None:
    for words in ("", "2", "2 pass", "2 pass AS"):
        assert not decided(TRUMPS, words)
    assert not points_decided(project(table(0, 0), None))


def test_r19_after_the_last_trick_there_is_no_deal_to_decide() -> None:
    assert not decided(TRUMPS, LED + " TH 6H 3C 7H")


def test_the_joker_in_a_hand_is_no_lower_trump() -> None:
    """R6, joker=yes: it is never Low, so the two decides it though the joker may be to come."""
    assert decided(TRUMPS, LED, "joker=yes")
    played = ("AS JS 2S TS TH 3C", "JK TD TC 5H 6H 7H")
    assert decided(played, "2 pass AS JK JS TD 2S TC TS 5H", "joker=yes")


def test_r5_an_ace_may_be_to_come() -> None:
    """high=ace: seat 1 may hold it or nobody. high=highest: seat 1 has High by the king too."""
    kings = (TRUMPS[0].replace("AS", "KS"), TRUMPS[1])
    led = LED.replace("AS", "KS")
    assert not decided(kings, led, "high=ace")
    assert decided(kings, led, "high=highest")


def test_r5_whoever_may_hold_a_higher_trump_may_have_high() -> None:
    """high=highest: seat 1 alone may hold the ace, and seat 2 has played the king."""
    hands = ("QS JS 2S TS TH 3C", "KS TC TD 5H 6H 7H")
    words = "2 pass QS KS TC TS 2S 5H JS TD TH"
    assert not decided(hands, words, "high=highest")
    aces = (hands[0].replace("QS", "AS"), hands[1])
    assert decided(aces, "2 pass AS KS TS TC 2S 5H JS TD TH", "high=highest")


def test_r6_a_lower_trump_may_be_to_come() -> None:
    """Seat 1 alone may hold the two. low_to=player: Low was seat 2's. low_to=winner: seat 1's."""
    hands = ("AS JS 5S TS TH 3C", "4S TD TC 5H 6H 7H")
    words = "2 pass AS 4S JS TD 5S TC TS 5H"
    assert not decided(hands, words, "low_to=player")
    assert decided(hands, words, "low_to=winner")


def test_r6_a_lower_trump_changes_nothing_if_it_is_the_same_seats() -> None:
    """low_to=player: seat 1 has Low by the four, and alone may hold the two."""
    hands = ("AS JS 4S TS TH 3C", "5S TD TC 5H 6H 7H")
    words = "2 pass AS 5S JS TD 4S TC TS 5H"
    assert decided(hands, words, "low_to=player")
    assert decided(hands, words, "low_to=winner")


def test_r6_r18_a_lower_trump_may_be_lost_to_one_on_the_table() -> None:
    """low_to=winner: seat 2 took the four, but may have to give the two to seat 1's five."""
    hands = ("AS TC 3H 4S JS 5S", "TS 9C QH 8S 9H 6D")
    words = "2 pass AS TS TC 9C 3H QH 8S 4S 9H JS 5S"
    assert not decided(hands, words, "low_to=winner")
    assert decided((hands[0].replace("4S", "2S"), hands[1]), words.replace("4S", "2S"))


def test_r6_a_numeric_trump_may_be_to_come() -> None:
    """low=numeric: seat 1 may hold one, or nobody. low=lowest: the jack may be lowest, seat 1's."""
    hands = ("AS KS QS JS 4C 3C", "TC TD TH 4H 5H 6H")
    words = "2 pass AS TC KS TD QS TH JS 4H"
    assert decided(hands, words, "low=lowest")
    assert not decided(hands, words, "low=numeric")


def test_r7_a_jack_that_nobody_can_hold_is_nobodys() -> None:
    """Seat 1 holds no card any more, and seat 2 has shown to have no trump."""
    hands = ("AS KS 2S TS TH 3C", "TC TD 4H 5H 6H 7H")
    words = "2 pass AS TC KS TD 2S 4H TS 5H TH 6H"
    assert not decided(hands, words)
    assert decided(hands, words + " 3C")


def test_r7_r18_a_jack_on_the_table_is_whose_the_trick_will_be() -> None:
    """Seat 3 has no trump; seat 2 might have one higher than the jack, until it has shown none."""
    hands = ("AS TS TH 9C JS 3C", "2S 4S 6H 7C TC TD", "4D 5D 6D 7D 8D 9D")
    words = "2 pass pass AS 2S 4D TS 4S 5D TH 6H 6D 9C 7C 7D JS"
    assert not decided(hands, words)
    assert decided((hands[0], hands[1].replace("4S", "8H"), hands[2]), words.replace("4S", "8H"))


SHORT = ("JS AS 3H TC 2S 9H", "KS TD TS 4C 6D 8D")
SHORT_PLAY = "2 pass JS KS TD AS 3H TS 4C TC 2S 6D 9H"
"""At the end seat 1 has 24 card points and leads a heart; seat 2 has 14 and one card left."""


def test_r16_who_trumps_a_lead_may_hold_the_led_suit() -> None:
    """follow=or_trump: seat 2 may hold the ten of hearts, for 24 all: tie=nobody."""
    assert not decided(SHORT, SHORT_PLAY, "follow=or_trump")
    assert not decided(SHORT, SHORT_PLAY, "tie=nobody")


def test_r17_who_must_follow_and_trumps_has_none_of_the_led_suit() -> None:
    """follow=strict: seat 2 has no heart, and has shown to have no trump."""
    assert decided(SHORT, SHORT_PLAY, "follow=strict")


def test_r8_a_tie_is_as_good_as_more_to_the_bidder() -> None:
    """tie=bidder: 24 all is Game for seat 1."""
    assert decided(SHORT, SHORT_PLAY, "tie=bidder")


# The lowest card.


def lowest(hands: Sequence[str], words: str, rules: str = "") -> str | None:
    play = lowest_play(act(dealt(table(*[0] * len(hands), rules=rules), *hands), words))
    return play.card.text if play else None


def test_r16_the_lowest_card_is_one_that_may_be_played() -> None:
    hands = ("KH QH JH TH 9H 8H", "2C 2D 9S 5S 7H AH")
    assert lowest(hands, "2 pass") == "8H"
    assert lowest(hands, "2 pass KH") == "7H"  # a trump must be played
    assert lowest(hands, "2 pass KH 7H QH AH") == "2C"  # clubs before diamonds
    assert lowest(hands, "2 pass KH 7H QH AH 2C") == "8H"  # no club: any card


def test_a_joker_is_lowest_of_all() -> None:
    """R15, joker=yes: but it may not make trump."""
    hands = ("JK KH 2C AS 3D 4S", "9H 8H 7H 6H 5H 4H")
    assert lowest(hands, "2 pass", "joker=yes") == "2C"
    assert lowest(hands, "2 pass KH 4H", "joker=yes") == "JK"


def test_who_is_not_to_play_has_no_lowest_card() -> None:
    """R10 and R19: in the auction and after the score."""
    assert lowest(TRUMPS, "2") is None
    assert lowest(TRUMPS, LED + " TH 6H 3C 7H") is None


# The law.


@dataclass(frozen=True)
class Deal:
    """A deal that was played at random: the match before each card, and what came of it."""

    positions: tuple[Match, ...]
    points: Points

    @property
    def decided(self) -> list[Match]:
        """Where everybody could see what would come of it."""
        return [match for match in self.positions if points_decided(project(match, None))]


def a_deal(rules: Rules, seats: int, rng: Random) -> Deal:
    """A deal at random; another if everybody passed."""
    while True:
        match = table(*[0] * seats, rules=str(rules))
        match = fold(match, deal_cards(match, random_hands(rules, seats, rng)))
        positions = []
        for events in play_deal(match, rng):
            positions += [match] if isinstance(match.phase, Playing) else []
            match = fold(match, events)
        if positions:
            return Deal(tuple(positions), points_of(match))


def points_of(match: Match) -> Points:
    """What came of the deal that was just scored."""
    last = match.phase.last if isinstance(match.phase, Over) else match.phase
    assert isinstance(last, Scored)
    return last.summary.points


def others(match: Match, rng: Random, count: int) -> Iterator[Match]:
    """The match with other hidden cards, that might be to all who look on, so often or less."""
    for _ in range(count * 20):
        other = with_hidden(match, some_hands(match, rng))
        if other:
            yield other
            count -= 1
        if not count:
            return


def some_hands(match: Match, rng: Random) -> list[list[Card]]:
    """Hidden hands of the right sizes; trumps and cards that count are liked more or less."""
    view = project(match, None)
    assert view.trump
    liking = rng.choice((0, 0.3, 1, 5))
    order = {}
    for card in view.unseen:
        counts = card.rank in CARD_POINTS or suit_under(card, view.trump) is view.trump
        order[card] = rng.random() - (liking * rng.random() if counts else 0)
    pool = sorted(order, key=lambda card: order[card])[: sum(view.hand_sizes)]
    rng.shuffle(pool)
    return [[pool.pop() for _ in range(size)] for size in view.hand_sizes]


def with_hidden(match: Match, hidden: Sequence[Sequence[Card]]) -> Match | None:
    """The same calls and cards with other cards hidden; None if one were against the rules."""
    phase = match.phase
    assert isinstance(phase, Playing)
    tricks = [*[taken.trick for taken in phase.tricks], phase.trick]
    plays = [play for trick in tricks for play in trick.plays]
    hands = [
        [*held, *[card for who, card in plays if who == seat]]
        for seat, held in enumerate(hidden, start=1)
    ]
    again = replace(match, phase=Waiting(), deal=match.deal - 1)
    again = fold(again, deal_cards(again, hands))
    try:
        for action in (*phase.calls, *[Play(seat, card) for seat, card in plays]):
            again = fold(again, decide(again, action))
    except IllegalAction:
        return None
    assert project(again, None) == project(match, None)
    return again


def played_on(match: Match, rng: Random) -> Points:
    """What comes of a deal if the rest is played at random."""
    while match.turn is not None:
        match = fold(match, decide(match, rng.choice(legal_actions(match))))
    return points_of(match)


@given(strategies.rules(), strategies.seat_counts(), strategies.generators())
def test_r5_to_r8_what_is_decided_comes_out_so_however_the_cards_lie(
    rules: Rules, seats: int, rng: Random
) -> None:
    deal = a_deal(rules, seats, rng)
    for match in deal.decided:
        for other in others(match, rng, 25):
            assert played_on(other, rng) == deal.points


@given(strategies.rules(), strategies.seat_counts(), strategies.generators())
def test_r5_to_r8_what_is_decided_stays_so(rules: Rules, seats: int, rng: Random) -> None:
    deal = a_deal(rules, seats, rng)
    assert deal.decided == list(deal.positions[len(deal.positions) - len(deal.decided) :])


@given(strategies.rules(), strategies.seat_counts(), strategies.generators())
def test_r5_to_r8_before_the_last_card_every_card_that_it_may_be_is_tried(
    rules: Rules, seats: int, rng: Random
) -> None:
    last = a_deal(rules, seats, rng).positions[-1]
    view = project(last, None)
    if points_decided(view):
        hands = [[[card] if size else [] for size in view.hand_sizes] for card in view.unseen]
        found = [other for hidden in hands if (other := with_hidden(last, hidden))]
        assert len({played_on(other, rng) for other in found}) == 1


HOUSES = (
    "",
    "high=highest",
    "low=numeric follow=strict",
    "low_to=winner tie=bidder high=highest",
    "joker=yes low_to=winner follow=strict",
    "joker=yes high=highest tie=bidder low=numeric",
)


@cache
def many_deals() -> tuple[Deal, ...]:
    """Some hundred deals over all options, in which to count."""
    return tuple(
        a_deal(parse_rules(house), seats, Random(seed))
        for seed in range(40)
        for house in HOUSES
        for seats in (2, 3)
    )


@pytest.mark.parametrize(("seats", "rest"), [(2, 1), (3, 1), (3, 2)])
def test_many_a_deal_is_decided_before_its_last_cards(seats: int, rest: int) -> None:
    """R1, R19: one in six before the last card; with three seats one in twenty before two."""
    deals = [deal for deal in many_deals() if deal.positions[0].seats == seats]
    found = [deal for deal in deals if len(deal.decided) >= rest]
    assert len(found) > len(deals) / (6 if rest == 1 else 20)


def test_what_is_not_said_to_be_decided_seldom_is() -> None:
    """R5 to R8: nearly always other hands bring other points, before the last two cards too."""
    rng = Random(1)
    said = missed = 0
    for deal in many_deals()[::4]:
        for match in deal.positions[-2:]:
            if points_decided(project(match, None)):
                said += 1
            else:
                missed += len({played_on(other, rng) for other in others(match, rng, 60)}) == 1
    assert said > 5 * missed


def test_each_house_has_decided_deals_for_two_and_for_three() -> None:
    """R1."""
    for first in range(2 * len(HOUSES)):
        assert any(deal.decided for deal in many_deals()[first :: 2 * len(HOUSES)])


def test_r5_to_r8_some_hundred_decided_deals_come_out_so() -> None:
    rng = Random(2)
    for deal in many_deals():
        for match in deal.decided[:2]:
            assert {played_on(other, rng) for other in others(match, rng, 20)} <= {deal.points}


def test_a_decided_deal_played_by_lowest_cards_comes_out_so() -> None:
    """R15 to R19: nobody plays against the rules, and the deal comes to its end."""
    for deal in many_deals():
        for match in deal.decided[:1]:
            now = match
            while play := lowest_play(now):
                now = fold(now, decide(now, play))
            assert points_of(now) == deal.points
            assert now.turn is None
