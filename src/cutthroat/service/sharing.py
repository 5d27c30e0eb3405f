"""Numbered work that several processes share; its results come in order all the same."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from multiprocessing import active_children, get_context
from typing import Final, TypeVar

from cutthroat.service.processes import interrupt_held_back, prepare_process

MOST_JOBS: Final = 61
"""Processes that a run may use: what Windows can wait for at once."""

_BATCHES_AHEAD: Final = 3
"""Batches under way for each process, so that none waits for the slowest."""

Result = TypeVar("Result")
Work = Callable[[Sequence[int]], list[Result]]
"""Does what some numbers stand for, and returns a result for each."""


def processors() -> int:
    """How many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def in_order(count: int, size: int) -> Iterator[range]:
    """The numbers from 1 to `count`, so many at a time."""
    for first in range(1, count + 1, size):
        yield range(first, min(first + size, count + 1))


def batches(count: int, jobs: int, most: int) -> Iterator[range]:
    """The same for several processes: small batches where there is little to do."""
    return in_order(count, max(1, min(most, count // (_BATCHES_AHEAD * jobs))))


def shared_out(work: Work[Result], numbers: Iterable[Sequence[int]], jobs: int) -> Iterator[Result]:
    """The results of all batches, worked on by processes that start afresh.

    They are ended at once if it is cut short.
    """
    others = {*active_children()}
    pool = ProcessPoolExecutor(jobs, get_context("spawn"), initializer=prepare_process)
    under_way: deque[Future[list[Result]]] = deque()
    try:
        for batch in numbers:
            with interrupt_held_back():
                task = pool.submit(work, batch)
            under_way.append(task)
            if len(under_way) > _BATCHES_AHEAD * jobs:
                yield from under_way.popleft().result()
        while under_way:
            yield from under_way.popleft().result()
    except BaseException:
        for process in {*active_children()} - others:
            process.terminate()
        _hang_up(pool)
        raise
    finally:
        pool.shutdown(cancel_futures=True)


def _hang_up(pool: ProcessPoolExecutor) -> None:
    """Let go of our own end of the pipe for results, when all who write into it are being ended.

    One that is ended while it writes leaves half a result. As long as any end is open, the pool
    would wait for the other half, for ever; it has no public way to be told.
    """
    results = getattr(pool, "_result_queue", None)
    if results is not None:
        results._writer.close()  # noqa: SLF001  # see above
