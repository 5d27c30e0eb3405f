"""What a table says and does in a browser while people play at it."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Route, expect

from cutthroat.i18n.reasons import reason_text
from cutthroat.service.tables.errors import Refused, TableReason
from tests.end_to_end.browser import DESKTOP, PHONE, People, Sight, people_of
from tests.end_to_end.hands import Mouse
from tests.end_to_end.pair import HIDE, bens_turn, hand_card, point_at, queue_trump, two
from tests.end_to_end.server import Server

pytestmark = pytest.mark.slow

REFUSED = "status of 422"
"""What a browser says of an answer that is a refusal."""


def test_a_queued_card_is_taken_back_by_another_tap(people: People) -> None:
    with two(people.join(PHONE), target=31) as table:
        ada = table.ada
        card = queue_trump(table)
        ada.button("queue", card).tap()
        expect(ada.button("queue", card)).to_have_attribute("aria-pressed", "false")
        table.ben.step()
        sight = ada.sees(lambda sight: sight.my_turn)
        assert card in sight.plays
        ada.page.wait_for_timeout(300)
        assert card in ada.see().hand


def test_a_queued_card_that_may_not_be_played_is_kept_and_told(people: People) -> None:
    with two(people.join(DESKTOP), target=31) as table:
        ada = table.ada
        told, card = ada.page.get_by_role("alert"), ""
        while not told.count():
            sight = table.reach(
                lambda sight: bens_turn(sight) and not sight.trick and bool(plain(sight))
            )
            card = plain(sight)[-1]
            Mouse().press(ada, ("queue", card))
            table.ben.step()
            ada.until(lambda: told.count() or card not in ada.see().hand)  # noqa: B023
        expect(told).to_contain_text("could not be played as it may not be now")
        assert ada.see().my_turn
        assert card in ada.see().hand


def plain(sight: Sight) -> list[str]:
    """The cards of a hand that are no trump."""
    return [card for card in sight.hand if card[1] != sight.trump]


def test_a_card_that_may_not_be_played_says_why(people: People) -> None:
    with two(people.join(DESKTOP), target=31) as table:
        ada = table.ada
        ada.forgive(REFUSED)
        sight = table.reach(lambda sight: sight.my_turn and 0 < len(sight.plays) < len(sight.hand))
        forbidden = next(card for card in sight.hand if card not in sight.plays)
        point_at(ada, forbidden)
        expect(ada.page.get_by_role("alert")).to_contain_text("ou have")
        assert forbidden in ada.see().hand
        Mouse().press(ada, ("play", sight.plays[0]))
        ada.sees(lambda now: now.version > sight.version)
        expect(ada.page.get_by_role("alert")).to_be_hidden()


def test_a_hint_is_given_when_asked_for(people: People) -> None:
    with two(people.join(DESKTOP)) as table:
        sight = table.reach(lambda sight: bool(sight.calls))
        page, hint = table.ada.page, table.ada.page.locator(".hint")
        page.get_by_role("button", name="Hint").focus()
        page.keyboard.press("Enter")
        # Rules that nobody has played by here before want some seconds of preparation.
        best = re.compile(r" \(best\): wins the match in ")
        expect(hint.locator("li").first).to_have_text(best, timeout=60_000)
        expect(page.locator("#speech")).to_contain_text("Hint, from ")
        expect(page.get_by_role("button", name="Hint")).to_be_focused()
        told = hint.inner_text()
        table.ben.client.post(f"{table.ben.path}/reactions", {"reaction": "well_played"})
        expect(page.locator("q.remark")).to_have_text("Well played!")
        assert hint.inner_text() == told  # a remark changes nothing of it
        Mouse().press(table.ada, ("call", sight.calls[0]))
        expect(page.locator(".hint li")).to_have_count(0)


def test_nobody_has_to_wait_for_a_hint(people: People) -> None:
    with two(people.join(DESKTOP)) as table:
        sight = table.reach(lambda sight: bool(sight.calls) and not sight.trick)
        page, held = table.ada.page, list[Route]()
        page.route("**/forms/hint", lambda route: held.append(route))  # noqa: PLW0108  # no built-in
        page.get_by_role("button", name="Hint").click()
        expect(page.locator(".hint")).to_have_text("Thinking …")
        Mouse().press(table.ada, ("call", sight.calls[0]))
        table.ada.sees(lambda now: now.version > sight.version)
        held[0].fulfill(json={"said": "Hint, from 9 deals:\nPass (best)."})
        page.wait_for_timeout(300)
        expect(page.get_by_text("Pass (best)")).to_have_count(0)
        expect(page.get_by_text("Thinking …")).to_have_count(0)


def test_a_hint_that_comes_too_late_says_so(people: People) -> None:
    with two(people.join(DESKTOP)) as table:
        table.ada.forgive("status of 409")
        sight = table.reach(lambda sight: bool(sight.calls))
        page, held = table.ada.page, list[Route]()
        page.route("**/forms/hint", lambda route: held.append(route))  # noqa: PLW0108  # no built-in
        page.get_by_role("button", name="Hint").click()
        expect(page.locator(".hint")).to_have_text("Thinking …")
        said = reason_text(Refused(TableReason.HINT_TOO_LATE))
        held[0].fulfill(status=409, json={"reason": "hint_too_late", "message": said})
        expect(page.locator("#notice")).to_have_text(said)
        expect(page.locator("#notice")).to_have_attribute("role", "status")
        expect(page.locator(".hint")).to_be_hidden()
        assert table.ada.see().calls == sight.calls


def test_without_an_answer_it_is_said_that_there_is_no_hint(people: People) -> None:
    """And not that it will be sent again, as it is with moves."""
    with two(people.join(DESKTOP)) as table:
        table.ada.forgive("ERR_|status of 502")
        table.reach(lambda sight: bool(sight.calls))
        page = table.ada.page
        for fails in (
            lambda route: route.abort(),
            lambda route: route.fulfill(status=502, body="<h1>Bad Gateway</h1>"),
        ):
            page.route("**/forms/hint", fails)
            page.get_by_role("button", name="Hint").click()
            expect(page.get_by_role("alert")).to_have_text("There is no hint just now. Ask again.")
            expect(page.locator(".hint")).to_be_hidden()
            page.unroute("**/forms/hint")


def test_a_hint_may_be_asked_for_while_that_of_the_turn_before_is_thought_out(
    people: People,
) -> None:
    with two(people.join(DESKTOP)) as table:
        sight = table.reach(lambda sight: bool(sight.calls))
        page, held = table.ada.page, list[Route]()
        page.route("**/forms/hint", lambda route: held.append(route))  # noqa: PLW0108  # no built-in
        button = page.get_by_role("button", name="Hint")
        button.click()
        expect(page.locator(".hint")).to_have_text("Thinking …")
        button.click()  # once is enough
        Mouse().press(table.ada, ("call", sight.calls[0]))
        table.ada.sees(lambda now: now.version > sight.version)
        table.reach(lambda now: now.my_turn)
        assert len(held) == 1
        button.click()
        expect(page.locator(".hint")).to_have_text("Thinking …")
        table.ada.until(lambda: len(held) == 2)
        held[1].fulfill(json={"said": "Hint, from 9 deals:\nPass (best)."})
        expect(page.locator(".hint li")).to_have_text("Pass (best).")


def test_a_reaction_is_seen_by_the_other(people: People) -> None:
    ada, ben = people.join(DESKTOP), people.join(PHONE)
    ada.found("Ada", seats="two")
    ben.go(ada.path)
    ben.page.get_by_role("button", name="Sit down").tap()
    ben.page.get_by_text("Menu").tap()
    ben.page.get_by_role("button", name="Well played!").tap()
    expect(ada.page.locator("q.remark")).to_have_text("Well played!")
    expect(ben.page.get_by_role("button", name="Well played!")).to_be_visible()  # the menu stays


def test_the_title_says_whose_turn_it_is_while_nobody_looks(people: People) -> None:
    with two(people.join(DESKTOP)) as table:
        page = table.ada.page
        table.reach(lambda sight: bens_turn(sight) and not sight.trick)
        page.evaluate(HIDE, arg=True)
        plain = page.title()
        assert "Your turn" not in plain
        table.ben.step()
        table.ada.until(lambda: "Your turn!" in page.title())
        page.evaluate(HIDE, arg=False)
        assert page.title() == plain


def test_the_focus_stays_on_a_card_when_the_table_changes(people: People) -> None:
    with two(people.join(DESKTOP)) as table:
        ada = table.ada
        sight = table.reach(lambda sight: bens_turn(sight) and not sight.trick)
        card = sight.hand[1]
        hand_card(ada, card).focus()
        table.ben.step()
        ada.sees(lambda now: now.my_turn)
        expect(hand_card(ada, card)).to_be_focused()
        ada.page.get_by_role("button", name="Hint").focus()
        with ada.page.expect_response(re.compile("/react$")):
            ada.page.locator("button[value=hello]").evaluate("(one) => one.form.requestSubmit(one)")
        ada.sees(lambda now: now.version > sight.version + 1)
        expect(ada.page.get_by_role("button", name="Hint")).to_be_focused()


def test_the_focus_comes_to_the_next_deal_after_the_last_card(people: People) -> None:
    with two(people.join(DESKTOP, pace="quick")) as table:
        ada = table.ada
        sight = table.reach(
            lambda sight: sight.my_turn and sight.plays == sight.hand[:1] == sight.hand
        )
        ada.button("play", sight.hand[0]).focus()
        ada.page.keyboard.press("Enter")
        ada.sees(lambda now: not now.hand)
        if ada.see().phase == "play":
            table.ben.step()
        expect(ada.page.locator("#ready")).to_be_focused()


HEAR = """
window.heard = [];
window.told = new Map();
new MutationObserver(() => {
  const speech = document.getElementById("speech")?.textContent ?? "";
  if (speech && speech !== window.heard.at(-1)) window.heard.push(speech);
  for (const line of document.querySelectorAll("#story li")) {
    const known = window.told.get(line.dataset.number) ?? [];
    if (!known.includes(line.textContent)) known.push(line.textContent);
    window.told.set(line.dataset.number, known);
  }
}).observe(document, { childList: true, subtree: true, characterData: true });
"""


def test_the_live_region_speaks_each_event_once(people: People) -> None:
    ada = people.join(DESKTOP)
    ada.page.add_init_script(HEAR)
    with two(ada) as table:
        table.reach(lambda sight: sight.phase == "scored")
        ada.page.wait_for_timeout(100)
        heard = " ".join(ada.page.evaluate("window.heard"))
        told = [line for lines in ada.page.evaluate("[...window.told.values()]") for line in lines]
        assert len(told) > 20
        at = 0
        for line in told[told.index("Ben sits down.") :]:
            found = heard.find(line, at)
            assert found >= 0, f"{line!r} was not spoken after: {heard[:at]!r}"
            rest = heard[at:found].strip(" .")  # a hand ends with no stop of its own
            assert not rest or rest.startswith("Your turn:"), rest
            at = found + len(line)


@pytest.mark.parametrize(
    ("done", "told"),
    [
        ("document.body.setAttribute('style', 'color: red')", "Content Security Policy"),
        ("void (new Image().src = 'http://127.0.0.2:9/picture')", "127.0.0.2"),
        ("void setTimeout(() => nobody())", "nobody is not defined"),
    ],
)
def test_what_a_page_must_not_do_is_noticed(
    done: str, told: str, browser: Browser, quick_server: Server
) -> None:
    with people_of(browser, quick_server.address) as people:
        ada = people.join(DESKTOP)
        ada.go("/")
        ada.page.evaluate(done)
        ada.page.wait_for_timeout(200)
        with pytest.raises(AssertionError, match=told):
            ada.check()
        ada.faults.clear()
