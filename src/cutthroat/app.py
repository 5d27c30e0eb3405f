"""The composition root: the one room that knows every face and every adapter."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from platformdirs import user_data_path, user_log_path

from cutthroat.adapters.files import MATCHES, SHEETS, FileLibrary
from cutthroat.adapters.system import SystemClock, SystemEntropy
from cutthroat.bots.policy import Bot
from cutthroat.i18n.catalogue import use
from cutthroat.service.engines import Engines
from cutthroat.service.ports import Operation, Ports, Ready, ServerOptions, Sure

NAME = "cutthroat"


def ports() -> Ports:
    """The world of this machine and user."""
    folder = user_data_path(NAME, appauthor=False)
    return Ports(
        library=FileLibrary(folder / "matches", MATCHES),
        sheets=FileLibrary(folder / "sheets", SHEETS),
        clock=SystemClock(),
        entropy=SystemEntropy(),
        serve=_serve,
        operate=_operate,
        engines=_LateEngines(),
    )


class _LateEngines:
    """Programs that play; what starts them is loaded when the first is named."""

    def __init__(self) -> None:
        self._engines: Engines | None = None

    def bot(self, command: str, seconds: float) -> Bot:
        """See `Engines`."""
        if self._engines is None:
            from cutthroat.adapters.engines import ProgramEngines  # noqa: PLC0415

            self._engines = ProgramEngines()
        return self._engines.bot(command, seconds)

    def close(self) -> None:
        """See `Engines`."""
        if self._engines:
            self._engines.close()


def _serve(options: ServerOptions, ready: Ready) -> None:
    """Run a server; what it needs is loaded for it alone, for other commands start quicker so."""
    from cutthroat.server import run  # noqa: PLC0415

    run(options, ready, _usual_file())


def _operate(operation: Operation, sure: Sure) -> bool:
    """Do what an operator asks for; what it needs is loaded for it alone too."""
    from cutthroat.server import operate  # noqa: PLC0415

    return operate(operation, sure, _usual_file())


def _usual_file() -> Path:
    """Where tables are kept when nobody says otherwise."""
    return user_data_path(NAME, appauthor=False) / "tables.sqlite"


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command, and exit with its code.

    arguments: the words after the command's name; None takes them from the command line.
    """
    use()
    from cutthroat.cli.main import run  # noqa: PLC0415  # its help texts are made in that language

    reports: Path = user_log_path(NAME, appauthor=False)
    sys.exit(run(arguments, ports(), reports))
