"""Nobody is told what they may not know: not by a frame, a view, a record, an error or a header.

Two servers have the same log but for cards that the one who asks may not know. All that this one
is told, byte for byte, must be the same.
"""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest

from cutthroat.core.actions import Action, Bid, Pass, Play, Seat
from cutthroat.core.cards import CardSet
from cutthroat.core.match import legal_actions
from cutthroat.service.tables.hall import Hall
from cutthroat.service.tables.ports import Entry, Person
from tests.kit.databases import in_loop
from tests.kit.script import everybody
from tests.kit.tables import Web, World, fold_entries, surroundings, world
from tests.kit.twins import NAMES, some_log, twin

SHARED = 5
"""Ticks of the loop in which everybody who reads has read."""


# All that one is told


class Told:
    """What somebody is told of a table by a server, piece after piece."""

    def __init__(self, world: World, web: Web, viewer: Seat | None, table: str) -> None:
        self.world = world
        self.web = web
        self.viewer = viewer
        self.table = table
        self.pieces: list[object] = []
        self.tokens: dict[Seat, str] = {}

    @property
    def token(self) -> str | None:
        return self.tokens[self.viewer] if self.viewer else None

    async def seat_people(self, seats: int) -> None:
        for seat in range(1, seats + 1):
            name = NAMES[seat - 1]
            person = Person(name.lower(), name, 0)
            await self.world.store.add_person(person)
            token = await self.world.people.seat_token(person.identifier, self.table, seat)
            self.tokens[seat] = token

    async def ask(self, method: str, path: str, body: object = None, **how: object) -> None:
        address = f"/tables/{self.table}{path}"
        headers: list[tuple[str, str]] = []
        answer = await self.web.ask(method, address, body, token=self.token, headers=headers)
        self.pieces.append((path, body, *answer))

    async def look(self) -> None:
        await self.ask("GET", "")
        await self.ask("GET", "/record.smear")
        await self.ask("GET", "/hint")

    async def err(self, actions: Sequence[Action], done: int) -> None:
        """Ask for what is refused."""
        state = (await self.world.hall.find(self.table)).state
        unseen = ["2C", "7D", "KH", "AS", "JK", "JD"]
        if state.turn != self.viewer:
            unseen = unseen[:1]
        own = getattr(state.match and state.match.phase, "hands", ())
        held = own[self.viewer - 1] if self.viewer and own else CardSet()
        legal = legal_actions(state.match) if state.match else ()
        for card in unseen:
            if card not in {one.text for one in held}:
                await self.ask("POST", "/actions", {"play": card, "at": state.version})
        for call in ("pass", 2, 3, 4):
            wish = Pass(self.viewer or 0) if call == "pass" else Bid(self.viewer or 0, int(call))
            if state.turn != self.viewer or wish not in legal:
                await self.ask("POST", "/actions", {"call": call, "at": state.version})
        await self.ask("POST", "/actions", {"call": "pass", "at": max(0, state.moved - 3)})
        await self.ask("POST", "/actions", {"call": "pass", "at": 10**6})
        await self.ask("POST", "/actions", {"play": "1S", "at": state.version})
        await self.ask("POST", "/ready")
        await self.ask("POST", "/rematch", {"nonce": "x"})
        await self.ask("GET", "/stream?after=x")
        await self.ask("GET", "/record.smear?match=nothing")
        if done % 5 == 0:
            await self.ask("PUT", "/actions", {})
            await self.ask("POST", "/actions", {"play": ["AS"], "at": 0})
            await self.ask("POST", "/reactions", {"reaction": "no"})
            await self.ask("GET", "/cards")

    async def again_from_everywhere(self, web: Web | None = None) -> None:
        """Come back from every version there was."""
        version = (await self.world.hall.find(self.table)).version
        for after in (None, *range(version + 2)):
            async with (web or self.web).stream(self.table, token=self.token, after=after) as one:
                self.pieces.append((await one.frame(), one.head))


