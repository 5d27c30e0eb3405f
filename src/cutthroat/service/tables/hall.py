"""The tables of a server: made, found, taken up after a restart, dropped from memory."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Coroutine, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Final

import structlog

from cutthroat.bots.registry import find_bot
from cutthroat.core.actions import Seat
from cutthroat.core.errors import IllegalAction
from cutthroat.core.rules import Rules
from cutthroat.service.tables import decide
from cutthroat.service.tables.decide import Nonce
from cutthroat.service.tables.errors import Refused, TableReason
from cutthroat.service.tables.happenings import Item, Machine, SeatTaken, Settings
from cutthroat.service.tables.hosting import HostedTable
from cutthroat.service.tables.ports import Entry, StoreUnavailable, Waits
from cutthroat.service.tables.state import TableState, fold
from cutthroat.service.tables.surroundings import Surroundings
from cutthroat.service.tables.times import IDLE_BEFORE
from cutthroat.service.tables.wire import pack, unpack

_NAME: Final = re.compile(r"[a-z0-9]{4,32}")
_SWEEP: Final = 600.0
"""Seconds between rounds that drop what is idle from memory and close what nobody touches."""
_MOST_LISTED: Final = 100
DELETED: Final = "(deleted)"
"""What stands for the name of a person whose data were deleted."""

_log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class Founder:
    """Who makes a table and sits down at it; `given` is for the fair deal."""

    person: str
    name: str
    given: Nonce


class Hall:
    """All tables of one server. Only this server writes to their logs."""

    def __init__(self, world: Surroundings) -> None:
        self._world = world
        self._hosted: dict[str, HostedTable] = {}
        self._loading: dict[str, asyncio.Future[HostedTable]] = {}
        self._background: set[asyncio.Task[None]] = set()

    @property
    def hosted(self) -> Mapping[str, HostedTable]:
        """The tables in memory."""
        return self._hosted

    def start(self) -> None:
        """Go on with every table that waits for a bot or for a moment, and keep house."""
        self._run(self._take_up())
        self._run(self._keep_house())

    def fresh_secret(self) -> bytes:
        """32 bytes that nobody can foresee."""
        return self._world.entropy.secret()

    async def check(self) -> None:
        """See that the store answers.

        Raises StoreUnavailable.
        """
        await self._world.store.entries("")

    def end_streams(self) -> None:
        """End all streams; those who read may come again and go on where they were."""
        for table in self._hosted.values():
            table.end_streams()

    async def stop(self) -> None:
        """Close all streams and end what runs by itself."""
        for task in self._background:
            task.cancel()
        for table in self._hosted.values():
            table.stop()
        await asyncio.sleep(0)

    def _run(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(work)
        self._background.add(task)
        task.add_done_callback(self._background.discard)

    # Finding

    async def find(self, name: str) -> HostedTable:
        """The table of that identifier.

        Raises Refused if there is none, StoreUnavailable.
        """
        table = self._hosted.get(name)
        if table is not None:
            table.used()
            return table
        if not _NAME.fullmatch(name):
            raise Refused(TableReason.NO_SUCH_TABLE, table=name[:32])
        if name not in self._loading:
            self._loading[name] = asyncio.ensure_future(self._load(name))
        return await asyncio.shield(self._loading[name])

    async def entries(self, name: str) -> Sequence[Entry]:
        """The log of a table, which is not taken into memory for it; empty if there is none.

        Raises StoreUnavailable.
        """
        return await self._world.store.entries(name) if _NAME.fullmatch(name) else ()

    async def _load(self, name: str) -> HostedTable:
        try:
            entries = await self._world.store.entries(name)
            if not entries:
                raise Refused(TableReason.NO_SUCH_TABLE, table=name)
            past = [(entry, unpack(entry.body)) for entry in entries]
            state: TableState | None = None
            for entry, items in past:
                state = fold(state, items, entry.when)
            return self._host(state, past)
        finally:
            del self._loading[name]

    def _host(
        self, state: TableState | None, past: Sequence[tuple[Entry, tuple[Item, ...]]]
    ) -> HostedTable:
        if state is None:
            raise ValueError("a table without a log")
        table = HostedTable(state, past, self._world)
        self._hosted[state.table] = table
        table.prepare()
        table.go_on()
        return table

    # Making

    async def open(
        self,
        rules: Rules,
        bots: tuple[Machine | None, ...],
        settings: Settings,
        founder: Founder | None = None,
    ) -> HostedTable:
        """Make a table, with its founder in the first seat that is no bot's.

        bots: one entry a seat, seat 1 first, None for a person's.
        founder: None where bots have all seats.
        Raises Refused for settings that there are not, StoreUnavailable.
        """
        name = self._world.entropy.identifier()
        secret = self._world.entropy.secret()
        when = self._world.clock.now()
        items = decide.open_table(name, rules, bots, settings, secret)
        if founder is not None:
            empty = fold(None, items, when)
            _, seated = decide.take_seat(empty, founder.person, founder.name, founder.given)
            items = (*items, *seated)
        items, state = decide.settled(None, items, when)
        entry = Entry(name, 1, len(items), when, None, None, state.waits, pack(items))
        if not await self._world.store.append(entry):
            raise StoreUnavailable
        return self._host(state, [(entry, items)])

    async def listed(self) -> list[HostedTable]:
        """The tables that wait for players, whoever they are."""
        names = await self._world.store.waiting(Waits.STRANGERS)
        tables = [await self._found(name) for name in names[:_MOST_LISTED]]
        return [table for table in tables if table]

    # Keeping house

    async def _take_up(self) -> None:
        """After a start, bots move and clocks run with nobody asking for the table."""
        while True:
            try:
                for kind in (Waits.BOT, Waits.CLOCK):
                    for name in await self._world.store.waiting(kind):
                        await self._found(name)
            except StoreUnavailable:
                await asyncio.sleep(1)
            else:
                return

    async def _found(self, name: str) -> HostedTable | None:
        """A table; None, and a line in the log, for one whose log cannot be folded."""
        try:
            return await self.find(name)
        except (Refused, ValueError) as error:
            # Its words could name a card.
            _log.error("table cannot be taken up", table=name, error=type(error).__name__)
            return None

    async def _keep_house(self) -> None:
        while True:
            await asyncio.sleep(_SWEEP)
            self.drop_idle()
            try:
                await self._close_untouched()
            except StoreUnavailable:
                continue

    def drop_idle(self) -> None:
        """Drop from memory what nobody reads and what waits for nobody but people."""
        for name in [name for name, table in self._hosted.items() if table.idle]:
            self._hosted.pop(name).stop()

    async def _close_untouched(self) -> None:
        """Take up what has not been touched for long: its own clock then closes it."""
        since = self._world.clock.now() - IDLE_BEFORE
        for name in await self._world.store.untouched(since):
            await self._found(name)

    # A person's own

    async def forget(self, person: str, name: str) -> None:
        """Take a person's seat and name from a table, as far as it is in our hands.

        Raises StoreUnavailable; then it can be done again.
        """
        try:
            table = await self.find(name)
        except Refused:
            return
        for seat in table.state.numbers:
            await _stand_up(table, seat, person, self.fresh_secret())
        for entry in await self._world.store.entries(name):
            items = unpack(entry.body)
            without = tuple(_without(item, person) for item in items)
            if without != items:
                await self._world.store.rewrite(replace(entry, body=pack(without)))
        await table.fold_again()


async def _stand_up(table: HostedTable, seat: Seat, person: str, secret: bytes) -> None:
    def decision(state: TableState) -> tuple[Item, ...]:
        human = state.human(seat)
        if human is None or human.person != person:
            return ()
        return decide.leave(state, seat, secret, "deleted")

    with suppress(Refused, IllegalAction):
        await table.decide(decision)


def _without(item: Item, person: str) -> Item:
    if isinstance(item, SeatTaken) and item.person == person:
        return SeatTaken(item.seat, "", DELETED)
    return item


def machines(levels: Sequence[str], seats: int) -> tuple[Machine | None, ...]:
    """Who sits where at a new table: people first, bots in the last seats.

    Raises Refused for more bots than seats, InvalidNotation for a level that there is not.
    """
    if len(levels) > seats:
        raise Refused(TableReason.TOO_MANY_BOTS, bots=len(levels), seats=seats)
    bots = [find_bot(level) for level in levels]
    seated = [Machine(bot.name, bot.version) for bot in bots]
    return (*(None,) * (seats - len(seated)), *seated)
