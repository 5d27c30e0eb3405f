"""`cutthroat equity`: what a match is worth at some scores, and the making of such tables."""

from __future__ import annotations

import errno
import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click
from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn
from rich.table import Table as Grid
from rich.text import Text

from cutthroat.cli.console import Screen, screen
from cutthroat.cli.options import rules_options
from cutthroat.cli.running import CannotWrite
from cutthroat.cli.safe import clean
from cutthroat.core.rules import Rules
from cutthroat.i18n.catalogue import _

if TYPE_CHECKING:
    from cutthroat.bots.equity import EquityTable
    from cutthroat.kernel.equity.solve import Solver, Work

_LOWEST: Final = -4
"""The lowest score in the picture."""
_MOST_COLUMNS: Final = 20
_FEWEST_SCORES: Final = -99
_MOST_SCORES: Final = 999


def _scores_from(
    _context: click.Context, _option: click.Parameter, text: str | None
) -> tuple[int, ...] | None:
    """The scores of two or three seats.

    Raises BadParameter.
    """
    if text is None:
        return None
    try:
        scores = tuple(int(word) for word in text.split(","))
    except ValueError:
        raise click.BadParameter(
            _("{text} is not made of whole numbers with commas, such as 9,4,0", text=clean(text))
        ) from None
    if len(scores) not in (2, 3):
        raise click.BadParameter(_("two or three play: these are {count}", count=len(scores)))
    if not all(_FEWEST_SCORES <= score <= _MOST_SCORES for score in scores):
        raise click.BadParameter(
            _("scores are from {low} to {high}", low=_FEWEST_SCORES, high=_MOST_SCORES)
        )
    return scores


@click.command(
    help=_(
        "Tell what a match is worth: the chance of each seat to win it, before the cards are "
        "dealt.\n\n"
        "That is what strong bots play for. Points are not worth the same at every score: a seat "
        "at the target needs one bid that it makes, and a seat whose rival is there must outbid "
        "it, or set it.\n\n"
        "--show 9,4,0 tells it for seats 1, 2 and 3 at 9, 4 and 0, whoever deals next; --show 9,4 "
        "for two seats. Without --show you see a picture of two seats: what each score is worth to "
        "seat 1.\n\n"
        "The chances are those of players who call as well as they can by such a table, and "
        "otherwise play like the bot easy. Tables of the presets come along. For other house rules "
        "one is made when it is first needed, which takes some seconds, and is kept in your own "
        "cache folder. --make makes one anew with much more work, which takes some minutes. It "
        "goes there too, or where --out says. It may be stopped at any time: --make once more goes "
        "on where it was.\n\n"
        "docs/equity.md tells how it is done."
    )
)
@click.option(
    "--players",
    type=click.IntRange(2, 3),
    help=_("How many play (2, or as many as --show has scores)."),
)
@click.option(
    "--show",
    "scores",
    metavar="SCORES",
    callback=_scores_from,
    help=_("The scores, seat 1 first, with commas between them."),
)
@click.option(
    "--scored",
    metavar="N",
    type=click.IntRange(min=0),
    default=0,
    help=_("How many deals were scored so far; it matters when the rules have a limit."),
)
@rules_options
@click.option("--make", "making", is_flag=True, help=_("Make the table anew, thoroughly."))
@click.option("--out", metavar="FILE", help=_("With --make: the file that the table goes into."))
@click.option(
    "--jobs",
    metavar="J",
    type=click.IntRange(1, 256),
    help=_("With --make: how many threads work (one for each processor)."),
)
@click.option("--plain", is_flag=True, help=_("Plain lines, as for a screen reader."))
def equity(
    *,
    players: int | None,
    scores: tuple[int, ...] | None,
    scored: int,
    rules: Rules,
    making: bool,
    out: str | None,
    jobs: int | None,
    plain: bool,
) -> None:
    """Tell what scores are worth, or make a table."""
    seats = _seats(players, scores)
    if (out or jobs) and not making:
        raise click.UsageError(_("--out and --jobs say how --make works: add --make"))
    shown = screen(plain=plain)
    if making:
        _make(shown, rules, seats, out, jobs or os.cpu_count() or 1)
        if scores is None:
            return
    table = _table(rules, seats)
    if scores is None and seats == 2:
        _show_picture(shown, table, scored)
    else:
        _show_scores(shown, table, scores or (0,) * seats, scored)


def _seats(players: int | None, scores: tuple[int, ...] | None) -> int:
    if scores is not None and players not in (None, len(scores)):
        raise click.UsageError(
            _(
                "--show has one score for each player: {scores} are not {players}",
                scores=len(scores),
                players=players,
            )
        )
    return len(scores) if scores is not None else players or 2


def _table(rules: Rules, seats: int) -> EquityTable:
    from cutthroat.bots.equity import equity_for  # noqa: PLC0415  # it brings Numba

    with _bar(_("Made once, and kept")) as tell:
        return equity_for(rules, seats, _tell_of_making, tell)


def _tell_of_making() -> None:
    said = _("What a match is worth by these rules is worked out; that takes some seconds, once.")
    click.echo(said, err=True)


# What is told


