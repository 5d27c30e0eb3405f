"""Rates of two pieces of work in one run, taken in turn: a machine that drifts drifts for both.

What is measured is the CPU time of this process: another process on the machine disturbs it little.
"""

from __future__ import annotations

import platform
import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Contender:
    """A piece of work: `run` does one unit of it."""

    name: str
    unit: str
    run: Callable[[], object]


def rate(run: Callable[[], object], seconds: float) -> float:
    """Units a second of CPU time, over at least so many seconds."""
    units = 0
    start = time.process_time()
    while (spent := time.process_time() - start) < seconds:
        run()
        units += 1
    return units / spent


def interleaved(
    contenders: Sequence[Contender], *, seconds: float, repeats: int
) -> list[list[float]]:
    """The rates of each contender, one a repeat; they take turns, after a turn to warm up."""
    rates: list[list[float]] = [[] for _ in contenders]
    for repeat in range(repeats + 1):
        for contender, found in zip(contenders, rates, strict=True):
            measured = rate(contender.run, seconds)
            if repeat:
                found.append(measured)
    return rates


def told(values: Sequence[float]) -> str:
    """Median, with the lowest and the highest."""
    return f"{statistics.median(values):10.1f}  [{min(values):.1f} .. {max(values):.1f}]"


def machine() -> str:
    """What all this ran on."""
    cpu = platform.processor() or platform.machine()
    info = Path("/proc/cpuinfo")
    if info.exists():
        names = [line for line in info.read_text().splitlines() if line.startswith("model name")]
        cpu = names[0].partition(":")[2].strip() if names else cpu
    return f"{cpu}, {platform.system()}, Python {platform.python_version()}"


def versions(*packages: str) -> str:
    """The versions of the packages that were compared."""
    return ", ".join(f"{package} {version(package)}" for package in packages)
