"""A person's match in the terminal, from where it stands to its end or until they leave."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable

from cutthroat.cli.console import Screen
from cutthroat.cli.entry import read_choice
from cutthroat.cli.moment import decision_lines, explain, listed_plays, prompt
from cutthroat.cli.narrator import Narrator
from cutthroat.cli.rules import show_rules
from cutthroat.cli.safe import clean
from cutthroat.cli.waiting import waiting
from cutthroat.core.actions import Action, Bid, Pass, Play, Seat
from cutthroat.core.errors import IllegalAction
from cutthroat.core.events import (
    Called,
    DealStarted,
    Event,
    MatchStarted,
    Played,
    TrickTaken,
    visible_to,
)
from cutthroat.core.view import Stage
from cutthroat.i18n.catalogue import _
from cutthroat.i18n.hints import hint_text, no_choice
from cutthroat.i18n.refusal import refusal
from cutthroat.i18n.telling import Teller
from cutthroat.service.hinting import ADVISER, NO_ENGINE, judged
from cutthroat.service.saved import SavedMatch
from cutthroat.service.warming import Warming, load_engine, needs_warmth


class Leave(Exception):  # noqa: N818  # a wish, not an error
    """The person wants to stop for now."""


class Session:
    """One person at a table of bots, on one screen.

    pace: seconds to wait after what the others do.
    warming: gets strong bots ready meanwhile.
    """

    def __init__(
        self, saved: SavedMatch, you: Seat, screen: Screen, *, pace: float, warming: Warming
    ) -> None:
        self._table = saved.table
        self._you = you
        self._screen = screen
        self._pace = pace
        self._warming = warming
        teller = Teller(screen, tuple(map(clean, saved.seating.names)), you)
        view = saved.table.view(None)
        started = MatchStarted(saved.rules, view.seats, view.dealer)
        if saved.past and isinstance(saved.past[0], MatchStarted):
            started = saved.past[0]
        self._narrator = Narrator(screen, teller, started)
        self._catch_up(saved.past)

    def play(self) -> None:
        """Play to the end of the match.

        Raises Leave when the person leaves before it, EngineMissing where a strong bot plays and
        cannot think, OSError if the record cannot be written.
        """
        while not self._table.over:
            if self._table.turn == self._you:
                self._tell(self._table.act(self._decide()))
            else:
                self._wait_for_bot()
                self._tell(self._table.step())

    def _wait_for_bot(self) -> None:
        """Say so, if whoever is to act cannot think yet. Raises EngineMissing if it never can."""
        turn = self._table.turn
        bot = self._table.bot(turn) if turn else None
        if bot and needs_warmth(bot):
            self._wait_until_ready()
            load_engine()

    def _catch_up(self, past: Iterable[Event]) -> None:
        """Take note of what the person has seen before, and tell the deal that runs once more."""
        for event in past:
            if not isinstance(event, MatchStarted) and visible_to(event, self._you):
                self._narrator.skip(event)
        if self._narrator.view.deal:
            self._narrator.retell_deal()

    def _tell(self, events: Iterable[Event]) -> None:
        for event in events:
            if visible_to(event, self._you):
                self._narrator.tell(event)
                self._wait(event)

    def _wait(self, event: Event) -> None:
        others = isinstance(event, Played) and event.seat != self._you
        others |= isinstance(event, Called) and event.call.seat != self._you
        if self._pace and (others or isinstance(event, TrickTaken | DealStarted)):
            time.sleep(self._pace)

    def _decide(self) -> Action:
        """Ask until the answer is an action that the rules allow."""
        self._screen.line()
        self._show(decision_lines(self._narrator))
        while True:
            action = self._answer(self._ask())
            if action is not None and self._allowed(action):
                return action

    def _allowed(self, action: Action) -> bool:
        try:
            self._table.check(action)
        except IllegalAction as error:
            self._screen.line(refusal(error, self._screen))
            return False
        return True

    def _ask(self) -> str:
        """A line from the person.

        Raises Leave at the end of the input.
        """
        if sys.stdin is None:
            raise Leave
        try:
            line = input(f"{prompt(self._narrator.view)} ")
        except EOFError:
            self._screen.line()
            raise Leave from None
        if not sys.stdin.isatty():
            self._screen.line()
        return line.strip()

    def _answer(self, typed: str) -> Action | None:
        """The action that was typed; None if it was a question, or cannot be understood."""
        match typed.casefold():
            case "q" | "quit":
                raise Leave
            case "?" | "help" | "":
                self._show(explain(self._narrator))
            case "h":
                self._narrator.retell_deal()
            case "r":
                show_rules(self._screen, self._narrator.view.rules)
            case "t" | "hint":
                self._hint()
            case _:
                return self._action(typed)
        return None

    def _hint(self) -> None:
        """Tell what a strong bot would do, from what the person sees."""
        view = self._table.view(self._you)
        if only := no_choice(view, self._narrator.teller):
            self._show(only.lines)
            return
        self._wait_until_ready()
        try:
            judgement = judged(ADVISER, view, self._table.chance(view))
        except NO_ENGINE as error:
            said = _(
                "There are no hints, for the compiled engine cannot be loaded: {why}", why=error
            )
            self._screen.line(clean(said))
            return
        self._show(hint_text(judgement, view, self._narrator.teller).lines)

    def _wait_until_ready(self) -> None:
        """Wait until strong bots can think, and say so if that takes long."""
        with waiting(self._screen.console, plain=self._screen.plain) as tell:
            self._warming.wait(tell)

    def _action(self, typed: str) -> Action | None:
        action = self._call(typed) if self._in_auction else self._card(typed)
        if action is None:
            self._screen.line(self._not_understood(typed))
        return action

    @property
    def _in_auction(self) -> bool:
        return self._narrator.view.stage is Stage.AUCTION

    def _call(self, typed: str) -> Action | None:
        words = {"p", "pass", _("pass").casefold()}
        word = typed.casefold().removeprefix("bid").strip()
        if word in words:
            return Pass(self._you)
        if word.isascii() and word.isdigit() and len(word) == 1:
            return Bid(self._you, int(word))
        return None

    def _card(self, typed: str) -> Action | None:
        card = read_choice(typed, listed_plays(self._narrator.view))
        return Play(self._you, card) if card else None

    def _not_understood(self, typed: str) -> str:
        shown = clean(typed[:40])
        if self._in_auction:
            return _('"{typed}" is no call. Type 2, 3, 4 or pass.', typed=shown)
        return _(
            '"{typed}" is no card. Type one such as AS, 10h or A♠, or its number in the list.',
            typed=shown,
        )

    def _show(self, lines: Iterable[str]) -> None:
        for line in lines:
            self._screen.line(line)
