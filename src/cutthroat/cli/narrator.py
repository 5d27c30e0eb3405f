"""Following a match on a screen, event by event, from one seat or as somebody who watches."""

from __future__ import annotations

from collections.abc import Iterable

from cutthroat.cli.console import Screen
from cutthroat.cli.result import result_table
from cutthroat.cli.safe import clean
from cutthroat.core.events import (
    DealScored,
    DealStarted,
    Event,
    HandDealt,
    MatchEnded,
    MatchStarted,
    MatchWon,
)
from cutthroat.core.view import View, first_view, observe
from cutthroat.i18n.narration import narrate
from cutthroat.i18n.result import result_lines
from cutthroat.i18n.telling import Teller


class Narrator:
    """Tells every event that its reader may see.

    It knows no more than it was told: its view is folded from those events.
    """

    def __init__(self, screen: Screen, teller: Teller, started: MatchStarted) -> None:
        self.screen = screen
        self.teller = teller
        self.view: View = first_view(started, teller.you)
        self._deal: list[Event] = []

    def tell(self, event: Event) -> None:
        """Tell one event that the reader may see."""
        self._note(event)
        if isinstance(event, DealScored | MatchWon | MatchEnded):
            self.screen.line()
        write = self.screen.heading if isinstance(event, DealStarted) else self.screen.line
        for sentence in self._sentences(event):
            write(sentence)
        if isinstance(event, DealScored) and not self.screen.plain:
            self.screen.console.print(result_table(self.screen, self.teller, event.summary))

    def skip(self, event: Event) -> None:
        """Take note of an event without telling it."""
        self._note(event)

    def retell_deal(self) -> None:
        """Tell the deal so far once more."""
        before, events = self.view, self._deal
        started = MatchStarted(before.rules, before.seats, before.dealer)
        narrator = Narrator(self.screen, self.teller, started)
        for event in events:
            narrator.tell(event)

    def _note(self, event: Event) -> None:
        if isinstance(event, DealStarted):
            self._deal = []
        if not isinstance(event, MatchStarted):
            self._deal.append(event)
            self.view = observe(self.view, event)

    def _sentences(self, event: Event) -> Iterable[str]:
        """All in plain lines; on a terminal less what is drawn, or shown with every question."""
        if isinstance(event, MatchEnded):
            event = MatchEnded(clean(event.reason))
        if isinstance(event, HandDealt) and not self.screen.plain:
            return ()
        if isinstance(event, DealScored) and not self.screen.plain:
            return result_lines(self.teller, self.view.rules, event.summary, self.view.tricks)
        return narrate(self.teller, self.view, event)
