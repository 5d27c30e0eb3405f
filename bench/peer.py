"""A peer in an environment of its own, as a process that works when it is its turn.

The packages of peers do not all go together, nor with ours. So a peer is a program, see
`bench/peers`, that the Python of its environment runs: it prepares itself, says a line of JSON
about its versions, and waits. Each line on its input is a piece of work and for how many seconds of
CPU time; it answers with the rate. Nothing runs while it waits, so that turns can alternate.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from bench.harness import rate, versions

ROOT = Path(__file__).parents[1]

Measure = Callable[[float], float]
"""Units a second of CPU time, measured over so many seconds."""
Work = Callable[[], int]
"""Does a portion of work, always as many units, and says how many."""


class PeerError(Exception):
    """A peer did not do its part."""


class Peer:
    """A peer that runs. `about` says what it is made of."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process
        self.about = str(self._answer()["about"])

    def measure(self, piece: str) -> Measure:
        """How fast it does a piece of its work."""

        def measure(seconds: float) -> float:
            assert self._process.stdin
            print(json.dumps([piece, seconds]), file=self._process.stdin, flush=True)
            return float(self._answer()["rate"])

        return measure

    def _answer(self) -> dict[str, Any]:
        assert self._process.stdout
        line = self._process.stdout.readline()
        if not line:
            raise PeerError("the peer ended before it answered")
        answer: dict[str, Any] = json.loads(line)
        return answer


@contextmanager
def running(python: str, program: Sequence[str]) -> Iterator[Peer]:
    """A peer while the block runs. program: what the Python of its environment is given.

    Raises PeerError when it does not start.
    """
    pipe = subprocess.PIPE
    try:
        process = subprocess.Popen([python, *program], cwd=ROOT, stdin=pipe, stdout=pipe, text=True)
    except OSError as error:
        raise PeerError(f"no peer: {error}") from None
    with process:
        try:
            yield Peer(process)
        finally:
            process.kill()


def serve(pieces: Mapping[str, Work], *packages: str) -> None:
    """Be a peer: say what it is made of, then measure what is asked for until nobody asks."""
    print(json.dumps({"about": versions(*packages)}), flush=True)
    for line in sys.stdin:
        piece, seconds = json.loads(line)
        print(json.dumps({"rate": measured(pieces[piece])(seconds)}), flush=True)


def measured(work: Work) -> Measure:
    """How fast this process does a piece of work, after a portion to warm up."""

    def measure(seconds: float) -> float:
        return work() * rate(work, seconds)

    return measure
