"""What happened at a table lately, in sentences: to be read, and to be read out as it comes."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from typing import Any, Final, TypeAlias

import msgspec

from cutthroat.core.actions import Seat
from cutthroat.core.cards import CardSet
from cutthroat.core.deal import HAND_SIZE
from cutthroat.core.events import (
    AuctionOpened,
    DealStarted,
    Event,
    MatchStarted,
)
from cutthroat.core.view import View, first_view, observe
from cutthroat.i18n.cards import NamedCards
from cutthroat.i18n.catalogue import N_, _
from cutthroat.i18n.narration import narrate
from cutthroat.i18n.telling import Teller
from cutthroat.service.tables.hosting import HostedTable

_KEPT: Final = 60
"""More events than a deal has."""
_SHOWN: Final = 18
"""Sentences that are shown."""

_AUDIENCES: Final = 64
"""Audiences that are remembered; who hears the story after that has it told anew."""

_Audience: TypeAlias = tuple[tuple[str, ...], Seat | None, str]
"""Who hears the same: the names at the table, the reader's seat, the language."""

_HAPPENINGS: Final = {
    "seat_taken": (N_("You sit down."), N_("{name} sits down.")),
    "went_away": (N_("You are away; a bot plays."), N_("{name} is away; a bot plays.")),
    "came_back": (N_("You are back."), N_("{name} is back.")),
    "left": (N_("You have left for good."), N_("{name} has left for good; a bot plays on.")),
}
"""What a player does at the table: said to that player, and to the others."""
_AGREEMENTS: Final = {
    ("end_agreed", True): (
        N_("You agree to end the match without a winner."),
        N_("{name} agrees to end the match without a winner."),
    ),
    ("end_agreed", False): (
        N_("You no longer agree to end the match."),
        N_("{name} no longer agrees to end the match."),
    ),
    ("finish_agreed", True): (
        N_("You agree to finish the deal quickly."),
        N_("{name} agrees to finish the deal quickly."),
    ),
    ("finish_agreed", False): (
        N_("You no longer agree to finish the deal quickly."),
        N_("{name} no longer agrees to finish the deal quickly."),
    ),
}
_OF_NOBODY: Final = {
    "seat_freed": N_("A seat is free again."),
    "nonces_fixed": N_("The match begins. All its deals are fixed now."),
    "table_closed": N_("The table is closed."),
}
REMARKS: Final = {
    "hello": N_("Hello!"),
    "well_played": N_("Well played!"),
    "thanks": N_("Thank you!"),
    "oops": N_("Oops!"),
    "wow": N_("Wow!"),
    "thinking": N_("I am thinking…"),
    "sorry": N_("Sorry!"),
    "good_game": N_("Good game!"),
}
"""What players can say to each other."""


@dataclass(frozen=True, slots=True)
class _Event:
    """Something that all may know. `seen`: the spectator's view after it, if it is of the match."""

    number: int
    told: dict[str, Any]
    event: Event | None
    seen: View | None


class _Read:
    """What an audience has been told: the last sentences, up to an event."""

    def __init__(self) -> None:
        self.number = 0
        self.lines: deque[str] = deque(maxlen=_SHOWN)


class Story:
    """What a table's last events come to; only events that all may know enter it."""

    def __init__(self) -> None:
        self._events: list[_Event] = []
        self._number = 0
        self._view: View | None = None
        self._read: dict[_Audience, _Read] = {}

    def follow(self, table: HostedTable) -> None:
        """Take in what happened since the last time."""
        for number, told, event in table.latest(self._number):
            self._number = number
            if event is None:
                self._events.append(_Event(number, msgspec.json.decode(told.text), None, None))
            elif (seen := self._after(table, number, event)) is not None:
                self._events.append(_Event(number, {}, event, seen))
        del self._events[:-_KEPT]

    def _after(self, table: HostedTable, number: int, event: Event) -> View | None:
        """The spectator's view after an event; None while it is not known where a deal began."""
        if number == table.version:
            self._view = table.view_of(None)
        elif isinstance(event, MatchStarted):
            self._view = first_view(event, None)
        else:
            if isinstance(event, DealStarted):
                self._view = self._view or table.view_of(None)
            self._view = self._view and observe(self._view, event)
        return self._view

    def lines(self, names: tuple[str, ...], you: Seat | None, hand: CardSet, language: str) -> str:
        """The last sentences as items of a list in HTML, as the reader in a seat wants them.

        hand: the reader's own cards. language: the one that is spoken.
        """
        audience = names, you, language
        if audience not in self._read and len(self._read) >= _AUDIENCES:
            self._read.clear()  # of players who came and went, and of languages
        read = self._read.setdefault(audience, _Read())
        teller = Teller(NamedCards(), names, you)
        newer = [one for one in self._events if one.number > read.number]
        opened = [one for one in newer if isinstance(one.event, AuctionOpened)]
        for one in newer:
            read.lines.extend(_item(one, text) for text in _sentences(teller, one))
            # In a deal before the last one the reader held other cards.
            if you and opened and one is opened[-1] and len(hand) == HAND_SIZE:
                read.lines.append(_item(one, teller.hand(you, hand, None)))
        read.number = self._number
        return " ".join(read.lines)

    def remark(self, seat: Seat) -> str | None:
        """What a player said within the last few events; None if nothing."""
        for one in reversed(self._events[-4:]):
            if one.told.get("event") == "reacted" and one.told["seat"] == seat:
                return remark_text(one.told["reaction"])
        return None


def remark_text(reaction: str) -> str:
    """What a reaction says, in the language that is spoken."""
    return _(REMARKS[reaction])


def _item(one: _Event, text: str) -> str:
    """A sentence with the number of its event, by which a script knows what it has told."""
    return f'<li data-number="{one.number}">{escape(text)}</li>'


def _sentences(teller: Teller, one: _Event) -> Iterator[str]:
    if one.event is not None and one.seen is not None:
        yield from narrate(teller, one.seen, one.event)
        return
    kind, seat = one.told["event"], one.told.get("seat")
    if kind in _OF_NOBODY:
        yield _(_OF_NOBODY[kind])
    elif kind == "reacted":
        remark = remark_text(one.told["reaction"])
        yield _("{name}: {remark}", name=teller.name(one.told["seat"]), remark=remark)
    else:
        said = _HAPPENINGS.get(kind) or _AGREEMENTS.get((kind, one.told.get("agrees") is True))
        if said is not None and seat is not None:
            yield teller.say(seat, *said)
