"""The public record of a match that was played at a table."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from cutthroat.core.events import Event, MatchEnded, MatchWon
from cutthroat.record.statements import Tag
from cutthroat.record.unfinished import written_part
from cutthroat.record.write import match_tags, record_text
from cutthroat.service.tables.errors import Refused, TableReason
from cutthroat.service.tables.happenings import Machine, NoncesFixed, TableEvent
from cutthroat.service.tables.ports import Entry
from cutthroat.service.tables.state import Human, TableState, fold
from cutthroat.service.tables.wire import unpack


@dataclass(slots=True)
class _Played:
    """A match as the log has it. `begun`: the table when it began, at `when`."""

    begun: TableState
    when: int
    events: list[Event]


def match_record(entries: Sequence[Entry], match: str | None) -> str:
    """The record of a match of this log: finished deals while it runs, all when it is over.

    match: its identifier; None for the last.
    Raises Refused if there is none.
    """
    played = _matches(entries)
    if match is None and played:
        return _text(played[-1])
    for one in played:
        if one.begun.fair and one.begun.fair.match == match:
            return _text(one)
    raise Refused(TableReason.NO_SUCH_MATCH, match=match or "")


def _matches(entries: Iterable[Entry]) -> list[_Played]:
    found: list[_Played] = []
    state: TableState | None = None
    for entry in entries:
        for item in unpack(entry.body):
            state = fold(state, (item,), entry.when)
            if isinstance(item, NoncesFixed):
                found.append(_Played(state, entry.when, []))
            elif not isinstance(item, TableEvent):
                found[-1].events.append(item)
    return found


def _text(played: _Played) -> str:
    begun, fair = played.begun, played.begun.fair
    if fair is None:
        raise ValueError("a match without a fair deal")
    over = any(isinstance(event, MatchWon | MatchEnded) for event in played.events)
    names = [_name(begun, seat) for seat in begun.numbers]
    tags = [
        *match_tags(names, begun.rules, fair, secret_shown=over),
        Tag("Date", datetime.fromtimestamp(played.when / 1000, UTC).date().isoformat()),
    ]
    tags += [
        Tag(f"Bot{seat}", f"{who.level} {who.version}")
        for seat in begun.numbers
        if isinstance(who := begun.seats[seat - 1], Machine)
    ]
    tags += [Tag("Ended", event.reason) for event in played.events if isinstance(event, MatchEnded)]
    return record_text(tags, written_part(played.events))


def _name(state: TableState, seat: int) -> str:
    who = state.seats[seat - 1]
    if isinstance(who, Human):
        return who.name
    return who.level if isinstance(who, Machine) else ""
