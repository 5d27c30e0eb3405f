"""Who can reach a server: this machine alone, or the network around it as well.

A server for oneself listens on loopback. Whoever sits at the machine may let the local network in
while it runs, and has then an address for the others.
"""

from __future__ import annotations

import asyncio
import re
import socket
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from ipaddress import ip_address
from typing import Final

from cutthroat.service.ports import CannotServe, ServeReason, ServerOptions
from cutthroat.web.listening import Address, listen_near, network_addresses

Take = Callable[[socket.socket], Awaitable[asyncio.AbstractServer]]
"""Has a running server take the requests that come in at a socket."""

_LOOPBACK: Final = re.compile(
    r"(localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\])(:\d{1,5})?", re.ASCII | re.IGNORECASE
)
"""A Host header that no other machine can have its name stand for."""


@dataclass(frozen=True, slots=True)
class _Door:
    """A port where the network comes in."""

    port: int
    server: asyncio.AbstractServer


class Doors:
    """Where a server listens, and the way to let the local network in until it stops.

    at: the address and port where it listens from the start. take: has it listen elsewhere too.
    """

    def __init__(self, options: ServerOptions, at: tuple[str, int], take: Take) -> None:
        self._options = options
        self._host, self._port = ip_address(at[0]), at[1]
        self._take = take
        self._opened: dict[Address, _Door] = {}
        self._opening = asyncio.Lock()

    @property
    def is_open_to_network(self) -> bool:
        """Whether others than this machine can reach the server."""
        return not self._host.is_loopback or bool(self._opened)

    def may_open_for(self, host: str) -> bool:
        """Whether a request may ask for this that came from this machine itself.

        host: its Host header. A page of another site, whose name was made to stand for this
        machine, still sends its own name; and behind a proxy everybody is on this machine.
        """
        behind_proxy = self._options.public_url is not None or bool(self._options.proxies)
        return not behind_proxy and _LOOPBACK.fullmatch(host) is not None

    async def own_addresses(self) -> list[str]:
        """The addresses by which the network reaches the server, or would if it were let in.

        URLs without a slash at the end; IPv4 comes first. Empty where there is no network.
        """
        if not self._host.is_loopback and not self._host.is_unspecified:
            return [_url(self._host, self._port)]
        found = await network_addresses()
        if self._opened:
            return [_url(one, self._opened[one].port) for one in found if one in self._opened]
        # A socket for all addresses of IPv6 takes those of IPv4 as well.
        versions = (4,) if self._host.is_unspecified and self._host.version == 4 else (4, 6)
        return [_url(one, self._port) for one in found if one.version in versions]

    async def let_in(self) -> list[str]:
        """Take requests from the local network too; the addresses where they are taken.

        At the same port, or at any free one where another has that. Asked again, it adds the
        addresses that the machine has got since.
        Raises CannotServe without a network, or if none of its addresses can be had.
        """
        if self._host.is_loopback:
            async with self._opening:
                await self._open_all()
        return await self.own_addresses()

    def close(self) -> None:
        """Take no more lines from the network that was let in; those that there are stay."""
        for door in self._opened.values():
            door.server.close()
        self._opened.clear()

    async def _open_all(self) -> None:
        found = await network_addresses()
        if not found:
            raise CannotServe(ServeReason.NETWORK_UNREACHABLE)
        failure: OSError | None = None
        for address in found:
            try:
                await self._open(address)
            except OSError as error:
                failure = failure or error
        if failure is not None and self._opened.keys().isdisjoint(found):
            why = failure.strerror or str(failure)
            raise CannotServe(
                ServeReason.CANNOT_LISTEN, host=str(found[0]), port=self._port, why=why
            )

    async def _open(self, address: Address) -> None:
        """Take requests at an address, unless they are taken there already.

        Raises OSError if the address cannot be had.
        """
        if address in self._opened:
            return
        listening = listen_near(str(address), self._port)
        try:
            server = await self._take(listening)
        except BaseException:
            listening.close()
            raise
        self._opened[address] = _Door(listening.getsockname()[1], server)


def _url(address: Address, port: int) -> str:
    host = f"[{address}]" if address.version == 6 else str(address)
    return f"http://{host}:{port}"
