"""A record, to be looked at step by step: every position that a person would want to see.

A step is folded when it is asked for, from the beginning of its deal.
"""

from __future__ import annotations

import io
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from cutthroat.core.actions import Seat
from cutthroat.core.cards import CardSet
from cutthroat.core.events import (
    AuctionOpened,
    Called,
    DealScored,
    DealStarted,
    Event,
    MatchEnded,
    MatchStarted,
    MatchWon,
    Misdealt,
    Played,
    ThrownIn,
    TrickTaken,
)
from cutthroat.core.match import Match, Over, begin, evolve, fold
from cutthroat.core.view import View, hand_of, project
from cutthroat.record.header import Header, wrong_seats
from cutthroat.record.read import read_matches

RECORD_LIMIT: Final = 1_000_000
"""Bytes that a record may have that somebody uploads."""

_SEEN: Final = (
    AuctionOpened,
    Called,
    Played,
    TrickTaken,
    DealScored,
    ThrownIn,
    Misdealt,
    MatchWon,
    MatchEnded,
)
"""The events after which there is something new to look at."""


@dataclass(frozen=True, slots=True)
class Step:
    """One position of a replay.

    event: what led to it.
    match: the whole of it, with what is hidden.
    """

    event: Event
    match: Match

    def view(self, seat: Seat | None) -> View:
        """What a seat knew at this moment; None for a spectator.

        Raises ValueError if there is no such seat.
        """
        return project(self.match, seat)

    @property
    def hands(self) -> tuple[CardSet, ...]:
        """The cards that each seat holds, seat 1 first: for a replay with all hands open."""
        return tuple(hand_of(self.match, seat) for seat in range(1, self.match.seats + 1))


@dataclass(frozen=True, slots=True)
class DealPlace:
    """Where a deal begins: its number, and the index of its first step."""

    deal: int
    step: int


class Steps:
    """The steps of a replay, from 0. There is none in a record without a deal."""

    def __init__(self, events: Sequence[Event]) -> None:
        self._events = events
        last = len(events) - 1
        self._ends = tuple(
            [n for n, event in enumerate(events) if isinstance(event, _SEEN) or n == last]
        )
        self._deals = tuple([n for n, event in enumerate(events) if isinstance(event, DealStarted)])
        self._before = list(_before_deals(events))

    def __len__(self) -> int:
        return len(self._ends)

    def __iter__(self) -> Iterator[Step]:
        return (self[index] for index in range(len(self)))

    def __getitem__(self, index: int) -> Step:
        """A step.

        Raises IndexError for one that there is not; they are not counted from the end.
        """
        if index < 0:
            raise IndexError(index)
        end = self._ends[index]
        deal = bisect_right(self._deals, end) - 1
        events = self._events[self._deals[deal] : end + 1]
        return Step(events[-1], fold(self._before[deal], events))

    @property
    def deals(self) -> tuple[DealPlace, ...]:
        """The first step of each deal; redeals count."""
        return tuple(
            DealPlace(number, bisect_left(self._ends, start))
            for number, start in enumerate(self._deals, start=1)
        )


def _before_deals(events: Sequence[Event]) -> Iterator[Match]:
    """The match as it was before each deal."""
    if not events:
        return
    started = events[0]
    if not isinstance(started, MatchStarted):
        raise ValueError("a log starts with MatchStarted")  # noqa: TRY004  # a broken log
    match = begin(started)
    for event in events[1:]:
        if isinstance(event, DealStarted):
            yield match
        match = evolve(match, event)


@dataclass(frozen=True, slots=True)
class Replay:
    """A match that was recorded.

    header: its tags, house rules and number of seats; and what fixed its deals, if that is told.
    over: how the match ended; None for one that has not, or whose record has no deal.
    scores: the last score, seat 1 first.
    """

    header: Header
    steps: Steps
    over: Over | None
    scores: tuple[int, ...]

    @property
    def seats(self) -> range:
        """The seats."""
        return range(1, self.header.seats + 1)

    @property
    def names(self) -> tuple[str, ...]:
        """Who played, seat 1 first; a name may be empty."""
        return tuple(self.header.value(f"Seat{seat}") or "" for seat in self.seats)

    @property
    def bots(self) -> tuple[str | None, ...]:
        """Level and version of the bot in each seat, seat 1 first; None for a person."""
        return tuple(self.header.value(f"Bot{seat}") for seat in self.seats)

    @property
    def date(self) -> str | None:
        """When it was played, as the record has it."""
        return self.header.value("Date")


def read_replays(data: bytes) -> tuple[Replay, ...]:
    """The matches of a `.smear` file, at least one, each checked line by line.

    It takes about two seconds for each megabyte.
    Raises InvalidRecord at the first line that cannot stand, and for a file without a match.
    """
    found = tuple(
        _replay(record.header, record.events) for record in read_matches(io.BytesIO(data))
    )
    if not found:
        raise wrong_seats(1)
    return found


def _replay(header: Header, events: Sequence[Event]) -> Replay:
    steps = Steps(events)
    if not events:
        return Replay(header, steps, None, (0,) * header.seats)
    final = steps[len(steps) - 1].match
    over = final.phase if isinstance(final.phase, Over) else None
    return Replay(header, steps, over, final.scores)
