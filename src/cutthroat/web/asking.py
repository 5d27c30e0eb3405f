"""What requests about a table have in common: which table, whose seat, how often."""

from __future__ import annotations

from starlette.requests import Request

from cutthroat.core.actions import Seat
from cutthroat.service.tables.errors import Refused, TableReason
from cutthroat.service.tables.hosting import HostedTable
from cutthroat.web.limits import ACTIONS, GUESSES, READS
from cutthroat.web.site import Site


async def table_of(site: Site, request: Request) -> HostedTable:
    """The table that a request is about.

    Raises Refused if there is none.
    """
    try:
        return await site.hall.find(request.path_params["table"])
    except Refused:
        site.spend_on_address(request, GUESSES)
        raise


async def seated(site: Site, request: Request) -> tuple[HostedTable, Seat]:
    """The table, and the seat of whoever asks.

    Raises Refused, Denied.
    """
    table = await table_of(site, request)
    seat = await site.own_seat(request, table)
    site.spend(request, ACTIONS, f"{table.state.table} {seat}")
    table.asked(seat)
    return table, seat


async def reader_seat(site: Site, request: Request, table: HostedTable) -> Seat | None:
    """Whose view a request gets; None for a spectator's.

    Raises Denied, Refused where nobody may watch.
    """
    seat = await site.find_seat(request, table)
    site.spend(request, READS, None if seat is None else f"{table.state.table} {seat}")
    if seat is None and not may_watch(table):
        raise Refused(TableReason.NO_SPECTATORS)
    return seat


def may_watch(table: HostedTable) -> bool:
    """Whether somebody who does not sit at a table may see it: before a match everybody may."""
    return table.state.settings.spectators or table.state.match is None
