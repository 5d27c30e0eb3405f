"""Matches played at random, through nothing but what `core.match` offers to everybody."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random

from cutthroat.core.actions import Action, Bid, Seat
from cutthroat.core.cards import Card, deck
from cutthroat.core.deal import HAND_SIZE, Auction, Dealing, Opening, Playing
from cutthroat.core.events import Event, MatchStarted
from cutthroat.core.match import (
    Match,
    Over,
    annul_deal,
    begin,
    deal_cards,
    decide,
    end,
    evolve,
    fold,
    legal_actions,
    score_deal,
    start,
    start_deal,
    throw_in,
)
from cutthroat.core.rules import AllPass, Rules
from cutthroat.core.scoring import Points


@dataclass(frozen=True)
class Step:
    """One event, and the match before and after it."""

    before: Match
    event: Event
    after: Match


@dataclass(frozen=True)
class Walk:
    """A match that somebody played at random."""

    started: MatchStarted
    steps: tuple[Step, ...]

    @property
    def events(self) -> tuple[Event, ...]:
        """The whole log."""
        return (self.started, *(step.event for step in self.steps))

    @property
    def last(self) -> Match:
        """The match after the last event."""
        return self.steps[-1].after if self.steps else begin(self.started)


def random_hands(rules: Rules, seats: int, rng: Random) -> Sequence[Sequence[Card]]:
    """Six cards a seat."""
    chosen = rng.sample(deck(joker=rules.has_joker), HAND_SIZE * seats)
    return [chosen[seat::seats] for seat in range(seats)]


def modest(match: Match, rng: Random) -> Action:
    """A legal action; a bid of 4 is as rare as it is at a table, so that auctions go round."""
    legal = legal_actions(match)
    weights = [1 if isinstance(action, Bid) and action.points == 4 else 6 for action in legal]
    return rng.choices(legal, weights)[0]


def play_deal(match: Match, rng: Random) -> Iterator[tuple[Event, ...]]:
    """What random calls and cards bring about, one action at a time, until the deal is over."""
    deal = match.deal, match.scored_deals
    while match.turn is not None and (match.deal, match.scored_deals) == deal:
        events = decide(match, modest(match, rng))
        yield events
        match = fold(match, events)


def walk(
    rules: Rules, seats: int, rng: Random, *, deals: int = 6, without_cards: bool = True
) -> Walk:
    """A match of a few deals, or fewer when somebody wins.

    without_cards: some deals are annulled on the way, some kept without cards, some matches ended.
    """
    started = start(rules, seats, rng.randint(1, seats))
    match = begin(started)
    steps: list[Step] = []
    for _ in range(deals):
        if isinstance(match.phase, Over):
            break
        kind = rng.choice(_KINDS) if without_cards else "played"
        for event in _events(match, kind, rng):
            steps.append(Step(match, event, evolve(match, event)))
            match = steps[-1].after
    return Walk(started, tuple(steps))


_KINDS = (*["played"] * 8, *["kept"] * 8, "annulled", "annulled", "ended")


def _events(match: Match, kind: str, rng: Random) -> Iterator[Event]:
    if kind == "kept":
        yield from _kept(match, rng)
        return
    hands = random_hands(match.rules, match.seats, rng)
    dealing = deal_cards(match, hands)
    if kind == "played":
        yield from dealing
        for events in play_deal(fold(match, dealing), rng):
            yield from events
        return
    begun = dealing if rng.random() < 0.7 else dealing[: rng.randint(1, match.seats)]
    match = fold(match, begun)
    yield from begun
    for events in play_deal(match, rng):
        if rng.random() < 0.1:
            break
        match = fold(match, events)
        yield from events
    if kind == "annulled" and isinstance(match.phase, Dealing | Auction | Opening | Playing):
        yield from annul_deal(match)
    elif kind == "ended" and not isinstance(match.phase, Over):
        yield from end(match, "left")


def _kept(match: Match, rng: Random) -> Iterator[Event]:
    dealing = start_deal(match, match.deal + 1, match.dealer)
    yield from dealing
    match = fold(match, dealing)
    if match.rules.all_pass is not AllPass.STICK and rng.random() < 0.1:
        yield from throw_in(match, match.dealer)
        return
    owners: list[Seat | None] = [rng.choice((*range(1, match.seats + 1), None)) for _ in range(4)]
    bid = Bid(rng.choice((1, 2, 2, match.seats)), rng.choice((2, 2, 3, 4)))
    if rng.random() < 0.7:
        owners = [bid.seat] * 4
    yield from score_deal(match, bid, Points(*owners))
