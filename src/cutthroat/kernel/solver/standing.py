"""What was captured so far, as one number: card points, and who has taken the jack and the Low.

From the lowest bit up: 7 bits of card points for each of three seats, 2 bits for the seat that took
the jack of trump, 2 for the one that has Low; NOBODY where nobody has it, or not yet. Once Game is
decided the card points no longer count: the first seat's are then DECIDED, the second's the owner.
"""

from __future__ import annotations

from typing import Final

from cutthroat.kernel.compiled import compiled_inside
from cutthroat.kernel.scoring import NOBODY

DECIDED: Final = 127
"""More than all card points of a deck, which are 81."""
_JACK: Final = 21
_LOW: Final = 23


@compiled_inside
def new_standing(points0: int, points1: int, points2: int, jack: int, low: int) -> int:
    """The standing with these card points, and with the seats that have Jack and Low."""
    return points0 | points1 << 7 | points2 << 14 | jack << _JACK | low << _LOW


@compiled_inside
def points_of(standing: int) -> tuple[int, int, int]:
    """The card points that each seat has captured; once Game is decided, DECIDED and its owner."""
    return standing & 127, standing >> 7 & 127, standing >> 14 & 127


@compiled_inside
def owners_of(standing: int) -> tuple[int, int]:
    """The seats that have Jack and Low, or NOBODY."""
    return standing >> _JACK & 3, standing >> _LOW & 3


@compiled_inside
def is_decided(standing: int) -> bool:
    """Whether Game is decided."""
    return standing & DECIDED == DECIDED


@compiled_inside
def with_game(standing: int, owner: int) -> int:
    """The standing once Game is decided."""
    return standing >> _JACK << _JACK | DECIDED | owner << 7


@compiled_inside
def after_trick(standing: int, taker: int, points: int, jack: int, low: int) -> int:
    """The standing after a seat has taken a trick with so many card points.

    jack, low: not 0 if the jack of trump is in it, and the card that earns its taker Low.
    """
    if not is_decided(standing):
        standing += points << 7 * taker
    if jack:
        standing ^= (NOBODY ^ taker) << _JACK
    if low:
        standing ^= (NOBODY ^ taker) << _LOW
    return standing
