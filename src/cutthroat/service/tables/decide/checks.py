"""What every decision looks at first."""

from __future__ import annotations

from collections.abc import Collection

from cutthroat.core.actions import Seat
from cutthroat.core.errors import IllegalAction, Reason
from cutthroat.service.tables.errors import Refused, TableReason
from cutthroat.service.tables.happenings import CameBack, Item
from cutthroat.service.tables.state import TableState


def check_open(state: TableState) -> None:
    """See that the table is not closed.

    Raises Refused.
    """
    if state.closed:
        raise Refused(TableReason.TABLE_CLOSED)


def check_running(state: TableState) -> None:
    """See that a match runs.

    Raises Refused, or IllegalAction if it is over.
    """
    check_open(state)
    if state.match is None:
        raise Refused(TableReason.NOT_STARTED)
    if not state.running:
        raise IllegalAction(Reason.MATCH_OVER, "R24")


def returning(state: TableState, seat: Seat) -> tuple[Item, ...]:
    """A person who does something is back."""
    if not state.human(seat):
        raise Refused(TableReason.LEFT_FOR_GOOD)
    return (CameBack(seat),) if seat in state.away else ()


def listed(choices: Collection[object]) -> str:
    """Choices as a sentence names them."""
    return ", ".join(map(str, choices))
