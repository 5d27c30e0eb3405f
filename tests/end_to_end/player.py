"""A person at a table of a server, as a program: the standard library and the contract, no more."""

from __future__ import annotations

import hashlib
import http.client
import json
import threading
import time
from collections.abc import Callable, Generator
from random import Random
from typing import Any
from urllib.parse import urlsplit

PATIENCE = 360.0
"""Seconds that a busy machine may take for an answer: a hint by house rules that nobody has played
by before wants a table of equities, and the server makes one after the other."""

Json = dict[str, Any]


class Answered(Exception):  # noqa: N818  # named after what is the case
    """An answer that is a refusal. `problem` is its body."""

    def __init__(self, status: int, problem: Json) -> None:
        super().__init__(status, problem)
        self.status = status
        self.problem = problem

    @property
    def reason(self) -> str:
        """The reason, for programs."""
        return str(self.problem["reason"])


class Client:
    """A line to a server, which asks again where the server says that it may."""

    def __init__(self, address: str, token: str | None = None) -> None:
        self._place = urlsplit(address).netloc
        self._line = http.client.HTTPConnection(self._place, timeout=PATIENCE)
        self.token = token

    def headers(self) -> dict[str, str]:
        """What every request says."""
        return {"Authorization": f"Bearer {self.token}"} if self.token else {}

    def ask(self, method: str, path: str, body: Json | None = None) -> str:
        """The answer to a request.

        Raises Answered if it is a refusal.
        """
        for _attempt in range(50):
            text = None if body is None else json.dumps(body)
            try:
                self._line.request(method, path, text, self.headers())
                answer = self._line.getresponse()
                told = answer.read().decode()
            except (http.client.RemoteDisconnected, ConnectionError):
                self._line.close()  # the server ends a line that nobody used for some seconds
                continue
            if answer.status < 400:
                return told
            if answer.status not in (429, 503):
                raise Answered(answer.status, json.loads(told))
            time.sleep(float(answer.headers["Retry-After"]))
        raise AssertionError(f"{method} {path} was refused fifty times")

    def get(self, path: str) -> Json:
        """Ask for something."""
        return dict(json.loads(self.ask("GET", path)))

    def post(self, path: str, body: Json | None = None) -> Json:
        """Do something."""
        return dict(json.loads(self.ask("POST", path, body or {})))

    def stream(self, path: str, after: int | None = None) -> Generator[Json]:
        """The frames of a stream until it ends, each with the `id` that it came with.

        after: the version that is known already.
        """
        line = http.client.HTTPConnection(self._place, timeout=PATIENCE)
        known = {} if after is None else {"Last-Event-ID": str(after)}
        try:
            line.request("GET", path, headers=self.headers() | known)
            answer = line.getresponse()
            if answer.status != 200:
                raise Answered(answer.status, json.loads(answer.read()))
            yield from _frames(answer)
        finally:
            line.close()

    def close(self) -> None:
        """End the line."""
        self._line.close()


def _frames(answer: http.client.HTTPResponse) -> Generator[Json]:
    fields: dict[str, str] = {}
    while line := answer.readline().decode():
        name, _, value = line.rstrip("\n").partition(": ")
        if name:
            fields[name] = value
        elif "data" in fields:
            assert fields["event"] == "view"
            frame: Json = json.loads(fields["data"])
            assert fields["id"] == str(frame["version"])
            yield frame
            fields = {}


def hash_of(nonce: str) -> str:
    """What a player gives first of a nonce."""
    return hashlib.sha256(nonce.encode()).hexdigest()


class Reader:
    """Follows a table until a match of it is over, and sees that nothing is missing on the way.

    by_stream: whether by a stream, which now and then breaks; otherwise by asking again and again.
    """

    def __init__(self, client: Client, table: str, chance: Random, *, by_stream: bool) -> None:
        self.client = client
        self.path = f"/tables/{table}"
        self.chance = chance
        self.by_stream = by_stream
        self.version = 0
        self.events: list[Json] = []
        self.breaks = 0

    def follow(self) -> Generator[Json]:
        """Every view that comes, up to the one in which the match is over."""
        for frame in self._streamed() if self.by_stream else self._polled():
            assert frame["format"] == 1
            assert frame["version"] >= self.version
            self.version = frame["version"]
            yield frame
            if frame["view"]["phase"] == "over":
                return

    def _streamed(self) -> Generator[Json]:
        while True:
            frames = self.client.stream(f"{self.path}/stream", self.version)
            for frame in frames:
                self._note(frame)
                yield frame
                if self.chance.random() < 0.01:
                    self.breaks += 1
                    break
            frames.close()

    def _note(self, frame: Json) -> None:
        numbers = [event["number"] for event in frame["events"]]
        assert numbers == sorted(set(numbers))
        assert all(self.version < number <= frame["version"] for number in numbers)
        self.events += frame["events"]

    def _polled(self) -> Generator[Json]:
        while True:
            yield self.client.get(self.path)
            time.sleep(0.02)


