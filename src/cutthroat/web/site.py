"""What every request works with, and how a request finds out who asks."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, ip_address
from typing import Final
from urllib.parse import urlsplit

from itsdangerous import BadSignature, Signer
from starlette.requests import Request
from starlette.responses import Response

from cutthroat.core.actions import Seat
from cutthroat.service.ports import ServerOptions
from cutthroat.service.sheets.desk import Desk
from cutthroat.service.tables.hall import Hall
from cutthroat.service.tables.hosting import HostedTable
from cutthroat.service.tables.kept import KeptRecords
from cutthroat.service.tables.people import People
from cutthroat.service.tables.ports import CredentialKind
from cutthroat.service.tables.state import TableState
from cutthroat.web.doors import Doors
from cutthroat.web.limits import CROWD, GUESSES, Limit, Limits
from cutthroat.web.problems import Denied, WebReason

COOKIE: Final = "cutthroat"
RAW_HEADERS: Final = "cutthroat.headers"
"""Where the scope of a request keeps its headers as they came."""
_COOKIE_LIFE: Final = 400 * 86_400
"""Seconds; browsers keep no cookie longer."""
_BEARER: Final = "bearer "
_PROXYS: Final = "basic "
"""A password that a proxy asks for, and hands on: no token of ours."""
_BY_PROXY: Final = frozenset(
    (b"forwarded", b"via", b"x-forwarded-for", b"x-forwarded-proto", b"x-real-ip")
)
"""Headers that a proxy adds."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Site:
    """A running server, as its endpoints see it."""

    hall: Hall
    people: People
    records: KeptRecords
    desk: Desk
    limits: Limits
    signer: Signer
    options: ServerOptions
    doors: Doors

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
        sent = raw_headers(request)
        if b"origin" not in sent:
            if sent.get(b"sec-fetch-site") in (b"cross-site", b"same-site"):
                raise Denied(WebReason.FOREIGN_ORIGIN)
            return
        own = {request.headers.get("host", "").lower(), _host_of(self.options.public_url or "")}
        if (host := _host_of(sent[b"origin"].decode("latin-1"))) is None or host not in own:
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
        public_url = self.options.public_url or ""
        return request.scope["scheme"] == "https" or public_url.lower().startswith("https:")

    async def forget(self, person: str) -> None:
        """Delete all of a person's data; finished matches stay, without the name.

        Raises StoreUnavailable; then it can be done again.
        """
        await self.people.forget(person, self.hall)
        self.desk.forget(person)

    async def find_seat(self, request: Request, table: HostedTable) -> Seat | None:
        """The seat of whoever asks; None for somebody who sits elsewhere or nowhere.

        Raises Denied for a token that opens nothing, or another table.
        """
        sent = raw_headers(request).get(b"authorization")
        given = sent.decode("latin-1") if sent is not None else None
        if given is not None and given[: len(_PROXYS)].lower() != _PROXYS:
            return await self._seat_of_token(request, given, table)
        person = await self.person(request)
        return seat_of(table.state, person) if person else None

    async def _seat_of_token(self, request: Request, given: str, table: HostedTable) -> Seat:
        token = given[len(_BEARER) :].strip() if given[: len(_BEARER)].lower() == _BEARER else ""
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
            known = await self.person(request)
            raise Denied(WebReason.NOT_SEATED if known else WebReason.NO_CREDENTIALS)
        return seat

    # How often

    def address(self, request: Request) -> str:
        """Where a request comes from: an IPv4 address, or the network of an IPv6 one."""
        parsed = _client(request)
        if parsed is None:
            return request.client.host if request.client else ""
        return str(parsed) if parsed.version == 4 else parsed.exploded[:19]

    def is_local(self, request: Request) -> bool:
        """Whether a request comes from this machine, and through no proxy."""
        if not _BY_PROXY.isdisjoint(raw_headers(request)):
            return False
        client = _client(request)
        return client is not None and client.is_loopback

    def may_let_in(self, request: Request) -> bool:
        """Whether whoever asks sits at this machine, and may let its network in."""
        return self.is_local(request) and self.doors.may_open_for(request.headers.get("host", ""))

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


def raw_headers(request: Request) -> dict[bytes, bytes]:
    """The headers of a request as they came, by their names in lower case."""
    found: dict[bytes, bytes] | None = request.scope.get(RAW_HEADERS)
    if found is None:
        found = request.scope[RAW_HEADERS] = dict(request.scope["headers"])
    return found


def _host_of(url: str) -> str | None:
    """The host and port of an address, in lower case; None for what has none, such as `null`."""
    try:
        return urlsplit(url).netloc.lower() or None
    except ValueError:
        return None


def is_loopback_url(url: str) -> bool:
    """Whether an address leads nowhere but to the machine that looks it up."""
    host = urlsplit(url).hostname or ""
    parsed = _parsed(host)
    return host == "localhost" or (parsed is not None and parsed.is_loopback)


def _client(request: Request) -> IPv4Address | IPv6Address | None:
    """Where a request comes from; an IPv4 address also where an IPv6 socket took the request."""
    return _parsed(request.client.host) if request.client else None


@lru_cache(4096)
def _parsed(host: str) -> IPv4Address | IPv6Address | None:
    try:
        parsed = ip_address(host)
    except ValueError:
        return None
    return getattr(parsed, "ipv4_mapped", None) or parsed


def seat_of(state: TableState, person: str) -> Seat | None:
    """Where a person sits at a table."""
    for seat in state.numbers:
        human = state.human(seat)
        if human and human.person == person:
            return seat
    return None
