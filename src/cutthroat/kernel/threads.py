"""Work on many deals or tables by several threads: compiled code holds no lock meanwhile."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise


def in_parts(work: Callable[[int, int], object], count: int, threads: int) -> None:
    """Call `work(start, stop)` for parts of 0 to `count`, one a thread, and wait for all.

    Raises what a part raises, and ValueError for less than one thread.
    """
    if threads < 1:
        raise ValueError(f"{threads} threads cannot do anything")
    bounds = [count * part // threads for part in range(threads + 1)]
    parts = [(start, stop) for start, stop in pairwise(bounds) if start < stop]
    if len(parts) < 2:
        for start, stop in parts:
            work(start, stop)
        return
    with ThreadPoolExecutor(len(parts)) as pool:
        for done in [pool.submit(work, start, stop) for start, stop in parts]:
            done.result()
