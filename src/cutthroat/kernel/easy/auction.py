"""What is called, and which suit is made trump. As `bots.easy_auction`."""

from __future__ import annotations

from typing import Final

from cutthroat.kernel.auction import BIDS, PASS
from cutthroat.kernel.cards import NOTHING, RANKS, SUIT_BITS
from cutthroat.kernel.compiled import compiled_inside
from cutthroat.kernel.easy.chances import Outlook, outlook
from cutthroat.kernel.easy.stakes import is_last_deal, lead_in_match, wins_match
from cutthroat.kernel.easy.weights import (
    BIDDER_GIVES,
    DEFENDER_FALLS,
    DEFENDING,
    MATCH_LOST,
    MATCH_WON,
    OUTBID,
    RIVAL_MAKES,
    SWINGS,
    UNBEATEN,
    Weights,
)
from cutthroat.kernel.scoring import NOBODY
from cutthroat.kernel.state import BID, BIDDER, HAND, PLACED, TURN, Row

_LOWEST_BID: Final = 2
_HIGHEST_BID: Final = 4
_WORST: Final = -1e300
"""Less than anything is worth."""


@compiled_inside
def choose_call(row: Row, legal: int, seats: int, options: int, weights: Weights) -> int:
    """The legal call that is worth the most; of equals the lowest. R10, R11."""
    me = row[TURN]
    chosen, most = PASS, _WORST
    if legal >> PASS & 1:
        most = _worth_of_passing(row, me, seats, options, weights)
    for points in range(_LOWEST_BID, _HIGHEST_BID + 1):
        if legal >> BIDS + points & 1:
            worth = _worth_of_bid(row, me, points, seats, options, weights)
            if worth > most:
                chosen, most = BIDS + points, worth
    return chosen


@compiled_inside
def choose_trump(row: Row, seats: int, options: int, weights: Weights) -> int:
    """The suit of the hand in which the bid that was won is worth the most. R15."""
    me, bid = row[TURN], row[BID]
    hand = row[HAND + me]
    chosen, most = NOTHING, _WORST
    for suit in range(4):
        if hand >> RANKS * suit & SUIT_BITS:
            counts = outlook(hand, suit, options, weights)
            worth = _worth_as_bidder(row, me, bid, counts, seats, options, weights)
            if worth > most:
                chosen, most = suit, worth
    return chosen


@compiled_inside
def _worth_of_passing(row: Row, me: int, seats: int, options: int, weights: Weights) -> float:
    later = seats - row[PLACED] - 1
    bid, bidder = row[BID], row[BIDDER]
    if bid == 0 and later == 0:
        return _worth_of_throwing_in(row, me, seats, options, weights)
    worth = _worth_as_defender(row, me, seats, options, weights)
    danger = _danger(row, me, bid, bidder, later, seats, options, weights)
    return worth - weights[MATCH_LOST] * danger  # type: ignore[no-any-return]


@compiled_inside
def _worth_of_bid(
    row: Row, me: int, points: int, seats: int, options: int, weights: Weights
) -> float:
    """What a bid is worth, in points, when other seats may yet outbid it."""
    later = seats - row[PLACED] - 1
    hand = row[HAND + me]
    worth = _WORST
    for suit in range(4):
        if hand >> RANKS * suit & SUIT_BITS:
            counts = outlook(hand, suit, options, weights)
            worth = max(worth, _worth_as_bidder(row, me, points, counts, seats, options, weights))
    bids = weights[UNBEATEN + 4 * points + later]
    worth = bids * worth + (1 - bids) * _worth_as_defender(row, me, seats, options, weights)
    danger = _danger(row, me, points, me, later, seats, options, weights)
    return worth - weights[MATCH_LOST] * danger  # type: ignore[no-any-return]


@compiled_inside
def _worth_as_bidder(
    row: Row, me: int, bid: int, counts: Outlook, seats: int, options: int, weights: Weights
) -> float:
    """What a bid is worth to the seat that plays it: points, or the match. R20, R21, R24, R25."""
    worth = 0.0
    last = is_last_deal(row, options)
    for points in range(5):
        chance = counts[points]
        change = points if points >= bid else -bid
        if change > 0 and wins_match(row, me, bid, points, options):
            worth += chance * weights[MATCH_WON]
        elif last:
            lead = lead_in_match(row, me, seats) + change - weights[BIDDER_GIVES]
            worth += chance * _worth_of_lead(lead, weights)
        else:
            worth += chance * change
    return worth


@compiled_inside
def _worth_as_defender(row: Row, me: int, seats: int, options: int, weights: Weights) -> float:
    if is_last_deal(row, options):
        lead = lead_in_match(row, me, seats) - weights[DEFENDER_FALLS]
        return _worth_of_lead(lead, weights)
    return weights[DEFENDING]  # type: ignore[no-any-return]


@compiled_inside
def _worth_of_throwing_in(row: Row, me: int, seats: int, options: int, weights: Weights) -> float:
    if is_last_deal(row, options):
        return _worth_of_lead(float(lead_in_match(row, me, seats)), weights)
    return 0.0


@compiled_inside
def _worth_of_lead(lead: float, weights: Weights) -> float:
    """What a lead that is expected after the last deal is worth: the match at some chance."""
    chance = 0.5 + lead / weights[SWINGS]
    return weights[MATCH_WON] * min(1.0, max(0.0, chance))  # type: ignore[no-any-return]


@compiled_inside
def _danger(
    row: Row,
    me: int,
    bid: int,
    bidder: int,
    later: int,
    seats: int,
    options: int,
    weights: Weights,
) -> float:
    """About the chance that a rival wins the match in this deal as the bidder. R24, R25.

    bid, bidder: the highest bid, the own call included; 0 and NOBODY without one.
    later: how many seats are yet to call.
    """
    danger = 0.0
    if bidder not in (NOBODY, me) and wins_match(row, bidder, bid, bid, options):
        danger = weights[RIVAL_MAKES + bid]
    above = max(_LOWEST_BID, bid + 1)
    if above > _HIGHEST_BID:
        return danger
    for step in range(1, later + 1):
        if wins_match(row, (me + step) % seats, above, above, options):
            danger += (1 - danger) * weights[OUTBID + bid] * weights[RIVAL_MAKES + above]
    return danger
