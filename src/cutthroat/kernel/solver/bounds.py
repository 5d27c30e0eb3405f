"""Which outcomes a position can still have: never one too few. R5 to R8.

An outcome of the solver is who has Low, Jack and Game: two bits each from the lowest up. That is
the outcome of `scoring` without High, which is certain. A set of outcomes is a mask of 64 bits.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from cutthroat.kernel.bits import lowest_in, plus
from cutthroat.kernel.compiled import compiled_inside
from cutthroat.kernel.scoring import NOBODY
from cutthroat.kernel.solver.memory import (
    ALL_POINTS,
    BEATEN_BY,
    BIDDER,
    HOLDING,
    JACK_CARD,
    LEFT,
    LOW_CARD,
    SEATS,
    STANDING,
    TABLE,
    TIE_TO_BIDDER,
    Memory,
)
from cutthroat.kernel.solver.standing import (
    is_decided,
    owners_of,
    points_of,
    with_game,
)


def _outcomes_where(shift: int) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    """For each set of owners, a mask of 4 bits, the outcomes in which one of them has a point.

    shift: the place of the point in the outcome. Shape (16,).
    """
    sets = [[o for o in range(64) if owners >> (o >> shift & 3) & 1] for owners in range(16)]
    masks = np.array([sum(1 << o for o in outcomes) for outcomes in sets], np.uint64)
    return masks.view(np.int64)


_LOW_IS: Final = _outcomes_where(0)
_JACK_IS: Final = _outcomes_where(2)
_GAME_IS: Final = _outcomes_where(4)


@compiled_inside
def as_set(outcome: int) -> int:
    """The set of one outcome; of the last one the bit is the sign."""
    return plus(1 << outcome, 0)


@compiled_inside
def possible_outcomes(memory: Memory, frame: int) -> int:
    """The outcomes that a position can still have; notes in the frame when Game is decided."""
    cards = memory[frame + LEFT] | memory[frame + TABLE]
    standing = memory[frame + STANDING]
    jack_owner, low_owner = owners_of(standing)
    jack, low = 1 << jack_owner, 1 << low_owner
    if cards & memory[JACK_CARD]:
        jack = _takers(memory, cards, memory[JACK_CARD])
    if cards & memory[LOW_CARD]:
        low = _takers(memory, cards, memory[LOW_CARD])
    game = _game_owners(memory, standing)
    if game & game - 1 == 0:
        memory[frame + STANDING] = with_game(standing, lowest_in(game))
    return int(_LOW_IS[low] & _JACK_IS[jack] & _GAME_IS[game])


@compiled_inside
def _takers(memory: Memory, cards: int, card: int) -> int:
    """The seats that may take a trump in play: its holder, and those with a higher one. R18."""
    takers = card | cards & memory[BEATEN_BY + lowest_in(card)]
    return int(
        (takers & memory[HOLDING] != 0)
        | (takers & memory[HOLDING + 1] != 0) << 1
        | (takers & memory[HOLDING + 2] != 0) << 2
    )


@compiled_inside
def _game_owners(memory: Memory, standing: int) -> int:
    """Who may still have Game, as a mask with bit NOBODY for nobody. R8, option `tie`."""
    points0, points1, points2 = points_of(standing)
    if is_decided(standing):
        return 1 << points1
    rest = memory[ALL_POINTS] - points0 - points1 - points2
    if memory[SEATS] == 2:
        return _owners_of_two(memory, points0, points1, rest)
    return _owners_of_three(memory, points0, points1, points2, rest)


@compiled_inside
def _owners_of_two(memory: Memory, points0: int, points1: int, rest: int) -> int:
    """With two seats a tie takes half of all card points."""
    owners = (points0 + rest > points1) | (points1 + rest > points0) << 1
    if abs(points0 - points1) <= rest and memory[ALL_POINTS] & 1 == 0:
        owners |= 1 << (memory[BIDDER] if memory[TIE_TO_BIDDER] else NOBODY)
    return int(owners)


@compiled_inside
def _owners_of_three(memory: Memory, points0: int, points1: int, points2: int, rest: int) -> int:
    """With three seats a tie takes that the second most can reach the most."""
    rivals0, rivals1, rivals2 = max(points1, points2), max(points0, points2), max(points0, points1)
    owners = (
        (points0 + rest > rivals0)
        | (points1 + rest > rivals1) << 1
        | (points2 + rest > rivals2) << 2
    )
    most = max(points0, rivals0)
    second = min(rivals0, rivals1, rivals2)
    if second + rest < most:
        return owners
    if not memory[TIE_TO_BIDDER]:
        return owners | 1 << NOBODY
    bidder = memory[BIDDER]
    own = points0 if bidder == 0 else (points1 if bidder == 1 else points2)
    if own + rest >= most:
        owners |= 1 << bidder
    if rest > 0 or own < most:
        owners |= 1 << NOBODY
    return int(owners)
