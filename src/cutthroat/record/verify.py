"""Following a record through the rules, statement by statement."""

from __future__ import annotations

from typing import Final

from cutthroat.core import match as matches
from cutthroat.core.actions import Bid, Pass, Play, Seat
from cutthroat.core.cards import CardSet
from cutthroat.core.deal import Dealing, Opening, Playing
from cutthroat.core.errors import IllegalAction
from cutthroat.core.events import DealScored, Event, MatchWon, ThrownIn
from cutthroat.core.match import Match, Over, Scored
from cutthroat.core.scoring import Points, Summary
from cutthroat.record.errors import Fault, InvalidRecord
from cutthroat.record.header import Header
from cutthroat.record.statements import (
    BidLine,
    BodyLine,
    DealLine,
    HandLine,
    PointsLine,
    ScoresLine,
    TrickLine,
    VoidLine,
    WinnerLine,
)

_POINT_CLAUSES: Final = {"high": "R5", "low": "R6", "jack": "R7", "game": "R8"}


class Verifier:
    """Takes the statements of one match after its tags, and refuses the first that cannot stand.

    What completes a deal is held back until the next statement, for `void` may still annul the
    deal before its `points` line.
    """

    def __init__(self, header: Header) -> None:
        self.header = header
        self._events: list[Event] = []
        self._match: Match | None = None
        self._held: tuple[Event, ...] = ()
        self._held_line = 0
        self._bid: Bid | None = None
        self._due: tuple[type[BodyLine], ...] = ()

    def take(self, line: int, statement: BodyLine) -> None:
        """Check the next statement.

        Raises InvalidRecord.
        """
        try:
            if isinstance(statement, VoidLine):
                self._void(line)
                return
            self._release()
            self._dispatch(line, statement)
        except IllegalAction as error:
            raise InvalidRecord(error.reason, line, error.clause, **error.parameters) from None

    def finish(self) -> tuple[Event, ...]:
        """The log of the match, when its last statement was taken.

        Raises InvalidRecord if it was won although its tags say that it ended without a winner.
        """
        self._release()
        ended = self.header.ended
        if ended is not None and self._match:
            self._apply(matches.end(self._match, ended))
        return tuple(self._events)

    def _dispatch(self, line: int, statement: BodyLine) -> None:
        match statement:
            case DealLine():
                self._deal(line, statement)
            case HandLine():
                self._hand(line, statement)
            case BidLine():
                self._call(line, statement)
            case TrickLine():
                self._trick(line, statement)
            case PointsLine():
                self._points(line, statement.points)
            case ScoresLine():
                self._scores(line, statement.scores)
            case WinnerLine():
                self._winner(line, statement.seat)
            case VoidLine():
                self._void(line)

    def _apply(self, events: tuple[Event, ...]) -> Match:
        self._events += events
        self._match = matches.fold(self._running(), events)
        return self._match

    def _running(self, line: int = 0) -> Match:
        if self._match is None:
            raise InvalidRecord(Fault.NO_DEAL_YET, line)
        return self._match

    def _hold(self, line: int, events: tuple[Event, ...]) -> None:
        self._held, self._held_line = events, line

    def _release(self) -> None:
        """Let what completes the last deal count."""
        held, self._held = self._held, ()
        if held:
            self._count(self._held_line, held)

    def _count(self, line: int, events: tuple[Event, ...]) -> None:
        if any(isinstance(event, MatchWon) for event in events) and self.header.ended is not None:
            raise InvalidRecord(Fault.WON_BUT_ENDED, line, "R24")
        self._apply(events)
        if any(isinstance(event, DealScored) for event in events):
            self._due = (PointsLine, ScoresLine, WinnerLine)

    def _deal(self, line: int, statement: DealLine) -> None:
        fair = self.header.fair
        if self._match is None:
            started = matches.start(self.header.rules, self.header.seats, statement.dealer)
            begun = matches.begin(started)
            matches.start_deal(begun, statement.deal, statement.dealer)
            if fair and fair.first_dealer() != statement.dealer:
                raise InvalidRecord(
                    Fault.UNFAIR_DEALER,
                    line,
                    "R3",
                    seat=statement.dealer,
                    expected=fair.first_dealer(),
                )
            self._events.append(started)
            self._match = begun
        self._apply(matches.start_deal(self._match, statement.deal, statement.dealer))
        self._bid, self._due = None, ()

    def _hand(self, line: int, statement: HandLine) -> None:
        match = self._running(line)
        if self._bid:
            raise InvalidRecord(Fault.OUT_OF_ORDER, line, statement="hand")
        events = matches.deal_hand(match, statement.seat, statement.cards)
        fair = self.header.fair
        if fair:
            expected = fair.hands(match.deal, match.dealer)[statement.seat - 1]
            if CardSet(expected) != CardSet(statement.cards):
                raise InvalidRecord(Fault.UNFAIR_HAND, line, "R4", seat=statement.seat)
        self._apply(events)

    def _call(self, line: int, statement: BidLine) -> None:
        match = self._running(line)
        if isinstance(match.phase, Dealing) and not match.phase.hands:
            self._call_without_cards(line, match, statement)
            return
        call = (
            Pass(statement.seat)
            if statement.points is None
            else Bid(statement.seat, statement.points)
        )
        events = matches.decide(match, call)
        kept = tuple(event for event in events if not isinstance(event, ThrownIn))
        self._apply(kept)
        self._hold(line, events[len(kept) :])

    def _call_without_cards(self, line: int, match: Match, statement: BidLine) -> None:
        """The one `bid` line of a scored deal: the winning bid, or the dealer's pass."""
        if self._bid:
            raise InvalidRecord(Fault.SECOND_BID, line, "R13")
        if statement.points is None:
            self._hold(line, matches.throw_in(match, statement.seat))
            return
        bid = Bid(statement.seat, statement.points)
        matches.check_winning_bid(match, bid)
        self._bid = bid

    def _trick(self, line: int, statement: TrickLine) -> None:
        match = self._running(line)
        phase = match.phase
        if isinstance(phase, Playing) and phase.trick.cards:
            raise InvalidRecord(Fault.TRICK_NOT_COMPLETE, line, "R16", cards=len(phase.trick.cards))
        if isinstance(phase, Opening | Playing) and statement.leader != phase.turn:
            clause = "R15" if isinstance(phase, Opening) else "R19"
            raise InvalidRecord(
                Fault.WRONG_LEADER, line, clause, seat=statement.leader, expected=phase.turn
            )
        if len(statement.cards) > match.seats:
            raise InvalidRecord(
                Fault.TOO_MANY_CARDS, line, "R16", cards=len(statement.cards), seats=match.seats
            )
        seat = statement.leader
        for card in statement.cards:
            self._play(line, Play(seat, card))
            seat = seat % match.seats + 1

    def _play(self, line: int, play: Play) -> None:
        events = matches.decide(self._running(line), play)
        scored = next(
            (place for place, event in enumerate(events) if isinstance(event, DealScored)),
            len(events),
        )
        self._apply(events[:scored])
        self._hold(line, events[scored:])

    def _void(self, line: int) -> None:
        match = self._running(line)
        self._held, self._bid = (), None
        self._apply(matches.annul_deal(match))

    def _points(self, line: int, points: Points) -> None:
        match = self._running(line)
        if isinstance(match.phase, Dealing) and self._bid:
            bid, self._bid = self._bid, None
            self._count(line, matches.score_deal(match, bid, points))
            self._due = (ScoresLine, WinnerLine)
            return
        summary = self._just_scored(line, PointsLine, "points")
        for name, clause in _POINT_CLAUSES.items():
            said, found = getattr(points, name), getattr(summary.points, name)
            if said != found:
                raise InvalidRecord(
                    Fault.WRONG_POINT, line, clause, point=name, said=said, expected=found
                )

    def _scores(self, line: int, scores: tuple[int, ...]) -> None:
        summary = self._just_scored(line, ScoresLine, "scores")
        if scores != summary.scores:
            clause = "R20" if summary.made else "R21"
            expected = " ".join(map(str, summary.scores))
            raise InvalidRecord(Fault.WRONG_SCORES, line, clause, expected=expected)

    def _winner(self, line: int, seat: Seat) -> None:
        self._just_scored(line, WinnerLine, "winner")
        phase = self._running(line).phase
        if not isinstance(phase, Over):
            raise InvalidRecord(Fault.NOT_WON, line, "R24", seat=seat)
        if phase.winner != seat:
            raise InvalidRecord(Fault.WRONG_WINNER, line, "R26", seat=seat, expected=phase.winner)

    def _just_scored(self, line: int, kind: type[BodyLine], name: str) -> Summary:
        """The result that a `points`, `scores` or `winner` line tells, once each, in this order."""
        phase = self._running(line).phase
        scored = phase.last if isinstance(phase, Over) else phase
        if not isinstance(scored, Scored):
            raise InvalidRecord(Fault.NOT_SCORED, line, "R19", statement=name)
        if kind not in self._due:
            raise InvalidRecord(Fault.OUT_OF_ORDER, line, statement=name)
        self._due = self._due[self._due.index(kind) + 1 :]
        return scored.summary
