"""The scorekeeper to be looked at: on a narrow phone, in the dark, on paper, with long names."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Browser, Page

from tests.end_to_end.browser import DESKTOP, PHONE, People, people_of
from tests.end_to_end.keeper import Deal, Keeper
from tests.end_to_end.server import Server

pytestmark = pytest.mark.slow

NARROW = {**PHONE, "viewport": {"width": 320, "height": 600}}
LONG = ("W" * 40, "M" * 40, "Anna Magdalena von Wittelsbach-Hohenzoll")
"""As long as names may be: with nowhere to break, and with somewhere."""
PAPER = 718
"""Pixels between the margins of a sheet of A4."""
PAGES = (
    *("", "/lines/1", "/lines/1/before", "/setup", "/history", "/statistics", "/print", "/delete"),
)
CONTRASTS = """(selector) => {
  const light = (colour) => {
    const [r, g, b] = colour.match(/[\\d.]+/g).map(Number).map((one) => one / 255)
      .map((one) => (one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const behind = (one) => {
    const colour = getComputedStyle(one).backgroundColor;
    return colour === "rgba(0, 0, 0, 0)" ? behind(one.parentElement) : colour;
  };
  return [...document.querySelectorAll(selector)].map((one) => {
    const [low, high] = [getComputedStyle(one).color, behind(one)].map(light).sort((a, b) => a - b);
    return (high + 0.05) / (low + 0.05);
  });
}"""
"""How much each of some elements stands out, by WCAG 2."""
SHOWN = "() => [...document.querySelectorAll('%s')].filter((one) => one.checkVisibility()).length"


@pytest.fixture(scope="module")
def sheet(browser: Browser, quick_server: Server) -> Iterator[Keeper]:
    """A sheet with long names, and with lines of each kind."""
    with people_of(browser, quick_server.address) as people:
        keeper = Keeper(people.join(NARROW))
        keeper.begin(*LONG, dealer=3)
        deal: Deal = {"bidder": LONG[0], "bid": "4", "high": LONG[1], "low": LONG[2]}
        keeper.enter({**deal, "jack": "nobody", "game": LONG[0]})
        keeper.press("Misdeal")
        keeper.page.locator("#line-2").wait_for()
        yield keeper


def width(page: Page) -> int:
    """Pixels that a page is wide, also what is out of sight."""
    wide: int = page.evaluate("document.scrollingElement.scrollWidth")
    return wide


def open_all(page: Page) -> None:
    page.evaluate("document.querySelectorAll('details').forEach((one) => (one.open = true))")


@pytest.mark.parametrize("place", PAGES)
def test_no_name_is_too_long_for_a_phone(place: str, sheet: Keeper) -> None:
    sheet.person.go(sheet.path + place)
    open_all(sheet.page)
    for device in (NARROW, PHONE):
        sheet.page.set_viewport_size(device["viewport"])
        assert width(sheet.page) == device["viewport"]["width"]


def test_no_sheet_in_the_list_is_too_wide(sheet: Keeper) -> None:
    sheet.person.go("/score")
    for device in (NARROW, PHONE):
        sheet.page.set_viewport_size(device["viewport"])
        assert width(sheet.page) == device["viewport"]["width"]


def test_usual_names_fit_a_narrow_phone(people: People) -> None:
    ana = Keeper(people.join(NARROW))
    ana.begin("Ana", "Ben", "Cleo", dealer=3)
    open_all(ana.page)
    assert width(ana.page) == 320
    heights = ana.page.locator("#deal .do button").evaluate_all(
        "(all) => all.map((one) => one.offsetHeight)"
    )
    assert len(heights) == 3
    assert max(heights) < 64, "no word is broken"


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("colours", ["two", "four"])
def test_the_suits_are_seen_by_day_and_night(scheme: Any, colours: str, sheet: Keeper) -> None:
    sheet.person.go(sheet.path)
    sheet.page.emulate_media(color_scheme=scheme)
    sheet.page.evaluate(f"document.documentElement.dataset.colours = '{colours}'")
    open_all(sheet.page)
    found = sheet.page.evaluate(CONTRASTS, ".taken .suit")
    assert len(found) == 20
    assert min(found) > 4.5
    sheet.page.emulate_media(color_scheme="light")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_colours_that_the_system_forces_are_enough(scheme: Any, people: People) -> None:
    ana = Keeper(people.join(DESKTOP | {"has_touch": True}))
    ana.begin("Ana", "Ben", "Cleo", dealer=3)
    ana.fill({"bidder": "Ben"})
    open_all(ana.page)
    ana.page.emulate_media(forced_colors="active", color_scheme=scheme)
    result = Axe().run(ana.page, options={"runOnly": ["color-contrast"]})
    assert not result.violations_count, result.generate_report()
    chosen, other = (
        ana.page.locator(f"[name=bidder][value='{seat}'] + span").evaluate(
            "(one) => getComputedStyle(one).backgroundColor"
        )
        for seat in (2, 1)
    )
    assert chosen != other


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_table_on_paper_has_all_scores(scheme: Any, sheet: Keeper) -> None:
    page = sheet.page
    sheet.person.go(f"{sheet.path}/print")
    page.set_viewport_size({"width": PAPER, "height": 1000})
    page.emulate_media(media="print", color_scheme=scheme)
    assert width(page) == PAPER
    edges = page.locator(".paper tr > :last-child").evaluate_all(
        "(all) => all.map((one) => one.getBoundingClientRect().right)"
    )
    assert max(edges) <= PAPER
    assert page.locator(".wide").evaluate("(one) => getComputedStyle(one).overflowX") == "visible"
    page.emulate_media(media="screen", color_scheme="light")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_page_itself_prints_the_score_and_no_form(scheme: Any, sheet: Keeper) -> None:
    page = sheet.page
    sheet.person.go(sheet.path)
    page.set_viewport_size({"width": PAPER, "height": 1000})
    page.emulate_media(media="print", color_scheme=scheme)
    assert page.evaluate(SHOWN % "form, button, input, nav, summary") == 0
    assert page.evaluate(SHOWN % "#lines li, .board .score") == 5
    assert page.locator("body").evaluate("(one) => getComputedStyle(one).backgroundColor") == (
        "rgb(255, 255, 255)"
    )
    kinds = ".board :is(th, td, .score, .mark), #headline, #told p, .chances li, #lines :is(h3, p)"
    assert min(page.evaluate(CONTRASTS, kinds)) > 4.5, "backgrounds are not printed"
    assert width(page) == PAPER
    page.emulate_media(media="screen", color_scheme="light")
