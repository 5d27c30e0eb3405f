"""People with browsers: pages that are looked at and watched for faults.

with people_of(browser, server.address) as people:
    ada = people.join(PHONE)
    ada.go("/")
"""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import Any, Final, TypeVar
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Locator,
    Request,
    sync_playwright,
)

from cutthroat.record.read import Record, read_matches
from tests.end_to_end.server import Server, running_server

Device = dict[str, Any]
Found = TypeVar("Found")

DESKTOP: Final[Device] = {"viewport": {"width": 1280, "height": 800}}
PHONE: Final[Device] = {
    "viewport": {"width": 390, "height": 844},
    "is_mobile": True,
    "has_touch": True,
}
PATIENCE: Final = 20.0
"""Seconds that a busy machine may take to show something."""
PICTURES: Final = os.environ.get("CUTTHROAT_PICTURES")
"""The folder that takes pictures of the pages; without it none are taken."""

FLAGS: Final = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
_LOOK: Final = """() => {
  const table = document.getElementById("table");
  if (!table) throw new Error(`no table but: ${document.body.innerText}`);
  const values = (name) =>
    [...table.querySelectorAll(`button[name=${name}]`)].map((one) => one.value);
  return {
    phase: table.dataset.phase,
    turn: Number(table.dataset.turn),
    version: Number(table.dataset.version),
    you: Number(table.dataset.you),
    deal: Number(table.dataset.deal),
    calls: values("call"),
    plays: values("play"),
    hand: [...table.querySelectorAll(".in-hand")].map((one) => one.value),
    result: table.querySelector("#ready") !== null,
    trump: table.querySelector(".trump .suit")?.className.at(-1) ?? "",
    trick: table.querySelectorAll(".plays:not(.full) .card").length,
  };
}"""


def chromium() -> str:
    """Where the browser is: CHROMIUM names it, else it is looked for on the path."""
    names = ("chromium", "chromium-browser", "google-chrome")
    found = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, names)), None)
    assert found, "the tests need Chromium; on Debian: apt install chromium"
    return found


