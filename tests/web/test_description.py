"""Schemathesis asks everything that the description allows, and much that it does not."""

from __future__ import annotations

import asyncio
import json
import socket
import threading
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest
import schemathesis
import uvicorn
from hypothesis import HealthCheck, given, settings, strategies as st
from schemathesis.generation import GenerationMode
from schemathesis.specs.openapi.checks import (
    allow_header_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from cutthroat.adapters.sql import open_store
from cutthroat.service.ports import ServerOptions
from cutthroat.web.api import ENDPOINTS
from cutthroat.web.application import application
from cutthroat.web.openapi import description
from tests.web.house import Watch, any_action, site_of

TOLD = json.loads(json.dumps(description(ENDPOINTS)))
SCHEMA = schemathesis.openapi.from_dict(TOLD)
OPERATIONS = [(one.method, one.path) for one in ENDPOINTS]
CHECKS = [
    schemathesis.checks.not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
    response_headers_conformance,
    allow_header_conformance,
]

PLEDGE = "0" * 64
Case = schemathesis.Case[Any]
WAITING, CONCEDED, LEFT, SCORED = 0, 5, 6, 7
"""Stages of a table's life; those between are a match after so many actions."""


class LeaveAfterOne:
    """Before the application: a reader of a stream goes when the first view has come."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        gone = asyncio.Event()

        async def receive_until_gone() -> Message:
            if not gone.is_set():
                message = asyncio.ensure_future(receive())
                left = asyncio.ensure_future(gone.wait())
                await asyncio.wait({message, left}, return_when=asyncio.FIRST_COMPLETED)
                left.cancel()
                if message.done():
                    return message.result()
                message.cancel()
            return {"type": "http.disconnect"}

        async def send_and_see(message: Message) -> None:
            await send(message)
            if message.get("body", b"").startswith(b"id: "):
                gone.set()

        streams = scope["type"] == "http" and scope["path"].endswith("/stream")
        if streams:
            await self._app(scope, receive_until_gone, send_and_see)
        else:
            await self._app(scope, receive, send)


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """The address of a server that runs in a thread."""
    listening = socket.create_server(("127.0.0.1", 0))
    servers: list[uvicorn.Server] = []

    async def serve() -> None:
        store = await asyncio.to_thread(open_store, f"sqlite:///{folder}/tables.sqlite")
        site = site_of(store, Watch(), ServerOptions(), await store.key("cookies"))
        app = LeaveAfterOne(application(site))
        config = uvicorn.Config(app, log_config=None, access_log=False, timeout_keep_alive=60)
        servers.append(uvicorn.Server(config))
        await servers[0].serve([listening])
        await store.close()

    thread = threading.Thread(target=asyncio.run, args=(serve(),))
    thread.start()
    address = f"http://127.0.0.1:{listening.getsockname()[1]}"
    try:
        _ask(address, "GET", "/healthz")
        yield address
    finally:
        servers[0].should_exit = True
        thread.join(30)


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with served(tmp_path_factory.mktemp("described")) as found:
        yield found


def _ask(
    address: str, method: str, path: str, body: object = None, **headers: str
) -> tuple[Any, str | None]:
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(address + path, data, headers, method=method)
    with urllib.request.urlopen(request, timeout=30) as answer:
        return json.loads(answer.read()), answer.headers["Set-Cookie"]


def _made(address: str, stage: int) -> dict[str, str]:
    """A table at some stage of its life, and what opens a seat of it."""
    wish: dict[str, Any] = {"seats": 2, "bots": ["random"], "name": "Ann"}
    if stage == WAITING:
        wish = {"seats": 3, "bots": ["easy"], "nonce_hash": PLEDGE, "settings": {"listed": True}}
    told, cookie = _ask(address, "POST", "/tables", wish)
    assert cookie
    made = {
        "table": told["table"],
        "token": told["token"],
        "seat": told["seat"],
        "cookie": cookie.partition(";")[0].partition("=")[2],
    }
    _play(address, made, {SCORED: 20}.get(stage, min(stage, 4)))
    if stage in (CONCEDED, LEFT):
        key = {"Authorization": f"Bearer {made['token']}"}
        end = "concede" if stage == CONCEDED else "leave"
        _ask(address, "POST", f"/tables/{made['table']}/{end}", {}, **key)
    return made


def _play(address: str, made: dict[str, Any], steps: int) -> None:
    """Act some times, as soon as it is one's turn."""
    key = {"Authorization": f"Bearer {made['token']}"}
    until = time.monotonic() + 5
    while steps and time.monotonic() < until:
        told, _ = _ask(address, "GET", f"/tables/{made['table']}", **key)
        seen = told["view"] | {"version": told["version"]}
        if seen["turn"] == made["seat"]:
            _ask(address, "POST", f"/tables/{made['table']}/actions", any_action(seen), **key)
            steps -= 1
        elif seen["turn"] is None:
            return
        else:
            time.sleep(0.005)


def _decided(address: str) -> dict[str, Any]:
    """A table where what all can see decides the points of the deal, and it is one's turn."""
    made = _made(address, 1)
    until = time.monotonic() + 60
    while time.monotonic() < until:
        key = {"Authorization": f"Bearer {made['token']}"}
        path = f"/tables/{made['table']}"
        told, _ = _ask(address, "GET", path, **key)
        seen = told["view"] | {"version": told["version"]}
        if seen["turn"] == made["seat"] and seen["decided"]:
            return made
        if seen["turn"] == made["seat"]:
            _ask(address, "POST", f"{path}/actions", any_action(seen), **key)
        elif seen["phase"] == "scored":
            _ask(address, "POST", f"{path}/ready", {}, **key)
        elif seen["phase"] == "over":
            made = _made(address, 1)
        else:
            time.sleep(0.02)
    raise AssertionError("no deal was decided before its end in a minute")


def _deepen(case: Case, address: str, chance: Random) -> None:
    """Most of the time, ask of a table that there is, as somebody who may."""
    if case.path.endswith("/finish") and chance.random() < 0.05:
        made = _decided(address)
        case.path_parameters["table"] = made["table"]
        case.headers["Authorization"] = f"Bearer {made['token']}"
        case.body = {"agree": True}
    elif chance.random() < 0.85 and "{table}" in case.path:
        stage = chance.randrange(7)
        if case.path.endswith("/ready") and chance.random() < 0.2:
            stage = SCORED
        if case.path.endswith("/nonce") and chance.random() < 0.5:
            stage = WAITING
        made = _made(address, stage)
        case.path_parameters["table"] = made["table"]
        case.headers["Authorization"] = f"Bearer {made['token']}"
        if stage != LEFT and chance.random() < 0.5:
            case.body = _sensible(case, address, made) or case.body
    elif chance.random() < 0.85 and case.path.startswith("/me"):
        case.cookies["cutthroat"] = _made(address, 1)["cookie"]
    elif chance.random() < 0.5 and case.path == "/links" and isinstance(case.body, dict):
        cookie = _made(address, 1)["cookie"]
        told, _ = _ask(address, "POST", "/me/links", {}, Cookie=f"cutthroat={cookie}")
        case.body = {"code": told["code"]}
    elif chance.random() < 0.5 and case.path == "/feeds/{key}":
        cookie = _made(address, 1)["cookie"]
        told, _ = _ask(address, "POST", "/me/feeds", {}, Cookie=f"cutthroat={cookie}")
        case.path_parameters["key"] = told["url"].rpartition("/")[2]


def _sensible(case: Case, address: str, made: dict[str, Any]) -> dict[str, Any]:
    """A body that is perhaps what the table waits for; an empty one if that is not known."""
    if case.path.endswith("/actions"):
        key = {"Authorization": f"Bearer {made['token']}"}
        told, _ = _ask(address, "GET", f"/tables/{made['table']}", **key)
        seen = told["view"] | {"version": told["version"]}
        if seen["turn"] == made["seat"]:
            return any_action(seen)
        return {"call": "pass", "at": told["version"]}
    if case.path.endswith("/nonce"):
        return {"nonce_hash": PLEDGE}
    return {}


def _fuzz(method: str, path: str, address: str, examples: int) -> set[int]:
    """Ask one endpoint many things; the statuses of the answers."""
    operation = SCHEMA[path][method]
    met: set[int] = set()

    def run(case: Case, seed: int) -> None:
        _deepen(case, address, Random(seed))
        answer = case.call(base_url=address, timeout=30)
        met.add(answer.status_code)
        case.validate_response(answer, checks=CHECKS)

    cases = st.one_of(
        operation.as_strategy(generation_mode=GenerationMode.POSITIVE),
        operation.as_strategy(generation_mode=GenerationMode.NEGATIVE),
    )
    settings(
        max_examples=examples,
        deadline=None,
        suppress_health_check=list(HealthCheck),
        database=None,
        derandomize=True,
    )(given(cases, st.integers(0, 2**32))(run))()
    return met


@pytest.mark.parametrize(("method", "path"), OPERATIONS)
def test_no_answer_is_undocumented(method: str, path: str, address: str) -> None:
    assert _fuzz(method, path, address, 6)


@pytest.mark.slow
@pytest.mark.parametrize(("method", "path"), OPERATIONS)
def test_no_answer_to_many_questions_is_undocumented(method: str, path: str, address: str) -> None:
    met = _fuzz(method, path, address, 150)
    print(method, path, sorted(met))
    assert any(status < 300 for status in met)
