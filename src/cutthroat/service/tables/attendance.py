"""Who is there: kept in memory, for a server that starts again sees who comes back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from cutthroat.core.actions import Seat
from cutthroat.service.tables.times import GRACE, SECOND, Presence

LINGER: Final = 5 * SECOND
"""How long a person whose reader is gone still counts as here: pages are loaded anew."""
ASKED: Final = 60 * SECOND
"""How long a person who asked for something without a reader counts as here."""


@dataclass(slots=True)
class _Person:
    readers: int = 0
    until: int = 0
    caught_up: int | None = None


class Attendance:
    """The presence of the persons at one table. Times are milliseconds since 1970 UTC."""

    def __init__(self, seats: Iterable[Seat]) -> None:
        self._people = {seat: _Person() for seat in seats}
        self._known: Mapping[Seat, Presence] = {seat: Presence() for seat in self._people}

    @property
    def presence(self) -> Mapping[Seat, Presence]:
        """Who is there, as far as `refresh` has noticed."""
        return self._known

    def reads(self, seat: Seat) -> None:
        """A reader of a seat has come."""
        self._people[seat].readers += 1

    def stops_reading(self, seat: Seat, now: int) -> None:
        """A reader of a seat has gone."""
        person = self._people[seat]
        person.readers -= 1
        person.until = max(person.until, now + LINGER)

    def asks(self, seat: Seat, now: int) -> None:
        """A seat's person has asked for something."""
        self._people[seat].until = now + ASKED

    def catches_up(self, seat: Seat, now: int) -> None:
        """A seat's reader has all that matters."""
        person = self._people[seat]
        if person.caught_up is None:
            person.caught_up = now
            self._note(now)

    def falls_behind(self) -> None:
        """Something has happened that no reader has seen yet."""
        for person in self._people.values():
            person.caught_up = None
        self._known = {seat: Presence(known.here) for seat, known in self._known.items()}

    def leaves(self, seat: Seat) -> None:
        """Somebody else may take the seat."""
        self._people[seat].until = 0

    def refresh(self, now: int) -> bool:
        """Notice who has come and gone; whether anybody has."""
        before = {seat: known.here for seat, known in self._known.items()}
        self._note(now)
        return before != {seat: known.here for seat, known in self._known.items()}

    def _note(self, now: int) -> None:
        self._known = {
            seat: Presence(bool(person.readers) or now < person.until, person.caught_up)
            for seat, person in self._people.items()
        }

    def gone(self, since: int, now: int) -> frozenset[Seat]:
        """The seats of persons that have not been here for a minute.

        since: before it, it does not matter who was here.
        """
        return frozenset(
            seat
            for seat, person in self._people.items()
            if not person.readers and now - max(since, person.until) >= GRACE
        )

    def next_lapse(self, now: int) -> int | None:
        """When somebody who is here without a reader counts as gone; None if nobody is."""
        lapses = [
            person.until
            for person in self._people.values()
            if not person.readers and person.until > now
        ]
        return min(lapses, default=None)
