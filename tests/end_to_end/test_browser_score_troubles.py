"""What can go wrong while a score is kept: slow and lost answers, double taps, two devices."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.end_to_end.browser import DESKTOP, PHONE, People
from tests.end_to_end.keeper import Deal, Keeper, expect_scores
from tests.end_to_end.test_browser_score import SET, THREE

pytestmark = pytest.mark.slow

FOUR: Deal = {**THREE, "bid": "4", "jack": "Ana"}
"""Ana bids 4, wins 4 and so the match. R25."""
MORE_THAN_A_RETRY = 2500
"""Milliseconds in which a page that wants to send something does."""


def keeper_of(people: People, *names: str) -> Keeper:
    keeper = Keeper(people.join(PHONE))
    keeper.person.forgive(r"net::ERR_INTERNET_DISCONNECTED")
    keeper.begin(*(names or ("Ana", "Ben", "Cleo")), dealer=3)
    return keeper


@pytest.fixture
def ana(people: People) -> Keeper:
    return keeper_of(people)


@contextmanager
def offline(keeper: Keeper) -> Iterator[None]:
    """The server is away; at the end of the block it is back."""
    keeper.page.wait_for_load_state("load")  # else its script would not come either
    with keeper.person.offline():
        expect(keeper.page.locator("#banner")).to_be_visible()
        yield


def held_back(page: Page, path: str) -> Callable[[], None]:
    """Keep what the page sends from the server; what lets one of it through."""
    held: list[Route] = []

    def hold(route: Route) -> None:
        if route.request.method == "POST":
            held.append(route)
        else:
            route.continue_()

    def let_through() -> None:
        while not held:
            page.wait_for_timeout(20)
        held.pop(0).continue_()

    page.route(f"**{path}", hold)
    return let_through


def lines(page: Page) -> Locator:
    return page.locator("#lines li")


def waiting(page: Page) -> Locator:
    return page.locator("#waiting li")


def chosen(page: Page) -> Locator:
    """What is filled in of the next deal."""
    return page.locator("#deal :checked:not([value=''])")


# Lines that wait


def test_a_waiting_line_that_is_corrected_is_entered_once(ana: Keeper) -> None:
    page = ana.page
    with offline(ana):
        ana.fill(SET)
        ana.press("Enter")
        waiting(page).get_by_role("button", name="Correct").tap()
        expect(waiting(page)).to_contain_text("Being corrected, and not sent: Ben bid 3.")
    expect(page.locator("#banner")).to_be_hidden()
    page.wait_for_timeout(MORE_THAN_A_RETRY)
    page.reload()
    expect(page.locator("#deal [name=bid][value='3']")).to_be_checked()
    expect(waiting(page)).to_contain_text("Being corrected")
    ana.fill({"bid": "2"})
    ana.press("Enter")
    expect(waiting(page)).to_have_count(0)
    expect(lines(page)).to_have_count(1)
    expect(lines(page)).to_contain_text("Ben bid 2.")


def test_a_correction_can_be_given_up(ana: Keeper) -> None:
    page = ana.page
    with offline(ana):
        ana.fill(SET)
        ana.press("Enter")
        waiting(page).get_by_role("button", name="Correct").tap()
        ana.fill({"bid": "2"})
    waiting(page).get_by_role("button", name="Leave it as it was").tap()
    expect(lines(page)).to_contain_text("Ben bid 3.")
    expect(chosen(page)).to_have_count(0)


def test_a_line_that_arrives_while_it_is_corrected_is_on_the_sheet_once(ana: Keeper) -> None:
    page = ana.page
    let_through = held_back(page, ana.path)
    ana.fill(SET)
    ana.press("Enter")
    waiting(page).get_by_role("button", name="Correct").tap()
    expect(page.locator("#deal [name=bid][value='3']")).to_be_checked()
    let_through()
    expect(lines(page)).to_have_count(1)
    expect(page.locator("#notice")).to_contain_text("If it is on the sheet, correct it there.")
    expect(chosen(page)).to_have_count(0)


def test_a_line_in_the_place_of_one_that_arrived_unheard_is_asked_about(ana: Keeper) -> None:
    ana.person.forgive("status of 409")
    ana.person.forgive("ERR_FAILED")
    page = ana.page

    def lose_the_answer(route: Route) -> None:
        if route.request.method == "POST":
            route.fetch()
            route.abort()
        else:
            route.continue_()

    page.route(f"**{ana.path}", lose_the_answer, times=1)
    ana.fill(SET)
    ana.press("Enter")
    with offline(ana):
        expect(lines(page)).to_have_count(1)
        waiting(page).get_by_role("button", name="Correct").tap()
        ana.fill({"bid": "2"})
        ana.press("Enter")
    expect(page.locator("#entry .alert:visible").first).to_contain_text("Somebody has written")
    expect(lines(page)).to_have_count(1)


def test_a_slow_server_swallows_no_taps(ana: Keeper) -> None:
    page = ana.page
    let_through = held_back(page, ana.path)
    ana.fill(THREE)
    ana.press("Enter")
    expect(chosen(page)).to_have_count(0)
    expect(waiting(page)).to_contain_text("Being sent: Ana bid 3.")
    ana.fill(SET)
    ana.press("Enter")
    ana.fill({"bidder": "Cleo", "bid": "2"})
    let_through()
    let_through()
    expect(lines(page)).to_have_count(2)
    expect(waiting(page)).to_have_count(0)
    expect(chosen(page)).to_have_count(2)
    ana.fill({"high": "Cleo", "low": "Cleo", "jack": "nobody", "game": "Cleo"})
    ana.press("Enter")
    let_through()
    expect(lines(page)).to_have_count(3)
    expect(page.locator("#notice")).to_be_hidden()


def test_a_match_that_was_won_while_the_server_was_away_is_no_dead_end(ana: Keeper) -> None:
    """R25."""
    ana.person.forgive("status of 409")
    page = ana.page
    with offline(ana):
        for number, deal in enumerate((THREE, FOUR, SET, THREE), start=1):
            ana.fill(deal)
            ana.press("Enter")
            expect(waiting(page)).to_have_count(number)
        expect(page.locator("#next")).to_be_visible()
        expect(page.locator("#next :checked")).to_have_count(0)
    expect(page.locator("#headline")).to_contain_text("Ana wins the match")
    expect(waiting(page).first).to_contain_text("The match is over.")
    waiting(page).first.get_by_role("button", name="Correct").tap()
    expect(page.locator("#deal [name=bidder][value='2']")).to_be_checked()
    expect(page.locator("#deal")).to_be_visible()
    waiting(page).first.get_by_role("button", name="Leave it as it was").tap()
    waiting(page).first.get_by_role("button", name="Begin another match first").tap()
    expect(page.locator("#next [name=dealer][value='2']")).to_be_checked()
    ana.press("Begin another match")
    expect(waiting(page)).to_have_count(0)
    expect(lines(page)).to_have_count(5)
    expect_scores(page, "4", "−3", "1")


def test_a_browser_without_room_says_what_it_does_not_keep(ana: Keeper) -> None:
    page = ana.page
    page.evaluate("() => { Storage.prototype.setItem = () => { throw new Error('full'); }; }")
    with offline(ana):
        ana.fill(SET)
        ana.press("Enter")
        expect(page.locator("#notice")).to_contain_text("Do not close this page")
        expect(waiting(page)).to_contain_text("not kept if this page is closed: Ben bid 3.")
        assert is_held_fast(page)
    expect(lines(page)).to_have_count(1)
    assert not is_held_fast(page)


def is_held_fast(page: Page) -> bool:
    """Whether the browser asks before it leaves the page."""
    return bool(
        page.evaluate(
            """() => {
              const leaving = new Event("beforeunload", { cancelable: true });
              dispatchEvent(leaving);
              return leaving.defaultPrevented;
            }"""
        )
    )


def test_an_error_of_the_server_is_shown_and_tried_again_ever_less(ana: Keeper) -> None:
    ana.person.forgive("status of 500")
    page = ana.page
    sent: list[str] = []

    def fail(route: Route) -> None:
        if route.request.method == "POST":
            sent.append(route.request.url)
            route.fulfill(status=500, content_type="text/html", body="<h1>Oh dear</h1>")
        else:
            route.continue_()

    page.route(f"**{ana.path}", fail)
    ana.fill(SET)
    ana.press("Enter")
    expect(waiting(page)).to_contain_text("The server does not work now (error 500).")
    page.wait_for_timeout(6000)
    assert len(sent) == 2, "two seconds later, and then five"
    page.unroute_all()
    waiting(page).get_by_role("button", name="Send it again").tap()
    expect(lines(page)).to_have_count(1)
    expect(waiting(page)).to_have_count(0)


def test_names_are_shown_as_they_are(people: People) -> None:
    keeper = keeper_of(people, "$&", "{bid}", "Cleo")
    with offline(keeper):
        keeper.fill({**SET, "bidder": "$&", "high": "{bid}", "low": "$&"})
        keeper.press("Enter")
        text = "$& bid 3. High: {bid}. Low: $&. Jack: nobody. Game: Cleo."
        expect(waiting(keeper.page)).to_contain_text(f"Waiting to be sent: {text}")
        expect(keeper.page.locator("#notice")).to_contain_text(text)


# Taps


def tap_twice(page: Page, button: Locator) -> None:
    button.scroll_into_view_if_needed()
    box = button.bounding_box()
    assert box
    for _ in range(2):
        page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        page.wait_for_timeout(150)


@pytest.mark.parametrize("name", ["Misdeal", "Thrown in", "Undo", "Enter"])
def test_a_double_tap_counts_once(ana: Keeper, name: str) -> None:
    page = ana.page
    for deal in (THREE, SET):
        ana.enter(deal)
    if name == "Enter":
        ana.fill(THREE)
    ana.rest()
    tap_twice(page, page.get_by_role("button", name=name, exact=True))
    ana.rest()
    expect(lines(page)).to_have_count(1 if name == "Undo" else 3)
    page.wait_for_timeout(300)
    expect(lines(page)).to_have_count(1 if name == "Undo" else 3)
    expect(chosen(page)).to_have_count(0)


def test_a_misdeal_keeps_a_deal_that_is_half_filled_in(ana: Keeper) -> None:
    page = ana.page
    ana.fill({"bidder": "Ben", "bid": "3"})
    for number, button in enumerate(("Misdeal", "Thrown in"), start=1):
        ana.press(button)
        expect(lines(page)).to_have_count(number)
        expect(chosen(page)).to_have_count(2)
    page.reload()
    expect(chosen(page)).to_have_count(2)
    ana.fill({name: value for name, value in SET.items() if name not in ("bidder", "bid")})
    ana.press("Enter")
    expect(lines(page)).to_have_count(3)


def test_the_keyboard_is_at_the_next_deal_after_a_line(people: People) -> None:
    keeper = keeper_of(people)
    page = keeper.page
    keeper.fill(THREE)
    page.keyboard.press("Enter")
    expect(lines(page)).to_have_count(1)
    expect(page.locator("#deal [name=bidder]").first).to_be_focused()
    page.keyboard.press("Space")
    expect(page.locator("#deal [name=bidder]").first).to_be_checked()


def test_copied_is_said_beside_the_button(ana: Keeper) -> None:
    page = ana.page
    page.get_by_text("Let others follow").tap()
    page.locator("#share").get_by_role("button", name="Copy", exact=True).tap()
    said = page.locator("#share").get_by_role("status")
    expect(said).to_have_text("Copied.")
    expect(said).to_be_in_viewport()


def test_a_browser_that_knows_no_timeouts_enters_deals_too(people: People) -> None:
    person = people.join(DESKTOP, has_touch=True)
    person.context.add_init_script("delete AbortSignal.timeout")
    keeper = Keeper(person)
    keeper.begin("Ana", "Ben", "Cleo", dealer=3)
    keeper.enter(THREE)


# Two devices, and what is asked


def test_a_deal_that_somebody_else_entered_meanwhile_is_asked_about(ana: Keeper) -> None:
    ana.person.forgive("status of 409")
    page = ana.page
    other = ana.person.context.new_page()
    other.goto(page.url)
    ana.fill(THREE)
    other.bring_to_front()
    twin = Keeper(ana.person)
    twin.person.page = other
    twin.enter(THREE)
    twin.person.page = page
    page.bring_to_front()
    expect(lines(page)).to_have_count(1)
    ana.press("Enter")
    expect(page.locator("#notice")).to_contain_text("Somebody has written on the sheet meanwhile")
    expect(lines(page)).to_have_count(1)
    ana.press("Enter")
    expect(lines(page)).to_have_count(2)


def test_an_answer_is_for_what_was_asked(ana: Keeper) -> None:
    """R6, R8."""
    ana.person.forgive("status of 409")
    page = ana.page
    ana.fill({**THREE, "low": "nobody"})
    ana.press("Enter")
    asked = page.locator("#deal .asked")
    expect(asked).to_be_visible()
    ana.fill({"game": "nobody"})
    expect(asked).to_be_hidden()
    ana.press("Enter")
    expect(asked.get_by_role("listitem")).to_have_count(2)
    ana.press("Enter it all the same")
    expect(lines(page)).to_have_count(1)


# Pages of their own


def test_a_correction_waits_for_the_server(ana: Keeper) -> None:
    page = ana.page
    ana.enter(THREE)
    page.goto(f"{page.url.split('#')[0]}/lines/1", wait_until="load")
    with ana.person.offline():
        ana.fill({"bid": "2"})
        ana.press("Correct it")
        expect(page.locator("#later")).to_contain_text("The server cannot be reached now.")
        expect(page.locator(".deal [name=bid][value='2']")).to_be_checked()
    page.wait_for_url(f"**{ana.path}*")
    expect(lines(page)).to_contain_text("Ana bid 2.")
    page.goto(f"{page.url.split('#')[0]}/lines/1")
    expect(page.locator("#later")).to_be_hidden()


def test_what_waits_on_a_page_survives_a_reload(ana: Keeper) -> None:
    page = ana.page
    page.goto(f"{page.url}/setup")
    page.route("**/stream", lambda route: route.abort())
    ana.person.forgive("ERR_FAILED")
    page.get_by_label("Player 2", exact=True).fill("Benno")
    page.get_by_role("button", name="Correct it").tap()
    expect(page.locator("#later")).to_be_visible()
    page.unroute_all()
    page.reload()
    expect(page.locator("#later")).to_contain_text("was not sent")
    expect(page.get_by_label("Player 2", exact=True)).to_have_value("Benno")
    page.get_by_role("button", name="Correct it").tap()
    page.wait_for_url(f"**{ana.path}*")
    expect(page.locator("#now")).to_contain_text("Benno")
