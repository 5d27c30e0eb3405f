"""What belongs to a person: a name, seats, other devices, a feed, and the way out."""

from __future__ import annotations

from xml.sax.saxutils import escape

from starlette.requests import Request
from starlette.responses import Response

from cutthroat.service.tables.decide import player_name
from cutthroat.service.tables.errors import Refused
from cutthroat.service.tables.ports import CredentialKind, Sitting
from cutthroat.service.tables.seen import moment, stage
from cutthroat.web.answers import json
from cutthroat.web.limits import GUESSES, PERSONAL
from cutthroat.web.problems import Denied, WebReason
from cutthroat.web.shapes import FeedMade, LinkMade, LinkUse, Me, MySeat, NewName, Nothing
from cutthroat.web.site import COOKIE, Site, seat_of

_SHOWN = 50
_LOOKED_AT = 500


async def _me(site: Site, request: Request) -> str:
    """Whoever asks.

    Raises Denied for a browser that is not known.
    """
    person = await site.person(request)
    if person is None:
        raise Denied(WebReason.NO_CREDENTIALS)
    site.spend(request, PERSONAL, person)
    return person


async def get_me(site: Site, request: Request, _body: None) -> Response:
    """Who one is here, and where one sits."""
    identifier = await _me(site, request)
    person = await site.people.person(identifier)
    if person is None:
        raise Denied(WebReason.NO_CREDENTIALS)
    return json(Me(person.name, await seats_of(site, request, identifier)))


async def seats_of(site: Site, request: Request, person: str) -> list[MySeat]:
    """Where a person sits; the newest table first."""
    sittings = await site.people.sittings(person)
    found: list[MySeat] = []
    for sitting in sittings[:_LOOKED_AT]:
        seat = await _my_seat(site, request, sitting)
        if seat:
            found.append(seat)
        if len(found) == _SHOWN:
            break
    return found


async def _my_seat(site: Site, request: Request, sitting: Sitting) -> MySeat | None:
    try:
        table = await site.hall.find(sitting.table)
    except Refused:
        return None
    state = table.state
    seat = seat_of(state, sitting.person)
    if seat is None or state.closed:
        return None
    url = site.table_url(request, state.table)
    return MySeat(state.table, seat, stage(state).value, state.turn == seat, url)


async def post_me(site: Site, request: Request, body: NewName) -> Response:
    """Have another name at tables to come."""
    identifier = await _me(site, request)
    name = player_name(body.name)
    await site.people.rename(identifier, name)
    return json(Me(name, await seats_of(site, request, identifier)))


async def delete_me(site: Site, request: Request, _body: Nothing) -> Response:
    """Delete all of one's data; finished matches stay, without the name."""
    identifier = await _me(site, request)
    await site.forget(identifier)
    response = Response(status_code=204)
    response.delete_cookie(COOKIE, path=request.scope.get("root_path") or "/")
    return response


async def post_link(site: Site, request: Request, _body: Nothing) -> Response:
    """Make a code that makes one other device one's own."""
    code, expires = await site.people.link(await _me(site, request))
    return json(LinkMade(code, moment(expires)), 201)


async def use_link(site: Site, request: Request, body: LinkUse) -> Response:
    """Make this device somebody's by a code."""
    site.spend_on_address(request, GUESSES)
    found = await site.people.use_link(body.code)
    if found is None:
        raise Denied(WebReason.USED_LINK)
    person, secret = found
    response = json(Me(person.name, await seats_of(site, request, person.identifier)))
    site.remember(request, response, secret)
    return response


async def post_feed(site: Site, request: Request, _body: Nothing) -> Response:
    """Make the address of a feed that tells whose turn it is."""
    key = await site.people.feed(await _me(site, request))
    return json(FeedMade(f"{site.base(request)}/feeds/{key}"), 201)


async def get_feed(site: Site, request: Request, _body: None) -> Response:
    """The tables that wait for a person, as an Atom feed without a card in it."""
    credential = await site.people.opens(request.path_params["key"], CredentialKind.FEED)
    if credential is None:
        site.spend_on_address(request, GUESSES)
        raise Denied(WebReason.NO_SUCH_PAGE)
    site.spend(request, PERSONAL, credential.person)
    seats = await seats_of(site, request, credential.person)
    entries = []
    for seat in seats:
        if seat.your_turn:
            state = (await site.hall.find(seat.table)).state
            entries.append(_entry(seat, state.moved, state.since))
    name = f"{site.base(request)}/feeds/#{credential.digest[:16]}"
    return Response(_feed(name, entries), media_type="application/atom+xml")


def _entry(seat: MySeat, moved: int, since: int) -> tuple[int, str]:
    url = escape(seat.url)
    return since, (
        f"<entry><id>{url}#{moved}</id><title>{seat.table}: seat {seat.seat}</title>"
        f'<updated>{moment(since)}</updated><link href="{url}"/></entry>'
    )


def _feed(name: str, entries: list[tuple[int, str]]) -> str:
    updated = max((since for since, _ in entries), default=0)
    return (
        '<?xml version="1.0" encoding="utf-8"?><feed xmlns="http://www.w3.org/2005/Atom">'
        f"<id>{escape(name)}</id><title>Cutthroat Canadian Smear</title>"
        f"<author><name>Cutthroat Canadian Smear</name></author>"
        f"<updated>{moment(updated)}</updated>" + "".join(text for _, text in entries) + "</feed>"
    )
