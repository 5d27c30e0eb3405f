"""The page of a table, and its stream: as whoever looks at it may see it."""

from __future__ import annotations

from collections.abc import Mapping
from http import HTTPStatus
from typing import Final

from starlette.responses import Response

from cutthroat.core.actions import Seat
from cutthroat.i18n.catalogue import use
from cutthroat.service.tables.hosting import HostedTable
from cutthroat.service.tables.readers import Reader
from cutthroat.service.tables.state import TableState
from cutthroat.web.asking import reader_seat, table_of
from cutthroat.web.pages.network import invitation
from cutthroat.web.pages.page import Visit
from cutthroat.web.pages.showing import Showing
from cutthroat.web.streams import EventStream

_SOON: Final = 3
_LATER: Final = 10
"""Seconds while others play, and while players are awaited."""


async def get_table(visit: Visit) -> Response:
    """The table as the visitor sees it."""
    table = await table_of(visit.site, visit.request)
    seat = await reader_seat(visit.site, visit.request, table)
    if seat is not None:
        table.asked(seat)
    return await show_table(visit, table, seat)


async def show_table(
    visit: Visit,
    table: HostedTable,
    seat: Seat | None,
    *,
    notice: str = "",
    alert: bool = False,
    status: int = HTTPStatus.OK,
) -> Response:
    """The page of a table.

    notice: something to tell beside it; `alert` if it is what went wrong.
    """
    state = table.state
    person = await visit.person()
    known = await visit.site.people.person(person) if person and seat is None else None
    main = visit.kit.showings.of(table).html(seat, visit.look)
    return visit.show(
        "table/page.html",
        status,
        table=state.table,
        main=main,
        now=table.now(),
        notice=notice,
        alert=alert,
        refresh=_looks_again(state, seat),
        can_sit=seat is None and not state.full and not state.running and not state.closed,
        my_name=known.name if known else "",
        free=seat is not None and not state.full,
        network=await invitation(visit, state.table) if seat is not None and not state.full else "",
    )


def _looks_again(state: TableState, seat: Seat | None) -> int | None:
    """Seconds after which a page without scripts looks again; None where something is filled in."""
    may_sit = seat is None and not state.full and not state.running
    if state.closed or may_sit or (seat is not None and state.turn == seat):
        return None
    return _SOON if state.running else _LATER


async def get_stream(visit: Visit) -> Response:
    """The changing part of the page, now and whenever it changes."""
    table = await table_of(visit.site, visit.request)
    seat = await reader_seat(visit.site, visit.request, table)
    if visit.request.method == "HEAD":
        return Response(media_type=EventStream.media_type)
    return PageStream(visit, table, seat)


class PageStream(EventStream):
    """A table as HTML, as one reader sees it, until the reader goes."""

    still_here = b"event: beat\ndata: .\n\n"
    """No comment, for scripts hear none, and would take a dead line for a quiet one."""

    def __init__(self, visit: Visit, table: HostedTable, seat: Seat | None) -> None:
        super().__init__(visit.site, visit.request, table, seat, None)
        self._look = visit.look
        self._showing: Showing = visit.kit.showings.of(table)
        self._had: Mapping[str, str] = {}

    async def event(self, reader: Reader) -> bytes | None:
        """The table as it is now, if it is not as it was; without the parts that are."""
        if not await self.table.news(reader):
            return None
        self.table.shown(reader)
        use([self._look.language])
        drawing = self._showing.drawing(self.seat, self._look)
        html = drawing.html(self._had)
        self._had = drawing.parts
        data = html.replace("\n", "\ndata: ")
        return f"id: {self.table.version}\nevent: table\ndata: {data}\n\n".encode()
