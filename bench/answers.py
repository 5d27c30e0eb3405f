"""How long a person waits for a computer player, from the first move of a fresh start on.

    .venv/bin/python -m bench.answers

The command is started anew again and again, each time with nothing played or kept yet, but with the
engine compiled and its tables at hand as they are on this machine: `cutthroat play` on a
pseudo-terminal, and a server with a match by Play now or at a table made by HTTP. The person
answers at once, so that nothing is made ready meanwhile; the first match at a server begins as
soon as it takes requests. The waits that are there on purpose (--pace, --bot-seconds) are set to
nothing: what is counted is thinking, and all that is between it and the person.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from math import ceil
from pathlib import Path

from bench.answers_tables import at_table, play_now
from bench.answers_terminal import in_terminal
from bench.harness import machine

GOAL = 1.5
"""Seconds, for 95 of 100 answers."""

Play = Callable[[Path, str, int], list[float]]
"""One start: the waits for some answers of a bot, in their order. It has a folder to play in."""

WAYS: Mapping[str, Play] = {
    "cutthroat play, three seats": lambda home, bot, count: in_terminal(home, [bot] * 2, count),
    "cutthroat play, two seats": lambda home, bot, count: in_terminal(home, [bot], count),
    "server, Play now": play_now,
    "server, table of three": lambda home, bot, count: at_table(home, [bot] * 2, count),
    "server, table of two": lambda home, bot, count: at_table(home, [bot], count),
}


def percentile(waits: Sequence[float], share: float) -> float:
    """The least wait that so large a share of them does not exceed."""
    return sorted(waits)[ceil(share * len(waits)) - 1]


def row(name: str, waits: Sequence[float]) -> str:
    """A line of the table."""
    high = percentile(waits, 0.95)
    found = f"{percentile(waits, 0.5):8.3f} {high:8.3f} {max(waits):8.3f}"
    return f"{name:42} {len(waits):6} {found}{'' if high <= GOAL else '  missed'}"


def not_ready() -> bool:
    """Whether the engine has yet to be compiled: then these would be the figures of compiling."""
    from cutthroat.bots.warm import are_ready  # it brings Numba

    return not are_ready()


def played(name: str, play: Play, bot: str, count: int) -> list[float]:
    """The waits of one start. Raises SystemExit if there was none."""
    with tempfile.TemporaryDirectory() as folder:
        waits = play(Path(folder), bot, count)
    if not waits:
        raise SystemExit(f"{name}: it ended before {bot} answered anything")
    return waits


def main() -> None:
    """Measure, and print the table."""
    parser = argparse.ArgumentParser(
        prog="python -m bench.answers",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--bot", default="hard", help="who plays (%(default)s)")
    parser.add_argument("--starts", type=int, default=20, help="of each kind (%(default)s)")
    parser.add_argument("--answers", type=int, default=30, help="in each start (%(default)s)")
    given = parser.parse_args()
    if not_ready():
        sys.exit("The engine is not compiled: ./cutthroat does so once.")
    found: dict[str, list[list[float]]] = {name: [] for name in WAYS}
    for start in range(1, given.starts + 1):
        for name, play in WAYS.items():
            waits = played(name, play, given.bot, given.answers)
            found[name].append(waits)
            said = f"start {start}: {name}: first {waits[0]:.3f} s, longest {max(waits):.3f} s"
            print(said, file=sys.stderr, flush=True)
    print(f"{machine()}\n{given.bot}; seconds from a move to the answer of a bot\n")
    print(f"{'':42} {'waits':>6} {'median':>8} {'95 %':>8} {'longest':>8}  goal: 95 % in {GOAL} s")
    for name, starts in found.items():
        print(row(name, [wait for waits in starts for wait in waits]))
        print(row("  the first of each start", [waits[0] for waits in starts]))
    every = [wait for starts in found.values() for waits in starts for wait in waits]
    print(row("all", every))
    print(row("  the first of each start", [waits[0] for each in found.values() for waits in each]))


if __name__ == "__main__":
    main()
