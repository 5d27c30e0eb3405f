"""A seat's own part of a table's page: its cards, what it may do, what it is asked."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

from msgspec import UNSET

from cutthroat.core.actions import Bid, Seat
from cutthroat.core.view import Stage, View
from cutthroat.i18n.cards import NamedCards
from cutthroat.i18n.catalogue import _, _n
from cutthroat.i18n.telling import Teller
from cutthroat.web.pages.board import CardFace, hand_faces
from cutthroat.web.pages.known import Known
from cutthroat.web.shapes import SeatSeen

_LEFT: Final = re.compile(r"seat ([1-3]) (left|conceded)")
DRAGS_ON: Final = 25
"""Scored deals after which a match offers to end by agreement."""

InHand = Literal["play", "try", "queue"]
"""What a click on a card of one's hand does: play it, say why it may not be, or queue it."""


@dataclass(frozen=True, slots=True)
class Own:
    """What a reader is shown and asked; `seat` is None for a spectator.

    view: the reader's; None before the first match.
    names: who sits where, seat 1 first.
    is_decided: whether what all can see decides the points of the deal.
    """

    known: Known
    view: View | None
    seat: Seat | None
    names: Sequence[str]
    is_decided: bool

    @property
    def stage(self) -> Stage:
        """Where the match stands."""
        return self.view.stage if self.view else Stage.WAITING

    @property
    def is_over(self) -> bool:
        """Whether the match that is shown is over."""
        return self.stage is Stage.OVER

    @property
    def is_running(self) -> bool:
        """Whether a match runs."""
        return self.view is not None and not self.is_over

    @property
    def my_turn(self) -> bool:
        """Whether the reader is to call or play."""
        return self.seat is not None and self.view is not None and self.view.turn == self.seat

    @property
    def is_open(self) -> bool:
        """Whether anything can still happen at the table."""
        return self.known.closed is None

    # What stands above the table

    def headline(self) -> str:
        """What the table waits for, or what came of the match."""
        if self.view is None or self.is_over:
            return self._outside()
        if self.my_turn:
            return self._asked(self.view)
        if self.stage is Stage.SCORED:
            return _("Deal {deal} is over.", deal=self.view.deal)
        if self.view.turn is None:
            return _("The cards go out.")
        name = self.names[self.view.turn - 1]
        if self.stage is Stage.AUCTION:
            return _("{name} is to call.", name=name)
        return _("{name} is to play.", name=name)

    def _asked(self, view: View) -> str:
        if view.stage is Stage.AUCTION:
            return _("Your turn: bid or pass.")
        if view.trump is None:
            return _("Your turn: lead a card. Its suit becomes trump.")
        if view.trick and not view.trick.cards:
            return _("Your turn: lead a card.")
        return _("Your turn: play a card.")

    def _outside(self) -> str:
        """Before a match, or after it."""
        if self.known.closed is not None:
            return _("This table is closed.")
        if self.view is not None:
            return self._outcome(self.view)
        free = self.free
        if free:
            return _n("Waiting for {count} player.", "Waiting for {count} players.", free)
        return _("All are here. The shuffle is being agreed.")

    def _outcome(self, view: View) -> str:
        teller = Teller(NamedCards(), tuple(self.names), self.seat)
        if view.winner is not None and view.win_reason is not None:
            return teller.won(view.winner, view.win_reason, view.rules)
        return teller.ended(self._why_ended(view.ended or ""))

    def _why_ended(self, reason: str) -> str:
        """Why nobody won, by the names that the page uses; free text stays as it is."""
        if reason == "by agreement":
            return _("by agreement")
        found = _LEFT.fullmatch(reason)
        if found is None or int(found[1]) > len(self.names):
            return reason
        name = self.names[int(found[1]) - 1]
        return (
            _("{name} conceded", name=name)
            if found[2] == "conceded"
            else _("{name} left", name=name)
        )

    @property
    def free(self) -> int:
        """How many seats are free."""
        return sum(one.kind == "free" for one in self.known.seats)

    # The hand

    def hand(self) -> tuple[tuple[CardFace, InHand], ...]:
        """The reader's cards, and what a click on each does."""
        if self.view is None:
            return ()
        legal = {card.text for card in self.view.legal_plays}
        other: InHand = "queue" if self.stage is Stage.PLAY and not self.my_turn else "try"
        return tuple(
            (face, "play" if face.text in legal else other) for face in hand_faces(self.view)
        )

    def calls(self) -> tuple[int | str, ...]:
        """What the reader may call now."""
        legal = self.view.legal_calls if self.view else ()
        return tuple(call.points if isinstance(call, Bid) else "pass" for call in legal)

    # What is asked

    @property
    def _fair(self) -> tuple[list[bool], list[bool], list[str | None]]:
        """Of the match that is prepared: who has fixed a nonce, who has shown it, the hashes."""
        fair = self.known.rematch or self.known.fair
        if fair.fixed is UNSET or fair.shown is UNSET or fair.hashes is UNSET:
            return [], [], []
        return fair.fixed, fair.shown, fair.hashes

    def asks_nonce(self) -> bool:
        """Whether the reader has yet to fix a nonce for a first match."""
        fixed = self._fair[0]
        return bool(self.seat and fixed and not self.is_over and not fixed[self.seat - 1])

    def shows_nonce(self) -> str | None:
        """The hash of the nonce that the reader is to show now."""
        fixed, shown, hashes = self._fair
        if not (self.seat and fixed and all(fixed) and not self.free):
            return None
        return None if shown[self.seat - 1] else hashes[self.seat - 1]

    def asks_rematch(self) -> bool:
        """Whether the reader may ask for another match, or join those who did."""
        fixed = self._fair[0]
        return bool(self.seat and self.is_over and not (fixed and fixed[self.seat - 1]))

    def asks_ready(self) -> bool:
        """Whether the reader is looking at a result that others may be waiting at."""
        return bool(self.seat and self.stage is Stage.SCORED and not self._me.ready)

    def waited_for(self) -> str:
        """Who has yet to look at the result, besides the reader."""
        others = [
            name
            for one, name in zip(self.known.seats, self.names, strict=True)
            if one.kind == "person" and not one.ready and one.seat != self.seat and not one.away
        ]
        return ", ".join(others)

    def asks_finish(self) -> str | None:
        """Whether the deal may be finished quickly: `asked`, or `agreed` if the reader has."""
        if not (self.seat and self.is_decided):
            return None
        return "agreed" if self._me.wants_finish else "asked"

    def asks_end(self) -> str | None:
        """Whether the match may end by agreement: `asked`, or `agreed` if the reader has."""
        if not (self.seat and self.is_running):
            return None
        return "agreed" if self._me.wants_end else "asked"

    @property
    def _me(self) -> SeatSeen:
        return self.known.seats[(self.seat or 1) - 1]

    def drags_on(self) -> bool:
        """Whether the match is long."""
        return self.view is not None and self.view.scored_deals >= DRAGS_ON

    def end_wanted(self) -> str:
        """Who else wants to end the match."""
        return ", ".join(
            name
            for one, name in zip(self.known.seats, self.names, strict=True)
            if one.wants_end and one.seat != self.seat
        )

    @property
    def held(self) -> tuple[object, ...]:
        """What `hand_places` is made from, beside what is known of the table."""
        view = self.view
        if view is None:
            return ()
        return view.hand, view.trump, view.legal_calls, view.legal_plays, self.stage, self.my_turn

    @property
    def seldom(self) -> tuple[object, ...]:
        """What `asks_places` and `menu_places` are made from, beside what is known of the table."""
        return self.stage, self.is_decided, self.drags_on()

    # What the templates ask for

    def hand_places(self) -> dict[str, object]:
        """Of the reader's cards."""
        return {
            "table": self.known.table,
            "hand": self.hand(),
            "calls": self.calls(),
            "hint_allowed": self.my_turn and self.known.settings.hints,
        }

    @property
    def shows_hand(self) -> bool:
        """Whether there is a place for the reader's cards."""
        return self.seat is not None and self.stage in (Stage.AUCTION, Stage.PLAY)

    def asks_places(self) -> dict[str, object]:
        """Of what the reader is asked."""
        return {
            "table": self.known.table,
            "match": self.known.match,
            "stage": self.stage,
            "ask_ready": self.asks_ready(),
            "waiting_for": self.waited_for() if self.stage is Stage.SCORED else "",
            "ask_nonce": self.asks_nonce(),
            "show_nonce": self.shows_nonce(),
            "ask_rematch": self.asks_rematch(),
            "over": self.is_over,
            "finish": self.asks_finish(),
            "ask_end": self.asks_end(),
            "drags_on": self.drags_on(),
            "end_wanted": self.end_wanted(),
        }

    def menu_places(self) -> dict[str, object]:
        """Of what a player can do at any time."""
        return {
            "table": self.known.table,
            "seats": len(self.names),
            "waits": self.known.settings.absent == "nobody",
            "ask_end": self.asks_end(),
            "drags_on": self.drags_on() or bool(self.end_wanted()),
            "running": self.is_running,
        }
