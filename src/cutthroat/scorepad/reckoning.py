"""What the lines of a sheet come to: `core` says it, line by line from the first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cutthroat.core import match as matches
from cutthroat.core.actions import Seat
from cutthroat.core.errors import IllegalAction
from cutthroat.core.events import DealScored, Event, MatchWon
from cutthroat.core.match import Match
from cutthroat.core.scoring import Summary
from cutthroat.scorepad.counting import check_captured
from cutthroat.scorepad.entries import Entry, Misdeal, NextMatch, ScoredDeal, Setup, Stopped
from cutthroat.scorepad.errors import InvalidEntry, SheetReason


@dataclass(frozen=True, slots=True)
class Line:
    """A line with what it comes to.

    number: its place on the sheet, from 1.
    match: which match it belongs to, from 1.
    deal: the number of its deal in that match; None for a line that is no deal, or does not count.
    dealer: who dealt, or for a new match who deals first; None for a line that does not count.
    summary: what the deal was worth, if it was scored.
    won: that the match was won by it.
    refused: why it does not count: it was written when it could stand, and a correction before it
        has changed that.
    """

    number: int
    match: int
    entry: Entry
    deal: int | None = None
    dealer: Seat | None = None
    summary: Summary | None = None
    won: MatchWon | None = None
    refused: IllegalAction | InvalidEntry | None = None


@dataclass(frozen=True, slots=True)
class Reckoning:
    """What a whole sheet comes to.

    logs: the log of each match, from its first event; the last is the one that goes on.
    now: the state of the last match.
    """

    setup: Setup
    lines: tuple[Line, ...]
    logs: tuple[tuple[Event, ...], ...]
    now: Match

    @property
    def is_over(self) -> bool:
        """Whether the last match is over."""
        return isinstance(self.now.phase, matches.Over)

    @property
    def winners(self) -> tuple[MatchWon | None, ...]:
        """Who won each match; None for one that nobody has won."""
        return tuple(
            next((event for event in log if isinstance(event, MatchWon)), None) for log in self.logs
        )


def reckon(setup: Setup, entries: Sequence[Entry]) -> Reckoning:
    """What the lines of a sheet come to. R3, R14, R20 to R26.

    A line that cannot stand where it is counts for nothing, and says why; none is an error.
    Raises IllegalAction for a first dealer who does not play, or other than two or three players.
    """
    pad = _Pad(setup)
    lines = tuple(pad.write(number, entry) for number, entry in enumerate(entries, start=1))
    return Reckoning(setup, lines, tuple(map(tuple, pad.logs)), pad.now)


class _Pad:
    """A sheet that is reckoned from top to bottom."""

    def __init__(self, setup: Setup) -> None:
        self._setup = setup
        self.logs: list[list[Event]] = []
        self.now = self._begin(setup.dealer)

    def _begin(self, dealer: Seat) -> Match:
        started = matches.start(self._setup.rules, self._setup.seats, dealer)
        self.logs.append([started])
        return matches.begin(started)

    def write(self, number: int, entry: Entry) -> Line:
        """Add a line, if it can stand."""
        try:
            if isinstance(entry, NextMatch):
                return self._next_match(number, entry)
            return self._play(number, entry)
        except (IllegalAction, InvalidEntry) as error:
            return Line(number, len(self.logs), entry, refused=error)

    def _next_match(self, number: int, entry: NextMatch) -> Line:
        if self.now.deal == 0 and not isinstance(self.now.phase, matches.Over):
            raise InvalidEntry(SheetReason.NOTHING_PLAYED)
        self.now = self._begin(entry.dealer)
        return Line(number, len(self.logs), entry, dealer=entry.dealer)

    def _play(self, number: int, entry: Entry) -> Line:
        before = self.now
        events = _events_of(before, entry)
        self.now = matches.fold(before, events)
        self.logs[-1] += events
        is_deal = not isinstance(entry, Stopped)
        return Line(
            number,
            len(self.logs),
            entry,
            deal=self.now.deal if is_deal else None,
            dealer=before.dealer if is_deal else None,
            summary=next((one.summary for one in events if isinstance(one, DealScored)), None),
            won=next((one for one in events if isinstance(one, MatchWon)), None),
        )


def _events_of(match: Match, entry: Entry) -> tuple[Event, ...]:
    """What a line brings about in a match.

    Raises IllegalAction if the rules refuse it, InvalidEntry if its cards cannot be captured so.
    """
    if isinstance(entry, Stopped):
        return matches.end(match, entry.reason)
    begun = matches.start_deal(match, match.deal + 1, match.dealer)
    deal = matches.fold(match, begun)
    if isinstance(entry, ScoredDeal):
        if entry.captured:
            check_captured(match.rules, entry.captured, match.seats)
        return (*begun, *matches.score_deal(deal, entry.bid, entry.points))
    if isinstance(entry, Misdeal):
        return (*begun, *matches.annul_deal(deal))
    return (*begun, *matches.throw_in(deal, deal.dealer))
