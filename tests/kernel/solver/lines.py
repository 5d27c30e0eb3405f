# ruff: noqa: PLR0917  # compiled code, as in the kernel
"""The values of cards by their definition, on the rows of the kernel: each line of play to its end.

Compiled, so that large hands can be gone through. Nothing is pruned, bounded, remembered or taken
for equal, and the solver is not used.

The depth where a search starts is given as `plain(1)`: for a literal Numba would make the recursive
function once more, and that code crashes when it is loaded from the cache.
"""

import numpy as np
from numpy.typing import NDArray

from cutthroat.core.deal import HAND_SIZE, Opening, Playing
from cutthroat.kernel import state
from cutthroat.kernel.bits import plain
from cutthroat.kernel.cards import mask_of
from cutthroat.kernel.compiled import compiled
from cutthroat.kernel.state import Row, Rows

Numbers = NDArray[np.float64]


def acted_row(phase: Opening | Playing, size: int, options: int) -> Row:
    """The row of a deal whose hands had some size, brought about by the kernel's own steps.

    Smaller hands are taken for the end of a deal: the first tricks are missing.
    """
    tricks = (
        [*[taken.trick for taken in phase.tricks], phase.trick]
        if isinstance(phase, Playing)
        else []
    )
    plays = [play for trick in tricks for play in trick.plays]
    dealt = np.zeros(3, np.int64)
    for seat, hand in enumerate(phase.hands):
        dealt[seat] = mask_of([*hand, *[card for other, card in plays if other == seat + 1]])
    row: Row = state.new_rows(1)[0]
    cards = np.array([card.index for _, card in plays], np.int64)
    bidder, bid = phase.winning.seat - 1, phase.winning.points
    _act_all(row, dealt, bidder, bid, HAND_SIZE - size, cards, len(phase.hands), options)
    return row


@compiled
def _act_all(
    row: Row,
    dealt: Row,
    bidder: int,
    bid: int,
    missing: int,
    cards: Row,
    seats: int,
    options: int,
) -> None:
    state.deal_these(row, seats, dealt[0], dealt[1], dealt[2])
    row[state.STAGE] = state.OPENING
    row[state.TURN] = row[state.BIDDER] = bidder
    row[state.BID] = bid
    row[state.TRICKS] = missing
    for card in cards:
        state.act(row, card, seats, options)


@compiled
def side_values(
    rows: Rows, seats: int, options: int, payoff: Numbers, side: int, values: Numbers
) -> int:
    """Write the value of every card in the first row to `values`; the mask of these cards."""
    legal = state.legal_actions(rows[0], seats, options)
    for card in range(53):
        if legal >> card & 1:
            rows[1] = rows[0]
            state.act(rows[1], card, seats, options)
            values[card] = _side_value(rows, plain(1), seats, options, payoff, side)
    return legal


@compiled
def _side_value(
    rows: Rows, depth: int, seats: int, options: int, payoff: Numbers, side: int
) -> float:
    row = rows[depth]
    legal = state.legal_actions(row, seats, options)
    if legal == 0:
        return float(payoff[row[state.OUTCOME]])
    most = side >> row[state.TURN] & 1
    best = -np.inf if most else np.inf
    for card in range(53):
        if legal >> card & 1:
            rows[depth + 1] = row
            state.act(rows[depth + 1], card, seats, options)
            value = _side_value(rows, depth + 1, seats, options, payoff, side)
            best = max(best, value) if most else min(best, value)
    return best


@compiled
def all_values(
    rows: Rows, seats: int, options: int, payoffs: Numbers, vectors: Numbers, values: Numbers
) -> int:
    """The same for max^n. vectors: room for a vector at each depth."""
    legal = state.legal_actions(rows[0], seats, options)
    for card in range(53):
        if legal >> card & 1:
            rows[1] = rows[0]
            state.act(rows[1], card, seats, options)
            _fill_vector(rows, plain(1), seats, options, payoffs, vectors)
            values[card] = vectors[1]
    return legal


@compiled
def _fill_vector(
    rows: Rows, depth: int, seats: int, options: int, payoffs: Numbers, vectors: Numbers
) -> None:
    row = rows[depth]
    legal = state.legal_actions(row, seats, options)
    if legal == 0:
        vectors[depth] = payoffs[row[state.OUTCOME]]
        return
    first = True
    for card in range(53):
        if legal >> card & 1:
            rows[depth + 1] = row
            state.act(rows[depth + 1], card, seats, options)
            _fill_vector(rows, depth + 1, seats, options, payoffs, vectors)
            if first or _rather(vectors[depth + 1], vectors[depth], row[state.TURN], seats):
                vectors[depth] = vectors[depth + 1]
            first = False


@compiled
def _rather(one: Numbers, other: Numbers, seat: int, seats: int) -> bool:
    """More for itself; else less for the others together; else less for its left."""
    if one[seat] != other[seat]:
        return bool(one[seat] > other[seat])
    if seats == 2:
        return bool(one[1 - seat] < other[1 - seat])
    left = (seat + 1) % 3
    right = (seat + 2) % 3
    if one[left] + one[right] != other[left] + other[right]:
        return bool(one[left] + one[right] < other[left] + other[right])
    return bool(one[left] < other[left])
