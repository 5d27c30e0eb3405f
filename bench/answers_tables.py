"""A person at a table of a server, who answers at once and takes the time that the bots take."""

from __future__ import annotations

import http.client
import json
import re
import subprocess
import sys
import time
from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from email.message import Message
from pathlib import Path
from typing import Any

from bench.answers_terminal import PATIENCE, environment

Json = dict[str, Any]
NO_HEADERS: Mapping[str, str] = {}
SERVING = re.compile(r"http://([\w.:]+)")


class Seat:
    """A seat at a table. headers: what tells the server whose it is."""

    def __init__(self, place: str, table: str, headers: dict[str, str]) -> None:
        self._place = place
        self._path = f"/tables/{table}"
        self._headers = headers
        self.began = time.monotonic()

    def do(self, what: str, body: Json) -> None:
        """Do something at the table; what comes too late does not count."""
        ask("POST", self._place, f"{self._path}/{what}", json.dumps(body), self._headers)

    def frames(self) -> Generator[Json]:
        """What the table shows, whenever there is more."""
        line = http.client.HTTPConnection(self._place, timeout=PATIENCE)
        line.request("GET", f"{self._path}/stream?after=0", headers=self._headers)
        with closing(line), line.getresponse() as answer:
            while row := answer.readline():
                if row.startswith(b"data: "):
                    yield json.loads(row[6:])
        raise SystemExit("the server shows the table no more")


def ask(
    method: str, place: str, path: str, body: str = "", headers: Mapping[str, str] = NO_HEADERS
) -> tuple[Message, str]:
    """The headers and the body of an answer."""
    line = http.client.HTTPConnection(place, timeout=PATIENCE)
    with closing(line):
        line.request(method, path, body, dict(headers))
        answer = line.getresponse()
        told = answer.read().decode()
    if answer.status >= 400 and answer.status != 409:
        raise SystemExit(f"the server refused {path}: {told[:1000]}")
    return answer.headers, told


@contextmanager
def server(home: Path) -> Iterator[str]:
    """Where a fresh server takes requests, while the block runs."""
    command = [sys.executable, "-m", "cutthroat", "serve", "--no-browser", "--port", "0"]
    command += ["--database", f"sqlite:///{home / 'tables.sqlite'}", "--bot-seconds", "0"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, text=True, env=environment(home)
    ) as process:
        try:
            assert process.stdout
            told = SERVING.search(process.stdout.readline())
            if told is None:
                raise SystemExit("the server did not start")
            yield told[1]
        finally:
            process.terminate()


def play_now(home: Path, bot: str, count: int) -> list[float]:
    """The waits of a match by the button of the first page. bot: what it seats must be this one."""
    with server(home) as place:
        first, _page = ask("GET", place, "/")
        cookies = [cookie.partition(";")[0] for cookie in first.get_all("Set-Cookie", [])]
        known = {"Cookie": "; ".join(cookies)}
        form = {"Content-Type": "application/x-www-form-urlencoded"}
        given, _page = ask("POST", place, "/play-now", "once=bench", known | form)
        return _waits(Seat(place, given["Location"].rpartition("/")[2], known), bot, count)


def at_table(home: Path, bots: Sequence[str], count: int) -> list[float]:
    """The waits of a match at a table made for it."""
    with server(home) as place:
        wish = {"seats": len(bots) + 1, "bots": list(bots), "name": "Ana", "nonce": "bench"}
        made = json.loads(ask("POST", place, "/tables", json.dumps(wish))[1])
        headers = {"Authorization": f"Bearer {made['token']}"}
        return _waits(Seat(place, made["table"], headers), bots[0], count)


def _waits(seat: Seat, bot: str, count: int) -> list[float]:
    """Seconds from each move, or deal, to the frame that shows the next bot's answer.

    Bots that answer so quickly that one frame shows them all count as one answer.
    """
    waits: list[float] = []
    moved = seat.began
    with closing(seat.frames()) as frames:
        for frame in frames:
            now = time.monotonic()
            view = frame["view"]
            _check(view, bot)
            waits += [now - moved] if _answered(frame) else []
            if len(waits) >= count or view["phase"] == "over":
                break
            moved = now if frame["events"] else moved
            if view["turn"] == view["you"]:
                moved = time.monotonic()
                seat.do("actions", _choice(view["legal"]) | {"at": frame["version"]})
            elif view["phase"] == "scored" and not view["seats"][view["you"] - 1]["ready"]:
                moved = time.monotonic()
                seat.do("ready", {})
    return waits


def _check(view: Json, bot: str) -> None:
    levels = {each["level"] for each in view["seats"] if each["kind"] == "bot"}
    if levels != {bot}:
        raise SystemExit(f"{bot} was to play, and not {', '.join(levels)}")


def _answered(frame: Json) -> bool:
    done = [event for event in frame["events"] if event["event"] in ("called", "played")]
    return any(event["seat"] != frame["view"]["you"] for event in done)


def _choice(legal: Json) -> Json:
    """A low call: then all go on playing."""
    if legal["calls"]:
        return {"call": legal["calls"][0]}
    return {"play": legal["plays"][0]}
