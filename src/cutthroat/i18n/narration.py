"""A match told event by event, to the person in a seat or to somebody who watches."""

from __future__ import annotations

from collections.abc import Iterator

from cutthroat.core.actions import Bid
from cutthroat.core.cards import Suit
from cutthroat.core.events import (
    AuctionOpened,
    Called,
    DealScored,
    DealStarted,
    Event,
    HandDealt,
    MatchEnded,
    MatchStarted,
    MatchWon,
    Misdealt,
    Played,
    ThrownIn,
    TrickTaken,
)
from cutthroat.core.scoring import CARD_POINTS
from cutthroat.core.trick import Trick
from cutthroat.core.view import View
from cutthroat.i18n.result import result_lines, score_lines
from cutthroat.i18n.telling import Teller


def narrate(teller: Teller, view: View, event: Event) -> Iterator[str]:
    """What an event means to the reader, in whole sentences; some events need none.

    view: after the event, `observe(before, event)`; anybody's, for only what all know is read off
    it. A hand may be told of any seat, with a view that did not take it in.
    """
    match event:
        case MatchStarted() | AuctionOpened():
            return
        case DealStarted():
            yield teller.dealt(event.deal, event.dealer)
        case HandDealt():
            yield teller.hand(event.seat, event.hand, view.trump)
        case Called():
            yield from _call_lines(teller, view, event)
        case ThrownIn():
            yield teller.thrown_in(view.dealer, view.rules.all_pass)
        case Misdealt():
            yield teller.misdealt()
        case Played():
            yield _play_line(teller, view, event)
        case TrickTaken():
            yield _taken_line(teller, view)
        case DealScored():
            yield from result_lines(teller, view.rules, event.summary, view.tricks)
            yield from score_lines(teller, event.summary)
        case MatchWon():
            yield teller.won(event.seat, event.reason, view.rules)
        case MatchEnded():
            yield teller.ended(event.reason)


def _call_lines(teller: Teller, view: View, event: Called) -> Iterator[str]:
    yield teller.called(event.call)
    if view.bidder is not None and view.bid is not None:
        yield teller.auction_won(Bid(view.bidder, view.bid))


def _play_line(teller: Teller, view: View, event: Played) -> str:
    trick = view.trick or Trick(view.seats, event.seat)
    opening = not view.tricks and len(trick.cards) == 1
    trump = view.trump or Suit.CLUBS
    return teller.played(event.seat, event.card, trick, trump, opening=opening)


def _taken_line(teller: Teller, view: View) -> str:
    taken = view.tricks[-1]
    counted = sum(CARD_POINTS.get(card.rank, 0) for card in taken.trick.cards)
    return teller.taken(taken, counted)
