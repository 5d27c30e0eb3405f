"""Matches that are saved as they happen, and taken up again where they stopped."""

from __future__ import annotations

import io
import shlex
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from cutthroat.bots.policy import Bot
from cutthroat.bots.registry import find_bot
from cutthroat.core.actions import Seat
from cutthroat.core.events import Event, MatchEnded
from cutthroat.core.match import replay
from cutthroat.core.rules import Rules
from cutthroat.core.shuffle import FairDeal, secret_from_seed
from cutthroat.record.errors import InvalidRecord
from cutthroat.record.header import Header
from cutthroat.record.read import Record, read_matches
from cutthroat.record.statements import Tag
from cutthroat.record.write import Transcript, header_text, match_tags
from cutthroat.service.engines import MARK, CannotPlay, EngineReason
from cutthroat.service.ports import Ports, TextLog
from cutthroat.service.table import Append, Table, open_table

SEEDED_MATCH: Final = "1"
"""The identifier of a match with a seed of its own: the first, and only, of its run."""


@dataclass(frozen=True, slots=True)
class Seating:
    """Who plays.

    names: one a seat, seat 1 first.
    bots: the seats that a bot plays; the others are people's.
    """

    names: tuple[str, ...]
    bots: Mapping[Seat, Bot]

    @property
    def people(self) -> tuple[Seat, ...]:
        """The seats without a bot."""
        return tuple(seat for seat in range(1, len(self.names) + 1) if seat not in self.bots)


@dataclass(frozen=True, slots=True)
class SavedMatch:
    """A match at a table whose log is kept.

    name: what it is saved under.
    past: what happened before it was taken up, from the first event; empty for a new match.
    """

    name: str
    table: Table
    seating: Seating
    rules: Rules
    log: TextLog
    past: tuple[Event, ...]


class NotResumable(Exception):  # noqa: N818  # named after what is the case
    """A record that no table can go on with: not one match, or without what fixes its deals."""


def begin_match(
    ports: Ports, seating: Seating, rules: Rules, *, seed: str | None, name: str | None
) -> SavedMatch:
    """Begin a match and save it.

    seed: fixes every card and every bot's choice; None draws a secret that nobody can foresee.
    name: where to save it; None saves it under a name of its own.
    Raises MatchExists, InvalidNotation for a name that cannot be written, OSError.
    """
    name = name or ports.entropy.identifier()
    fair = _fair_deal(ports, seating, rules, seed)
    tags = [
        *match_tags(seating.names, rules, fair, secret_shown=True),
        Tag("Date", ports.clock.today().isoformat()),
        *(Tag(f"Bot{seat}", str(bot)) for seat, bot in seating.bots.items()),
    ]
    log = ports.library.create(name, header_text(tags))
    table = open_table(rules, fair, seating.bots, _keeper(log, Transcript()))
    return SavedMatch(name, table, seating, rules, log, past=())


def _fair_deal(ports: Ports, seating: Seating, rules: Rules, seed: str | None) -> FairDeal:
    nonces = ("",) * len(seating.names)
    if seed is not None:
        return FairDeal(secret_from_seed(seed), SEEDED_MATCH, nonces, rules.has_joker)
    secret, identifier = ports.entropy.secret(), ports.entropy.identifier()
    return FairDeal(secret, identifier, nonces, rules.has_joker)


_NO_PROGRAMS: Final[Mapping[str, Bot]] = MappingProxyType({})


def resume_match(ports: Ports, name: str, programs: Mapping[str, Bot] = _NO_PROGRAMS) -> SavedMatch:
    """Take up a saved match where it stopped.

    programs: bots that are programs of their own, by what records call them. A record starts none
        by itself: it may come from anybody.
    Raises NoSuchMatch, MatchInUse, NotResumable, InvalidRecord if the record cannot stand,
    CannotPlay for a program that is not among them, OSError.
    """
    log = ports.library.open(name)
    try:
        record = read_saved(log.read())
        return _resume(name, record, log, programs)
    except BaseException:
        log.close()
        raise


def _resume(name: str, record: Record, log: TextLog, programs: Mapping[str, Bot]) -> SavedMatch:
    fair = record.header.fair
    if fair is None:
        raise NotResumable
    seating = seating_of(record.header, programs)
    transcript = Transcript()
    body = "".join(transcript.text(event) for event in record.events)
    log.rewrite(header_text(record.header.tags) + body)
    keep = _keeper(log, transcript)
    if record.events:
        table = Table(replay(record.events), fair, seating.bots, keep)
    else:
        table = open_table(record.header.rules, fair, seating.bots, keep)
    return SavedMatch(name, table, seating, record.header.rules, log, record.events)


def _keeper(log: TextLog, transcript: Transcript) -> Append:
    def keep(events: Iterable[Event]) -> None:
        happened = tuple(events)
        log.append("".join(transcript.text(event) for event in happened))
        for event in happened:
            if isinstance(event, MatchEnded):
                log.rewrite(_with_end(log.read(), event.reason))

    return keep


def _with_end(data: bytes, reason: str) -> str:
    """The record of a match with the tag that tells why it ended; tags come before all else."""
    record = read_saved(data)
    transcript = Transcript()
    body = "".join(transcript.text(event) for event in record.events)
    return header_text([*record.header.tags, Tag("Ended", reason)]) + body


def read_saved(data: bytes) -> Record:
    """The match in a saved file, less a last word that was not written to its end.

    Raises NotResumable unless it holds one match, InvalidRecord if that cannot stand.
    """
    try:
        found = list(read_matches(io.BytesIO(data)))
    except InvalidRecord as error:
        whole, last = _split_last_line(data)
        if error.line != whole.count(b"\n") + 1 or not last:
            raise
        return read_saved(whole + last.rpartition(b" ")[0])
    if len(found) != 1:
        raise NotResumable
    return found[0]


def _split_last_line(data: bytes) -> tuple[bytes, bytes]:
    """The lines that have an end, and what stands after the last of them."""
    cut = data.rfind(b"\n") + 1
    return data[:cut], data[cut:]


def seating_of(header: Header, programs: Mapping[str, Bot] = _NO_PROGRAMS) -> Seating:
    """Who plays, by the tags of a record; `programs` as for `resume_match`.

    Raises InvalidNotation for a bot that is not known here, CannotPlay for such a program.
    """
    seats = range(1, header.seats + 1)
    names = tuple(header.value(f"Seat{seat}") or "" for seat in seats)
    told = {seat: value for seat in seats if (value := header.value(f"Bot{seat}")) is not None}
    missing = {bot for bot in told.values() if bot.startswith(MARK)} - programs.keys()
    if missing:
        options = " ".join(f"--bot {shlex.quote(bot)}" for bot in sorted(missing))
        raise CannotPlay(EngineReason.AGAIN, options=options)
    bots = {
        seat: programs[bot] if bot in programs else find_bot(bot.split(" ")[0])
        for seat, bot in told.items()
    }
    return Seating(names, bots)
