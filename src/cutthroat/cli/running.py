"""What commands that play many matches share: the file of their records, and a bar."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, Protocol

import click
from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeRemainingColumn,
)

from cutthroat.bots.policy import Bot
from cutthroat.bots.warm import Wait, table_of
from cutthroat.cli.console import Screen, screen
from cutthroat.cli.safe import clean
from cutthroat.cli.waiting import Waiting, waiting
from cutthroat.core.rules import Rules
from cutthroat.i18n.catalogue import _
from cutthroat.service.simulation import Simulation, must_compile
from cutthroat.service.warming import EngineMissing, get_ready, load_engine, needs_warmth

if TYPE_CHECKING:
    from cutthroat.bots.equity import EquityTable


class CannotWrite(click.ClickException):
    """A file that the command is to write cannot be written."""

    exit_code = 2


def make_ready(bots: tuple[Bot, ...], rules: Rules) -> None:
    """Compile what strong bots need, once, before several processes want it; say if it is slow.

    Raises click.ClickException where the compiled engine cannot be loaded.
    """
    if any(map(needs_warmth, bots)):
        need_engine()
        with waiting() as tell:
            get_ready(rules, len(bots), tell)
        _tell_unless_kept(rules, len(bots), tell)


def make_matches_ready(simulation: Simulation, matches: int) -> None:
    """Compile what quick matches are played with, if that was not done; say so, for it is slow."""
    if must_compile(simulation, matches):
        from cutthroat.service.fast_simulation import compile_ahead  # noqa: PLC0415  # brings Numba

        with waiting() as tell:
            tell(Wait.COMPILING, 0.0)
            compile_ahead()


def equities(rules: Rules, seats: int, *, plain: bool = False) -> EquityTable:
    """What a match is worth; where that must be worked out, say so, and if it cannot be kept.

    plain: nothing is drawn.
    """
    with waiting(plain=plain) as tell:
        table = table_of(rules, seats, tell)
    _tell_unless_kept(rules, seats, tell)
    return table


def _tell_unless_kept(rules: Rules, seats: int, tell: Waiting) -> None:
    """Say where something was made that the next process will have to make again."""
    from cutthroat.bots.equity import is_kept, quick_in  # noqa: PLC0415  # it brings Numba

    if Wait.EQUITIES in tell.told and not is_kept(rules, seats):
        said = _(
            "{file} cannot be written: what a match is worth by these rules is worked out again "
            "each time.",
            file=clean(str(quick_in(rules, seats))),
        )
        click.echo(said, err=True)


def need_engine() -> None:
    """Load the compiled engine. Raises click.ClickException where that cannot be done."""
    try:
        load_engine()
    except EngineMissing as missing:
        raise click.ClickException(
            _(
                "This needs the compiled engine, which cannot be loaded: {why}. Whole matches of "
                "easy, random and spoiler can be played without it.",
                why=clean(str(missing)),
            )
        ) from None


class Advance(Protocol):
    """Moves a bar."""

    def __call__(self, count: int, told: str = "") -> None:
        """So many matches more are played; `told` stands beside the bar."""
        ...


def screen_beside(out: str | None, *, plain: bool) -> Screen:
    """Standard output, or standard error while the records go there."""
    if out != "-":
        return screen(plain=plain)
    return Screen(Console(stderr=True, no_color=True, highlight=False), plain=True, suits="words")


@contextmanager
def records(file: str | None) -> Iterator[Callable[[str], None]]:
    """What writes a record to the file; it does nothing without one.

    Raises CannotWrite.
    """
    if file is None:
        yield lambda _record: None
        return
    stream = _open(file)
    try:
        yield lambda record: _write(file, stream, record)
    finally:
        with write_errors(file):
            stream.flush() if file == "-" else stream.close()


def _open(file: str) -> BinaryIO:
    with write_errors(file):
        return sys.stdout.buffer if file == "-" else Path(file).open("wb")


def _write(file: str, stream: BinaryIO, record: str) -> None:
    with write_errors(file):
        stream.write(record.encode())


@contextmanager
def write_errors(file: str) -> Iterator[None]:
    """Say that the file cannot be written; a reader that has left is another matter.

    Raises CannotWrite, BrokenPipeError.
    """
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        why = error.strerror or str(error)
        raise CannotWrite(_("{file} cannot be written: {why}", file=clean(file), why=why)) from None


@contextmanager
def progress(matches: int, out: str | None, *, plain: bool) -> Iterator[Advance]:
    """A bar on standard error, if that is a terminal which shows nothing else.

    plain: nothing is drawn, and so there is none.
    """
    quiet = plain or not sys.stderr.isatty() or (out == "-" and sys.stdout.isatty())
    columns = (
        *(TextColumn("{task.description}"), BarColumn()),
        *(MofNCompleteColumn(), TimeRemainingColumn()),
    )
    console = Console(stderr=True)
    with Progress(*columns, console=console, transient=True, disable=quiet) as shown:
        bar = shown.add_task("", total=matches)
        yield lambda count, told="": shown.update(bar, advance=count, description=clean(told))
