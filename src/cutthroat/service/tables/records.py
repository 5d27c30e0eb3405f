"""The public records of the matches that were played at a table, and what proves their deals."""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime

from cutthroat.core.actions import Seat
from cutthroat.core.events import Called, Event, MatchEnded, MatchWon
from cutthroat.core.shuffle import FairDeal
from cutthroat.record.errors import InvalidRecord
from cutthroat.record.read import read_matches
from cutthroat.record.statements import Tag
from cutthroat.record.unfinished import written_part
from cutthroat.record.write import match_tags, record_text
from cutthroat.service.tables.errors import Refused, TableReason
from cutthroat.service.tables.happenings import Item, Left, Machine, NoncesFixed, TableEvent
from cutthroat.service.tables.ports import Entry
from cutthroat.service.tables.state import Human, TableState, fold
from cutthroat.service.tables.wire import unpack


@dataclass(slots=True)
class PlayedMatch:
    """A match as the log of its table has it.

    begun: the table when it began, at `when`, with who sat there.
    fair: what fixes its deals; its secret is not to be told before the match is over.
    ended: when it was won or ended; None while it runs. Milliseconds since 1970 UTC, as `when`.
    left: the seats whose players left for good while it ran.
    stood_in: the number of a deal and a seat, for each call that a bot made for a person.
    """

    begun: TableState
    fair: FairDeal
    when: int
    events: list[Event] = field(default_factory=list)
    ended: int | None = None
    left: set[Seat] = field(default_factory=set)
    stood_in: set[tuple[int, Seat]] = field(default_factory=set)

    @property
    def names(self) -> tuple[str, ...]:
        """Who played, seat 1 first."""
        return tuple(_name(self.begun, seat) for seat in self.begun.numbers)

    def add(self, item: Item, after: TableState, when: int) -> None:
        """Take in what happened at the table while this was its last match."""
        if isinstance(item, Left):
            self.left.add(item.seat)
        if isinstance(item, TableEvent):
            return
        self.events.append(item)
        if isinstance(item, MatchWon | MatchEnded):
            self.ended = when
        elif isinstance(item, Called) and _stands_in(after, item.call.seat) and after.match:
            self.stood_in.add((after.match.deal, item.call.seat))


def _stands_in(state: TableState, seat: Seat) -> bool:
    return isinstance(state.seats[seat - 1], Human) and state.by_bot(seat)


def _name(state: TableState, seat: Seat) -> str:
    who = state.seats[seat - 1]
    if isinstance(who, Human):
        return who.name
    return who.level if isinstance(who, Machine) else ""


def played_matches(entries: Iterable[Entry]) -> list[PlayedMatch]:
    """The matches of a log that began, in order; the last one may still run."""
    found: list[PlayedMatch] = []
    state: TableState | None = None
    for entry in entries:
        for item in unpack(entry.body):
            state = fold(state, (item,), entry.when)
            if isinstance(item, NoncesFixed) and state.fair:
                found.append(PlayedMatch(state, state.fair, entry.when))
            elif found:
                found[-1].add(item, state, entry.when)
    return found


def played_match(entries: Iterable[Entry], match: str | None) -> PlayedMatch:
    """A match of a log.

    match: its identifier; None for the last.
    Raises Refused if there is none.
    """
    for played in reversed(played_matches(entries)):
        if match is None or played.fair.match == match:
            return played
    raise Refused(TableReason.NO_SUCH_MATCH, match=match or "")


def match_record(entries: Sequence[Entry], match: str | None) -> str:
    """The record of a match of this log: finished deals while it runs, all when it is over.

    match: its identifier; None for the last.
    Raises Refused if there is none.
    """
    return record_of(played_match(entries, match))


def record_of(played: PlayedMatch) -> str:
    """The record of a match: finished deals while it runs, all when it is over."""
    begun = played.begun
    over = played.ended is not None
    tags = [
        *match_tags(played.names, begun.rules, played.fair, secret_shown=over),
        Tag("Date", date_of(played)),
    ]
    tags += [
        Tag(f"Bot{seat}", f"{who.level} {who.version}")
        for seat in begun.numbers
        if isinstance(who := begun.seats[seat - 1], Machine)
    ]
    tags += [Tag("Ended", event.reason) for event in played.events if isinstance(event, MatchEnded)]
    return record_text(tags, written_part(played.events))


def date_of(played: PlayedMatch) -> str:
    """The day on which a match began, in UTC, as `2026-11-30`."""
    return datetime.fromtimestamp(played.when / 1000, UTC).date().isoformat()


@dataclass(frozen=True, slots=True)
class FairFacts:
    """What shows that the deals of a finished match were fair.

    nonces: what each seat's player added, seat 1 first.
    secret: lower-case hex, as its record tells.
    at_once: seats whose nonce was given without a hash before, trusting the server.
    holds: whether the secret fits the commitment and fixes the first dealer and every hand.
    """

    match: str
    commitment: str
    nonces: tuple[str, ...]
    secret: str
    at_once: frozenset[Seat]
    holds: bool


def fair_facts(played: PlayedMatch) -> FairFacts:
    """What shows that the deals of a match were fair; its record is checked line by line.

    Raises Refused while it runs.
    """
    if played.ended is None:
        raise Refused(TableReason.NOT_OVER)
    fair = played.fair
    return FairFacts(
        match=fair.match,
        commitment=fair.commitment,
        nonces=fair.nonces,
        secret=fair.secret.hex(),
        at_once=played.begun.at_once,
        holds=_holds(record_of(played)),
    )


def _holds(text: str) -> bool:
    try:
        (record,) = read_matches(io.BytesIO(text.encode()))
    except InvalidRecord:
        return False
    return record.header.fair is not None
