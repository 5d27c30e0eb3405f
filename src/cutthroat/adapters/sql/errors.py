"""Why a database cannot be served from. No message of these has a password in it."""

from __future__ import annotations

from enum import StrEnum


class Fault(StrEnum):
    """What is wrong with the address of a database, or with what lies there."""

    ADDRESS = "address"
    """It is no URL. Give `sqlite:///path/to/file` or `postgresql://user@host/name`."""
    KIND = "kind"
    """It names another kind of database. Give one of SQLite or PostgreSQL."""
    NO_FILE = "no-file"
    """An SQLite database without a file would be forgotten. Give the path of a file."""
    NO_DATABASE = "no-database"
    """The file is no SQLite database, or a damaged one. Give another path, or a backup."""
    DRIVER = "driver"
    """The library for this kind of database is missing or too old. Install it."""
    FOREIGN = "foreign"
    """It does not let us make our tables, or has others' of these names. Give one of our own."""
    UNREACHABLE = "unreachable"
    """It does not answer or does not let us in. Start it, or mend the address or the rights."""


class BadDatabase(Exception):  # noqa: N818  # named after what is the case
    """There is no database to be served from at an address.

    address: the address without password, empty for what is none.
    detail: what the system or the driver said of it, perhaps nothing.
    """

    def __init__(self, fault: Fault, address: str = "", detail: str = "") -> None:
        super().__init__(f"{fault}: {address} {detail}".strip())
        self.fault = fault
        self.address = address
        self.detail = detail


class DatabaseInUse(Exception):  # noqa: N818  # named after what is the case
    """Another server holds the database at this address; one is enough, and two would quarrel."""

    def __init__(self, address: str) -> None:
        super().__init__(address)
        self.address = address


class SchemaTooNew(Exception):  # noqa: N818  # named after what is the case
    """A newer release of this program has changed the database: run that one, or a backup.

    found: the revision that the database is at.
    known: the newest revision that this release knows.
    """

    def __init__(self, address: str, found: str, known: str) -> None:
        super().__init__(f"{address} is at {found}, known is {known}")
        self.address = address
        self.found = found
        self.known = known
