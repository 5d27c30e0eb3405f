from __future__ import annotations

import asyncio
import gc
import os
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from random import Random

import pytest

from cutthroat.adapters.thinkers import ProcessThinkers
from cutthroat.bots.registry import find_bot
from cutthroat.core.actions import Action
from cutthroat.core.rules import parse_rules
from cutthroat.core.view import View, project
from cutthroat.service.hinting import judged
from cutthroat.service.tables.ports import BotFailed
from tests.kit.databases import ROOT, in_loop
from tests.kit.tables import Log

PATIENCE = 30.0


def view(actions: int = 0, rules: str = "") -> View:
    """What the seat sees whose turn it is, so many actions after the deal."""
    match = Log(2, rules=rules).sit("Ann", "Bob").play(Random(1), actions).state.match
    assert match
    assert match.turn
    return project(match, match.turn)


@asynccontextmanager
async def thinking(processes: int = 1, **options: float) -> AsyncIterator[ProcessThinkers]:
    thinkers = ProcessThinkers(processes, **options)
    try:
        yield thinkers
    finally:
        thinkers.close()


def process_ids(thinkers: ProcessThinkers) -> list[int]:
    assert thinkers._pool
    return list(thinkers._pool._processes)


def is_running(pid: int) -> bool:
    """Whether a process is there and is no corpse."""
    told = subprocess.run(
        ["ps", "-o", "stat=", "-p", str(pid)], capture_output=True, text=True, check=False
    )
    return not told.stdout.startswith("Z") and bool(told.stdout.strip())


async def until(holds: Callable[[], bool]) -> None:
    ends = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < ends, "it has not come about"
        await asyncio.sleep(0.02)


@in_loop
async def test_a_bot_answers_what_it_answers_anywhere() -> None:
    async with thinking() as thinkers:
        for level in ("easy", "random"):
            for actions in (0, 3, 9):
                seen, chance = view(actions), b"chance %d" % actions
                expected = find_bot(level).policy(seen, Random(chance))
                assert await thinkers.think(level, seen, chance) == expected


@in_loop
async def test_a_judgement_is_what_it_is_anywhere() -> None:
    async with thinking() as thinkers:
        for actions in (0, 3, 9):
            seen, chance = view(actions), b"chance %d" % actions
            expected = judged("medium", seen, chance)
            assert await thinkers.judge("medium", seen, chance) == expected
        with pytest.raises(BotFailed):
            await thinkers.judge("easy", view(), b"")


@pytest.mark.parametrize("processes", [1, 2])
@in_loop
async def test_a_move_waits_behind_one_hint_however_many_are_asked_for(processes: int) -> None:
    async with thinking(processes) as thinkers:
        await thinkers.judge("medium", view(), b"")
        order: list[str] = []

        async def told(name: str, thought: Coroutine[None, None, object]) -> None:
            await thought
            order.append(name)

        hints = [told("hint", thinkers.judge("expert", view(), b"%d" % n)) for n in range(5)]
        waiting = [asyncio.create_task(hint) for hint in hints]
        await asyncio.sleep(0)
        await told("move", thinkers.think("easy", view(), b""))
        assert order.count("hint") <= 1
        await asyncio.gather(*waiting)
        assert sorted(order) == ["hint"] * 5 + ["move"]


@in_loop
async def test_a_hint_that_nobody_waits_for_keeps_its_places_until_it_ends() -> None:
    """So what comes next is not sent to a process that is busy, where its patience would run."""
    async with thinking(2, patience=PATIENCE) as thinkers:
        await asyncio.gather(*(thinkers.think("easy", view(), b"") for _ in range(8)))
        assert len(process_ids(thinkers)) == 2
        for _ in range(2):
            long = thinkers._answer(partial(time.sleep, PATIENCE), "", None, thinkers._hint_places)
            hint = asyncio.create_task(long)
            await asyncio.sleep(0.01)
            hint.cancel()
            await asyncio.wait({hint})
        await thinkers.think("easy", view(), b"")
        assert thinkers.thinking == 1  # the first hint; the other never began
        assert thinkers._hint_places.locked()


