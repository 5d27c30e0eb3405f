"""The logs of tables and sheets and who people are, kept in SQLite or PostgreSQL."""

from cutthroat.adapters.sql.errors import BadDatabase, DatabaseInUse, Fault, SchemaTooNew
from cutthroat.adapters.sql.opening import sqlite_url
from cutthroat.adapters.sql.store import SqlStore, open_store

__all__ = [
    "BadDatabase",
    "DatabaseInUse",
    "Fault",
    "SchemaTooNew",
    "SqlStore",
    "open_store",
    "sqlite_url",
]
