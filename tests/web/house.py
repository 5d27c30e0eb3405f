"""A server in this process: the real service and database, without a socket."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import httpx
from itsdangerous import Signer
from starlette.types import ASGIApp, Message

from cutthroat.adapters.sql import SqlStore, open_store
from cutthroat.adapters.system import SystemClock, SystemEntropy
from cutthroat.bots.judgement import Judgement
from cutthroat.bots.registry import find_bot
from cutthroat.core.actions import Action
from cutthroat.core.rules import Rules
from cutthroat.core.view import View
from cutthroat.service.hinting import ADVISER, judged
from cutthroat.service.ports import ServerOptions
from cutthroat.service.sheets.desk import Desk
from cutthroat.service.tables.hall import Hall
from cutthroat.service.tables.kept import KeptRecords
from cutthroat.service.tables.people import People
from cutthroat.service.tables.surroundings import Surroundings
from cutthroat.web.application import application
from cutthroat.web.limits import Limits
from cutthroat.web.site import Site
from tests.kit.doors import doors_without_server
from tests.kit.tables import QUICK

Json = dict[str, Any]
HERE = ("127.0.0.1", 50_000)
"""A client on the same machine."""
FAR = ("203.0.113.7", 50_000)
"""A client on another one."""
USUAL = ServerOptions()
HOST = "tables.example"


class Watch(SystemClock):
    """The machine's clock, put forward by a test."""

    ahead = 0

    def now(self) -> int:
        return super().now() + self.ahead


class Here:
    """Bots that think in this process, at once."""

    async def think(self, level: str, view: View, chance: bytes) -> Action:
        return find_bot(level).policy(view, Random(chance))

    async def judge(self, level: str, view: View, chance: bytes) -> Judgement:
        assert level == ADVISER
        return judged(QUICK, view, chance)

    def prepare(self, rules: Rules, seats: int) -> None:
        pass


@dataclass(frozen=True)
class Seated:
    """A seat at a table, with what opens it."""

    table: str
    seat: int
    token: str

    @property
    def path(self) -> str:
        return f"/tables/{self.table}"

    @property
    def key(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.token}"}


@dataclass
class House:
    """A site, and clients of it."""

    site: Site
    app: ASGIApp
    store: SqlStore
    clock: Watch
    clients: list[httpx.AsyncClient] = field(default_factory=list)

    def client(
        self,
        at: tuple[str, int] = HERE,
        *,
        through: ASGIApp | None = None,
        scheme: str = "http",
        root_path: str = "",
    ) -> httpx.AsyncClient:
        """A browser: it keeps its cookies.

        at: its address. through: what stands before the application.
        """
        transport = httpx.ASGITransport(
            through or self.app, client=at, root_path=root_path, raise_app_exceptions=True
        )
        made = httpx.AsyncClient(transport=transport, base_url=f"{scheme}://{HOST}")
        self.clients.append(made)
        return made


def site_of(store: SqlStore, clock: Watch, options: ServerOptions, key: bytes) -> Site:
    """A site whose bots move at once. Call it where its event loop runs."""
    entropy = SystemEntropy()
    world = Surroundings(
        store=store,
        clock=clock,
        entropy=entropy,
        thinkers=Here(),
        bot_pause=0.0,
        begun=clock.now(),
    )
    people = People(store, clock, entropy)
    signer = Signer(key, salt="device")
    return Site(
        hall=Hall(world),
        people=people,
        records=KeptRecords(store, clock),
        desk=Desk(store.sheets, clock, entropy),
        limits=Limits(),
        signer=signer,
        options=options,
        doors=doors_without_server(options),
    )


@contextlib.asynccontextmanager
async def house(where: Path | str, options: ServerOptions = USUAL) -> AsyncIterator[House]:
    """A house whose database is a new file in a folder, or at an address."""
    address = where if isinstance(where, str) else f"sqlite:///{where}/tables.sqlite"
    store = await asyncio.to_thread(open_store, address)
    try:
        clock = Watch()
        key = await store.key("cookies")
        site = site_of(store, clock, options, key)
        app = application(site)
        async with app.lifespan_context(app):
            made = House(site, app, store, clock)
            try:
                yield made
            finally:
                for client in made.clients:
                    await client.aclose()
    finally:
        await store.close()


