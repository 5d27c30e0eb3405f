"""Where the constants of the bot `easy`, and powers made of them, stand in one array of float64.

`bots.easy_weights` fills the array for some house rules and a number of seats. Powers are looked
up: so they are Python's, whatever the libraries of a machine make of `pow`.
"""

from __future__ import annotations

from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

Weights: TypeAlias = NDArray[np.float64]
"""Shape (SIZE,), or (SIZE_WITH_LOW,) under `low_to=winner`."""

# Numbers by themselves.
DEFENDING, MATCH_WON, MATCH_LOST, SWINGS = 0, 1, 2, 3
"""SWINGS is two times SWING."""
BIDDER_GIVES, DEFENDER_FALLS = 4, 5
LOW_HELD, JACK_KEPT, JACK_CAUGHT = 6, 7, 8
GAME_BASE, GAME_TRUMP, GAME_TIE, GAME_LEAST, GAME_MOST = 9, 10, 11, 12, 13
"""GAME_BASE is the one for this number of seats."""
IN_A_HAND: Final = 14
"""Chance that a card which is not in one's own hand was dealt to a rival."""
LEAD, CAUGHT, TRUMP_KEPT, PATIENCE, POINT_CARD = 15, 16, 17, 18, 19
BIDDERS_LOSS, TO_BIDDER, TO_WINNING_BIDDER, TO_DEFENDER, TO_LEADER = 20, 21, 22, 23, 24

# Tables.
OUTBID: Final = 32
"""By the points of the highest bid."""
RIVAL_MAKES: Final = OUTBID + 8
"""By the points of a bid."""
UNBEATEN: Final = RIVAL_MAKES + 8
"""Chance that nobody outbids: at 4 times the points bid plus the number of seats yet to call."""
AWAY: Final = UNBEATEN + 20
"""Chance that so many cards (0 to 12) that are not in one's hand are in no other hand either."""
LOW_TAKEN: Final = AWAY + 16
"""By the number of trumps held."""
GAME_TRUMP_RANK: Final = LOW_TAKEN + 8
"""By place, see `reading.place_of`; so are the next two."""
GAME_SIDE_RANK: Final = GAME_TRUMP_RANK + 16
CARD_WORTH: Final = GAME_SIDE_RANK + 16

LEAST_UNSEEN: Final = 32
UNSEEN: Final = 16
"""A seat that is to act has not seen 34 cards at the least, and 47 at the most."""
SIZES: Final = 7
COUNTS: Final = 16
HOLDS: Final = CARD_WORTH + 16
"""Chance that a seat holds one of `count` unseen cards, see `hold_place`."""
SIZE: Final = HOLDS + UNSEEN * SIZES * COUNTS

LOW_AWAY: Final = SIZE
"""Chance that so many unseen cards are in no rival's hand, see `low_place`."""
SIZE_WITH_LOW: Final = LOW_AWAY + UNSEEN * SIZES * SIZES * COUNTS


def hold_place(unseen: int, size: int) -> int:
    """Where the chances of a seat with `size` cards stand, by `count`, when so many are unseen."""
    return HOLDS + ((unseen - LEAST_UNSEEN) * SIZES + size) * COUNTS


def low_place(unseen: int, left: int, right: int) -> int:
    """Where the chances for rivals with so many cards stand; right is 0 with two seats."""
    return LOW_AWAY + (((unseen - LEAST_UNSEEN) * SIZES + left) * SIZES + right) * COUNTS
