"""A whole evening on the scorekeeper's page, on a phone in the middle of the table."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from cutthroat.core.cards import CardSet
from cutthroat.core.events import DealScored, MatchWon
from cutthroat.core.scoring import Points
from cutthroat.i18n.numbers import signed
from cutthroat.record.read import Record, read_matches
from cutthroat.scorepad.changes import Corrected
from cutthroat.scorepad.entries import Entry, Misdeal, ScoredDeal, ThrownIn
from tests.end_to_end.browser import DESKTOP, PHONE, People, Person, people_of
from tests.end_to_end.keeper import Deal, Keeper, expect_scores
from tests.end_to_end.server import Server, running_server
from tests.kit import evening

pytestmark = pytest.mark.slow

AWAY = range(6, 9)
"""Lines that are written while the server is away."""
OFFLINE = r"net::ERR_(CONNECTION_|EMPTY_RESPONSE|INCOMPLETE)"
ASKED = r"status of 409"
"""The browser notes every answer that asks again."""


def name_of(seat: int | None) -> str:
    return "nobody" if seat is None else evening.NAMES[seat - 1]


def taps(deal: ScoredDeal) -> Deal:
    """What is tapped for a deal."""
    points = {name: name_of(getattr(deal.points, name)) for name in ("high", "low", "jack", "game")}
    return {"bidder": name_of(deal.bid.seat), "bid": str(deal.bid.points), **points}


def write(keeper: Keeper, entry: Entry) -> None:
    """Enter a line, and say yes if it is asked about."""
    if isinstance(entry, ScoredDeal):
        if entry.captured:
            count(keeper.page, entry.captured)
        keeper.fill(taps(entry))
    keeper.press({Misdeal: "Misdeal", ThrownIn: "Thrown in"}.get(type(entry), "Enter"))
    if isinstance(entry, ScoredDeal) and entry.points.game is None:
        keeper.page.get_by_role("button", name="Enter it all the same").tap()


def count(page: Page, captured: Sequence[CardSet]) -> None:
    """Tap who took what; the sums are there at once, and one tap gives Game by them."""
    page.get_by_text("Count the cards for Game").tap()
    for seat, taken in enumerate(captured, start=1):
        for card in taken:
            page.locator(f"[name='card-{card}'][value='{seat}']").check()
    expect(page.locator("[data-sum='1']")).to_have_text("17")
    page.get_by_role("button", name="Give Game by this count").tap()
    expect(page.locator("#deal [name=game]:checked")).to_have_value("1")


def correct(keeper: Keeper, change: Corrected) -> None:
    """Go to an earlier line, and have it say something else."""
    keeper.page.locator(f"#line-{change.line}").get_by_role("link", name="Correct").tap()
    assert isinstance(change.entry, ScoredDeal)
    keeper.fill(taps(change.entry))
    keeper.page.locator("#entry").get_by_role("button", name="Correct it", exact=True).tap()
    keeper.page.wait_for_url(f"**{keeper.path}*")


def saved(person: Person, folder: Path) -> Path:
    """The sheet as a file, by the page's link."""
    with person.page.expect_download() as coming:
        person.page.get_by_role("link", name="Export as a record").click()
    file = folder / coming.value.suggested_filename
    coming.value.save_as(file)
    return file


def read(file: Path) -> Record:
    with file.open("rb") as stream:
        (record,) = read_matches(stream)
    return record


def scores_in(record: Record) -> list[tuple[int, ...]]:
    return [event.summary.scores for event in record.events if isinstance(event, DealScored)]


def shown(scores: tuple[int, ...]) -> list[str]:
    return [signed(score) for score in scores]


def scored(lines: Sequence[Entry]) -> list[tuple[int, ...]]:
    """The scores after each scored deal, by `core`."""
    all_scores = evening.by_core(lines).scores
    return [
        scores
        for line, scores in zip(lines, all_scores, strict=True)
        if isinstance(line, ScoredDeal)
    ]


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with running_server(tmp_path) as server:
        yield server


