"""What the service needs from the world. The adapters give it; `app` puts the two together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Protocol


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
    """What day it is."""

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


@dataclass(frozen=True, slots=True)
class Ports:
    """Everything a face needs from the world."""

    library: Library
    clock: Clock
    entropy: Entropy
