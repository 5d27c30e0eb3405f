"""The scorekeeper in a browser: one thumb, somebody who follows, a server that goes and comes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from cutthroat.record.read import read_matches
from tests.end_to_end.browser import DESKTOP, PHONE, People, people_of
from tests.end_to_end.keeper import Deal, Keeper, expect_scores, lines_of
from tests.end_to_end.server import Server, running_server

pytestmark = pytest.mark.slow

OFFLINE = r"net::ERR_(CONNECTION_|EMPTY_RESPONSE|INCOMPLETE)"
THREE: Deal = {
    "bidder": "Ana",
    "bid": "3",
    "high": "Ana",
    "low": "Ana",
    "jack": "nobody",
    "game": "Ana",
}
"""Ana bids 3 and wins 3."""
SET: Deal = {
    "bidder": "Ben",
    "bid": "3",
    "high": "Ben",
    "low": "Ana",
    "jack": "nobody",
    "game": "Cleo",
}
"""Ben bids 3 and wins 1."""


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with running_server(tmp_path) as server:
        yield server


@pytest.fixture
def people(browser: Browser, server: Server) -> Iterator[People]:
    with people_of(browser, server.address) as people:
        yield people


@pytest.fixture
def ana(people: People) -> Keeper:
    keeper = Keeper(people.join(PHONE))
    keeper.begin("Ana", "Ben", "Cleo", dealer=3)
    return keeper


def test_an_evening_by_taps_is_followed_live(ana: Keeper, people: People, tmp_path: Path) -> None:
    page = ana.page
    follower = people.join(DESKTOP)
    follower.go(ana.person.path)
    expect_scores(page, "0", "0", "0")
    ana.enter(THREE)
    expect_scores(page, "3", "0", "0")
    expect_scores(follower.page, "3", "0", "0")
    ana.enter(SET)
    ana.enter(THREE)
    expect_scores(follower.page, "7", "−3", "1")
    expect(follower.page.locator("#speech")).to_contain_text("Made: Ana bid 3")
    expect(follower.page.locator("form")).to_have_count(0)
    page.locator("#line-2").get_by_role("link", name="Correct").tap()
    page.get_by_role("group", name="Game", exact=True).get_by_role("radio", name="Ben").tap()
    page.get_by_role("button", name="Correct it", exact=True).tap()
    expect_scores(page, "7", "−3", "0")
    expect(page.get_by_role("alert").first).to_contain_text("now they are Ana 7, Ben −3, Cleo 0")
    expect_scores(follower.page, "7", "−3", "0")
    expect(follower.page.get_by_role("alert")).to_contain_text("Line 2 corrected")
    expect(follower.page.locator("#line-2 s")).to_contain_text("Game: Cleo.")
    page.get_by_role("button", name="Undo").tap()
    expect_scores(page, "7", "−3", "1")
    with page.expect_download() as coming:
        page.get_by_role("link", name="Export as a record").tap()
    file = tmp_path / coming.value.suggested_filename
    coming.value.save_as(file)
    with file.open("rb") as stream:
        (record,) = read_matches(stream)
    assert record.header.value("Seat2") == "Ben"


def test_while_the_server_is_away_nothing_is_lost(
    ana: Keeper, people: People, server: Server
) -> None:
    page = ana.page
    ana.person.forgive(OFFLINE)
    follower = people.join(DESKTOP)
    follower.forgive(OFFLINE)
    follower.go(ana.person.path)
    ana.enter(THREE)
    server.kill()
    waiting = page.locator("#waiting li")
    for number, deal in enumerate((SET, THREE), start=1):
        ana.fill(deal)
        ana.press("Enter")
        expect(waiting).to_have_count(number)
    expect(waiting.first).to_contain_text("Waiting to be sent: Ben bid 3. High: Ben. Low: Ana.")
    expect(page.locator("#banner")).to_be_visible()
    ana.press("Misdeal")
    expect(waiting).to_have_count(3)
    server.start()
    expect(waiting).to_have_count(0)
    expect_scores(page, "7", "−3", "1")
    expect(page.locator("#lines li")).to_have_count(4)
    expect(page.locator("#banner")).to_be_hidden()
    expect_scores(follower.page, "7", "−3", "1")


def test_what_is_refused_later_stays_with_the_reason(ana: Keeper, server: Server) -> None:
    page = ana.page
    ana.person.forgive(OFFLINE)
    ana.person.forgive("status of 409")
    server.kill()
    waiting = page.locator("#waiting li")
    for deal in ({**THREE, "low": "nobody"}, {**SET, "low": "nobody"}, THREE):
        ana.fill(deal)
        ana.press("Enter")
    expect(waiting).to_have_count(3)
    server.start()
    expect(waiting.first).to_contain_text("Not entered: Ana bid 3.")
    expect(waiting.first).to_contain_text("somebody played the lowest (R6)")
    expect(waiting).to_have_count(3)
    waiting.first.get_by_role("button", name="Correct").tap()
    expect(page.locator("#deal [name=low][value=nobody]")).to_be_checked()
    ana.fill({"low": "Ana"})
    ana.press("Enter")
    expect(waiting).to_have_count(2)
    expect_scores(page, "3", "0", "0")
    waiting.first.get_by_role("button", name="Enter it all the same").tap()
    expect(waiting).to_have_count(0)
    expect_scores(page, "6", "−3", "1")
    assert [text.split("\n")[0] for text in lines_of(page)] == [
        "Deal 3, Ben dealt",
        "Deal 2, Ana dealt",
        "Deal 1, Cleo dealt",
    ]


def test_a_half_filled_form_survives_a_reload_and_news(ana: Keeper, people: People) -> None:
    page = ana.page
    ana.fill({"bidder": "Ben", "bid": "2", "high": "nobody"})
    page.get_by_text("Count the cards for Game").tap()
    page.locator("[name='card-TS'][value='2']").check()
    expect(page.locator("[data-sum='2']")).to_have_text("10")
    page.reload()
    for name, value in {"bidder": "2", "bid": "2", "high": "nobody", "card-TS": "2"}.items():
        expect(page.locator(f"#deal [name='{name}'][value='{value}']")).to_be_checked()
    expect(page.locator("[data-sum='2']")).to_have_text("10")
    other = page.context.new_page()
    other.goto(page.url)
    other.locator("#entry").get_by_role("button", name="Misdeal").click()
    expect(page.locator("#lines li")).to_have_count(1)
    ana.person.forgive("status of 409")
    expect(page.locator("#deal [name=bidder][value='2']")).to_be_checked()
    ana.fill({"low": "Ben", "jack": "nobody"})
    page.get_by_role("button", name="Give Game by this count").tap()
    expect(page.locator("#deal [name=game][value='2']")).to_be_checked()
    ana.press("Enter")
    expect(page.locator("#notice")).to_contain_text("Somebody has written on the sheet meanwhile")
    expect(page.locator("#lines li")).to_have_count(1)
    ana.press("Enter")
    expect_scores(page, "0", "2", "0")
    page.reload()
    expect(page.locator("#deal :checked:not([value=''])")).to_have_count(0)


def test_an_unlikely_deal_is_asked_about(ana: Keeper) -> None:
    page = ana.page
    ana.person.forgive("status of 409")
    ana.fill({**THREE, "low": "nobody"})
    ana.press("Enter")
    asked = page.locator(".asked")
    expect(asked).to_contain_text("somebody played the lowest (R6)")
    expect(asked.get_by_role("button")).to_be_focused()
    expect(asked.get_by_role("button")).to_be_in_viewport()
    asked.get_by_role("button").tap()
    expect_scores(page, "−3", "0", "0")
    expect(asked).to_be_hidden()
