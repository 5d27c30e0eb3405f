"""Many at once at one table, a store that comes and goes, another writer: one outcome of each.

A machine of Hypothesis lets people, bots, time and a second server loose on a real database, and
looks after each round whether everybody can have seen the same.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import tempfile
from collections.abc import Callable, Coroutine, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, settings, strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule, run_state_machine_as_test

from cutthroat.adapters.sql import SqlStore, open_store
from cutthroat.core.actions import Action, Pass, Play, Seat
from cutthroat.core.cards import ALL_CARDS
from cutthroat.core.errors import CutthroatError
from cutthroat.core.events import Called, HandDealt, Played
from cutthroat.core.match import legal_actions
from cutthroat.core.rules import parse_rules
from cutthroat.service.tables import decide, unattended
from cutthroat.service.tables.decide import Nonce
from cutthroat.service.tables.hall import Hall, machines
from cutthroat.service.tables.happenings import (
    Item,
    MatchPrepared,
    NoncePledged,
    NoncesFixed,
    NonceShown,
    SeatFreed,
    SeatTaken,
    SecretShown,
    Settings,
)
from cutthroat.service.tables.hosting import HostedTable
from cutthroat.service.tables.ports import Entry, StoreUnavailable
from cutthroat.service.tables.readers import Reader
from cutthroat.service.tables.state import TableState
from cutthroat.service.tables.times import SECOND
from cutthroat.service.tables.wire import unpack
from tests.kit.tables import World, fold_entries, hash_of, in_store, nonce_of

PEOPLE = ("ada", "bea", "cid", "dan")
STEPS = (*(1, 4, 11, 31, 61) * 4, 31 * 86_400)
"""Seconds by which time jumps."""


@dataclass
class Heard:
    """A reader, and all that it got."""

    table: HostedTable
    reader: Reader
    person: str | None
    first: int
    cursors: list[int] = field(default_factory=list)
    numbers: list[int] = field(default_factory=list)
    frames: list[tuple[int, bytes]] = field(default_factory=list)
    task: asyncio.Task[None] | None = None

    async def listen(self) -> None:
        while not self.reader.dismissed:
            try:
                frame = await self.table.next_frame(self.reader)
            except StoreUnavailable:
                await asyncio.sleep(0)
                continue
            if frame is None:
                continue
            told = json.loads(frame.data)
            assert told["version"] == frame.version
            self.cursors.append(frame.version)
            self.numbers += [event["number"] for event in told["events"]]
            self.frames.append(frame)
            self.table.caught_up(self.reader)


@dataclass(frozen=True)
class Outcome:
    """What came of something that a seat asked for: a version, or the reason why not."""

    hall: int
    seat: Seat
    action: Action
    at: int
    version: int | None
    reason: str | None


class Tables(RuleBasedStateMachine):
    """A table, its people, and two servers that both think it is theirs."""

    store: SqlStore
    numbers: Iterator[int]
    rounds = 0
    """Rounds in which several things happened at once, in all runs."""

    def __init__(self) -> None:
        super().__init__()
        self.loop = asyncio.new_event_loop()
        self.rng = Random(0)
        self.heard: list[Heard] = []
        self.ended: list[Heard] = []
        self.outcomes: list[Outcome] = []
        self.world: World
        self.halls: list[Hall] = []
        self.table = ""

    # Rules

    @initialize(
        people=st.tuples(st.integers(2, 3), st.integers(0, 1)),
        clock=st.sampled_from((None, 30)),
        absent=st.sampled_from(("bot", "bot", "nobody")),
        rules=st.sampled_from(("", "target=5 out=reach limit=5", "all_pass=next joker=yes")),
        played=st.sampled_from((0, 10, 40, 60)),
    )
    def open(
        self, people: tuple[int, int], clock: int | None, absent: str, rules: str, played: int
    ) -> None:
        self.world = in_store(self.store, f"x{next(self.numbers)}x")
        self.halls = [self.world.hall, self.world.another_hall()]
        given = Settings(clock=clock, absent=absent, listed=True)

        async def begin() -> None:
            seats, bots = people
            opened = self.halls[0].open(
                parse_rules(rules), machines(["random"] * bots, seats), given
            )
            self.table = (await opened).state.table

        self.run(begin())
        if played:
            self.play_on(0, played)

    @rule(
        seed=st.integers(0, 2**32),
        kinds=st.lists(
            st.sampled_from(
                (
                    *(("act", "double", "read", "time") * 4),
                    *(("join", "nonce", "intrude") * 2),
                    *("race", "ready", "ready twice", "leave", "concede", "end", "rematch"),
                    *("react", "read again", "go"),
                )
            ),
            min_size=2,
            max_size=7,
        ),
        fault=st.sampled_from((None, None, "before", "after")),
    )
    def together(self, seed: int, kinds: list[str], fault: str | None) -> None:
        """Several things at once; the store may be gone for a part of them."""
        self.rng = Random(seed)
        Tables.rounds += 1
        gate = self.world.gate
        gate.pauses = lambda: self.rng.randrange(3)

        async def break_down() -> None:
            for _ in range(self.rng.randrange(6)):
                await asyncio.sleep(0)
            gate.broken = fault
            await asyncio.sleep(self.rng.choice((0, 0.002)))
            gate.broken = None

        async def happen() -> None:
            wishes = [one for kind in kinds for one in await self.wishes(kind)]
            await asyncio.gather(break_down(), *map(self.with_a_pause, wishes))
            await self.settle()
            await self.look()

        self.run(happen())

    @rule(seed=st.integers(0, 2**32), steps=st.integers(1, 8))
    def play_on(self, seed: int, steps: int) -> None:
        """What people do at a table where nothing goes wrong, so that matches come to their end."""
        self.rng = Random(seed)

        async def on() -> None:
            for _ in range(steps):
                table = await self.of(0)
                state = table.state
                kind = "join" if None in state.seats and not state.closed else "nonce"
                if state.running:
                    kind = "act" if state.turn else "ready"
                elif state.over and state.preparation is None:
                    kind = "rematch"
                if kind == "act":
                    action = self.rng.choice(legal_actions(state.match)) if state.match else None
                    wishes = [self.act(0, action.seat, action, state.version)] if action else []
                else:
                    wishes = await self.wishes(kind, hall=0)
                for wish in wishes:
                    await wish
                await self.settle()
            await self.look()

        self.run(on())

    # What is asked for

    async def of(self, hall: int) -> HostedTable:
        return await self.halls[hall].find(self.table)

    async def with_a_pause(self, wish: Coroutine[Any, Any, None]) -> None:
        for _ in range(self.rng.randrange(4)):
            await asyncio.sleep(0)
        await wish

    async def wishes(self, kind: str, hall: int | None = None) -> list[Coroutine[Any, Any, None]]:
        """What somebody does, to be awaited beside other things."""
        hall = hall if hall is not None else int(kind == "intrude")
        try:
            table = await self.of(hall)
        except StoreUnavailable:
            return []
        state, rng = table.state, self.rng
        seat = rng.choice(state.humans or (1,))
        match kind:
            case "act" | "double" | "intrude":
                wish = self.some_action(state)
                return [self.act(hall, *wish) for _ in range(1 + (kind == "double"))]
            case "join":
                return [self.join(table, rng.choice(PEOPLE))]
            case "race":
                return [self.join(table, person) for person in PEOPLE]
            case "ready" | "ready twice":
                seats = state.humans if kind == "ready" else state.humans * 2
                return [self.ask(table, _ready(seat), seat) for seat in seats]
            case "nonce":
                return [self.ask(table, _nonce(seat), seat) for seat in state.humans]
            case "leave":
                secret = self.world.entropy.secret()
                return [self.ask(table, lambda s: decide.leave(s, seat, secret), seat)]
            case "concede":
                return [self.ask(table, lambda s: decide.concede(s, seat), seat)]
            case "end":
                return [self.ask(table, _end(seat, table.absent), seat) for seat in state.humans]
            case "rematch":
                secret = self.world.entropy.secret()
                return [self.ask(table, _rematch(seat, secret), seat) for seat in state.humans]
            case "react":
                return [self.ask(table, lambda s: decide.react(s, seat, "wow"), seat)]
            case "read":
                viewer = rng.choice((None, *state.humans))
                after = rng.choice((None, 0, rng.randint(0, state.version)))
                return [self.read(table, viewer, after)]
            case "read again":
                return [self.come_again(one) for one in self.ended[-2:]]
            case "go":
                return [self.stop_reading(rng.choice(self.heard))] if self.heard else []
            case _:
                return [self.jump(rng.choice(STEPS))]

    def some_action(self, state: TableState) -> tuple[Seat, Action, int]:
        """Mostly sensible; some out of turn, some against the rules, some too old."""
        rng = self.rng
        seat = state.turn or rng.choice(state.numbers)
        if rng.random() < 0.1:
            seat = rng.choice(state.numbers)
        legal = legal_actions(state.match) if state.match else ()
        action: Action = rng.choice(legal) if legal else Pass(seat)
        if rng.random() < 0.1:
            action = Play(seat, rng.choice(ALL_CARDS))
        at = rng.choice((state.version, state.version, state.moved, max(0, state.moved - 1)))
        earlier = [one for one in self.outcomes if one.seat == seat]
        if earlier and rng.random() < 0.2:
            return seat, earlier[-1].action, earlier[-1].at
        return seat, action, at

    async def act(self, hall: int, seat: Seat, action: Action, at: int) -> None:
        version = reason = None
        try:
            table = await self.of(hall)
            version = await table.act(seat, action, at)
        except CutthroatError as error:
            reason = error.reason.value
        except StoreUnavailable:
            reason = "store"
        self.outcomes.append(Outcome(hall, seat, action, at, version, reason))

    async def ask(
        self, table: HostedTable, decision: Callable[[TableState], tuple[Item, ...]], seat: Seat
    ) -> None:
        table.asked(seat)
        with contextlib.suppress(CutthroatError, StoreUnavailable):
            await table.decide(decision, seat)

    async def join(self, table: HostedTable, person: str) -> None:
        given = self.rng.choice(("plain", "hash", None))

        def decision(state: TableState) -> tuple[Item, ...]:
            if any((one := state.human(s)) and one.person == person for s in state.humans):
                return ()
            decide.check_free(state)
            seat = state.seats.index(None) + 1
            return decide.take_seat(state, person, person, _given(state, seat, given))[1]

        with contextlib.suppress(CutthroatError, StoreUnavailable):
            await table.decide(decision)

    async def read(self, table: HostedTable, seat: Seat | None, after: int | None) -> None:
        human = table.state.human(seat) if seat else None
        if seat and not human:
            return
        reader = table.follow(seat, after)
        first = table.version if after is None else after
        one = Heard(table, reader, human.person if human else None, first)
        one.task = asyncio.create_task(one.listen())
        self.heard.append(one)

    async def stop_reading(self, one: Heard) -> None:
        if one not in self.heard:
            return
        self.heard.remove(one)
        one.reader.dismissed = True
        one.reader.wake()
        assert one.task
        await one.task
        one.table.unfollow(one.reader)
        self.ended.append(one)

    async def come_again(self, before: Heard) -> None:
        """From the version that was the last, as a browser does."""
        after = before.cursors[-1] if before.cursors else before.first
        seat = before.reader.seat
        human = before.table.state.human(seat) if seat else None
        if seat is None or (human and human.person == before.person):
            await self.read(before.table, seat, after)

    async def jump(self, seconds: int) -> None:
        self.world.clock.moment += seconds * SECOND
        for hall in self.halls:
            for table in [*hall.hosted.values()]:
                table._attend_again()

    # After each round

    def run(self, what: Coroutine[Any, Any, None]) -> None:
        self.loop.run_until_complete(asyncio.wait_for(what, 60))

    async def settle(self) -> None:
        """Wait until nothing happens by itself any more and everybody has heard of everything."""
        self.world.gate.pauses = lambda: 0
        quiet = 0
        while quiet < 3:
            await asyncio.sleep(0.0005)
            quiet = 0 if self.busy() else quiet + 1

    def busy(self) -> bool:
        tables = [table for hall in self.halls for table in hall.hosted.values()]
        for one in [one for one in self.heard if one.reader.dismissed]:
            self.heard.remove(one)
            one.table.unfollow(one.reader)
            self.ended.append(one)
        working = any(
            not task.done() for table in tables for task in table._unattended._tasks.values()
        )
        behind = any(one.reader.cursor != one.table.version for one in self.heard)
        return working or behind or any(one.reader.news for one in self.heard)

    async def look(self) -> None:
        entries = [*await self.store.entries(self.table)]
        items = dict(_numbered(entries))
        assert [*items] == [*range(1, len(items) + 1)]
        self.look_at_states(entries)
        for one in (*self.heard, *self.ended):
            look_at_reader(one, items)
        self.look_at_outcomes(entries)
        look_at_seats(items)
        for hall in self.halls:
            for table in hall.hosted.values():
                table._doubtful = True
                await table.decide(lambda _state: ())
        await self.settle()

    def look_at_states(self, entries: list[Entry]) -> None:
        """What a server has in memory is a beginning of the log; the one that is alone has all."""
        for hall in self.halls:
            for table in hall.hosted.values():
                upto = [entry for entry in entries if entry.last <= table.version]
                assert table.state == fold_entries(upto)
        if not self.halls[1].hosted:
            assert self.halls[0].hosted[self.table].version == entries[-1].last

    def look_at_outcomes(self, entries: list[Entry]) -> None:
        """Whoever was told a version has acted, once; nobody acts twice in a turn."""
        acted: dict[tuple[Seat | None, int | None], Entry] = {}
        for entry in entries:
            moves = [one for one in unpack(entry.body) if isinstance(one, Called | Played)]
            assert len(moves) <= 1
            if moves and entry.by:
                assert (entry.by, entry.at) not in acted
                acted[entry.by, entry.at] = entry
        heard: dict[tuple[object, ...], int] = {}
        for one in self.outcomes:
            asked = one.hall, one.seat, one.action, one.at
            if one.version is None:
                assert one.reason == "store" or asked not in heard
                continue
            heard[asked] = one.version
            entry = acted[one.seat, one.at]
            assert entry.last == one.version
            took = next(item for item in unpack(entry.body) if isinstance(item, Called | Played))
            done = took.call if isinstance(took, Called) else Play(took.seat, took.card)
            assert done == one.action
        self.outcomes = self.outcomes[-30:]

    def teardown(self) -> None:
        async def end() -> None:
            for one in [*self.heard]:
                await self.stop_reading(one)
            for hall in self.halls:
                await hall.stop()
            await asyncio.sleep(0.001)

        self.run(end())
        self.loop.close()


def _given(state: TableState, seat: Seat, kind: str | None) -> Nonce | None:
    nonce = nonce_of(seat, state.prepared)
    if kind is None:
        return None
    return Nonce(nonce) if kind == "plain" else Nonce(hash=hash_of(nonce))


def _ready(seat: Seat) -> Callable[[TableState], tuple[Item, ...]]:
    return lambda state: decide.ready(state, seat)


def _end(seat: Seat, absent: frozenset[Seat]) -> Callable[[TableState], tuple[Item, ...]]:
    return lambda state: decide.agree_to_end(state, seat, agrees=True, absent=absent)


def _nonce(seat: Seat) -> Callable[[TableState], tuple[Item, ...]]:
    def decision(state: TableState) -> tuple[Item, ...]:
        pledged = state.preparation and state.preparation.pledges[seat - 1]
        given = Nonce(nonce_of(seat, state.prepared))
        if not pledged and seat % 2:
            given = Nonce(hash=hash_of(nonce_of(seat, state.prepared)))
        return decide.give_nonce(state, seat, given)

    return decision


def _rematch(seat: Seat, secret: bytes) -> Callable[[TableState], tuple[Item, ...]]:
    def decision(state: TableState) -> tuple[Item, ...]:
        number = state.prepared + (state.preparation is None)
        return decide.rematch(state, seat, Nonce(nonce_of(seat, number)), secret)

    return decision


def _numbered(entries: list[Entry]) -> Iterator[tuple[int, Item]]:
    for entry in entries:
        yield from enumerate(unpack(entry.body), start=entry.number)


def look_at_reader(one: Heard, items: dict[int, Item]) -> None:
    """It has had all that it may know, once and in order, and nothing that it may not."""
    assert one.cursors == sorted(one.cursors)
    if not one.cursors:
        return
    seat = one.reader.seat
    wanted = [
        number
        for number, item in items.items()
        if one.first < number <= one.cursors[-1]
        and not (isinstance(item, HandDealt) and item.seat != seat)
    ]
    assert one.numbers == wanted
    hidden = _hidden_until(items)
    for version, frame in one.frames:
        for text, until in hidden.items():
            assert version >= until or text not in frame
    one.frames.clear()


def _hidden_until(items: dict[int, Item]) -> dict[bytes, float]:
    """What nobody may see, and the number of the event that shows it."""
    hidden: dict[bytes, float] = {}
    pledged: dict[int, bytes] = {}
    for number, item in items.items():
        match item:
            case MatchPrepared():
                hidden[item.secret.encode()] = float("inf")
                pledged = {}
            case SecretShown():
                hidden[item.secret.encode()] = number
            case NoncePledged(nonce=str(nonce)) | NonceShown(nonce=nonce):
                pledged[item.seat] = f'"{nonce}"'.encode()
                hidden.setdefault(pledged[item.seat], float("inf"))
            case NoncesFixed():
                hidden.update(dict.fromkeys(pledged.values(), number))
            case _:
                pass
    return hidden


def look_at_seats(items: dict[int, Item]) -> None:
    """A seat is taken by one, and by another only after it was freed; nobody has two."""
    sitting: dict[Seat, str] = {}
    for item in items.values():
        if isinstance(item, SeatTaken):
            assert item.seat not in sitting
            assert item.person not in sitting.values()
            sitting[item.seat] = item.person
        elif isinstance(item, SeatFreed):
            del sitting[item.seat]


def explore(monkeypatch: pytest.MonkeyPatch, examples: int, steps: int) -> int:
    """Run the machine; how many rounds there were in which several things happened at once."""
    monkeypatch.setattr(unattended, "_BACK_OFF", (0.0005,))
    with tempfile.TemporaryDirectory() as folder:
        store = open_store(f"sqlite:///{Path(folder)}/tables.db")
        Tables.store, Tables.numbers, Tables.rounds = store, itertools.count(), 0
        try:
            run_state_machine_as_test(
                Tables,
                settings=settings(
                    max_examples=examples,
                    stateful_step_count=steps,
                    suppress_health_check=[*HealthCheck],
                ),
            )
        finally:
            asyncio.run(store.close())
    return Tables.rounds


def test_many_at_once_have_one_outcome_each(monkeypatch: pytest.MonkeyPatch) -> None:
    assert explore(monkeypatch, examples=8, steps=12)


@pytest.mark.slow
def test_many_at_once_have_one_outcome_each_a_thousand_times(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rounds = explore(monkeypatch, examples=120, steps=20)
    if rounds < 1000:  # how many there are in an example is up to chance
        rounds += explore(monkeypatch, examples=120, steps=20)
    assert rounds >= 1000
