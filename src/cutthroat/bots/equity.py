"""What a match is worth to each seat: the table for any house rules, found, made or taken along.

The tables of the presets come with the package. For other rules a coarser one is made when it is
first asked for, which takes seconds, and kept in the user's cache folder.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from threading import Lock
from typing import Final

import numpy as np
from platformdirs import user_cache_path

from cutthroat.bots.easy_weights import easy_weights
from cutthroat.core.actions import Seat
from cutthroat.core.rules import PRESETS, Out, Rules
from cutthroat.kernel.equity.model import Model
from cutthroat.kernel.equity.solve import FULL, QUICK, QUICK_LIMITED, Effort, Solver
from cutthroat.kernel.equity.store import FORMAT, SHIPPED, Kept, load, save
from cutthroat.kernel.equity.table import Values, find_equities, shape_of
from cutthroat.kernel.options import packed

Progress = Callable[[float], None]
"""Is told which part of the work is done, from 0 to 1."""

_BUSY: Final = Lock()
"""Held while a table is looked for or made: two threads never make the same one."""
_MOST_KNOWN: Final = 16
"""Tables in memory, of a megabyte each, or ten under a limit: guests of a server have some made."""
_MOST_KEPT: Final = 256 * 2**20
"""Bytes of quick tables in the cache folder."""
_known: dict[tuple[Rules, int], EquityTable] = {}
"""Those asked for last, the newest at the end."""


@dataclass(frozen=True, slots=True, eq=False)
class EquityTable:
    """What a match is worth, by scores and dealer.

    values, model: as compiled code takes them, see `kernel.equity`; they are not to be changed.
    """

    rules: Rules
    seats: int
    values: Values
    model: Model

    def at(self, scores: Sequence[int], dealer: Seat, scored_deals: int = 0) -> tuple[float, ...]:
        """The chance of each seat to win a match that is not over, before the cards are dealt.

        scores: of seat 1 first. dealer: the seat that deals next. scored_deals: how many deals were
            scored; it matters under the option `limit`.
        Raises ValueError for another number of scores, and for a dealer who is none of the seats.
        """
        if len(scores) != self.seats:
            raise ValueError(f"there are {self.seats} seats, and not {len(scores)}")
        if dealer not in range(1, self.seats + 1):
            raise ValueError(f"seat {dealer} cannot deal: there are {self.seats} seats")
        found = np.zeros(self.seats, np.float64)
        known = np.array(scores, np.int64)
        options = packed(self.rules)
        find_equities(self.values, options, known, int(dealer) - 1, scored_deals, found)
        return tuple(float(equity) for equity in found)


def equity_for(
    rules: Rules,
    seats: int,
    tell: Callable[[], None] | None = None,
    progress: Progress | None = None,
) -> EquityTable:
    """The table of some house rules for 2 or 3 seats.

    tell: called once, before the work, if a table must be made first: a face may say that this
        takes some seconds. progress: is then told how far it is.
    Raises ValueError for another number of seats.
    """
    with _BUSY:
        known = _known.pop((rules, seats), None)
        if known is not None:
            _known[rules, seats] = known
            return known
        kept = _kept(rules, seats)
        if kept is None:
            if tell is not None:
                tell()
            kept = _make(rules, seats, progress or (lambda _done: None))
        return _remember(rules, seats, kept)


def is_at_hand(rules: Rules, seats: int) -> bool:
    """Whether the table of some house rules is there, so that nothing need be made.

    Raises ValueError for a number of seats other than 2 and 3.
    """
    with _BUSY:
        if (rules, seats) in _known:
            return True
        kept = _kept(rules, seats)
        if kept is not None:
            _remember(rules, seats, kept)
        return kept is not None


def is_kept(rules: Rules, seats: int) -> bool:
    """Whether the table of some house rules is in a file, so that the next process finds it.

    Raises ValueError for a number of seats other than 2 and 3.
    """
    return _kept(rules, seats) is not None


def forget() -> None:
    """Let go of all tables in memory; the next one asked for is read from its file again."""
    with _BUSY:
        _known.clear()


def kept_in(rules: Rules, seats: int) -> Path:
    """The file in the user's cache folder for a thorough table of some house rules."""
    return _kept_as(rules, seats, "thorough")


