"""What opens nothing, and what is never told: in no log line, no figure, no error, no header."""

from __future__ import annotations

import asyncio
import io
import json
import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
import structlog
from itsdangerous import Signer

from cutthroat.core.actions import Action, Seat
from cutthroat.core.view import View
from cutthroat.service.tables import decide, unattended
from cutthroat.service.tables.happenings import Item
from cutthroat.service.tables.people import LINK_LIFE, digest_of
from cutthroat.service.tables.ports import BotFailed, Entry
from cutthroat.service.tables.state import TableState
from cutthroat.web.api import ENDPOINTS
from cutthroat.web.serving import set_up_logs
from tests.kit.databases import in_loop
from tests.kit.tables import Answer, Web, World, world

CARD = re.compile(r"(?<![0-9A-Za-z])(?:[2-9TJQKA][CDHS]|JK)(?![0-9A-Za-z])")
CLOSED = (401, 403, 404)


# Keys that open nothing


class Tables:
    """Two tables of two people, who are all known to the server."""

    def __init__(self, here: World) -> None:
        self.here = here
        self.web = Web(here)
        self.tokens: list[str] = []
        self.cookies: list[str] = []
        self.tables: list[str] = []

    async def fill(self) -> Tables:
        for number in range(2):
            made = await self.web.ask(
                "POST", "/tables", {"seats": 2, "name": f"Ada {number}", "nonce": "shownonce"}
            )
            self.tables.append(made.json["table"])
            path = f"/tables/{self.tables[-1]}/seats"
            sat = await self.web.ask("POST", path, {"name": f"Bea {number}", "nonce": "othernonce"})
            for answer in (made, sat):
                self.tokens.append(answer.json["token"])
                self.cookies.append(cookie_of(answer))
        return self

    @property
    def path(self) -> str:
        return f"/tables/{self.tables[0]}"


def cookie_of(answer: Answer) -> str:
    told = answer.header("set-cookie")
    assert told
    return told.split(";")[0].partition("=")[2]


async def keys(at: Tables) -> dict[str, str]:
    """Everything that somebody could try as a key to a seat of the first table."""
    here, web, cookie = at.here, at.web, at.cookies[0]
    state = (await here.hall.find(at.tables[0])).state
    link = (await web.ask("POST", "/me/links", cookie=cookie)).json["code"]
    used = (await web.ask("POST", "/me/links", cookie=cookie)).json["code"]
    assert (await web.ask("POST", "/links", {"code": used})).status == 200
    feed = (await web.ask("POST", "/me/feeds", cookie=cookie)).json["url"].rpartition("/")[2]
    human = state.human(1)
    assert human
    assert state.fair
    return {
        "a token of another table": at.tokens[2],
        "a token of another table, too": at.tokens[3],
        "the table": at.tables[0],
        "the match": state.fair.match,
        "the commitment": state.fair.commitment,
        "a nonce": "shownonce",
        "a seat": "1",
        "a name": human.name,
        "a person": human.person,
        "a digest": digest_of(at.tokens[0]),
        "a cookie": cookie,
        "the secret of a cookie": cookie.rpartition(".")[0],
        "a link": link,
        "a used link": used,
        "a feed": feed,
        "almost a token": at.tokens[0][:-1],
        "more than a token": at.tokens[0] + "A",
        "a token in capitals": at.tokens[0].swapcase(),
        "nothing": "",
        "null": "null",
    }


WISHES: tuple[tuple[str, str, object], ...] = (
    ("POST", "/actions", {"call": "pass", "at": 12}),
    ("POST", "/ready", {}),
    ("POST", "/nonce", {"nonce": "x"}),
    ("POST", "/leave", {}),
    ("POST", "/concede", {}),
    ("POST", "/end", {}),
    ("POST", "/finish", {}),
    ("POST", "/rematch", {"nonce": "x"}),
    ("POST", "/reactions", {"reaction": "wow"}),
    ("GET", "/hint", None),
)


def test_every_address_of_a_seat_is_tried() -> None:
    tried = {(method, "/tables/{table}" + path) for method, path, _ in WISHES}
    seated = {
        (one.method, one.path)
        for one in ENDPOINTS
        if one.path.startswith("/tables/") and 401 in one.refusals
    }
    watched = {"", "/stream", "/record.smear"}
    assert seated - tried == {("GET", "/tables/{table}" + path) for path in watched}


@in_loop
async def test_what_is_no_key_opens_no_seat(tmp_path: Path) -> None:
    async with world(tmp_path) as here:
        at = await Tables(here).fill()
        table = await here.hall.find(at.tables[0])
        before = table.version
        for name, key in (await keys(at)).items():
            for method, path, body in WISHES:
                told = await at.web.ask(method, at.path + path, body, token=key)
                assert told.status in CLOSED, name
                if name != "a cookie":
                    told = await at.web.ask(method, at.path + path, body, cookie=key)
                    assert told.status in CLOSED, name
            for path in ("", "/record.smear", "/stream"):
                assert (await at.web.ask("GET", at.path + path, token=key)).status in CLOSED, name
        assert table.version == before


