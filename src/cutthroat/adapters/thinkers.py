"""Where bots think: worker processes that start when they are needed and end when they are not."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Coroutine
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import AsyncExitStack, suppress
from functools import partial
from multiprocessing import get_context
from random import Random
from typing import Any, Final, TypeVar

from cutthroat.bots.judgement import Judgement
from cutthroat.bots.levels import EFFORTS
from cutthroat.bots.registry import find_bot
from cutthroat.core.actions import Action
from cutthroat.core.rules import Rules, preset
from cutthroat.core.view import View
from cutthroat.service import warming
from cutthroat.service.hinting import judged
from cutthroat.service.processes import interrupt_held_back, prepare_process
from cutthroat.service.tables.ports import BotFailed

_ATTEMPTS: Final = 2
"""A process may have been ended by the system while it thought: that is no fault of the bot."""
_MADE_WITHIN: Final = 300.0
"""Seconds that it may take to make machine code, and what unusual house rules need."""
_ASIDE: Final = 10
"""How nice a process is whose work one table waits for, and nobody else."""
_MOST_READY: Final = 256
"""Kinds of tables of which it is remembered that the processes are ready for them."""
_USUAL: Final = preset("classic"), 3
"""The rules and seats that most begin with."""

Answer = TypeVar("Answer")


class ProcessThinkers:
    """Bots think in a bounded number of processes, in the order in which they are asked.

    Hints wait in a line of their own, so that however many are asked for, a move waits behind few.
    """

    def __init__(
        self, processes: int = 1, patience: float = 20.0, rest_after: float = 120.0
    ) -> None:
        """Ask for nothing yet.

        processes: how many bots think at once at the most.
        patience: seconds that a bot may take when it is its turn to think.
        rest_after: seconds without a thought after which the processes end.
        """
        self._processes = processes
        self._patience = patience
        self._idle = rest_after
        # The pool has a queue of its own, but what waits there would be lost with a process that
        # hangs, and its patience would run meanwhile.
        self._places = asyncio.Semaphore(processes)
        # With more than one process, one is always left to moves.
        self._hint_places = asyncio.Semaphore(max(1, processes - 1))
        self._making = asyncio.Semaphore(1)
        self._maker: ProcessPoolExecutor | None = None
        self._pool: ProcessPoolExecutor | None = None
        self._ready: dict[tuple[Rules, int], asyncio.Task[None]] = {}
        self._running: set[asyncio.Task[Any]] = set()
        self._last = 0.0
        self._timer: asyncio.TimerHandle | None = None
        self.thinking = 0
        """How many thoughts are under way or wait for a process, also those nobody waits for."""

    def start(self) -> None:
        """Have the processes get ready for whoever comes first."""
        self.prepare(*_USUAL)

    async def think(self, level: str, view: View, chance: bytes) -> Action:
        """What a bot does.

        Raises BotFailed if it broke down or took too long.
        """
        return await self._answer(partial(_think, level, view, chance), level, view)

    async def judge(self, level: str, view: View, chance: bytes) -> Judgement:
        """What a bot thinks of all that a seat may do.

        Raises BotFailed if it broke down or took too long.
        """
        work = partial(judged, level, view, chance)
        return await self._answer(work, level, view, self._hint_places)

    def prepare(self, rules: Rules, seats: int) -> None:
        """Have the processes get ready for strong bots at such a table before anybody waits."""
        table = rules, seats
        if table not in self._ready:
            if len(self._ready) >= _MOST_READY:
                del self._ready[next(iter(self._ready))]
            self._ready[table] = self._begin(self._get_ready(rules, seats))

    async def _get_ready(self, rules: Rules, seats: int) -> None:
        """Load what a table needs, or make it.

        Raises BotFailed; whoever comes next tries again then.
        """
        try:
            # Asked at once, each process starts, and loads what is usual as it does.
            others = (self._answer(_nothing) for _ in range(1, self._processes))
            is_there, *_ = await asyncio.gather(self._load(rules, seats), *others)
            if not is_there:
                await self._make(rules, seats)
                await self._load(rules, seats)
        except BotFailed:
            if self._ready.get((rules, seats)) is asyncio.current_task():
                del self._ready[rules, seats]
            raise

    async def _prepared(self, level: str, view: View) -> None:
        """Wait for what has yet to be made: that takes longer than a bot may.

        Raises BotFailed.
        """
        if level in EFFORTS:
            self.prepare(view.rules, view.seats)
            getting_ready = self._ready[view.rules, view.seats]
            await asyncio.wait({getting_ready})
            getting_ready.result()

    async def _load(self, rules: Rules, seats: int) -> bool:
        return await self._answer(partial(warming.load, rules, seats))

    async def _make(self, rules: Rules, seats: int) -> None:
        """Make what is missing, aside: it can take long, and other tables shall not wait for it.

        Raises BotFailed.
        """
        async with self._making:
            maker = ProcessPoolExecutor(1, get_context("spawn"), initializer=_begin_aside)
            self._maker = maker
            try:
                async with asyncio.timeout(_MADE_WITHIN):
                    await self._asked(maker, partial(warming.get_ready, rules, seats))
            except Exception as error:
                raise BotFailed from error
            finally:
                self._maker = None
                self._discard(maker)

    async def _answer(
        self,
        work: Callable[[], Answer],
        level: str = "",
        view: View | None = None,
        *lines: asyncio.Semaphore,
    ) -> Answer:
        """What comes of some work in a process, when there is a place for it.

        lines: where it waits before it waits for a process.
        Raises BotFailed.
        """
        async with AsyncExitStack() as held:
            self.thinking += 1
            held.callback(self._has_thought)
            if view:
                await self._prepared(level, view)
            for line in (*lines, self._places):
                await held.enter_async_context(line)
            # A process goes on with what nobody waits for any more, and keeps its place.
            thought = self._begin(self._worked_out(held.pop_all(), work, level))
        await asyncio.wait({thought})
        return thought.result()

    def _has_thought(self) -> None:
        self.thinking -= 1
        self._last = asyncio.get_running_loop().time()
        if self._timer is None:
            self._rest_after(self._idle)

    def _begin(self, work: Coroutine[Any, Any, Answer]) -> asyncio.Task[Answer]:
        """Have something run that does not end with whoever waits for it."""
        task = asyncio.create_task(work)
        self._running.add(task)
        task.add_done_callback(self._has_ended)
        return task

    def _has_ended(self, task: asyncio.Task[Any]) -> None:
        self._running.discard(task)
        if not task.cancelled():
            task.exception()  # else asyncio complains where nobody has waited for it

    async def _worked_out(
        self, held: AsyncExitStack, work: Callable[[], Answer], level: str
    ) -> Answer:
        async with held:
            return await self._tried(work, level)

    async def _tried(self, work: Callable[[], Answer], level: str) -> Answer:
        for _attempt in range(_ATTEMPTS):
            pool = self._ready_pool()
            try:
                answer = self._asked(pool, work)
                async with asyncio.timeout(self._patience):
                    return await answer
            except BrokenProcessPool:
                self._discard(pool)
            except TimeoutError:
                self._discard(pool)
                raise BotFailed(level) from None
            except Exception as error:
                raise BotFailed(level) from error
        raise BotFailed(level)

    def _asked(
        self, pool: ProcessPoolExecutor, work: Callable[[], Answer]
    ) -> asyncio.Future[Answer]:
        loop = asyncio.get_running_loop()
        try:
            with interrupt_held_back():
                return loop.run_in_executor(pool, work)
        except Exception:
            # If no process can be started, a pool keeps what it is asked all the same, and at last
            # has those who ask wait for ever.
            self._discard(pool)
            raise

    def _ready_pool(self) -> ProcessPoolExecutor:
        if self._pool is None:
            self._pool = ProcessPoolExecutor(
                self._processes, get_context("spawn"), initializer=_begin
            )
        return self._pool

    def _discard(self, pool: ProcessPoolExecutor, *, wait: bool = False) -> None:
        """End processes that broke down or hang; the next thought starts others."""
        if self._pool is pool:
            self._pool = None
        for process in [*(pool._processes or {}).values()]:  # noqa: SLF001  # no public way to it
            process.kill()
        # Futures are not cancelled: whoever waits for one would take it for an end of its own.
        pool.shutdown(wait=wait)

    def _rest_after(self, seconds: float) -> None:
        self._timer = asyncio.get_running_loop().call_later(seconds, self._rest)

    def _rest(self) -> None:
        """End the processes if nothing was thought for long, or look again when that may be."""
        self._timer = None
        idle = asyncio.get_running_loop().time() - self._last
        if self.thinking or idle < self._idle:
            self._rest_after(self._idle if self.thinking else self._idle - idle)
        elif self._pool:
            pool, self._pool = self._pool, None
            self._ready.clear()
            pool.shutdown(wait=False)

    def close(self) -> None:
        """End all processes."""
        if self._timer:
            self._timer.cancel()
        for task in self._running:
            task.cancel()
        if self._maker:
            self._discard(self._maker, wait=True)
        if self._pool:
            # Python, when it ends, would else meet the pool half ended, and complain.
            self._discard(self._pool, wait=True)


def _begin() -> None:
    """Begin a process: with what strong bots think with, if that can be had at once."""
    prepare_process()
    # What fails here fails once more where it is needed, and is told there.
    with suppress(Exception):
        warming.load(*_USUAL)


def _begin_aside() -> None:
    """Begin a process that leaves the processors to all others."""
    prepare_process()
    if hasattr(os, "nice"):
        os.nice(_ASIDE)


def _nothing() -> None:
    """Only start a process."""


def _think(level: str, view: View, chance: bytes) -> Action:
    rng = Random(chance)  # noqa: S311  # a bot's whim, no secret
    return find_bot(level).policy(view, rng)
