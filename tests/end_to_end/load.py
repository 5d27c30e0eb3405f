"""Many tables under load, and programs that bear it when the server goes away and comes back.

They do what a browser does: a stream that breaks is asked for again from the last version seen,
and what was not answered is sent again. Each keeps all that it ever saw, to be compared at the end
with what the server then says.
"""

from __future__ import annotations

import asyncio
import io
import json
import time
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Iterable, Mapping, Sequence
from contextlib import aclosing, asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from random import Random
from typing import Any
from urllib.parse import urlsplit

from sqlalchemy import NullPool, create_engine, make_url, text

from cutthroat.record.read import read_matches
from tests.end_to_end.server import Server

Json = dict[str, Any]

PATIENCE = 60.0
"""Seconds that a busy machine may take for one answer, the server's absence included."""
COMES_BACK = 0.2
"""Seconds after which a broken stream is asked for again; browsers wait for one."""
GONE = (OSError, EOFError, TimeoutError)
"""How a line breaks."""


@dataclass(frozen=True)
class Answer:
    """What a server said. `problem` is the reason of a refusal."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)

    @property
    def reason(self) -> str:
        return str(self.json["reason"])


class Line:
    """The way to a server, whether it is there or not."""

    def __init__(self, address: str) -> None:
        place = urlsplit(address)
        self._host = place.hostname or ""
        self._port = place.port or 80
        self.refused: list[Answer] = []
        """The answers that said the server could not do it now."""

    @asynccontextmanager
    async def _sent(
        self, method: str, path: str, headers: Mapping[str, str], body: bytes = b""
    ) -> AsyncIterator[tuple[asyncio.StreamReader, int, dict[str, str]]]:
        """A request, and its answer up to the body."""
        reader, writer = await asyncio.open_connection(self._host, self._port, limit=1 << 20)
        try:
            lines = [f"{method} {path} HTTP/1.1", f"Host: {self._host}:{self._port}"]
            lines += [f"{name}: {value}" for name, value in headers.items()]
            lines += [f"Content-Length: {len(body)}", "Connection: close"]
            writer.write("\r\n".join([*lines, "", ""]).encode() + body)
            async with asyncio.timeout(PATIENCE):
                head = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
            pairs = (line.partition(": ") for line in head[1:] if line)
            yield reader, int(head[0].split()[1]), {name.lower(): it for name, _, it in pairs}
        finally:
            writer.transport.abort()

    async def ask(
        self, method: str, path: str, body: Json | None = None, token: str | None = None
    ) -> Answer:
        """One request. Raises one of GONE if the line breaks."""
        sent = b"" if body is None else json.dumps(body).encode()
        async with self._sent(method, path, _credentials(token), sent) as (reader, status, headers):
            async with asyncio.timeout(PATIENCE):
                if "content-length" in headers:
                    return Answer(
                        status, headers, await reader.readexactly(int(headers["content-length"]))
                    )
                return Answer(status, headers, b"".join([part async for part in _chunks(reader)]))

    async def insist(
        self, method: str, path: str, body: Json | None = None, token: str | None = None
    ) -> Answer:
        """The same request until there is an answer that is more than "not now"."""
        ends = time.monotonic() + PATIENCE
        while True:
            try:
                answer = await self.ask(method, path, body, token)
            except GONE:
                wait = 0.05
            else:
                if answer.status == 429:
                    wait = float(answer.headers["retry-after"])
                elif answer.status == 503:
                    self.refused.append(answer)
                    wait = 0.2
                else:
                    return answer
            assert time.monotonic() < ends, f"no answer to {method} {path}"
            await asyncio.sleep(wait)

    async def frames(
        self, path: str, token: str | None = None, after: int | None = None
    ) -> AsyncGenerator[Json, None]:
        """The frames of one stream, until it ends. Raises one of GONE if the line breaks."""
        headers = _credentials(token) | ({} if after is None else {"Last-Event-ID": str(after)})
        async with self._sent("GET", path, headers) as (reader, status, answered):
            if status != 200:
                told = await reader.readexactly(int(answered["content-length"]))
                answer = Answer(status, answered, told)
                assert status == 503, answer
                self.refused.append(answer)
                return
            rest = b""
            async for part in _chunks(reader):
                *messages, rest = (rest + part).split(b"\n\n")
                for message in messages:
                    fields = dict(line.split(b": ", 1) for line in message.split(b"\n") if line)
                    if b"data" in fields:
                        frame: Json = json.loads(fields[b"data"])
                        assert int(fields[b"id"]) == frame["version"]
                        yield frame


def _credentials(token: str | None) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"} if token else {}


async def _chunks(reader: asyncio.StreamReader) -> AsyncIterator[bytes]:
    while size := int(await reader.readuntil(b"\r\n"), 16):
        yield (await reader.readexactly(size + 2))[:-2]


class Watcher:
    """Follows a table by its stream for as long as it takes, as one seat or as a spectator.

    events: all that it was told, by number. version: the newest it has seen.
    """

    def __init__(self, line: Line, table: str, seat: int | None, token: str | None) -> None:
        self.line = line
        self.table = table
        self.seat = seat
        self.token = token
        self.events: dict[int, Json] = {}
        self.version = 0
        self.last: Json = {}
        self.breaks = 0
        self._news = asyncio.Event()

    @property
    def path(self) -> str:
        return f"/tables/{self.table}"

    async def follow(self) -> None:
        """Read until the match is over, however often the line breaks."""
        while not self.last or self.last["phase"] != "over":
            stream = self.line.frames(f"{self.path}/stream", self.token, self.version)
            try:
                async with aclosing(stream) as frames:
                    async for frame in frames:
                        self._note(frame)
                        if self.last["phase"] == "over":
                            return
            except GONE:
                self.breaks += 1
            await asyncio.sleep(COMES_BACK)

    def _note(self, frame: Json) -> None:
        assert frame["version"] >= self.version, "the table went back"
        numbers = [event["number"] for event in frame["events"]]
        assert numbers == sorted(set(numbers)), "an event came twice"
        for event in frame["events"]:
            assert self.version < event["number"] <= frame["version"], "an event came out of place"
            self.events[event["number"]] = event
        self.version = frame["version"]
        self.last = frame["view"]
        self._news.set()

    async def check(self) -> None:
        """See that the log from its beginning is what was seen, all of it and nothing else."""
        whole = await self.whole()
        seen = {number: event for number, event in whole.items() if number <= self.version}
        assert seen == self.events

    async def whole(self) -> dict[int, Json]:
        """All that this reader may know of the log, by number."""
        while True:
            try:
                async with aclosing(
                    self.line.frames(f"{self.path}/stream", self.token, 0)
                ) as frames:
                    async for frame in frames:
                        assert frame["version"] >= self.version, "the server has forgotten some"
                        return {event["number"]: event for event in frame["events"]}
            except GONE:
                await asyncio.sleep(COMES_BACK)


@dataclass(frozen=True)
class Done:
    """An action that was answered: what, upon which version, and the version after it."""

    action: Json
    at: int
    version: int


class Player(Watcher):
    """Plays a seat, not well; some actions are sent twice at once.

    pause: seconds that it thinks at the most. enough: when set, it agrees to end the match.
    """

    def __init__(
        self,
        line: Line,
        table: str,
        seat: int,
        token: str,
        chance: Random,
        *,
        pause: float = 0.0,
        enough: asyncio.Event | None = None,
    ) -> None:
        super().__init__(line, table, seat, token)
        self.done: list[Done] = []
        self._chance = chance
        self._pause = pause
        self._enough = enough or asyncio.Event()

    async def play(self) -> None:
        """Play until the match is over."""
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(self.follow())
            tasks.create_task(self._act())

    async def _act(self) -> None:
        while not self.last or self.last["phase"] != "over":
            await self._news.wait()
            self._news.clear()
            view, version = self.last, self.version
            if self._enough.is_set() and not view["seats"][view["you"] - 1]["wants_end"]:
                answer = await self.line.insist("POST", f"{self.path}/end", {}, self.token)
                assert answer.status == 200 or answer.reason in ("match_over", "not_started")
            elif view["phase"] == "scored" and not view["seats"][view["you"] - 1]["ready"]:
                answer = await self.line.insist("POST", f"{self.path}/ready", {}, self.token)
                assert answer.status == 200 or answer.reason == "no_result", answer
            elif view["turn"] == self.seat and not (self.done and version < self.done[-1].version):
                await asyncio.sleep(self._chance.uniform(0, self._pause))
                await self._send(self._choice(view), version)

    async def _send(self, action: Json, at: int) -> None:
        times = 2 if self._chance.random() < 0.1 else 1
        path, body = f"{self.path}/actions", {**action, "at": at}
        sent = (self.line.insist("POST", path, body, self.token) for _ in range(times))
        answers = await asyncio.gather(*sent)
        if self._enough.is_set() and {answer.status for answer in answers} == {409}:
            return  # the others have agreed to end meanwhile
        assert all(answer.status == 200 for answer in answers), (answers, body)
        versions = {answer.json["version"] for answer in answers}
        assert len(versions) == 1, "the same action was answered in two ways"
        self.done.append(Done(action, at, *versions))

    def _choice(self, view: Json) -> Json:
        if plays := view["legal"]["plays"]:
            high = max(plays, key=lambda card: "23456789TJQKA".find(card[0]))
            return {"play": self._chance.choice((high, high, *plays))}
        suits = [card[-1] for card in view["hand"]]
        longest = max(map(suits.count, suits))
        calls = view["legal"]["calls"]
        # Bids that can be made, or the match would take hundreds of deals.
        bid = 2 in calls and longest > 2
        return {"call": 2 if bid or "pass" not in calls else "pass"}

    async def check(self) -> None:
        """See also that every action is in the log once, in its place, and no other is."""
        await super().check()
        own = [
            (number, _action(event))
            for number, event in sorted(self.events.items())
            if event["event"] in ("called", "played") and event["seat"] == self.seat
        ]
        assert [action for _, action in own] == [done.action for done in self.done]
        for (number, _), done in zip(own, self.done, strict=True):
            assert done.at < number <= done.version


def _action(event: Json) -> Json:
    name = "call" if event["event"] == "called" else "play"
    return {name: event["call" if name == "call" else "card"]}


@dataclass(frozen=True)
class Plan:
    """A kind of table."""

    people: int
    bots: int = 0
    rules: str = ""


PLANS = (Plan(2), Plan(3), Plan(1, 1), Plan(1, 2), Plan(2, 1), Plan(2, rules="target=5"))


@dataclass
class Load:
    """Tables that are played at one server until it is said to be enough.

    settled: held while tables are made, and by whoever takes the server away: a guest who is not
        told of a seat could not take it again.
    """

    line: Line
    chance: Random
    pause: float = 0.05
    settled: asyncio.Lock = field(default_factory=asyncio.Lock)
    readers: list[Watcher] = field(default_factory=list)
    bot_tables: list[str] = field(default_factory=list)
    founded: list[str] = field(default_factory=list)
    enough: asyncio.Event = field(default_factory=asyncio.Event)

    async def run(self, plans: Iterable[Plan] = PLANS) -> None:
        """Play at tables of these kinds, one match after another at each."""
        async with asyncio.TaskGroup() as tasks:
            for plan in plans:
                tasks.create_task(self._repeat(plan))
            tasks.create_task(self._found())

    async def _repeat(self, plan: Plan) -> None:
        while not self.enough.is_set():
            async with self.settled:
                players = await self.seat(plan)
            spectator = Watcher(self.line, players[0].table, None, None)
            self.readers += [*players, spectator]
            async with asyncio.TaskGroup() as tasks:
                tasks.create_task(spectator.follow())
                for player in players:
                    tasks.create_task(player.play())

    async def seat(self, plan: Plan, **settings: object) -> list[Player]:
        """A new table of a kind, with its people."""
        seats = plan.people + plan.bots
        body: Json = {"seats": seats, "bots": ["easy"] * plan.bots, "nonce": "n1"}
        body |= {"rules": plan.rules, "settings": settings}
        made = (await self.line.insist("POST", "/tables", body)).json
        tokens = [made["token"]]
        for number in range(2, plan.people + 1):
            path = f"/tables/{made['table']}/seats"
            answer = await self.line.insist("POST", path, {"nonce": f"n{number}"})
            assert answer.status == 201, answer
            tokens.append(answer.json["token"])
        return [
            Player(
                self.line,
                made["table"],
                seat,
                token,
                Random(self.chance.random()),
                pause=self.pause,
                enough=self.enough,
            )
            for seat, token in enumerate(tokens, 1)
        ]

    async def add_bots(self, count: int) -> None:
        """Tables where bots play, whom nobody watches."""
        for number in range(count):
            seats = 2 + number % 2
            body = {"seats": seats, "bots": ["easy"] * seats}
            answer = await self.line.insist("POST", "/tables", body)
            self.bot_tables.append(answer.json["table"])

    async def _found(self) -> None:
        """Make tables all the time: what was answered must be there."""
        while not self.enough.is_set():
            answer = await self.line.insist("POST", "/tables", {"seats": 3})
            assert answer.status == 201
            self.founded.append(answer.json["table"])
            await asyncio.sleep(self.chance.uniform(0, 0.5))

    async def check(self) -> None:
        """See that nobody was told anything that is not so, and that the records verify."""
        for reader in self.readers:
            await reader.check()
        for table in {reader.table for reader in self.readers} | {*self.bot_tables}:
            answer = await self.line.insist("GET", f"/tables/{table}/record.smear")
            assert answer.status == 200, answer
            assert verified(answer.body) or table in self.bot_tables
        for table in self.founded:
            assert (await self.line.insist("GET", f"/tables/{table}")).status == 200

    @property
    def players(self) -> list[Player]:
        return [reader for reader in self.readers if isinstance(reader, Player)]

    @property
    def seen(self) -> int:
        """How many events readers were told."""
        return sum(len(reader.events) for reader in self.readers)

    @property
    def moves(self) -> int:
        """How many actions of people were answered."""
        return sum(len(player.done) for player in self.players)


def verified(record: bytes) -> int:
    """How many matches a record holds. Raises InvalidRecord for one that is wrong."""
    return sum(1 for _ in read_matches(io.BytesIO(record)))


class Logs:
    """The database of a server, looked at from aside, whether the server runs or not."""

    def __init__(self, address: str) -> None:
        url = make_url(address)
        if url.drivername.startswith("postgres"):
            url = url.set(drivername="postgresql+psycopg")
        self._engine = create_engine(url, poolclass=NullPool)

    def last(self) -> dict[str, tuple[int, str]]:
        """The version of each table, and what it waits for."""
        query = text(
            "SELECT log.table_id, log.number + log.count - 1, log.waits FROM log JOIN"
            " (SELECT table_id, MAX(number) AS number FROM log GROUP BY table_id) AS newest"
            " ON log.table_id = newest.table_id AND log.number = newest.number"
        )
        with self._engine.connect() as connection:
            return {table: (version, waits) for table, version, waits in connection.execute(query)}


async def until(holds: Callable[[], object], seconds: float = PATIENCE) -> float:
    """Wait until something holds; the seconds that it took. Looks from another thread."""
    begun = time.monotonic()
    while not await asyncio.to_thread(holds):
        assert time.monotonic() < begun + seconds, "it has not come about"
        await asyncio.sleep(0.02)
    return time.monotonic() - begun


@dataclass
class Killed:
    """What came of killing a server again and again.

    bots_after: seconds after each start until every table whose turn was a bot's had gone on,
        where there was one.
    """

    kills: int = 0
    bots_after: list[float] = field(default_factory=list)


async def kill_again_and_again(
    server: Server, load: Load, times: int, between: tuple[float, float]
) -> Killed:
    """Kill a server at random moments and start it again, with nobody helping its tables."""
    logs = Logs(server.database)
    came = Killed()
    for _ in range(times):
        async with load.settled:
            last = await asyncio.to_thread(logs.last)
            playing = sum(last[table][1] == "bot" for table in load.bot_tables)
            # They rest after each deal, and anew after each start.
            await load.add_bots(max(0, 3 - playing))
        await asyncio.sleep(load.chance.uniform(*between))
        async with load.settled:
            await asyncio.to_thread(server.kill)
            before = await asyncio.to_thread(logs.last)
            await asyncio.to_thread(server.start)
            came.kills += 1
            waiting = [t for t in load.bot_tables if before[t][1] == "bot"]
            took = await until(partial(_all_went_on, logs, before, waiting))
            if waiting:
                came.bots_after.append(took)
    return came


def _all_went_on(logs: Logs, before: Mapping[str, tuple[int, str]], tables: Sequence[str]) -> bool:
    now = logs.last()
    return all(now[table][0] > before[table][0] for table in tables)
