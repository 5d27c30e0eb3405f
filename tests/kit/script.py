"""Matches told in words: `act(dealt(table(0, 0), "AS ...", "2H ..."), "pass 2 KS 3S")`."""

from collections.abc import Callable, Sequence
from enum import StrEnum
from typing import ParamSpec, TypeAlias

from cutthroat.core.actions import Action, Bid, Pass, Play, Seat
from cutthroat.core.cards import Card, cards
from cutthroat.core.errors import IllegalAction
from cutthroat.core.events import Event
from cutthroat.core.match import (
    Match,
    Scored,
    Waiting,
    deal_cards,
    decide,
    fold,
    score_deal,
    start_deal,
)
from cutthroat.core.rules import parse_rules
from cutthroat.core.scoring import Points
from cutthroat.core.trick import TakenTrick, Trick

P = ParamSpec("P")
Refusal: TypeAlias = tuple[StrEnum, str, dict[str, object]]

PLAIN = ("2C 3C 4C 5C 6C 7C", "2D 3D 4D 5D 6D 7D", "2H 3H 4H 5H 6H 7H")
"""Three hands of one suit each, for tests that need some hands."""


def table(
    *scores: int,
    rules: str = "",
    dealer: Seat | None = None,
    deal: int = 0,
    scored_deals: int = 0,
) -> Match:
    """A match between two deals at these scores, seat 1 first; by default the last seat deals."""
    seats = len(scores)
    return Match(parse_rules(rules), seats, scores, dealer or seats, deal, scored_deals, Waiting())


def dealt(match: Match, *hands: str) -> Match:
    """The match after the next deal's cards went out, seat 1's hand first."""
    return fold(match, deal_cards(match, [cards(hand) for hand in hands]))


def plainly_dealt(match: Match) -> Match:
    """The match after a deal of `PLAIN` hands."""
    return dealt(match, *PLAIN[: match.seats])


def action(match: Match, word: str) -> Action:
    """What the seat whose turn it is asks for: `pass`, a bid (`2`) or a card (`2S`)."""
    seat = match.turn
    assert seat is not None, f"nobody's turn at {word}"
    if word == "pass":
        return Pass(seat)
    return Bid(seat, int(word)) if word.isdigit() else Play(seat, Card(word))


def happens(match: Match, words: str) -> tuple[Event, ...]:
    """The events of calls and cards, each by the seat whose turn it is."""
    events: list[Event] = []
    for word in words.split():
        new = decide(match, action(match, word))
        match = fold(match, new)
        events += new
    return tuple(events)


def act(match: Match, words: str) -> Match:
    """The match after calls and cards, each by the seat whose turn it is."""
    return fold(match, happens(match, words))


def kept(match: Match, bidder: Seat, bid: int, **points: Seat) -> Match:
    """The match after a deal that was kept without its cards; `high=1` says who won what."""
    begun = fold(match, start_deal(match, match.deal + 1, match.dealer))
    return fold(begun, score_deal(begun, Bid(bidder, bid), Points(**points)))


def change(match: Match) -> tuple[int, ...]:
    """What the deal that was just scored, with the match going on, changed each score by."""
    assert isinstance(match.phase, Scored)
    return match.phase.summary.change


def taken(leader: Seat, text: str, taker: Seat) -> TakenTrick:
    """A trick of as many seats as there are cards in the text."""
    played = cards(text)
    return TakenTrick(Trick(len(played), leader, played), taker)


def everybody(seats: int) -> Sequence[Seat | None]:
    """Every viewer: each seat, and a spectator."""
    return (*range(1, seats + 1), None)


def refusal(what: Callable[P, object], *args: P.args, **kwargs: P.kwargs) -> Refusal:
    """The reason, the clause and the parameters with which the rules refuse a call."""
    try:
        result = what(*args, **kwargs)
    except IllegalAction as refused:
        return refused.reason, refused.clause, refused.parameters
    raise AssertionError(f"not refused: {result}")