UNHEARD_OF = "target=83 high=highest follow=strict"
"""House rules whose table is nowhere kept."""


@in_loop
async def test_other_hints_do_not_wait_while_a_table_is_being_made() -> None:
    async with thinking() as thinkers, thinkers._making, asyncio.timeout(4 * PATIENCE):
        hint = asyncio.create_task(thinkers.judge("medium", view(rules=UNHEARD_OF), b""))
        await until(lambda: thinkers._pool is not None and not thinkers._places.locked())
        await thinkers.judge("medium", view(), b"")
        assert not hint.done()
        hint.cancel()


@in_loop
async def test_closing_ends_what_is_being_got_ready_even_if_it_was_forgotten() -> None:
    thinkers = ProcessThinkers()
    async with thinkers._making:
        thinkers.prepare(parse_rules(UNHEARD_OF), 2)
        await until(lambda: thinkers._pool is not None and not thinkers.thinking)
        (task,) = thinkers._running
        thinkers._ready.clear()
        thinkers.close()
        await asyncio.wait({task}, timeout=PATIENCE)
        assert task.cancelled()


@in_loop
async def test_who_starts_has_every_process_get_ready() -> None:
    async with thinking(3) as thinkers:
        thinkers.start()
        await until(lambda: thinkers._pool is not None and not thinkers.thinking)
        assert len(process_ids(thinkers)) == 3


@in_loop
async def test_who_gets_ready_starts_every_process_and_answers_at_once_then() -> None:
    async with thinking(2) as thinkers:
        thinkers.prepare(view().rules, view().seats)
        await until(lambda: thinkers._pool is not None)
        await until(lambda: len(process_ids(thinkers)) == 2 and not thinkers.thinking)
        begun = time.monotonic()
        await thinkers.think("hard", view(), b"")
        assert time.monotonic() - begun < 1.5


@in_loop
async def test_what_was_got_ready_rests_and_is_got_ready_again() -> None:
    async with thinking(rest_after=0.2) as thinkers:
        for _ in range(2):
            thinkers.prepare(view().rules, view().seats)
            await until(lambda: thinkers._pool is not None)
            await until(lambda: thinkers._pool is None)


@in_loop
async def test_no_more_processes_than_were_allowed() -> None:
    async with thinking(2) as thinkers:
        asked = [asyncio.create_task(thinkers.think("easy", view(), b"")) for _ in range(40)]
        await asyncio.sleep(0)
        assert thinkers.thinking == 40
        answers = await asyncio.gather(*asked)
        assert len({str(answer) for answer in answers}) == 1
        assert len(process_ids(thinkers)) == 2
        assert thinkers.thinking == 0


@in_loop
async def test_a_bot_that_breaks_down_has_failed_and_others_go_on() -> None:
    async with thinking() as thinkers:
        with pytest.raises(BotFailed):
            await thinkers.think("no such bot", view(), b"")
        await thinkers.think("easy", view(), b"")


@in_loop
async def test_processes_that_are_killed_are_replaced() -> None:
    async with thinking(2) as thinkers:

        def asked() -> list[asyncio.Task[Action]]:
            return [asyncio.create_task(thinkers.think("easy", view(), b"")) for _ in range(20)]

        for _ in range(3):
            await asyncio.gather(*asked())
            assert len(process_ids(thinkers)) == 2
            waiting = asked()
            await asyncio.sleep(0)
            os.kill(process_ids(thinkers)[0], signal.SIGKILL)
            assert len(await asyncio.gather(*waiting)) == 20


@in_loop
async def test_a_process_that_hangs_costs_one_thought_and_none_that_waits() -> None:
    async with thinking(patience=3.0) as thinkers:
        await thinkers.think("easy", view(), b"")
        os.kill(process_ids(thinkers)[0], signal.SIGSTOP)
        begun = time.monotonic()
        answers = await asyncio.gather(
            *(thinkers.think("easy", view(), b"") for _ in range(6)), return_exceptions=True
        )
        assert isinstance(answers[0], BotFailed)
        assert not any(isinstance(answer, BaseException) for answer in answers[1:])
        assert time.monotonic() - begun < PATIENCE