@in_loop
async def test_what_is_no_key_makes_nobody_of_a_cookie(tmp_path: Path) -> None:
    """Such a browser may look on, as everybody may."""
    async with world(tmp_path) as here:
        at = await Tables(here).fill()
        found = await keys(at)
        found["signed by another"] = Signer(b"other", salt="device").sign("secret").decode()
        for kind in ("a link", "a feed", "a person", "a token of another table"):
            found[f"{kind}, signed"] = at.web.site.signer.sign(found[kind]).decode()
        del found["a cookie"]
        for name, key in found.items():
            told = await at.web.ask("GET", at.path, cookie=key)
            assert told.json["view"]["you"] is None, name
            assert told.json["view"]["hand"] == []
            for method, path in (("GET", "/me"), ("POST", "/me/links"), ("DELETE", "/me")):
                assert (await at.web.ask(method, path, cookie=key)).status == 401, name


@in_loop
async def test_what_is_no_link_or_feed_opens_none(tmp_path: Path) -> None:
    async with world(tmp_path) as here:
        at = await Tables(here).fill()
        for name, key in (await keys(at)).items():
            if name != "a link":
                assert (await at.web.ask("POST", "/links", {"code": key})).status in (404, 422)
            if name != "a feed" and key:
                assert (await at.web.ask("GET", f"/feeds/{key}")).status == 404, name


@in_loop
async def test_a_link_works_once_and_for_ten_minutes(tmp_path: Path) -> None:
    async with world(tmp_path) as here:
        at = await Tables(here).fill()
        code = (await at.web.ask("POST", "/me/links", cookie=at.cookies[0])).json["code"]
        answers = await asyncio.gather(
            *[at.web.ask("POST", "/links", {"code": code}) for _ in range(4)]
        )
        assert sorted(answer.status for answer in answers) == [200, 404, 404, 404]
        moved = cookie_of(next(answer for answer in answers if answer.status == 200))
        assert (await at.web.ask("GET", at.path, cookie=moved)).json["view"]["you"] == 1
        late = (await at.web.ask("POST", "/me/links", cookie=at.cookies[0])).json["code"]
        here.clock.moment += LINK_LIFE
        assert (await at.web.ask("POST", "/links", {"code": late})).status == 404


@in_loop
async def test_a_token_opens_its_own_seat_alone(tmp_path: Path) -> None:
    async with world(tmp_path) as here:
        at = await Tables(here).fill()
        for seat, token in enumerate(at.tokens[:2], start=1):
            view = (await at.web.ask("GET", at.path, token=token)).json["view"]
            other = (await at.web.ask("GET", at.path, token=at.tokens[2 - seat])).json["view"]
            assert view["you"] == seat
            assert not set(view["hand"]) & set(other["hand"])
        turn = (await here.hall.find(at.tables[0])).state.turn or 0
        body = {"call": "pass", "at": (await here.hall.find(at.tables[0])).version}
        other = await at.web.ask("POST", f"{at.path}/actions", body, token=at.tokens[2 - turn])
        assert (other.status, other.json["reason"]) == (409, "not_your_turn")


@in_loop
async def test_a_key_to_a_seat_that_one_has_left_opens_nothing(tmp_path: Path) -> None:
    async with world(tmp_path) as here:
        at = await Tables(here).fill()
        async with at.web.stream(at.tables[0], token=at.tokens[0]) as stream:
            assert await stream.frame()
            await at.web.ask("POST", f"{at.path}/concede", token=at.tokens[1])
            await at.web.ask("POST", f"{at.path}/leave", token=at.tokens[0])
            while await stream.frame():
                pass
        for path in ("", "/stream", "/hint", "/record.smear"):
            assert (await at.web.ask("GET", at.path + path, token=at.tokens[0])).status == 403
        view = (await at.web.ask("GET", at.path, cookie=at.cookies[0])).json["view"]
        assert view["you"] is None


@in_loop
async def test_where_nobody_may_watch_nobody_does(tmp_path: Path) -> None:
    async with world(tmp_path) as here:
        web = Web(here)
        body = {"seats": 2, "bots": ["random"], "settings": {"spectators": False}}
        made = (await web.ask("POST", "/tables", body)).json
        for path in ("", "/stream", "/record.smear"):
            told = await web.ask("GET", f"/tables/{made['table']}{path}")
            assert (told.status, told.json["reason"]) == (403, "no_spectators")
            if path != "/stream":
                own = await web.ask("GET", f"/tables/{made['table']}{path}", token=made["token"])
                assert own.status == 200


# What is never told


