"""Somebody with a phone who keeps the score of a real table."""

from __future__ import annotations

import re
from typing import Final

from playwright.sync_api import Page, expect

from tests.end_to_end.browser import Person

Deal = dict[str, str]
"""What is tapped for a deal: a name, a number or `nobody`, by the row."""

LEGENDS: Final = {
    "bidder": "Who won the auction?",
    "bid": "With how much?",
    "high": "High",
    "low": "Low",
    "jack": "Jack",
    "game": "Game",
}


class Keeper:
    """Somebody who keeps a sheet, by taps."""

    def __init__(self, person: Person) -> None:
        self.person = person
        self._path = ""

    @property
    def page(self) -> Page:
        """What they look at."""
        return self.person.page

    @property
    def path(self) -> str:
        """The address of the sheet, for who follows it."""
        return self._path

    def begin(self, *names: str, dealer: int, limit: int | None = None) -> None:
        """Begin a sheet by the book, with a limit of deals if there is one."""
        self.person.go("/")
        self.page.get_by_role("link", name="Keep score").tap()
        for seat, name in enumerate(names, start=1):
            self.page.get_by_label(f"Player {seat}", exact=True).fill(name)
        self.page.get_by_role("radio", name=f"Player {dealer} deals first").tap()
        self.page.get_by_text("By the book").tap()
        if limit is not None:
            self.page.get_by_text("Change single rules").tap()
            self.page.get_by_label("limit").fill(str(limit))
        self.page.get_by_role("button", name="Begin").tap()
        self.page.wait_for_url(re.compile("/score/[a-z0-9]+$"))
        self._path = self.person.path

    def fill(self, deal: Deal) -> None:
        """Tap what a deal was."""
        self.rest()
        for name, value in deal.items():
            row = self.page.get_by_role("group", name=LEGENDS[name], exact=True)
            row.get_by_role("radio", name=value, exact=True).tap()

    def press(self, button: str) -> None:
        """Tap a button of the form, and wait until the form is free again."""
        self.rest()
        self.page.locator("#entry").get_by_role("button", name=button, exact=True).tap()
        self.rest()

    def rest(self) -> None:
        """Wait until the page takes taps: for a moment after one that counts it takes no other."""
        expect(self.page.locator("body")).not_to_have_attribute("data-resting", "yes")

    def enter(self, deal: Deal) -> None:
        """Enter a deal, and wait until it stands."""
        lines = len(lines_of(self.page))
        self.fill(deal)
        self.press("Enter")
        expect(self.page.locator("#lines li")).to_have_count(lines + 1)


def lines_of(page: Page) -> list[str]:
    """The lines of a sheet, the newest first."""
    return page.locator("#lines li").all_inner_texts()


def expect_scores(page: Page, *scores: str) -> None:
    """Wait until a sheet shows these scores, seat 1 first."""
    expect(page.locator("#now .score")).to_have_text(scores)
