"""A small world for the service: real files, a fixed day, entropy that repeats."""

from __future__ import annotations

import hashlib
from datetime import date
from itertools import count
from pathlib import Path

from cutthroat.adapters.engines import ProgramEngines
from cutthroat.adapters.files import MATCHES, SHEETS, FileLibrary
from cutthroat.service.ports import Operation, Ports, Ready, ServerOptions, Sure


class OneDay:
    """It is always the same day."""

    def today(self) -> date:
        return date(2026, 11, 30)

    def now(self) -> int:
        return 1_796_000_000_000


class Repeating:
    """Entropy that a test can know."""

    def __init__(self) -> None:
        self._count = count(1)

    def secret(self) -> bytes:
        return hashlib.sha256(b"%d" % next(self._count)).digest()

    def identifier(self) -> str:
        return f"match-{next(self._count)}"


def world(folder: Path) -> Ports:
    """Ports whose matches lie in a folder, and whose sheets in one within it."""
    return Ports(
        library=FileLibrary(folder, MATCHES),
        sheets=FileLibrary(folder / "sheets", SHEETS),
        clock=OneDay(),
        entropy=Repeating(),
        serve=no_server,
        operate=no_tables,
        engines=ProgramEngines(),
    )


def no_server(options: ServerOptions, ready: Ready) -> None:
    """A world without servers."""
    raise AssertionError("no server is wanted here")


def no_tables(operation: Operation, sure: Sure) -> bool:
    """A world without tables."""
    raise AssertionError("no table is wanted here")
