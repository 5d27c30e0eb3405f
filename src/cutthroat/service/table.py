"""A table on this machine: one match, its fair deal and bots, a log kept before it is shown."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from random import Random

from cutthroat.bots.policy import Bot
from cutthroat.core import match as matches
from cutthroat.core.actions import Action, Seat
from cutthroat.core.deal import Dealing
from cutthroat.core.errors import IllegalAction, Reason
from cutthroat.core.events import Event
from cutthroat.core.match import Match, Over, Scored, Waiting
from cutthroat.core.rules import Rules
from cutthroat.core.shuffle import FairDeal
from cutthroat.core.view import View, project
from cutthroat.service.chance import decision_chance
from cutthroat.service.engines import Forfeit, ended_text

Append = Callable[[Iterable[Event]], None]
"""Stores events; when it returns they are kept."""


class Table:
    """One match: decides, stores, and only then shows.

    Seats without a bot are people's. Nobody but this table has the whole state; seats get views.
    """

    def __init__(
        self,
        match: Match,
        fair: FairDeal,
        bots: Mapping[Seat, Bot],
        append: Append,
    ) -> None:
        """Take up a match where it is; see `open_table` for a new one.

        fair: what fixes the cards of every deal.
        append: keeps events; called before they count.
        """
        self._match = match
        self._fair = fair
        self._bots = dict(bots)
        self._append = append
        self.forfeit: tuple[Seat, Forfeit] | None = None
        """The seat whose bot could not go on, which ended the match, and why."""

    @property
    def turn(self) -> Seat | None:
        """The seat that has something to do."""
        return self._match.turn

    @property
    def over(self) -> bool:
        """Whether the match is over."""
        return isinstance(self._match.phase, Over)

    @property
    def between_deals(self) -> bool:
        """Whether the next step is to deal."""
        return isinstance(self._match.phase, Waiting | Scored | Dealing)

    @property
    def deal(self) -> int:
        """The number of the last deal begun; redeals count."""
        return self._match.deal

    def view(self, seat: Seat | None) -> View:
        """What a seat, or a spectator, knows now."""
        return project(self._match, seat)

    def bot(self, seat: Seat) -> Bot | None:
        """Who plays in a seat; None for a person."""
        return self._bots.get(seat)

    def chance(self, view: View) -> bytes:
        """What the random numbers of a decision of the viewer are made from."""
        return decision_chance(self._fair, view)

    def check(self, action: Action) -> None:
        """See whether a seat may act so, and change nothing.

        Raises IllegalAction if the rules refuse it.
        """
        matches.decide(self._match, action)

    def act(self, action: Action) -> tuple[Event, ...]:
        """Let a seat act, and return what it brought about.

        Raises IllegalAction if the rules refuse it; nothing is stored then.
        """
        return self._keep(matches.decide(self._match, action))

    def step(self) -> tuple[Event, ...]:
        """What happens without a person: cards are dealt, or a bot acts, or ends all by forfeiting.

        Empty if a person must act, or at the end.
        """
        if self.between_deals:
            begun = isinstance(self._match.phase, Dealing)
            deal = self._match.deal if begun else self._match.deal + 1
            hands = self._fair.hands(deal, self._match.dealer)
            return self._keep(matches.deal_cards(self._match, hands))
        seat = self.turn
        bot = self._bots.get(seat) if seat else None
        if seat is None or bot is None:
            return ()
        view = self.view(seat)
        chance = Random(self.chance(view))  # noqa: S311  # a bot's whim, no secret
        try:
            action = bot.policy(view, chance)
        except Forfeit as forfeit:
            self.forfeit = seat, forfeit
            return self.end(ended_text(seat, forfeit))
        if action.seat != seat:
            raise IllegalAction(Reason.NOT_YOUR_TURN, "R10", seat=action.seat, turn=seat)
        return self.act(action)

    def end(self, reason: str) -> tuple[Event, ...]:
        """End the match without a winner.

        Raises IllegalAction if it is over.
        """
        return self._keep(matches.end(self._match, reason))

    def _keep(self, events: tuple[Event, ...]) -> tuple[Event, ...]:
        self._append(events)
        self._match = matches.fold(self._match, events)
        return events


def open_table(rules: Rules, fair: FairDeal, bots: Mapping[Seat, Bot], append: Append) -> Table:
    """A table for a new match, whose first dealer the fair deal draws. R3."""
    started = matches.start(rules, len(fair.nonces), fair.first_dealer())
    append((started,))
    return Table(matches.begin(started), fair, bots, append)
