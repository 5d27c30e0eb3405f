"""The result of a deal at a glance, for a terminal."""

from __future__ import annotations

from rich.table import Table as Grid
from rich.text import Text

from cutthroat.cli.console import Screen
from cutthroat.core.actions import Seat
from cutthroat.core.scoring import Summary
from cutthroat.i18n.catalogue import _
from cutthroat.i18n.numbers import signed
from cutthroat.i18n.telling import Teller


def result_table(screen: Screen, teller: Teller, summary: Summary) -> Grid:
    """Points and scores, a row a seat."""
    grid = Grid(title=_("After deal {deal}", deal=summary.deal), title_justify="left")
    headings = (_("Player"), _("High"), _("Low"), _("Jack"), _("Game"), _("Change"), _("Score"))
    for place, heading in enumerate(headings):
        grid.add_column(heading, justify="left" if place == 0 else "center")
    for seat in range(1, len(summary.scores) + 1):
        grid.add_row(*_cells(screen, teller, summary, seat))
    return grid


def _cells(screen: Screen, teller: Teller, summary: Summary, seat: Seat) -> list[Text]:
    tally, points = summary.tally, summary.points
    shown = ["✓", "✓", "✓", "✓"]
    if tally:
        cards = (tally.cards.high, tally.cards.low, tally.cards.jack)
        shown = [*(screen.card(card) if card else "" for card in cards)]
        shown.append(str(tally.card_points[seat - 1]))
    owners = (points.high, points.low, points.jack, points.game)
    marks = [mark if owner == seat else "" for mark, owner in zip(shown, owners, strict=True)]
    change, score = summary.change[seat - 1], summary.scores[seat - 1]
    texts = [
        teller.name(seat),
        *marks,
        signed(change) if change <= 0 else f"+{change}",
        signed(score),
    ]
    return [screen.styled(text) for text in texts]
