"""Shared tables in a small world: a real database, a clock that a test moves, chance it knows."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import json
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from itertools import count
from pathlib import Path
from random import Random
from typing import Any, NamedTuple, ParamSpec

from itsdangerous import Signer
from starlette.types import ASGIApp, Message, Scope

from cutthroat.adapters.sql import SqlStore, open_store
from cutthroat.bots.judgement import Judgement
from cutthroat.bots.registry import find_bot
from cutthroat.core.actions import Action, Bid, Pass, Play, Seat
from cutthroat.core.cards import Card
from cutthroat.core.errors import CutthroatError
from cutthroat.core.match import legal_actions
from cutthroat.core.rules import Rules, parse_rules
from cutthroat.core.view import View
from cutthroat.service.hinting import judged
from cutthroat.service.ports import ServerOptions
from cutthroat.service.sheets.desk import Desk
from cutthroat.service.tables import decide
from cutthroat.service.tables.decide import Nonce
from cutthroat.service.tables.hall import Hall
from cutthroat.service.tables.happenings import Item, Machine, Settings
from cutthroat.service.tables.kept import KeptRecords
from cutthroat.service.tables.people import People
from cutthroat.service.tables.ports import Entry, EventStore, StoreUnavailable, Waits
from cutthroat.service.tables.state import TableState, fold
from cutthroat.service.tables.surroundings import Surroundings
from cutthroat.service.tables.wire import pack, unpack
from cutthroat.web.application import application
from cutthroat.web.limits import Limit, Limits
from cutthroat.web.site import Site
from tests.kit.doors import doors_without_server

P = ParamSpec("P")

NOON = 1_796_040_000_000
"""A moment, in milliseconds since 1970."""


# The world


class Moving:
    """A clock that stands still until a test moves it."""

    def __init__(self, moment: int = NOON) -> None:
        self.moment = moment

    def now(self) -> int:
        return self.moment

    def today(self) -> date:
        return datetime.fromtimestamp(self.moment / 1000, UTC).date()


class Draws:
    """Entropy that comes out the same in every world of the same name."""

    def __init__(self, name: str = "") -> None:
        self._name = name
        self._count = count(1)

    def secret(self) -> bytes:
        return hashlib.sha256(f"{self._name} {next(self._count)}".encode()).digest()

    def identifier(self) -> str:
        return f"table{self._name}{next(self._count)}"


QUICK = "medium"
"""Who gives hints in tests: the advice is as real as an expert's, and sooner there."""


class Here:
    """Bots think in this process. `asked` is all that they were given."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, View, bytes]] = []
        self.prepared: list[tuple[Rules, int]] = []

    async def think(self, level: str, view: View, chance: bytes) -> Action:
        self.asked.append((level, view, chance))
        await asyncio.sleep(0)
        return find_bot(level).policy(view, Random(chance))

    async def judge(self, level: str, view: View, chance: bytes) -> Judgement:
        self.asked.append((level, view, chance))
        await asyncio.sleep(0)
        return judged(QUICK, view, chance)

    def prepare(self, rules: Rules, seats: int) -> None:
        self.prepared.append((rules, seats))


class Gate:
    """A store that a test can take away, and make slow.

    broken: what the next calls meet: `before` nothing is stored, `after` everything is.
    pauses: how often each call yields to others, before and after it does its work.
    """

    def __init__(self, store: EventStore) -> None:
        self.store = store
        self.broken: str | None = None
        self.pauses: Callable[[], int] = lambda: 0
        self.appended: list[Entry] = []

    async def append(self, entry: Entry) -> bool:
        await self._pass("before")
        stored = await self.store.append(entry)
        if stored:
            self.appended.append(entry)
        await self._pass("after")
        return stored

    async def entries(self, table: str, after: int = 0) -> Sequence[Entry]:
        await self._pass("before")
        found = await self.store.entries(table, after)
        await self._pass("after")
        return found

    async def rewrite(self, entry: Entry) -> None:
        await self._pass("before")
        await self.store.rewrite(entry)
        await self._pass("after")

    async def waiting(self, *kinds: Waits) -> Sequence[str]:
        await self._pass("before")
        return await self.store.waiting(*kinds)

    async def untouched(self, since: int) -> Sequence[str]:
        await self._pass("before")
        return await self.store.untouched(since)

    async def _pass(self, moment: str) -> None:
        for _ in range(self.pauses()):
            await asyncio.sleep(0)
        if self.broken == moment:
            raise StoreUnavailable


@dataclass
class World:
    """A server's surroundings, and the tables in it."""

    store: SqlStore
    gate: Gate
    clock: Moving
    entropy: Draws
    thinkers: Here
    hall: Hall
    people: People

    def another_hall(self) -> Hall:
        """Another server on the same database, which there should not be."""
        return Hall(surroundings(self.gate.store, self.clock, self.entropy, self.thinkers))


