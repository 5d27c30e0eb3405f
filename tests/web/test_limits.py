"""How much one person, and one address, may ask for."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import httpx
import pytest
from starlette.types import Message
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from cutthroat.web import limits
from cutthroat.web.limits import CROWD, Limit, Limits
from cutthroat.web.problems import Denied
from tests.kit.databases import in_loop
from tests.web.house import FAR, HERE, House, Json, house, join, my_turn, sit

FEW = 3
Ask = tuple[str, str, Json | None]
"""A method, a path and a body."""


def make_few(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """Have a limit allow three requests a minute."""
    limit = getattr(limits, name)
    for module in ("asking", "play", "lobby", "mine", "operation", "site"):
        monkeypatch.setattr(
            f"cutthroat.web.{module}.{name}", Limit(limit.name, FEW, 60), raising=False
        )


def too_many(answer: httpx.Response) -> bool:
    if answer.status_code != 429:
        return False
    assert answer.json()["reason"] == "too_many"
    assert 1 <= int(answer.headers["retry-after"]) <= 60
    return True


def proxied(here: House, trusted: str, at: tuple[str, int] = HERE) -> httpx.AsyncClient:
    behind: Any = ProxyHeadersMiddleware(here.app, trusted_hosts=trusted)  # type: ignore[arg-type]  # uvicorn has types of its own
    return here.client(at, through=behind)


@in_loop
async def test_actions_of_a_seat(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make_few(monkeypatch, "ACTIONS")
    async with house(tmp_path) as here:
        ann = await sit(here.client(), bots=[])
        bob = await join(here.client(), ann.table)
        answers = [
            await here.client().post(f"{ann.path}/end", json={}, headers=ann.key) for _ in range(5)
        ]
        assert [too_many(answer) for answer in answers] == [False] * 3 + [True] * 2
        other = await here.client().post(f"{ann.path}/end", json={}, headers=bob.key)
        assert other.status_code == 200


@pytest.mark.parametrize(
    ("name", "ask"),
    [
        ("READS", ("GET", "", None)),
        ("TALK", ("POST", "/reactions", {"reaction": "hello"})),
        ("TALK", ("POST", "/end", {"agree": False})),
        ("RECORDS", ("GET", "/record.smear", None)),
        ("HINTS", ("GET", "/hint", None)),
    ],
)
@in_loop
async def test_what_a_seat_may_ask(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    name: str,
    ask: Ask,
) -> None:
    async with house(tmp_path) as here:
        client = here.client()
        ann = await sit(client)
        await my_turn(client, ann)
        make_few(monkeypatch, name)
        here.site.limits._windows.clear()
        answers = [
            await client.request(ask[0], ann.path + ask[1], json=ask[2], headers=ann.key)
            for _ in range(4)
        ]
        assert [too_many(answer) for answer in answers] == [False] * 3 + [True]


@pytest.mark.parametrize(
    ("name", "ask"),
    [
        ("PERSONAL", ("GET", "/me", None)),
        ("PERSONAL", ("POST", "/me/links", {})),
        ("TABLES", ("POST", "/tables", {"seats": 2})),
        ("UNUSUAL", ("POST", "/tables", {"seats": 2, "rules": "target=50"})),
    ],
)
@in_loop
async def test_what_a_person_may_ask(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    name: str,
    ask: Ask,
) -> None:
    async with house(tmp_path) as here:
        client, other = here.client(), here.client()
        await sit(client)
        await sit(other)
        make_few(monkeypatch, name)
        answers = [await client.request(*ask[:2], json=ask[2]) for _ in range(4)]
        assert [too_many(answer) for answer in answers] == [False] * 3 + [True]
        assert not too_many(await other.request(*ask[:2], json=ask[2]))


@in_loop
async def test_tables_by_usual_rules_are_not_counted_with_unusual_ones(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_few(monkeypatch, "UNUSUAL")
    async with house(tmp_path) as here:
        client = here.client(FAR)
        # The last one says in other words what a preset is.
        for rules in (*[{"preset": "short"}] * 4, {"rules": "high=highest out=reach"}):
            assert not too_many(await client.post("/tables", json=rules))
        for number in range(4):
            asked = {"rules": f"target={50 + number}"}
            assert too_many(await client.post("/tables", json=asked)) is (number == 3)
        form = {"seats": "2", "once": "x", "option-target": "60"}
        page = await client.post("/new", data=form, headers={"Accept": "text/html"})
        assert page.status_code == 429


@in_loop
async def test_newcomers_from_one_address(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make_few(monkeypatch, "TABLES")
    async with house(tmp_path) as here:
        answers = [await here.client(FAR).post("/tables", json={}) for _ in range(4)]
        assert [too_many(answer) for answer in answers] == [False] * 3 + [True]
        elsewhere = await here.client(("203.0.113.8", 1)).post("/tables", json={})
        assert elsewhere.status_code == 201
        local = [await here.client().post("/tables", json={}) for _ in range(5)]
        assert not any(map(too_many, local))


@in_loop
async def test_a_crowd_at_one_address(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with house(tmp_path) as here:
        seats = [await sit(here.client()) for _ in range(CROWD + 1)]
        make_few(monkeypatch, "READS")
        answers = [
            await here.client(FAR).get(seat.path, headers=seat.key)
            for seat in seats
            for _ in range(FEW)
        ]
        assert [too_many(x) for x in answers] == [False] * FEW * CROWD + [True] * FEW


@in_loop
async def test_guesses_are_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make_few(monkeypatch, "GUESSES")
    async with house(tmp_path) as here:
        ann = await sit(here.client())
        guesses = [
            ("GET", ann.path, None),
            ("GET", "/feeds/x", None),
            ("POST", "/links", {"code": "x"}),
            ("GET", "/metrics", None),
            ("GET", ann.path, None),
        ]
        found = []
        for method, path, body in guesses:
            answer = await here.client(FAR).request(
                method, path, json=body, headers={"Authorization": "Bearer x"}
            )
            found.append(too_many(answer))
        assert found == [False] * 3 + [True] * 2
        right = await here.client(FAR).get(ann.path, headers=ann.key)
        assert right.status_code == 200


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("2001:db8::1", "2001:db8::ffff:1", True),
        ("2001:db8:0:1::1", "2001:db8:0:2::1", False),
        ("::ffff:203.0.113.1", "::ffff:203.0.113.2", False),
        ("::ffff:203.0.113.1", "203.0.113.1", True),
        ("203.0.113.1", "203.0.113.2", False),
    ],
)
@in_loop
async def test_networks_count_as_addresses(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, one: str, other: str, same: bool
) -> None:
    make_few(monkeypatch, "TABLES")
    async with house(tmp_path) as here:
        for _ in range(FEW):
            await here.client((one, 1)).post("/tables", json={})
        assert too_many(await here.client((other, 1)).post("/tables", json={})) is same


@in_loop
async def test_a_proxy_that_is_trusted_tells_the_addresses(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_few(monkeypatch, "TABLES")
    async with house(tmp_path) as here:
        client = proxied(here, "127.0.0.1")
        for place, expected in [("198.51.100.1", [False] * 3 + [True]), ("198.51.100.2", [False])]:
            headers = {"X-Forwarded-For": f"6.6.6.6, {place}"}
            found = []
            for _ in expected:
                client.cookies.clear()
                found.append(too_many(await client.post("/tables", json={}, headers=headers)))
            assert found == expected


@in_loop
async def test_nobody_else_is_believed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make_few(monkeypatch, "TABLES")
    async with house(tmp_path) as here:
        found = []
        for number in range(4):
            client = proxied(here, "127.0.0.1", FAR)
            headers = {"X-Forwarded-For": f"127.0.0.{number + 1}"}
            found.append(too_many(await client.post("/tables", json={}, headers=headers)))
        assert found == [False] * 3 + [True]


@in_loop
async def test_a_proxy_on_this_machine_is_not_this_machine(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_few(monkeypatch, "TABLES")
    for name in ("X-Forwarded-For", "Forwarded", "X-Real-IP", "Via", "X-Forwarded-Proto"):
        async with house(tmp_path) as here:
            found = []
            for number in range(4):
                headers = {name: f"198.51.100.{number}"}
                answer = await here.client().post("/tables", json={}, headers=headers)
                found.append(too_many(answer))
            assert found == [False] * 3 + [True], name


# Streams


async def open_stream(here: House, path: str, key: dict[str, str], at: tuple[str, int]) -> int:
    """Open a stream and leave it open; the status of the answer."""
    status = asyncio.get_running_loop().create_future()

    async def receive() -> Message:
        await asyncio.Event().wait()
        return {}

    async def send(message: Message) -> None:
        if message["type"] == "http.response.start":
            status.set_result(message["status"])

    headers = [(name.lower().encode(), value.encode()) for name, value in key.items()]
    scope = {"type": "http", "method": "GET", "path": path, "query_string": b"", "headers": headers}
    scope |= {"client": at, "root_path": "", "scheme": "http", "server": ("x", 80)}
    running = asyncio.ensure_future(here.app(scope, receive, send))
    OPEN.append(running)
    return int(await status)


OPEN: list[Any] = []


@in_loop
async def test_streams_of_a_seat(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        ann = await sit(here.client())
        path = f"{ann.path}/stream"
        found = [await open_stream(here, path, ann.key, HERE) for _ in range(limits.STREAMS + 1)]
        assert found == [200] * limits.STREAMS + [429]
        assert here.site.limits.streams == limits.STREAMS
        assert await open_stream(here, path, {}, HERE) == 200
        here.site.hall.end_streams()
        await asyncio.sleep(0.05)
        assert here.site.limits.streams == 0


@in_loop
async def test_streams_of_an_address(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cutthroat.web.streams.STREAMS_OF_ADDRESS", FEW)
    async with house(tmp_path) as here:
        ann = await sit(here.client())
        path = f"{ann.path}/stream"
        assert [await open_stream(here, path, {}, FAR) for _ in range(4)] == [200] * 3 + [429]
        assert await open_stream(here, path, ann.key, FAR) == 429
        assert await open_stream(here, path, {}, ("203.0.113.8", 1)) == 200
        assert [await open_stream(here, path, {}, HERE) for _ in range(5)] == [200] * 5
        here.site.hall.end_streams()
        await asyncio.sleep(0.05)
        assert here.site.limits.streams == 0


# The count itself


def test_a_window_passes() -> None:
    now = 0.0
    counted = Limits(lambda: now)
    limit = Limit("x", 2, 10)
    counted.spend(limit, "a")
    counted.spend(limit, "a")
    now = 9.5
    with pytest.raises(Denied) as denied:
        counted.spend(limit, "a")
    assert denied.value.retry == 1
    counted.spend(limit, "b")
    now = 10.0
    counted.spend(limit, "a")


def test_what_is_past_is_forgotten() -> None:
    now = 0.0
    counted = Limits(lambda: now)
    limit = Limit("x", 2, 10)
    for number in range(30_000):
        now += 0.01
        counted.spend(limit, str(number))
    assert len(counted._windows) < 15_000


@in_loop
async def test_guesses_at_tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make_few(monkeypatch, "GUESSES")
    async with house(tmp_path) as here:
        far = here.client(FAR)
        answers = [await far.get(f"/tables/guess{number}") for number in range(4)]
        assert [answer.status_code for answer in answers] == [404, 404, 404, 429]
        near = here.client()
        for number in range(4):
            assert (await near.get(f"/tables/guess{number}")).status_code == 404
