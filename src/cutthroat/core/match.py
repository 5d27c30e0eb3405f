"""Deals to the target: whose deal it is, the score, who has won. R3, R14, R23 to R26.

`start` begins the log of a match. `decide` answers a seat's action with events, and the functions
named after what the table does (`start_deal`, `deal_hand`, `annul_deal`, …) answer the rest.
`evolve` folds an event into the state, and `replay` a whole log.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from cutthroat.core import deal as deals
from cutthroat.core.actions import Action, Bid, Call, Seat, next_seat
from cutthroat.core.auction import HIGHEST_BID, legal_bids
from cutthroat.core.cards import Card, CardSet
from cutthroat.core.deal import HAND_SIZE, Auction, Dealing, Opening, Playing
from cutthroat.core.errors import IllegalAction, Reason
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
from cutthroat.core.rules import AllPass, Four, Out, Rules
from cutthroat.core.scoring import Points, Summary, settle, tally
from cutthroat.core.trick import TakenTrick


@dataclass(frozen=True, slots=True)
class Waiting:
    """No cards are out: before the first deal, and after one that was thrown in or annulled."""


@dataclass(frozen=True, slots=True)
class Scored:
    """A deal was just scored. `calls` and `tricks` are empty when it was kept without its cards."""

    summary: Summary
    calls: tuple[Call, ...]
    tricks: tuple[TakenTrick, ...]


@dataclass(frozen=True, slots=True)
class Over:
    """The match is over.

    last: the deal that was scored last before the end, if the match ended right after it.
    winner: None if the match ended without one.
    reason: why it was won, or in free text why it ended.
    """

    last: Scored | None
    winner: Seat | None
    reason: WinReason | str


Phase: TypeAlias = Waiting | Dealing | Auction | Opening | Playing | Scored | Over


@dataclass(frozen=True, slots=True)
class Match:
    """A match at one moment.

    scores: seat 1 first; may be negative (R21).
    dealer: who deals, or between deals who deals next.
    deal: the number of the last deal begun, 0 before the first; redeals count.
    scored_deals: how many deals were scored.
    """

    rules: Rules
    seats: int
    scores: tuple[int, ...]
    dealer: Seat
    deal: int
    scored_deals: int
    phase: Phase

    @property
    def turn(self) -> Seat | None:
        """The seat that has something to do; None when none has."""
        phase = self.phase
        return phase.turn if isinstance(phase, Auction | Opening | Playing) else None


def start(rules: Rules, seats: int, dealer: Seat) -> MatchStarted:
    """The first event of a match; `dealer` was drawn at random.

    Raises IllegalAction unless two or three play (R1) and the dealer is one of them (R3).
    """
    if seats not in (2, 3):
        raise IllegalAction(Reason.WRONG_SEATS, "R1", seats=seats)
    if not 1 <= dealer <= seats:
        raise IllegalAction(Reason.NO_SUCH_SEAT, "R3", seat=dealer, seats=seats)
    return MatchStarted(rules, seats, dealer)


def legal_actions(match: Match) -> tuple[Action, ...]:
    """Everything the seat whose turn it is may do; empty if it is nobody's. R11, R14 to R17."""
    phase = match.phase
    if not isinstance(phase, Auction | Opening | Playing):
        return ()
    return deals.legal_actions(match.rules, phase)


def decide(match: Match, action: Action) -> tuple[Event, ...]:
    """What an action brings about, up to the score of the deal and the end of the match.

    Raises IllegalAction for anything the rules refuse; the match is then as it was.
    """
    phase = match.phase
    if not isinstance(phase, Auction | Opening | Playing):
        raise _no_action_now(match)
    events = deals.decide(match.rules, phase, action)
    if isinstance(phase, Playing) and len(phase.tricks) == HAND_SIZE - 1:
        last = events[-1]
        if isinstance(last, TrickTaken) and isinstance(events[0], Played):
            return (*events, *_score(match, phase, events[0], last))
    return events


def _no_action_now(match: Match) -> IllegalAction:
    if isinstance(match.phase, Over):
        return IllegalAction(Reason.MATCH_OVER, "R24")
    return IllegalAction(Reason.NO_DEAL, "R4")


def _score(match: Match, phase: Playing, played: Played, taken: TrickTaken) -> tuple[Event, ...]:
    """Score the deal that the last card of the last trick completes. R19 to R26."""
    last = TakenTrick(phase.trick.with_card(played.card), taken.seat)
    counted = tally(match.rules, (*phase.tricks, last), phase.trump, phase.winning.seat)
    summary = settle(match.deal, match.scores, phase.winning, counted.points, counted)
    return _scored(match, summary)


