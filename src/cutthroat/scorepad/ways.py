"""Who may win with the next deal, and how. R23 to R26."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from cutthroat.core.actions import Bid, Seat
from cutthroat.core.auction import HIGHEST_BID, legal_bids
from cutthroat.core.events import WinReason
from cutthroat.core.match import Match, Over, winner
from cutthroat.core.scoring import Points, Summary, settle


@dataclass(frozen=True, slots=True)
class Way:
    """How a seat wins with the next deal if it wins the auction and makes its bid.

    reason: which rule makes it so.
    least: how many points it has to win for that, at the least.
    """

    seat: Seat
    reason: WinReason
    least: int


def ways_to_win(match: Match) -> tuple[Way, ...]:
    """Who may win with a bid in the next deal, by trying each on `core`; empty after the end."""
    if isinstance(match.phase, Over):
        return ()
    return tuple(way for seat in range(1, match.seats + 1) for way in _way(match, seat))


def _way(match: Match, seat: Seat) -> Iterator[Way]:
    # No deal was scored yet, so that no limit is reached: only bids win.
    wins = [
        (earned, won.reason)
        for bid in legal_bids(())
        for earned in range(bid, HIGHEST_BID + 1)
        if (won := winner(match.rules, match.scores, _made(match, seat, bid, earned), 0))
    ]
    if wins:
        least, reason = min(wins)
        yield Way(seat, reason, least)


def _made(match: Match, seat: Seat, bid: int, earned: int) -> Summary:
    """A deal in which a seat makes a bid and wins so many points, and nobody else has any."""
    owners = [seat] * earned + [None] * (HIGHEST_BID - earned)
    return settle(match.deal + 1, match.scores, Bid(seat, bid), Points(*owners), None)


def is_last_deal(match: Match) -> bool:
    """Whether the next deal that is scored can end the match by the option `limit`.

    Never after the end.
    """
    limit = match.rules.limit
    if limit is None or isinstance(match.phase, Over):
        return False
    return match.scored_deals + 1 >= limit
