"""Making tables and sitting down at them, from pages."""

from __future__ import annotations

from collections.abc import Sequence

from cutthroat.core.rules import Rules
from cutthroat.service.tables.decide import Nonce, check_nonce, check_settings, player_name
from cutthroat.service.tables.hall import Founder, machines
from cutthroat.service.tables.happenings import Settings
from cutthroat.web.lobby import FIRST, spend_on_table
from cutthroat.web.pages.page import Visit


def nonce_of(visit: Visit) -> Nonce:
    """What a form adds to the fair deal: a nonce or its hash by the page's script, else nothing.

    Raises Refused for what is neither.
    """
    given = Nonce(visit.form.get("nonce") or None, visit.form.get("nonce_hash") or None)
    check_nonce(given)
    return given


def name_of(visit: Visit) -> str | None:
    """What a form says that the visitor wants to be called; None if it says nothing.

    It is looked at before anything is kept: a name that no table takes would be kept for good.
    Raises Refused for what is no name.
    """
    given = visit.form.get("name", "").strip()
    return player_name(given) if given else None


async def found(
    visit: Visit, rules: Rules, bots: Sequence[str], seats: int, settings: Settings
) -> str:
    """Make a table and have the visitor sit at it; its identifier.

    Raises Refused, Denied, StoreUnavailable.
    """
    check_settings(settings)
    given = nonce_of(visit)
    sitting = machines(bots, seats)
    name = name_of(visit)
    spend_on_table(visit.site, visit.request, rules, await visit.person())
    person = await visit.player(name)
    founder = Founder(person.identifier, person.name, given)
    table = await visit.site.hall.open(rules, sitting, settings, founder)
    await visit.site.people.sits(person.identifier, table.state.table, FIRST)
    return table.state.table