def open_files() -> int:
    gc.collect()
    return len(list(Path("/proc/self/fd").iterdir()))


@pytest.mark.skipif(not Path("/proc/self/fd").is_dir(), reason="counts open files")
def test_where_no_process_can_be_started_bots_fail_until_one_can(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As in a folder that was deleted meanwhile, which Python cannot start processes from."""

    async def scenario() -> None:
        async with thinking() as thinkers:
            monkeypatch.chdir(gone)
            gone.rmdir()
            opened = 0
            for attempt in range(60):
                with pytest.raises(BotFailed):
                    await thinkers.think(("easy", "hard")[attempt % 2], view(), b"")
                assert not thinkers._ready  # what failed is tried again
                if attempt == 20:
                    opened = open_files()
            assert open_files() <= opened + 10
            monkeypatch.chdir(tmp_path)
            await thinkers.think("hard", view(), b"")

    gone = tmp_path / "gone"
    gone.mkdir()
    asyncio.run(scenario())


@in_loop
async def test_who_is_cancelled_takes_nobody_along() -> None:
    async with thinking() as thinkers:
        asked = [asyncio.create_task(thinkers.think("easy", view(), b"")) for _ in range(6)]
        await asyncio.sleep(0)
        for task in asked[:3]:
            task.cancel()
        answers = await asyncio.gather(*asked, return_exceptions=True)
        assert [isinstance(answer, asyncio.CancelledError) for answer in answers] == [True] * 3 + [
            False
        ] * 3
        assert thinkers.thinking == 0


@in_loop
async def test_processes_end_when_nothing_is_to_be_thought() -> None:
    async with thinking(rest_after=0.2) as thinkers:
        await thinkers.think("easy", view(), b"")
        (pid,) = process_ids(thinkers)
        await until(lambda: thinkers._pool is None and not is_running(pid))
        await thinkers.think("easy", view(), b"")
        assert process_ids(thinkers) != [pid]


@in_loop
async def test_closing_ends_all_processes_even_those_that_hang() -> None:
    async with thinking(2) as thinkers:
        await asyncio.gather(*(thinkers.think("easy", view(), b"") for _ in range(8)))
        pids = process_ids(thinkers)
        os.kill(pids[0], signal.SIGSTOP)
        thinkers.close()
        await until(lambda: not any(map(is_running, pids)))


@in_loop
async def test_what_a_terminal_sends_on_ctrl_c_is_not_for_them() -> None:
    async with thinking() as thinkers:
        await thinkers.think("easy", view(), b"")
        pids = process_ids(thinkers)
        for _ in range(20):
            os.kill(pids[0], signal.SIGINT)
            await thinkers.think("easy", view(), b"")
        assert process_ids(thinkers) == pids


PARENT = """
import asyncio
from tests.adapters.test_thinkers import process_ids, thinking, view

async def main():
    async with thinking(2) as thinkers:
        await asyncio.gather(*(thinkers.think("easy", view(), b"") for _ in range(8)))
        print(*process_ids(thinkers), flush=True)
        await asyncio.sleep(60)

if __name__ == "__main__":
    asyncio.run(main())
"""


def test_they_do_not_outlive_a_server_that_is_killed() -> None:
    parent = subprocess.Popen(
        [sys.executable, "-c", PARENT],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": f"{ROOT / 'src'}{os.pathsep}{ROOT}"},
        stdout=subprocess.PIPE,
        text=True,
    )
    assert parent.stdout
    with parent, parent.stdout:
        pids = [*map(int, parent.stdout.readline().split())]
        assert len(pids) == 2
        parent.kill()
        parent.wait()
        asyncio.run(until(lambda: not any(map(is_running, pids))))