def surroundings(
    store: EventStore, clock: Moving, entropy: Draws, thinkers: Here, bot_pause: float = 0.0
) -> Surroundings:
    return Surroundings(
        store=store,
        clock=clock,
        entropy=entropy,
        thinkers=thinkers,
        bot_pause=bot_pause,
        begun=clock.now(),
    )


def in_store(store: SqlStore, name: str = "", bot_pause: float = 0.0) -> World:
    """A world upon an open database."""
    clock, entropy, thinkers, gate = Moving(), Draws(name), Here(), Gate(store)
    hall = Hall(surroundings(gate, clock, entropy, thinkers, bot_pause))
    return World(store, gate, clock, entropy, thinkers, hall, People(store, clock, entropy))


@contextlib.asynccontextmanager
async def world(folder: Path, name: str = "", bot_pause: float = 0.0) -> AsyncIterator[World]:
    """A world upon a new database in a folder."""
    store = open_store(f"sqlite:///{folder}/tables{name}.db")
    made = in_store(store, name, bot_pause)
    try:
        yield made
    finally:
        await made.hall.stop()
        await store.close()


# The web face


class Unlimited(Limits):
    """Everybody may ask for as much as they like."""

    def spend(self, limit: Limit, who: str, times: int = 1) -> None:
        pass


class Answer(NamedTuple):
    """All that a client is told."""

    status: int
    headers: tuple[tuple[bytes, bytes], ...]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)

    def header(self, name: str) -> str | None:
        found = [value for key, value in self.headers if key == name.lower().encode()]
        return found[0].decode() if found else None


class Web:
    """The real ASGI application of a world, asked without a network."""

    def __init__(self, world: World, options: ServerOptions | None = None) -> None:
        self.site = Site(
            hall=world.hall,
            people=world.people,
            records=KeptRecords(world.store, world.clock),
            desk=Desk(world.store.sheets, world.clock, world.entropy),
            limits=Unlimited(),
            signer=Signer(b"key", salt="device"),
            options=options or ServerOptions(),
            doors=doors_without_server(options or ServerOptions()),
        )
        self.app: ASGIApp = application(self.site)

    async def ask(
        self,
        method: str,
        path: str,
        body: object = None,
        *,
        token: str | None = None,
        cookie: str | None = None,
        headers: Iterable[tuple[str, str]] = (),
    ) -> Answer:
        sent = b"" if body is None else json.dumps(body).encode()
        waiting: list[Message] = [{"type": "http.request", "body": sent, "more_body": False}]
        told: list[Message] = []

        async def receive() -> Message:
            return waiting.pop() if waiting else {"type": "http.disconnect"}

        async def send(message: Message) -> None:
            told.append(message)

        await self.app(scope(method, path, token, cookie, headers), receive, send)
        text = b"".join(message.get("body", b"") for message in told[1:])
        return Answer(told[0]["status"], tuple(told[0]["headers"]), text)

    @contextlib.asynccontextmanager
    async def stream(
        self,
        table: str,
        *,
        token: str | None = None,
        cookie: str | None = None,
        after: int | None = None,
    ) -> AsyncIterator[Stream]:
        asked = scope("GET", f"/tables/{table}/stream", token, cookie, _last_id(after))
        stream = Stream(self.app, asked)
        try:
            yield stream
        finally:
            await stream.close()


def _last_id(after: int | None) -> list[tuple[str, str]]:
    return [] if after is None else [("Last-Event-ID", str(after))]


def scope(
    method: str,
    path: str,
    token: str | None,
    cookie: str | None,
    headers: Iterable[tuple[str, str]],
) -> Scope:
    """A request as a server hands it on."""
    sent = [("Host", "cutthroat.test"), *headers]
    if token is not None:
        sent.append(("Authorization", f"Bearer {token}"))
    if cookie is not None:
        sent.append(("Cookie", f"cutthroat={cookie}"))
    plain, _, query = path.partition("?")
    return {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": method,
        "scheme": "http",
        "path": plain,
        "raw_path": plain.encode(),
        "query_string": query.encode(),
        "root_path": "",
        "headers": [(name.lower().encode(), value.encode()) for name, value in sent],
        "client": ("127.0.0.1", 1),
        "server": ("cutthroat.test", 80),
    }


