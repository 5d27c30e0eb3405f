"""Making ready ahead what the strong bots need, so that they answer quickly from the first time on.

That is their machine code, and what a match is worth at every score. The first takes a good part of
a minute once, after an installation; the second nothing to speak of, unless the house rules are
unusual: then a table is made, once. In each process they are loaded once more, which takes less
than a second.

Nothing here loads the compiled kernel before it is asked to.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from enum import Enum
from functools import partial
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Final

from cutthroat.bots.levels import Effort
from cutthroat.core import match as matches
from cutthroat.core.actions import Bid, Play
from cutthroat.core.cards import deck
from cutthroat.core.deal import HAND_SIZE
from cutthroat.core.rules import Rules
from cutthroat.core.view import View, project

if TYPE_CHECKING:
    from cutthroat.bots.equity import EquityTable

_BOTS: Final = Path(__file__).parent
_NAME: Final = "bots"
_TABLES: Final = "equities"
_HARDLY: Final = Effort(worlds=1, tries=1)


class Wait(Enum):
    """What somebody may have to wait for."""

    LOADING = "loading"
    """What was made before."""
    COMPILING = "compiling"
    """Machine code; once, after an installation that did not compile it."""
    EQUITIES = "equities"
    """What a match is worth by unusual house rules; once for each."""


Tell = Callable[[Wait, float], None]
"""Is told, before it begins and now and then, what is made and which part of it is done.

From 0 to 1; 0 where nobody knows.
"""


def tell_nobody(_what: Wait, _done: float) -> None:
    """Whoever waits has been told."""


def prepare_bots(
    tell: Tell = tell_nobody, rules: Rules | None = None, seats: int | None = None
) -> None:
    """Make everything ready in this process that strong bots need to answer.

    What is kept counts as ready, see `are_ready`, when it was made for both numbers of seats.

    tell: called if it takes more than a moment: a face may say that somebody has to wait.
    rules, seats: of the tables that they will play at; by default the ordinary rules, and both
        numbers of seats.
    """
    if not are_ready():
        tell(Wait.COMPILING, 0.0)
    for number in (seats,) if seats else (2, 3):
        _use(rules or Rules(), number, tell)
    if not seats:
        from cutthroat.kernel.warm import sign  # noqa: PLC0415  # it brings Numba

        sign(_NAME, _BOTS)


def are_ready() -> bool:
    """Whether the machine code of the strong bots is kept, so that it need not be compiled."""
    from cutthroat.kernel.warm import compiles, is_signed  # noqa: PLC0415  # it brings Numba

    return not compiles() or is_signed(_NAME, _BOTS)


def table_of(rules: Rules, seats: int, tell: Tell = tell_nobody) -> EquityTable:
    """What a match is worth by some house rules; made where there is no such table yet.

    tell: called if it must be made.
    """
    from cutthroat.bots.equity import equity_for, is_at_hand  # noqa: PLC0415  # it brings Numba

    if not is_at_hand(rules, seats):
        prepare_tables(tell)
    return equity_for(rules, seats, progress=partial(tell, Wait.EQUITIES))


def prepare_tables(tell: Tell = tell_nobody) -> None:
    """Compile what tables are made and looked up with, by making a small one, if it is not kept.

    The same machine code makes those for both numbers of seats, with and without a limit.
    """
    if can_make_tables():
        return
    from cutthroat.bots.equity import EquityTable, solver_for  # noqa: PLC0415  # it brings Numba
    from cutthroat.kernel.equity.solve import Effort as Work  # noqa: PLC0415  # it brings Numba
    from cutthroat.kernel.warm import sign  # noqa: PLC0415  # it brings Numba

    tell(Wait.COMPILING, 0.0)
    rules = Rules(target=5)
    solver = solver_for(rules, 2, Work(1, 1, early=3, late=1, each=1, layers=1, target=5))
    work = solver.begin()
    while work.done < solver.rounds:
        solver.go_on(work, lambda _done: None)
    EquityTable(rules, 2, work.values, work.model).at((0, 0), 1)
    sign(_TABLES, _BOTS)


def can_make_tables() -> bool:
    """Whether the machine code that makes tables is kept, so that it need not be compiled."""
    from cutthroat.kernel.warm import compiles, is_signed  # noqa: PLC0415  # it brings Numba

    return not compiles() or is_signed(_TABLES, _BOTS)


def _use(rules: Rules, seats: int, tell: Tell) -> None:
    """Decide once in each way that there is."""
    from cutthroat.bots.strong import judge  # noqa: PLC0415  # it brings Numba
    from cutthroat.kernel.warm import compiles  # noqa: PLC0415  # it brings Numba

    table_of(rules, seats, tell)
    for view in _moments(rules, seats) if compiles() else ():
        judge(view, Random(0), _HARDLY)  # noqa: S311  # nothing comes of it


def _moments(rules: Rules, seats: int) -> Iterator[View]:
    """What the seat to act sees at its first call, at the opening lead, and when it follows."""
    match = matches.begin(matches.start(rules, seats, dealer=seats))
    cards = deck(joker=False)
    hands = [cards[seat :: 52 // HAND_SIZE][:HAND_SIZE] for seat in range(seats)]
    match = matches.fold(match, matches.deal_cards(match, hands))
    for action in (Bid(1, 4), Play(1, hands[0][0])):
        yield project(match, 1)
        match = matches.fold(match, matches.decide(match, action))
    yield project(match, 2)
