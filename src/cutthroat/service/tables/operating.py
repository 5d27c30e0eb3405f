"""What an operator does to tables while no server runs."""

from __future__ import annotations

import asyncio

from cutthroat.bots.judgement import Judgement
from cutthroat.core.actions import Action, Seat
from cutthroat.core.errors import Reason
from cutthroat.core.rules import Rules
from cutthroat.core.view import View
from cutthroat.service.ports import CannotOperate, OperateReason
from cutthroat.service.tables import decide
from cutthroat.service.tables.errors import Refused, TableReason
from cutthroat.service.tables.hall import Hall
from cutthroat.service.tables.people import People
from cutthroat.service.tables.ports import BotFailed
from cutthroat.service.tables.state import Human


class Resting:
    """Bots that wait for a server: an operator's command moves no match on."""

    async def think(self, level: str, view: View, chance: bytes) -> Action:
        """Come to no answer as long as the command runs."""
        del level, view, chance
        await asyncio.Event().wait()
        raise BotFailed

    async def judge(self, level: str, view: View, chance: bytes) -> Judgement:
        """Come to no answer either."""
        del level, view, chance
        await asyncio.Event().wait()
        raise BotFailed

    def prepare(self, rules: Rules, seats: int) -> None:
        """There is nothing to get ready for."""


async def close(hall: Hall, table: str) -> None:
    """Close a table for good.

    Raises Refused for no such table and a closed one, StoreUnavailable.
    """
    hosted = await hall.find(table)
    if hosted.state.closed:
        raise Refused(TableReason.TABLE_CLOSED)
    await hosted.decide(lambda state: decide.close(state, "operator"))


async def person_in(hall: Hall, table: str, seat: Seat) -> Human:
    """The person that a table shows in a seat, also one who has left the running match.

    Raises Refused for no such table, CannotOperate for no such seat or nobody in it,
    StoreUnavailable.
    """
    state = (await hall.find(table)).state
    if seat not in state.numbers:
        raise CannotOperate(Reason.NO_SUCH_SEAT, seat=seat, seats=len(state.seats))
    who = state.seats[seat - 1]
    if who is None:
        raise CannotOperate(OperateReason.NOBODY_SITS, seat=seat)
    if not isinstance(who, Human):
        raise CannotOperate(OperateReason.BOT_SITS, seat=seat)
    if not who.person:
        raise CannotOperate(OperateReason.FORGOTTEN_ALREADY, seat=seat)
    return who


async def forget(hall: Hall, people: People, person: str, table: str) -> None:
    """Delete all data of a person who sits at a table.

    Raises StoreUnavailable; then it can be done again.
    """
    # This table comes last: as long as it knows the person, an operator can name them by it.
    for sitting in await people.sittings(person):
        if sitting.table != table:
            await hall.forget(person, sitting.table)
    await people.forget(person, hall)
    # Whoever was cut off while sitting down has a seat that their list of tables lacks.
    await hall.forget(person, table)
