"""What commands that play many matches share: the file of their records, and a bar."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, Protocol

import click
from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeRemainingColumn,
)

from cutthroat.bots.levels import Strong
from cutthroat.bots.policy import Bot
from cutthroat.cli.console import Screen, screen
from cutthroat.cli.safe import clean
from cutthroat.core.rules import Rules
from cutthroat.i18n.catalogue import _


class CannotWrite(click.ClickException):
    """The file of the records cannot be written."""

    exit_code = 2


def make_ready(bots: tuple[Bot, ...], rules: Rules) -> None:
    """Compile what strong bots need, once, before several processes want it; say if it is slow."""
    if not any(isinstance(bot.policy, Strong) for bot in bots):
        return
    from cutthroat.bots.warm import prepare_bots  # noqa: PLC0415  # it brings Numba

    prepare_bots(_tell_of_compiling, rules, len(bots))


def _tell_of_compiling() -> None:
    click.echo(_("The bots are made ready; that takes up to a minute, once."), err=True)


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
        with _write_errors(file):
            stream.flush() if file == "-" else stream.close()


def _open(file: str) -> BinaryIO:
    with _write_errors(file):
        return sys.stdout.buffer if file == "-" else Path(file).open("wb")


def _write(file: str, stream: BinaryIO, record: str) -> None:
    with _write_errors(file):
        stream.write(record.encode())


@contextmanager
def _write_errors(file: str) -> Iterator[None]:
    """Say that the file cannot be written; a reader that has left is another matter."""
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        why = error.strerror or str(error)
        raise CannotWrite(_("{file} cannot be written: {why}", file=clean(file), why=why)) from None


@contextmanager
def progress(matches: int, out: str | None) -> Iterator[Advance]:
    """A bar on standard error, if that is a terminal which shows nothing else."""
    quiet = not sys.stderr.isatty() or (out == "-" and sys.stdout.isatty())
    columns = (
        *(TextColumn("{task.description}"), BarColumn()),
        *(MofNCompleteColumn(), TimeRemainingColumn()),
    )
    console = Console(stderr=True)
    with Progress(*columns, console=console, transient=True, disable=quiet) as shown:
        bar = shown.add_task("", total=matches)
        yield lambda count, told="": shown.update(bar, advance=count, description=clean(told))
