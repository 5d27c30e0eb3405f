"""How fast whole random deals of three seats are on one core, against OpenSpiel's oh_hell.

    python3 -m venv VENV && VENV/bin/pip install -r bench/requirements-openspiel.txt
    .venv/bin/python -m bench.playouts --openspiel VENV/bin/python --core 0

Ours are dealt, called and played to their score by `kernel.simulation`, each action chosen at
random among the legal ones. OpenSpiel plays its nearest game, with three players and six tricks, in
the same way: by bare rollouts in C++ from hands already dealt, which is the fastest that it offers,
and by a loop in Python with the deal. Without --openspiel only ours is measured.
"""

from __future__ import annotations

import sys
from contextlib import ExitStack
from itertools import count

from bench.comparison import Entry, compare, keep_on, parser
from bench.peer import PeerError, Work, measured, running
from cutthroat.core.rules import Rules
from cutthroat.kernel.policies import UNIFORM
from cutthroat.kernel.simulation import simulate_deals

SEATS = 3
PORTION = 8192
"""Deals in a portion of work."""


def dealing() -> Work:
    """Work that is so many deals, always others."""
    starts = count(0, PORTION)
    policies = [UNIFORM] * SEATS

    def work() -> int:
        simulate_deals(Rules(), policies, PORTION, seed=1, first=next(starts))
        return PORTION

    return work


def main() -> None:
    """Measure all and print the ratios."""
    made = parser(__doc__)
    made.add_argument("--openspiel", metavar="PYTHON", help="the Python that has OpenSpiel")
    options = made.parse_args()
    keep_on(options.core)
    ours = Entry("random deals", "deals", measured(dealing()))
    peers: list[Entry] = []
    about: list[str] = []
    with ExitStack() as stack:
        if options.openspiel:
            program = ["-m", "bench.peers.openspiel_playouts"]
            peer = stack.enter_context(running(options.openspiel, program))
            about = [peer.about]
            peers = [
                Entry("OpenSpiel, C++ rollouts", "games", peer.measure("rollouts"), 8),
                Entry("OpenSpiel, Python loop", "games", peer.measure("python"), 300),
            ]
        compare([ours], peers, about, seconds=options.seconds, repeats=options.repeats)


if __name__ == "__main__":
    try:
        main()
    except PeerError as error:
        sys.exit(str(error))
