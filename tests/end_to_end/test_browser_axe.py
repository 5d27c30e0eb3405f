"""No page has a fault that axe finds: on phones and desktops, in light and in dark."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, Literal

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Browser, Page

from tests.end_to_end.browser import DESKTOP, PHONE, People, Person, people_of
from tests.end_to_end.hands import Mouse, is_over, play
from tests.end_to_end.pair import two
from tests.end_to_end.player import Client
from tests.end_to_end.server import ROOT, Server

pytestmark = pytest.mark.slow

LOOKS: tuple[tuple[dict[str, Any], Literal["light", "dark"]], ...] = (
    (PHONE, "light"),
    (DESKTOP, "dark"),
    (DESKTOP, "light"),
    (PHONE, "dark"),
)
COLOURS = {"runOnly": ["color-contrast", "link-in-text-block"]}
"""The rules that light and dark can be different for."""


def check(page: Page) -> None:
    """See that axe finds nothing on a page as it is now, however it is looked at."""
    found: list[str] = []
    for number, (device, scheme) in enumerate(LOOKS):
        page.set_viewport_size(device["viewport"])
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        result = Axe().run(page, options={} if number < 2 else COLOURS)
        if result.violations_count:
            found.append(f"{page.url} {device['viewport']} {scheme}\n{result.generate_report()}")
    page.set_viewport_size(LOOKS[0][0]["viewport"])
    assert not found, "\n".join(found)


@pytest.fixture
def ada(people: People) -> Person:
    return people.join(PHONE)


@pytest.fixture(scope="module")
def finished_match(browser: Browser, quick_server: Server) -> Iterator[Person]:
    """Somebody who has just played a match to its end."""
    with people_of(browser, quick_server.address) as people:
        ada = people.join(DESKTOP)
        ada.found("Ada", bots=2)
        play([(ada, Mouse())], Random(1), is_over)
        yield ada


def test_axe_finds_what_is_wrong(ada: Person) -> None:
    ada.go("/")
    check(ada.page)
    ada.page.evaluate("document.querySelector('.fan').removeAttribute('aria-hidden')")
    ada.page.evaluate("document.querySelector('main').append(document.createElement('button'))")
    with pytest.raises(AssertionError, match="discernible text"):
        check(ada.page)


@pytest.mark.parametrize(
    "path",
    [
        "/new",
        "/open",
        "/learn",
        "/rules",
        "/rules?preset=classic",
        "/settings",
        "/mine",
        "/replay",
        "/score",
        "/score/nowhere",
        "/link/none",
        "/tables/nowhere",
    ],
)
def test_pages_of_a_stranger(path: str, ada: Person) -> None:
    ada.forgive("status of 404")
    ada.go(path)
    check(ada.page)


def test_the_guided_deal(ada: Person) -> None:
    ada.go("/learn/deal")
    for step in range(30):
        if step % 3 == 0:
            check(ada.page)
        button = ada.page.locator("main form button:not([aria-disabled])").first
        if ada.table.get_attribute("data-phase") == "scored" or not button.count():
            break
        with ada.page.expect_navigation():
            button.tap()
    assert ada.table.get_attribute("data-phase") == "scored"
    check(ada.page)


def test_the_table_before_a_match_and_who_watches(people: People) -> None:
    ada, eve = people.join(DESKTOP), people.join(PHONE)
    ada.found("Ada")
    client = Client(ada.address)
    client.post("/tables", {"settings": {"listed": True}, "nonce": "n"})
    client.close()
    check(ada.page)
    eve.go("/open")
    check(eve.page)
    eve.go(ada.path)
    check(eve.page)


def test_the_table_in_a_match(ada: Person) -> None:
    with two(ada, target=31) as table:
        for wanted in (
            lambda sight: bool(sight.calls),
            lambda sight: sight.phase == "play" and not sight.my_turn,
            lambda sight: sight.my_turn and sight.trick == 1 and len(sight.hand) < 6,
            lambda sight: sight.phase == "scored",
        ):
            table.reach(wanted)
            if ada.page.locator("details[open]").count() == 0:
                ada.page.evaluate(
                    "document.querySelectorAll('details').forEach((one) => (one.open = true))"
                )
            check(ada.page)
        ada.page.get_by_role("button", name="Well played!").click()
        ada.page.locator("q.remark").wait_for()
        check(ada.page)


def test_who_watches_a_match(people: People) -> None:
    eve = people.join(PHONE)
    with two(people.join(DESKTOP)) as table:
        table.reach(lambda sight: sight.phase == "play" and len(sight.hand) < 5)
        eve.go(table.ada.path)
        check(eve.page)


def test_the_end_of_a_match(finished_match: Person) -> None:
    check(finished_match.page)


@pytest.mark.parametrize("name", ["Replay", "Verify this match"])
def test_what_becomes_of_a_match(name: str, finished_match: Person) -> None:
    page = finished_match.page
    table = page.url
    page.get_by_role("link", name=name).click()
    page.wait_for_url("**/matches/**")
    check(page)
    if name == "Replay":
        page.get_by_role("link", name="Last step").click()
        page.locator("#summary").wait_for()
        check(page)
    page.goto(table)


@pytest.mark.parametrize("path", ["/", "/mine", "/settings"])
def test_pages_of_somebody_known(path: str, finished_match: Person) -> None:
    table = finished_match.path
    finished_match.go(path)
    check(finished_match.page)
    finished_match.go(table)


@pytest.mark.parametrize("button", ["Make a code for another device", "Make the address of a feed"])
def test_what_settings_give_out(button: str, finished_match: Person) -> None:
    page, table = finished_match.page, finished_match.path
    finished_match.go("/settings")
    page.get_by_role("button", name=button).click()
    page.locator("p.link a").first.wait_for()
    check(page)
    if "code" in button:
        page.goto(page.locator("p.link a").first.get_attribute("href") or "")
        check(page)
    finished_match.go(table)


@pytest.mark.parametrize("file", ["example.smear", "decisions/0003-click.md"])
def test_a_record_that_was_uploaded(file: str, ada: Person, tmp_path: Path) -> None:
    ada.forgive("status of 4")
    ada.go("/replay")
    ada.page.get_by_label("A file").set_input_files(ROOT / "docs" / file)
    ada.page.get_by_role("button", name="Replay it").click()
    ada.page.locator("main.replay, [role=alert]").wait_for()
    check(ada.page)


def test_the_pages_of_a_sheet(people: People) -> None:
    ana, eve = people.join(PHONE), people.join(DESKTOP)
    ana.forgive("status of 409")
    ana.go("/score")
    for seat, name in enumerate(("Ana", "Ben", "Cleo"), start=1):
        ana.page.get_by_label(f"Player {seat}", exact=True).fill(name)
    ana.page.get_by_role("button", name="Begin").tap()
    ana.page.wait_for_url("**/score/*")
    check(ana.page)
    path = ana.path
    deal = {"bidder": "1", "bid": "2", "high": "1", "low": "nobody", "jack": "1", "game": "2"}
    for name, value in deal.items():
        ana.page.locator(f"#deal [name={name}][value='{value}']").check()
    ana.page.evaluate("document.querySelectorAll('details').forEach((one) => (one.open = true))")
    ana.page.get_by_role("button", name="Enter", exact=True).tap()
    ana.page.locator(".asked").wait_for()
    check(ana.page)
    ana.page.get_by_role("button", name="Enter it all the same").tap()
    ana.page.locator("#line-1").wait_for()
    check(ana.page)
    ana.go(f"{path}/lines/1")
    check(ana.page)
    ana.page.get_by_role("radio", name="3", exact=True).check()
    ana.page.get_by_role("button", name="Correct it", exact=True).tap()
    ana.page.get_by_role("button", name="Correct it all the same").tap()
    ana.page.locator(".changed").wait_for()
    check(ana.page)
    for page in ("lines/1/before", "setup", "history", "statistics", "print"):
        ana.go(f"{path}/{page}")
        check(ana.page)
    ana.go("/score")
    check(ana.page)
    eve.go(path)
    check(eve.page)
