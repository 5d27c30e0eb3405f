"""`cutthroat equity`: what a match is worth at some scores, and the making of such tables."""

from __future__ import annotations

import errno
import os
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

import click
from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn
from rich.table import Table as Grid
from rich.text import Text

from cutthroat.cli.console import Screen, screen
from cutthroat.cli.options import rules_options, scores_from
from cutthroat.cli.running import equities, need_engine, write_errors
from cutthroat.cli.safe import clean
from cutthroat.core.rules import Rules
from cutthroat.i18n.catalogue import _
from cutthroat.i18n.numbers import fixed, signed
from cutthroat.service.sharing import MOST_JOBS, processors

if TYPE_CHECKING:
    from cutthroat.bots.equity import EquityTable
    from cutthroat.kernel.equity.solve import Effort, Solver, Work

_LOWEST: Final = -4
"""The lowest score in the picture: that of a seat set with a bid of 4 in the first deal."""
_FROM_TARGET: Final = 4
"""Scores in the picture from the target on, where a seat may have to wait until it makes a bid."""
_MOST_COLUMNS: Final = 19
"""Four characters each and four before them are 80."""
_INTERRUPTED: Final = 130


def _scores_from(
    _context: click.Context, _option: click.Parameter, text: str | None
) -> tuple[int, ...] | None:
    """The scores of two or three seats.

    Raises BadParameter.
    """
    return None if text is None else scores_from(text)


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
        "one is made when it is first needed, which takes up to a minute, and is kept in your own "
        "cache folder. --make makes one anew with much more work, which takes some minutes. It "
        "goes there too, or where --out says. Ctrl-C stops it at any time: the same command once "
        "more goes on where it was.\n\n"
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
    help=_("How many deals were scored so far, under rules that have a limit (0)."),
)
@rules_options
@click.option("--make", "making", is_flag=True, help=_("Make the table anew, thoroughly."))
@click.option("--out", metavar="FILE", help=_("With --make: the file that the table goes into."))
@click.option(
    "--jobs",
    metavar="J",
    type=click.IntRange(1, MOST_JOBS),
    help=_("With --make: how many threads work (one for each processor)."),
)
@click.option("--plain", is_flag=True, help=_("Plain lines, as for a screen reader."))
def equity(
    *,
    players: int | None,
    scores: tuple[int, ...] | None,
    scored: int | None,
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
    told = scores or ((0,) * seats if seats == 3 else None)
    if scored is not None:
        _check_scored(rules, scored, told)
    need_engine()
    shown = screen(plain=plain)
    if making:
        _make(shown, rules, seats, _Wish(out, jobs or processors(), plain))
        if scores is None:
            return
    table = equities(rules, seats, plain=plain)
    if told is None:
        _show_picture(shown, table, scored or 0)
    else:
        _show_scores(shown, table, told, scored or 0)


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


def _check_scored(rules: Rules, scored: int, told: tuple[int, ...] | None) -> None:
    """See that a match goes on when so many deals were scored. Option `limit`.

    told: the scores that are asked for; None for all of two seats.
    Raises UsageError.
    """
    if rules.limit is None:
        raise click.UsageError(_("--scored is for rules with a limit: these have none"))
    is_tied = told is not None and told.count(max(told)) > 1
    if scored >= rules.limit and not is_tied:
        raise click.UsageError(
            _(
                "--scored {scored}: the limit is {limit}, and then the match is over, unless the "
                "highest score is tied",
                scored=scored,
                limit=rules.limit,
            )
        )


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
        scores=", ".join(map(signed, scores)),
        target=rules.target,
    )


