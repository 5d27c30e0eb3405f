"""Compiling ahead, so that whoever waits can be told why.

Machine code is made where it is first needed and then kept. That takes seconds once, after an
installation and after each change of it.
"""

from __future__ import annotations

import contextlib
import hashlib
from collections.abc import Callable
from enum import StrEnum
from pathlib import Path
from typing import Any, Final

import numpy as np
from numba.core import config

from cutthroat.core.actions import Bid
from cutthroat.core.cards import CardSet, deck
from cutthroat.core.deal import HAND_SIZE, Opening
from cutthroat.core.rules import Rules
from cutthroat.kernel.compiled import code_folder
from cutthroat.kernel.options import packed
from cutthroat.kernel.policies import UNIFORM
from cutthroat.kernel.simulation import run_deals, simulate_deals, simulate_matches
from cutthroat.kernel.solver.payoffs import lead_over_others, score_changes
from cutthroat.kernel.solver.position import row_of
from cutthroat.kernel.solver.values import values_for_all, values_for_side
from cutthroat.kernel.state import BID, BIDDER
from cutthroat.kernel.tables import Tables

_CONFIG: Final[Any] = config


class Part(StrEnum):
    """What can be made ready by itself."""

    SIMULATION = "simulation"
    """Deals and matches between built-in policies."""
    TABLES = "tables"
    """Many tables step by step."""
    SOLVER = "solver"
    """Exact values of cards."""


def warm(tell: Callable[[], None], *parts: Part) -> None:
    """Make the machine code of some parts of the kernel ready: of all, if none is named.

    tell: called once, before the work, if there is any: a face may say that it takes seconds.
    """
    if not compiles():
        return
    missing = [part for part in parts or Part if not is_ready(part)]
    if not missing:
        return
    tell()
    for part in missing:
        _USES[part]()
        sign(part)


def compiles() -> bool:
    """Whether functions are compiled at all, which NUMBA_DISABLE_JIT=1 forbids."""
    return not _CONFIG.DISABLE_JIT


def is_ready(part: Part) -> bool:
    """Whether the machine code of a part is kept already."""
    return is_signed(part)


def sign(name: str, *also: Path) -> None:
    """Note that the machine code of something is kept, for the sources as they are now.

    also: folders whose sources decide what is compiled, besides the kernel's own.
    """
    file = _file_of(name)
    if file is not None:
        with contextlib.suppress(OSError):
            file.write_text(_sources_now(*also))


def is_signed(name: str, *also: Path) -> bool:
    """Whether that was noted, and no source was touched since. also: as with `sign`."""
    file = _file_of(name)
    try:
        return file is not None and file.read_text() == _sources_now(*also)
    except OSError:
        return False


def _file_of(name: str) -> Path | None:
    """The file that stands beside the machine code of something."""
    folder = code_folder()
    return folder / f"ready-{name}" if folder else None


def _sources_now(*also: Path) -> str:
    """Changes with all by which Numba tells whether kept code is of these sources.

    A checkout that was moved, or brought to another commit and back, has the same sources, but
    Numba compiles them again.
    """
    told = hashlib.sha256()
    for folder in (Path(__file__).parent, *also):
        for path in sorted(folder.rglob("*.py")):
            facts = path.stat()
            told.update(f"{path} {facts.st_mtime_ns} {facts.st_size}\n".encode())
    return told.hexdigest()


def _use_simulation() -> None:
    policies = (UNIFORM, UNIFORM)
    simulate_deals(Rules(), policies, 1, seed=0)
    simulate_matches(Rules(), policies, 1, seed=0, deal_limit=1)
    run_deals(np.zeros(1, np.int64), np.array(policies, np.int64), packed(Rules()), 0, 0)


def _use_tables() -> None:
    tables = Tables(Rules(), 2, 1, seed=0)
    tables.step(tables.random_actions(0))
    tables.observe()


def _use_solver() -> None:
    options = packed(Rules())
    for seats in (2, 3):
        row = row_of(_opening(seats))
        payoffs = score_changes(seats, int(row[BIDDER]), int(row[BID]))
        values_for_all(row, seats, options, payoffs)
        values_for_side(row, seats, options, lead_over_others(payoffs, 0, seats), 1)


def _opening(seats: int) -> Opening:
    """A deal at the opening lead."""
    cards = deck(joker=False)
    hands = tuple(CardSet(cards[seat :: 52 // HAND_SIZE][:HAND_SIZE]) for seat in range(seats))
    return Opening(hands, (Bid(1, 2),), Bid(1, 2))


_USES: Final = {
    Part.SIMULATION: _use_simulation,
    Part.TABLES: _use_tables,
    Part.SOLVER: _use_solver,
}
