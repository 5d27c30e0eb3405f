"""Letting the local network in: who may, where it comes in, and that all of it ends."""

from __future__ import annotations

import asyncio
import signal
import socket
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import asynccontextmanager
from ipaddress import ip_address
from pathlib import Path
from typing import Any

import httpx
import pytest
from starlette.requests import Request
from starlette.routing import Router

from cutthroat.adapters.sql import open_store
from cutthroat.service.ports import CannotServe, ServeReason, ServerOptions
from cutthroat.web import serving
from cutthroat.web.application import application
from cutthroat.web.doors import Doors
from cutthroat.web.listening import listen, network_addresses
from cutthroat.web.site import Site
from tests.web.house import FAR, HERE, Watch, house, sit, site_of

NETWORK = ["127.0.0.2", "127.0.0.3"]
"""Addresses that stand for the local network: a machine has them without being in one."""

Loops = Callable[[], asyncio.AbstractEventLoop] | None
Networks = Callable[[list[str]], None]


@pytest.fixture
def network(monkeypatch: pytest.MonkeyPatch) -> Networks:
    """Puts the machine in a network, where it has the two addresses until told otherwise."""

    def put(addresses: list[str]) -> None:
        async def found() -> list[object]:
            return [*map(ip_address, addresses)]

        monkeypatch.setattr("cutthroat.web.doors.network_addresses", found)

    try:
        listen(NETWORK[0], 0).close()
    except OSError:
        pytest.skip("this system gives a machine one address of its own, not a whole network")
    put(NETWORK)
    return put


def loops() -> list[Any]:
    uvloop = pytest.importorskip("uvloop")
    return [asyncio.new_event_loop, uvloop.new_event_loop]


def run(work: Coroutine[Any, Any, None], loop_factory: Loops = None) -> None:
    with asyncio.Runner(loop_factory=loop_factory) as runner:
        runner.run(work)


# Who may ask for it


def request(client: tuple[str, int], host: str | None, **more: str) -> Request:
    headers = {name.replace("_", "-"): value for name, value in more.items()}
    headers |= {} if host is None else {"host": host}
    raw = [(name.encode(), value.encode()) for name, value in headers.items()]
    return Request({"type": "http", "client": client, "headers": raw})


async def may(tmp_path: Path, asked: Request, options: ServerOptions | None = None) -> bool:
    async with house(tmp_path, options or ServerOptions()) as here:
        return here.site.may_let_in(asked)


@pytest.mark.parametrize(
    "host",
    ["127.0.0.1:8321", "127.0.0.1", "127.255.0.9:80", "localhost:8321", "LocalHost", "[::1]:8321"],
)
@pytest.mark.parametrize("client", ["127.0.0.1", "::1", "::ffff:127.0.0.1"])
def test_somebody_at_this_machine_may(tmp_path: Path, host: str, client: str) -> None:
    assert asyncio.run(may(tmp_path, request((client, 50_000), host)))


@pytest.mark.parametrize(
    "host",
    [
        *(None, "", "evil.example", "evil.example:8321", "192.168.0.5:8321", "[fd00::5]:8321"),
        *("localhost.evil.example", "127.0.0.1.evil.example", "127.evil.example", "evil-localhost"),
        *("evil.example@localhost", "localhost@evil.example", "localhost:evil", "localhost\n"),
        *("0.0.0.0:8321", "128.0.0.1", "[::]", "[::1", "\u0661\u0662\u0667.0.0.1"),
    ],
)
def test_a_page_under_another_name_may_not(tmp_path: Path, host: str | None) -> None:
    assert not asyncio.run(may(tmp_path, request(HERE, host)))


@pytest.mark.parametrize("client", [FAR, ("192.168.0.5", 1), ("fd00::5", 1), ("", 0)])
def test_somebody_elsewhere_may_not(tmp_path: Path, client: tuple[str, int]) -> None:
    assert not asyncio.run(may(tmp_path, request(client, "localhost:8321")))


@pytest.mark.parametrize(
    "asked",
    [
        request(HERE, "localhost", x_forwarded_for="203.0.113.7"),
        request(HERE, "localhost", forwarded="for=203.0.113.7"),
    ],
)
def test_what_came_by_a_proxy_may_not(tmp_path: Path, asked: Request) -> None:
    assert not asyncio.run(may(tmp_path, asked))


@pytest.mark.parametrize(
    "options",
    [ServerOptions(proxies="10.0.0.1"), ServerOptions(public_url="https://play.example")],
)
def test_nobody_may_where_a_proxy_stands_before_it(tmp_path: Path, options: ServerOptions) -> None:
    assert not asyncio.run(may(tmp_path, request(HERE, "localhost:8321"), options))


# Where it listens from the start


async def taken(listening: socket.socket) -> asyncio.AbstractServer:
    loop = asyncio.get_running_loop()
    return await loop.create_server(asyncio.Protocol, sock=listening)


