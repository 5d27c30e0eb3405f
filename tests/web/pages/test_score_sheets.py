"""The sheets of whoever visits: begun, listed, brought along, taken away as a record, deleted."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from starlette.types import Message

from cutthroat.core.rules import Rules
from cutthroat.scorepad.entries import NextMatch, Setup
from cutthroat.service.scorebook import begun_on, record_of
from tests.kit.databases import in_loop
from tests.web.house import HERE, HOST, asked, house
from tests.web.pages.markup import flaws
from tests.web.pages.test_score import (
    NAMES,
    THREE,
    alerts,
    begun,
    button,
    enter,
    kept,
    path_of,
    scores,
)
from tests.web.pages.visitor import Page, Visitor, fields_of

# Beginning


@in_loop
async def test_the_rules_are_by_the_book_until_others_are_chosen(tmp_path: Path) -> None:
    """As in the terminal."""
    async with house(tmp_path) as here:
        visitor = Visitor(here.client())
        page = await visitor.look("/score")
        form = page.root.one("form", action="/score")
        assert fields_of(form)["preset"] == "seed"
        page = await visitor.click(button(page, "Begin"), **NAMES)
        assert (await kept(here, page)).sheet.setup.rules == Rules()


@in_loop
async def test_a_new_sheet_comes_first_and_old_ones_are_a_step_away(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        visitor, page = await begun(here)
        owner = (await kept(here, page)).owner
        setups = [Setup((f"Ana {number}", "Ben"), Rules(), 1) for number in range(11)]
        for setup in setups:
            await here.site.desk.begin(owner, setup)
        page = await visitor.look("/score")
        assert flaws(page.root) == []
        assert [one.text for one in page.main.all("h2")] == [
            *("A new sheet", "Go on with a record", "My sheets")
        ]
        (older,) = [one for one in page.main.all("details") if "older" in one.classes]
        assert older.one("summary").text == "2 older sheets"
        newest, oldest = page.main.all("ul", **{"class": "sheets"})
        assert len(newest.all("li")) == 10
        assert older.one("ul") is oldest
        assert len(oldest.all("li")) == 2
        (mine,) = [one for one in page.main.all("a") if one["href"] == "#mine"]
        assert mine.text == "My sheets"


# Another match while one runs


@in_loop
async def test_another_match_can_be_begun_while_one_runs(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        visitor, page = await begun(here)
        leave = "Leave this match, and begin another"
        early = await visitor.click(button(page, leave))
        assert alerts(early) == ["The match has no deal yet, so no other can be begun."]
        page = await enter(visitor, page, **THREE)
        page = await visitor.click(button(page, leave), dealer="2")
        assert (await kept(here, page)).sheet.entries[-1] == NextMatch(2)
        assert scores(page) == ["0", "0", "0"]
        assert page.root.one("h1").text == "Ben deals next."
        assert flaws(page.root) == []


# What is said


@in_loop
async def test_refusals_are_whole_sentences(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        visitor, page = await begun(here)
        page = await enter(visitor, page, **THREE)
        path, told = path_of(page), list[str]()
        for place in ("", "/undo", "/lines/1", "/lines/1/before", "/setup", "/delete"):
            stranger = Visitor(here.client())
            told += alerts(Page(await stranger.send(f"{path}{place}", do="enter", **THREE)))
            answer = await stranger.send(f"{path}{place}", accept="application/json", **THREE)
            told.append(answer.json()["message"])
        for fields in ({**THREE, "bid": "9"}, {**THREE, "high": ""}, {"do": "stop", "reason": ""}):
            for place in ("", "/lines/1", "/lines/1/before"):
                told += alerts(Page(await visitor.send(f"{path}{place}", **fields)))
            answer = await visitor.send(path, accept="application/json", **fields)
            told.append(answer.json()["message"])
        told += alerts(Page(await visitor.send(f"{path}/setup", name1="Ana", name2="Ana")))
        told += alerts(Page(await visitor.send("/score", name1="Ana", name2="Ana")))
        assert len(told) == 26
        for one in told:
            assert re.fullmatch("[A-Z0-9].*[^.]\\.", one), one


@in_loop
async def test_the_title_of_who_follows_changes_with_the_names(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        visitor, page = await begun(here)
        path = path_of(page)
        setup = await visitor.look(f"{path}/setup")
        page = await visitor.click(button(setup, "Correct it"), name2="Benno")
        _, _, body = await asked(here.app, "GET", f"{path}/stream?as=html")
        title = page.root.one("title").text
        assert title == "Score: Ana, Benno, Cleo · Cutthroat Canadian Smear"
        assert f'data-title="{title}"' in body.decode()


# Records


@pytest.fixture
def other_day(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A time zone in which it is not the day that it is in UTC."""
    zone = "Etc/GMT-14" if datetime.now(UTC).hour >= 11 else "Etc/GMT+12"
    monkeypatch.setenv("TZ", zone)
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


