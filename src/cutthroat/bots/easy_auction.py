"""What the bot `easy` calls, and which suit it makes trump: what is worth the most points.

The constants were chosen by playing matches between seats that differed in one of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cutthroat.bots.easy_chances import chances_of_counts, chances_of_points, suits_held
from cutthroat.bots.easy_stakes import is_last_deal, lead_in_match, wins_match
from cutthroat.core.actions import Bid, Call, Seat
from cutthroat.core.auction import HIGHEST_BID, LOWEST_BID, winning_bid
from cutthroat.core.cards import Suit
from cutthroat.core.view import View

DEFENDING: Final = 0.4
"""What a deal as a defender counts, in points; it brings about half a point."""
MATCH_WON: Final = 10.0
"""What it is worth to win the match, in points."""
MATCH_LOST: Final = 4.0
"""What it costs that a rival wins it.

Less than winning brings: the rest must still be won. With twice as much, seats outbid each other
without hope, two in three bids are set, and matches take more than twice as long.
"""
OUTBID: Final = {0: 0.45, 2: 0.15, 3: 0.02, 4: 0.0}
"""Chance that a seat yet to call bids more than the highest bid so far."""
RIVAL_MAKES: Final = {2: 0.75, 3: 0.7, 4: 0.6}
"""Chance that a rival makes a bid."""

SWING: Final = 4.0
"""From this lead or deficit on, in points, the last deal is decided as it is expected to end."""
BIDDER_GIVES: Final = 1.0
"""By how much the best rival of a bidder gains on average, in points."""
DEFENDER_FALLS: Final = 1.0
"""By how much a defender falls behind the bidder on average, in points."""


def choose_call(view: View, me: Seat) -> Call:
    """The legal call that is worth the most; of equals the lowest. R10, R11."""
    outlooks = [_outlook(view, suit) for suit in suits_held(view.hand)]
    return max(view.legal_calls, key=lambda call: _worth_of_call(view, me, call, outlooks))


def choose_trump(view: View, me: Seat) -> Suit:
    """The suit of the hand in which the bid that was won is worth the most. R15."""
    bid = view.bid or LOWEST_BID
    suits = suits_held(view.hand)
    return max(suits, key=lambda suit: _worth_as_bidder(view, me, bid, _outlook(view, suit)))


def _outlook(view: View, trump: Suit) -> list[float]:
    """Chances to win 0, 1, 2, 3 and 4 points with a suit as trump."""
    return chances_of_counts(chances_of_points(view, trump))


def _worth_of_call(view: View, me: Seat, call: Call, outlooks: Sequence[Sequence[float]]) -> float:
    """What a call is worth, in points, when other seats may yet outbid it.

    outlooks: for each suit the chances to win 0, 1, 2, 3 and 4 points.
    """
    highest = call if isinstance(call, Bid) else winning_bid(view.calls)
    later = view.seats - len(view.calls) - 1
    if highest is None and not later:
        return _worth_of_throwing_in(view, me)
    bids = 0.0
    worth = 0.0
    if highest is not None and highest.seat == me:
        bids = (1 - OUTBID[highest.points]) ** later
        worth = max([_worth_as_bidder(view, me, highest.points, counts) for counts in outlooks])
    worth = bids * worth + (1 - bids) * _worth_as_defender(view, me)
    return worth - MATCH_LOST * _danger(view, me, highest, later)


def _worth_as_bidder(view: View, me: Seat, bid: int, counts: Sequence[float]) -> float:
    """What a bid is worth to the seat that plays it: points, or the match. R20, R21, R24, R25."""
    worth = 0.0
    for points, chance in enumerate(counts):
        change = points if points >= bid else -bid
        if change > 0 and wins_match(view, me, bid, points):
            worth += chance * MATCH_WON
        elif is_last_deal(view):
            worth += chance * _worth_of_lead(lead_in_match(view, me) + change - BIDDER_GIVES)
        else:
            worth += chance * change
    return worth


def _worth_as_defender(view: View, me: Seat) -> float:
    if is_last_deal(view):
        return _worth_of_lead(lead_in_match(view, me) - DEFENDER_FALLS)
    return DEFENDING


def _worth_of_throwing_in(view: View, me: Seat) -> float:
    return _worth_of_lead(lead_in_match(view, me)) if is_last_deal(view) else 0.0


def _worth_of_lead(lead: float) -> float:
    """What a lead that is expected after the last deal is worth: the match at some chance."""
    chance = 0.5 + lead / (2 * SWING)
    return MATCH_WON * min(1.0, max(0.0, chance))


def _danger(view: View, me: Seat, highest: Bid | None, later: int) -> float:
    """About the chance that a rival wins the match in this deal as the bidder. R24, R25.

    highest: the highest bid, the own call included. later: how many seats are yet to call.
    """
    points = highest.points if highest else 0
    danger = 0.0
    if highest and highest.seat != me and wins_match(view, highest.seat, points, points):
        danger = RIVAL_MAKES[points]
    above = max(LOWEST_BID, points + 1)
    if above > HIGHEST_BID:
        return danger
    for step in range(1, later + 1):
        seat = (me + step - 1) % view.seats + 1
        if wins_match(view, seat, above, above):
            danger += (1 - danger) * OUTBID[points] * RIVAL_MAKES[above]
    return danger
