"""How fast a step of 8192 tables is on one core, against the poker games of pgx on the CPU.

    python3 -m venv VENV && VENV/bin/pip install -r bench/requirements-pgx.txt
    .venv/bin/python -m bench.steps --pgx VENV/bin/python --core 0

At every table of three seats a legal action is drawn from the mask and done, by `kernel.tables`;
deals and matches that end are followed by the next, and the legal mask is made. pgx does the same
in lanes of kuhn_poker and leduc_holdem, a hundred steps in one compiled loop. What is counted is
steps of single tables. Without --pgx only ours is measured.
"""

from __future__ import annotations

import sys
from contextlib import ExitStack
from itertools import count

from bench.comparison import Entry, compare, keep_on, parser
from bench.peer import PeerError, Work, measured, running
from cutthroat.core.rules import Rules
from cutthroat.kernel.tables import Tables

SEATS = 3
TABLES = 8192


def stepping(tables: int) -> Work:
    """Work that is a random action at every table."""
    seeds = count(1)
    all_tables = Tables(Rules(), SEATS, tables, seed=1)

    def work() -> int:
        all_tables.step(all_tables.random_actions(next(seeds)))
        return tables

    return work


def observing(tables: int) -> Work:
    """The same, and what the seat to act knows at every table."""
    seeds = count(1)
    all_tables = Tables(Rules(), SEATS, tables, seed=1)

    def work() -> int:
        all_tables.step(all_tables.random_actions(next(seeds)))
        all_tables.observe()
        return tables

    return work


def main() -> None:
    """Measure all and print the ratios."""
    made = parser(__doc__)
    made.add_argument("--pgx", metavar="PYTHON", help="the Python that has pgx")
    made.add_argument("--tables", type=int, default=TABLES, help="at a time (%(default)s)")
    options = made.parse_args()
    keep_on(options.core)
    ours = [
        Entry("steps", "steps", measured(stepping(options.tables))),
        Entry("steps with observation", "steps", measured(observing(options.tables))),
    ]
    peers: list[Entry] = []
    about: list[str] = []
    with ExitStack() as stack:
        if options.pgx:
            program = ["-m", "bench.peers.pgx_steps", str(options.tables)]
            peer = stack.enter_context(running(options.pgx, program))
            about = [peer.about]
            peers = [
                Entry("pgx kuhn_poker", "steps", peer.measure("kuhn"), 3),
                Entry("pgx leduc_holdem", "steps", peer.measure("leduc"), 10),
            ]
        compare(ours, peers, about, seconds=options.seconds, repeats=options.repeats)


if __name__ == "__main__":
    try:
        main()
    except PeerError as error:
        sys.exit(str(error))
