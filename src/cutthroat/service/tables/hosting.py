"""One table in the memory of a server: it decides, stores, and only then shows.

The log in the store is the table; what stands here can be dropped at any moment and folded again.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from cutthroat.bots.judgement import Judgement
from cutthroat.bots.levels import EFFORTS
from cutthroat.bots.registry import find_bot
from cutthroat.core.actions import Action, Bid, Pass, Play, Seat
from cutthroat.core.errors import IllegalAction, Reason
from cutthroat.core.events import Called, Event, Played
from cutthroat.core.view import View, seated
from cutthroat.service.hinting import ADVISER
from cutthroat.service.tables import decide, seen, times
from cutthroat.service.tables.attendance import Attendance
from cutthroat.service.tables.errors import Refused, TableReason
from cutthroat.service.tables.happenings import Item, Machine, TableEvent
from cutthroat.service.tables.hints import Hints
from cutthroat.service.tables.ports import (
    Entry,
    StoreUnavailable,
    Waits,
)
from cutthroat.service.tables.readers import Frame, Numbered, Reader, Readers
from cutthroat.service.tables.state import TableState, fold
from cutthroat.service.tables.surroundings import Surroundings
from cutthroat.service.tables.unattended import Decision, Unattended, chance_of, waits
from cutthroat.service.tables.wire import Told, pack, told, unpack

_TRIES: Final = 5
_TAIL: Final = 64
"""Events that are kept in memory for readers that are a little behind."""
_UNUSED: Final = 60_000
"""Milliseconds for which a table stays in memory when somebody has asked for it."""


@dataclass(frozen=True, slots=True)
class _Remembered:
    """An entry of the log that is kept in memory."""

    entry: Entry
    items: tuple[Item, ...]


class HostedTable:
    """A table that is being served."""

    def __init__(
        self, state: TableState, past: Sequence[tuple[Entry, tuple[Item, ...]]], world: Surroundings
    ) -> None:
        """Serve a table from where its log stands; `past` is the end of that log."""
        self._state = state
        self._world = world
        self._lock = asyncio.Lock()
        self._doubtful = False
        self._last_used = world.clock.now()
        self._public = state, seen.spectator_view(state)
        self._around: tuple[tuple[object, ...], bytes] | None = None
        self._attendance = Attendance(state.numbers)
        self._readers = Readers(self)
        self._recent: deque[_Remembered] = deque()
        self._told: deque[tuple[int, Told]] = deque(maxlen=_TAIL)
        for entry, items in past[-_TAIL:]:
            self._remember(entry, items)
        self._looks = 0
        self._unattended = Unattended(self, world, self._attendance)
        self._hints = Hints(world.thinkers)
        self._attend_again()

    @property
    def state(self) -> TableState:
        """The table as it is stored."""
        return self._state

    def now(self) -> int:
        """The server's time, by which its clocks run: milliseconds since 1970 UTC."""
        return self._world.clock.now()

    def used(self) -> None:
        """Somebody has asked for the table."""
        self._last_used = self._world.clock.now()

    @property
    def idle(self) -> bool:
        """Whether nothing would be missed if the table were dropped from memory."""
        return (
            not self._readers
            and self._world.clock.now() - self._last_used > _UNUSED
            and not self._lock.locked()
            and not self._unattended.is_busy
            and self._state.waits not in (Waits.BOT, Waits.CLOCK)
        )

    # Deciding

    async def decide(
        self, decision: Decision, by: Seat | None = None, at: int | None = None
    ) -> int:
        """Store what is decided upon the newest state, show it, and return the version.

        by, at: the seat that asked, and the version it acted upon.
        Raises Refused, IllegalAction; StoreUnavailable if it could not be stored, or may not be.
        """
        decision = self._while_seated(decision, by)
        async with self._lock:
            return await self._decide(decision, by, at)

    def _while_seated(self, decision: Decision, by: Seat | None) -> Decision:
        """A decision for whoever sits there now, and not for another who does when it is made."""
        if by is None or (human := self._state.human(by)) is None:
            return decision

        def guarded(state: TableState) -> tuple[Item, ...]:
            now = state.human(by)
            if now is not None and now.person != human.person:
                raise Refused(TableReason.LEFT_FOR_GOOD)
            return decision(state)

        return guarded

    async def _decide(self, decision: Decision, by: Seat | None, at: int | None) -> int:
        for _attempt in range(_TRIES):
            if self._doubtful:
                await self._reload()
            before = self._state
            items = decision(before)
            if not items:
                return before.version
            if await self._append(before, items, by, at):
                return self._state.version
        raise StoreUnavailable

    async def _append(
        self, before: TableState, items: tuple[Item, ...], by: Seat | None, at: int | None
    ) -> bool:
        """Store events and what follows from them; false if others came first."""
        when = max(self._world.clock.now(), before.touched)
        items, after = decide.settled(before, items, when)
        number = before.version + 1
        entry = Entry(before.table, number, len(items), when, by, at, after.waits, pack(items))
        self._doubtful = True  # until it is known to be stored, or known not to be
        try:
            stored = await self._world.store.append(entry)
        except StoreUnavailable:
            self._unattended.start("recover", self._recover())
            raise
        if not stored:
            return False
        self._doubtful = False
        self._state = after
        self._remember(entry, items)
        self._moved_on(before)
        return True

    def _remember(self, entry: Entry, items: tuple[Item, ...]) -> None:
        self._recent.append(_Remembered(entry, items))
        for number, item in enumerate(items, start=entry.number):
            self._told.append((number, told(item)))
        while len(self._recent) > 1 and self._recent[0].entry.last < self._told[0][0]:
            self._recent.popleft()

    async def _reload(self) -> None:
        """Fold what the log has more than is known here."""
        before = self._state
        state = before
        for entry in await self._world.store.entries(before.table, before.version):
            items = unpack(entry.body)
            state = fold(state, items, entry.when)
            self._state = state
            self._remember(entry, items)
        self._doubtful = False
        if state.version != before.version:
            self._moved_on(before)

    async def _recover(self) -> None:
        """Find out, as soon as the store is back, what it has."""
        for wait in waits():
            await asyncio.sleep(wait)
            try:
                async with self._lock:
                    if self._doubtful:
                        await self._reload()
            except StoreUnavailable:
                continue
            self._unattended.go_on()
            return

    async def fold_again(self) -> None:
        """Begin anew from the log, some of which was written anew.

        Raises StoreUnavailable.
        """
        async with self._lock:
            self._recent.clear()
            self._told.clear()
            state: TableState | None = None
            for entry in await self._world.store.entries(self._state.table):
                state = fold(state, unpack(entry.body), entry.when)
            if state is None:
                raise StoreUnavailable
            before, self._state = self._state, state
            self._doubtful = False
            self._moved_on(before)

    def _moved_on(self, before: TableState) -> None:
        if self._state.moved != before.moved:
            self._attendance.falls_behind()
            self._hints.drop()
        for seat in self._state.numbers:
            was, who = before.human(seat), self._state.human(seat)
            if was and (who is None or who.person != was.person):
                self._readers.dismiss(seat)
                self._attendance.leaves(seat)
        begins = before.match is None and self._state.match is not None
        if begins and not self._state.settings.spectators:
            self._readers.dismiss(None)  # who only looked for a seat may not stay to watch
        self._readers.wake()
        self._unattended.go_on()

    # Acting

    async def act(self, seat: Seat, action: Action, at: int) -> int:
        """Let a person act; the same action at the same version once more changes nothing.

        Returns the version after the action, the same for every repetition.
        Raises as `decide`.
        """
        decision = self._while_seated(lambda state: decide.act(state, seat, action, at), seat)
        async with self._lock:
            if self._doubtful:
                await self._reload()
            if at < self._state.moved:
                repeated = await self._repeated(seat, action, at)
                if repeated is not None:
                    return repeated
            return await self._decide(decision, seat, at)

    async def _repeated(self, seat: Seat, action: Action, at: int) -> int | None:
        """The version after an action that a seat has taken upon this version already."""
        if self._recent and self._recent[0].entry.number <= at + 1:
            past: Iterable[_Remembered] = self._recent
        else:
            entries = await self._world.store.entries(self._state.table, at)
            past = (_Remembered(entry, unpack(entry.body)) for entry in entries)
        for one in past:
            if (one.entry.by, one.entry.at) == (seat, at) and _took(one.items, action):
                return one.entry.last
        return None

    # Reading

    @property
    def version(self) -> int:
        """The number of the last event that is stored."""
        return self._state.version

    def view(self, seat: Seat | None) -> bytes:
        """What a seat, or a spectator, is shown now, as JSON."""
        return self._readers.view(seat)

    def common_json(self) -> bytes:
        """The members of a view that are for all."""
        presence = self._attendance.presence
        deadline = times.deadline(self._state, presence, self._world.begun)
        return seen.common_json(self._state, self._public_view(), presence, deadline)

    def around_json(self) -> bytes:
        """Of the members of a view that are for all those that tell of no card.

        The very same object as the last time, as long as none of them has changed.
        """
        state, presence = self._state, self._attendance.presence
        deadline = times.deadline(state, presence, self._world.begun)
        facts = seen.around_facts(state, presence, deadline)
        if self._around is None or self._around[0] != facts:
            self._around = facts, seen.around_json(state, presence, deadline)
        return self._around[1]

    def own_json(self, seat: Seat | None) -> bytes:
        """The members of a view that are a seat's own."""
        return seen.own_json(self._state, self._public_view(), seat)

    def _public_view(self) -> View | None:
        """The spectator's view, made once for each state."""
        state, view = self._public
        if state is not self._state:
            state, view = self._public = self._state, seen.spectator_view(self._state)
        return view

    def told_since(self, version: int) -> Sequence[Numbered] | None:
        """The events after a version, None where the memory does not reach back so far."""
        if version >= self._state.version:
            return ()
        if not self._told or self._told[0][0] > version + 1:
            return None
        missing = self._state.version - version
        return [self._told[place] for place in range(-missing, 0)]

    async def told_of_old(self, version: int) -> Sequence[Numbered]:
        """The events after a version, from the log."""
        entries = await self._world.store.entries(self._state.table, version)
        return [
            (number, told(item))
            for entry in entries
            for number, item in enumerate(unpack(entry.body), start=entry.number)
            if number > version
        ]

    async def entries(self) -> Sequence[Entry]:
        """The whole log.

        Raises StoreUnavailable.
        """
        return await self._world.store.entries(self._state.table)

    async def next_frame(self, reader: Reader) -> Frame | None:
        """What a reader has not had yet, as soon as there is some; None after 15 s of nothing."""
        return await self._readers.next(reader)

    @property
    def stamp(self) -> int:
        """Changes whenever there is something else to see at the table."""
        return self._readers.stamp

    async def news(self, reader: Reader) -> bool:
        """Whether there is something that a reader has not had yet; false after 15 s of nothing."""
        return await self._readers.news(reader)

    def shown(self, reader: Reader) -> None:
        """A reader is given what there is now."""
        self._readers.shown(reader)

    def latest(self, after: int) -> Sequence[tuple[int, Told, Event | None]]:
        """What all may know of the last events above a number, as far as they are in memory.

        The number, what is told, and the event itself if it is one of the match.
        """
        found: list[tuple[int, Told, Event | None]] = []
        for one in reversed(self._recent):
            if one.entry.last <= after:
                break
            for number, item in reversed([*enumerate(one.items, start=one.entry.number)]):
                public = isinstance(item, TableEvent) or item.audience is None
                if number > after and public:
                    event = None if isinstance(item, TableEvent) else item
                    found.append((number, told(item), event))
        return found[::-1]

    def view_of(self, seat: Seat | None) -> View | None:
        """The match as a seat, or a spectator, knows it; None before the first."""
        public = self._public_view()
        if seat is None or self._state.match is None or public is None:
            return public
        return seated(public, self._state.match, seat)

    def own_view(self, seat: Seat) -> View:
        """A seat's view of the match.

        Raises Refused before it has begun.
        """
        view = self.view_of(seat)
        if view is None:
            raise Refused(TableReason.NOT_STARTED)
        return view

    async def hint(self, seat: Seat) -> tuple[str, Judgement]:
        """A bot's name and version, and what it thinks of all that a seat may do whose turn it is.

        Raises Refused where hints are not allowed or the moment passed meanwhile, IllegalAction if
        it is not the turn; BotFailed.
        """
        if not self._state.settings.hints:
            raise Refused(TableReason.NO_HINTS)
        view = self.own_view(seat)
        if view.turn != seat:
            raise IllegalAction(Reason.NOT_YOUR_TURN, "R16", seat=seat, turn=view.turn)
        chance = chance_of(self._state, view)
        judgement = await self._hints.ask(seat, self._state.moved, view, chance)
        return str(find_bot(ADVISER)), judgement

    def follow(self, seat: Seat | None, after: int | None) -> Reader:
        """A reader from a version on; None begins with what is now. Close it when done."""
        if seat is not None:
            self.prepare()
            self._attendance.reads(seat)
            self._attend_again()
            self._unattended.welcome(seat)
        return self._readers.add(seat, after)

    def unfollow(self, reader: Reader) -> None:
        """Let go of a reader."""
        self._readers.remove(reader)
        if reader.seat is not None:
            self._attendance.stops_reading(reader.seat, self._world.clock.now())
            self._attend_again()

    def caught_up(self, reader: Reader) -> None:
        """A reader's newest view has gone out; if it is that player's turn, the clock starts."""
        seat = reader.seat
        if seat is None or self._state.settings.clock is None:
            return
        if reader.cursor is None or reader.cursor < self._state.moved:
            return  # what went out was older than the turn
        if self._attendance.presence[seat].caught_up is None:
            self._attendance.catches_up(seat, self._world.clock.now())
            if seat == self._state.turn:
                self._readers.wake()
                self._unattended.arm()

    def asked(self, seat: Seat) -> None:
        """A person has asked for something, and so is here."""
        self._attendance.asks(seat, self._world.clock.now())
        if not self._attendance.presence[seat].here:
            self._attend_again()
        self._unattended.welcome(seat)

    @property
    def absent(self) -> frozenset[Seat]:
        """The seats of persons that the others need not wait for: out of time, or long away."""
        state, now = self._state, self._world.clock.now()
        ends = times.deadline(state, self._attendance.presence, self._world.begun)
        late = {state.turn} if ends is not None and ends <= now else set()
        if state.settings.clock == times.DAY_CLOCK:
            return frozenset(seat for seat in state.humans if seat in late)
        gone = self._attendance.gone(max(self._world.begun, state.since), now)
        return frozenset(seat for seat in state.humans if seat in late or seat in gone)

    def _attend_again(self) -> None:
        """Notice who is here, tell the readers, and look again when that may have changed."""
        now = self._world.clock.now()
        if self._attendance.refresh(now):
            self._readers.wake()
        self._looks += 1
        lapse = self._attendance.next_lapse(now)
        if lapse is not None:
            loop = asyncio.get_running_loop()
            loop.call_later((lapse - now) / 1000 + 0.01, self._lapsed, self._looks)
        self._unattended.arm()

    def _lapsed(self, look: int) -> None:
        if look == self._looks:
            self._attend_again()

    # Beginning and ending

    def prepare(self) -> None:
        """Have the bots get ready that play here, while people look at their cards."""
        state = self._state
        levels = {who.level for who in state.seats if isinstance(who, Machine)}
        if not state.closed and not levels.isdisjoint(EFFORTS):
            self._world.thinkers.prepare(state.rules, len(state.seats))

    def go_on(self) -> None:
        """See that bots move, and that time brings what it should."""
        self._unattended.go_on()

    def end_streams(self) -> None:
        """End all streams of the table, and begin no more."""
        self._readers.close()

    def stop(self) -> None:
        """End what runs by itself, without harm: the log has all that was shown."""
        self._looks += 1
        self._hints.drop()
        self._unattended.stop()
        self._readers.close()


def _took(items: Iterable[Item], action: Action) -> bool:
    """Whether these events are what an action brought about."""
    for item in items:
        if isinstance(item, Played):
            return action == Play(item.seat, item.card)
        if isinstance(item, Called):
            return isinstance(action, Bid | Pass) and action == item.call
    return False
