"""The auction: who may call what, and who wins it. R10 to R14."""

from __future__ import annotations

from cutthroat.core.actions import Bid, Call, Pass, Seat
from cutthroat.core.rules import AllPass

LOWEST_BID = 2
HIGHEST_BID = 4


def caller(dealer: Seat, seats: int, calls: tuple[Call, ...]) -> Seat | None:
    """The seat that calls next, clockwise from the dealer's left; None when the auction is over.

    R10, R12.
    """
    if len(calls) == seats or highest_bid(calls) == HIGHEST_BID:
        return None
    return (dealer + len(calls)) % seats + 1


def highest_bid(calls: tuple[Call, ...]) -> int:
    """The number of points of the highest bid so far, 0 without one. R13."""
    return max((call.points for call in calls if isinstance(call, Bid)), default=0)


def winning_bid(calls: tuple[Call, ...]) -> Bid | None:
    """The highest bid; the seat that made it is the bidder. None if nobody bid. R13.

    Each bid is higher than those before it, so the highest is the last.
    """
    return next((call for call in reversed(calls) if isinstance(call, Bid)), None)


def legal_bids(calls: tuple[Call, ...]) -> range:
    """The numbers that the next caller may bid. R11."""
    return range(max(LOWEST_BID, highest_bid(calls) + 1), HIGHEST_BID + 1)


def may_pass(seats: int, calls: tuple[Call, ...], all_pass: AllPass) -> bool:
    """Whether the next caller may pass.

    Always (R11), but for the dealer, last to call (R10), when nobody has bid under
    `all_pass=stick` (R14).
    """
    stuck = all_pass is AllPass.STICK and len(calls) == seats - 1 and not highest_bid(calls)
    return not stuck


def legal_calls(
    seat: Seat, seats: int, calls: tuple[Call, ...], all_pass: AllPass
) -> tuple[Call, ...]:
    """Everything the next caller, in `seat`, may say: a pass, then the bids, lowest first.

    R11, R14.
    """
    passing = (Pass(seat),) if may_pass(seats, calls, all_pass) else ()
    return (*passing, *(Bid(seat, points) for points in legal_bids(calls)))
