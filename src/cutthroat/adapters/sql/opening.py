"""From the address of a database to the database, with its schema up to date."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Final

from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, SQLAlchemyError

from cutthroat.adapters.sql.database import Database, said
from cutthroat.adapters.sql.errors import BadDatabase, Fault
from cutthroat.adapters.sql.sqlite import SqliteDatabase

_SQLITE: Final = frozenset({"sqlite", "sqlite+pysqlite"})
_POSTGRES: Final = frozenset({"postgres", "postgresql", "postgresql+psycopg"})
_NO_DATABASE: Final = frozenset({sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT})


def open_database(text: str) -> Database:
    """The database at an address, held against every other server and with the newest schema.

    text: `sqlite:///path` or `postgresql://user:password@host/name`, `postgres://` too.
    Raises BadDatabase, DatabaseInUse, SchemaTooNew.
    """
    try:
        url = make_url(text)
    except (ArgumentError, ValueError):
        raise BadDatabase(Fault.ADDRESS) from None  # what was wrong with it may be the password
    database = _database(url)
    fault = Fault.UNREACHABLE
    try:
        database.writing()
        fault = Fault.FOREIGN
        database.migrate()
    except SQLAlchemyError as error:
        database.close()
        raise BadDatabase(
            _fault(database, error, fault), database.address, said(error, url)
        ) from None
    except BaseException:
        database.close()
        raise
    return database


def sqlite_url(path: Path) -> str:
    """The address of the SQLite database in a file, whatever characters its path has.

    >>> sqlite_url(Path("why?.sqlite"))
    'sqlite:///why%3F.sqlite'
    """
    return URL.create("sqlite", database=str(path)).render_as_string(hide_password=False)


def _database(url: URL) -> Database:
    if url.drivername in _SQLITE:
        return SqliteDatabase(url)
    if url.drivername not in _POSTGRES:
        raise BadDatabase(Fault.KIND, detail=url.drivername)
    try:
        # The library brings a part of PostgreSQL along, which not every system has a build of.
        from cutthroat.adapters.sql.postgresql import PostgresDatabase  # noqa: PLC0415
    except ImportError as error:
        raise BadDatabase(Fault.DRIVER, detail=str(error)) from error
    return PostgresDatabase(url)


def _fault(database: Database, error: SQLAlchemyError, otherwise: Fault) -> Fault:
    if not isinstance(error, DBAPIError):
        return otherwise
    if getattr(error.orig, "sqlite_errorcode", None) in _NO_DATABASE:
        return Fault.NO_DATABASE
    return Fault.UNREACHABLE if database.is_unavailable(error) else otherwise
