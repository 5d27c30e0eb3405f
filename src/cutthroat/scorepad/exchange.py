"""Sheets as records: each match is one of scored deals, as `docs/notation.md` sets them out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import date

from cutthroat.core.actions import Bid
from cutthroat.core.events import (
    DealScored,
    DealStarted,
    Event,
    MatchEnded,
    MatchStarted,
    Misdealt,
    ThrownIn,
)
from cutthroat.record.read import Record
from cutthroat.record.statements import GAME, Tag
from cutthroat.record.write import record_text
from cutthroat.scorepad import entries as written
from cutthroat.scorepad.entries import Entry, NextMatch, ScoredDeal, Setup, Stopped
from cutthroat.scorepad.errors import InvalidEntry, SheetReason
from cutthroat.scorepad.plain import shortened
from cutthroat.scorepad.reckoning import Reckoning


def sheet_record(reckoning: Reckoning, begun: date | None) -> str:
    """The matches of a sheet as text, one after another; lines that do not count are left out.

    A match in which no deal was begun is left out too, unless there is no other: a record has
    nothing of it, and no end, but its tags.
    begun: the day; None for none.
    """
    dealt = [log for log in reckoning.logs if any(isinstance(one, DealStarted) for one in log)]
    logs = dealt or reckoning.logs[-1:]
    return "".join(record_text(_tags(reckoning.setup, log, begun), log) for log in logs)


def _tags(setup: Setup, log: Iterable[Event], begun: date | None) -> Iterator[Tag]:
    yield Tag("Game", GAME)
    if begun is not None:
        yield Tag("Date", begun.isoformat())
    for seat, name in enumerate(setup.names, start=1):
        yield Tag(f"Seat{seat}", name)
    if str(setup.rules):
        yield Tag("Rules", str(setup.rules))
    for event in log:
        if isinstance(event, MatchEnded):
            yield Tag("Ended", event.reason)


def sheet_of(records: Iterable[Record]) -> tuple[Setup, tuple[Entry, ...]]:
    """What stands on a sheet that holds these matches, deals with cards as scored ones.

    A deal that was not finished is left out, and a match in which none was: another takes its
    place. Why a match ended is made fit for a sheet.
    Raises InvalidEntry for no match, and for one with other players or rules than the first.
    """
    setup: Setup | None = None
    lines: list[Entry] = []
    for number, record in enumerate(records, start=1):
        here = _setup(record)
        if setup and (here.names, here.rules) != (setup.names, setup.rules):
            raise InvalidEntry(SheetReason.OTHER_PLAYERS, match=number, line=record.line)
        entries = tuple(_entries(record.events))
        if not lines:
            setup = here if entries or setup is None else setup
        elif entries:
            lines.append(NextMatch(here.dealer))
        lines += entries
    if setup is None:
        raise InvalidEntry(SheetReason.NO_MATCH)
    return setup, tuple(lines)


def _setup(record: Record) -> Setup:
    seats = range(1, record.header.seats + 1)
    names = tuple(record.header.value(f"Seat{seat}") or "" for seat in seats)
    started = next((event for event in record.events if isinstance(event, MatchStarted)), None)
    return Setup(names, record.header.rules, started.dealer if started else 1)


def _entries(events: Iterable[Event]) -> Iterator[Entry]:
    for event in events:
        match event:
            case DealScored(summary):
                yield ScoredDeal(Bid(summary.bidder, summary.bid), summary.points)
            case ThrownIn():
                yield written.ThrownIn()
            case Misdealt():
                yield written.Misdeal()
            case MatchEnded(reason):
                yield Stopped(shortened(reason))
            case _:
                pass