def _show_picture(shown: Screen, table: EquityTable, scored: int) -> None:
    """A row for each score of seat 1, a column for each of seat 2."""
    above = table.rules.target + _FROM_TARGET
    step = -(-(above - _LOWEST) // _MOST_COLUMNS)
    scores = range(_LOWEST, above, step)
    shown.line(
        _(
            "The chance of seat 1 to win, in percent, when either may deal next. Down: the score "
            "of seat 1; across: that of seat 2. The target is {target}.",
            target=table.rules.target,
        )
    )
    if step > 1:
        shown.line(_("One score in {step} is shown; --show tells any.", step=step))
    shown.line(" " * 4 + "".join(f"{signed(score):>4}" for score in scores))
    for own in scores:
        line = Text(f"{signed(own):>4}")
        for other in scores:
            chance = sum(table.at((own, other), dealer, scored)[0] for dealer in (1, 2)) / 2
            line.append(f"{100 * chance:4.0f}", "" if shown.plain else _shade(chance))
        shown.console.print(line, soft_wrap=shown.plain)


def _shade(chance: float) -> str:
    """A background from red (lost) by grey to green (won); the number says the same."""
    red, green = (round(40 + 120 * max(0.0, side)) for side in (1 - 2 * chance, 2 * chance - 1))
    return f"white on #{red:02x}{green:02x}28"


def _percent(chance: float) -> str:
    return _("{percent} %", percent=fixed(100 * chance, 1))


# Making a table


class _Wish(NamedTuple):
    """How a table is to be made: into which file, by how many threads, and without a bar."""

    out: str | None
    threads: int
    plain: bool


def _make(shown: Screen, rules: Rules, seats: int, wish: _Wish) -> None:
    from cutthroat.bots import equity as tables  # noqa: PLC0415  # it brings Numba
    from cutthroat.kernel.equity import store  # noqa: PLC0415  # it brings NumPy
    from cutthroat.kernel.equity.solve import FULL  # noqa: PLC0415  # it brings Numba

    usual = tables.kept_in(rules, seats)
    path = Path(wish.out) if wish.out is not None else usual
    begun = usual.with_suffix(".begun")
    if wish.out is None:
        with write_errors(str(path)):
            path.parent.mkdir(parents=True, exist_ok=True)
    _check_place(path)  # before minutes of work, not after
    effort = FULL[seats]
    try:
        solver = tables.solver_for(rules, seats, effort, wish.threads)
        work = store.load_work(begun, solver.shape, effort) or solver.begin()
        _work_out(solver, work, effort, begun, plain=wish.plain)
    except KeyboardInterrupt:
        _tell_stopped(begun)
        sys.exit(_INTERRUPTED)
    with write_errors(str(path)):
        store.save(path, work.values, work.model)
    with suppress(OSError):
        begun.unlink()
    tables.forget()
    _tell_made(shown, solver, work, path)


def _work_out(solver: Solver, work: Work, effort: Effort, begun: Path, *, plain: bool) -> None:
    """Do all rounds that are left. begun: keeps what was done, if it can be written."""
    from cutthroat.kernel.equity import store  # noqa: PLC0415  # it brings NumPy

    is_kept = True
    with _bar(_("Playing deals"), plain=plain) as tell:
        tell(work.done / solver.rounds)
        while work.done < solver.rounds:
            solver.go_on(work, tell)
            try:
                store.save_work(begun, work, effort)
            except OSError as error:
                if is_kept:
                    _tell_not_kept(begun, error)
                is_kept = False


def _tell_not_kept(begun: Path, error: OSError) -> None:
    said = _(
        "{file} cannot be written: {why}. Should this be stopped, it begins anew.",
        file=clean(str(begun)),
        why=error.strerror or str(error),
    )
    click.echo(said, err=True)


def _tell_stopped(begun: Path) -> None:
    if os.path.exists(begun):  # noqa: PTH110  # of a folder that cannot be read, it says no
        said = _(
            "Stopped. What was done is kept in {file}; the same command goes on from there.",
            file=clean(str(begun)),
        )
    else:
        said = _("Stopped. Nothing is kept; the same command begins anew.")
    click.echo(said, err=True)


def _check_place(path: Path) -> None:
    """See that a file can be put there.

    Raises CannotWrite.
    """
    with write_errors(str(path)):
        if path.is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        tempfile.TemporaryFile(dir=path.parent).close()


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
def _bar(label: str, *, plain: bool) -> Iterator[Callable[[float], None]]:
    """A bar on standard error, if that is a terminal, from the first call on; call it to move it.

    It is told which part of the work is done. plain: nothing is drawn, and so there is none.
    """
    console = Console(stderr=True)
    columns = TextColumn("{task.description}"), BarColumn(), TaskProgressColumn()
    progress = Progress(*columns, TimeRemainingColumn(), console=console, transient=True)
    bar = progress.add_task(label, total=1.0)

    def move(done: float) -> None:
        if console.is_terminal and not plain:
            progress.start()
            progress.update(bar, completed=done)

    try:
        yield move
    finally:
        if progress.live.is_started:
            progress.stop()
