"""Whole matches in a browser: by mouse, by keyboard, without JavaScript, with friends, watched."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Browser, Locator, expect

from cutthroat.core.events import DealStarted, Played, TrickTaken
from cutthroat.record.read import Record
from cutthroat.web.listening import network_addresses
from tests.end_to_end.browser import DESKTOP, PHONE, Device, People, Person, Sight, people_of
from tests.end_to_end.hands import (
    Finger,
    Hands,
    Keys,
    Mouse,
    button_of,
    choice,
    finished,
    is_over,
    play,
)
from tests.end_to_end.player import Client
from tests.end_to_end.server import running_server

ADDRESSES = asyncio.run(network_addresses())


def test_play_now_deals_cards_that_can_be_played(people: People) -> None:
    ada = people.join(DESKTOP)
    ada.go("/")
    ada.page.get_by_role("button", name="Play now").click()
    ada.page.wait_for_url("**/tables/*")
    play([(ada, Mouse())], Random(1), lambda sight: sight.phase == "scored")
    assert ada.page.get_by_role("heading", name="Result of deal 1").is_visible()


def test_a_table_is_no_wider_than_the_window(people: People) -> None:
    ada = people.join(DESKTOP)
    ada.go("/")
    ada.page.get_by_role("button", name="Play now").click()
    ada.page.wait_for_url("**/tables/*")
    root = "document.scrollingElement"
    for width in (320, 700, 960, 1024, 1100, 1119, 1120, 1280):
        ada.page.set_viewport_size({"width": width, "height": 800})
        assert ada.page.evaluate(f"{root}.scrollWidth <= {root}.clientWidth"), width


@pytest.mark.slow
@pytest.mark.parametrize(
    ("device", "hands"), [(DESKTOP, Mouse()), (PHONE, Finger())], ids=["mouse", "touch"]
)
def test_a_match_by_pointing(device: Device, hands: Hands, people: People, tmp_path: Path) -> None:
    chance = Random(1)
    ada = people.join(device)
    ada.go("/")
    ada.picture("home")
    ada.found("Ada", bots=2)
    for name, comes in PICTURED.items():
        play([(ada, hands)], chance, lambda sight: comes(sight) or is_over(sight))  # noqa: B023
        if not is_over(ada.see()):
            ada.picture(f"table-{name}")
    play([(ada, hands)], chance, is_over)
    finished(ada, tmp_path)
    replay_pictured(ada)


PICTURED: dict[str, Callable[[Sight], bool]] = {
    "auction": lambda sight: bool(sight.calls),
    "play": lambda sight: sight.trick == 2 and 0 < len(sight.plays) < len(sight.hand) > 3,
    "summary": lambda sight: sight.phase == "scored",
}


def replay_pictured(person: Person) -> None:
    """Go some steps into the replay of the match that is over, with the arrow keys."""
    page = person.page
    page.get_by_role("link", name="Replay").click()
    page.wait_for_url("**/matches/*")  # and its script has come
    shown = page.locator("#replay")
    expect(shown).to_have_attribute("data-phase", "auction")
    while page.locator(".plays .card").count() < 2:
        step = int(shown.get_attribute("data-step") or 0)
        page.keyboard.press("ArrowRight")
        expect(shown).to_have_attribute("data-step", str(step + 1))
    person.picture("replay")


@pytest.mark.slow
def test_a_match_by_keyboard_from_the_first_page_on(people: People, tmp_path: Path) -> None:
    ada = people.join(DESKTOP)
    page, keyboard = ada.page, ada.page.keyboard
    ada.go("/")
    tab_to(page.get_by_role("link", name="Play with friends"))
    keyboard.press("Enter")
    tab_to(page.get_by_label("Your name"))
    keyboard.type("Ada")
    tab_to(page.get_by_label("Computer players among them"))
    keyboard.type("2")
    tab_to(page.get_by_label("Classic:"))
    keyboard.press("ArrowDown")
    tab_to(page.get_by_text("Change single rules"))
    keyboard.press("Enter")
    tab_to(page.get_by_label("target"))
    keyboard.type("5")
    keyboard.press("Enter")
    page.wait_for_url("**/tables/*")
    play([(ada, Keys())], Random(2), is_over)
    tab_to(page.get_by_role("link", name="Replay"))
    assert "target=5" in finished(ada, tmp_path).text


def tab_to(wanted: Locator) -> None:
    """Go on with the tabulator until something has the focus."""
    for _step in range(100):
        if wanted.evaluate("(one) => one === document.activeElement"):
            return
        wanted.page.keyboard.press("Tab")
    raise AssertionError(f"{wanted} is not to be reached by keyboard")


@pytest.mark.slow
def test_a_match_without_javascript(people: People, tmp_path: Path) -> None:
    chance = Random(3)
    ada = people.join(PHONE, java_script_enabled=False)
    ada.found("Ada", bots=2)
    while not is_over(sight := ada.see()):
        move = choice(sight, chance)
        again = ada.page.get_by_role("link", name="Look again")
        with ada.page.expect_navigation(wait_until="domcontentloaded"):
            (button_of(ada, move) if move else again).tap()
    finished(ada, tmp_path)


@pytest.mark.slow
@pytest.mark.skipif(not ADDRESSES, reason="this machine has no address but loopback")
def test_three_friends_let_in_from_the_network(browser: Browser, tmp_path: Path) -> None:
    with (
        running_server(tmp_path, "--bot-seconds", "0") as server,
        people_of(browser, server.address) as people,
    ):
        ada, ben, cat = people.join(DESKTOP), people.join(PHONE), people.join(PHONE)
        ada.found("Ada")
        link = invited(ada)
        assert not link.startswith(server.address)
        for friend, name in ((ben, "Ben"), (cat, "Cat")):
            friend.move_to(link.rpartition("/tables/")[0])
            friend.choose_pace("at_once")
            friend.page.goto(link)
            assert friend.see().phase == "waiting"
            friend.page.get_by_label("Your name").fill(name)
            friend.page.get_by_role("button", name="Sit down").tap()
            expect(friend.table).to_have_attribute("data-you", re.compile("[23]"))
        friends: list[tuple[Person, Hands]] = [(ada, Mouse()), (ben, Finger()), (cat, Keys())]
        play(friends, Random(4), is_over)
        records = [finished(friend, tmp_path) for friend, _hands in friends]
        assert len({record.text for record in records}) == 1
        header = records[0].header
        assert [header.value(f"Seat{seat}") for seat in (1, 2, 3)] == ["Ada", "Ben", "Cat"]
        for friend, _hands in friends:
            friend.page.get_by_role("button", name="Play again").click()
        play(friends, Random(5), lambda sight: sight.phase == "play")
        assert server.told() == ""


def invited(founder: Person) -> str:
    """Let the network in by the page, and have the link for friends."""
    page = founder.page
    assert page.get_by_role("img", name="The link as a code").count() == 0
    page.get_by_role("button", name="Let this network in").click()
    code = page.get_by_role("img", name="The link as a code").locator("svg")
    expect(code).to_be_visible()
    return page.get_by_label("Link to this table").input_value()


# Watched


@dataclass(frozen=True, slots=True)
class Noted:
    """A picture of a table that was on a page. `at`: milliseconds; `cards`: those in the middle."""

    at: float
    deal: int
    phase: str
    classes: str
    cards: list[str]


NOTE = """
window.noted = [];
let last = null;
new MutationObserver(() => {
  const table = document.getElementById("table");
  if (!table || table === last && table.className === window.noted.at(-1).classes) return;
  last = table;
  const cards = [...table.querySelectorAll(".plays use")];
  window.noted.push({
    at: performance.now(),
    deal: Number(table.dataset.deal),
    phase: table.dataset.phase,
    classes: table.className,
    cards: cards.map((one) => one.getAttribute("href").split("#")[1]),
  });
}).observe(document, { childList: true, subtree: true, attributes: true });
"""
STALL = 5.0
"""Seconds for which nothing new may be on the page while a match runs."""


@pytest.mark.slow
def test_a_match_of_bots_is_watched_without_a_stall(browser: Browser, tmp_path: Path) -> None:
    """Every card of the record was on the page in its trick, and every result could be read."""
    with (
        running_server(tmp_path) as server,
        people_of(browser, server.address) as people,
    ):
        eve = people.join(PHONE, pace="quick")
        eve.page.add_init_script(NOTE)
        eve.go("/")
        client = Client(server.address)
        rules = {"rules": "target=5 high=highest out=reach limit=5"}
        made = client.post("/tables", {"bots": ["easy"] * 3, **rules})
        client.close()
        eve.go(f"/tables/{made['table']}")
        eve.sees(is_over, patience=120)
        record = finished(eve, tmp_path)
        noted = [Noted(**one) for one in eve.page.evaluate("window.noted")]
        assert noted[0].cards == [], "from the first card on"
        gaps = [(after.at - before.at) / 1000 for before, after in pairwise(noted)]
        assert max(gaps) < STALL, gaps
        played = list(tricks(record))
        shown = [(one.deal, one.cards) for one in noted]
        for deal, cards in played:
            for count in (1, 2, 3):
                assert (deal, cards[:count]) in shown
        results = [one.deal for one in noted if one.phase == "scored" and "hold" not in one.classes]
        assert set(results) == {deal for deal, _cards in played} - {played[-1][0]}


def tricks(record: Record) -> Iterator[tuple[int, list[str]]]:
    """Every trick of a record: its deal, and its cards as they were played."""
    deal, cards = 0, list[str]()
    for event in record.events:
        match event:
            case DealStarted():
                deal = event.deal
            case Played():
                cards.append(event.card.text)
            case TrickTaken():
                yield deal, cards
                cards = []
            case _:
                pass
