"""Letting friends near by come in: the addresses of this machine, and a code for their phones."""

from __future__ import annotations

from urllib.parse import urlsplit

from starlette.responses import Response

from cutthroat.web.pages.page import Visit
from cutthroat.web.pages.returning import local_path
from cutthroat.web.problems import Denied, WebReason
from cutthroat.web.qr import qr_svg
from cutthroat.web.site import is_loopback_url


async def invitation(visit: Visit, table: str) -> str:
    """How others get to a table: a link that they can reach, as text and as a code.

    Where only this machine reaches the server, the offer to let its network in.
    """
    links = await links_to(visit, f"/tables/{table}")
    return visit.kit.studio.text(
        "table/network.html",
        table=table,
        offer=may_offer(visit),
        links=links,
        own=f"{visit.site.base(visit.request)}/tables/{table}",
        codes=[qr_svg(link) for link in links[:1]],
        is_plain=bool(links) and urlsplit(links[0]).scheme == "http",
    )


async def links_to(visit: Visit, path: str) -> list[str]:
    """Addresses by which other devices get to a page, the likeliest first.

    Empty where only this machine reaches the server, or is in no network.
    """
    base, doors = visit.site.base(visit.request), visit.site.doors
    if not is_loopback_url(base):
        return [base + path]
    if not doors.is_open_to_network:
        return []
    root = visit.site.options.root_path
    return [f"{one}{root}{path}" for one in await doors.own_addresses()]


def may_offer(visit: Visit) -> bool:
    """Whether whoever visits may let the network in, and nobody has."""
    site = visit.site
    return not site.doors.is_open_to_network and site.may_let_in(visit.request)


async def post_network(visit: Visit) -> Response:
    """Let the local network in, as somebody at this machine asks.

    Raises Denied for anybody else, CannotServe without a network.
    """
    if not visit.site.may_let_in(visit.request):
        raise Denied(WebReason.NOT_FOR_YOU)
    await visit.site.doors.let_in()
    table = visit.form.get("table", "")
    back = local_path(visit.form.get("back", "")) or "/"
    return visit.go(f"/tables/{table}" if table.isalnum() else back)
