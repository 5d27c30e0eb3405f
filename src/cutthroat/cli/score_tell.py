"""What is told about a sheet: after a change, line by line, its history, its statistics."""

from __future__ import annotations

from collections.abc import Iterator

from rich.table import Table as Grid
from rich.text import Text

from cutthroat.cli.console import Screen
from cutthroat.i18n.catalogue import _, _n
from cutthroat.i18n.numbers import signed
from cutthroat.i18n.scorepad import (
    chances,
    change_text,
    closed,
    dealer_text,
    effect_lines,
    entry_text,
    line_name,
    outcome_text,
    scores_text,
)
from cutthroat.i18n.telling import Teller
from cutthroat.scorepad.changes import Corrected, Entered, Inserted
from cutthroat.scorepad.effects import effect_of
from cutthroat.scorepad.reckoning import Line
from cutthroat.scorepad.sheet import Sheet, evolve
from cutthroat.scorepad.statistics import POINTS, SeatStatistics, Statistics, statistics
from cutthroat.service.scorebook import moment

_WIDE = 72
"""Columns that the table of the lines needs."""


def told_change(teller: Teller, before: Sheet, after: Sheet) -> Iterator[str]:
    """What the last change did; after a correction a changed winner first."""
    change = after.log[-1].change
    yield change_text(teller, before, change)
    if isinstance(change, Entered):
        yield from _outcome(teller, after, len(after.written))
    else:
        yield from effect_lines(teller, after.reckoning, effect_of(before, after))
        if isinstance(change, Corrected | Inserted):
            yield from _outcome(teller, after, change.line)
    yield from told_standing(teller, after)


def _outcome(teller: Teller, sheet: Sheet, number: int) -> Iterator[str]:
    line = sheet.reckoning.lines[number - 1]
    if outcome := outcome_text(teller, sheet.setup.rules, line):
        yield outcome


def told_standing(teller: Teller, sheet: Sheet) -> Iterator[str]:
    """The scores, who deals next, and who may win and how."""
    now = sheet.reckoning.now
    yield _("Scores: {scores}.", scores=scores_text(teller, now.scores))
    yield dealer_text(teller, sheet.reckoning)
    if sheet.reckoning.is_over:
        yield _("next: another match. undo: take the last line back.")
    yield from chances(teller, now)


def show_sheet(screen: Screen, teller: Teller, sheet: Sheet) -> None:
    """Every line with what it came to, and what it said before it was corrected."""
    if not sheet.written:
        screen.line(_("Nothing is written yet."))
    elif screen.plain or screen.console.width < _WIDE:
        for line in sheet.reckoning.lines:
            screen.line(_line_text(teller, sheet, line))
            for former in _former(teller, sheet, line):
                screen.line(former)
    else:
        screen.console.print(_lines_grid(teller, sheet))
    for sentence in told_standing(teller, sheet):
        screen.line(sentence)


def _line_text(teller: Teller, sheet: Sheet, line: Line) -> str:
    parts = [closed(entry_text(teller, line.entry)), outcome_text(teller, sheet.setup.rules, line)]
    if line.summary:
        scores = scores_text(teller, line.summary.scores)
        parts.append(_("Scores: {scores}.", scores=scores))
    name = line_name(teller, line) if line.deal else ""
    told = " ".join(filter(None, parts))
    if name:
        return _("{line}. {name}: {told}", line=line.number, name=name, told=told)
    return _("{line}. {told}", line=line.number, told=told)


def _former(teller: Teller, sheet: Sheet, line: Line) -> Iterator[str]:
    for entry in sheet.written[line.number - 1].former:
        yield "    " + _("It said before: {text}", text=entry_text(teller, entry))


def _lines_grid(teller: Teller, sheet: Sheet) -> Grid:
    grid = Grid()
    grid.add_column(_("Line"), justify="right")
    grid.add_column(_("Dealt"))
    grid.add_column(_("What was written"), ratio=1)
    for seat in range(1, sheet.setup.seats + 1):
        grid.add_column(Text(teller.name(seat)), justify="right")
    for line in sheet.reckoning.lines:
        dealt = teller.name(line.dealer) if line.deal and line.dealer else ""
        outcome = outcome_text(teller, sheet.setup.rules, line)
        told = [entry_text(teller, line.entry), outcome, *_former(teller, sheet, line)]
        scores = map(signed, line.summary.scores) if line.summary else [""] * sheet.setup.seats
        cells = (str(line.number), dealt, "\n".join(filter(None, told)), *scores)
        grid.add_row(*map(Text, cells))
    return grid


def told_history(teller: Teller, sheet: Sheet) -> Iterator[str]:
    """Every change that there was, with its time."""
    before: Sheet | None = None
    for number, noted in enumerate(sheet.log, start=1):
        yield _(
            "{number}. {when}: {what}",
            number=number,
            when=moment(noted).strftime("%Y-%m-%d %H:%M:%S"),
            what=change_text(teller, before, noted.change),
        )
        before = evolve(before, noted)


def told_statistics(teller: Teller, sheet: Sheet) -> Iterator[str]:
    """What the evening was like."""
    found = statistics(sheet.reckoning)
    yield _totals(found)
    for seat in found.seats:
        yield from _seat_lines(teller, seat)


def _totals(found: Statistics) -> str:
    return _(
        "{matches}, {deals}; thrown in: {thrown_in}; misdeals: {misdeals}.",
        matches=_n("{count} match", "{count} matches", found.matches),
        deals=_n("{count} scored deal", "{count} scored deals", found.deals),
        thrown_in=found.thrown_in,
        misdeals=found.misdeals,
    )


def _seat_lines(teller: Teller, seat: SeatStatistics) -> Iterator[str]:
    name = teller.name(seat.seat)
    yield _n("{name} won {count} match.", "{name} won {count} matches.", seat.won, name=name)
    for bid in (2, 3, 4):
        yield _(
            "{name}, bids of {bid}: made {made}, set {lost}.",
            name=name,
            bid=bid,
            made=seat.made.get(bid, 0),
            lost=seat.went_set.get(bid, 0),
        )
    high, low, jack, game = (seat.points.get(point, 0) for point in POINTS)
    yield _(
        "{name}, points: High {high}, Low {low}, Jack {jack}, Game {game}.",
        name=name,
        high=high,
        low=low,
        jack=jack,
        game=game,
    )
    if seat.best is not None and seat.worst is not None:
        yield _(
            "{name}, score: {scored} in all; best deal {best}, worst {worst}.",
            name=name,
            scored=signed(seat.scored),
            best=signed(seat.best),
            worst=signed(seat.worst),
        )


def told_state(teller: Teller, sheet: Sheet) -> str:
    """How far the last match has come, in a few words."""
    reckoning = sheet.reckoning
    if not reckoning.is_over:
        return _("in deal {deal}", deal=reckoning.now.deal + 1)
    won = reckoning.winners[-1]
    return _("won by {name}", name=teller.name(won.seat)) if won else _("ended")


def teller_of(screen: Screen, sheet: Sheet) -> Teller:
    """Who tells about a sheet that can be shown."""
    return Teller(screen, sheet.setup.names, None)
