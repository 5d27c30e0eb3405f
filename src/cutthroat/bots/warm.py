"""Making ready ahead what the strong bots need, so that they answer quickly from the first time on.

That is their machine code, and what a match is worth at every score. The first takes a good part of
a minute once, after an installation; the second nothing to speak of, unless the house rules are
unusual. In each process they are loaded once more, which takes less than a second.

Nothing here loads the compiled kernel before it is asked to.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Final

from cutthroat.bots.levels import Effort
from cutthroat.core import match as matches
from cutthroat.core.actions import Bid, Play
from cutthroat.core.cards import deck
from cutthroat.core.deal import HAND_SIZE
from cutthroat.core.rules import Rules
from cutthroat.core.view import View, project

_BOTS: Final = Path(__file__).parent
_NAME: Final = "bots"
_HARDLY: Final = Effort(worlds=1, tries=1)


def prepare_bots(
    tell: Callable[[], None] = lambda: None, rules: Rules | None = None, seats: int | None = None
) -> None:
    """Make everything ready in this process that strong bots need to answer.

    tell: called once before the work if it takes more than a moment: a face may say that somebody
        has to wait.
    rules, seats: of the tables that they will play at; by default the ordinary rules, and both
        numbers of seats.
    """
    told = cache(tell)
    if not are_ready():
        told()
    for number in (seats,) if seats else (2, 3):
        _use(rules or Rules(), number, told)
    if not seats:
        from cutthroat.kernel.warm import sign  # noqa: PLC0415  # it brings Numba

        sign(_NAME, _BOTS)


def are_ready() -> bool:
    """Whether the machine code of the strong bots is kept, so that it need not be compiled."""
    from cutthroat.kernel.warm import compiles, is_signed  # noqa: PLC0415  # it brings Numba

    return not compiles() or is_signed(_NAME, _BOTS)


def _use(rules: Rules, seats: int, tell: Callable[[], None]) -> None:
    """Decide once in each way that there is."""
    from cutthroat.bots.equity import equity_for  # noqa: PLC0415  # it brings Numba
    from cutthroat.bots.strong import judge  # noqa: PLC0415  # it brings Numba
    from cutthroat.kernel.warm import compiles  # noqa: PLC0415  # it brings Numba

    equity_for(rules, seats, tell)
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
