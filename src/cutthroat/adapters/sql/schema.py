"""The tables of the database, as the newest revision of `migrations` leaves them."""

from __future__ import annotations

from typing import Final

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Identity,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    UniqueConstraint,
    true,
)

METADATA: Final = MetaData()

GAME_TABLE: Final = Table(
    "game_table",
    METADATA,
    Column("id", Text, primary_key=True),
    Column("open", Boolean, nullable=False),
)
# `= true`, for SQLite takes an index only for a condition that is spelled the same.
_OPEN: Final = GAME_TABLE.c.open == true()
Index("game_table_open", GAME_TABLE.c.id, sqlite_where=_OPEN, postgresql_where=_OPEN)

# No foreign key to game_table: it would be looked up at every move of every match.
LOG: Final = Table(
    "log",
    METADATA,
    Column("table_id", Text, primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("count", Integer, nullable=False),
    Column("moment", BigInteger, nullable=False),  # milliseconds since 1970 UTC
    Column("seat", Integer),
    Column("version", Integer),
    Column("waits", Text, nullable=False),
    Column("body", LargeBinary, nullable=False),
)

PERSON: Final = Table(
    "person",
    METADATA,
    Column("id", Text, primary_key=True),
    Column("name", Text, nullable=False),
    Column("since", BigInteger, nullable=False),  # milliseconds since 1970 UTC
)

CREDENTIAL: Final = Table(
    "credential",
    METADATA,
    Column("digest", Text, primary_key=True),
    Column("person", Text, ForeignKey(PERSON.c.id, ondelete="CASCADE"), nullable=False),
    Column("kind", Text, nullable=False),
    Column("table_id", Text),
    Column("seat", Integer),
    Column("expires", BigInteger),  # milliseconds since 1970 UTC
    Index("credential_person", "person"),
    Index("credential_expires", "expires"),
)

SITTING: Final = Table(
    "sitting",
    METADATA,
    # BIGINT would not count by itself in SQLite, where INTEGER is as long.
    Column("id", BigInteger().with_variant(Integer, "sqlite"), Identity(), primary_key=True),
    Column("person", Text, ForeignKey(PERSON.c.id, ondelete="CASCADE"), nullable=False),
    Column("table_id", Text, nullable=False),
    Column("seat", Integer, nullable=False),
    UniqueConstraint("person", "table_id", name="sitting_person_table"),
)

SERVER_KEY: Final = Table(
    "server_key",
    METADATA,
    Column("name", Text, primary_key=True),
    Column("secret", LargeBinary, nullable=False),
)

KEPT_RECORD: Final = Table(
    "kept_record",
    METADATA,
    Column("id", Text, primary_key=True),
    # Bytes, for a comment in a record may hold what PostgreSQL takes for no text.
    Column("body", LargeBinary, nullable=False),
    Column("looked_at", BigInteger, nullable=False),  # milliseconds since 1970 UTC
    Index("kept_record_looked_at", "looked_at"),
)

SHEET: Final = Table(
    "sheet",
    METADATA,
    Column("id", Text, primary_key=True),
    Column("owner", Text, ForeignKey(PERSON.c.id, ondelete="CASCADE"), nullable=False),
    Column("begun", BigInteger, nullable=False),  # milliseconds since 1970 UTC
    Index("sheet_owner", "owner"),
)

SHEET_CHANGE: Final = Table(
    "sheet_change",
    METADATA,
    Column("sheet", Text, ForeignKey(SHEET.c.id, ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("moment", BigInteger, nullable=False),  # milliseconds since 1970 UTC
    Column("body", LargeBinary, nullable=False),
)
