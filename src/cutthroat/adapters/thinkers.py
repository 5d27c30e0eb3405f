"""Where bots think: worker processes that start when they are needed and end when they are not."""

from __future__ import annotations

import asyncio
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from random import Random
from typing import Final

from cutthroat.bots.registry import find_bot
from cutthroat.core.actions import Action
from cutthroat.core.view import View
from cutthroat.service.processes import interrupt_held_back, prepare_process
from cutthroat.service.tables.ports import BotFailed

_ATTEMPTS: Final = 2
"""A process may have been ended by the system while it thought: that is no fault of the bot."""


class ProcessThinkers:
    """Bots think in a bounded number of processes, in the order in which they are asked."""

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
        self._pool: ProcessPoolExecutor | None = None
        self._thought = 0.0
        self._timer: asyncio.TimerHandle | None = None
        self.thinking = 0
        """How many thoughts are under way or wait for a process."""

    async def think(self, level: str, view: View, chance: bytes) -> Action:
        """What a bot does.

        Raises BotFailed if it broke down or took too long.
        """
        self.thinking += 1
        try:
            async with self._places:
                return await self._think(level, view, chance)
        finally:
            self.thinking -= 1
            self._thought = asyncio.get_running_loop().time()
            if self._timer is None:
                self._rest_after(self._idle)

    async def _think(self, level: str, view: View, chance: bytes) -> Action:
        for _attempt in range(_ATTEMPTS):
            pool = self._ready_pool()
            try:
                answer = self._asked(pool, level, view, chance)
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
        self, pool: ProcessPoolExecutor, level: str, view: View, chance: bytes
    ) -> asyncio.Future[Action]:
        loop = asyncio.get_running_loop()
        try:
            with interrupt_held_back():
                return loop.run_in_executor(pool, _think, level, view, chance)
        except Exception:
            # If no process can be started, a pool keeps what it is asked all the same, and at last
            # has those who ask wait for ever.
            self._discard(pool)
            raise

    def _ready_pool(self) -> ProcessPoolExecutor:
        if self._pool is None:
            self._pool = ProcessPoolExecutor(
                self._processes, get_context("spawn"), initializer=prepare_process
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
        idle = asyncio.get_running_loop().time() - self._thought
        if self.thinking or idle < self._idle:
            self._rest_after(self._idle if self.thinking else self._idle - idle)
        elif self._pool:
            pool, self._pool = self._pool, None
            pool.shutdown(wait=False)

    def close(self) -> None:
        """End all processes."""
        if self._timer:
            self._timer.cancel()
        if self._pool:
            # Python, when it ends, would else meet the pool half ended, and complain.
            self._discard(self._pool, wait=True)


def _think(level: str, view: View, chance: bytes) -> Action:
    rng = Random(chance)  # noqa: S311  # a bot's whim, no secret
    return find_bot(level).policy(view, rng)