class Stream:
    """An open stream; what it sends is kept in order."""

    def __init__(self, app: ASGIApp, asked: Scope) -> None:
        self._sent: asyncio.Queue[bytes | None] = asyncio.Queue()
        self._gone = asyncio.Event()
        self.head: Message = {}
        self._task = asyncio.ensure_future(app(asked, self._receive, self._send))

    async def _receive(self) -> Message:
        await self._gone.wait()
        return {"type": "http.disconnect"}

    async def _send(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.head = message
            return
        if message.get("body"):
            self._sent.put_nowait(message["body"])
        if not message.get("more_body"):
            self._sent.put_nowait(None)

    async def chunk(self) -> bytes | None:
        """What is sent next, None at the end."""
        return await asyncio.wait_for(self._sent.get(), 20)

    async def frame(self) -> bytes | None:
        """The next event, the comments and the time to come back passed over."""
        while (chunk := await self.chunk()) is not None:
            if chunk.startswith(b"id:"):
                return chunk
        return None

    def waiting(self) -> list[bytes]:
        """All frames that have come and were not looked at."""
        found = []
        while not self._sent.empty():
            chunk = self._sent.get_nowait()
            if chunk and chunk.startswith(b"id:"):
                found.append(chunk)
        return found

    async def close(self) -> None:
        self._gone.set()
        await asyncio.wait_for(self._task, 20)


def told_in(frame: bytes) -> Any:
    """The JSON of an event of a stream."""
    return json.loads(frame.split(b"data: ", 1)[1])


# A log without a store


def nonce_of(seat: Seat, number: int) -> str:
    """What a seat's player adds to the so-many-th match that was prepared."""
    return f"nonce-{seat}-{number}"


def hash_of(nonce: str) -> str:
    return hashlib.sha256(nonce.encode()).hexdigest()


class Log:
    """A table's log, made by decisions alone; each takes a second."""

    def __init__(
        self,
        seats: int = 2,
        *,
        rules: str = "",
        bots: Sequence[str] = (),
        settings: Settings | None = None,
        table: str = "abcd",
    ) -> None:
        machines = [Machine(level, find_bot(level).version) for level in bots]
        self.now = NOON
        self.entries: list[Entry] = []
        self._secrets = count(1)
        people: tuple[Machine | None, ...] = (None,) * (seats - len(machines))
        items = decide.open_table(
            table, parse_rules(rules), (*people, *machines), settings or Settings(), self.secret()
        )
        self._state: TableState | None = None
        self.do(items)

    def secret(self) -> bytes:
        """The secret of the next match."""
        return hashlib.sha256(b"%d" % next(self._secrets)).digest()

    @property
    def state(self) -> TableState:
        assert self._state
        return self._state

    @property
    def items(self) -> list[Item]:
        return [item for entry in self.entries for item in unpack(entry.body)]

    def do(self, items: tuple[Item, ...], by: Seat | None = None, at: int | None = None) -> Log:
        """Add what was decided, and what follows from it."""
        if not items:
            return self
        self.now += 1000
        number = self._state.version + 1 if self._state else 1
        all_items, self._state = decide.settled(self._state, items, self.now)
        waits = self._state.waits
        self.entries.append(
            Entry(
                self._state.table, number, len(all_items), self.now, by, at, waits, pack(all_items)
            )
        )
        return self

    def sit(self, *names: str, given: str | None = "plain") -> Log:
        """Have people sit down, each with a nonce; `hash` for its hash only, None for nothing."""
        for name in names:
            seat = self.state.seats.index(None) + 1
            self.do(decide.take_seat(self.state, name.lower(), name, self.nonce(seat, given))[1])
        return self

    def nonce(self, seat: Seat, given: str | None) -> Nonce | None:
        nonce = nonce_of(seat, self.state.prepared)
        if given is None:
            return None
        return Nonce(nonce) if given == "plain" else Nonce(hash=hash_of(nonce))

    def show(self, *seats: Seat) -> Log:
        """Have seats show the nonces that they pledged."""
        for seat in seats:
            shown = Nonce(nonce_of(seat, self.state.prepared))
            self.do(decide.give_nonce(self.state, seat, shown), seat)
        return self

    def rematch(self, *seats: Seat) -> Log:
        for seat in seats:
            secret = b"" if self.state.preparation else self.secret()
            number = self.state.prepared + (self.state.preparation is None)
            given = Nonce(nonce_of(seat, number))
            self.do(decide.rematch(self.state, seat, given, secret), seat)
        return self

    def act(self, words: str) -> Log:
        """Have whoever's turn it is call or play, by persons as by bots."""
        for word in words.split():
            seat = self.state.turn
            assert seat is not None, word
            self.take(action_of(seat, word))
        return self

    def take(self, action: Action) -> Log:
        seat, at = action.seat, self.state.version
        if self.state.by_bot(seat):
            return self.do(decide.act_for(self.state, seat, action, at))
        return self.do(decide.act(self.state, seat, action, at), seat, at)

    def play(self, rng: Random, actions: int = 1_000_000) -> Log:
        """Play on at random, with everybody ready after each deal, until the end or for so long."""
        while self.state.running and actions:
            match = self.state.match
            assert match
            if match.turn is not None:
                self.take(rng.choice(legal_actions(match)))
                actions -= 1
                continue
            for seat in self.state.players:
                if self.state.turn is None and self.state.running:
                    self.do(decide.ready(self.state, seat), seat)
            if self.state.turn is None and self.state.running:
                self.do(decide.deal(self.state))
        return self

    def fold(self, upto: int | None = None) -> TableState:
        """The state after so many entries, folded from what is stored."""
        return fold_entries(self.entries[:upto])


def fold_entries(entries: Iterable[Entry]) -> TableState:
    state: TableState | None = None
    for entry in entries:
        state = fold(state, unpack(entry.body), entry.when)
    assert state
    return state


def action_of(seat: Seat, word: str) -> Action:
    if word == "pass":
        return Pass(seat)
    return Bid(seat, int(word)) if word.isdigit() else Play(seat, Card(word))


def refused(what: Callable[P, object], *args: P.args, **kwargs: P.kwargs) -> str:
    """The reason for which something is refused."""
    try:
        result = what(*args, **kwargs)
    except CutthroatError as error:
        return error.reason.value
    raise AssertionError(f"not refused: {result}")


# A table where anything happens


class Anything:
    """A log into which at random all that a table offers is decided, sensible or not."""

    def __init__(self, rng: Random, seats: int, *, rules: str = "", bots: int = 0) -> None:
        self.rng = rng
        settings = Settings(
            clock=rng.choice((None, 30, 60, 86_400)),
            absent=rng.choice(("bot", "bot", "nobody")),
            listed=rng.random() < 0.5,
        )
        self.log = Log(seats, rules=rules, bots=["random"] * bots, settings=settings)
        self._people = count(1)

    def happens(self, steps: int) -> Log:
        for _ in range(steps):
            with contextlib.suppress(CutthroatError):
                self._step()
        return self.log

    def _step(self) -> None:
        kind = self.rng.choices(list(_KINDS), list(_KINDS.values()))[0]
        state = self.log.state
        seat = self.rng.choice(state.numbers)
        if kind in ("sit", "show", "play", "rematch"):
            self._of_log(kind, seat)
        elif kind in ("away", "back", "late", "deal", "close"):
            self.log.do(self._by_itself(kind, state, seat))
        else:
            self.log.do(self._asked(kind, state, seat), seat)

    def _of_log(self, kind: str, seat: Seat) -> None:
        log, rng = self.log, self.rng
        if kind == "sit" and None in log.state.seats:
            log.sit(f"P{next(self._people)}", given=rng.choice(("plain", "hash", None)))
        elif kind == "show":
            log.show(*log.state.numbers)
        elif kind == "play":
            log.play(rng, rng.randint(1, 20))
        elif kind == "rematch":
            log.rematch(seat)

    def _by_itself(self, kind: str, state: TableState, seat: Seat) -> tuple[Item, ...]:
        match kind:
            case "away":
                why = self.rng.choice(("clock", "absent"))
                return decide.go_away(state, state.turn or seat, why)
            case "back":
                return decide.come_back(state, seat)
            case "late":
                return decide.nonces_overdue(state, self.log.secret())
            case "deal":
                return decide.deal(state)
            case _:
                return decide.close(state, "idle")

    def _asked(self, kind: str, state: TableState, seat: Seat) -> tuple[Item, ...]:
        match kind:
            case "nonce":
                given = self.log.nonce(seat, self.rng.choice(("plain", "hash", "hash")))
                return decide.give_nonce(state, seat, given or Nonce())
            case "ready":
                return decide.ready(state, seat)
            case "react":
                return decide.react(state, seat, "wow")
            case "leave":
                return decide.leave(state, seat, self.log.secret())
            case "finish":
                return decide.agree_to_finish(state, seat, agrees=self.rng.random() < 0.8)
            case "concede":
                return decide.concede(state, seat)
            case _:
                agrees = self.rng.random() < 0.8
                return decide.agree_to_end(state, seat, agrees=agrees, absent=())


_KINDS: dict[str, float] = {
    "sit": 8,
    "nonce": 6,
    "show": 5,
    "play": 12,
    "ready": 4,
    "away": 3,
    "back": 2,
    "react": 2,
    "leave": 1,
    "concede": 0.5,
    "end": 3,
    "finish": 3,
    "rematch": 6,
    "late": 1,
    "deal": 2,
    "close": 0.15,
}
