"""What shared tables need from the world: a log that never forgets, and who people are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from cutthroat.bots.judgement import Judgement
from cutthroat.core.actions import Action, Seat
from cutthroat.core.rules import Rules
from cutthroat.core.view import View


class Waits(StrEnum):
    """What a table waits for after an entry, so that a server that starts knows whom to serve."""

    STRANGERS = "strangers"
    """Players, whoever they are: the table is listed."""
    PEOPLE = "people"
    BOT = "bot"
    CLOCK = "clock"
    """Something happens by itself at a certain time."""
    NOBODY = "nobody"
    """The table is closed for good."""


@dataclass(frozen=True, slots=True)
class Entry:
    """Events that one decision added to a table's log; they are stored together or not at all.

    table: the public identifier of the table.
    number: the number of the first event, from 1 in each table.
    count: how many events there are, at least 1; the next entry's number is `number + count`.
    when: the moment of the decision, milliseconds since 1970 UTC.
    by: the seat that asked for it, None for what the table did by itself.
    at: the version that the seat acted upon, None if it named none.
    waits: what the table waits for now.
    body: the events, as JSON.
    """

    table: str
    number: int
    count: int
    when: int
    by: Seat | None
    at: int | None
    waits: Waits
    body: bytes

    @property
    def last(self) -> int:
        """The number of the last event."""
        return self.number + self.count - 1


class EventStore(Protocol):
    """The logs of all tables. Every method raises StoreUnavailable when the database cannot do it.

    After StoreUnavailable from a write it is not known whether it was stored: read to find out.
    """

    async def append(self, entry: Entry) -> bool:
        """Keep an entry; when this returns true it outlives the machine's power.

        False, and nothing is kept, if the table has an event of that number already. The first
        entry of a table (number 1) makes the table known; one that waits for NOBODY closes it.
        """
        ...

    async def entries(self, table: str, after: int = 0) -> Sequence[Entry]:
        """The entries with an event numbered above `after`, in order; empty for no such table."""
        ...

    async def rewrite(self, entry: Entry) -> None:
        """Put another body in the place of an entry's: only to delete what is a person's own."""
        ...

    async def waiting(self, *kinds: Waits) -> Sequence[str]:
        """The tables whose last entry waits for one of these, the one touched last first."""
        ...

    async def untouched(self, since: int) -> Sequence[str]:
        """The tables that are not closed and have had no entry since a moment (milliseconds)."""
        ...


class CredentialKind(StrEnum):
    """What a credential opens."""

    DEVICE = "device"
    """All that is a person's own: the secret in a browser's cookie."""
    SEAT = "seat"
    """One seat of one table."""
    LINK = "link"
    """Once: a new device of the same person."""
    FEED = "feed"
    """Reading whose turn it is."""


@dataclass(frozen=True, slots=True)
class Credential:
    """What a secret opens. The secret itself is kept nowhere.

    digest: SHA-256 of the secret, lower-case hex.
    person: whose it is.
    table, seat: the only place that it opens, for a SEAT.
    expires: when it opens nothing any more, milliseconds since 1970 UTC; None for never.
    """

    digest: str
    person: str
    kind: CredentialKind
    table: str | None = None
    seat: Seat | None = None
    expires: int | None = None


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who plays. `identifier` is secret to the server, `name` is what others see."""

    identifier: str
    name: str
    since: int


@dataclass(frozen=True, slots=True)
class Sitting:
    """That a person sits, or sat, at a table."""

    person: str
    table: str
    seat: Seat


class PeopleStore(Protocol):
    """Who people are and what their secrets open.

    Every method raises StoreUnavailable when the database cannot do it.
    """

    async def add_person(self, person: Person, *credentials: Credential) -> None:
        """Keep a new person."""
        ...

    async def person(self, identifier: str) -> Person | None:
        """A person, None if there is none."""
        ...

    async def rename(self, identifier: str, name: str) -> None:
        """Give a person another name."""
        ...

    async def add_credential(self, credential: Credential) -> None:
        """Keep a new credential of a person.

        Raises PersonGone.
        """
        ...

    async def credential(self, digest: str) -> Credential | None:
        """What a secret opens, by its digest; None for nothing. Expired ones are returned."""
        ...

    async def take_credential(self, digest: str) -> Credential | None:
        """What a secret opens, which opens nothing from now on: of many takers one gets it."""
        ...

    async def add_sitting(self, sitting: Sitting) -> None:
        """Keep that a person sits somewhere; one seat a table, the last one given.

        Raises PersonGone.
        """
        ...

    async def sittings(self, person: str) -> Sequence[Sitting]:
        """Where a person sits and sat, the newest table first."""
        ...

    async def forget(self, person: str) -> None:
        """Delete a person, with all credentials, sittings and sheets."""
        ...

    async def forget_expired(self, now: int) -> None:
        """Delete the credentials that expired before a moment (milliseconds)."""
        ...

    async def key(self, name: str) -> bytes:
        """32 random bytes that belong to this database, the same at every call."""
        ...


class RecordStore(Protocol):
    """Records that people have uploaded, each public to whoever has its identifier.

    Every method raises StoreUnavailable when the database cannot do it.
    """

    async def keep(self, record: bytes, when: int) -> str:
        """Keep a record, looked at now (milliseconds), and return its identifier.

        The identifier is the first 32 digits of the record's SHA-256 in lower-case hex, so the
        same record has the same one.
        """
        ...

    async def kept(self, identifier: str, now: int) -> bytes | None:
        """A record that is kept, looked at now to within an hour; None if there is none."""
        ...

    async def forget_kept(self, before: int) -> None:
        """Delete the records that nobody has looked at since a moment (milliseconds)."""
        ...


class StoreUnavailable(Exception):  # noqa: N818  # named after what is the case
    """The database cannot do it now: it is gone, its disk is full, or it is closing down."""


class PersonGone(LookupError):  # noqa: N818  # named after what is the case
    """The data of the person were deleted meanwhile."""


class Thinkers(Protocol):
    """Where bots think: not where readers are served, and not too many at once."""

    async def think(self, level: str, view: View, chance: bytes) -> Action:
        """What a bot does.

        level: the bot's name. chance: what its random numbers are made from.
        Raises BotFailed if it came to no answer.
        """
        ...

    async def judge(self, level: str, view: View, chance: bytes) -> Judgement:
        """What a strong bot thinks of all that the viewer may do; parameters as for `think`.

        Moves do not wait behind the hints of many.
        Raises BotFailed if it came to no answer.
        """
        ...

    def prepare(self, rules: Rules, seats: int) -> None:
        """Bots will think at such a table before long: get ready for it, if that takes time."""
        ...


class BotFailed(Exception):  # noqa: N818  # named after what is the case
    """A bot broke down, or thought for too long."""