async def sit(client: httpx.AsyncClient, **wish: object) -> Seated:
    """Make a table, by default with a bot in the other of two seats, and sit down at it."""
    answer = await client.post("/tables", json={"seats": 2, "bots": ["easy"]} | wish)
    assert answer.status_code == 201, answer.text
    told = answer.json()
    return Seated(told["table"], told["seat"], told["token"])


async def join(client: httpx.AsyncClient, table: str, **wish: object) -> Seated:
    """Sit down at a table."""
    answer = await client.post(f"/tables/{table}/seats", json=wish)
    assert answer.status_code == 201, answer.text
    return Seated(table, answer.json()["seat"], answer.json()["token"])


async def view(client: httpx.AsyncClient, seated: Seated) -> Json:
    """A table as a seat sees it, with its version."""
    answer = await client.get(seated.path, headers=seated.key)
    assert answer.status_code == 200, answer.text
    told = answer.json()
    return {**told["view"], "version": told["version"]}


async def my_turn(client: httpx.AsyncClient, seated: Seated) -> Json:
    """The view when a seat may act, or when the match is over."""
    while (seen := await view(client, seated))["turn"] != seated.seat:
        if seen["phase"] in ("scored", "over"):
            return seen
        await asyncio.sleep(0.03)
    return seen


def any_action(seen: Json) -> Json:
    """One of the actions that a view allows; a low bid, so that a match ends soon."""
    if calls := seen["legal"]["calls"]:
        return {"call": "pass" if "pass" in calls else calls[0], "at": seen["version"]}
    return {"play": seen["legal"]["plays"][-1], "at": seen["version"]}


async def play_until(client: httpx.AsyncClient, seated: Seated, phase: str) -> Json:
    """Play until the match is in a phase and it is one's turn, if anybody has one."""
    while (seen := await my_turn(client, seated))["phase"] != phase:
        assert seen["phase"] != "over"
        step = "/ready" if seen["phase"] == "scored" else "/actions"
        body = {} if seen["phase"] == "scored" else any_action(seen)
        answer = await client.post(seated.path + step, json=body, headers=seated.key)
        assert answer.status_code == 200, answer.text
    return seen


async def asked(
    app: ASGIApp,
    method: str,
    path: str,
    *,
    headers: Mapping[str, str] | None = None,
    body: bytes = b"",
    client: tuple[str, int] = HERE,
) -> tuple[int, dict[str, str], bytes]:
    """An answer to a request with headers that no client of good manners would send.

    A stream is left as soon as the first frame has come.
    """
    sent: list[Message] = []
    left = asyncio.Event()
    incoming = [{"type": "http.request", "body": body, "more_body": False}]

    async def receive() -> Message:
        if incoming:
            return incoming.pop()
        await left.wait()
        return {"type": "http.disconnect"}

    async def send(message: Message) -> None:
        sent.append(message)
        if message.get("body", b"").startswith(b"id: "):
            left.set()

    raw = {"host": HOST, **(headers or {})}
    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": method,
        "scheme": "http",
        "path": path.partition("?")[0],
        "raw_path": path.partition("?")[0].encode(),
        "query_string": path.partition("?")[2].encode(),
        "root_path": "",
        "headers": [(name.lower().encode(), value.encode()) for name, value in raw.items()],
        "client": client,
        "server": (HOST, 80),
    }
    await app(scope, receive, send)
    told = {name.decode(): value.decode() for name, value in sent[0]["headers"]}
    return sent[0]["status"], told, b"".join(one.get("body", b"") for one in sent[1:])


def files(folder: Path) -> bytes:
    """All that is kept in a folder."""
    return b"".join(path.read_bytes() for path in sorted(folder.iterdir()))


def frames(told: bytes) -> list[Json]:
    """The data of the events in a stream."""
    blocks = told.decode().split("\n\n")
    return [json.loads(x.split("data: ", 1)[1]) for x in blocks if x.startswith("id: ")]
