"""Matches that are over, in the database of a house, and what its pages look like to a reader."""

from __future__ import annotations

import re
from dataclasses import replace
from html.parser import HTMLParser
from random import Random

import httpx

from cutthroat.service.tables import decide
from cutthroat.service.tables.happenings import Settings
from cutthroat.service.tables.state import Human
from tests.kit.tables import Log
from tests.web.house import House

PAGE = {"Accept": "text/html"}
SHORT = "target=5 out=reach limit=8"


def played(
    *names: str, table: str = "abcd", seed: int = 1, given: str | None = "plain", bots: int = 0
) -> Log:
    """A match from its first card to its last, with random calls and cards."""
    seats = len(names) + bots
    log = Log(seats, rules=SHORT, table=table, bots=["random"] * bots)
    log.sit(*names, given=given)
    if given == "hash":
        log.show(*range(1, len(names) + 1))
    return log.play(Random(seed))


def conceded(*names: str, table: str = "abcd") -> Log:
    """A match that its first player gave up."""
    log = Log(len(names), rules=SHORT, table=table).sit(*names)
    return log.do(decide.concede(log.state, 1))


def unwatched(*names: str, table: str = "abcd") -> Log:
    """A match at a table where nobody else may watch."""
    settings = Settings(spectators=False)
    log = Log(len(names), rules=SHORT, table=table, settings=settings).sit(*names)
    return log.play(Random(1))


async def store(here: House, log: Log, **persons: str) -> Log:
    """Put a table into the database; persons by the lower-case names that they sat down with."""
    for entry in log.entries:
        body = entry.body
        for name, person in persons.items():
            body = body.replace(f'"person":"{name}"'.encode(), f'"person":"{person}"'.encode())
        assert await here.store.append(replace(entry, body=body))
    for name, person in persons.items():
        seats = [who.name.lower() if isinstance(who, Human) else "" for who in log.state.seats]
        await here.site.people.sits(person, log.state.table, seats.index(name) + 1)
    return log


async def known(here: House, name: str) -> tuple[str, httpx.AsyncClient]:
    """A person, and the person's browser."""
    person, secret = await here.site.people.welcome(name)
    client = here.client()
    client.cookies.set("cutthroat", here.site.signer.sign(secret).decode(), domain="tables.example")
    return person.identifier, client


async def page(client: httpx.AsyncClient, path: str, status: int = 200) -> str:
    """A page, which must be in order."""
    answer = await client.get(path, headers=PAGE)
    assert answer.status_code == status, (path, answer.status_code, answer.text[:2000])
    check_markup(answer.text)
    return answer.text


class _Markup(HTMLParser):
    """What no page of ours may have under its content policy, and what none may lack."""

    def __init__(self) -> None:
        super().__init__()
        self.faults: list[str] = []
        self.ids: list[str] = []
        self.headings = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.headings += tag == "h1"
        self.faults += [f"{tag} {name}" for name in given if name == "style" or name[:2] == "on"]
        if tag == "style" or (tag == "script" and not given.get("src")):
            self.faults.append(tag)
        if (given.get("href") or "").lstrip().lower().startswith("javascript:"):
            self.faults.append("javascript:")
        if given.get("id"):
            self.ids.append(str(given["id"]))


def check_markup(text: str) -> None:
    found = _Markup()
    found.feed(text)
    assert found.faults == []
    assert found.headings == 1
    assert sorted(found.ids) == sorted(set(found.ids))


def cards_in(text: str) -> set[str]:
    """The cards whose pictures a page shows."""
    return set(re.findall(r'#((?:[2-9TJQKA][CDHS])|JK)"', text))


def attribute(text: str, pattern: str) -> str:
    found = re.search(pattern, text)
    assert found, pattern
    return found[1]
