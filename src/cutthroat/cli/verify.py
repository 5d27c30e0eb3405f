"""`cutthroat verify`: whether records stand."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, Final

import click
from rich.console import Console
from rich.markup import escape
from rich.progress import Progress

from cutthroat.cli.console import standard_input
from cutthroat.cli.safe import clean
from cutthroat.cli.violation import violation_text
from cutthroat.i18n.catalogue import _, _n
from cutthroat.record.errors import InvalidRecord
from cutthroat.record.read import read_matches
from cutthroat.record.statements import DealLine

VIOLATION: Final = 1
"""Exit code when a record cannot stand."""
UNREADABLE: Final = 2
"""Exit code when a file cannot be read, be there violations in others or not."""

_LARGE: Final = 1_000_000
"""Bytes from which a file takes long enough for a progress bar."""


@dataclass(frozen=True, slots=True)
class _Verdict:
    """What became of a file: a code, and a line that tells it."""

    code: int
    line: str


_SAMPLE: Final = """\
good.smear: 2 matches, 31 deals
bad.smear:12: seat 2 may not play 5H: it holds spades, the led suit (R16)"""
_KEEP_LINES: Final = "\b\n"
"""Tells click to leave the lines of a paragraph as they are."""

_HELP: Final = "\n\n".join(
    (
        _("Check records of matches, line by line, against the rules."),
        _(
            "FILE is a .smear file of one match or many; - is standard input. For each file one "
            "line is printed: how many matches and deals it holds if all is right, or the first "
            "line that cannot follow from those before it, the reason, and the clause of the rules:"
        ),
        _KEEP_LINES + _SAMPLE,
        _(
            "Calls, cards, tricks, points, scores and the winner are all checked. In a record with "
            "the tags Match, Commitment, Nonces and Secret every dealt hand is checked too: it "
            "must be the one that the secret, to which the dealer was committed, gives. A record "
            "may stop anywhere, and is checked as far as it goes."
        ),
        _(
            "The exit code is 0 if everything is right, 1 if a record is not, and 2 if a file "
            "cannot be read."
        ),
    )
)


@click.command(help=_HELP)
@click.argument("files", metavar="FILE...", nargs=-1, required=True)
@click.pass_context
def verify(context: click.Context, *, files: tuple[str, ...]) -> None:
    """Check every file, and exit with the highest code."""
    worst = 0
    for file in files:
        verdict = _verdict(file)
        click.echo(verdict.line, err=verdict.code == UNREADABLE)
        worst = max(worst, verdict.code)
    context.exit(worst)


def _verdict(file: str) -> _Verdict:
    name = clean(file)
    try:
        matches, deals = _count(file)
    except InvalidRecord as error:
        return _Verdict(VIOLATION, violation_text(name, error))
    except OSError as error:
        why = error.strerror or str(error)
        return _Verdict(UNREADABLE, _("{file} cannot be read: {why}", file=name, why=why))
    return _Verdict(0, _counted(name, matches, deals))


def _counted(name: str, matches: int, deals: int) -> str:
    """Two counts, each with its own plural, so each is a message."""
    return _(
        "{file}: {matches}, {deals}",
        file=name,
        matches=_n("{count} match", "{count} matches", matches),
        deals=_n("{count} deal", "{count} deals", deals),
    )


def _count(file: str) -> tuple[int, int]:
    """How many matches and deals a file holds.

    Raises InvalidRecord, or OSError if it cannot be read.
    """
    matches = deals = 0
    with _opened(file) as stream, _followed(file, stream) as follow:
        for record in read_matches(stream):
            matches += 1
            deals += sum(isinstance(statement, DealLine) for statement in record.body)
            follow()
    return matches, deals


@contextmanager
def _opened(file: str) -> Iterator[BinaryIO]:
    if file != "-":
        with Path(file).open("rb") as stream:
            yield stream
    else:
        yield standard_input()


@contextmanager
def _followed(file: str, stream: BinaryIO) -> Iterator[Callable[[], None]]:
    """For a large file and a terminal, a bar on standard error; call to move it on."""
    size = 0 if file == "-" else os.fstat(stream.fileno()).st_size
    if size < _LARGE or not sys.stderr.isatty():
        yield lambda: None
        return
    with Progress(console=Console(stderr=True), transient=True) as progress:
        bar = progress.add_task(escape(clean(file)), total=size)
        yield lambda: progress.update(bar, completed=stream.tell())
