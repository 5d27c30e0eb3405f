"""The matches that a person has finished: how they went, and their records."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple, TypeAlias

from cutthroat.core.actions import Seat
from cutthroat.core.auction import HIGHEST_BID, LOWEST_BID
from cutthroat.core.events import DealScored, MatchEnded, MatchWon, WinReason
from cutthroat.core.rules import Rules
from cutthroat.service.tables.happenings import Machine
from cutthroat.service.tables.ports import Entry, Sitting
from cutthroat.service.tables.records import PlayedMatch, date_of, played_matches, record_of
from cutthroat.service.tables.state import Human

BIDS: Final = range(LOWEST_BID, HIGHEST_BID + 1)
"""The sizes of bids. R11."""

LogOf: TypeAlias = Callable[[str], Awaitable[Sequence[Entry]]]
"""How to get the log of a table; empty if there is none."""


class Settled(NamedTuple):
    """What became of winning bids."""

    made: int = 0
    went_set: int = 0


Bids: TypeAlias = Mapping[int, Settled]
"""What became of the winning bids of each size, 2 to 4."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FinishedMatch:
    """A match that is over. Tuples hold one entry a seat, seat 1 first.

    table, match: their identifiers.
    begun, ended: when, milliseconds since 1970 UTC.
    persons: who sat there when it began, None for a bot; empty for one who was deleted.
    bots: None for a person.
    winner: None if nobody won it.
    reason: why it was won, or in free text why it ended.
    scores: the last score.
    deals: how many were scored.
    bids: winning bids that the player called, without those of a bot that stood in for a person.
    left: the seats whose players left for good before the end.
    """

    table: str
    match: str
    begun: int
    ended: int
    names: tuple[str, ...]
    persons: tuple[str | None, ...]
    bots: tuple[Machine | None, ...]
    rules: Rules
    winner: Seat | None
    reason: WinReason | str
    scores: tuple[int, ...]
    deals: int
    bids: tuple[Bids, ...]
    left: frozenset[Seat]

    def seat_of(self, person: str) -> Seat | None:
        """Where a person sat."""
        return self.persons.index(person) + 1 if person in self.persons else None


def finished_matches(entries: Iterable[Entry]) -> list[FinishedMatch]:
    """The matches of a log that are over, in the order in which they were played."""
    return [one for played in played_matches(entries) if (one := finished(played))]


def finished(played: PlayedMatch) -> FinishedMatch | None:
    """How a match went; None while it runs."""
    end = next((e for e in played.events if isinstance(e, MatchWon | MatchEnded)), None)
    if end is None or played.ended is None:
        return None
    scored = [event for event in played.events if isinstance(event, DealScored)]
    seats = played.begun.seats
    return FinishedMatch(
        table=played.begun.table,
        match=played.fair.match,
        begun=played.when,
        ended=played.ended,
        names=played.names,
        persons=tuple(who.person if isinstance(who, Human) else None for who in seats),
        bots=tuple(who if isinstance(who, Machine) else None for who in seats),
        rules=played.begun.rules,
        winner=end.seat if isinstance(end, MatchWon) else None,
        reason=end.reason,
        scores=scored[-1].summary.scores if scored else (0,) * len(seats),
        deals=len(scored),
        bids=_bids(played, scored),
        left=frozenset(played.left),
    )


def _bids(played: PlayedMatch, scored: Iterable[DealScored]) -> tuple[Bids, ...]:
    counts = Counter(
        (deal.bidder, deal.bid, deal.made)
        for deal in (event.summary for event in scored)
        if (deal.deal, deal.bidder) not in played.stood_in
    )
    return tuple(
        {bid: Settled(counts[seat, bid, True], counts[seat, bid, False]) for bid in BIDS}
        for seat in played.begun.numbers
    )


@dataclass(frozen=True, slots=True)
class Totals:
    """What a person's finished matches come to.

    left: matches that the person left before the end; they are neither won nor lost.
    undecided: other matches that nobody won.
    deals: how many were scored in all of them.
    """

    matches: int
    won: int
    lost: int
    left: int
    undecided: int
    deals: int
    bids: Bids


def totals(matches: Iterable[FinishedMatch], person: str) -> Totals:
    """The sum over the matches in which a person sat."""
    counts = Counter[str]()
    bids = dict.fromkeys(BIDS, Settled())
    for match in matches:
        seat = match.seat_of(person)
        if seat is None:
            continue
        counts.update(("matches", _outcome(match, seat)))
        counts["deals"] += match.deals
        for bid, (made, went_set) in match.bids[seat - 1].items():
            bids[bid] = Settled(bids[bid].made + made, bids[bid].went_set + went_set)
    return Totals(
        matches=counts["matches"],
        won=counts["won"],
        lost=counts["lost"],
        left=counts["left"],
        undecided=counts["undecided"],
        deals=counts["deals"],
        bids=bids,
    )


def _outcome(match: FinishedMatch, seat: Seat) -> str:
    """The field of Totals that a match counts for."""
    if seat in match.left:
        return "left"
    if match.winner is None:
        return "undecided"
    return "won" if match.winner == seat else "lost"


# A person's own


async def matches_of(
    person: str, sittings: Iterable[Sitting], log_of: LogOf, limit: int
) -> list[FinishedMatch]:
    """The matches that a person has finished, the one that ended last first.

    sittings: where the person sits and sat, the newest table first. No more tables are looked
        at than it takes to find as many matches as the limit.
    limit: how many matches at most, from 1.
    Raises StoreUnavailable.
    """
    found: list[FinishedMatch] = []
    async for played in _played_by(person, sittings, log_of):
        one = finished(played)
        if one:
            found.append(one)
        if len(found) == limit:
            break
    return sorted(found, key=lambda match: match.ended, reverse=True)


async def export(
    person: str, sittings: Iterable[Sitting], log_of: LogOf
) -> AsyncIterator[tuple[str, str]]:
    """The records of all matches that a person has finished, each with the name of its file.

    sittings: as for `matches_of`. No two names are the same.
    Raises StoreUnavailable.
    """
    async for played in _played_by(person, sittings, log_of):
        text = await asyncio.to_thread(record_of, played)
        yield f"{date_of(played)}-{played.fair.match}.smear", text


async def _played_by(
    person: str, sittings: Iterable[Sitting], log_of: LogOf
) -> AsyncIterator[PlayedMatch]:
    """The matches that are over in which a person sat, table by table, the last of each first.

    Logs may be long, so they are folded beside the event loop.
    """
    for sitting in sittings:
        entries = await log_of(sitting.table)
        for played in reversed(await asyncio.to_thread(played_matches, entries)):
            sat = [isinstance(w, Human) and w.person == person for w in played.begun.seats]
            if played.ended is not None and any(sat):
                yield played
