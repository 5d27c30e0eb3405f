"""Replays: of a match of this server, and of a record that somebody uploaded."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlencode

from starlette.responses import Response

from cutthroat.core.actions import Seat
from cutthroat.i18n.catalogue import _
from cutthroat.service.replay import Replay, read_replays
from cutthroat.service.tables.records import record_of
from cutthroat.web.limits import GUESSES, READS, RECORDS
from cutthroat.web.pages.naming import tame
from cutthroat.web.pages.page import Visit
from cutthroat.web.pages.recorded import played_of, recorded_of, when_over
from cutthroat.web.pages.scene import (
    ALL,
    NONE,
    names_of,
    scene_of,
    sight_of,
    step_number,
)
from cutthroat.web.pages.showing import sheet_of
from cutthroat.web.problems import Denied, WebReason

_LONGEST: Final = 200
"""Characters of a text out of a record that are shown."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where a replay is, and what belongs to it.

    path: its address. fixed: what stands in the query of each of its steps.
    text: the address of the record. table, verify: of a match of this server.
    """

    title: str
    path: str
    text: str
    fixed: Mapping[str, str]
    table: str | None = None
    verify: str | None = None

    def at(self, step: int, sight: str) -> str:
        """The address of a step."""
        return f"{self.path}?{urlencode({**self.fixed, 'step': step, 'seat': sight})}"


@when_over
async def get_match(visit: Visit) -> Response:
    """A step of a match of this server."""
    match = visit.path["match"]
    recorded = await recorded_of(visit)
    place = Place(
        title=_("Replay of match {match}", match=match),
        path=f"/matches/{match}",
        text=f"/matches/{match}.smear",
        fixed={},
        table=recorded.table,
        verify=f"/matches/{match}/verify",
    )
    me = recorded.audience.seat_of(await visit.person())
    return _show(visit, recorded.replay, place, me)


@when_over
async def get_match_text(visit: Visit) -> Response:
    """The record of a match of this server."""
    text = await asyncio.to_thread(record_of, await played_of(visit))
    return _download(text.encode(), visit.path["match"])


async def get_record(visit: Visit) -> Response:
    """A step of a record that was uploaded, or a list of the matches in it."""
    identifier = visit.path["record"]
    replays = await _uploaded(visit, identifier)
    chosen = visit.query.get("match", "1" if len(replays) == 1 else None)
    if chosen is None:
        return visit.show("replay/list.html", record=identifier, matches=list(map(_told, replays)))
    numbers = {str(number): number for number in range(1, len(replays) + 1)}
    if chosen not in numbers:
        raise Denied(WebReason.NOT_IN_FILE, match=chosen[:20], matches=len(replays))
    title = _("Replay of a record")
    if len(replays) > 1:
        title = _("Replay of match {match} of a record", match=chosen)
    place = Place(
        title=title,
        path=f"/records/{identifier}",
        text=f"/records/{identifier}.smear",
        fixed={"match": chosen} if len(replays) > 1 else {},
    )
    return _show(visit, replays[numbers[chosen] - 1], place, None)


async def get_record_text(visit: Visit) -> Response:
    """A record that was uploaded."""
    person = await visit.person()
    visit.site.spend(visit.request, READS, person)
    identifier = visit.path["record"]
    return _download(await _found(visit, identifier), identifier)


async def _uploaded(visit: Visit, identifier: str) -> tuple[Replay, ...]:
    person = await visit.person()
    visit.site.spend(visit.request, READS, person)

    async def made() -> tuple[tuple[Replay, ...], int]:
        visit.site.spend(visit.request, RECORDS, person)
        data = await _found(visit, identifier)
        return await asyncio.to_thread(read_replays, data), len(data)

    return await visit.kit.uploads.get(identifier, made)


async def _found(visit: Visit, identifier: str) -> bytes:
    data = await visit.site.records.find(identifier)
    if data is None:
        visit.site.spend_on_address(visit.request, GUESSES)
        raise Denied(WebReason.NO_SUCH_RECORD)
    return data


def _download(data: bytes, name: str) -> Response:
    headers = {"Content-Disposition": f'attachment; filename="{name}.smear"'}
    return Response(data, media_type="text/plain; charset=utf-8", headers=headers)


@dataclass(frozen=True, slots=True)
class Told:
    """A match in a list. `scores` has each player's name and last score."""

    date: str
    scores: tuple[tuple[str, int], ...]
    deals: int


def _told(replay: Replay) -> Told:
    scores = tuple(zip(names_of(replay), replay.scores, strict=True))
    return Told(tame(replay.date or ""), scores, len(replay.steps.deals))


def _show(visit: Visit, replay: Replay, place: Place, me: Seat | None) -> Response:
    """A step of a replay.

    Raises Denied for a step or a seat that there is not.
    """
    if not len(replay.steps):
        return visit.show("replay/empty.html", place=place, told=_told(replay))
    number = step_number(visit.query.get("step", "1"), replay)
    sight = sight_of(visit.query.get("seat", str(me) if me else ALL), replay)
    scene = scene_of(replay, number, sight, me)
    sights = [*((str(seat), name) for seat, name in enumerate(scene.names, start=1))]
    return visit.show(
        "replay/page.html",
        place=place,
        scene=scene,
        board=scene.board,
        sitters=scene.sitters,
        sheet=visit.kit.studio.asset(sheet_of(visit.look)),
        sights=[*sights, (ALL, _("All hands")), (NONE, _("No hand"))],
        date=tame(replay.date or ""),
        rules=str(replay.header.rules),
        fair=replay.header.fair is not None,
    )
