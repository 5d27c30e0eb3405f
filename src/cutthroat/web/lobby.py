"""Before and after play: making tables, sitting down, lists, records."""

from __future__ import annotations

import asyncio
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from cutthroat.core.actions import Seat
from cutthroat.core.rules import PRESETS, Rules, parse_rules, preset
from cutthroat.service.tables import decide
from cutthroat.service.tables.decide import Nonce, player_name
from cutthroat.service.tables.hall import Founder, machines
from cutthroat.service.tables.happenings import Item
from cutthroat.service.tables.hosting import HostedTable
from cutthroat.service.tables.records import match_record
from cutthroat.service.tables.state import Human, TableState
from cutthroat.web.answers import json
from cutthroat.web.asking import reader_seat, table_of
from cutthroat.web.limits import READS, RECORDS, TABLES, UNUSUAL
from cutthroat.web.shapes import (
    ListedTable,
    Listing,
    NewTable,
    SeatGiven,
    SeatWish,
    TableMade,
)
from cutthroat.web.site import Site, seat_of

GUEST: Final = "Guest"
FIRST: Final = 1
"""The founder's seat: bots take the last ones."""


async def post_table(site: Site, request: Request, body: NewTable) -> Response:
    """Make a table, and sit down at it."""
    rules = parse_rules(body.rules, preset(body.preset))
    bots = machines(body.bots, body.seats)
    given = Nonce(body.nonce, body.nonce_hash)
    decide.check_nonce(given)
    decide.check_settings(body.settings)
    name = player_name(body.name) if body.name is not None else None
    person = await site.person(request)
    spend_on_table(site, request, rules, person)
    if None not in bots:
        state = (await site.hall.open(rules, bots, body.settings, None)).state
        return json(_made(site, request, state, None, None), 201)
    guest = await _guest(site, person, name)
    founder = Founder(guest.person, guest.name, given)
    state = (await site.hall.open(rules, bots, body.settings, founder)).state
    token = await site.people.seat_token(guest.person, state.table, FIRST)
    response = json(_made(site, request, state, FIRST, token), 201)
    return guest.known_by(site, request, response)


def spend_on_table(site: Site, request: Request, rules: Rules, person: str | None) -> None:
    """Count a table that somebody makes.

    Raises Denied if it is one too many.
    """
    site.spend(request, TABLES, person)
    if rules not in PRESETS.values():
        site.spend(request, UNUSUAL, person)


def _made(
    site: Site, request: Request, state: TableState, seat: Seat | None, token: str | None
) -> TableMade:
    prepared = state.preparation or state.fair
    if prepared is None:
        raise ValueError("a new table without a match")
    url = site.table_url(request, state.table)
    return TableMade(state.table, seat, token, prepared.commitment, url)


class _Guest:
    """Somebody who sits down: known before, or new with the secret of a device."""

    def __init__(self, person: str, name: str, secret: str | None) -> None:
        self.person = person
        self.name = name
        self._secret = secret

    def known_by(self, site: Site, request: Request, response: Response) -> Response:
        """The answer, with the secret for the browser to keep if there is a new one."""
        if self._secret is not None:
            site.remember(request, response, self._secret)
        return response


async def _guest(site: Site, person: str | None, name: str | None) -> _Guest:
    known = await site.people.person(person) if person else None
    if known is None:
        newcomer, secret = await site.people.welcome(name or GUEST)
        return _Guest(newcomer.identifier, newcomer.name, secret)
    if name is not None and name != known.name:
        await site.people.rename(known.identifier, name)
    return _Guest(known.identifier, name or known.name, None)


async def sit_down(table: HostedTable, person: str, name: str, given: Nonce) -> int:
    """Take a seat; the one that the person has already, if so."""

    def decision(state: TableState) -> tuple[Item, ...]:
        seat = seat_of(state, person)
        if seat is not None:
            return decide.sit_again(state, seat, given)
        return decide.take_seat(state, person, name, given)[1]

    await table.decide(decision)
    seat = seat_of(table.state, person)
    if seat is None:
        raise ValueError("a person who sat down sits nowhere")
    return seat


async def post_seat(site: Site, request: Request, body: SeatWish) -> Response:
    """Sit down at a table."""
    table = await table_of(site, request)
    person = await site.person(request)
    site.spend(request, TABLES, person)
    name = player_name(body.name) if body.name is not None else None
    given = Nonce(body.nonce, body.nonce_hash)
    decide.check_nonce(given)
    if person is None or seat_of(table.state, person) is None:
        decide.check_free(table.state)
    guest = await _guest(site, person, name)
    seat = await sit_down(table, guest.person, guest.name, given)
    token = await site.people.seat_token(guest.person, table.state.table, seat)
    return guest.known_by(site, request, json(SeatGiven(seat, token), 201))


async def get_tables(site: Site, request: Request, _body: None) -> Response:
    """The tables that strangers may join."""
    site.spend(request, READS, None)
    return json(Listing(await listed_tables(site)))


async def listed_tables(site: Site) -> list[ListedTable]:
    """The tables that strangers may join, the newest first."""
    listed = [_listed(table.state) for table in await site.hall.listed()]
    return [one for one in listed if one.free]


def _listed(state: TableState) -> ListedTable:
    return ListedTable(
        table=state.table,
        seats=len(state.seats),
        free=state.seats.count(None),
        rules=str(state.rules),
        names=[who.name if isinstance(who, Human) else who.level for who in state.seats if who],
        settings=state.settings,
    )


async def get_record(site: Site, request: Request, _body: None) -> Response:
    """The record of the table's last match, or of the one that `match` names."""
    table = await table_of(site, request)
    seat = await reader_seat(site, request, table)
    site.spend(request, RECORDS, None if seat is None else f"{table.state.table} {seat}")
    entries, wanted = await table.entries(), request.query_params.get("match")
    text = await asyncio.to_thread(match_record, entries, wanted)  # it may be long
    name = f"{table.state.table}.smear"
    return Response(
        text,
        media_type="text/plain; charset=utf-8",
        headers={"Content-Disposition": f'inline; filename="{name}"'},
    )
