"""A table for two where a test decides every step: one has a browser, the other is a program."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import Random
from time import monotonic

from playwright.sync_api import Locator, expect

from tests.end_to_end.browser import Person, Sight
from tests.end_to_end.hands import Mouse, choice
from tests.end_to_end.player import Client, Player

HIDE = """(isHidden) => {
  delete document.hidden;
  if (isHidden) Object.defineProperty(document, "hidden", { configurable: true, value: true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""
"""The browser without a window calls every tab visible, so this stands for another tab in front."""


class Two:
    """A table for two: Ada with her browser, and Ben, a program that does nothing by itself."""

    def __init__(self, ada: Person, target: int) -> None:
        """Make the table, and sit both down.

        target: the points that the match goes to.
        """
        self.ada = ada
        self.chance = Random(7)
        ada.found("Ada", seats="two", target=target)
        self.table = ada.path.rpartition("/")[2]
        client = Client(ada.address)
        given = client.post(f"/tables/{self.table}/seats", {"name": "Ben", "nonce": "b"})
        self.ben = Player(
            Client(ada.address, given["token"]), self.table, self.chance, by_stream=False
        )
        client.close()

    def reach(self, wanted: Callable[[Sight], bool]) -> Sight:
        """Play on until Ada sees something; Ben has done nothing since."""
        ends = monotonic() + 60
        known = 0
        while not wanted(sight := self.ada.see()):
            assert monotonic() < ends, sight
            if sight.version < known:
                self.ada.page.wait_for_timeout(5)
            elif move := choice(sight, self.chance):
                Mouse().press(self.ada, move)
                self.ada.sees(lambda now, before=sight.version: now.version > before)  # type: ignore[misc]
            else:
                self.ben.step()
                known = int(self.ben.client.get(self.ben.path)["version"])
        return sight

    def close(self) -> None:
        """End Ben's line."""
        self.ben.client.close()


@contextmanager
def two(ada: Person, target: int = 5) -> Iterator[Two]:
    """A table while the block runs."""
    table = Two(ada, target)
    try:
        yield table
    finally:
        table.close()


def bens_turn(sight: Sight) -> bool:
    """Whether it is the other's turn to play, and Ada has a choice of cards."""
    return sight.phase == "play" and not sight.my_turn and len(sight.hand) > 2


def adas_turn(sight: Sight) -> bool:
    """Whether Ada is to play, and has a choice of cards."""
    return sight.phase == "play" and sight.my_turn and len(sight.hand) > 2


def hand_card(person: Person, card: str) -> Locator:
    """A card in the hand that a page shows, whatever it may be good for."""
    return person.page.locator(f'.in-hand[value="{card}"]')


def point_at(person: Person, card: str, *, click_count: int = 1) -> None:
    """Click a card in the hand, or be at the last click of several."""
    box = hand_card(person, card).bounding_box()
    assert box
    mouse = person.page.mouse
    mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    mouse.down(click_count=click_count)
    mouse.up(click_count=click_count)


def queue_trump(table: Two) -> str:
    """Queue a card that may be played whatever Ben leads; its name."""

    def has_trump(sight: Sight) -> bool:
        return bens_turn(sight) and not sight.trick and any(map(sight.trump.__eq__, suits(sight)))

    sight = table.reach(has_trump)
    card = sight.hand[suits(sight).index(sight.trump)]
    button = table.ada.button("queue", card)
    button.click()
    expect(button).to_have_attribute("aria-pressed", "true")
    return card


def suits(sight: Sight) -> list[str]:
    return [card[1] for card in sight.hand]
