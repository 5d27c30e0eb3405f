"""Laws of every match: over all options, both tables, and play at random."""

import re
from random import Random

from hypothesis import given

from cutthroat.core.actions import Action, Bid, Pass, Play, Seat
from cutthroat.core.cards import ALL_CARDS, Card, CardSet, deck
from cutthroat.core.deal import HAND_SIZE, Auction, Opening, Playing
from cutthroat.core.errors import Reason
from cutthroat.core.events import DealScored, HandDealt, MatchWon, WinReason
from cutthroat.core.match import Match, Over, Scored, decide, fold, legal_actions, replay
from cutthroat.core.rules import Rules
from cutthroat.core.scoring import Summary
from cutthroat.core.trick import TakenTrick
from tests.kit import second_reading as again, strategies
from tests.kit.script import refusal
from tests.kit.walk import walk

EVERYTHING: tuple[Action, ...] = (
    *(Pass(seat) for seat in range(5)),
    *(Bid(seat, points) for seat in range(5) for points in range(6)),
    *(Play(seat, card) for seat in range(5) for card in ALL_CARDS),
)
"""Every action there is, and some that there are not."""

matches = given(strategies.rules(), strategies.seat_counts(), strategies.generators())


@matches
def test_r2_r4_cards_are_conserved(rules: Rules, seats: int, rng: Random) -> None:
    """From the deal to the last trick the same six cards a seat, each in one place."""
    dealt = CardSet()
    for step in walk(rules, seats, rng).steps:
        phase = step.after.phase
        if isinstance(phase, Auction):
            dealt = CardSet(card for hand in phase.hands for card in hand)
            assert len(dealt) == HAND_SIZE * seats
            assert dealt <= set(deck(joker=rules.has_joker))
        if isinstance(phase, Auction | Opening | Playing):
            held = [card for hand in phase.hands for card in hand]
            shown = [card for _, card in plays(phase)]
            assert len(held) + len(shown) == HAND_SIZE * seats
            assert CardSet([*held, *shown]) == dealt
            for seat, hand in enumerate(phase.hands, start=1):
                assert len(hand) + [who for who, _ in plays(phase)].count(seat) == HAND_SIZE
        elif isinstance(phase, Scored) and phase.tricks:
            assert CardSet(card for taken in phase.tricks for card in taken.trick.cards) == dealt


def plays(phase: Auction | Opening | Playing) -> list[tuple[Seat, Card]]:
    """Who has played what in the deal."""
    if not isinstance(phase, Playing):
        return []
    tricks = (*(taken.trick for taken in phase.tricks), phase.trick)
    return [play for trick in tricks for play in trick.plays]


@matches
def test_r10_to_r17_legal_actions_are_accepted_and_all_others_refused_with_a_clause(
    rules: Rules, seats: int, rng: Random
) -> None:
    for step in walk(rules, seats, rng, deals=1).steps:
        match = step.after
        legal = set(legal_actions(match))
        assert (match.turn is None) == (not legal)
        for action in EVERYTHING:
            if action in legal:
                fold(match, decide(match, action))
            else:
                reason, clause, _ = refusal(decide, match, action)
                assert reason in Reason
                assert re.fullmatch(r"R([1-9]|1\d|2[0-6])", clause)


@matches
def test_r10_to_r17_legal_actions_are_those_of_a_second_reading(
    rules: Rules, seats: int, rng: Random
) -> None:
    house = again.house(str(rules))
    for step in walk(rules, seats, rng).steps:
        legal = [written(action) for action in legal_actions(step.after)]
        assert sorted(legal) == sorted(expected_words(house, step.after))


def written(action: Action) -> str:
    if isinstance(action, Play):
        return action.card.text
    return str(action.points) if isinstance(action, Bid) else "pass"


def expected_words(house: again.House, match: Match) -> list[str]:
    phase = match.phase
    if not isinstance(phase, Auction | Opening | Playing) or phase.turn is None:
        return []
    if isinstance(phase, Auction):
        return again.calls(house, match.seats, [written(call) for call in phase.calls])
    hand = [card.text for card in phase.hands[phase.turn - 1]]
    if isinstance(phase, Opening):
        return again.plays(house, hand, None, None)
    led = phase.trick.cards[0].text if phase.trick.cards else None
    return again.plays(house, hand, led, phase.trump.value)


