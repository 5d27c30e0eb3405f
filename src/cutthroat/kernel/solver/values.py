"""The way in: exact values of all cards that may be played, by one call.

A position is a row of `state` at the opening lead or later, with the hands of all seats in it;
`position.row_of` makes one of a deal of `core`. Each thread uses a memory of its own.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from typing import Final

import numpy as np

from cutthroat.kernel.bits import lowest_in
from cutthroat.kernel.scoring import OUTCOMES
from cutthroat.kernel.solver.max_n import solve_cards_for_all
from cutthroat.kernel.solver.memory import Memory, new_memory
from cutthroat.kernel.solver.payoffs import Payoff, Payoffs
from cutthroat.kernel.solver.zero_sum import solve_cards
from cutthroat.kernel.state import OPENING, PLAY, STAGE, Row

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
    Raises ValueError if no seat is to play, and for a payoff of another shape.
    R15 to R18.
    """
    _check(row, payoff, (OUTCOMES,))
    values = np.zeros(_CARDS, np.float64)
    table = np.ascontiguousarray(payoff, np.float64)
    legal = solve_cards(_memory(), row, seats, options, table, side, values)
    found: list[float] = values.tolist()
    return {card: found[card] for card in _numbers(legal)}


def values_for_all(
    row: Row, seats: int, options: int, payoffs: Payoffs
) -> dict[int, tuple[float, ...]]:
    """What each card that may be played is worth to every seat if each plays for itself: max^n.

    How a seat chooses between cards that are worth the same to it, `max_n` says.
    payoffs: what each outcome is worth to each seat, shape (256, 3). Returns one value a seat, by
    card, 0 to 52; at the opening lead each card makes its suit trump.
    Raises ValueError if no seat is to play, and for payoffs of another shape.
    R15 to R18.
    """
    _check(row, payoffs, (OUTCOMES, 3))
    values = np.zeros((_CARDS, 3), np.float64)
    table = np.ascontiguousarray(payoffs, np.float64)
    legal = solve_cards_for_all(_memory(), row, seats, options, table, values)
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


def _check(row: Row, payoff: Payoff | Payoffs, shape: tuple[int, ...]) -> None:
    if row[STAGE] not in (OPENING, PLAY):
        raise ValueError("no seat is to play a card")
    if payoff.shape != shape:
        raise ValueError(f"a payoff has the shape {shape}, not {payoff.shape}")
