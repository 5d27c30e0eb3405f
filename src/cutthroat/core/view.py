"""What one seat, or a spectator, knows of a match: built from what it may see.

`project` reads a view off the full state, taking only what is allowed. `observe` folds an event
that the viewer may see into a view. Both give the same view at every moment.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from cutthroat.core.actions import Call, Seat, next_seat
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
from cutthroat.core.match import Match, Over, Phase, Scored, Waiting
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
    view = _bare(
        match.rules,
        match.seats,
        you,
        dealer=match.dealer,
        deal=match.deal,
        scores=match.scores,
        scored_deals=match.scored_deals,
    )
    return _seen(_in_phase(view, match.phase))


def _in_phase(view: View, phase: Phase) -> View:
    """The view with what its viewer may see of a phase."""
    match phase:
        case Dealing():
            you = view.you
            own = phase.hands[you - 1] if you and you <= len(phase.hands) else CardSet()
            return replace(view, hand=own, hand_sizes=_own_size(view, own))
        case Auction():
            return replace(
                view,
                stage=Stage.AUCTION,
                calls=phase.calls,
                hand=_own_hand(view, phase.hands),
                hand_sizes=_sizes(phase.hands),
            )
        case Opening():
            return replace(
                view,
                stage=Stage.PLAY,
                calls=phase.calls,
                bidder=phase.winning.seat,
                bid=phase.winning.points,
                trick=Trick(view.seats, phase.winning.seat),
                hand=_own_hand(view, phase.hands),
                hand_sizes=_sizes(phase.hands),
            )
        case Playing():
            return replace(
                view,
                stage=Stage.PLAY,
                calls=phase.calls,
                bidder=phase.winning.seat,
                bid=phase.winning.points,
                trump=phase.trump,
                tricks=phase.tricks,
                trick=phase.trick,
                hand=_own_hand(view, phase.hands),
                hand_sizes=_sizes(phase.hands),
            )
        case Scored():
            return _after_deal(view, phase)
        case Over():
            return _over(view, phase)
        case Waiting():
            return view


def hand_of(match: Match, seat: Seat) -> CardSet:
    """The cards that a seat holds: what its own view shows, and no other."""
    phase = match.phase
    if isinstance(phase, Auction | Opening | Playing):
        return phase.hands[seat - 1]
    if isinstance(phase, Dealing) and seat <= len(phase.hands):
        return phase.hands[seat - 1]
    return CardSet()


def seated(public: View, match: Match, you: Seat) -> View:
    """What a seat knows of a match whose spectators see this: `project(match, you)`, for less.

    public: `project(match, None)`.
    """
    if isinstance(match.phase, Dealing):
        return project(match, you)
    hand = hand_of(match, you)
    unseen = public.unseen.difference(hand)
    return _with_legal(replace(public, you=you, hand=hand, unseen=unseen))


def _own_hand(view: View, hands: tuple[CardSet, ...]) -> CardSet:
    return hands[view.you - 1] if view.you else CardSet()


def _sizes(hands: tuple[CardSet, ...]) -> tuple[int, ...]:
    return tuple([len(held) for held in hands])


def _own_size(view: View, own: CardSet) -> tuple[int, ...]:
    """While cards go out a seat knows of its own only."""
    return tuple(len(own) if seat == view.you else 0 for seat in range(1, view.seats + 1))


def _after_deal(view: View, scored: Scored) -> View:
    summary = scored.summary
    return replace(
        view,
        stage=Stage.SCORED,
        summary=summary,
        calls=scored.calls,
        bidder=summary.bidder,
        bid=summary.bid,
        trump=scored.tricks[0].trick.cards[0].suit if scored.tricks else None,
        tricks=scored.tricks,
    )


def _over(view: View, phase: Over) -> View:
    view = _after_deal(view, phase.last) if phase.last else view
    reason = phase.reason
    won = reason if isinstance(reason, WinReason) else None
    ended = None if won else str(reason)
    return replace(view, stage=Stage.OVER, winner=phase.winner, win_reason=won, ended=ended)


def _bare(
    rules: Rules,
    seats: int,
    you: Seat | None,
    *,
    dealer: Seat,
    deal: int,
    scores: tuple[int, ...],
    scored_deals: int,
) -> View:
    """A view of a match with nothing on the table."""
    nothing = (0,) * seats
    return View(
        rules=rules,
        seats=seats,
        you=you,
        stage=Stage.WAITING,
        scores=scores,
        dealer=dealer,
        deal=deal,
        scored_deals=scored_deals,
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
    return _with_legal(
        replace(
            view,
            taken=tuple(owners.count(seat) for seat in range(1, view.seats + 1)),
            card_points=captured_points(view.tricks, view.seats),
            unseen=_DECKS[view.rules.has_joker].difference(known),
            turn=_turn(view),
            legal_calls=(),
            legal_plays=(),
        )
    )


def _with_legal(view: View) -> View:
    """A view that allows nothing yet, with what its viewer may do if it is the viewer's turn."""
    if view.you is None or view.turn != view.you:
        return view
    if view.stage is Stage.AUCTION:
        calls = legal_calls(view.you, view.seats, view.calls, view.rules.all_pass)
        return replace(view, legal_calls=calls)
    return replace(view, legal_plays=_legal_plays(view))


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
    return _bare(
        event.rules,
        event.seats,
        you,
        dealer=event.dealer,
        deal=0,
        scores=(0,) * event.seats,
        scored_deals=0,
    )


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
    return _bare(
        view.rules,
        view.seats,
        view.you,
        dealer=dealer,
        deal=deal,
        scores=view.scores,
        scored_deals=view.scored_deals,
    )


def _observe_call(view: View, call: Call) -> View:
    view = replace(view, calls=(*view.calls, call))
    winning = winning_bid(view.calls)
    if winning and caller(view.dealer, view.seats, view.calls) is None:
        return replace(
            view,
            stage=Stage.PLAY,
            bidder=winning.seat,
            bid=winning.points,
            trick=Trick(view.seats, winning.seat),
        )
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
    return replace(
        view,
        stage=Stage.SCORED,
        summary=summary,
        bidder=summary.bidder,
        bid=summary.bid,
        scores=summary.scores,
        scored_deals=view.scored_deals + 1,
        dealer=next_seat(view.dealer, view.seats),
        trick=None,
    )