def _show_scores(shown: Screen, table: EquityTable, scores: tuple[int, ...], scored: int) -> None:
    """One line for each seat that may deal next."""
    shown.line(_scores_text(scores, table.rules))
    rows = [
        [_percent(chance) for chance in table.at(scores, dealer, scored)]
        for dealer in range(1, table.seats + 1)
    ]
    if shown.plain:
        for dealer, row in enumerate(rows, start=1):
            told = ", ".join(
                _("seat {seat} {chance}", seat=seat, chance=chance)
                for seat, chance in enumerate(row, start=1)
            )
            shown.line(_("Seat {dealer} deals: {chances}", dealer=dealer, chances=told))
        return
    grid = Grid(title=_("Chance to win the match"), title_justify="left")
    grid.add_column(_("Deals next"))
    for seat in range(1, table.seats + 1):
        grid.add_column(_("Seat {seat}", seat=seat), justify="right")
    for dealer, row in enumerate(rows, start=1):
        grid.add_row(_("Seat {seat}", seat=dealer), *row)
    shown.console.print(grid)


def _scores_text(scores: tuple[int, ...], rules: Rules) -> str:
    return _(
        "Scores {scores}; the target is {target}.",
        scores=", ".join(str(score) for score in scores),
        target=rules.target,
    )


def _show_picture(shown: Screen, table: EquityTable, scored: int) -> None:
    """A row for each score of seat 1, a column for each of seat 2."""
    step = -(-(table.rules.target + 4 - _LOWEST) // _MOST_COLUMNS)
    scores = range(_LOWEST, table.rules.target + 4, step)
    shown.line(
        _(
            "The chance of seat 1 to win, in percent, when either may deal next. Down: the score "
            "of seat 1; across: that of seat 2. The target is {target}.",
            target=table.rules.target,
        )
    )
    shown.line(" " * 4 + "".join(f"{score:4}" for score in scores))
    for own in scores:
        line = Text(f"{own:4}")
        for other in scores:
            chance = sum(table.at((own, other), dealer, scored)[0] for dealer in (1, 2)) / 2
            line.append(f"{100 * chance:4.0f}", "" if shown.plain else _shade(chance))
        shown.console.print(line, soft_wrap=shown.plain)


def _shade(chance: float) -> str:
    """A background from red (lost) by grey to green (won); the number says the same."""
    red, green = (round(40 + 120 * max(0.0, side)) for side in (1 - 2 * chance, 2 * chance - 1))
    return f"white on #{red:02x}{green:02x}28"


def _percent(chance: float) -> str:
    return _("{percent} %", percent=f"{100 * chance:.1f}")


# Making a table


def _make(shown: Screen, rules: Rules, seats: int, out: str | None, threads: int) -> None:
    from cutthroat.bots import equity as tables  # noqa: PLC0415  # it brings Numba
    from cutthroat.kernel.equity import store  # noqa: PLC0415  # it brings NumPy
    from cutthroat.kernel.equity.solve import FULL  # noqa: PLC0415  # it brings Numba

    usual = tables.kept_in(rules, seats)
    path = Path(out) if out is not None else usual
    begun = usual.with_suffix(".begun")
    _check_place(path)  # before minutes of work, not after
    effort = FULL[seats]
    solver = tables.solver_for(rules, seats, effort, threads)
    work = store.load_work(begun, solver.shape, effort) or solver.begin()
    with _bar(_("Playing deals")) as tell:
        tell(work.done / solver.rounds)
        while work.done < solver.rounds:
            solver.go_on(work, tell)
            with _write_errors(begun):
                store.save_work(begun, work, effort)
    with _write_errors(path):
        store.save(path, work.values, work.model)
    begun.unlink(missing_ok=True)
    tables.forget()
    _tell_made(shown, solver, work, path)


def _check_place(path: Path) -> None:
    """See that a file can be put there.

    Raises CannotWrite.
    """
    with _write_errors(path):
        if path.is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        path.parent.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=path.parent).close()


@contextmanager
def _write_errors(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        why = error.strerror or str(error)
        said = _("{file} cannot be written: {why}", file=clean(str(path)), why=why)
        raise CannotWrite(said) from None


def _tell_made(shown: Screen, solver: Solver, work: Work, path: Path) -> None:
    shown.line(_("The table is in {file}.", file=clean(str(path))))
    length = solver.length()
    if length is None:
        return
    most, mean = (f"{100 * change:.2f}" for change in work.change)
    shown.line(
        _(
            "It has settled: one round more would change a chance by {mean} percent points on "
            "average, by {most} at the most.",
            mean=mean,
            most=most,
        )
    )
    shown.line(_("Matches of such players have {deals} deals on average.", deals=f"{length:.1f}"))


@contextmanager
def _bar(label: str) -> Iterator[Callable[[float], None]]:
    """A bar on standard error, if that is a terminal, from the first call on; call it to move it.

    It is told which part of the work is done.
    """
    console = Console(stderr=True)
    columns = TextColumn("{task.description}"), BarColumn(), TaskProgressColumn()
    progress = Progress(*columns, TimeRemainingColumn(), console=console, transient=True)
    bar = progress.add_task(label, total=1.0)

    def move(done: float) -> None:
        if console.is_terminal:
            progress.start()
            progress.update(bar, completed=done)

    try:
        yield move
    finally:
        if progress.live.is_started:
            progress.stop()
