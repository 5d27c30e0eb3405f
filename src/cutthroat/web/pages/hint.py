"""A hint on a table's page, for whoever is to act."""

from __future__ import annotations

from cutthroat.i18n.cards import NamedCards
from cutthroat.i18n.hints import hint_text
from cutthroat.i18n.telling import Teller
from cutthroat.service.tables.hosting import HostedTable
from cutthroat.web.asking import seated
from cutthroat.web.limits import HINTS
from cutthroat.web.pages.known import known_from
from cutthroat.web.pages.page import Visit


async def hinted(visit: Visit, table: HostedTable) -> str:
    """What a strong bot thinks of the best that the visitor can do, line by line.

    Raises Denied, Refused, IllegalAction, BotFailed.
    """
    _table, seat = await seated(visit.site, visit.request)
    visit.site.limits.spend(HINTS, f"{table.state.table} {seat}")
    view = table.own_view(seat)
    _by, judgement = await table.hint(seat)
    teller = Teller(NamedCards(), known_from(table.around_json()).names, seat)
    return "\n".join(hint_text(judgement, view, teller).lines)
