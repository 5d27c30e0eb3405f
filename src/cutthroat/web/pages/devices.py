"""One person on several devices: a code for another one, and what becomes of it there."""

from __future__ import annotations

from http import HTTPStatus
from typing import Final

from starlette.responses import Response

from cutthroat.i18n.locales import moment_text
from cutthroat.service.tables.people import LINK_LIFE
from cutthroat.service.tables.ports import CredentialKind
from cutthroat.web.limits import GUESSES
from cutthroat.web.mine import seats_of
from cutthroat.web.pages.network import links_to, may_offer
from cutthroat.web.pages.page import Visit
from cutthroat.web.pages.settings import known, not_known
from cutthroat.web.problems import Denied, WebReason
from cutthroat.web.qr import qr_svg

_LONGEST: Final = 100
"""Characters of a code that are looked at; ours have fewer."""


async def post_code(visit: Visit) -> Response:
    """Make a code for one other device, and show it as a link and as a picture."""
    person = await known(visit)
    if person is None:
        return await not_known(visit)
    code, expires = await visit.site.people.link(person)
    path = f"/link/{code}"
    reached = await links_to(visit, path)
    links = reached or [visit.site.base(visit.request) + path]
    return visit.show(
        "settings_device.html",
        links=links,
        picture=qr_svg(links[0]),
        is_reachable=bool(reached),
        offer=may_offer(visit),
        minutes=LINK_LIFE // 60_000,
        expires=moment_text(expires, visit.look.language),
    )


async def get_link(visit: Visit) -> Response:
    """Ask whether this device is to be somebody's. Looking at it does not use the code up."""
    code = visit.path["code"][:_LONGEST]
    found = await visit.site.people.opens(code, CredentialKind.LINK)
    owner = await visit.site.people.person(found.person) if found else None
    if owner is None:
        visit.site.spend_on_address(visit.request, GUESSES)
        return await _no_use(visit)
    me = await visit.person()
    return visit.show(
        "link.html",
        code=code,
        owner=owner.name,
        is_mine=me == owner.identifier,
        my_name=await _name(visit, me),
        going_on=await _going_on(visit, me),
    )


async def post_link(visit: Visit) -> Response:
    """Make this device somebody's by a code.

    Raises Denied for a browser that keeps no cookie: it would use the code up for nothing.
    """
    if visit.is_new:
        raise Denied(WebReason.NO_COOKIE)
    visit.site.spend_on_address(visit.request, GUESSES)
    code = visit.form.get("code", "").strip()[:_LONGEST]

    async def used() -> str:
        made = await visit.site.people.use_link(code)
        if made is None:
            raise Denied(WebReason.USED_LINK)
        return made[1]

    try:
        secret = await visit.kit.once.result(visit.secret or "", f"link {code}", used)
    except Denied:
        return await _no_use(visit)
    response = visit.go("/")
    visit.site.remember(visit.request, response, secret)
    return response


async def _no_use(visit: Visit) -> Response:
    """That a code opens nothing, and what to do now."""
    name = await _name(visit, await visit.person())
    return visit.show("link_used.html", HTTPStatus.NOT_FOUND, my_name=name)


async def _name(visit: Visit, identifier: str | None) -> str | None:
    """What somebody is called; None for nobody."""
    person = await visit.site.people.person(identifier) if identifier else None
    return person.name if person else None


async def _going_on(visit: Visit, person: str | None) -> int:
    """At how many tables somebody sits where a match goes on or is awaited."""
    seats = await seats_of(visit.site, visit.request, person) if person else []
    return sum(seat.phase != "over" for seat in seats)