@contextmanager
def running_browser() -> Iterator[Browser]:
    """A browser without a window, which has ended when the block ends."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        try:
            yield browser
        finally:
            browser.close()


@dataclass(frozen=True, slots=True)
class Sight:
    """What a table's page shows, and what its buttons offer.

    result: whether it asks to go on after a deal. trump: a letter, empty before the first lead.
    trick: cards in a trick that is not complete.
    """

    phase: str
    turn: int
    version: int
    you: int
    deal: int
    calls: list[str]
    plays: list[str]
    hand: list[str]
    result: bool
    trump: str
    trick: int

    @property
    def my_turn(self) -> bool:
        """Whether whoever looks is to call or play."""
        return bool(self.you) and self.turn == self.you


class Person:
    """Somebody with a browser of their own.

    page: the tab that is looked at. faults: what the browser complained of, and requests that
    went anywhere but to the server.
    """

    def __init__(self, context: BrowserContext, address: str) -> None:
        self.address = address
        self.context = context
        self.faults: list[str] = []
        self._origins = [address]
        self._forgiven: list[str] = []
        context.set_default_timeout(PATIENCE * 1000)
        context.on("console", self._hear)
        context.on("weberror", lambda error: self.faults.append(str(error.error)))
        context.on("request", self._see_request)
        self.page = context.new_page()

    def _hear(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.faults.append(f"{message.text} ({message.location.get('url', '')})")

    def _see_request(self, request: Request) -> None:
        if not any(request.url.startswith(f"{one}/") for one in self._origins):
            self.faults.append(f"request to {request.url}")

    def forgive(self, pattern: str) -> None:
        """Expect a complaint of the browser that a test brings about on purpose."""
        self._forgiven.append(pattern)

    def check(self) -> None:
        """See that the browser has complained of nothing."""
        faults = [one for one in self.faults if not any(re.search(p, one) for p in self._forgiven)]
        assert not faults, "\n".join(faults)

    def go(self, path: str) -> None:
        """Look at a page of the server."""
        self.page.goto(self.address + path)

    def move_to(self, address: str) -> None:
        """Reach the server by another address from now on."""
        self.address = address
        self._origins.append(address)

    @contextmanager
    def offline(self) -> Iterator[None]:
        """The page reaches no server until the block ends."""
        self.context.set_offline(True)
        # The browser tells the page a little before nothing gets through: told again, it looks.
        self.page.evaluate("dispatchEvent(new Event('offline'))")
        yield
        self.context.set_offline(False)

    def found(self, name: str, *, seats: str = "three", bots: int = 0, target: int = 5) -> None:
        """Make a table for a quick match, by the pages that are for it, and sit at it."""
        page = self.page
        self.go("/")
        page.get_by_role("link", name="Play with friends").click()
        page.get_by_label("Your name").fill(name)
        page.get_by_label(seats, exact=True).check()
        page.get_by_label("Computer players among them").select_option(str(bots))
        page.get_by_label("How well they play").select_option("easy")
        page.get_by_label("Short: to 7").check()
        page.get_by_text("Change single rules").click()
        page.get_by_label("target").fill(str(target))
        page.get_by_role("button", name="Make the table").click()
        page.wait_for_url("**/tables/*")

    @property
    def path(self) -> str:
        """The page that is looked at."""
        return urlsplit(self.page.url).path

    @property
    def table(self) -> Locator:
        """The part of a table's page that changes."""
        return self.page.locator("#table")

    def see(self) -> Sight:
        """What the table shows now."""
        return Sight(**self.page.evaluate(_LOOK))

    def until(self, what: Callable[[], Found], patience: float = PATIENCE) -> Found:
        """Wait for something to be so; what it is."""
        ends = monotonic() + patience
        while not (found := what()):
            assert monotonic() < ends, f"this did not come to be: {self.see()}"
            self.page.wait_for_timeout(20)
        return found

    def sees(self, wanted: Callable[[Sight], bool], patience: float = PATIENCE) -> Sight:
        """Wait until the table shows something."""

        def now() -> Sight | None:
            sight = self.see()
            return sight if wanted(sight) else None

        found = self.until(now, patience)
        assert found
        return found

    def button(self, name: str, value: str) -> Locator:
        """A button of the table, by what it sends."""
        return self.table.locator(f'button[name={name}][value="{value}"]')

    def scores(self) -> tuple[int, ...]:
        """What the table of scores says, seat 1 first."""
        texts = self.page.locator("table.scores td.score").all_inner_texts()
        return tuple(int(text.replace("−", "-")) for text in texts)

    def choose_pace(self, pace: str) -> None:
        """Have cards come slow, normal, quick or at_once."""
        self.context.add_cookies(
            [{"name": "cutthroat-look", "value": f"speed={pace}", "url": self.address}]
        )

    def record(self, folder: Path) -> Record:
        """The record of the match that is over, by the page's link; it is verified by reading."""
        with self.page.expect_download() as coming:
            self.page.get_by_role("link", name="Download the record").click()
        file = folder / coming.value.suggested_filename
        coming.value.save_as(file)
        with file.open("rb") as stream:
            (record,) = read_matches(stream)
        return record

    def picture(self, name: str) -> None:
        """Take a picture of what is in sight, once nothing moves any more."""
        if PICTURES is None:
            return
        self.until(lambda: self.page.evaluate("document.getAnimations().length === 0"))
        width = (self.page.viewport_size or {"width": 0})["width"]
        kind = "phone" if width < 600 else "desktop"
        self.page.screenshot(path=Path(PICTURES) / f"{name}-{kind}.png")


class People:
    """The people of a test, each with a browser of their own."""

    def __init__(self, browser: Browser, address: str) -> None:
        self.all: list[Person] = []
        self._browser = browser
        self._address = address

    def join(self, device: Device, *, pace: str = "at_once", **options: Any) -> Person:
        """Somebody more.

        pace: how fast cards come. options: of the browser, as Playwright has them.
        """
        person = Person(self._browser.new_context(**device, **options), self._address)
        person.choose_pace(pace)
        self.all.append(person)
        return person


@contextmanager
def people_of(browser: Browser, address: str) -> Iterator[People]:
    """The people of a test; at its end no browser may have complained of anything."""
    people = People(browser, address)
    try:
        yield people
        for person in people.all:
            person.check()
    finally:
        for person in people.all:
            person.context.close()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """One for all tests of a file; each person has a profile of their own in it."""
    with running_browser() as browser:
        yield browser


@pytest.fixture(scope="module")
def quick_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server whose bots do not wait, for all tests of a file; it has found no fault."""
    with running_server(tmp_path_factory.mktemp("home"), "--bot-seconds", "0") as server:
        yield server
        assert server.told() == ""


@pytest.fixture
def people(browser: Browser, quick_server: Server) -> Iterator[People]:
    """The people of one test at that server."""
    with people_of(browser, quick_server.address) as people:
        yield people
