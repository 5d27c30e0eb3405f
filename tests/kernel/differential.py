"""The kernel against the law, by as many random deals as wanted.

    PYTHONPATH=src:. python -m tests.kernel.differential --deals 5000000 --jobs 2

Deals are spread evenly over the settings of `tables_of_rules`. The first deal that the kernel sees
otherwise than `core` ends the run with its record.
"""

import argparse
import sys
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

from tests.kernel.judge import Disagreement, check
from tests.kernel.tables_of_rules import SETTINGS
from tests.kernel.traces import trace

BATCH = 1000


def judge(number: int, deals: int, seed: int) -> int:
    """Check a batch of deals; it has a setting and cards of its own."""
    check(trace(SETTINGS[number % len(SETTINGS)], deals, seed + number))
    return deals


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--deals", type=int, default=200_000)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1_000_000)
    given = parser.parse_args()
    sizes = [BATCH] * (given.deals // BATCH) + [given.deals % BATCH] * (given.deals % BATCH > 0)
    columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with (
        ProcessPoolExecutor(given.jobs, get_context("spawn")) as pool,
        Progress(*columns, console=Console(stderr=True)) as progress,
    ):
        task = progress.add_task("deals", total=given.deals)
        waiting = [
            pool.submit(judge, number, size, given.seed) for number, size in enumerate(sizes)
        ]
        try:
            for done in as_completed(waiting):
                progress.advance(task, done.result())
        except Disagreement as fault:
            pool.shutdown(cancel_futures=True)
            print(fault)
            return 1
    print(f"{given.deals} deals of {len(SETTINGS)} settings: no difference")
    return 0


if __name__ == "__main__":
    sys.exit(main())
