"""The store of shared tables: writes go to the one writer, reads to a few threads beside it."""

from __future__ import annotations

import asyncio
import hashlib
import secrets
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import Row, and_, bindparam, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from cutthroat.adapters.sql.database import Database
from cutthroat.adapters.sql.opening import open_database
from cutthroat.adapters.sql.reading import Reading
from cutthroat.adapters.sql.schema import (
    CREDENTIAL,
    GAME_TABLE,
    KEPT_RECORD,
    LOG,
    PERSON,
    SERVER_KEY,
    SITTING,
)
from cutthroat.adapters.sql.sheets import SqlSheets
from cutthroat.adapters.sql.writer import Erasure, Writer
from cutthroat.service.tables.ports import (
    Credential,
    CredentialKind,
    Entry,
    Person,
    PersonGone,
    Sitting,
    Waits,
)

if TYPE_CHECKING:
    from sqlalchemy import Connection

_KEY_BYTES: Final = 32
_LOOK: Final = 3_600_000
"""Milliseconds within which looking at a record again is not written down."""
_ENTRIES: Final = (
    select(LOG)
    .where(LOG.c.table_id == bindparam("table"))
    .where(LOG.c.number + LOG.c.count > bindparam("after") + 1)
    .order_by(LOG.c.number)
)
_LAST_ENTRIES: Final = select(GAME_TABLE.c.id).join(
    LOG,
    and_(
        LOG.c.table_id == GAME_TABLE.c.id,
        LOG.c.number
        == select(func.max(LOG.c.number))
        .where(LOG.c.table_id == GAME_TABLE.c.id)
        .correlate(GAME_TABLE)
        .scalar_subquery(),
    ),
)


def open_store(url: str) -> SqlStore:
    """The store in the database at an address; it is made if it is a missing file.

    It takes as long as the database needs to answer and to change its schema: up to seconds.
    url: `sqlite:///path` or `postgresql://user:password@host/name`, `postgres://` too.
    Raises BadDatabase, DatabaseInUse, SchemaTooNew.
    """
    return SqlStore(open_database(url))


