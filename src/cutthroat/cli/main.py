"""The command and how it ends: quietly when interrupted, without a traceback when at fault."""

from __future__ import annotations

import codecs
import errno
import io
import os
import sys
import traceback
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, TextIO

import click

from cutthroat import __version__
from cutthroat.cli.arena import arena
from cutthroat.cli.bots import bots
from cutthroat.cli.completions import completions
from cutthroat.cli.equity import equity
from cutthroat.cli.matches import matches
from cutthroat.cli.play import play, resume
from cutthroat.cli.rules import rules
from cutthroat.cli.score import score
from cutthroat.cli.serve import serve
from cutthroat.cli.show import show
from cutthroat.cli.simulate import simulate
from cutthroat.cli.tables import tables
from cutthroat.cli.verify import verify
from cutthroat.i18n.catalogue import _
from cutthroat.service.ports import Ports

FAULT: Final = 70
"""Exit code of an internal fault, as in BSD's sysexits."""
INTERRUPTED: Final = 130
PIPE_CLOSED: Final = 141
OUTPUT_FAILED: Final = 74
"""Exit code when standard output takes no more, as in BSD's sysexits."""

_LEGIBLE: Final = "cutthroat.legible"
"""How letters that a stream cannot show are written, by the name that codecs know it by."""
_STAND_INS: Final = {"−": "-", "\u2068": "", "\u2069": ""}

_OUTPUT_FAILS: Final = {errno.ENOSPC, errno.EIO, errno.EDQUOT}


@click.group(
    help=_(
        "Cutthroat Canadian Smear, a trick-taking card game for two or three.\n\n"
        "Without a command it starts a server and opens your browser there: play against the "
        "computer at once, or with friends. It ends with Ctrl-C, and matches go on where they "
        "were when it starts again.\n\n"
        "`cutthroat play` is a match against the computer in the terminal, right here. "
        "`cutthroat COMMAND --help` explains a command."
    ),
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(__version__, message=f"cutthroat {__version__}")
@click.pass_context
def cutthroat(context: click.Context) -> None:
    """The command that the others belong to; by itself, play in the browser."""
    if context.invoked_subcommand is None:
        from cutthroat.cli.start import start  # noqa: PLC0415  # other commands start quicker

        start(context, context.obj)


for command in (
    *(play, resume, matches, show, verify, rules, bots, simulate, arena, equity),
    *(score, serve, tables, completions),
):
    cutthroat.add_command(command)


def run(arguments: Sequence[str] | None, ports: Ports, reports: Path) -> int:
    """Run the command and return its exit code.

    arguments: the words after the command's name; None takes them from the command line.
    reports: the folder where an internal fault is written up.
    """
    _prepare_streams()
    try:
        code = cutthroat.main(arguments, prog_name="cutthroat", standalone_mode=False, obj=ports)
        sys.stdout.flush()
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except (click.Abort, KeyboardInterrupt):
        return INTERRUPTED
    except BrokenPipeError:
        _let_go_of_output()
        return PIPE_CLOSED
    except OSError as error:
        if error.errno not in _OUTPUT_FAILS:
            _report_fault(reports)
            return FAULT
        _let_go_of_output()
        said = _("The output cannot be written: {why}", why=error.strerror)
        click.echo(said, err=True)
        return OUTPUT_FAILED
    except Exception:  # noqa: BLE001  # the last resort: no traceback reaches a user
        _report_fault(reports)
        return FAULT
    return code if isinstance(code, int) else 0


def _nowhere() -> TextIO:
    return Path(os.devnull).open("w", encoding="utf-8")


def _prepare_streams() -> None:
    """Have somewhere to write even where the caller closed it, and fail at no letter."""
    if sys.stdout is None:
        sys.stdout = _nowhere()
    if sys.stderr is None:
        sys.stderr = _nowhere()
    codecs.register_error(_LEGIBLE, _legible)
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=_LEGIBLE)


def _legible(error: UnicodeError) -> tuple[str | bytes, int]:
    """What stands for letters that a stream cannot show: scores need their minus sign."""
    if isinstance(error, UnicodeEncodeError):
        lost = error.object[error.start : error.end]
        return "".join(_STAND_INS.get(letter, "?") for letter in lost), error.end
    return codecs.replace_errors(error)


def _let_go_of_output() -> None:
    """Keep the interpreter from flushing into the closed pipe when it exits."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _report_fault(reports: Path) -> None:
    """Write the traceback where the user can send it from, and say where that is."""
    now = datetime.now(UTC)
    text = f"cutthroat {__version__}, Python {sys.version}\n{traceback.format_exc()}"
    try:
        reports.mkdir(parents=True, exist_ok=True)
        place = reports / f"fault-{now:%Y%m%d-%H%M%S-%f}.txt"
        place.touch(mode=0o600)
        place.write_text(text, encoding="utf-8")
    except OSError as error:
        said = _(
            "Something went wrong in this program, and no report could be written: {why}",
            why=error,
        )
        click.echo(said, err=True)
        return
    said = _("Something went wrong in this program. The report is in {place}", place=place)
    click.echo(said, err=True)
