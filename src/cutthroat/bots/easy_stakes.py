"""What the match score makes of a deal, for the bot `easy`. R20 to R26."""

from __future__ import annotations

from cutthroat.core.actions import Seat
from cutthroat.core.auction import HIGHEST_BID
from cutthroat.core.rules import Four, Out
from cutthroat.core.view import View


def wins_match(view: View, seat: Seat, bid: int, points: int) -> bool:
    """Whether a seat that bids `bid` and wins `points` points, enough for it, wins the match.

    R24, R25; options `target`, `out` and `four`.
    """
    score = view.scores[seat - 1]
    if score >= view.rules.target:
        return True
    if view.rules.out is Out.REACH and score + points >= view.rules.target:
        return True
    positive = score >= 1 or view.rules.four is Four.ANY
    return bid == HIGHEST_BID and positive and view.rules.four is not Four.OFF


def is_last_deal(view: View) -> bool:
    """Whether the score after this deal decides the match, unless the top is tied (`limit`)."""
    limit = view.rules.limit
    return limit is not None and view.scored_deals + 1 >= limit


def lead_in_match(view: View, me: Seat) -> int:
    """By how much a seat's score exceeds the best of the others'; negative when it is behind."""
    others = (score for seat, score in enumerate(view.scores, start=1) if seat != me)
    return view.scores[me - 1] - max(others)
