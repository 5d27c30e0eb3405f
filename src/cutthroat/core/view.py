"""What one seat, or a spectator, knows of a match: built from what it may see.

`project` reads a view off the full state, taking only what is allowed. `observe` folds an event
that the viewer may see into a view. Both give the same view at every moment.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from cutthroat.core.actions import Bid, Call, Seat, next_seat
from cutthroat.core.auction import caller, legal_calls, winning_bid
from cutthroat.core.cards import Card, CardSet, Suit, deck
from cutthroat.core.deal import HAND_SIZE, Auction, Dealing, Opening, Playing
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
    WinReason,
)
from cutthroat.core.match import Match, Over, Scored
from cutthroat.core.rules import AllPass, Rules
from cutthroat.core.scoring import Summary, captured_points
from cutthroat.core.trick import TakenTrick, Trick, legal_plays, opening_leads


class Stage(StrEnum):
    """Where a match stands, as everybody sees it."""

    WAITING = "waiting"
    """No deal runs, or its cards are going out."""
    AUCTION = "auction"
    PLAY = "play"
    SCORED = "scored"
    OVER = "over"


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """What a viewer knows. Tuples hold one entry a seat, seat 1 first.

    you: the viewer's seat; None for a spectator.
    stage: where the match stands.
    deal: number of the last deal begun. dealer: who deals, or between deals who deals next.
    hand: the viewer's own cards. hand_sizes: how many cards each seat holds.
    calls: the auction so far. bidder, bid: its winner and the points bid, once it is over.
    tricks: those taken in this deal.
    trick: the one on the table, empty before a lead; None when there is none.
    taken, card_points: tricks and card points that each seat has captured in this deal.
    turn: the seat that has something to do.
    legal_calls, legal_plays: what the viewer may do now; empty unless it is the viewer's turn.
    unseen: every card of the deck that the viewer has not seen in this deal, undealt ones included.
    summary: the result of the deal that was just scored.
    winner, win_reason: once the match was won. ended: why it ended, if nobody won it.
    """

    rules: Rules
    seats: int
    you: Seat | None
    stage: Stage
    scores: tuple[int, ...]
    dealer: Seat
    deal: int
    scored_deals: int
    hand: CardSet
    hand_sizes: tuple[int, ...]
    calls: tuple[Call, ...]
    bidder: Seat | None
    bid: int | None
    trump: Suit | None
    tricks: tuple[TakenTrick, ...]
    trick: Trick | None
    taken: tuple[int, ...]
    card_points: tuple[int, ...]
    turn: Seat | None
    legal_calls: tuple[Call, ...]
    legal_plays: tuple[Card, ...]
    unseen: CardSet
    summary: Summary | None
    winner: Seat | None
    win_reason: WinReason | None
    ended: str | None


_DECKS: Final = {joker: CardSet(deck(joker=joker)) for joker in (False, True)}


def project(match: Match, you: Seat | None) -> View:
    """What a seat knows of a match; None for a spectator.

    Raises ValueError if there is no such seat.
    """
    if you is not None and not 1 <= you <= match.seats:
        raise ValueError(f"no seat {you} at a table of {match.seats}")
    view = _bare(match.rules, match.seats, you, match.dealer)
    view = replace(view, scores=match.scores, deal=match.deal, scored_deals=match.scored_deals)
    phase = match.phase
    match phase:
        case Dealing():
            own = phase.hands[you - 1] if you and you <= len(phase.hands) else CardSet()
            return _seen(replace(view, hand=own, hand_sizes=_own_size(view, own)))
        case Auction():
            view = replace(view, stage=Stage.AUCTION, calls=phase.calls)
        case Opening():
            view = replace(view, stage=Stage.PLAY, trick=Trick(match.seats, phase.winning.seat))
            view = _bid_won(view, phase.calls, phase.winning)
        case Playing():
            view = replace(
                view, stage=Stage.PLAY, trump=phase.trump, tricks=phase.tricks, trick=phase.trick
            )
            view = _bid_won(view, phase.calls, phase.winning)
        case Scored():
            return _seen(_after_deal(view, phase, Stage.SCORED))
        case Over():
            return _over(view, phase)
        case _:
            return _seen(view)
    hand = phase.hands[you - 1] if you else CardSet()
    sizes = tuple(len(held) for held in phase.hands)
    return _seen(replace(view, hand=hand, hand_sizes=sizes))


def _own_size(view: View, own: CardSet) -> tuple[int, ...]:
    """While cards go out a seat knows of its own only."""
    return tuple(len(own) if seat == view.you else 0 for seat in range(1, view.seats + 1))


def _bid_won(view: View, calls: tuple[Call, ...], winning: Bid) -> View:
    return replace(view, calls=calls, bidder=winning.seat, bid=winning.points)


def _after_deal(view: View, scored: Scored, stage: Stage) -> View:
    summary = scored.summary
    trump = scored.tricks[0].trick.cards[0].suit if scored.tricks else None
    view = replace(view, stage=stage, summary=summary, trump=trump, tricks=scored.tricks)
    return replace(view, calls=scored.calls, bidder=summary.bidder, bid=summary.bid)


def _over(view: View, phase: Over) -> View:
    view = _after_deal(view, phase.last, Stage.OVER) if phase.last else view
    reason = phase.reason
    won = reason if isinstance(reason, WinReason) else None
    ended = None if won else str(reason)
    return _seen(replace(view, stage=Stage.OVER, winner=phase.winner, win_reason=won, ended=ended))


def _bare(rules: Rules, seats: int, you: Seat | None, dealer: Seat) -> View:
    """A view of a match before its first deal."""
    nothing = (0,) * seats
    return View(
        rules=rules,
        seats=seats,
        you=you,
        stage=Stage.WAITING,
        scores=nothing,
        dealer=dealer,
        deal=0,
        scored_deals=0,
        hand=CardSet(),
        hand_sizes=nothing,
        calls=(),
        bidder=None,
        bid=None,
        trump=None,
        tricks=(),
        trick=None,
        taken=nothing,
        card_points=nothing,
        turn=None,
        legal_calls=(),
        legal_plays=(),
        unseen=_DECKS[rules.has_joker],
        summary=None,
        winner=None,
        win_reason=None,
        ended=None,
    )


def _seen(view: View) -> View:
    """The view with everything that follows from what is on the table and in the viewer's hand."""
    owners = [taken.taker for taken in view.tricks]
    shown = CardSet(card for taken in view.tricks for card in taken.trick.cards)
    on_table = CardSet(view.trick.cards if view.trick else ())
    known = view.hand.union(shown).union(on_table)
    turn = _turn(view)
    own = turn if turn == view.you else None
    return replace(
        view,
        taken=tuple(owners.count(seat) for seat in range(1, view.seats + 1)),
        card_points=captured_points(view.tricks, view.seats),
        unseen=_DECKS[view.rules.has_joker].difference(known),
        turn=turn,
        legal_calls=legal_calls(own, view.seats, view.calls, view.rules.all_pass)
        if own and view.stage is Stage.AUCTION
        else (),
        legal_plays=_legal_plays(view) if own and view.stage is Stage.PLAY else (),
    )


