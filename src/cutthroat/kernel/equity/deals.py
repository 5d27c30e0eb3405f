"""Deals that a table is made from: what each hand seems to win, and what it wins when played.

The dealer sits at the last place, so seats are places. Only the auction depends on the score: the
play is looked up here by bidder and trump.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from cutthroat.kernel import state
from cutthroat.kernel.bits import wrapped
from cutthroat.kernel.cards import NOTHING, RANKS, SUIT_BITS
from cutthroat.kernel.chance import word
from cutthroat.kernel.compiled import compiled, compiled_inside
from cutthroat.kernel.easy.play import choose_card
from cutthroat.kernel.easy.weights import Weights
from cutthroat.kernel.equity.caller import counts_of
from cutthroat.kernel.equity.model import POINTS, splits
from cutthroat.kernel.scoring import earned
from cutthroat.kernel.state import Row
from cutthroat.kernel.threads import in_parts

BLOCK = 64
"""Deals that are looked at in step."""
Chances: TypeAlias = NDArray[np.float32]
Won: TypeAlias = NDArray[np.uint8]


class Deals(NamedTuple):
    """Many deals, in blocks.

    chances: shape (blocks, seats, 4, 5, BLOCK), as `caller.Counts`.
    whims: shape (blocks, seats, BLOCK): how a hand decides between calls that are worth the same.
    won: the split of the points by bidder and trump; shape (blocks, seats, 4, BLOCK). For a suit
        that the bidder does not hold it is that of the lowest one held.
    """

    chances: Chances
    whims: Chances
    won: Won

    def first(self, blocks: int) -> Deals:
        """The first blocks of these."""
        return Deals(self.chances[:blocks], self.whims[:blocks], self.won[:blocks])


def sample_deals(
    seats: int,
    options: int,
    weights: Weights,
    count: int,
    *,
    seed: int,
    threads: int = 1,
) -> Deals:
    """Deals that depend on nothing but the seed. count: is rounded up to whole blocks."""
    blocks = -(-count // BLOCK)
    chances = np.zeros((blocks, seats, 4, POINTS, BLOCK), np.float32)
    whims = np.zeros((blocks, seats, BLOCK), np.float32)
    won = np.zeros((blocks, seats, 4, BLOCK), np.uint8)
    number = np.zeros(POINTS**3, np.int64)
    for split, (first, second, third) in enumerate(splits(seats)):
        number[(first * POINTS + second) * POINTS + third] = split

    def work(start: int, stop: int) -> None:
        fill_deals(
            chances[start:stop],
            whims[start:stop],
            won[start:stop],
            number,
            seats,
            options,
            weights,
            wrapped(seed),
            start,
        )

    in_parts(work, blocks, threads)
    return Deals(chances, whims, won)


@compiled
def fill_deals(
    chances: Chances,
    whims: Chances,
    won: Won,
    number: Row,
    seats: int,
    options: int,
    weights: Weights,
    seed: int,
    first: int,
) -> None:
    """Fill blocks `first`, `first + 1`, … of the deals of a seed."""
    row = np.zeros(state.FIELDS, np.int64)
    counts = np.zeros((4, POINTS), np.float64)
    for block in range(len(won)):
        for lane in range(BLOCK):
            state.begin(row, seats, seed, (first + block) * BLOCK + lane)
            row[state.DEALER] = seats - 1
            state.deal(row, seats, options)
            for seat in range(seats):
                whims[block, seat, lane] = next_whim(row)
                counts_of(row[state.DEALT + seat], options, weights, counts)
                for suit in range(4):
                    for points in range(POINTS):
                        chances[block, seat, suit, points, lane] = counts[suit, points]
                _play_each(won[block, seat], lane, row, seat, number, seats, options, weights)


@compiled_inside
def next_whim(row: Row) -> float:
    """A number from -1 to 1, by the next word of the stream of the deal in `row`."""
    chance = word(row[state.STREAM], row[state.DRAWN])
    row[state.DRAWN] += 1
    return chance / 2.0**63


@compiled_inside
def _play_each(
    won: Won,
    lane: int,
    row: Row,
    bidder: int,
    number: Row,
    seats: int,
    options: int,
    weights: Weights,
) -> None:
    """Play a deal in each trump that a bidder holds."""
    lowest = -1
    for suit in range(4):
        if row[state.DEALT + bidder] >> RANKS * suit & SUIT_BITS:
            play_ordinary(row, bidder, suit, seats, options, weights)
            at = 0
            for place in range(3):
                at = at * POINTS + (earned(row[state.OUTCOME], place) if place < seats else 0)
            won[suit, lane] = number[at]
            if lowest < 0:
                lowest = suit
                for other in range(suit):
                    won[other, lane] = won[suit, lane]
        elif lowest >= 0:
            won[suit, lane] = won[lowest, lane]


@compiled_inside
def play_ordinary(
    row: Row, bidder: int, trump: int, seats: int, options: int, weights: Weights
) -> None:
    """Play the hands dealt in `row` as `easy` plays after a bid of 2 at a score of nothing.

    row: DEALT and DEALER; of it OUTCOME is of use afterwards, the rest is overwritten.
    """
    dealer = row[state.DEALER]
    state.deal_these(row, seats, row[state.DEALT], row[state.DEALT + 1], row[state.DEALT + 2])
    row[state.SCORE] = row[state.SCORE + 1] = row[state.SCORE + 2] = 0
    row[state.SCORED] = 0
    row[state.BIDDER] = row[state.TURN] = bidder
    row[state.BID] = 2
    row[state.STAGE] = state.OPENING
    while row[state.STAGE] <= state.PLAY:
        legal = state.legal_actions(row, seats, options)
        suit = row[state.TRUMP]
        if suit == NOTHING:
            suit = trump
            legal &= SUIT_BITS << RANKS * trump
        card = choose_card(row, legal, suit, seats, options, weights)
        state.act(row, card, seats, options)
    row[state.DEALER] = dealer
