"""The matches of whoever visits: those that go on, those that are over, and what they come to."""

from __future__ import annotations

import asyncio
import io
import re
import zipfile
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

from starlette.responses import Response, StreamingResponse

from cutthroat.core.actions import Seat
from cutthroat.i18n.catalogue import N_, _
from cutthroat.i18n.locales import moment_text, percent_text
from cutthroat.service.tables.history import FinishedMatch, Totals, export, matches_of, totals
from cutthroat.web.limits import EXPORTS, HISTORIES
from cutthroat.web.mine import seats_of
from cutthroat.web.pages.naming import tame, told_apart
from cutthroat.web.pages.page import Visit

MOST: Final = 100
"""Matches that the page looks back at; the export has all."""
_LONGEST: Final = 100
"""Characters of the reason for which a match ended."""
_ENDS: Final = {
    "by agreement": N_("Nobody won: all agreed to end it."),
    "closed": N_("Nobody won: the table was closed."),
}
_GONE: Final = {
    "left": N_("Nobody won: {name} left."),
    "conceded": N_("Nobody won: {name} conceded."),
}
_BY_SEAT: Final = re.compile(r"seat ([1-3]) (left|conceded)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """A finished match.

    machine_moment: as HTML wants it. moment: as people read it.
    outcome: `won`, `lost`, `left` or `undecided`. result: the same in words.
    scores: each player's name and last score, one's own first.
    """

    match: str
    machine_moment: str
    moment: str
    opponents: tuple[str, ...]
    outcome: str
    result: str
    scores: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class BidRow:
    """What became of the bids of one size that won the auction."""

    bid: str
    bids: int
    made: int
    went_set: int
    share: str


async def get_mine(visit: Visit) -> Response:
    """All of it; a friendly word for somebody who is not known yet."""
    person = await visit.person()
    if person is None:
        return visit.show("mine_empty.html")
    site = visit.site
    site.spend(visit.request, HISTORIES, person)
    seats = await seats_of(site, visit.request, person)
    sittings = await site.people.sittings(person)
    matches = await matches_of(person, sittings, site.hall.entries, MOST)
    summed, language = totals(matches, person), visit.look.language
    return visit.show(
        "mine.html",
        going_on=[seat for seat in seats if seat.phase != "over"],
        matches=[one for match in matches if (one := _shown(match, person, language))],
        totals=summed,
        bids=list(_bid_rows(summed, language)),
        most=MOST if len(matches) == MOST else None,
    )


def _shown(match: FinishedMatch, person: str, language: str) -> Shown | None:
    seat = match.seat_of(person)
    if seat is None:
        return None
    names = told_apart(match.names)
    places = [seat - 1, *(place for place in range(len(names)) if place != seat - 1)]
    outcome, result = _result(match, seat, names)
    return Shown(
        match=match.match,
        machine_moment=datetime.fromtimestamp(match.ended / 1000, UTC).isoformat("T", "seconds"),
        moment=moment_text(match.ended, language),
        opponents=tuple(names[place] for place in places[1:]),
        outcome=outcome,
        result=result,
        scores=tuple(
            (_("You") if place == seat - 1 else names[place], match.scores[place])
            for place in places
        ),
    )


def _result(match: FinishedMatch, seat: Seat, names: tuple[str, ...]) -> tuple[str, str]:
    if seat in match.left:
        return "left", _("You left before the end.")
    if match.winner is None:
        return "undecided", _end_text(match.reason, seat, names)
    if match.winner == seat:
        return "won", _("You won.")
    return "lost", _("{name} won.", name=names[match.winner - 1])


def _end_text(reason: str, seat: Seat, names: tuple[str, ...]) -> str:
    """Why nobody won."""
    if reason in _ENDS:
        return _(_ENDS[reason])
    if found := _BY_SEAT.fullmatch(reason):
        if found[1] == str(seat):
            return _("Nobody won: you conceded.")  # who left is told so already
        return _(_GONE[found[2]], name=names[int(found[1]) - 1])
    return _("Nobody won: {reason}.", reason=tame(reason, _LONGEST))


def _bid_rows(summed: Totals, language: str) -> Iterator[BidRow]:
    """The bids by size, and their sum."""
    rows = [(str(bid), settled.made, settled.went_set) for bid, settled in summed.bids.items()]
    rows.append((_("All"), sum(row[1] for row in rows), sum(row[2] for row in rows)))
    for bid, made, went_set in rows:
        bids = made + went_set
        yield BidRow(bid, bids, made, went_set, percent_text(made, bids, language))


# The records of all matches


async def get_export(visit: Visit) -> Response:
    """The records of all finished matches of whoever visits, as a ZIP file."""
    person = await visit.person()
    if person is None:
        return visit.go("/mine")
    site = visit.site
    headers = {"Content-Disposition": 'attachment; filename="cutthroat-matches.zip"'}
    if visit.request.method == "HEAD":
        return Response(media_type="application/zip", headers=headers)
    site.spend(visit.request, EXPORTS, person)
    records = export(person, await site.people.sittings(person), site.hall.entries)
    return StreamingResponse(zipped(records), media_type="application/zip", headers=headers)


class _Pipe(io.RawIOBase):
    """A file that hands on what is written to it."""

    def __init__(self) -> None:
        self._written = bytearray()

    def writable(self) -> bool:
        """It is."""
        return True

    def write(self, data: bytes) -> int:  # type: ignore[override]  # a ZIP file writes bytes
        """Take bytes."""
        self._written += data
        return len(data)

    def taken(self) -> bytes:
        """What was written since the last time."""
        written = bytes(self._written)
        self._written.clear()
        return written


async def zipped(records: AsyncIterator[tuple[str, str]]) -> AsyncIterator[bytes]:
    """A ZIP file of texts with the names of their files, in parts, as they come."""
    pipe = _Pipe()
    with zipfile.ZipFile(pipe, "w", zipfile.ZIP_DEFLATED) as archive:
        async for name, text in records:
            await asyncio.to_thread(archive.writestr, name, text)
            yield pipe.taken()
    yield pipe.taken()
