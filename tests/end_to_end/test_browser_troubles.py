"""What happens to people at a table in a browser: nothing is lost then, and nothing doubled."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import APIResponse, Browser, Locator, Route, expect

from cutthroat.core.events import Played
from tests.end_to_end.browser import (
    DESKTOP,
    FLAGS,
    PHONE,
    People,
    Person,
    Sight,
    chromium,
    people_of,
)
from tests.end_to_end.hands import Mouse, finished, is_over, play
from tests.end_to_end.pair import HIDE, Two, adas_turn, bens_turn, point_at, queue_trump, two
from tests.end_to_end.server import running_server

pytestmark = pytest.mark.slow

AWAY = 65
"""Seconds without a line: more than those after which a bot plays for somebody."""
OFFLINE = r"net::ERR_(INTERNET_DISCONNECTED|NETWORK_CHANGED|CONNECTION_|EMPTY_RESPONSE|INCOMPLETE)"

# Coming back


@pytest.mark.parametrize(
    "wanted",
    [
        lambda sight: bool(sight.calls),
        adas_turn,
        bens_turn,
        lambda sight: sight.phase == "scored",
        is_over,
    ],
    ids=["auction", "play", "wait", "summary", "over"],
)
def test_reload(wanted: Callable[[Sight], bool], people: People) -> None:
    with two(people.join(DESKTOP)) as table:
        before, shown = table.reach(wanted), table.ada.table.inner_text()
        table.ada.page.reload()
        assert table.ada.see() == before
        table.ada.until(lambda: table.ada.table.inner_text() == shown)  # the line is up again
        if not is_over(before):
            table.reach(lambda sight: sight.version > before.version + 3)


def test_back_and_forward(people: People) -> None:
    with two(people.join(DESKTOP)) as table:
        ada = table.ada
        before = table.reach(bens_turn)
        ada.page.go_back()
        assert ada.path == "/new"
        ada.page.go_back()
        assert ada.path == "/"
        assert table.ben.step() == before.version
        ada.page.go_forward()
        ada.page.go_forward()
        ada.sees(lambda sight: sight.version > before.version)
        table.reach(lambda sight: sight.version > before.version + 5)
        ada.page.go_back()
        ada.page.go_back()
        ada.page.reload()
        assert ada.page.locator("main .list a").count() == 1, "one table to go on at"
        ada.page.locator("main .list a").click()
        expect(ada.table).to_have_attribute("data-table", table.table)


# Twice


def test_a_double_click_makes_one_table(people: People) -> None:
    ada = people.join(DESKTOP)
    ada.go("/")
    ada.page.get_by_role("button", name="Play now").dblclick()
    ada.page.wait_for_url("**/tables/*")
    ada.go("/")
    assert ada.page.locator("main .list a").count() == 1


def test_a_double_click_sits_down_once(people: People) -> None:
    ada, ben = people.join(DESKTOP), people.join(PHONE)
    ada.found("Ada")
    ben.go(ada.path)
    ben.page.get_by_label("Your name").fill("Ben")
    ben.page.get_by_role("button", name="Sit down").dblclick()
    expect(ben.table).to_have_attribute("data-you", "2")
    expect(ada.table).to_have_attribute("data-free", "1")
    ben.page.reload()
    assert ben.table.get_attribute("data-free") == "1"


def test_a_double_click_plays_one_card(people: People) -> None:
    """The second click comes when the next turn is there already, and another card lies there."""
    ada = people.join(DESKTOP)
    ada.found("Ada", bots=2)
    play([(ada, Mouse())], Random(5), lambda sight: len(sight.plays) > 3)
    before = ada.see()
    point_at(ada, before.plays[1])
    now = ada.sees(lambda sight: sight.my_turn and len(sight.hand) == len(before.hand) - 1)
    point_at(ada, now.plays[0], click_count=2)
    ada.page.wait_for_timeout(500)
    assert ada.see() == now


def test_a_press_before_the_answer_to_the_last_move_counts(people: People) -> None:
    """The next picture comes by the stream, and can be there first."""
    ada = people.join(DESKTOP)
    ada.found("Ada", bots=2)
    play([(ada, Mouse())], Random(5), lambda sight: len(sight.plays) > 3)
    before = ada.see()
    held: list[tuple[Route, APIResponse]] = []
    ada.page.route("**/forms/move", lambda route: held.append((route, route.fetch())), times=1)
    ada.button("play", before.plays[0]).click()
    now = ada.sees(lambda sight: sight.my_turn and len(sight.hand) == len(before.hand) - 1)
    ada.button("play", now.plays[0]).click()
    ada.page.wait_for_timeout(300)
    assert (ada.see(), len(held)) == (now, 1), "it waits for the answer"
    ((route, answer),) = held
    route.fulfill(response=answer)
    ada.sees(lambda sight: len(sight.hand) < len(now.hand))


def test_enter_that_is_held_down_plays_one_card(people: People) -> None:
    ada = people.join(DESKTOP)
    ada.found("Ada", bots=2)
    play([(ada, Mouse())], Random(5), lambda sight: len(sight.plays) > 3)
    before = ada.see()
    ada.button("play", before.plays[0]).focus()
    for _repeat in range(20):
        ada.page.keyboard.down("Enter")
        ada.page.wait_for_timeout(30)
    ada.page.keyboard.up("Enter")
    ada.sees(lambda sight: sight.my_turn and len(sight.hand) == len(before.hand) - 1)


# The line is lost


def banner(person: Person) -> Locator:
    return person.page.locator("#banner", has_text="The connection is lost; trying again")


def test_a_server_that_is_killed_and_started_again(browser: Browser, tmp_path: Path) -> None:
    with (
        running_server(tmp_path, "--bot-seconds", "0") as server,
        people_of(browser, server.address) as people,
        two(people.join(DESKTOP)) as table,
    ):
        ada = table.ada
        ada.forgive(OFFLINE)
        expect(banner(ada)).to_be_hidden()
        before = table.reach(adas_turn)
        events = history(table)
        server.kill()
        expect(banner(ada)).to_be_visible()
        card = before.plays[0]
        Mouse().press(ada, ("play", card))
        expect(ada.page.get_by_role("alert")).to_contain_text("could not be sent")
        assert replace(ada.see(), result=False) == before, "only the server says what is played"
        server.start()
        expect(banner(ada)).to_be_hidden()
        ada.sees(lambda sight: card not in sight.hand)
        expect(ada.page.get_by_text("could not be sent")).to_be_hidden()
        assert history(table)[: len(events)] == events
        table.reach(is_over)
        record = finished(ada, tmp_path)
        played = [event for event in history(table)[len(events) :] if event["event"] == "played"]
        assert [event["card"] for event in played].count(card) >= 1
        assert played[0]["card"] == card
        assert len(played) + count_of(events, "played") == len(
            [event for event in record.events if isinstance(event, Played)]
        )


def history(table: Two) -> list[dict[str, Any]]:
    """Everything that Ben may know of the match."""
    frames = table.ben.client.stream(f"{table.ben.path}/stream?after=0")
    events: list[dict[str, Any]] = next(frames)["events"]
    frames.close()
    return events


def count_of(events: list[dict[str, Any]], name: str) -> int:
    return sum(event["event"] == name for event in events)


def test_a_minute_in_flight_mode_and_a_minute_asleep(browser: Browser, tmp_path: Path) -> None:
    """A card that was queued before is played afterwards.

    Asleep means that all processes of a browser are stopped, and go on later.
    """
    with (
        running_server(tmp_path, "--bot-seconds", "0") as server,
        people_of(browser, server.address) as people,
        browser_of_its_own(browser) as (sleeper, processes),
        people_of(sleeper, server.address) as sleepers,
        two(people.join(PHONE), target=31) as flying,
        two(sleepers.join(DESKTOP), target=31) as sleeping,
    ):
        cards = {table: queue_trump(table) for table in (flying, sleeping)}
        flying.ada.forgive(OFFLINE)
        with flying.ada.offline():
            expect(banner(flying.ada)).to_be_visible()
            signal_all(processes(), signal.SIGSTOP)
            try:
                for _second in range(AWAY):
                    flying.ada.page.wait_for_timeout(1000)
                    for table in cards:
                        table.ben.client.get(table.ben.path)  # Ben is still there
            finally:
                signal_all(processes(), signal.SIGCONT)
        for table, card in cards.items():
            ada = table.ada
            expect(banner(ada)).to_be_hidden()
            expect(ada.button("queue", card)).to_have_attribute("aria-pressed", "true")
            table.ben.step()
            ada.sees(lambda sight, card=card: card not in sight.hand)  # type: ignore[misc]
            played = [event["card"] for event in history(table) if event["event"] == "played"]
            assert played[-1] == card
            table.reach(lambda sight: sight.phase == "scored")


@contextmanager
def browser_of_its_own(like: Browser) -> Iterator[tuple[Browser, Callable[[], list[int]]]]:
    """Another browser, and what tells the numbers of its processes."""
    mark = f"--cutthroat-test={os.getpid()}"
    browser = like.browser_type.launch(executable_path=chromium(), args=[*FLAGS, mark])

    def own() -> list[int]:
        found: list[int] = []
        for pid, parent, does in sorted(all_processes()):
            if mark in does or parent in found:
                found.append(pid)
        return found

    try:
        yield browser, own
    finally:
        browser.close()


def all_processes() -> Iterator[tuple[int, int, str]]:
    """Each process that runs, with its parent and its command."""
    command = ["ps", "-e", "-w", "-w", "-o", "pid=,ppid=,args="]
    told = subprocess.run(command, capture_output=True, text=True, check=True)
    for line in told.stdout.splitlines():
        pid, parent, does = line.split(maxsplit=2)
        yield int(pid), int(parent), does


def signal_all(processes: list[int], how: signal.Signals) -> None:
    assert len(processes) > 2, "a browser has several"
    for process in processes:
        os.kill(process, how)


# Several tabs


def test_two_tabs_of_one_seat_have_one_stream(browser: Browser, tmp_path: Path) -> None:
    with (
        running_server(tmp_path, "--bot-seconds", "0") as server,
        people_of(browser, server.address) as people,
        two(people.join(DESKTOP)) as table,
    ):
        ada, first = table.ada, table.ada.page
        before = table.reach(adas_turn)
        until_streams(ada, 1)
        first.evaluate(HIDE, arg=True)
        second = ada.context.new_page()
        second.goto(first.url)
        until_streams(ada, 1)

        ada.page = second
        Mouse().press(ada, ("play", before.plays[0]))
        shown = ada.sees(lambda sight: sight.version > before.version)
        newest = table.reach(lambda sight: sight.version > shown.version + 1)

        ada.page = first
        assert ada.see() == before, "a hidden tab shows what it had"
        first.evaluate(HIDE, arg=False)
        second.evaluate(HIDE, arg=True)
        ada.sees(lambda sight: sight.version >= newest.version)
        until_streams(ada, 1)
        table.reach(lambda sight: adas_turn(sight) and sight.version > newest.version)

        second.evaluate(HIDE, arg=False)  # two windows side by side
        ada.page = second
        until_streams(ada, 2)
        shown = table.reach(adas_turn)
        Mouse().press(ada, ("play", shown.plays[0]))
        for page in (first, second):
            ada.page = page
            ada.sees(lambda sight, was=shown.version: sight.version > was)  # type: ignore[misc]

        first.evaluate(HIDE, arg=True)
        until_streams(ada, 1)
        now = ada.see().version
        second.close()
        ada.page = first
        until_streams(ada, 1)
        table.reach(lambda sight: sight.version > now + 1)


def until_streams(person: Person, count: int) -> None:
    """Wait until the server has so many streams, and still has them after a while."""
    person.until(lambda: streams(person) == count)
    person.page.wait_for_timeout(300)
    assert streams(person) == count


def streams(person: Person) -> int:
    with urllib.request.urlopen(f"{person.address}/metrics", timeout=30) as answer:
        found = re.search(r"^cutthroat_streams (\d+)$", answer.read().decode(), re.MULTILINE)
    assert found
    return int(found[1])