async def told_by(
    folder: Path, entries: Sequence[Entry], actions: Sequence[Action], viewer: Seat | None
) -> list[object]:
    """All that a viewer is told by a server that has a log, while the match goes on."""
    table = entries[0].table
    async with world(folder) as here:
        for entry in entries:
            assert await here.store.append(entry)
        here.clock.moment = entries[-1].when
        told = Told(here, Web(here), viewer, table)
        await told.seat_people(len(fold_entries(entries).seats))
        async with told.web.stream(table, token=told.token, after=0) as stream:
            told.pieces.append(await stream.frame())
            told.pieces.append(stream.head)
            for done, action in enumerate(actions):
                if done % 4 == 0:
                    await told.look()
                    await told.err(actions, done)
                here.clock.moment += 1000
                await act(told, action)
                await ticks()
                told.pieces += stream.waiting()
                if done % 6 == 3:
                    await told.again_from_everywhere()
            await told.look()
            await told.err(actions, len(actions))
            await told.again_from_everywhere()
            told.pieces += stream.waiting()
        await after_a_restart(here, told)
        return told.pieces


async def act(told: Told, action: Action) -> None:
    """One plays, and is heard twice."""
    seat = action.seat
    state = (await told.world.hall.find(told.table)).state
    body: dict[str, object] = {"at": state.version}
    if isinstance(action, Play):
        body["play"] = action.card.text
    else:
        body["call"] = action.points if isinstance(action, Bid) else "pass"
    for _ in range(2):
        answer = await told.web.ask(
            "POST", f"/tables/{told.table}/actions", body, token=told.tokens[seat]
        )
        assert answer.status == 200, answer
        if seat == told.viewer:
            told.pieces.append(answer)


async def ticks() -> None:
    """Let everybody read."""
    for _ in range(SHARED):
        await asyncio.sleep(0)


async def after_a_restart(here: World, told: Told) -> None:
    """Another server has the log, and nothing else."""
    await here.hall.stop()
    here.hall = Hall(surroundings(here.gate, here.clock, here.entropy, here.thinkers))
    told.web = Web(here)
    await told.look()
    await told.again_from_everywhere()


# The comparison


@pytest.fixture
def _same_ids(monkeypatch: pytest.MonkeyPatch) -> None:
    """Identifiers of errors are chance; here they are all the same."""
    monkeypatch.setattr("cutthroat.web.problems.secrets.token_hex", lambda size: "0" * 2 * size)


async def compare(folder: Path, seed: int) -> int:
    """Compare what everybody at a table is told in two worlds; how many pieces were the same."""
    rng = Random(seed)
    log, actions = some_log(rng)
    compared = 0
    for viewer in everybody(len(log.state.seats)):
        other = twin(log.entries, actions, viewer, rng)
        if other is None:
            continue
        names = [folder / f"{seed}-{viewer}-{side}" for side in "ab"]
        for name in names:
            name.mkdir()
        here = await told_by(names[0], log.entries, actions, viewer)
        there = await told_by(names[1], other, actions, viewer)
        assert len(here) == len(there), (seed, viewer)
        for one, two in zip(here, there, strict=True):
            assert one == two, (seed, viewer)
        compared += len(here)
    return compared


@pytest.mark.usefixtures("_same_ids")
@in_loop
async def test_who_may_not_know_is_told_the_same(tmp_path: Path) -> None:
    compared = 0
    for seed in itertools.count():
        compared += await compare(tmp_path, seed)
        if compared >= 3000:
            break
    assert compared >= 3000


@pytest.mark.slow
@pytest.mark.usefixtures("_same_ids")
@in_loop
async def test_who_may_not_know_is_told_the_same_in_a_hundred_thousand_pieces(
    tmp_path: Path,
) -> None:
    compared = seeds = 0
    while compared < 100_000:
        compared += await compare(tmp_path, 1000 + seeds)
        seeds += 1
    print(f"{compared} pieces of {seeds} matches were the same")
