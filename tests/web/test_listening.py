"""Sockets that listen, and the addresses of this machine."""

from __future__ import annotations

import asyncio
import socket
from ipaddress import ip_address

import pytest

from cutthroat.web import listening
from cutthroat.web.listening import Address, listen, listen_near, network_addresses


def found(monkeypatch: pytest.MonkeyPatch, out: list[str], named: list[str] | OSError) -> list[str]:
    """The addresses, where these are on the way out and these are of the machine's name."""

    async def of_own_name() -> list[Address]:
        return [*map(ip_address, named)] if isinstance(named, list) else []

    monkeypatch.setattr(listening, "_on_the_way_out", lambda: [*map(ip_address, out)])
    monkeypatch.setattr(listening, "_of_own_name", of_own_name)
    return [*map(str, asyncio.run(network_addresses()))]


@pytest.mark.parametrize(
    ("out", "named", "addresses"),
    [
        ([], [], []),
        (["192.168.0.5"], ["127.0.1.1"], ["192.168.0.5"]),
        (["192.168.0.5"], ["192.168.0.5", "10.0.0.5"], ["192.168.0.5", "10.0.0.5"]),
        (["fd00::5"], ["192.168.0.5"], ["192.168.0.5", "fd00::5"]),
        (["127.0.0.1", "::1", "169.254.1.1", "fe80::1%eth0", "0.0.0.0", "224.0.0.1"], [], []),
        (["192.168.0.5", "2a00:1450::5"], ["8.8.8.8"], ["192.168.0.5"]),
        (["8.8.8.8", "2a00:1450::5"], ["127.0.1.1"], ["8.8.8.8", "2a00:1450::5"]),
        (["100.64.0.5"], ["8.8.8.8"], ["100.64.0.5"]),
    ],
)
def test_the_addresses_that_others_may_use(
    monkeypatch: pytest.MonkeyPatch, out: list[str], named: list[str], addresses: list[str]
) -> None:
    assert found(monkeypatch, out, named) == addresses


def test_the_addresses_of_this_machine_can_be_listened_at() -> None:
    for address in asyncio.run(network_addresses()):
        listen(str(address), 0).close()


def test_a_machine_without_any_way_out(monkeypatch: pytest.MonkeyPatch) -> None:
    class NoWay(socket.socket):
        def connect(self, address: object) -> None:
            raise OSError(101, "Network is unreachable")

    monkeypatch.setattr("socket.socket", NoWay)
    assert listening._on_the_way_out() == []


@pytest.mark.parametrize("name", ["no-such-name.invalid", "x" * 80, "a..b"])
def test_a_machine_whose_name_stands_for_nothing(
    monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setattr("socket.gethostname", lambda: name)
    assert asyncio.run(listening._of_own_name()) == []


def test_a_name_that_is_looked_up_for_long(monkeypatch: pytest.MonkeyPatch) -> None:
    async def forever(*_arguments: object, **_options: object) -> None:
        await asyncio.sleep(3600)

    async def looked_up() -> list[Address]:
        monkeypatch.setattr(asyncio.get_running_loop(), "getaddrinfo", forever)
        return await listening._of_own_name()

    monkeypatch.setattr(listening, "_NAME_SECONDS", 0.01)
    assert asyncio.run(looked_up()) == []


def test_any_free_port_where_another_has_that_one() -> None:
    with listen("127.0.0.1", 0) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(OSError, match="in use"):
            listen("127.0.0.1", port)
        with listen_near("127.0.0.1", port) as other:
            assert other.getsockname()[1] not in (0, port)
    with listen_near("127.0.0.1", port) as same:
        assert same.getsockname()[1] == port


def test_no_other_port_helps_where_the_address_is_another_machines() -> None:
    with pytest.raises(OSError, match="assign"):
        listen_near("203.0.113.1", 0)
