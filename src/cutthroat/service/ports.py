"""What the service needs from the world. The adapters give it; `app` puts the two together."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from typing import Protocol, TypeAlias

from cutthroat.core.errors import CutthroatError
from cutthroat.service.engines import Engines


class TextLog(Protocol):
    """A saved match that is open, by this process alone."""

    @property
    def place(self) -> str:
        """Where it is kept, as a person would name it."""
        ...

    def read(self) -> bytes:
        """All that is kept."""
        ...

    def append(self, text: str) -> None:
        """Keep more text; when it returns, the text outlives this process."""
        ...

    def rewrite(self, text: str) -> None:
        """Keep this text instead, all of it or, if interrupted, what was kept before."""
        ...

    def close(self) -> None:
        """Let others open it."""
        ...


class Library(Protocol):
    """Where matches are saved, each under a name: an identifier, or the path of a file."""

    def create(self, name: str, text: str) -> TextLog:
        """Begin a saved match, which nobody but its owner may read.

        Raises MatchExists, or OSError if it cannot be kept.
        """
        ...

    def open(self, name: str) -> TextLog:
        """Take up a saved match.

        Raises NoSuchMatch or MatchInUse, or OSError if it cannot be read.
        """
        ...

    def names(self) -> Sequence[str]:
        """The names of all matches saved in the usual place, the last one touched first."""
        ...

    def read(self, name: str) -> bytes:
        """What is kept of a match, be it open or not.

        Raises NoSuchMatch, or OSError if it cannot be read.
        """
        ...


class LibraryError(Exception):
    """A saved match cannot be had; `name` is its name."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


class MatchExists(LibraryError):  # noqa: N818  # named after what is the case
    """There is one by that name."""


class NoSuchMatch(LibraryError):  # noqa: N818  # named after what is the case
    """There is none by that name."""


class MatchInUse(LibraryError):  # noqa: N818  # named after what is the case
    """Another process has it open."""


class Clock(Protocol):
    """What day it is, and what moment."""

    def now(self) -> int:
        """Milliseconds since 1970 UTC."""
        ...

    def today(self) -> date:
        """The day, where the user is."""
        ...


class Entropy(Protocol):
    """Chance that nobody can foresee."""

    def secret(self) -> bytes:
        """32 bytes that fix the deals of a match."""
        ...

    def identifier(self) -> str:
        """A short name that no other match has."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerOptions:
    """How a server is to be run.

    host, port: where it listens; port 0 takes any that is free.
    database: a URL; None for a file in the user's own folder.
    public_url: how people reach it, where a proxy stands before it.
    root_path: the part of the path that a proxy takes away.
    proxies: addresses of proxies whose word on the client's address counts, with commas.
    metrics_key: opens the metrics to others than this machine.
    bot_seconds: how long a bot's move takes at least.
    bot_processes: how many bots think at once.
    """

    host: str = "127.0.0.1"
    port: int = 8321
    database: str | None = None
    public_url: str | None = None
    root_path: str = ""
    proxies: str = ""
    metrics_key: str | None = None
    bot_seconds: float = 0.3
    bot_processes: int = 1

    def address(self, port: int) -> str:
        """How people reach a server that is run so and listens at a port."""
        if self.public_url is not None:
            return self.public_url
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"http://{host}:{port}{self.root_path}/"


Ready = Callable[[str], None]
"""Hears the address of a server when it takes requests."""


class Serve(Protocol):
    """Runs a server until it is told to stop."""

    def __call__(self, options: ServerOptions, ready: Ready) -> None:
        """Serve; `ready` hears the address when requests are taken.

        Raises CannotServe.
        """
        ...


class ServeReason(StrEnum):
    """Why the server cannot run, or cannot be reached from where it should."""

    CANNOT_LISTEN = "cannot_listen"
    NETWORK_UNREACHABLE = "network_unreachable"
    DATABASE_IN_USE = "database_in_use"
    DATABASE_TOO_NEW = "database_too_new"
    DATABASE_ADDRESS = "database_address"
    DATABASE_KIND = "database_kind"
    DATABASE_NO_FILE = "database_no_file"
    DATABASE_NO_DATABASE = "database_no_database"
    DATABASE_DRIVER = "database_driver"
    DATABASE_FOREIGN = "database_foreign"
    DATABASE_UNREACHABLE = "database_unreachable"


class CannotServe(CutthroatError):  # noqa: N818  # named after what is the case
    """The server cannot run, or cannot be reached from where it should."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CloseTable:
    """Close a table for good.

    table: its identifier.
    database: a URL; None for a file in the user's own folder.
    """

    table: str
    database: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ForgetPerson:
    """Delete all data of the person who sits in a seat.

    table: its identifier.
    database: a URL; None for a file in the user's own folder.
    """

    table: str
    seat: int
    database: str | None = None


Operation: TypeAlias = CloseTable | ForgetPerson
"""What an operator does to the tables of a database while no server runs with it."""

Sure = Callable[[str], bool]
"""Hears the name that a table shows, and tells whether that person is the one to be forgotten."""


class Operate(Protocol):
    """Does what an operator asks for."""

    def __call__(self, operation: Operation, sure: Sure) -> bool:
        """Do it; false if it was not done, for `sure` said no.

        Raises CannotServe if there is no database, or a server runs with it; CutthroatError for a
        table or a seat that there is not.
        """
        ...


class OperateReason(StrEnum):
    """Why there is nobody to be forgotten, or nothing could be done."""

    NOBODY_SITS = "nobody_sits"
    BOT_SITS = "bot_sits"
    FORGOTTEN_ALREADY = "forgotten_already"
    DATABASE_LOST = "database_lost"


class CannotOperate(CutthroatError):  # noqa: N818  # named after what is the case
    """What an operator asked for cannot be done."""


@dataclass(frozen=True, slots=True)
class Ports:
    """Everything a face needs from the world.

    library: the matches that are saved. sheets: those of the scorekeeper.
    engines: starts bots that are programs of their own.
    """

    library: Library
    sheets: Library
    clock: Clock
    entropy: Entropy
    serve: Serve
    operate: Operate
    engines: Engines
