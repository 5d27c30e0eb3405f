"""Replays of a short while ago: whoever looks at one step mostly wants the next one soon."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Hashable
from dataclasses import dataclass
from time import monotonic
from typing import Final, Generic, TypeVar

from cutthroat.core.actions import Seat
from cutthroat.service.replay import Replay
from cutthroat.service.tables.errors import Refused, TableReason
from cutthroat.service.tables.records import PlayedMatch
from cutthroat.service.tables.state import Human

T = TypeVar("T")

MOST: Final = 2_000_000
"""Bytes of records that are kept as replays, which take twenty times as much."""
LIFE: Final = 3600.0
"""Seconds after which a record is looked for again."""


@dataclass(frozen=True, slots=True)
class _Kept(Generic[T]):
    value: T
    size: int
    ends: float


class Recent(Generic[T]):
    """Values that were made from records, the ones that were asked for last."""

    def __init__(self, most: int = MOST, now: Callable[[], float] = monotonic) -> None:
        """Begin with none.

        most: bytes of the records of all values together. now: tells seconds.
        """
        self._most = most
        self._now = now
        self._kept: OrderedDict[Hashable, _Kept[T]] = OrderedDict()
        self._making = asyncio.Lock()

    async def get(self, key: Hashable, make: Callable[[], Awaitable[tuple[T, int]]]) -> T:
        """What belongs to a key. It is made if it is not kept, one at a time.

        make: also tells the size of the record, in bytes.
        Raises what `make` raises.
        """
        found = self._found(key)
        if found is None:
            async with self._making:
                found = self._found(key) or await self._made(key, make)
        return found.value

    def _found(self, key: Hashable) -> _Kept[T] | None:
        found = self._kept.get(key)
        if found is None or self._now() >= found.ends:
            return None
        self._kept.move_to_end(key)
        return found

    async def _made(self, key: Hashable, make: Callable[[], Awaitable[tuple[T, int]]]) -> _Kept[T]:
        value, size = await make()
        made = self._kept[key] = _Kept(value, size, self._now() + LIFE)
        self._kept.move_to_end(key)
        while len(self._kept) > 1 and sum(one.size for one in self._kept.values()) > self._most:
            self._kept.popitem(last=False)
        return made


@dataclass(frozen=True, slots=True)
class Audience:
    """Who may look at a match of this server.

    persons: who sat there when it began, seat 1 first; None for a bot.
    is_public: whether the table lets others watch.
    """

    persons: tuple[str | None, ...]
    is_public: bool

    def check(self, person: str | None) -> None:
        """See that somebody may look at the match; None for somebody who is not known.

        Raises Refused.
        """
        if not self.is_public and self.seat_of(person) is None:
            raise Refused(TableReason.NO_SPECTATORS)

    def seat_of(self, person: str | None) -> Seat | None:
        """Where a person sat."""
        return self.persons.index(person) + 1 if person and person in self.persons else None


def audience_of(played: PlayedMatch) -> Audience:
    """Who may look at a match."""
    seats = played.begun.seats
    persons = tuple(who.person if isinstance(who, Human) else None for who in seats)
    return Audience(persons, played.begun.settings.spectators)


@dataclass(frozen=True, slots=True)
class Recorded:
    """A match of this server that is over."""

    table: str
    audience: Audience
    replay: Replay