def _turn(view: View) -> Seat | None:
    if view.stage is Stage.AUCTION:
        return caller(view.dealer, view.seats, view.calls)
    if view.stage is Stage.PLAY and view.trick and len(view.tricks) < HAND_SIZE:
        return view.trick.turn
    return None


def _legal_plays(view: View) -> tuple[Card, ...]:
    if view.trump is None or view.trick is None:
        return tuple(opening_leads(view.hand))
    return tuple(legal_plays(view.hand, view.trick, view.trump, view.rules.follow))


def first_view(event: MatchStarted, you: Seat | None) -> View:
    """What a seat knows when the match has started; None for a spectator."""
    return _bare(event.rules, event.seats, you, event.dealer)


def observe(view: View, event: Event) -> View:
    """The view after an event that its viewer may see (see `events.visible_to`).

    Raises ValueError for a hand that is another seat's.
    """
    return _seen(_observed(view, event))


def _observed(view: View, event: Event) -> View:
    match event:
        case DealStarted():
            return _cleared(view, event.dealer, event.deal)
        case HandDealt():
            if event.seat != view.you:
                raise ValueError(f"the hand of seat {event.seat} is not for seat {view.you}")
            return replace(view, hand=event.hand, hand_sizes=_own_size(view, event.hand))
        case AuctionOpened():
            return replace(view, stage=Stage.AUCTION, hand_sizes=(HAND_SIZE,) * view.seats)
        case Called():
            return _observe_call(view, event.call)
        case Played():
            return _observe_play(view, event)
        case TrickTaken():
            trick = view.trick or Trick(view.seats, event.seat)
            tricks = (*view.tricks, TakenTrick(trick, event.seat))
            return replace(view, tricks=tricks, trick=Trick(view.seats, event.seat))
        case ThrownIn():
            moves = view.rules.all_pass is AllPass.NEXT
            dealer = next_seat(view.dealer, view.seats) if moves else view.dealer
            return _cleared(view, dealer, view.deal)
        case Misdealt():
            return _cleared(view, view.dealer, view.deal)
        case DealScored():
            return _observe_score(view, event.summary)
        case MatchWon():
            return replace(view, stage=Stage.OVER, winner=event.seat, win_reason=event.reason)
        case MatchEnded():
            rest = view if view.stage is Stage.SCORED else _cleared(view, view.dealer, view.deal)
            return replace(rest, stage=Stage.OVER, ended=event.reason)
        case MatchStarted():
            raise ValueError("a match starts once")


def _cleared(view: View, dealer: Seat, deal: int) -> View:
    """The view with nothing on the table."""
    bare = _bare(view.rules, view.seats, view.you, dealer)
    return replace(bare, scores=view.scores, deal=deal, scored_deals=view.scored_deals)


def _observe_call(view: View, call: Call) -> View:
    view = replace(view, calls=(*view.calls, call))
    winning = winning_bid(view.calls)
    if winning and caller(view.dealer, view.seats, view.calls) is None:
        view = replace(view, stage=Stage.PLAY, trick=Trick(view.seats, winning.seat))
        return _bid_won(view, view.calls, winning)
    return view


def _observe_play(view: View, event: Played) -> View:
    sizes = list(view.hand_sizes)
    sizes[event.seat - 1] -= 1
    trick = view.trick or Trick(view.seats, event.seat)
    return replace(
        view,
        hand=view.hand.without_card(event.card),
        hand_sizes=tuple(sizes),
        trump=view.trump or event.card.suit,
        trick=trick.with_card(event.card),
    )


def _observe_score(view: View, summary: Summary) -> View:
    view = replace(
        view,
        stage=Stage.SCORED,
        summary=summary,
        scores=summary.scores,
        scored_deals=view.scored_deals + 1,
        dealer=next_seat(view.dealer, view.seats),
        trick=None,
    )
    return replace(view, bidder=summary.bidder, bid=summary.bid)
