"""The peer's own copy of the game keeps the same rules as ours, and its engine plays by them."""

from __future__ import annotations

import os
from collections import Counter
from math import comb
from random import Random

import pytest

from bench.peers.smear_deal import (
    BIDS,
    DECK,
    HAND,
    NUMBERS,
    PASS,
    SUITS,
    Deal,
    Stakes,
    cards_in,
    hands_that_fit,
)
from bench.strength_bots import bot_named
from bench.strength_rows import ISMCTS
from cutthroat.core import match as matches
from cutthroat.core.actions import Action, Bid, Pass
from cutthroat.core.cards import ALL_CARDS
from cutthroat.core.events import DealScored, Event, MatchWon
from cutthroat.core.match import Match, Waiting
from cutthroat.core.rules import Rules, parse_rules, preset
from cutthroat.core.shuffle import secret_from_seed
from cutthroat.service.arena.deals import DealContest, play_some

OPENSPIEL = os.environ.get("CUTTHROAT_OPENSPIEL")
NAMES = ["seed", "classic", "short", "limit"]
RULES = [preset("seed"), preset("classic"), preset("short"), parse_rules("limit=30 target=9")]


def mask(cards: list[int]) -> int:
    return sum(1 << card for card in cards)


def number(action: Action) -> int:
    if isinstance(action, Pass):
        return PASS
    return BIDS[action.points] if isinstance(action, Bid) else action.card.index


def dealt(rules: Rules, chance: Random) -> tuple[Match, Deal]:
    """The same deal by our rules and by the peer's, from a score by chance."""
    seats = chance.choice((2, 3))
    dealer = chance.randint(1, seats)
    scores = tuple(chance.randint(-6, 15) for _ in range(seats))
    scored = chance.choice((0, 3, 19, 29))
    cards = chance.sample(range(52), HAND * seats)
    hands = [cards[HAND * seat : HAND * (seat + 1)] for seat in range(seats)]
    ours = Match(rules, seats, scores, dealer, scored, scored, Waiting())
    shown = [[ALL_CARDS[card] for card in hand] for hand in hands]
    stakes = Stakes(
        scores, dealer - 1, rules.target, rules.high, rules.out, rules.limit or 0, scored
    )
    theirs = Deal(stakes, [mask(hand) for hand in hands])
    return matches.fold(ours, matches.deal_cards(ours, shown)), theirs


@pytest.mark.parametrize("rules", RULES, ids=NAMES)
def test_the_peer_plays_by_our_rules(rules: Rules) -> None:
    # R5 to R26: the same legal actions at every step, and the same score and winner.
    chance = Random(str(rules))
    won = 0
    for _ in range(400):
        ours, theirs = dealt(rules, chance)
        before = ours.scores
        events: tuple[Event, ...] = ()
        while legal := matches.legal_actions(ours):
            assert not theirs.over
            assert theirs.turn + 1 == ours.turn
            assert theirs.legal() == sorted(number(action) for action in legal)
            action = chance.choice(legal)
            events = matches.decide(ours, action)
            ours = matches.fold(ours, events)
            theirs.act(number(action))
        scored = [event.summary.scores for event in events if isinstance(event, DealScored)]
        winner = [event.seat - 1 for event in events if isinstance(event, MatchWon)]
        assert theirs.over
        assert theirs.result() == (scored[0] if scored else before, winner[0] if winner else None)
        assert sum(theirs.payoff()) == pytest.approx(1)
        won += bool(winner)
    assert won >= 5, "what wins a match was seen, too"


def test_cards_dealt_again_fit_what_a_seat_has_seen() -> None:
    chance = Random(1)
    lacking = 0
    for _ in range(300):
        _, deal = dealt(preset("seed"), chance)
        for _ in range(chance.randrange(3, 18)):
            if deal.over:
                break
            deal.act(chance.choice(deal.legal()))
        seat = deal.turn
        again = deal.dealt_again(seat, chance)
        sizes = [hand.bit_count() for hand in deal.hands]
        assert [again.held(other) for other in range(len(sizes))] == sizes
        assert [hand.bit_count() for hand in again.hands] == sizes
        assert again.hands[seat] == deal.hands[seat]
        assert sum(again.hands) & again.shown == 0
        assert sum(again.hands).bit_count() == sum(sizes), "no card twice"
        for hand, lacks, true_hand in zip(again.hands, again.lacks, deal.hands, strict=True):
            assert hand & lacks == 0
            assert true_hand & lacks == 0, "R16, R17: what was shown to lack is truly lacking"
            lacking += bool(lacks)
    assert lacking > 100


def test_hidden_hands_are_drawn_evenly() -> None:
    # Six hidden cards; the first seat holds two, the second two and no club: 4 clubs and 2 hearts
    # leave the second seat one choice, so the first has two of the four clubs.
    clubs_and_hearts = mask([0, 1, 2, 3, 26, 27])
    chance = Random(2)
    draws = 3000
    found = Counter(
        tuple(hands_that_fit(clubs_and_hearts, [(2, 0), (2, SUITS[0])], chance))
        for _ in range(draws)
    )
    assert len(found) == comb(4, 2)
    assert all(second == mask([26, 27]) for _, second in found)
    expected = draws / len(found)
    assert sum((count - expected) ** 2 / expected for count in found.values()) < 20.5  # p = 0.001


def test_two_choices_for_one_seat_weigh_as_much_as_for_the_other() -> None:
    # Three hidden cards, one each; the second has no club. From 2C 2H 3H: (2C, 2H), (2C, 3H),
    # (2H, 3H), (3H, 2H), each once in four. One after the other would give the first two 1/6.
    chance = Random(3)
    draws = 4000
    found = Counter(
        tuple(hands_that_fit(mask([0, 26, 27]), [(1, 0), (1, SUITS[0])], chance))
        for _ in range(draws)
    )
    assert len(found) == 4
    assert sum((count - draws / 4) ** 2 / (draws / 4) for count in found.values()) < 16.3


def test_the_guess_of_chances_knows_the_end_of_the_match() -> None:
    level = Stakes((5, 5, 5), dealer=0)
    assert level.chances((5, 5, 5)) == pytest.approx([1 / 3] * 3)
    assert level.chances((11, 10)) > level.chances((10, 9)), "R24: one must be there to go out"
    assert level.chances((14, 0)) == level.chances((19, 0)), "more than enough"
    reach = Stakes((5, 5), dealer=0, out="reach")
    assert reach.chances((11, 5)) == reach.chances((13, 5))


def test_cards_are_those_of_our_deck() -> None:
    assert [NUMBERS[card.text] for card in ALL_CARDS[:52]] == [*range(52)]
    assert cards_in(DECK) == [*range(52)]


@pytest.mark.slow
@pytest.mark.skipif(not OPENSPIEL, reason="CUTTHROAT_OPENSPIEL names no Python with OpenSpiel")
@pytest.mark.parametrize("rules", RULES, ids=NAMES)
@pytest.mark.parametrize("seats", [2, 3])
def test_the_engine_plays_deals(rules: Rules, seats: int) -> None:
    bots = (bot_named(ISMCTS, OPENSPIEL),) * seats
    scores = ((0, 4, -3)[:seats], (10, 12, 8)[:seats])
    contest = DealContest(rules, bots, secret_from_seed("engine"), scores)
    for played in play_some(contest, range(1, 3)):
        assert played.outcome.forfeited is None
        assert played.outcome.deals + played.outcome.redeals == 1
