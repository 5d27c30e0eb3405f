"""What is learned from deals that were played: how far a hand is to be trusted, how points fall."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from cutthroat.kernel.equity.deals import Deals
from cutthroat.kernel.equity.model import (
    HANDS,
    LIBRARY,
    POINTS,
    SHARES,
    SIZE,
    SPLITS,
    TRUTH,
    USUAL,
    Model,
    splits,
)

_ROUNDS = 60
"""Rounds of expectation and maximisation for TRUTH; more change nothing that matters."""
_DOUBT = 4.0
"""Deals' worth of doubt that what a hand seems to win is what it wins."""

Numbers = NDArray[np.int64]
Hands = NDArray[np.float64]


def first_model(deals: Deals) -> Model:
    """A model by hands as they are dealt, each played in the suit that seems to win the most.

    What is bid on a hand is what it seems to win.
    """
    chances = by_deal(deals)
    seats = chances.shape[1]
    expected = chances @ np.arange(POINTS, dtype=np.float64)
    trump = expected.argmax(axis=2)
    deal, place = np.indices(trump.shape).reshape(2, -1)
    bid = np.clip(np.rint(expected.max(axis=2)), 2, 4).astype(np.int64)
    model = np.zeros(SIZE, np.float64)
    _fill_library(model, chances.reshape(-1, 4, POINTS))
    return learned(model, deals, deal, place, trump.ravel(), bid.ravel(), seats)


def learned(
    model: Model,
    deals: Deals,
    deal: Numbers,
    bidder: Numbers,
    trump: Numbers,
    bid: Numbers,
    seats: int,
) -> Model:
    """A model by some auctions, with the library of another.

    deal, bidder, trump, bid: of each auction, by its place in the arrays of `by_deal`, the place,
        the suit, and 2 to 4.
    """
    made = np.array(model)
    points = splits(seats)
    seems = by_deal(deals)[deal, bidder, trump]
    split = deals.won.transpose(0, 3, 1, 2).reshape(-1, seats, 4)[deal, bidder, trump]
    made[TRUTH:USUAL] = _truth(seems, points[split, bidder]).ravel()
    for number in range(3):
        those = seems[bid == number + 2]
        if len(those):
            at = USUAL + number * POINTS
            made[at : at + POINTS] = those.mean(axis=0)
    for place in range(seats):
        count = np.bincount(split[bidder == place], minlength=len(points)) + 0.01
        for own in range(POINTS):
            count[points[:, place] == own] /= count[points[:, place] == own].sum()
        at = SHARES + place * SPLITS
        made[at : at + len(points)] = count
    return made


def by_deal(deals: Deals) -> Hands:
    """The chances of all hands. Shape (deals, seats, 4, 5)."""
    blocks, seats, suits, points, lanes = deals.chances.shape
    ordered = deals.chances.transpose(0, 4, 1, 2, 3)
    return ordered.reshape(blocks * lanes, seats, suits, points).astype(np.float64)


def _truth(seems: Hands, won: Numbers) -> Hands:
    """How likely a hand that seems to win so many points wins so many. Shape (5, 5).

    The most likely matrix, if each hand wins as one of the numbers it seems to win would.
    """
    found = np.full((POINTS, POINTS), 0.05) + 0.75 * np.eye(POINTS)
    doubt = _DOUBT * np.eye(POINTS)
    hit = np.eye(POINTS)[won]
    for _ in range(_ROUNDS):
        share = seems * found[:, won].T
        share /= np.maximum(share.sum(axis=1, keepdims=True), 1e-300)
        count = share.T @ hit + doubt
        found = count / count.sum(axis=1, keepdims=True)
    return found


def _fill_library(model: Model, hands: Hands) -> None:
    """Hands that stand for all: from the weakest to the strongest, each as many steps apart."""
    expected = (hands @ np.arange(POINTS, dtype=np.float64)).max(axis=1)
    order = np.argsort(expected, kind="stable")
    steps = (np.arange(LIBRARY) * 2 + 1) * len(order) // (2 * LIBRARY)
    model[HANDS:] = hands[order[steps]].transpose(1, 2, 0).ravel()
