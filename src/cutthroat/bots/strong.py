"""The strong bots: they look at many deals that fit what they have seen, and at the match score.

In each such deal every choice is valued by the chance to win the match that it leads to. How likely
a deal is depends on how the others have called and played in it.
"""

from __future__ import annotations

import threading
import time
from random import Random
from typing import Final

import numpy as np

from cutthroat.bots.easy_weights import easy_weights
from cutthroat.bots.equity import equity_for
from cutthroat.bots.judgement import Judgement, Option
from cutthroat.bots.levels import Effort, choices_of
from cutthroat.bots.seeing import seen_row
from cutthroat.core.actions import Action, Pass
from cutthroat.core.rules import Rules
from cutthroat.core.view import View
from cutthroat.kernel.auction import action_index
from cutthroat.kernel.options import packed
from cutthroat.kernel.search.lookahead import (
    EQUITY,
    GAINED,
    MADE,
    PLAYED,
    TRIES,
    deal_worlds,
    look_ahead,
    new_totals,
)
from cutthroat.kernel.search.mind import Floats, Mind, new_mind
from cutthroat.kernel.search.tree import new_tree
from cutthroat.kernel.state import Row, Rows, new_rows

_WORLDS_AT_ONCE: Final = 64
"""Deals weighed between two looks at the clock."""
_TRIES_AT_ONCE: Final = 16
"""The same for tries."""
_FOR_WEIGHING: Final = 1 / 3
"""The share of the time in which deals are weighed."""
_MOST_MINDS: Final = 8
"""Tables whose minds a thread keeps."""
_NODES: Final = 1 << 17
"""Moments that a tree has room for: each try adds one for each choice at the most, and `expert`
makes 12,000 tries. Beyond that a tree no longer grows."""
_kept = threading.local()


def judge(view: View, rng: Random, effort: Effort) -> Judgement:
    """What each legal action of the viewer is worth.

    rng: one number is drawn from it, and nothing else is left to chance.
    Raises ValueError if it is not the viewer's turn.
    """
    clock = _Clock(effort.seconds)
    seen = seen_row(view)
    mind = mind_for(view.rules, view.seats)
    stream = rng.getrandbits(63)
    worlds, sums = _weighed(seen, mind, stream, effort.worlds, clock)
    totals = new_totals()
    done = 0
    while done < effort.tries and not (done and clock.is_past(1.0)):
        count = clock.portion(_TRIES_AT_ONCE, effort.tries - done)
        look_ahead(worlds, sums, mind, stream, done, count, totals)
        done += count
    options = [_option(action, totals[action_index(action)]) for action in choices_of(view)]
    return Judgement(tuple(sorted(options, key=_rank)), done)


class _Clock:
    """How much of the time for a decision is over."""

    def __init__(self, seconds: float | None) -> None:
        self._seconds = seconds
        self._started = time.monotonic()

    def is_past(self, share: float) -> bool:
        """Whether this share of the time is over; never without a limit."""
        if self._seconds is None:
            return False
        return time.monotonic() - self._started >= share * self._seconds

    def portion(self, usual: int, left: int) -> int:
        """How much to do before the next look at the clock: all that is left without a limit."""
        return left if self._seconds is None else min(usual, left)


def _weighed(seen: Row, mind: Mind, stream: int, count: int, clock: _Clock) -> tuple[Rows, Floats]:
    """Deals that fit what was seen, as many as there is time for, and their weights, added up."""
    worlds, sums = new_rows(count), np.zeros(count, np.float64)
    done = 0
    while done < count and not (done and clock.is_past(_FOR_WEIGHING)):
        stop = done + clock.portion(_WORLDS_AT_ONCE, count - done)
        deal_worlds(seen, mind, stream, done, stop, worlds, sums)
        done = stop
    return worlds[:done], sums[:done]


def mind_for(rules: Rules, seats: int) -> Mind:
    """The mind of this thread for a table."""
    if not hasattr(_kept, "minds"):
        _kept.minds, _kept.tree = {}, new_tree(_NODES)
    minds: dict[tuple[Rules, int], Mind] = _kept.minds
    if (rules, seats) not in minds:
        if len(minds) == _MOST_MINDS:
            minds.clear()
        known = equity_for(rules, seats)
        weights = easy_weights(rules, seats)
        minds[rules, seats] = new_mind(
            seats, packed(rules), weights, known.values, known.model, _kept.tree
        )
    return minds[rules, seats]


def _rank(option: Option) -> tuple[float, bool]:
    """The order of options, the best first; of those worth the same, a bid goes before a pass.

    Where a match is as good as won, and no bid can matter, all would else pass for ever.
    """
    return -option.equity, isinstance(option.action, Pass)


def _option(action: Action, total: Floats) -> Option:
    tries, played = total[TRIES], total[PLAYED]
    return Option(
        action,
        equity=float(total[EQUITY] / tries),
        made=float(total[MADE] / played) if played else None,
        points=float(total[GAINED] / tries),
    )
