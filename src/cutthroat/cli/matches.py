"""`cutthroat matches`: the saved matches."""

from __future__ import annotations

import click
from rich.table import Table as Grid
from rich.text import Text

from cutthroat.cli.console import screen
from cutthroat.cli.safe import clean
from cutthroat.cli.shelf import Saved, shelf
from cutthroat.core.match import Over
from cutthroat.i18n.catalogue import _
from cutthroat.i18n.numbers import signed
from cutthroat.service.ports import Ports


@click.command(
    help=_(
        "List your saved matches, the last one touched first.\n\n"
        "`cutthroat resume NAME` goes on with one, `cutthroat show NAME` tells one."
    )
)
@click.option("--plain", is_flag=True, help=_("Plain lines, as for a screen reader."))
@click.pass_obj
def matches(ports: Ports, *, plain: bool) -> None:
    """List the saved matches."""
    shown = screen(plain=plain)
    found = list(shelf(ports.library))
    if not found:
        shown.line(_("No match is saved. Begin one: cutthroat play"))
        return
    if shown.plain:
        for saved in found:
            shown.line(_sentence(saved))
        return
    grid = Grid(_("Name"), _("Date"), _("Score"), _("State"))
    for saved in found:
        grid.add_row(*map(Text, _cells(saved)))
    shown.console.print(grid)


def _cells(saved: Saved | str) -> tuple[str, str, str, str]:
    if isinstance(saved, str):
        return clean(saved), "", "", _("cannot be read")
    date = clean(saved.header.value("Date") or "")
    return clean(saved.name), date, _scores(saved), _state(saved)


def _sentence(saved: Saved | str) -> str:
    name, date, scores, state = _cells(saved)
    if isinstance(saved, str):
        return _("{name}: {state}", name=name, state=state)
    return _("{name}, {date}: {scores}; {state}", name=name, date=date, scores=scores, state=state)


def _scores(saved: Saved) -> str:
    seats = range(1, saved.header.seats + 1)
    scores = saved.match.scores if saved.match else (0,) * saved.header.seats
    return ", ".join(
        _(
            "{name} {score}",
            name=clean(saved.header.value(f"Seat{seat}") or ""),
            score=signed(scores[seat - 1]),
        )
        for seat in seats
    )


def _state(saved: Saved) -> str:
    if saved.match is None:
        return _("not begun")
    phase = saved.match.phase
    if not isinstance(phase, Over):
        return _("in deal {deal}", deal=saved.match.deal)
    if phase.winner is None:
        return _("ended: {reason}", reason=clean(str(phase.reason)))
    winner = clean(saved.header.value(f"Seat{phase.winner}") or "")
    return _("won by {name} in {deals} deals", name=winner, deals=saved.match.deal)
