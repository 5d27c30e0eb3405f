"""Making tables and sitting down at them, from pages."""

from __future__ import annotations

from collections.abc import Sequence

from cutthroat.core.rules import Rules
from cutthroat.service.tables.decide import Nonce, check_nonce, check_settings
from cutthroat.service.tables.hall import Founder, machines
from cutthroat.service.tables.happenings import Settings
from cutthroat.web.limits import TABLES
from cutthroat.web.lobby import FIRST
from cutthroat.web.pages.page import Visit


def nonce_of(visit: Visit) -> Nonce:
    """What a form adds to the fair deal: a nonce or its hash by the page's script, else nothing.

    Raises Refused for what is neither.
    """
    given = Nonce(visit.form.get("nonce") or None, visit.form.get("nonce_hash") or None)
    check_nonce(given)
    return given


async def found(
    visit: Visit, rules: Rules, bots: Sequence[str], seats: int, settings: Settings
) -> str:
    """Make a table and have the visitor sit at it; its identifier.

    Raises Refused, Denied, StoreUnavailable.
    """
    check_settings(settings)
    given = nonce_of(visit)
    sitting = machines(bots, seats)
    visit.site.spend(visit.request, TABLES, await visit.person())
    person = await visit.player(visit.form.get("name") or None)
    founder = Founder(person.identifier, person.name, given)
    table = await visit.site.hall.open(rules, sitting, settings, founder)
    await visit.site.people.sits(person.identifier, table.state.table, FIRST)
    return table.state.table
