"""How much sooner the kernel is done with `cutthroat simulate` than the readable rules.

    .venv/bin/python -m bench.simulate

Both play the same matches between the same bots, in turn. "Play" is what is left when the cards of
every deal are known beforehand and no record is written. "Deals" is the whole of a run, within one
process that has started already. "Command" is the process from its start to its end, with the
fair shuffle and the records in a file; the two files are compared.
"""

from __future__ import annotations

import argparse
import hashlib
import resource
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from itertools import cycle
from pathlib import Path
from unittest.mock import patch

import numpy as np

from bench.harness import Contender, interleaved, machine, told, versions
from cutthroat import __version__
from cutthroat.bots.registry import find_bot
from cutthroat.core.rules import Rules
from cutthroat.core.shuffle import FairDeal, secret_from_seed
from cutthroat.kernel.fair import deal_words
from cutthroat.kernel.state import Rows
from cutthroat.service import fast_simulation as fast, simulation as slow
from cutthroat.service.simulation import Simulation

WINDOW = 128
GOALS = {"play": 20.0, "command": 5.0}
COMMAND = """
import sys
from cutthroat.service import simulation
simulation._WORTH_THE_KERNEL = int(sys.argv.pop(1))
from cutthroat.app import main
main()
"""
FROM_THE_FIRST, NEVER = "1", str(10**9)


@contextmanager
def cards_known() -> Iterator[None]:
    """Keep the cards of every deal that was asked for once."""
    words = cache(lambda fair, deal: deal_words([(fair, deal)])[0])

    def kept(deals: Iterable[tuple[FairDeal, int]]) -> Rows:
        return np.array([words(fair, deal) for fair, deal in deals])

    with (
        patch.object(FairDeal, "hands", cache(FairDeal.hands)),
        patch.object(fast, "deal_words", kept),
    ):
        yield


def ratios_within(
    simulation: Simulation, *, with_records: bool, seconds: float, repeats: int
) -> list[float]:
    """How many times as many matches a second, turn by turn."""
    first = range(1, WINDOW + 1)
    numbers = cycle(first)

    def one() -> None:
        slow.play_matches(simulation, [next(numbers)], with_records=with_records)

    core = Contender("core", "matches/s", one)
    kernel = Contender(
        "kernel",
        "windows/s",
        lambda: fast.play_matches(simulation, first, with_records=with_records),
    )
    for number in first:  # the whole of it once: what is kept is kept
        slow.play_matches(simulation, [number], with_records=with_records)
    cores, kernels = interleaved([core, kernel], seconds=seconds, repeats=repeats)
    return [WINDOW * ours / theirs for ours, theirs in zip(kernels, cores, strict=True)]


def command(least: str, arguments: list[str], file: Path) -> float:
    """CPU seconds of a whole run. least: from how many matches on the kernel plays."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(
        [sys.executable, "-c", COMMAND, least, "simulate", *arguments, "--out", str(file)],
        check=True,
        capture_output=True,
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def command_ratios(matches: int, bots: str, repeats: int) -> list[float]:
    """How many times the CPU time the whole command takes on the core, turn by turn."""
    arguments = [str(matches), "--bots", bots, "--seed", "7", "--jobs", "1"]
    found = []
    with tempfile.TemporaryDirectory() as folder:
        files = [Path(folder) / "core", Path(folder) / "kernel"]
        command(FROM_THE_FIRST, ["1", "--bots", bots], files[1])  # so that it is compiled
        for _ in range(repeats):
            core, kernel = (
                command(least, arguments, file)
                for least, file in zip((NEVER, FROM_THE_FIRST), files, strict=True)
            )
            sums = {hashlib.sha256(file.read_bytes()).digest() for file in files}
            if len(sums) > 1:
                raise SystemExit("the records differ")
            found.append(core / kernel)
    return found


def main() -> None:
    """Measure, and print the ratios."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--bots", default="easy,easy,easy")
    parser.add_argument("--matches", type=int, default=300, help="in the command")
    parser.add_argument("--seconds", type=float, default=1.0, help="CPU seconds a turn")
    parser.add_argument("--repeats", type=int, default=5)
    given = parser.parse_args()
    bots = tuple(find_bot(name) for name in given.bots.split(","))
    simulation = Simulation(Rules(), bots, secret_from_seed("7"))
    with cards_known():
        play = ratios_within(
            simulation, with_records=False, seconds=given.seconds, repeats=given.repeats
        )
    deals = ratios_within(
        simulation, with_records=True, seconds=given.seconds, repeats=given.repeats
    )
    found = {"play": play, "deals": deals}
    found["command"] = command_ratios(given.matches, given.bots, given.repeats)
    print(machine())
    print(f"cutthroat {__version__}, {versions('numba')}; {given.bots}")
    for name, ratios in found.items():
        goal = GOALS.get(name)
        end = f", goal {goal}" if goal else ""
        missed = goal and statistics.median(ratios) < goal
        print(f"{name:8} {told(ratios)}{end}{': missed' if missed else ''}")


if __name__ == "__main__":
    main()