@pytest.fixture
def log_lines(monkeypatch: pytest.MonkeyPatch) -> Iterator[io.StringIO]:
    """All that the server's log is told, in the form in which a server writes it."""
    lines = io.StringIO()
    set_up: dict[str, Any] = {}
    monkeypatch.setattr(structlog, "configure", set_up.update)
    monkeypatch.setattr("logging.basicConfig", lambda **_: None)
    set_up_logs()
    monkeypatch.undo()
    set_up |= {
        "logger_factory": structlog.PrintLoggerFactory(lines),
        "cache_logger_on_first_use": False,
    }
    structlog.configure(**set_up)
    yield lines
    structlog.reset_defaults()


class Failing:
    """Bots that break down, now and then."""

    def __init__(self) -> None:
        self.asked = 0

    async def think(self, level: str, view: View, chance: bytes) -> Action:
        self.asked += 1
        raise BotFailed(level)


@in_loop
async def _a_day_of_a_server(folder: Path, told: list[bytes], hidden: set[str]) -> None:
    """People and bots play while much goes wrong. What all are told; what must not be there."""
    async with world(folder) as here:
        here.thinkers.think = Failing().think  # type: ignore[method-assign]
        at = await Tables(here).fill()
        web, rng = at.web, Random(1)
        body = {"seats": 3, "bots": ["easy", "random"], "name": "Cid", "nonce": "mynonce"}
        third = await web.ask("POST", "/tables", body)
        at.tables.append(third.json["table"])
        await web.ask("POST", "/tables", {"seats": 2, "bots": ["easy", "random"]})
        hidden |= {*at.tokens, third.json["token"], *at.cookies, cookie_of(third)}
        hidden |= {cookie.rpartition(".")[0] for cookie in hidden}
        hidden |= {digest_of(token) for token in hidden} | {*(await keys(at)).values()}
        hidden -= {"", "1", "null", "shownonce", *at.tables, f"{at.tables[0]}-1", "Ada 0"}
        table = await here.hall.find(at.tables[0])
        for name in at.tables:
            state = (await here.hall.find(name)).state
            assert state.fair
            hidden |= {state.fair.secret.hex()} - {state.fair.commitment}
            hidden |= {human.person for seat in state.humans if (human := state.human(seat))}
        hidden.discard(table.state.fair.commitment if table.state.fair else "")
        sound = decide.act
        for number in range(60):
            turn, version = table.state.turn, table.version
            here.gate.broken = rng.choice((None, None, None, "before", "after"))
            decide.act = sound if rng.random() < 0.8 else _broken
            view = json.loads(table.view(turn))["view"]
            wish: dict[str, Any] = {"at": version}
            if view["legal"]["plays"]:
                wish["play"] = rng.choice([*view["legal"]["plays"], "AS"])
            else:
                wish["call"] = rng.choice([*view["legal"]["calls"], 4])
            token = at.tokens[(turn or 1) - 1]
            for path, given in (("/actions", wish), ("/ready", {}), ("/actions", {"at": "x"})):
                answer = await web.ask("POST", at.path + path, given, token=token)
                if answer.status != 200:
                    told.append(answer.body)
                told += [name + value for name, value in answer.headers]
            here.gate.broken = None
            if number % 10 == 0:
                told.append((await web.ask("GET", "/metrics")).body)
        decide.act = sound
        here.gate.broken = "before"
        told.append((await web.ask("GET", "/tables/unknown1")).body)
        here.gate.broken = None
        body_of_bad = b'[{"event":"hand_dealt","seat":1,"cards":["AS",5]}]'
        bad = Entry("broken12", 1, 1, 0, None, None, table.state.waits, body_of_bad)
        assert await here.store.append(bad)
        await here.hall._found("broken12")
        told.append((await web.ask("GET", "/tables/broken12")).body)
        await asyncio.sleep(0.05)


def _broken(state: TableState, seat: Seat, action: Action, at: int) -> tuple[Item, ...]:
    raise RuntimeError("something has gone wrong")


def test_no_log_line_figure_error_or_header_tells_what_is_hidden(
    tmp_path: Path, log_lines: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(unattended, "_BACK_OFF", (0.001,))
    told: list[bytes] = []
    hidden: set[str] = set()
    _a_day_of_a_server(tmp_path, told, hidden)
    lines = log_lines.getvalue()
    for kind in ("fault", "unavailable", "bot failed", "table cannot be taken up"):
        assert f'"event": "{kind}"' in lines, "what is logged at all"
    everything = lines + b"\n".join(told).decode()
    assert len(hidden) > 20
    for secret in hidden:
        assert secret not in everything
    assert not CARD.findall(lines)
    figures = [one.decode() for one in told if one.startswith(b"# HELP")]
    assert figures
    assert not any(CARD.search(one) for one in figures)
    assert "locals" not in lines
