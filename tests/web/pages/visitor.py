"""A browser without scripts: it looks at pages, fills their forms, and clicks what is there."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from functools import cached_property

import httpx

from tests.web.house import HOST
from tests.web.pages.markup import Element, tree

ORIGIN = f"http://{HOST}"
HTML = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}
SENT = {**HTML, "Origin": ORIGIN}
SHORT = {"option-target": "5", "option-out": "reach", "option-limit": "5"}
"""House rules by which a match is soon over, as the form for a new table sends them."""


@dataclass
class Page:
    """A page as it came."""

    answer: httpx.Response

    @property
    def status(self) -> int:
        return self.answer.status_code

    @cached_property
    def root(self) -> Element:
        return tree(self.answer.text)

    @property
    def main(self) -> Element:
        return self.root.one("main")

    @property
    def phase(self) -> str:
        return self.main["data-phase"]

    @property
    def notice(self) -> str:
        """What it tells beside the table."""
        return self.root.one(id="notice").text

    @property
    def is_my_turn(self) -> bool:
        return bool(self.main["data-you"]) and self.main["data-you"] == self.main["data-turn"]

    def buttons(self, name: str) -> list[Element]:
        return self.root.all("button", name=name)


@dataclass
class Visitor:
    """Somebody with a browser."""

    client: httpx.AsyncClient

    async def look(self, path: str) -> Page:
        """Open a page."""
        return Page(await self.client.get(path, headers=HTML))

    async def send(self, path: str, *, accept: str = "", **fields: str) -> httpx.Response:
        """Send a form; what comes at once."""
        headers = {**SENT, "Accept": accept} if accept else SENT
        return await self.client.post(path, data=fields, headers=headers)

    async def click(self, button: Element, **filled: str) -> Page:
        """Send a button's form, and look where it leads."""
        form = button.within("form")
        assert form
        assert form["method"] == "post"
        fields = {**fields_of(form), **filled}
        if name := button.get("name"):
            fields[name] = button["value"]
        answer = await self.send(form["action"], **fields)
        if answer.status_code != 303:
            return Page(answer)
        return await self.look(answer.headers["location"])

    async def new_table(self, **wish: str) -> Page:
        """Make a table by the form for it."""
        await self.look("/")
        answer = await self.send("/new", **wish)
        assert answer.status_code == 303, answer.text
        return await self.look(answer.headers["location"])

    async def my_turn(self, path: str) -> Page:
        """The table as soon as there is something to do."""
        while True:
            page = await self.look(path)
            if page.is_my_turn or page.phase in ("scored", "over"):
                return page
            await asyncio.sleep(0.03)  # not so often that it is too much

    async def step(self, page: Page, pick: int = -1) -> Page:
        """Do one of the things that a table waits for, and look at it when it waits again.

        pick: which of the legal cards; a call is as low as may be.
        """
        if calls := page.buttons("call"):
            await self.click(next((one for one in calls if one["value"] == "pass"), calls[0]))
        elif cards := page.buttons("play"):
            await self.click(cards[pick % len(cards)])
        else:
            await self.click(page.root.one("button", id="ready"))
        return await self.my_turn(str(page.answer.url.path))


def fields_of(form: Element) -> dict[str, str]:
    """What a form sends as it stands."""
    fields = {}
    for one in form.walk():
        name, kind = one.get("name"), one.get("type")
        if one.tag == "input" and name:
            if kind not in ("radio", "checkbox") or "checked" in one.attrs:
                fields[name] = one.get("value") or ""
        elif one.tag == "select" and name:
            options = one.all("option")
            chosen = [each for each in options if "selected" in each.attrs] or options[:1]
            fields[name] = chosen[0].attrs.get("value", chosen[0].text)
    return fields


async def visitor_at_work(client: httpx.AsyncClient, **wish: str) -> tuple[Visitor, Page]:
    """Somebody at a new table, by default with a bot in the other of two seats."""
    visitor = Visitor(client)
    usual = {"seats": "2", "bots": "1", "level": "easy", "spectators": "on", "hints": "on"}
    return visitor, await visitor.new_table(**(usual | SHORT | wish))
