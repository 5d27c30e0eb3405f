"""Tables are made, and people sit down."""

from __future__ import annotations

from typing import Final

from cutthroat.core.actions import Seat
from cutthroat.core.rules import Rules
from cutthroat.service.names import player_name
from cutthroat.service.tables.decide.checks import check_open, listed
from cutthroat.service.tables.decide.nonces import Nonce, nonce_pledge, same
from cutthroat.service.tables.errors import Refused, TableReason
from cutthroat.service.tables.happenings import (
    Item,
    Machine,
    MatchPrepared,
    SeatTaken,
    Settings,
    TableOpened,
)
from cutthroat.service.tables.state import TableState

CLOCKS: Final = (30, 60, 86_400)
"""Seconds that a turn clock may allow."""
ABSENT: Final = ("bot", "nobody")
"""Who may play for a person that is away."""


def open_table(
    table: str, rules: Rules, bots: tuple[Machine | None, ...], settings: Settings, secret: bytes
) -> tuple[Item, ...]:
    """Make a table whose first match is prepared.

    Raises Refused for settings that there are not.
    """
    check_settings(settings)
    opened = TableOpened(table, str(rules), bots, settings)
    return opened, MatchPrepared(f"{table}-1", secret.hex())


def check_settings(settings: Settings) -> None:
    """See that a table can be run so.

    Raises Refused.
    """
    if settings.clock is not None and settings.clock not in CLOCKS:
        raise Refused(TableReason.BAD_CLOCK, clock=settings.clock, clocks=listed(CLOCKS))
    if settings.absent not in ABSENT:
        raise Refused(TableReason.BAD_ABSENT, absent=settings.absent, choices=listed(ABSENT))


def take_seat(
    state: TableState, person: str, name: str, given: Nonce | None
) -> tuple[Seat, tuple[Item, ...]]:
    """Sit down in the first free seat, with what one adds to the fair deal; None to say it later.

    Raises Refused if no seat is free.
    """
    check_free(state)
    seat = state.seats.index(None) + 1
    items: list[Item] = [SeatTaken(seat, person, player_name(name))]
    if given is not None:
        items.append(nonce_pledge(seat, given))
    return seat, tuple(items)


def sit_again(state: TableState, seat: Seat, given: Nonce) -> tuple[Item, ...]:
    """Sit down where one sits already: nothing changes.

    Raises Refused for another nonce than the one that is fixed.
    """
    preparation = state.preparation
    before = preparation.pledges[seat - 1] if preparation else None
    if before and given != Nonce() and not same(before, given):
        raise Refused(TableReason.PLEDGED_ALREADY)
    return ()


def check_free(state: TableState) -> None:
    """See that somebody may sit down.

    Raises Refused.
    """
    check_open(state)
    if state.preparation is None or state.full:
        raise Refused(TableReason.TABLE_FULL)