class SqlStore:
    """An EventStore, a PeopleStore and a RecordStore, with a SheetStore.

    Its methods may be called from several event loops.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._writer = Writer(database)
        self._reading = Reading(database, self._writer)
        self._closed = False
        self.sheets = SqlSheets(database, self._writer, self._reading)

    @property
    def groups(self) -> int:
        """How many groups of writes were stored since the start."""
        return self._writer.groups

    @property
    def appends(self) -> int:
        """How many appends were answered since the start."""
        return self._writer.appends

    async def close(self) -> None:
        """Store what was asked for and let go of the database; later calls are refused."""
        await asyncio.to_thread(self._close)

    def _close(self) -> None:
        self._writer.close()
        self._reading.close()
        if not self._closed:
            self._closed = True
            self._database.close()

    # The logs

    async def append(self, entry: Entry) -> bool:
        """Keep an entry; when this returns true it outlives the machine's power."""
        return await self._writer.append(entry)

    async def entries(self, table: str, after: int = 0) -> Sequence[Entry]:
        """The entries with an event numbered above `after`, in order; empty for no such table."""
        values = {"table": table, "after": after}
        return await self._reading.ask(
            lambda db: [_entry(row) for row in db.execute(_ENTRIES, values)]
        )

    async def rewrite(self, entry: Entry) -> None:
        """Put another body in the place of an entry's.

        Raises LookupError if there is no such entry.
        """
        change = (
            update(LOG)
            .where(LOG.c.table_id == entry.table, LOG.c.number == entry.number)
            .values(body=entry.body)
        )
        if not await self._writer.do(Erasure(lambda db: db.execute(change).rowcount)):
            raise LookupError(f"{entry.table} has no entry {entry.number}")

    async def waiting(self, *kinds: Waits) -> Sequence[str]:
        """The tables whose last entry waits for one of these, the one touched last first."""
        query = _LAST_ENTRIES.add_columns(LOG.c.waits)
        if Waits.NOBODY not in kinds:
            query = query.where(GAME_TABLE.c.open)  # which spares the search of the closed ones
        query = query.order_by(LOG.c.moment.desc(), GAME_TABLE.c.id)
        # Chosen here: asked for it, a planner would go through all logs instead of all tables.
        return await self._reading.ask(
            lambda db: [t for t, waits in db.execute(query) if waits in kinds]
        )

    async def untouched(self, since: int) -> Sequence[str]:
        """The tables that are not closed and have had no entry since a moment (milliseconds)."""
        query = _LAST_ENTRIES.where(GAME_TABLE.c.open, LOG.c.moment < since)
        query = query.order_by(LOG.c.moment, GAME_TABLE.c.id)
        return await self._reading.ask(lambda db: list(db.scalars(query)))

    # The people

    async def add_person(self, person: Person, *credentials: Credential) -> None:
        """Keep a new person."""
        values = {"id": person.identifier, "name": person.name, "since": person.since}
        rows = [_credential_values(credential) for credential in credentials]

        def add(db: Connection) -> None:
            db.execute(insert(PERSON), values)
            if rows:
                db.execute(insert(CREDENTIAL), rows)

        await self._writer.do(add)

    async def person(self, identifier: str) -> Person | None:
        """A person, None if there is none."""
        query = select(PERSON.c.id, PERSON.c.name, PERSON.c.since).where(PERSON.c.id == identifier)
        row = await self._reading.ask(lambda db: db.execute(query).one_or_none())
        return None if row is None else Person(*row)

    async def rename(self, identifier: str, name: str) -> None:
        """Give a person another name, if there is that person."""
        change = update(PERSON).where(PERSON.c.id == identifier).values(name=name)
        await self._writer.do(lambda db: db.execute(change).rowcount)

    async def add_credential(self, credential: Credential) -> None:
        """Keep a new credential of a person.

        Raises PersonGone if there is no such person.
        """
        values = _credential_values(credential)
        await self._of_person(credential.person, lambda db: db.execute(insert(CREDENTIAL), values))

    async def credential(self, digest: str) -> Credential | None:
        """What a secret opens, by its digest; None for nothing. Expired ones are returned."""
        query = select(CREDENTIAL).where(CREDENTIAL.c.digest == digest)
        return await self._reading.ask(lambda db: _credential(db.execute(query).one_or_none()))

    async def take_credential(self, digest: str) -> Credential | None:
        """What a secret opens, which opens nothing from now on: of many takers one gets it."""
        take = delete(CREDENTIAL).where(CREDENTIAL.c.digest == digest).returning(*CREDENTIAL.c)
        return await self._writer.do(lambda db: _credential(db.execute(take).one_or_none()))

    async def add_sitting(self, sitting: Sitting) -> None:
        """Keep that a person sits somewhere; one seat a table, the last one given.

        Raises PersonGone if there is no such person.
        """
        add = (
            self._database.insert(SITTING)
            .values(person=sitting.person, table_id=sitting.table, seat=sitting.seat)
            .on_conflict_do_update(
                index_elements=["person", "table_id"], set_={"seat": sitting.seat}
            )
        )
        await self._of_person(sitting.person, lambda db: db.execute(add))

    async def sittings(self, person: str) -> Sequence[Sitting]:
        """Where a person sits and sat, the newest table first."""
        query = (
            select(SITTING.c.person, SITTING.c.table_id, SITTING.c.seat)
            .where(SITTING.c.person == person)
            .order_by(SITTING.c.id.desc())
        )
        return await self._reading.ask(lambda db: [Sitting(*row) for row in db.execute(query)])

    async def forget(self, person: str) -> None:
        """Delete a person, with all credentials, sittings and sheets."""
        gone = delete(PERSON).where(PERSON.c.id == person)
        await self._writer.do(Erasure(lambda db: db.execute(gone).rowcount))

    async def forget_expired(self, now: int) -> None:
        """Delete the credentials that expired before a moment (milliseconds)."""
        gone = delete(CREDENTIAL).where(CREDENTIAL.c.expires < now)
        await self._writer.do(lambda db: db.execute(gone).rowcount)

    # The uploaded records

    async def keep(self, record: bytes, when: int) -> str:
        """Keep a record, looked at now (milliseconds), and return its identifier."""
        identifier = hashlib.sha256(record).hexdigest()[:32]
        new = self._database.insert(KEPT_RECORD).values(id=identifier, body=record, looked_at=when)
        add = new.on_conflict_do_update(index_elements=["id"], set_={"looked_at": when})
        await self._writer.do(lambda db: db.execute(add).rowcount)
        return identifier

    async def kept(self, identifier: str, now: int) -> bytes | None:
        """A record that is kept, looked at now to within an hour; None if there is none."""
        mine = KEPT_RECORD.c.id == identifier
        query = select(KEPT_RECORD.c.body, KEPT_RECORD.c.looked_at).where(mine)
        row = await self._reading.ask(lambda db: db.execute(query).one_or_none())
        if row is None:
            return None
        if now - row.looked_at >= _LOOK:
            change = update(KEPT_RECORD).where(mine).values(looked_at=now)
            await self._writer.do(lambda db: db.execute(change).rowcount)
        return bytes(row.body)

    async def forget_kept(self, before: int) -> None:
        """Delete the records that nobody has looked at since a moment (milliseconds)."""
        gone = delete(KEPT_RECORD).where(KEPT_RECORD.c.looked_at < before)
        await self._writer.do(lambda db: db.execute(gone).rowcount)

    # The keys of the server

    async def key(self, name: str) -> bytes:
        """32 random bytes that belong to this database, the same at every call."""
        query = select(SERVER_KEY.c.secret).where(SERVER_KEY.c.name == name)
        kept = await self._reading.ask(lambda db: db.execute(query).scalar())
        if kept is not None:
            return bytes(kept)
        new = self._database.insert(SERVER_KEY).on_conflict_do_nothing()
        values = {"name": name, "secret": secrets.token_bytes(_KEY_BYTES)}

        def keep(db: Connection) -> bytes:
            db.execute(new, values)
            return bytes(db.execute(query).scalar_one())

        return await self._writer.do(keep)

    async def _of_person(self, person: str, job: Callable[[Connection], object]) -> None:
        try:
            await self._writer.do(lambda db: job(db) and None)
        except IntegrityError as error:
            raise PersonGone(person) from error


def _entry(row: Sequence[Any]) -> Entry:
    table, number, count, moment, seat, version, waits, body = row
    return Entry(table, number, count, moment, seat, version, Waits(waits), bytes(body))


def _credential_values(credential: Credential) -> dict[str, object]:
    return {
        "digest": credential.digest,
        "person": credential.person,
        "kind": credential.kind.value,
        "table_id": credential.table,
        "seat": credential.seat,
        "expires": credential.expires,
    }


def _credential(row: Row[Any] | None) -> Credential | None:
    if row is None:
        return None
    return Credential(
        digest=row.digest,
        person=row.person,
        kind=CredentialKind(row.kind),
        table=row.table_id,
        seat=row.seat,
        expires=row.expires,
    )