@matches
def test_replaying_the_events_gives_the_state(rules: Rules, seats: int, rng: Random) -> None:
    """At the end, and from any moment on."""
    played = walk(rules, seats, rng)
    assert replay(played.events) == played.last
    for done in range(0, len(played.steps), 7):
        rest = (step.event for step in played.steps[done:])
        assert fold(played.steps[done].before, rest) == played.last
        assert replay(played.events[: 1 + done]) == played.steps[done].before


@matches
def test_r9_r20_to_r22_scores_change_as_the_cards_say(
    rules: Rules, seats: int, rng: Random
) -> None:
    """At most four points a deal, counted again from the cards that were played."""
    house = again.house(str(rules))
    for step in walk(rules, seats, rng).steps:
        if not isinstance(step.event, DealScored):
            assert step.after.scores == step.before.scores
            continue
        summary, phase = step.event.summary, step.before.phase
        won = points_of(summary)
        if isinstance(phase, Playing):
            tricks = [trick_of(taken) for taken in phase.tricks]
            assert [taken.taker for taken in phase.tricks] == [
                again.taker(trick, phase.trump.value) for trick in tricks
            ]
            bidder = summary.bidder
            assert won == again.points(house, tricks, phase.trump.value, bidder, seats)
            assert (bidder, summary.bid) == (phase.winning.seat, phase.winning.points)
        after = again.scores_after(step.before.scores, summary.bidder, summary.bid, won)
        assert list(step.after.scores) == after == list(summary.scores)
        assert sum(summary.earned) <= 4
        assert (summary.change[summary.bidder - 1] > 0) == summary.made


def points_of(summary: Summary) -> dict[str, int | None]:
    points = summary.points
    return {"high": points.high, "low": points.low, "jack": points.jack, "game": points.game}


def trick_of(taken: TakenTrick) -> list[tuple[int, str]]:
    return [(seat, card.text) for seat, card in taken.trick.plays]


@matches
def test_r23_to_r26_at_most_one_winner_and_it_is_a_bidder_but_for_the_limit(
    rules: Rules, seats: int, rng: Random
) -> None:
    house = again.house(str(rules))
    steps = walk(rules, seats, rng).steps
    for step, then in zip(steps, (*steps[1:], None), strict=True):
        if not isinstance(step.event, DealScored):
            continue
        summary = step.event.summary
        expected = again.winner(
            house,
            step.before.scores,
            summary.bidder,
            summary.bid,
            won=points_of(summary),
            scored_deals=step.after.scored_deals,
        )
        announced = then.event if then else None
        assert (announced.seat if isinstance(announced, MatchWon) else None) == expected
        if isinstance(announced, MatchWon):
            assert step.event.summary.made or announced.reason is WinReason.LIMIT
            assert announced.seat == summary.bidder or announced.reason is WinReason.LIMIT
    won = [step for step in steps if isinstance(step.event, MatchWon)]
    assert len(won) <= 1
    assert all(isinstance(step.after.phase, Over) and step is steps[-1] for step in won)


@matches
def test_r3_r14_the_deal_goes_round(rules: Rules, seats: int, rng: Random) -> None:
    """Every deal has the next number; who deals changes with a scored deal, or under `next`."""
    for step in walk(rules, seats, rng).steps:
        before, after, name = step.before, step.after, type(step.event).__name__
        moves = name == "DealScored" or (name == "ThrownIn" and rules.all_pass == "next")
        left = again.clockwise(before.dealer, seats)[1]
        assert after.dealer == (left if moves else before.dealer)
        assert after.deal == before.deal + (name == "DealStarted")
        assert after.scored_deals == before.scored_deals + (name == "DealScored")


@matches
def test_r4_only_a_dealt_hand_is_private(rules: Rules, seats: int, rng: Random) -> None:
    for event in walk(rules, seats, rng).events:
        assert event.audience == (event.seat if isinstance(event, HandDealt) else None)


@given(strategies.rules(all_pass="stick"), strategies.seat_counts(), strategies.generators())
def test_r14_all_pass_stick_no_deal_is_thrown_in(rules: Rules, seats: int, rng: Random) -> None:
    names = [type(event).__name__ for event in walk(rules, seats, rng).events]
    assert "ThrownIn" not in names
    assert "MatchStarted" in names


@matches
def test_r19_every_deal_that_is_played_out_has_six_tricks(
    rules: Rules, seats: int, rng: Random
) -> None:
    for step in walk(rules, seats, rng, without_cards=False).steps:
        if isinstance(step.event, DealScored):
            assert isinstance(step.before.phase, Playing)
            assert len(step.before.phase.tricks) == 6
            assert not any(step.before.phase.hands)
