"""The ordinary caller: calls that make the equity as great as they can, by one's own hand alone.

It knows what a match is worth at every score, and of the cards its own. What its hand may win it
reads off as the bot `easy` does; of the others it takes the hands of a library to be as likely, and
that they call by the same reasons: so it sees who will outbid whom at this score, and outbids a
rival who would go out. Between calls that are worth nearly the same a whim decides, of each hand
its own; so what many hands do never turns over at once when a score is worth a little more, and
tables can settle (Harsanyi, "Games with randomly disturbed payoffs", 1973). Cards are played as by
`easy` at a score of nothing, so that the play does not depend on the score.

First `fill_odds` finds the odds at a score; then each decision is a matter of some products.
"""

from __future__ import annotations

from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from cutthroat.kernel import state
from cutthroat.kernel.auction import BIDS, PASS, legal_calls
from cutthroat.kernel.cards import NOTHING, RANKS, SUIT_BITS
from cutthroat.kernel.compiled import compiled_inside
from cutthroat.kernel.easy.chances import outlook
from cutthroat.kernel.easy.weights import Weights
from cutthroat.kernel.equity.answers import (
    ILLEGAL,
    bid_worth,
    fill_answers,
    fill_defenders,
    liking,
    pass_worth,
    value_library,
)
from cutthroat.kernel.equity.model import POINTS, USUAL, Model
from cutthroat.kernel.equity.odds import BELIEF, BIDDER, WHIM, Odds, fill_ends
from cutthroat.kernel.equity.table import Values
from cutthroat.kernel.state import Row

Counts: TypeAlias = NDArray[np.float64]
"""Shape (4, 5): the chances of 0 to 4 points by suit of trump; 0 where a hand has none of it."""
Worths: TypeAlias = NDArray[np.float64]
"""Shape (4,): the equity of a pass, and of bids of 2, 3 and 4."""

_ROUNDS: Final = 2
"""How often what others believe of a bidder is found anew; a third time changes hardly anything."""


@compiled_inside
def counts_of(hand: int, options: int, weights: Weights, counts: Counts) -> None:
    """Fill the chances of a hand of six cards. weights: of `easy`, for these rules and seats."""
    for suit in range(4):
        counts[suit, :] = 0.0
        if hand >> RANKS * suit & SUIT_BITS:
            none, one, two, three, four = outlook(hand, suit, options, weights)
            counts[suit, 0] = none
            counts[suit, 1] = one
            counts[suit, 2] = two
            counts[suit, 3] = three
            counts[suit, 4] = four


@compiled_inside
def fill_odds(values: Values, model: Model, row: Row, seats: int, options: int, odds: Odds) -> None:
    """Fill the odds of a deal before it is dealt.

    row: SCORE and SCORED from before the deal, and in DEALER who deals it.
    odds: shape (odds.SIZE,), of any content.
    """
    fill_ends(values, model, row, seats, options, odds)
    value_library(model, seats, odds)
    for place in range(seats):
        for at in range(3 * POINTS):
            odds[BELIEF + place * 3 * POINTS + at] = model[USUAL + at]
    for _ in range(_ROUNDS):
        fill_defenders(seats, odds)
        fill_answers(model, seats, options, odds)


@compiled_inside
def call_worths(
    odds: Odds, row: Row, counts: Counts, seats: int, options: int, worths: Worths
) -> None:
    """Fill the equity of each call of the seat to call, ILLEGAL for one that R11 or R14 forbids.

    row: DEALER, PLACED, BID and BIDDER in an auction. odds: of this deal, before it was dealt.
    counts: of the hand of the seat to call.
    """
    place, bid = row[state.PLACED], row[state.BID]
    standing, bidder = 0, 0
    if bid:
        standing = bid - 1
        bidder = row[state.BIDDER] - row[state.DEALER] - 1
        bidder += seats if bidder < 0 else 0
    legal = legal_calls(bid, place, seats, options)
    worths[0] = pass_worth(odds, place, standing, bidder) if legal >> PASS & 1 else ILLEGAL
    for points in range(2, 5):
        worths[points - 1] = ILLEGAL
        if legal >> BIDS + points & 1:
            worth = played_worth(odds, place, points, counts)
            worths[points - 1] = bid_worth(odds, place, points - 2, worth)


@compiled_inside
def played_worth(odds: Odds, place: int, points: int, counts: Counts) -> float:
    """The equity of a place that plays a bid, by the suit that is the best for it."""
    start = BIDDER + (place * 3 + points - 2) * POINTS
    best = 0.0
    for suit in range(4):
        worth = 0.0
        for seems in range(POINTS):
            worth += odds[start + seems] * counts[suit, seems]
        best = max(best, worth)
    return best


@compiled_inside
def best_call(
    odds: Odds, row: Row, counts: Counts, seats: int, options: int, worths: Worths
) -> int:
    """The action of the seat to call that is worth the most, of equals the lowest.

    worths: receives those of `call_worths`.
    """
    call_worths(odds, row, counts, seats, options, worths)
    return _most(worths, 0.0)


@compiled_inside
def ordinary_call(
    odds: Odds,
    row: Row,
    counts: Counts,
    seats: int,
    options: int,
    worths: Worths,
    whim: float,
) -> int:
    """The action of an ordinary caller. whim: from -1 to 1, each as likely."""
    call_worths(odds, row, counts, seats, options, worths)
    return _most(worths, whim * odds[WHIM + row[state.PLACED]])


@compiled_inside
def _most(worths: Worths, whim: float) -> int:
    chosen, most = 0, ILLEGAL
    for call in range(4):
        if worths[call] != ILLEGAL:
            worth = worths[call] + whim * liking(call)
            if worth > most:
                chosen, most = call, worth
    return PASS + chosen


@compiled_inside
def best_trump(odds: Odds, row: Row, counts: Counts, seats: int) -> int:
    """The suit that the bidder makes trump, 0 to 3: the one in which the bid is worth the most."""
    place = row[state.BIDDER] - row[state.DEALER] - 1
    place += seats if place < 0 else 0
    start = BIDDER + (place * 3 + row[state.BID] - 2) * POINTS
    chosen, most = NOTHING, -1.0
    for suit in range(4):
        worth, held = 0.0, 0.0
        for seems in range(POINTS):
            held += counts[suit, seems]
            worth += odds[start + seems] * counts[suit, seems]
        if held > 0 and worth > most:
            chosen, most = suit, worth
    return chosen
