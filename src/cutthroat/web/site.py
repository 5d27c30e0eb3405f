"""What every request works with, and how a request finds out who asks."""

from __future__ import annotations

from dataclasses import dataclass
from ipaddress import ip_address
from typing import Final
from urllib.parse import urlsplit

from itsdangerous import BadSignature, Signer
from starlette.requests import Request
from starlette.responses import Response

from cutthroat.core.actions import Seat
from cutthroat.service.ports import ServerOptions
from cutthroat.service.tables.hall import Hall
from cutthroat.service.tables.hosting import HostedTable
from cutthroat.service.tables.people import People
from cutthroat.service.tables.ports import CredentialKind
from cutthroat.service.tables.state import TableState
from cutthroat.web.limits import CROWD, GUESSES, Limit, Limits
from cutthroat.web.problems import Denied, WebReason

COOKIE: Final = "cutthroat"
_COOKIE_LIFE: Final = 400 * 86_400
"""Seconds; browsers keep no cookie longer."""
_BEARER: Final = "Bearer "


@dataclass(frozen=True, slots=True, kw_only=True)
class Site:
    """A running server, as its endpoints see it."""

    hall: Hall
    people: People
    limits: Limits
    signer: Signer
    options: ServerOptions

    # Addresses

    def base(self, request: Request) -> str:
        """The address that people reach the server by, without a slash at its end."""
        return (self.options.public_url or str(request.base_url)).rstrip("/")

    def table_url(self, request: Request, table: str) -> str:
        """The address of a table."""
        return f"{self.base(request)}/tables/{table}"

    def check_origin(self, request: Request) -> None:
        """See that a page of another site has not sent this.

        Raises Denied.
        """
        origin = request.headers.get("origin")
        if origin is None:
            if request.headers.get("sec-fetch-site") in ("cross-site", "same-site"):
                raise Denied(WebReason.FOREIGN_ORIGIN)
            return
        own = {request.headers.get("host", "").lower()}
        if self.options.public_url:
            own.add(urlsplit(self.options.public_url).netloc.lower())
        if urlsplit(origin).netloc.lower() not in own or origin == "null":
            raise Denied(WebReason.FOREIGN_ORIGIN)

    # Who asks

    async def person(self, request: Request) -> str | None:
        """The person of the browser that asks; None for one that is not known."""
        cookie = request.cookies.get(COOKIE)
        if not cookie:
            return None
        try:
            secret = self.signer.unsign(cookie).decode()
        except BadSignature:
            return None
        device = await self.people.opens(secret, CredentialKind.DEVICE)
        return device.person if device else None

    def remember(self, request: Request, response: Response, secret: str) -> None:
        """Have the browser keep the secret of its device, out of reach of scripts."""
        response.set_cookie(
            COOKIE,
            self.signer.sign(secret).decode(),
            max_age=_COOKIE_LIFE,
            path=request.scope.get("root_path") or "/",
            secure=self.is_secure(request),
            httponly=True,
            samesite="lax",
        )

    def is_secure(self, request: Request) -> bool:
        """Whether people reach the server by TLS."""
        return request.url.scheme == "https" or (self.options.public_url or "").startswith("https")

    async def find_seat(self, request: Request, table: HostedTable) -> Seat | None:
        """The seat of whoever asks; None for somebody who sits elsewhere or nowhere.

        Raises Denied for a token that opens nothing, or another table.
        """
        given = request.headers.get("authorization")
        if given is not None:
            return await self._seat_of_token(request, given, table)
        person = await self.person(request)
        return seat_of(table.state, person) if person else None

    async def _seat_of_token(self, request: Request, given: str, table: HostedTable) -> Seat:
        token = given[len(_BEARER) :] if given.startswith(_BEARER) else ""
        credential = await self.people.opens(token, CredentialKind.SEAT) if token else None
        if credential is None or credential.seat is None:
            self.spend_on_address(request, GUESSES)
            raise Denied(WebReason.BAD_TOKEN)
        if credential.table != table.state.table:
            raise Denied(WebReason.OTHER_TABLE)
        human = table.state.human(credential.seat)
        if human is None or human.person != credential.person:
            raise Denied(WebReason.NOT_SEATED)
        return credential.seat

    async def own_seat(self, request: Request, table: HostedTable) -> Seat:
        """The seat of whoever asks.

        Raises Denied for somebody who has none here.
        """
        seat = await self.find_seat(request, table)
        if seat is None:
            known = COOKIE in request.cookies
            raise Denied(WebReason.NOT_SEATED if known else WebReason.NO_CREDENTIALS)
        return seat

    # How often

    def address(self, request: Request) -> str:
        """Where a request comes from: an IPv4 address, or the network of an IPv6 one."""
        host = request.client.host if request.client else ""
        try:
            parsed = ip_address(host)
        except ValueError:
            return host
        return str(parsed) if parsed.version == 4 else parsed.exploded[:19]

    def is_local(self, request: Request) -> bool:
        """Whether a request comes from this machine, and through no proxy."""
        if "x-forwarded-for" in request.headers or "forwarded" in request.headers:
            return False
        try:
            return ip_address(request.client.host if request.client else "").is_loopback
        except ValueError:
            return False

    def spend(self, request: Request, limit: Limit, who: str | None) -> None:
        """Count a request of a person, and of the address.

        Raises Denied if it is one too many.
        """
        if who is not None:
            self.limits.spend(limit, who)
        self.spend_on_address(request, limit, CROWD if who is not None else 1)

    def spend_on_address(self, request: Request, limit: Limit, times: int = 1) -> None:
        """Count a request of an address; this machine's own are not counted.

        Raises Denied if it is one too many.
        """
        if not self.is_local(request):
            self.limits.spend(limit, self.address(request), times)


def seat_of(state: TableState, person: str) -> Seat | None:
    """Where a person sits at a table."""
    for seat in state.numbers:
        human = state.human(seat)
        if human and human.person == person:
            return seat
    return None
