"""The match of an address such as `/matches/TABLE-1`, for whoever may look at it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from http import HTTPStatus

from starlette.responses import Response

from cutthroat.service.replay import read_replays
from cutthroat.service.tables.errors import Refused, TableReason
from cutthroat.service.tables.records import PlayedMatch, played_match, record_of
from cutthroat.web.limits import GUESSES, READS, RECORDS
from cutthroat.web.pages.page import Visit
from cutthroat.web.pages.recent import Recorded, audience_of

_LONGEST = 40
"""More characters than an identifier has."""

Handler = Callable[[Visit], Awaitable[Response]]


def when_over(handler: Handler) -> Handler:
    """A page about a finished match: of one that still runs it leads to its table."""

    async def handled(visit: Visit) -> Response:
        try:
            return await handler(visit)
        except Refused as error:
            if error.reason is not TableReason.NOT_OVER:
                raise
            table = error.parameters["table"]
            return visit.show("replay/running.html", HTTPStatus.CONFLICT, table=table)

    return handled


async def recorded_of(visit: Visit) -> Recorded:
    """The match, to be replayed.

    Raises Refused if there is none, while it runs, and for somebody who may not look at it;
    Denied, StoreUnavailable.
    """
    person = await visit.person()
    visit.site.spend(visit.request, READS, person)

    async def made() -> tuple[Recorded, int]:
        played = await played_of(visit)
        text = await asyncio.to_thread(record_of, played)
        (replay,) = await asyncio.to_thread(read_replays, text.encode())
        return Recorded(played.begun.table, audience_of(played), replay), len(text)

    # Names of those who were deleted since are in no replay that is found by this key.
    key = visit.path["match"], visit.site.people.deletions
    recorded = await visit.kit.matches.get(key, made)
    recorded.audience.check(person)
    return recorded


async def played_of(visit: Visit) -> PlayedMatch:
    """The match, as the log of its table has it.

    Raises as `recorded_of`.
    """
    match, person = visit.path["match"], await visit.person()
    visit.site.spend(visit.request, RECORDS, person)
    table = match.rpartition("-")[0]
    entries = await visit.site.hall.entries(table)
    if not entries:
        visit.site.spend_on_address(visit.request, GUESSES)
        raise Refused(TableReason.NO_SUCH_MATCH, match=match[:_LONGEST])
    played = await asyncio.to_thread(played_match, entries, match)
    audience_of(played).check(person)
    if played.ended is None:
        raise Refused(TableReason.NOT_OVER, table=table)
    return played
