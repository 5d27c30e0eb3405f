"""A database to serve from: one connection that writes and a few that read."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, ClassVar, Final

from sqlalchemy import URL
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from cutthroat.adapters.sql.migrations import migrate

if TYPE_CHECKING:
    from sqlalchemy import Connection, Engine, Table
    from sqlalchemy.dialects.postgresql import Insert as PostgresInsert
    from sqlalchemy.dialects.sqlite import Insert as SqliteInsert

READERS: Final = 2
_IDLE_SECONDS: Final = 5.0


class Database(ABC):
    """What the two kinds of database do each in its own way.

    Connections are in autocommit mode, where a single statement is a transaction: that spares the
    appends of a group the statements around theirs. `transaction` is for what needs several.
    All of it but `reading` is for one thread at a time.
    """

    begin: ClassVar[str]
    """The statement that begins a transaction."""
    leaves_doubt: ClassVar[bool]
    """Whether what was written over a lost connection may still come to pass."""
    insert: Callable[[Table], SqliteInsert | PostgresInsert]

    def __init__(self, address: str) -> None:
        self.address = address
        self._writing: Connection | None = None
        self._used = 0.0

    @property
    @abstractmethod
    def reading(self) -> Engine:
        """Where reading connections come from."""

    @abstractmethod
    def connect(self) -> Connection:
        """The connection that writes, held against every other server.

        Raises DatabaseInUse, SQLAlchemyError.
        """

    @abstractmethod
    def is_unavailable(self, error: DBAPIError) -> bool:
        """Whether the database is at fault, and not what was asked of it."""

    def writing(self) -> Connection:
        """The connection that writes, made anew if the last one was lost.

        Raises DatabaseInUse, SQLAlchemyError.
        """
        now = time.monotonic()
        if self._writing is not None and now - self._used > _IDLE_SECONDS:
            self._drop_if_dead(self._writing)
        if self._writing is None:
            self._writing = self.connect()
        self._used = now
        return self._writing

    @contextmanager
    def transaction(self) -> Iterator[Connection]:
        """Several statements that happen together or not at all.

        Raises DatabaseInUse, SQLAlchemyError.
        """
        connection = self.writing()
        connection.exec_driver_sql(self.begin)
        try:
            yield connection
        except BaseException:
            try:
                connection.exec_driver_sql("ROLLBACK")
            except SQLAlchemyError:
                self.drop()
            raise
        try:
            connection.exec_driver_sql("COMMIT")
        except BaseException:
            self.drop()
            raise

    def migrate(self) -> None:
        """Bring the schema up to date.

        Raises SchemaTooNew, DatabaseInUse, SQLAlchemyError.
        """
        with self.transaction() as connection:
            migrate(connection, self.address)

    def wipe(self, *, patient: bool) -> bool:  # noqa: ARG002  # for those that have what to wipe
        """See that what was deleted lies nowhere in our files; false if it still does.

        patient: whether to wait a moment for those who read.
        Raises DatabaseInUse, SQLAlchemyError.
        """
        return True

    def drop(self) -> None:
        """Give up the connection that writes; the next write makes another."""
        connection, self._writing = self._writing, None
        if connection is not None:
            with suppress(SQLAlchemyError):
                connection.invalidate()
            with suppress(SQLAlchemyError):
                connection.close()

    def close(self) -> None:
        """Let go of the database."""
        self.drop()
        self.reading.dispose()

    def _drop_if_dead(self, connection: Connection) -> None:
        """After a pause, find out first whether the server has been restarted meanwhile."""
        try:
            connection.exec_driver_sql("SELECT 1").close()
        except SQLAlchemyError:
            self.drop()


def said(error: BaseException, url: URL | None = None) -> str:
    """What a driver said of an error, on one line, without the password of an address."""
    origin = error.orig if isinstance(error, DBAPIError) else error
    text = " ".join(str(origin).split())
    secrets = [] if url is None else [url.password, *url.normalized_query.get("password", ())]
    for secret in secrets:
        if secret:
            text = text.replace(str(secret), "***")
    return text
