"""Ours against peers that run as programs of their own: turns, ratios and goals."""

from __future__ import annotations

import argparse
import os
import statistics
import sys
from collections.abc import Sequence
from dataclasses import dataclass

from bench.harness import machine, told, versions
from bench.peer import Measure
from cutthroat import __version__


@dataclass(frozen=True, slots=True)
class Entry:
    """What is measured. goal: for a peer, how many times as fast ours should be."""

    name: str
    unit: str
    measure: Measure
    goal: float = 0


def parser(description: str | None) -> argparse.ArgumentParser:
    """The options that all comparisons have."""
    made = argparse.ArgumentParser(
        description=description, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    made.add_argument("--seconds", type=float, default=1.0, help="CPU seconds a turn (%(default)s)")
    made.add_argument("--repeats", type=int, default=9, help="turns of each (%(default)s)")
    made.add_argument("--core", type=int, help="the processor core that all are kept on")
    return made


def keep_on(core: int | None) -> None:
    """Keep this process, and the peers that it starts, on one core."""
    if core is not None:
        os.sched_setaffinity(0, {core})


def turns(measures: Sequence[Measure], *, seconds: float, repeats: int) -> list[list[float]]:
    """The rates of each, one a turn, after a turn to warm up; nobody is always the first."""
    rates: list[list[float]] = [[] for _ in measures]
    for repeat in range(repeats + 1):
        first = repeat % len(measures)
        for place in (*range(first, len(measures)), *range(first)):
            found = measures[place](seconds)
            if repeat:
                rates[place].append(found)
    return rates


def compare(
    ours: Sequence[Entry],
    peers: Sequence[Entry],
    about: Sequence[str] = (),
    *,
    seconds: float,
    repeats: int,
) -> None:
    """Measure all in turn and print every rate, in thousands, and each ratio of ours to a peer.

    The goals are those of the first of ours; others are told beside it.
    about: the versions of the peers.
    """
    print(machine())
    print(f"cutthroat-smear {__version__}, {versions('numba', 'numpy')}")
    for text in about:
        print(f"the peers: {text}")
    sys.stdout.flush()
    entries = [*ours, *peers]
    rates = turns([entry.measure for entry in entries], seconds=seconds, repeats=repeats)
    for entry, found in zip(entries, rates, strict=True):
        print(f"{entry.name:52} {told([rate / 1000 for rate in found])} thousand {entry.unit}/s")
    for own, own_rates in zip(ours, rates, strict=False):
        for peer, peer_rates in zip(peers, rates[len(ours) :], strict=True):
            ratios = [mine / theirs for mine, theirs in zip(own_rates, peer_rates, strict=True)]
            print(f"ratio {own.name} / {peer.name}")
            print(f"{'':52} {told(ratios)}{judged(ratios, peer.goal) if own is ours[0] else ''}")


def judged(ratios: Sequence[float], goal: float) -> str:
    """Whether the median reaches the goal."""
    reached = "reached" if statistics.median(ratios) >= goal else "missed"
    return f", goal {goal:g} {reached}"
