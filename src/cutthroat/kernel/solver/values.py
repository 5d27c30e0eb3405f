"""The way in: exact values of all cards that may be played, by one call.

A position is a row of `state` at the opening lead or later, with the hands of all seats in it;
`position.row_of` makes one of a deal of `core`. Each thread uses a memory of its own.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from typing import Final

import numpy as np
from numpy.typing import NDArray

from cutthroat.kernel.bits import lowest_in
from cutthroat.kernel.chance import HAND_SIZE
from cutthroat.kernel.scoring import OUTCOMES
from cutthroat.kernel.solver.max_n import solve_cards_for_all
from cutthroat.kernel.solver.memory import Memory, new_memory
from cutthroat.kernel.solver.payoffs import Payoff, Payoffs
from cutthroat.kernel.solver.zero_sum import solve_cards
from cutthroat.kernel.state import DEALT, FIELDS, OPENING, PLAY, STAGE, Row

_CARDS: Final = 53
_kept = threading.local()


def values_for_side(
    row: Row, seats: int, options: int, payoff: Payoff, side: int
) -> dict[int, float]:
    """What each card that may be played is worth to a side that all others play against.

    With two seats this is minimax. With three it is the paranoid bound: what a seat has for sure
    even if the two others join against it; or what two have for sure that join.
    payoff: what each outcome is worth to the side, shape (256,). side: the seats of the side as a
    mask. Returns the value by card, 0 to 52; at the opening lead each card makes its suit trump.
    Raises ValueError if no seat is to play, for a row of another form or number of seats, for a
    payoff of another shape or that is not finite, and for a side of nobody or of strangers.
    R15 to R18.
    """
    position = _position(row, seats)
    table = _table(payoff, (OUTCOMES,))
    if not 0 < side < 1 << seats:
        raise ValueError(f"a side is a mask of some of {seats} seats, not {side}")
    values = np.zeros(_CARDS, np.float64)
    legal = solve_cards(_memory(), position, seats, options, table, side, values)
    found: list[float] = values.tolist()
    return {card: found[card] for card in _numbers(legal)}


def values_for_all(
    row: Row, seats: int, options: int, payoffs: Payoffs
) -> dict[int, tuple[float, ...]]:
    """What each card that may be played is worth to every seat if each plays for itself: max^n.

    How a seat chooses between cards that are worth the same to it, `max_n` says.
    payoffs: what each outcome is worth to each seat, shape (256, 3). Returns one value a seat, by
    card, 0 to 52; at the opening lead each card makes its suit trump.
    Raises ValueError if no seat is to play, for a row of another form or number of seats, and for
    payoffs of another shape or that are not finite.
    R15 to R18.
    """
    position = _position(row, seats)
    table = _table(payoffs, (OUTCOMES, 3))
    values = np.zeros((_CARDS, 3), np.float64)
    legal = solve_cards_for_all(_memory(), position, seats, options, table, values)
    found: list[list[float]] = values.tolist()
    return {card: tuple(found[card][:seats]) for card in _numbers(legal)}


def _numbers(cards: int) -> Iterator[int]:
    """The cards of a mask, one after another."""
    while cards:
        yield lowest_in(cards)
        cards &= cards - 1


def _memory() -> Memory:
    """The memory of this thread."""
    if not hasattr(_kept, "memory"):
        _kept.memory = new_memory()
    memory: Memory = _kept.memory
    return memory


def _position(row: Row, seats: int) -> Row:
    """A copy of a row that the solver can start from: machine code checks nothing."""
    if seats not in (2, 3):
        raise ValueError(f"two or three seats play, not {seats}")
    if row.dtype != np.int64 or row.shape != (FIELDS,):
        raise ValueError(f"a row is {FIELDS} of int64, not {row.shape} of {row.dtype}")
    if row[STAGE] not in (OPENING, PLAY):
        raise ValueError("no seat is to play a card")
    dealt = [cards.bit_count() for cards in row[DEALT : DEALT + 3].tolist()]
    if dealt != [dealt[0]] * seats + [0] * (3 - seats) or not 0 < dealt[0] <= HAND_SIZE:
        raise ValueError(f"{seats} seats were not dealt {dealt} cards")
    return np.array(row, order="C")


def _table(payoff: Payoff | Payoffs, shape: tuple[int, ...]) -> NDArray[np.float64]:
    """A copy of a payoff, laid out as the solver reads it."""
    if payoff.shape != shape:
        raise ValueError(f"a payoff has the shape {shape}, not {payoff.shape}")
    table = np.array(payoff, np.float64, order="C")
    if not np.isfinite(table).all():
        raise ValueError("a payoff is finite for every outcome")
    return table
