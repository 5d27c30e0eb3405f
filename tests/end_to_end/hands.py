"""How people in a browser play: what they choose, and how they press it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from time import monotonic
from typing import Protocol

from playwright.sync_api import Locator

from cutthroat.core.events import DealScored, MatchEnded, MatchWon
from cutthroat.record.read import Record
from tests.end_to_end.browser import PATIENCE, Person, Sight
from tests.end_to_end.player import worth

Move = tuple[str, str]
"""The name and the value of a button; the value is empty for the one after a result."""


def choice(sight: Sight, chance: Random) -> Move | None:
    """Something legal that leads to the end of a match before long; None if nothing is asked."""
    if sight.result:
        return "ready", ""
    if sight.calls:
        wanted = str(max(worth(sight.hand, suit) for suit in "CDHS"))
        return "call", wanted if wanted in sight.calls else sight.calls[0]
    if sight.plays and not sight.trump:
        _worth, suit = max((worth(sight.hand, card[1]), card[1]) for card in sight.plays)
        return "play", [card for card in sight.plays if card[1] == suit][-1]
    return ("play", chance.choice(sight.plays)) if sight.plays else None


def button_of(person: Person, move: Move) -> Locator:
    """The button of a move."""
    return person.page.locator("#ready") if move[0] == "ready" else person.button(*move)


class Hands(Protocol):
    """How somebody presses buttons."""

    def press(self, person: Person, move: Move) -> None:
        """Press the button of a move."""
        ...


class Mouse:
    """Clicks."""

    def press(self, person: Person, move: Move) -> None:
        """Click the button of a move."""
        button_of(person, move).click()


class Finger:
    """Taps, and not so fast that two taps are a double tap, whose second half pages ignore."""

    def __init__(self) -> None:
        self._tapped = 0.0

    def press(self, person: Person, move: Move) -> None:
        """Tap the button of a move."""
        early = self._tapped + 0.35 - monotonic()
        if early > 0:
            person.page.wait_for_timeout(early * 1000)
        button_of(person, move).tap()
        self._tapped = monotonic()


class Keys:
    """Types letters and digits, or goes there by arrows; then Enter."""

    def __init__(self) -> None:
        self.pressed = 0

    def press(self, person: Person, move: Move) -> None:
        """Go to the button of a move, and press it."""
        name, value = move
        self.pressed += 1
        if name != "ready" and self.pressed % 2:
            for letter in "p" if value == "pass" else value.lower():
                person.page.keyboard.press(letter)
        else:
            self._walk(person, move)
        assert self._is_there(person, move), person.page.evaluate(
            "document.activeElement.outerHTML"
        )
        person.page.keyboard.press("Enter")

    def _walk(self, person: Person, move: Move) -> None:
        for _step in range(12):
            if self._is_there(person, move):
                return
            person.page.keyboard.press("ArrowRight" if self.pressed % 4 else "ArrowLeft")

    @staticmethod
    def _is_there(person: Person, move: Move) -> bool:
        name, value = move
        wanted = "#ready" if name == "ready" else f'#table [name={name}][value="{value}"]'
        there = "(wanted) => document.activeElement.matches(wanted)"
        return bool(person.page.evaluate(there, wanted))


def play(
    hands: Sequence[tuple[Person, Hands]], chance: Random, until: Callable[[Sight], bool]
) -> None:
    """Have people play at one table until each of them sees something.

    Strong bots take their time before the first move by house rules that nobody has played by.
    """
    acted: dict[Person, tuple[str, int]] = {}
    changed, last = monotonic(), 0
    waiting = list(hands)
    while waiting:
        for person, hand in list(waiting):
            sight = person.see()
            if until(sight):
                waiting.remove((person, hand))
                continue
            move = choice(sight, chance)
            # What others do to a result can be shown before what oneself has done to it.
            asked = ("result", sight.deal) if sight.result else ("turn", sight.version)
            if move is not None and acted.get(person) != asked:
                acted[person] = asked
                hand.press(person, move)
            if sight.version > last:
                changed, last = monotonic(), sight.version
        hands[0][0].page.wait_for_timeout(5)
        assert monotonic() < changed + 3 * PATIENCE, [person.see() for person, _hand in hands]


def is_over(sight: Sight) -> bool:
    """Whether a table shows that a match is over."""
    return sight.phase == "over"


def finished(person: Person, folder: Path) -> Record:
    """The record of the match that a page shows as over, with which the page must agree."""
    assert is_over(person.see())
    record = person.record(folder)
    assert record.header.fair is not None
    summaries = [event.summary for event in record.events if isinstance(event, DealScored)]
    assert person.scores() == summaries[-1].scores
    assert isinstance(record.events[-1], MatchWon | MatchEnded)
    return record