def test_an_evening_of_fourteen_deals(browser: Browser, server: Server, tmp_path: Path) -> None:
    with people_of(browser, server.address) as people:
        keeper, follower = Keeper(people.join(PHONE)), people.join(DESKTOP)
        for person in people.all:
            person.forgive(OFFLINE)
            person.forgive(ASKED)
        keeper.begin(*evening.NAMES, dealer=evening.FIRST_DEALER, limit=evening.RULES.limit)
        follower.go(keeper.path)
        play(keeper, follower, server)
        keeper.person.picture("score-won")
        correct_twice(keeper, follower)
        file = saved(keeper.person, tmp_path)
        record = read(file)
        assert scores_in(record) == scored(evening.corrected(2))
        assert [event.seat for event in record.events if isinstance(event, MatchWon)] == [3]
        verified = subprocess.run(
            [sys.executable, "-m", "cutthroat", "verify", str(file)],
            capture_output=True,
            text=True,
            check=False,
        )
        assert verified.returncode == 0, verified.stderr
        bring_back(people, file)


def play(keeper: Keeper, follower: Person, server: Server) -> None:
    """All lines; the server is killed and comes back in between."""
    told = evening.by_core(evening.DEALS)
    for line, entry in enumerate(evening.DEALS, start=1):
        if line == AWAY.start:
            server.kill()
        write(keeper, entry)
        if line == AWAY.start + 1:
            keeper.person.picture("score-away")
        if line in AWAY:
            expect(keeper.page.locator("#waiting li")).to_have_count(line - AWAY.start + 1)
            if line == AWAY[-1]:
                server.start()
                expect(keeper.page.locator("#waiting li")).to_have_count(0)
                expect_scores(follower.page, *shown(told.scores[line - 1]))
            continue
        expect(keeper.page.locator("#lines li")).to_have_count(line)
        expect_scores(keeper.page, *shown(told.scores[line - 1]))
        expect_scores(follower.page, *shown(told.scores[line - 1]))
        if line < len(evening.DEALS):
            dealer = evening.NAMES[told.dealers[line] - 1]
            expect(keeper.page.locator("#headline")).to_contain_text(f"{dealer} deals next")
        if line == 5:
            keeper.person.picture("score-sheet")
    expect(keeper.page.locator("#now")).to_contain_text("Ana wins the match")


def correct_twice(keeper: Keeper, follower: Person) -> None:
    """Each correction changes the winner, and says so to both who look."""
    for times, change in enumerate(evening.CORRECTIONS, start=1):
        correct(keeper, change)
        was, now = (evening.NAMES[evening.WINNERS[time][0] - 1] for time in (times - 1, times))
        sentence = f"The winner has changed: it was {was}, now it is {now}."
        for page in (keeper.page, follower.page):
            expect(page.get_by_role("alert").filter(has_text=sentence)).to_be_visible()
            expect_scores(page, *shown(evening.by_core(evening.corrected(times)).scores[-1]))
        if times == 1:
            keeper.person.picture("score-corrected")
    assert isinstance(evening.DEALS[8], ScoredDeal)
    assert evening.DEALS[8].points == Points(1, 1, None, 1)
    former = follower.page.locator("#line-9 s")
    expect(former).to_contain_text("Ana bid 3. High: Ana. Low: Ana. Jack: nobody. Game: Ana.")
    for name in ("statistics", "history", "print"):
        follower.go(f"{keeper.path}/{name}")
        expect(follower.page.locator("main")).to_contain_text("Cleo")
    follower.picture("score-print")


def bring_back(people: People, file: Path) -> None:
    """Somebody else imports the file, and exports the very same."""
    ben = people.join(PHONE)
    ben.go("/score")
    ben.page.get_by_text("Import a .smear file").tap()
    ben.page.locator("input[type=file]").set_input_files(file)
    ben.page.get_by_role("button", name="Import it").tap()
    ben.page.wait_for_url("**/score/*")
    expect_scores(ben.page, *shown(evening.by_core(evening.corrected(2)).scores[-1]))
    again = saved(ben, file.parent)
    assert again != file
    assert again.read_bytes() == file.read_bytes()