HINTS = 0.004
"""The share of actions for which a hint is asked: each takes the server a second."""


class Player(Reader):
    """Plays a seat: shows its nonce, calls and plays, and is ready at once.

    nonce: shown where the table asks for it; None if it was given at once.
    """

    def __init__(
        self,
        client: Client,
        table: str,
        chance: Random,
        *,
        by_stream: bool,
        nonce: str | None = None,
    ) -> None:
        super().__init__(client, table, chance, by_stream=by_stream)
        self.nonce = nonce
        self.actions = 0
        self.hints = 0
        self.last: Json = {}
        self._done = -1

    def play(self) -> None:
        """Play until the match is over."""
        for frame in self.follow():
            self.last = frame
            if frame["version"] >= self._done:
                self._answer(frame["version"], frame["view"])

    def step(self) -> int:
        """Do what is asked now, if anything is; the version that was looked at."""
        frame = self.client.get(self.path)
        self._answer(frame["version"], frame["view"])
        return int(frame["version"])

    def _answer(self, version: int, view: Json) -> None:
        if view["phase"] == "waiting":
            self._show(view["fair"], view["you"])
        elif view["phase"] == "scored":
            if not view["seats"][view["you"] - 1]["ready"]:
                self._post("ready")
        elif view["turn"] == view["you"]:
            action = self._hint() if self.chance.random() < HINTS else self._choice(view)
            self._post("actions", {**action, "at": version})
            self.actions += 1
        else:
            assert view["legal"] == {"calls": [], "plays": []}

    def _post(self, what: str, body: Json | None = None) -> None:
        """Do something, once for each view; others may have been quicker."""
        try:
            self._done = self.client.post(f"{self.path}/{what}", body)["version"]
        except Answered as error:
            if error.reason not in ("stale", "no_result"):
                raise

    def _show(self, fair: Json, you: int) -> None:
        if self.nonce and all(fair["fixed"]) and not fair["shown"][you - 1]:
            self._post("nonce", {"nonce": self.nonce})

    def _hint(self) -> Json:
        hint = self.client.get(f"{self.path}/hint")
        assert hint["by"].startswith("expert ")
        self.hints += 1
        return {name: hint[name] for name in ("call", "play") if name in hint}

    def _choice(self, view: Json) -> Json:
        """Something legal that leads to the end of a match before long."""
        hand, calls, plays = view["hand"], view["legal"]["calls"], view["legal"]["plays"]
        if calls:
            wanted = max(worth(hand, suit) for suit in "CDHS")
            return {"call": wanted if wanted in calls else calls[0]}
        if view["trump"] is None:
            _worth, suit = max((worth(hand, card[1]), card[1]) for card in plays)
            return {"play": [card for card in plays if card[1] == suit][-1]}
        return {"play": self.chance.choice(plays)}


def worth(hand: list[str], suit: str) -> int:
    """About how many points a hand may win with a suit for trump."""
    ranks = [card[0] for card in hand if card[1] == suit]
    return ("A" in ranks) + bool(len(ranks) > 1 and {*ranks} & {*"234"}) + (len(ranks) > 2)


class Crowd:
    """Programs that run side by side; what goes wrong in one of them is raised at the end."""

    def __init__(self) -> None:
        self._threads: list[threading.Thread] = []
        self._wrong: list[BaseException] = []

    def start(self, work: Callable[[], object]) -> None:
        """Start one."""

        def run() -> None:
            try:
                work()
            except BaseException as error:  # noqa: BLE001  # raised again in `end`
                self._wrong.append(error)

        thread = threading.Thread(target=run, daemon=True)
        thread.start()
        self._threads.append(thread)

    def end(self, patience: float) -> None:
        """Wait for all of them."""
        ends = time.monotonic() + patience
        for thread in self._threads:
            thread.join(max(0.0, ends - time.monotonic()))
            if self._wrong:
                raise self._wrong[0]
            assert not thread.is_alive(), "a program has not come to its end"
