"""The bot `spoiler`: it plays as `easy`, but outbids a rival at the target wherever it can.

Scores have no floor, so a seat that bids 4 whenever a rival might go out loses nothing that matters
to it. A yardstick for others, and a reason for the option `limit`.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from cutthroat.bots.easy import easy
from cutthroat.core.actions import Action, Bid, Seat, next_seat
from cutthroat.core.auction import HIGHEST_BID, winning_bid
from cutthroat.core.view import View


def spoiler(view: View, rng: Random) -> Action:
    """A bid of 4 where a rival at the target may yet play a bid; else what `easy` does. R24.

    Raises ValueError if it is not the viewer's turn.
    """
    for call in view.legal_calls:
        if isinstance(call, Bid) and call.points == HIGHEST_BID and _is_threatened(view, call.seat):
            return call
    return easy(view, rng)


def _is_threatened(view: View, me: Seat) -> bool:
    return any(view.scores[seat - 1] >= view.rules.target for seat in _may_play(view, me))


def _may_play(view: View, me: Seat) -> Iterator[Seat]:
    """The rivals that may yet win the auction: the highest bidder, and those yet to call."""
    highest = winning_bid(view.calls)
    if highest:
        yield highest.seat
    seat = me
    while seat != view.dealer:
        seat = next_seat(seat, view.seats)
        yield seat