def doors(host: str, port: int = 8321) -> Doors:
    return Doors(ServerOptions(), (host, port), taken)


@pytest.mark.parametrize(
    ("host", "is_open"),
    [
        *(("127.0.0.1", False), ("127.0.0.9", False), ("::1", False)),
        *(("0.0.0.0", True), ("::", True), ("192.168.0.5", True), ("fd00::5", True)),
    ],
)
def test_whether_the_network_comes_in(host: str, is_open: bool) -> None:
    assert doors(host).is_open_to_network is is_open


@pytest.mark.parametrize(
    ("host", "addresses"),
    [
        ("127.0.0.1", ["http://10.0.0.5:8321", "http://[fd00::5]:8321"]),
        ("0.0.0.0", ["http://10.0.0.5:8321"]),
        ("::", ["http://10.0.0.5:8321", "http://[fd00::5]:8321"]),
        ("192.168.0.5", ["http://192.168.0.5:8321"]),
        ("fd00::7", ["http://[fd00::7]:8321"]),
    ],
)
def test_the_addresses_that_are_told(network: Networks, host: str, addresses: list[str]) -> None:
    network(["10.0.0.5", "fd00::5"])
    assert asyncio.run(doors(host).own_addresses()) == addresses


def test_a_server_that_is_open_has_nothing_to_open(network: Networks) -> None:
    def never(_listening: socket.socket) -> Awaitable[asyncio.AbstractServer]:
        raise AssertionError("nothing is to be opened")

    opened = Doors(ServerOptions(), ("0.0.0.0", 8321), never)
    assert asyncio.run(opened.let_in()) == [f"http://{one}:8321" for one in NETWORK]


def test_a_machine_in_no_network(network: Networks) -> None:
    network([])
    shut = doors("127.0.0.1")
    assert asyncio.run(shut.own_addresses()) == []
    with pytest.raises(CannotServe) as caught:
        asyncio.run(shut.let_in())
    assert caught.value.reason is ServeReason.NETWORK_UNREACHABLE
    assert not shut.is_open_to_network


def test_addresses_that_cannot_be_had(network: Networks) -> None:
    network(["203.0.113.1", "203.0.113.2"])
    shut = doors("127.0.0.1")
    with pytest.raises(CannotServe) as caught:
        asyncio.run(shut.let_in())
    assert caught.value.reason is ServeReason.CANNOT_LISTEN
    assert caught.value.parameters["host"] == "203.0.113.1"
    assert caught.value.parameters["port"] == 8321
    assert caught.value.parameters["why"]
    assert not shut.is_open_to_network


def test_a_server_that_takes_no_more_sockets(network: Networks) -> None:
    """It keeps none, as pytest would tell."""

    async def refuse(listening: socket.socket) -> asyncio.AbstractServer:
        raise OSError("no more")

    shut = Doors(ServerOptions(), ("127.0.0.1", free_port()), refuse)
    with pytest.raises(CannotServe, match="no more"):
        asyncio.run(shut.let_in())
    assert not shut.is_open_to_network


def free_port() -> int:
    """A port that nobody has, at any of the addresses."""
    with listen("127.0.0.1", 0) as listening:
        port: int = listening.getsockname()[1]
    return port


# A server that runs


@asynccontextmanager
async def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Site]:
    """A server with real sockets at loopback; it is ended as by an operator."""
    store = await asyncio.to_thread(open_store, f"sqlite:///{tmp_path}/tables.sqlite")
    sites: list[Site] = []
    ready = asyncio.Event()

    def keep(site: Site) -> Router:
        sites.append(site)
        return application(site)

    monkeypatch.setattr(serving, "application", keep)
    options = ServerOptions(port=0)
    pattern = site_of(store, Watch(), options, b"")
    runs = asyncio.create_task(
        serving.serve(
            pattern.hall,
            pattern.people,
            pattern.records,
            pattern.desk,
            options,
            key=b"key",
            listening=listen(options.host, 0),
            ready=ready.set,
        )
    )
    try:
        await asyncio.wait_for(ready.wait(), 30)
        yield sites[0]
    finally:
        signal.raise_signal(signal.SIGTERM)
        await asyncio.wait_for(runs, 30)
        await store.close()


async def answers(address: str) -> bool:
    try:
        async with httpx.AsyncClient(trust_env=False, timeout=10) as client:
            return (await client.get(f"{address}/healthz")).status_code == 200
    except httpx.ConnectError:
        return False


def is_open(site: Site) -> bool:
    return site.doors.is_open_to_network


async def port_of(site: Site) -> int:
    (address, *_) = await site.doors.own_addresses()
    return int(address.rpartition(":")[2])