def _scored(match: Match, summary: Summary) -> tuple[Event, ...]:
    won = winner(match.rules, match.scores, summary, match.scored_deals + 1)
    return (DealScored(summary), won) if won else (DealScored(summary),)


def winner(
    rules: Rules, before: Sequence[int], summary: Summary, scored_deals: int
) -> MatchWon | None:
    """Who has won when a deal was scored, and why; None while the match goes on.

    before: the scores when its cards were dealt, seat 1 first.
    scored_deals: how many deals were scored, this one included.
    R23 to R26; options `target`, `out`, `four` and `limit`.
    """
    bidder = summary.bidder
    if summary.made:
        reason = _way_out(rules, before[bidder - 1], summary)
        if reason:
            return MatchWon(bidder, reason)
    if rules.limit is not None and scored_deals >= rules.limit:
        best = max(summary.scores)
        if summary.scores.count(best) == 1:
            return MatchWon(summary.scores.index(best) + 1, WinReason.LIMIT)
    return None


def _way_out(rules: Rules, before: int, summary: Summary) -> WinReason | None:
    """How a made bid wins the match, if it does."""
    if before >= rules.target:
        return WinReason.FROM_TARGET
    if rules.out is Out.REACH and summary.scores[summary.bidder - 1] >= rules.target:
        return WinReason.REACH
    four_wins = rules.four is Four.ANY or (rules.four is Four.POSITIVE and before >= 1)
    return WinReason.FOUR if summary.bid == HIGHEST_BID and four_wins else None


def start_deal(match: Match, deal: int, dealer: Seat) -> tuple[Event, ...]:
    """Begin a deal.

    Raises IllegalAction while a deal runs, after the end, and for another number or dealer than
    the next. R3, R14.
    """
    if isinstance(match.phase, Over):
        raise IllegalAction(Reason.MATCH_OVER, "R24")
    if not isinstance(match.phase, Waiting | Scored):
        raise IllegalAction(Reason.DEAL_RUNNING, "R4", deal=match.deal)
    if deal != match.deal + 1:
        raise IllegalAction(Reason.WRONG_DEAL_NUMBER, "R3", deal=deal, expected=match.deal + 1)
    if dealer != match.dealer:
        raise IllegalAction(Reason.WRONG_DEALER, "R3", seat=dealer, expected=match.dealer)
    return (DealStarted(deal, dealer),)


def deal_hand(match: Match, seat: Seat, hand: Sequence[Card]) -> tuple[Event, ...]:
    """Give a seat its six cards, seat 1 first; the last hand opens the auction.

    Raises IllegalAction if cards are not being dealt or these cannot be. R2, R4.
    """
    phase = _dealing(match)
    _check_seat(match, seat)
    deals.check_hand(match.rules, phase, seat, tuple(hand))
    dealt = HandDealt(seat, CardSet(hand))
    return (dealt, AuctionOpened()) if seat == match.seats else (dealt,)


def deal_cards(match: Match, hands: Sequence[Sequence[Card]]) -> tuple[Event, ...]:
    """Deal these hands, seat 1 first, in the next deal or one begun. R3, R4.

    Raises IllegalAction if cards are played, the match is over, or the hands cannot be dealt.
    """
    events: list[Event] = []
    if not isinstance(match.phase, Dealing):
        events += start_deal(match, match.deal + 1, match.dealer)
    now = fold(match, events)
    out = len(now.phase.hands) if isinstance(now.phase, Dealing) else 0
    for seat, hand in enumerate(hands[out:], start=out + 1):
        dealt = deal_hand(now, seat, hand)
        now = fold(now, dealt)
        events += dealt
    return tuple(events)


def annul_deal(match: Match) -> tuple[Event, ...]:
    """Annul the deal that runs: a misdeal.

    Raises IllegalAction if none runs.
    """
    if not isinstance(match.phase, Dealing | Auction | Opening | Playing):
        raise _no_action_now(match)
    return (Misdealt(),)


def throw_in(match: Match, seat: Seat) -> tuple[Event, ...]:
    """Throw in a deal that is kept without its cards; the dealer, last to pass, says so. R14.

    Raises IllegalAction if there is no such deal, for another seat, and where the dealer must bid.
    """
    _without_cards(match)
    _check_seat(match, seat)
    if seat != match.dealer:
        raise IllegalAction(Reason.ONLY_DEALER_THROWS_IN, "R14", seat=seat, expected=match.dealer)
    if match.rules.all_pass is AllPass.STICK:
        raise IllegalAction(Reason.DEALER_MUST_BID, "R14", seat=seat)
    return (ThrownIn(),)


