"""What a table does with nobody asking: bots move, time brings what it should, people come back.

Each of it is a decision like any other, taken again and again until it is stored.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Iterator
from random import Random
from typing import Final, Protocol

import structlog

from cutthroat.bots.uniform import uniform
from cutthroat.core.actions import Action, Play, Seat
from cutthroat.core.errors import IllegalAction
from cutthroat.core.view import View, project
from cutthroat.service.chance import decision_chance
from cutthroat.service.tables import decide, times
from cutthroat.service.tables.attendance import Attendance
from cutthroat.service.tables.errors import Refused, TableReason
from cutthroat.service.tables.happenings import Item, Machine
from cutthroat.service.tables.ports import BotFailed, StoreUnavailable, Waits
from cutthroat.service.tables.state import TableState
from cutthroat.service.tables.surroundings import Surroundings

STAND_IN: Final = "easy"
"""The bot that plays for persons who are away, and for bots that break down."""
_BACK_OFF: Final = (0.2, 0.5, 1.0, 2.0)
"""Seconds between attempts to reach a store that is away; the last one again and again."""
_LONGEST_TIMER: Final = 86_400.0

_log = structlog.get_logger()

Decision = Callable[[TableState], tuple[Item, ...]]


class Deciding(Protocol):
    """A table that takes decisions."""

    @property
    def state(self) -> TableState:
        """The table as it is stored."""
        ...

    async def decide(self, decision: Decision) -> int:
        """Store what is decided upon the newest state, and return the version.

        Raises Refused, IllegalAction, StoreUnavailable.
        """
        ...


class Unattended:
    """The bots and the clock of one table."""

    def __init__(self, table: Deciding, world: Surroundings, attendance: Attendance) -> None:
        """Look after a table; nothing happens before `go_on` or `arm`."""
        self._table = table
        self._world = world
        self._attendance = attendance
        self._timer: asyncio.TimerHandle | None = None
        self._rings_at = 0.0
        self._tasks: dict[str, asyncio.Task[None]] = {}

    @property
    def is_busy(self) -> bool:
        """Whether something is under way."""
        return any(not task.done() for task in self._tasks.values())

    def go_on(self) -> None:
        """See that bots move and that time brings what it should."""
        if self._table.state.waits is Waits.BOT:
            self.start("bot", self._bot_moves())
        self.arm()

    def welcome(self, seat: Seat) -> None:
        """A person who comes, or asks for something, plays again; one who only looks does not."""
        if seat in self._table.state.away:
            self.start(f"back {seat}", self._welcome_back(seat))

    async def _welcome_back(self, seat: Seat) -> None:
        await self._try_until_stored(lambda state: decide.come_back(state, seat))

    def start(self, name: str, work: Coroutine[None, None, None]) -> None:
        """Run something in the background, once at a time."""
        running = self._tasks.get(name)
        if running and not running.done():
            work.close()
            return
        self._tasks[name] = asyncio.create_task(work, name=f"table-{name}")

    def stop(self) -> None:
        """End all of it, without harm: the log has all that was shown."""
        if self._timer:
            self._timer.cancel()
        for task in self._tasks.values():
            task.cancel()

    async def _bot_moves(self) -> None:
        """Let bots act as long as it is their turn."""
        loop = asyncio.get_running_loop()
        while self._table.state.waits is Waits.BOT:
            state = self._table.state
            seat, match = state.turn, state.match
            if seat is None or match is None:
                return
            started = loop.time()
            action = await self._thought(state, seat, project(match, seat))
            await asyncio.sleep(max(0.0, started + self._world.bot_pause - loop.time()))
            await self._try_until_stored(_bots_act(seat, action, state.moved))

    async def _thought(self, state: TableState, seat: Seat, view: View) -> Action:
        who = state.seats[seat - 1]
        level = who.level if isinstance(who, Machine) else STAND_IN
        chance = chance_of(state, view)
        for each in dict.fromkeys((level, STAND_IN)):
            try:
                action = await self._world.thinkers.think(each, view, chance)
            except BotFailed:
                action = None
            if action is not None and is_legal(view, action):
                return action
            _log.error("bot failed", level=each, table=state.table)
        return uniform(view, Random(chance))  # noqa: S311  # a bot's whim, no secret

    async def _try_until_stored(self, decision: Decision) -> None:
        """Decide, however long the store is away; nothing if it is refused by then."""
        for wait in waits():
            try:
                await self._table.decide(decision)
            except StoreUnavailable:
                await asyncio.sleep(wait)
            except (Refused, IllegalAction):
                return
            else:
                return

    def arm(self) -> None:
        """Have the clock ring when time brings something."""
        if self._table.state.closed:
            return
        now = self._world.clock.now()
        due = times.due(self._table.state, self._attendance.presence, self._world.begun)
        delay = min(max(0.0, (due.when - now) / 1000), _LONGEST_TIMER)
        loop = asyncio.get_running_loop()
        rings = loop.time() + delay
        if self._timer and not self._timer.cancelled() and self._rings_at <= rings:
            return
        if self._timer:
            self._timer.cancel()
        self._rings_at = rings
        self._timer = loop.call_at(rings, self._ring)

    def _ring(self) -> None:
        self._timer = None
        self.start("time", self._time_passes())

    async def _time_passes(self) -> None:
        now = self._world.clock.now()
        due = times.due(self._table.state, self._attendance.presence, self._world.begun)
        if due.when <= now:
            await self._try_until_stored(self._what_time_brings)
        self._tasks.pop("time", None)
        self.arm()

    def _what_time_brings(self, state: TableState) -> tuple[Item, ...]:
        """What is due, looked at again now that nobody else decides."""
        now = self._world.clock.now()
        due = times.due(state, self._attendance.presence, self._world.begun)
        if due.when > now:
            return ()
        match due.kind:
            case times.Kind.NONCES:
                return decide.nonces_overdue(state, self._world.entropy.secret())
            case times.Kind.DEAL:
                return decide.deal(state)
            case times.Kind.TIME_OUT | times.Kind.AWAY:
                why = "clock" if due.kind is times.Kind.TIME_OUT else "absent"
                return decide.go_away(state, due.seat or 0, why)
            case times.Kind.IDLE:
                return decide.close(state, "idle")


def chance_of(state: TableState, view: View) -> bytes:
    """What the random numbers of one decision come from: the same after a restart.

    They come from the secret by a one-way function, so they tell a bot nothing of the cards.
    Raises Refused before a match has begun.
    """
    if state.fair is None:
        raise Refused(TableReason.NOT_STARTED)
    return decision_chance(state.fair, view)


def is_legal(view: View, action: Action) -> bool:
    """Whether the viewer may do this now."""
    if isinstance(action, Play):
        return action.seat == view.you and action.card in view.legal_plays
    return action in view.legal_calls


def _bots_act(seat: Seat, action: Action, at: int) -> Decision:
    return lambda state: decide.act_for(state, seat, action, at)


def waits() -> Iterator[float]:
    """Pauses between attempts."""
    yield from _BACK_OFF
    while True:
        yield _BACK_OFF[-1]