@pytest.mark.parametrize("loop_factory", loops())
def test_the_network_comes_in_and_everything_ends(
    tmp_path: Path, network: Networks, monkeypatch: pytest.MonkeyPatch, loop_factory: Loops
) -> None:
    async def scenario() -> None:
        async with server(tmp_path, monkeypatch) as site:
            port = await port_of(site)
            here, *there = [f"http://{host}:{port}" for host in ("127.0.0.1", *NETWORK)]
            assert await answers(here)
            assert [await answers(one) for one in there] == [False, False]
            assert not is_open(site)
            assert await site.doors.let_in() == there
            assert is_open(site)
            assert [await answers(one) for one in (here, *there)] == [True, True, True]
            table = asyncio.Event()
            at = asyncio.create_task(watched(there[0], table))
            await asyncio.wait_for(table.wait(), 30)
            line, idle = await asyncio.open_connection(NETWORK[0], port)
            idle.write(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
            await line.readuntil(b"}")
            began = asyncio.get_running_loop().time()
        # The stream was ended in good order, and nothing waited for the network's end of it.
        assert b"id: " in await at
        assert await asyncio.wait_for(line.read(), 5) == b""
        idle.close()
        assert asyncio.get_running_loop().time() - began < 5
        assert [await answers(one) for one in (here, *there)] == [False, False, False]

    run(scenario(), loop_factory)


async def watched(address: str, begun: asyncio.Event) -> bytes:
    """All that a stream of a new table says until it ends."""
    told = b""
    async with httpx.AsyncClient(base_url=address, trust_env=False, timeout=30) as client:
        seated = await sit(client)
        async with client.stream("GET", f"{seated.path}/stream", headers=seated.key) as stream:
            async for chunk in stream.aiter_bytes():
                told += chunk
                begun.set()
    return told


@pytest.mark.parametrize("loop_factory", loops())
def test_lines_of_the_network_are_given_up_like_all_others(
    tmp_path: Path, network: Networks, monkeypatch: pytest.MonkeyPatch, loop_factory: Loops
) -> None:
    option = getattr(socket, "TCP_USER_TIMEOUT", None)
    if option is None:
        pytest.skip("this system gives up lines by itself")
    heard: list[socket.socket] = []

    def keep(host: str, port: int) -> socket.socket:
        heard.append(listen(host, port))
        return heard[-1]

    async def scenario() -> None:
        async with server(tmp_path, monkeypatch) as site:
            await site.doors.let_in()
            waits = [one.getsockopt(socket.IPPROTO_TCP, option) for one in heard]
            assert waits == [30_000, 30_000]

    monkeypatch.setattr("cutthroat.web.listening.listen", keep)
    run(scenario(), loop_factory)


def test_a_port_that_another_has_there(
    tmp_path: Path, network: Networks, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario() -> None:
        async with server(tmp_path, monkeypatch) as site:
            port = await port_of(site)
            with listen(NETWORK[0], port):
                other, same = await site.doors.let_in()
                assert other.startswith(f"http://{NETWORK[0]}:")
                assert other != f"http://{NETWORK[0]}:{port}"
                assert same == f"http://{NETWORK[1]}:{port}"
                assert await answers(other)
                assert await site.doors.own_addresses() == [other, same]

    run(scenario())


def test_an_address_that_cannot_be_had_keeps_no_other_shut(
    tmp_path: Path, network: Networks, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario() -> None:
        network(["203.0.113.1", NETWORK[0]])
        async with server(tmp_path, monkeypatch) as site:
            (address,) = await site.doors.let_in()
            assert address.startswith(f"http://{NETWORK[0]}:")
            assert await answers(address)

    run(scenario())


def test_asked_twice_at_once_and_again_in_another_network(
    tmp_path: Path, network: Networks, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario() -> None:
        network(NETWORK[:1])
        async with server(tmp_path, monkeypatch) as site:
            first, second = await asyncio.gather(site.doors.let_in(), site.doors.let_in())
            assert first == second
            assert len(first) == 1
            network(NETWORK[1:])
            assert await site.doors.own_addresses() == []
            (moved,) = await site.doors.let_in()
            assert moved.startswith(f"http://{NETWORK[1]}:")
            assert await answers(moved)

    run(scenario())


def test_a_door_can_be_shut(
    tmp_path: Path, network: Networks, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario() -> None:
        async with server(tmp_path, monkeypatch) as site:
            addresses = await site.doors.let_in()
            site.doors.close()
            assert not is_open(site)
            assert [await answers(one) for one in addresses] == [False, False]
            assert await site.doors.let_in() == addresses
            assert await answers(addresses[0])

    run(scenario())


def test_the_network_that_this_machine_is_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario() -> None:
        if not await network_addresses():
            pytest.skip("this machine is in no network")
        async with server(tmp_path, monkeypatch) as site:
            addresses = await site.doors.own_addresses()
            assert [await answers(one) for one in addresses] == [False for _ in addresses]
            assert await site.doors.let_in() == addresses
            for one in addresses:
                assert await answers(one)
        assert not any([await answers(one) for one in addresses])

    run(scenario())
