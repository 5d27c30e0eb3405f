"""The bots of the rows, by name, each with a note of what its decisions cost."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from random import Random

from bench.peer import PeerError
from bench.strength_rows import ISMCTS
from cutthroat.adapters.engines import ProgramEngines
from cutthroat.bots.levels import EFFORTS, Strong
from cutthroat.bots.policy import Bot, Policy
from cutthroat.bots.registry import find_bot
from cutthroat.core.actions import Action
from cutthroat.core.view import View
from cutthroat.service.engines import Engine

PATIENCE = 30.0
"""Seconds of the clock for an action of a program: it minds its CPU time, and may have to wait."""

ENOUGH = 1_000_000
"""Deals to look at that no bot gets through in time."""


def bot_named(name: str, openspiel: str | None) -> Bot:
    """The bot that goes by a name of a row.

    openspiel: the Python that has OpenSpiel.
    Raises PeerError without it where it is needed, InvalidNotation if there is no such bot.
    """
    if name == ISMCTS:
        if openspiel is None:
            raise PeerError(f"{ISMCTS} needs --openspiel")
        command = f"{openspiel} -m bench.peers.openspiel_ismcts_engine"
        return ProgramEngines().bot(command, PATIENCE)
    return _ours(name)


def _ours(name: str) -> Bot:
    level, _, seconds = name.partition("@")
    return limited(level, float(seconds)) if seconds else find_bot(level)


def identity(name: str) -> str:
    """What tells the results of a bot from those of it as it was: its version and its effort.

    name: of a row. Of the peer nothing more is known.
    """
    if name == ISMCTS:
        return name
    bot = _ours(name)
    if not isinstance(bot.policy, Strong):
        return str(bot)
    effort = bot.policy.effort
    within = f" within {effort.seconds:g} s" if effort.seconds else ""
    return f"{bot}, weighs {effort.worlds} and plays out {effort.tries}{within}"


def limited(level: str, seconds: float) -> Bot:
    """A strong bot that looks at as many deals as there is time for.

    level: `medium`, `hard` or `expert`. seconds: of the clock, which are at least those of CPU.
    Raises KeyError for another level.
    """
    effort = replace(EFFORTS[level], tries=ENOUGH, seconds=seconds)
    return Bot(f"{level}@{seconds:g}", find_bot(level).version, Strong(effort))


class Timed:
    """A policy that notes the CPU milliseconds of its decisions between several actions."""

    def __init__(self, policy: Policy) -> None:
        self._policy = policy
        self._clock = time.process_time
        self.times: list[float] = []

    def __call__(self, view: View, rng: Random) -> Action:
        begun = self._clock()
        action = self._policy(view, rng)
        if len(view.legal_calls) + len(view.legal_plays) > 1:
            self.times.append(round(1000 * (self._clock() - begun), 3))
        return action


class TimedEngine(Timed):
    """The same for a program, whose own CPU time counts."""

    def __init__(self, policy: Engine) -> None:
        super().__init__(policy)
        self._engine = policy
        self._clock = cpu_seconds

    def begin_match(self) -> None:
        self._engine.begin_match()


def timed(bot: Bot) -> tuple[Bot, list[float]]:
    """A bot, and where the times of its decisions are noted."""
    policy = bot.policy
    clock = TimedEngine(policy) if isinstance(policy, Engine) else Timed(policy)
    return Bot(bot.name, bot.version, clock), clock.times


def cpu_seconds() -> float:
    """The CPU time of this process and of all programs below it that run."""
    return time.process_time() + sum(_nanoseconds(child) for child in _below("self")) / 1e9


def _below(process: str) -> Iterator[str]:
    """Numbers of the processes that one has started, and they; Linux alone tells them."""
    for task in Path(f"/proc/{process}/task").glob("*/children"):
        with suppress(OSError):  # it has just ended
            for child in task.read_text().split():
                yield child
                yield from _below(child)


def _nanoseconds(process: str) -> int:
    """The CPU time of all threads of a process that still runs."""
    try:
        tasks = [*Path(f"/proc/{process}/task").glob("*/schedstat")]
        return sum(int(task.read_text().split()[0]) for task in tasks)
    except OSError:
        return 0
