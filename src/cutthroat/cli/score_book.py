"""The sheets that are saved: the one that is wanted, a list, and every trouble a clear error."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager

import click
from rich.table import Table as Grid
from rich.text import Text

from cutthroat.cli.console import Screen
from cutthroat.cli.safe import clean
from cutthroat.cli.saving import SavedMatchError
from cutthroat.cli.score_shown import shown
from cutthroat.cli.score_tell import teller_of, told_state
from cutthroat.cli.score_words import refused_text
from cutthroat.cli.violation import violation_text
from cutthroat.core.errors import CutthroatError
from cutthroat.i18n.catalogue import _
from cutthroat.i18n.scorepad import scores_text
from cutthroat.record.errors import InvalidRecord
from cutthroat.service.ports import Library, LibraryError, MatchInUse, NoSuchMatch
from cutthroat.service.scorebook import NotASheet, begun_on, read_sheet


def last_touched(sheets: Library) -> str:
    """The name of the sheet that was touched last.

    Raises UsageError if there is none.
    """
    for name in sheets.names():
        return name
    raise click.UsageError(_("There is no sheet. Begin one: cutthroat score"))


def list_sheets(screen: Screen, sheets: Library) -> None:
    """Tell every sheet, the one touched last first."""
    names = sheets.names()
    if not names:
        screen.line(_("No sheet is saved. Begin one: cutthroat score"))
        return
    rows = [_row(screen, sheets, name) for name in names]
    if screen.plain:
        for name, day, scores, state in rows:
            screen.line(
                _(
                    "{name}, {date}: {scores}; {state}",
                    name=name,
                    date=day,
                    scores=scores,
                    state=state,
                )
            )
        return
    grid = Grid(_("Name"), _("Date"), _("Score"), _("State"))
    for row in rows:
        grid.add_row(*map(Text, row))
    screen.console.print(grid)


def _row(screen: Screen, sheets: Library, name: str) -> tuple[str, str, str, str]:
    try:
        sheet = shown(read_sheet(sheets.read(name)))
    except (LibraryError, NotASheet, OSError):
        return clean(name), "-", "-", _("cannot be read")
    teller = teller_of(screen, sheet)
    scores = scores_text(teller, sheet.reckoning.now.scores)
    return clean(name), begun_on(sheet).isoformat(), scores, told_state(teller, sheet)


@contextmanager
def sheet_errors(name: str) -> Iterator[None]:
    """Turn what can go wrong with the sheet or record `name` into an error for the command line.

    Raises click.ClickException.
    """
    place = clean(name)
    try:
        yield
    except NoSuchMatch:
        raise _error(
            _("There is no sheet {name}: cutthroat score --list lists them.", name=place)
        ) from None
    except MatchInUse:
        raise _error(
            _("{name} is open elsewhere: leave it there first, with quit.", name=place)
        ) from None
    except NotASheet as error:
        raise _error(
            _(
                "{name}:{line}: this is no sheet of the scorekeeper, or it is damaged from here on."
                " A record is read with --import.",
                name=place,
                line=error.line,
            )
        ) from None
    except InvalidRecord as error:
        raise _error(violation_text(place, error)) from None
    except CutthroatError as error:
        why = clean(refused_text(error))
        raise _error(_("{name}: {why}", name=place, why=why)) from None
    except OSError as error:
        place = clean(os.fsdecode(error.filename)) if error.filename else place
        why = error.strerror or str(error)
        raise _error(_("{name} cannot be used: {why}", name=place, why=why)) from None


def _error(sentence: str) -> click.ClickException:
    return SavedMatchError(sentence)