@pytest.mark.usefixtures("other_day")
@in_loop
async def test_a_record_has_the_day_that_the_terminal_writes(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        visitor, page = await begun(here)
        page = await enter(visitor, page, **THREE)
        text = (await visitor.look(f"{path_of(page)}.smear")).answer.text
        sheet = (await kept(here, page)).sheet
        assert text == record_of(sheet)
        day = begun_on(sheet)
        assert f'[Date "{day.isoformat()}"]' in text
        assert day != datetime.fromtimestamp(sheet.log[0].when / 1000, UTC).date()


@in_loop
async def test_who_brings_a_record_is_led_to_the_score(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        visitor, page = await begun(here)
        page = await enter(visitor, page, **THREE)
        text = (await visitor.look(f"{path_of(page)}.smear")).answer.text
        answer = await visitor.send("/score/import", text=text)
        assert answer.status_code == 303
        # Without a fragment of its own the browser would keep the one of the form.
        assert re.fullmatch("/score/[a-z0-9]+#now", answer.headers["location"])


# Deleting


@in_loop
async def test_a_sheet_is_deleted_after_a_word_about_it(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        visitor, page = await begun(here)
        page = await enter(visitor, page, **THREE)
        path = path_of(page)
        _, other = await begun(here)
        (link,) = [one for one in page.root.all("a") if one["href"] == f"{path}/delete"]
        assert link.text == "Delete this sheet"
        mine = await visitor.look("/score")
        (link,) = [one for one in mine.root.all("a") if one["href"] == f"{path}/delete"]
        assert link.spoken == "Delete: Ana 3, Ben 0, Cleo 0"
        asked_about = await visitor.look(link["href"])
        assert flaws(asked_about.root) == []
        said = asked_about.main.text
        assert "Ana 3, Ben 0, Cleo 0 Ana deals next." in said
        assert "1 line is deleted with all that is in the history" in said
        assert "everybody who follows the sheet. Nobody can bring it back." in said
        assert [one["href"] for one in asked_about.main.all("a")] == [path, f"{path}.smear"]
        assert (await visitor.look(path)).status == 200, "it was only asked about"
        after = await visitor.click(button(asked_about, "Delete this sheet"))
        assert path_of(after) == "/score"
        assert not after.root.all("ul", **{"class": "sheets"})
        twice = await visitor.click(button(asked_about, "Delete this sheet"))
        assert path_of(twice) == "/score"
        for place in ("", "/history", "/stream", ".smear", "/delete"):
            assert (await visitor.look(f"{path}{place}")).status == 404
        assert (await visitor.look(path_of(other))).status == 200


@in_loop
async def test_who_follows_a_sheet_that_is_deleted_is_let_go(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        visitor, page = await begun(here)
        path = path_of(page)
        heard, never, now = list[Message](), asyncio.Event(), asyncio.Event()

        async def receive() -> Message:
            await never.wait()
            return {"type": "http.disconnect"}

        async def send(message: Message) -> None:
            heard.append(message)
            if b"event: sheet" in message.get("body", b""):
                now.set()

        scope = {
            "type": "http",
            "http_version": "1.1",
            "method": "GET",
            "scheme": "http",
            "path": f"{path}/stream",
            "query_string": b"as=html",
            "root_path": "",
            "headers": [],
            "client": HERE,
            "server": (HOST, 80),
        }
        following = asyncio.ensure_future(here.app(scope, receive, send))
        await now.wait()
        await visitor.send(f"{path}/delete")
        await asyncio.wait_for(following, 5)
        assert heard[0]["status"] == 200
        assert heard[-1]["more_body"] is False
        assert here.site.limits.streams == 0
