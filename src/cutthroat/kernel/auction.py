"""The auction on numbers: what may be called. R10 to R14.

Calls are bits of a mask like cards, above those: `PASS`, then the bids of 2, 3 and 4. So a number
from 0 to 56 is an action of a seat, and a mask holds everything that a seat may do.
"""

from __future__ import annotations

from typing import Final

from cutthroat.core.actions import Action, Bid, Pass, Play, Seat
from cutthroat.core.cards import ALL_CARDS
from cutthroat.kernel.bits import pick
from cutthroat.kernel.compiled import compiled_inside
from cutthroat.kernel.options import dealer_sticks

PASS: Final = 53
BIDS: Final = 52
"""A bid of some points is the action `BIDS + points`: 54, 55 or 56."""
ACTIONS: Final = 57
"""Numbers of actions: 53 cards, a pass, three bids."""
_PASS_BIT: Final = 1 << PASS
_BID_BITS: Final = 7 << BIDS + 2


def action_index(action: Action) -> int:
    """The number of an action of `core`, whoever does it."""
    if isinstance(action, Play):
        return action.card.index
    return BIDS + action.points if isinstance(action, Bid) else PASS


def action_of(number: int, seat: Seat) -> Action:
    """The action of `core` with this number, done by a seat of `core` (from 1).

    Raises IndexError if there is none.
    """
    if number < PASS:
        return Play(seat, ALL_CARDS[number])
    return Pass(seat) if number == PASS else Bid(seat, range(2, 5)[number - BIDS - 2])


@compiled_inside
def points_of(action: int) -> int:
    """The points that a call bids; 0 for a pass."""
    return pick(action == PASS, 0, action - BIDS)


@compiled_inside
def legal_calls(highest: int, calls: int, seats: int, options: int) -> int:
    """The mask of what the next caller may call.

    highest: the points of the highest bid so far, 0 without one. calls: how many there were.
    R11, R14, option `all_pass`.
    """
    bids = (_BID_BITS << pick(highest > 1, highest - 1, 0)) & _BID_BITS
    stuck = (highest == 0) & (calls == seats - 1) & dealer_sticks(options)
    return pick(stuck, bids, bids | _PASS_BIT)
