"""Where requests come in: sockets that listen, and the addresses of this machine."""

from __future__ import annotations

import asyncio
import errno
import socket
from ipaddress import IPv4Address, IPv6Address, ip_address
from typing import Final, TypeAlias

Address: TypeAlias = IPv4Address | IPv6Address

_UNANSWERED: Final = 30_000
"""Milliseconds after which a line is given up whose other end acknowledges nothing."""
_ELSEWHERE: Final = {socket.AF_INET: "198.51.100.1", socket.AF_INET6: "2001:db8::1"}
"""Addresses far away; they are nobody's (RFC 5737, RFC 3849)."""
_NAME_SECONDS: Final = 1.0
"""How long it may take to look up this machine's own name."""


def listen(host: str, port: int) -> socket.socket:
    """A socket that takes requests.

    Raises OSError if the address cannot be had.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        found = socket.getaddrinfo(host, port, family, socket.SOCK_STREAM)[0]
    except UnicodeError as error:
        raise OSError(str(error)) from None
    listening = socket.socket(found[0], found[1])
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if hasattr(socket, "TCP_USER_TIMEOUT"):
            # Lines inherit it. A phone that fell off the network would else count as there for a
            # quarter of an hour, and nobody would play for it.
            listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, _UNANSWERED)
        listening.bind(found[4])
        listening.listen(1024)
    except BaseException:
        listening.close()
        raise
    return listening


def listen_near(host: str, port: int) -> socket.socket:
    """A socket that takes requests at a port, or at any free one if another has that.

    Raises OSError if the address cannot be had.
    """
    try:
        return listen(host, port)
    except OSError as error:
        if error.errno != errno.EADDRINUSE:
            raise
        return listen(host, 0)


async def network_addresses() -> list[Address]:
    """The addresses by which a local network reaches this machine, IPv4 before IPv6.

    Where there are private addresses, those that the whole internet can reach are left out.
    Nothing is sent to anybody but, if the system wants to, to the resolver of names.
    """
    found = [*_on_the_way_out(), *await _of_own_name()]
    usable = sorted(dict.fromkeys(filter(_is_usable, found)), key=lambda one: one.version)
    return [one for one in usable if not one.is_global] or usable


def _is_usable(address: Address) -> bool:
    return not (
        address.is_loopback
        or address.is_link_local
        or address.is_unspecified
        or address.is_multicast
    )


def _on_the_way_out() -> list[Address]:
    """Where packets to far away would leave from. To connect a UDP socket sends none."""
    found: list[Address] = []
    for family, far in _ELSEWHERE.items():
        try:
            with socket.socket(family, socket.SOCK_DGRAM) as probe:
                probe.connect((far, 9))
                found.append(ip_address(probe.getsockname()[0]))
        except OSError:
            continue  # there is no such way
    return found


async def _of_own_name() -> list[Address]:
    """What this machine's name stands for; it may be nothing, or take too long to say."""
    loop = asyncio.get_running_loop()
    try:
        async with asyncio.timeout(_NAME_SECONDS):
            told = await loop.getaddrinfo(socket.gethostname(), None, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):  # among them TimeoutError
        return []
    return [ip_address(address[0]) for *_, address in told]
