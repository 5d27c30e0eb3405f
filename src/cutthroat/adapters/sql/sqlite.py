"""A database in one file."""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Final

from filelock import FileLock, Timeout
from sqlalchemy import URL, Engine, create_engine, event
from sqlalchemy.dialects import sqlite
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import NullPool, QueuePool

from cutthroat.adapters.sql.database import READERS, Database
from cutthroat.adapters.sql.errors import BadDatabase, DatabaseInUse, Fault

if TYPE_CHECKING:
    from sqlalchemy import Connection
    from sqlalchemy.engine.interfaces import DBAPIConnection

_PRIVATE: Final = 0o600
_PRIVATE_FOLDER: Final = 0o700
_OLDEST: Final = (3, 35)  # the first that answers INSERT and DELETE with RETURNING
_BUSY_SECONDS: Final = 5
_WIPING_MS: Final = 200
"""How long all writers wait for readers that keep the log of changes from being emptied."""
_ASKED_WRONGLY: Final = frozenset(
    {
        sqlite3.SQLITE_ERROR,
        sqlite3.SQLITE_CONSTRAINT,
        sqlite3.SQLITE_MISMATCH,
        sqlite3.SQLITE_MISUSE,
        sqlite3.SQLITE_RANGE,
        sqlite3.SQLITE_TOOBIG,
    }
)
_WRITING: Final = (
    "PRAGMA journal_mode = WAL",  # readers never wait for the writer
    "PRAGMA synchronous = FULL",  # what is committed outlives the machine's power
    "PRAGMA secure_delete = ON",  # what a person has deleted is not left between the pages
    "PRAGMA foreign_keys = ON",
)
_READING: Final = ("PRAGMA query_only = ON",)


class SqliteDatabase(Database):
    """A file that this process alone serves from, by the lock of another file beside it.

    Raises BadDatabase, DatabaseInUse, OSError.
    """

    begin: ClassVar[str] = "BEGIN IMMEDIATE"
    leaves_doubt: ClassVar[bool] = False  # there is nobody else who would go on with it
    insert = staticmethod(sqlite.insert)

    def __init__(self, url: URL) -> None:
        super().__init__(f"sqlite:///{url.database or ''}")
        if not url.database or url.database == ":memory:" or url.database.startswith("file:"):
            raise BadDatabase(Fault.NO_FILE, self.address)
        if sqlite3.sqlite_version_info < _OLDEST:
            raise BadDatabase(Fault.DRIVER, self.address, f"SQLite {sqlite3.sqlite_version}")
        path = Path(url.database)
        self._lock = _prepared(path, self.address)
        url = URL.create("sqlite+pysqlite", database=str(path))
        # The writer's thread is not the one that opened the database.
        options = {"check_same_thread": False, "timeout": _BUSY_SECONDS}
        self._writing_engine = create_engine(
            url,
            connect_args=options,
            poolclass=NullPool,
            isolation_level="AUTOCOMMIT",
            hide_parameters=True,
        )
        self._reading_engine = create_engine(
            url,
            connect_args=options,
            poolclass=QueuePool,
            pool_size=READERS,
            max_overflow=0,
            isolation_level="AUTOCOMMIT",
            hide_parameters=True,
        )
        _say_first(self._writing_engine, _WRITING)
        _say_first(self._reading_engine, _READING)

    @property
    def reading(self) -> Engine:
        """Where reading connections come from."""
        return self._reading_engine

    def connect(self) -> Connection:
        """The connection that writes.

        Raises SQLAlchemyError.
        """
        return self._writing_engine.connect()

    def is_unavailable(self, error: DBAPIError) -> bool:
        """Whether the file or its disk is at fault, and not what was asked of it."""
        code = getattr(error.orig, "sqlite_errorcode", sqlite3.SQLITE_MISUSE)
        return code & 0xFF not in _ASKED_WRONGLY

    def wipe(self, *, patient: bool) -> bool:
        """Empty the log beside the file, where pages lie as they were before a change.

        Raises SQLAlchemyError.
        """
        connection = self.writing()
        wait = _WIPING_MS if patient else 0
        connection.exec_driver_sql(f"PRAGMA busy_timeout = {wait}").close()
        try:
            done = connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)").one()
        finally:
            usual = int(_BUSY_SECONDS * 1000)
            connection.exec_driver_sql(f"PRAGMA busy_timeout = {usual}").close()
        return not done[0]

    def close(self) -> None:
        """Let go of the file."""
        super().close()
        self._lock.release()


def _prepared(path: Path, address: str) -> FileLock:
    """The held lock of a file, which is made if it is missing, for its owner alone.

    Raises BadDatabase, DatabaseInUse.
    """
    # One lock for all names that links give a file.
    real = Path(os.path.realpath(path))
    # Who closes the database need not be the thread that opened it.
    lock = FileLock(real.with_name(f"{real.name}.lock"), mode=_PRIVATE, thread_local=False)
    try:
        real.parent.mkdir(mode=_PRIVATE_FOLDER, parents=True, exist_ok=True)
        lock.acquire(timeout=0)
        # Empty is a new database; what SQLite puts beside it gets the same mode.
        os.close(os.open(real, os.O_RDWR | os.O_CREAT, _PRIVATE))
    except Timeout:
        raise DatabaseInUse(address) from None
    except OSError as error:
        lock.release()
        raise BadDatabase(Fault.UNREACHABLE, address, str(error)) from error
    return lock


def _say_first(engine: Engine, statements: tuple[str, ...]) -> None:
    """Let every new connection of an engine begin with these."""

    @event.listens_for(engine, "connect")
    def _connected(connection: DBAPIConnection, _record: object) -> None:
        cursor = connection.cursor()
        for statement in statements:
            cursor.execute(statement)
        cursor.close()