def check_winning_bid(match: Match, bid: Bid) -> None:
    """Check the winning bid of a deal that is kept without its cards.

    Raises IllegalAction if there is no such deal, seat or bid. R11, R13.
    """
    _without_cards(match)
    _check_seat(match, bid.seat)
    if bid.points not in legal_bids(()):
        raise IllegalAction(Reason.NO_SUCH_BID, "R11", seat=bid.seat, points=bid.points)


def score_deal(match: Match, bid: Bid, points: Points) -> tuple[Event, ...]:
    """Score a deal that is kept without its cards; the points are taken as said. R20 to R26.

    Raises IllegalAction if there is no such deal, seat or bid.
    """
    check_winning_bid(match, bid)
    for seat in (points.high, points.low, points.jack, points.game):
        if seat is not None:
            _check_seat(match, seat)
    return _scored(match, settle(match.deal, match.scores, bid, points, None))


def end(match: Match, reason: str) -> tuple[Event, ...]:
    """End a match that nobody has won, by agreement or because somebody left.

    Raises IllegalAction if it is over.
    """
    if isinstance(match.phase, Over):
        raise IllegalAction(Reason.MATCH_OVER, "R24")
    return (MatchEnded(reason),)


def _dealing(match: Match) -> Dealing:
    if isinstance(match.phase, Dealing):
        return match.phase
    if isinstance(match.phase, Auction | Opening | Playing):
        raise IllegalAction(Reason.NOT_DEALING, "R4", deal=match.deal)
    raise _no_action_now(match)


def _without_cards(match: Match) -> None:
    if _dealing(match).hands:
        raise IllegalAction(Reason.NOT_IN_AUCTION, "R4", seat=len(_dealing(match).hands) + 1)


def _check_seat(match: Match, seat: Seat) -> None:
    if not 1 <= seat <= match.seats:
        raise IllegalAction(Reason.NO_SUCH_SEAT, "R1", seat=seat, seats=match.seats)


def begin(event: MatchStarted) -> Match:
    """The state after the first event of a match."""
    scores = (0,) * event.seats
    return Match(event.rules, event.seats, scores, event.dealer, 0, 0, Waiting())


def evolve(match: Match, event: Event) -> Match:
    """The state after one event more.

    Raises ValueError for an event that the functions of this module would not have made here.
    """
    phase = match.phase
    match event:
        case Called() | Played() | TrickTaken() | HandDealt() | AuctionOpened():
            return _in_phase(match, deals.evolve(_of_deal(phase, event), match.dealer, event))
        case DealStarted():
            return _restart(match, event.dealer, event.deal, Dealing())
        case DealScored():
            return _after_score(match, event.summary)
        case ThrownIn():
            keeps = match.rules.all_pass is not AllPass.NEXT
            dealer = match.dealer if keeps else next_seat(match.dealer, match.seats)
            return _restart(match, dealer, match.deal, Waiting())
        case Misdealt():
            return _in_phase(match, Waiting())
        case MatchWon():
            return _in_phase(match, Over(_last(phase), event.seat, event.reason))
        case MatchEnded():
            return _in_phase(match, Over(_last(phase), None, event.reason))
        case MatchStarted():
            raise _broken_log("a match starts once")


def _of_deal(phase: Phase, event: Event) -> deals.DealPhase:
    if isinstance(phase, Waiting | Scored | Over):
        raise _broken_log(f"{type(event).__name__} without a deal")
    return phase


def _broken_log(fault: str) -> ValueError:
    return ValueError(fault)


def _in_phase(match: Match, phase: Phase) -> Match:
    return _restart(match, match.dealer, match.deal, phase)


def _restart(match: Match, dealer: Seat, deal: int, phase: Phase) -> Match:
    return Match(match.rules, match.seats, match.scores, dealer, deal, match.scored_deals, phase)


def _last(phase: Phase) -> Scored | None:
    return phase if isinstance(phase, Scored) else None


def _after_score(match: Match, summary: Summary) -> Match:
    phase = match.phase
    if isinstance(phase, Playing):
        scored = Scored(summary, phase.calls, phase.tricks)
    else:
        scored = Scored(summary, (), ())
    return Match(
        match.rules,
        match.seats,
        summary.scores,
        next_seat(match.dealer, match.seats),
        match.deal,
        match.scored_deals + 1,
        scored,
    )


def fold(match: Match, events: Iterable[Event]) -> Match:
    """The state after several events more."""
    for event in events:
        match = evolve(match, event)
    return match


def replay(events: Iterable[Event]) -> Match:
    """The state after a whole log, which starts with MatchStarted.

    Raises ValueError for a log that does not, or whose events do not follow from each other.
    """
    log = iter(events)
    first = next(log, None)
    if not isinstance(first, MatchStarted):
        raise _broken_log("a log starts with MatchStarted")
    return fold(begin(first), log)
