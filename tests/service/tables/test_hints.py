"""Hints at a table: thought out once, for the moment that they were asked for and no other."""

from __future__ import annotations

import asyncio
import gc
from pathlib import Path
from random import Random

import pytest

from cutthroat.bots.judgement import Judgement, Option
from cutthroat.core.actions import Action, Pass
from cutthroat.core.errors import IllegalAction, Reason
from cutthroat.core.match import legal_actions
from cutthroat.core.rules import Rules
from cutthroat.core.view import View, project
from cutthroat.service.hinting import ADVISER
from cutthroat.service.tables import decide
from cutthroat.service.tables.errors import Refused, TableReason
from cutthroat.service.tables.happenings import Settings
from cutthroat.service.tables.hints import Hints
from cutthroat.service.tables.hosting import HostedTable
from cutthroat.service.tables.ports import BotFailed
from tests.kit.databases import in_loop
from tests.kit.tables import Log, World, world

PASS = Judgement((Option(Pass(1), 0.5, None, 0.0),), 200)


class Slow:
    """Bots that think until they are let go on."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, View, bytes]] = []
        self.go_on = asyncio.Event()
        self.fails = False
        self.cancelled = 0

    async def think(self, level: str, view: View, chance: bytes) -> Action:
        raise AssertionError("nobody is to move")

    async def judge(self, level: str, view: View, chance: bytes) -> Judgement:
        self.asked.append((level, view, chance))
        try:
            await self.go_on.wait()
        except asyncio.CancelledError:
            self.cancelled += 1
            raise
        if self.fails:
            raise BotFailed(level)
        return PASS

    def prepare(self, rules: Rules, seats: int) -> None:
        raise AssertionError("nothing is to be got ready")


def view() -> View:
    match = Log(2).sit("Ann", "Bob").state.match
    assert match
    return project(match, match.turn)


async def asked(hints: Hints, *, since: int = 7) -> asyncio.Task[Judgement]:
    """Somebody who has asked and waits."""
    task = asyncio.create_task(hints.ask(1, since, view(), b"chance"))
    await asyncio.sleep(0.01)
    return task


async def reason_of(task: asyncio.Task[Judgement]) -> object:
    with pytest.raises(Refused) as refused:
        await task
    return refused.value.reason


@in_loop
async def test_all_who_ask_at_one_moment_wait_for_one_thought() -> None:
    slow = Slow()
    hints = Hints(slow)
    waiting = [await asked(hints) for _ in range(3)]
    waiting[0].cancel()  # who goes away takes nobody along
    slow.go_on.set()
    assert [await task for task in waiting[1:]] == [PASS, PASS]
    assert await (await asked(hints)) is PASS
    assert [level for level, _view, _chance in slow.asked] == [ADVISER]
    assert slow.asked[0][2] == b"chance"


@in_loop
async def test_another_moment_is_thought_about_anew() -> None:
    slow = Slow()
    slow.go_on.set()
    hints = Hints(slow)
    for since in (7, 7, 9):
        await (await asked(hints, since=since))
    assert len(slow.asked) == 2


@in_loop
async def test_a_hint_whose_moment_passes_says_so_and_is_thought_about_no_more() -> None:
    slow = Slow()
    hints = Hints(slow)
    waiting = [await asked(hints) for _ in range(2)]
    hints.drop()
    for task in waiting:
        assert await reason_of(task) is TableReason.HINT_TOO_LATE
    assert slow.cancelled == 1


@in_loop
async def test_a_hint_that_is_ready_as_its_moment_passes_is_too_late() -> None:
    slow = Slow()
    hints = Hints(slow)
    waiting = await asked(hints)
    slow.go_on.set()
    hints.drop()
    assert await reason_of(waiting) is TableReason.HINT_TOO_LATE


@in_loop
async def test_after_a_failure_it_is_tried_again() -> None:
    slow = Slow()
    slow.fails = True
    hints = Hints(slow)
    waiting = [await asked(hints) for _ in range(2)]
    slow.go_on.set()
    for task in waiting:
        with pytest.raises(BotFailed):
            await task
    slow.fails = False
    assert await (await asked(hints)) is PASS


@in_loop
async def test_a_failure_that_nobody_waits_for_is_not_kept() -> None:
    complaints: list[object] = []
    asyncio.get_running_loop().set_exception_handler(lambda _loop, why: complaints.append(why))
    slow = Slow()
    slow.fails = True
    hints = Hints(slow)
    waiting = await asked(hints)
    waiting.cancel()
    await asyncio.wait({waiting})
    slow.go_on.set()
    await asyncio.sleep(0.01)
    slow.fails = False
    assert await (await asked(hints)) is PASS
    gc.collect()
    assert complaints == []


# At a table


async def served(here: World, *, hints: bool = True) -> HostedTable:
    """A table for two, whose match has begun."""
    log = Log(2, settings=Settings(hints=hints)).sit("Ann", "Bob")
    for entry in log.entries:
        assert await here.store.append(entry)
    here.clock.moment = log.now
    return await here.hall.find(log.state.table)


@in_loop
async def test_the_bot_is_given_the_view_of_the_seat_and_nothing_else(tmp_path: Path) -> None:
    async with world(tmp_path) as here:
        table = await served(here)
        seat = table.state.turn
        assert table.state.match
        assert seat
        by, judgement = await table.hint(seat)
        assert by.startswith(ADVISER)
        ((_level, given, _chance),) = here.thinkers.asked
        assert given == project(table.state.match, seat)
        actions = [option.action for option in judgement.options]
        assert sorted(map(str, actions)) == sorted(map(str, legal_actions(table.state.match)))
        again = await table.hint(seat)
        assert again == (by, judgement)
        assert len(here.thinkers.asked) == 1


@in_loop
async def test_a_move_makes_a_hint_too_late_and_a_remark_does_not(tmp_path: Path) -> None:
    async with world(tmp_path) as here:
        slow = Slow()
        here.thinkers.judge = slow.judge  # type: ignore[method-assign]
        table = await served(here)
        seat = table.state.turn
        assert table.state.match
        assert seat
        waiting = asyncio.create_task(table.hint(seat))
        await asyncio.sleep(0.01)
        await table.decide(lambda state: decide.react(state, seat, "wow"), seat)
        assert not waiting.done()
        action = Random(1).choice(legal_actions(table.state.match))
        await table.act(seat, action, table.state.moved)
        with pytest.raises(Refused) as refused:
            await waiting
        assert refused.value.reason is TableReason.HINT_TOO_LATE
        assert slow.cancelled == 1


@in_loop
async def test_no_hint_where_there_are_none_nor_to_who_is_not_to_act(tmp_path: Path) -> None:
    async with world(tmp_path) as here:
        table = await served(here, hints=False)
        seat = table.state.turn
        assert seat
        with pytest.raises(Refused) as refused:
            await table.hint(seat)
        assert refused.value.reason is TableReason.NO_HINTS
    (tmp_path / "b").mkdir()
    async with world(tmp_path / "b") as here:
        table = await served(here)
        waits = 3 - (table.state.turn or 0)
        with pytest.raises(IllegalAction) as illegal:
            await table.hint(waits)
        assert illegal.value.reason is Reason.NOT_YOUR_TURN
        assert not here.thinkers.asked