def quick_in(rules: Rules, seats: int) -> Path:
    """The file in the user's cache folder for a table of some house rules that was made quickly."""
    return _kept_as(rules, seats, "quick")


def _kept_as(rules: Rules, seats: int, kind: str) -> Path:
    name = f"{seats}-{packed(rules):x}-{kind}.npz"
    return user_cache_path("cutthroat", appauthor=False) / f"equity-{FORMAT}" / name


def shipped_in(rules: Rules, seats: int) -> Path | None:
    """The file of the package that holds the table of some house rules; None for other rules."""
    for name, preset in PRESETS.items():
        if preset == rules:
            return SHIPPED / f"{name}-{seats}.npz"
    return None


def solver_for(rules: Rules, seats: int, effort: Effort, threads: int = 1) -> Solver:
    """What makes a table with such an effort."""
    return Solver(rules, seats, easy_weights(rules, seats), effort, threads)


def _kept(rules: Rules, seats: int) -> Kept | None:
    """The best table there is: a thorough one of the user's, of the package, or a quick one."""
    if seats not in FULL:
        raise ValueError(f"there are tables for 2 and 3 seats, and not for {seats}")
    thorough = shape_for(rules, seats, FULL[seats])
    for path in (kept_in(rules, seats), shipped_in(rules, seats)):
        kept = load(path, thorough) if path else None
        if kept is not None:
            return kept
    return load(quick_in(rules, seats), shape_for(rules, seats, _quick(rules, seats)))


def shape_for(rules: Rules, seats: int, effort: Effort) -> tuple[int, int, int, int, int]:
    """The shape of a table made with such an effort."""
    return shape_of(seats, min(rules.target, effort.target), min(rules.limit or 1, effort.layers))


def _quick(rules: Rules, seats: int) -> Effort:
    return (QUICK if rules.limit is None else QUICK_LIMITED)[seats]


def _make(rules: Rules, seats: int, progress: Progress) -> Kept:
    """Make a table quickly, and keep it if that can be done.

    What was kept is read again: files hold rounded numbers, and whoever makes a table is to go by
    the same as those who find it.
    """
    progress(0.0)
    path = quick_in(rules, seats)
    kept = None
    solver = solver_for(rules, seats, _quick(rules, seats))
    work = solver.begin(_similar("classic" if rules.out is Out.REACH else "seed", seats))
    while work.done < solver.rounds:
        solver.go_on(work, progress)
    with contextlib.suppress(OSError):  # it is made again the next time
        save(path, work.values, work.model)
        kept = load(path, solver.shape)
        _tidy(path.parent)
    return kept or Kept(work.values, work.model)


def _tidy(folder: Path) -> None:
    """Remove the oldest quick tables where they take too much room.

    Raises OSError.
    """
    found = {path: path.stat() for path in folder.glob("*-quick.npz")}
    room = _MOST_KEPT
    for path in sorted(found, key=lambda path: found[path].st_mtime_ns, reverse=True):
        room -= found[path].st_size
        if room < 0:
            path.unlink(missing_ok=True)


@cache
def _similar(name: str, seats: int) -> Values | None:
    """The equities of a preset that wins in the same way, to begin from; None if it is not there.

    With another target they are of no use.
    """
    preset = PRESETS[name]
    kept = load(SHIPPED / f"{name}-{seats}.npz", shape_for(preset, seats, FULL[seats]))
    return kept.values if kept else None


def _remember(rules: Rules, seats: int, kept: Kept) -> EquityTable:
    table = EquityTable(rules, seats, kept.values, kept.model)
    table.values.flags.writeable = False
    table.model.flags.writeable = False
    while len(_known) >= _MOST_KNOWN:
        del _known[next(iter(_known))]
    _known[rules, seats] = table
    return table
