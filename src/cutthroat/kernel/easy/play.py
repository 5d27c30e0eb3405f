"""Which card is played: the one that wins the most, now and later. As `bots.easy_play`."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cutthroat.kernel.auction import PASS
from cutthroat.kernel.bits import lowest_in
from cutthroat.kernel.cards import NOTHING, RANKS, SUIT_BITS
from cutthroat.kernel.compiled import compiled, compiled_inside
from cutthroat.kernel.easy.auction import choose_call, choose_trump
from cutthroat.kernel.easy.reading import (
    Reading,
    catch,
    read,
    stands,
    strength,
    suit_under,
    worth,
)
from cutthroat.kernel.easy.stakes import is_last_deal, lead_in_match, wins_match
from cutthroat.kernel.easy.weights import (
    BIDDERS_LOSS,
    CAUGHT,
    LEAD,
    PATIENCE,
    POINT_CARD,
    TO_BIDDER,
    TO_DEFENDER,
    TO_LEADER,
    TO_WINNING_BIDDER,
    TRUMP_KEPT,
    Weights,
)
from cutthroat.kernel.state import (
    BID,
    BIDDER,
    OPENING,
    PLACED,
    STAGE,
    TRICK,
    TRICKS,
    TRUMP,
    TURN,
    Row,
    Rows,
    legal_actions,
)

_WORST: Final = -1e300


class Pains(NamedTuple):
    """What each point lost costs that goes to a rival: the left one, the right, either."""

    left: float
    right: float
    both: float


class Table(NamedTuple):
    """The trick on the table: who holds it by which card, how strong it is, what all is worth."""

    holder: int
    best: int
    strength: int
    worth: float


@compiled_inside
def easy(row: Row, legal: int, seats: int, options: int, weights: Weights) -> int:
    """The action of the seat to act. legal: the mask of what it may do.

    weights: for these house rules and seats.
    """
    if legal >= 1 << PASS:
        return choose_call(row, legal, seats, options, weights)
    trump = row[TRUMP]
    if row[STAGE] == OPENING:
        trump = choose_trump(row, seats, options, weights)
        legal &= SUIT_BITS << RANKS * trump
    return choose_card(row, legal, trump, seats, options, weights)


@compiled
def easy_actions(rows: Rows, out: Row, seats: int, options: int, weights: Weights) -> None:
    """What the seat to act does in each of some matches; in each there is one.

    rows: shape (matches, FIELDS). out: receives the actions, shape (matches,).
    """
    for place in range(len(rows)):
        row = rows[place]
        out[place] = easy(row, legal_actions(row, seats, options), seats, options, weights)


@compiled_inside
def choose_card(
    row: Row, legal: int, trump: int, seats: int, options: int, weights: Weights
) -> int:
    """The card to play of those that may be played; of equals the first."""
    reading = read(row, trump, seats, options)
    pains = _pains(row, reading, seats, weights)
    leads = row[PLACED] == 0
    table = _table(row, reading, seats, weights)
    chosen, most = NOTHING, _WORST
    while legal:
        bit = legal & -legal
        card = lowest_in(bit)
        if leads:
            value = _value_leading(reading, pains, card, weights)
        else:
            value = _value_following(reading, pains, table, card, weights)
        if value > most:
            chosen, most = card, value
        legal ^= bit
    return chosen


@compiled_inside
def value_cards(
    row: Row,
    legal: int,
    trump: int,
    seats: int,
    options: int,
    weights: Weights,
    values: NDArray[np.float64],
) -> float:
    """Write what each card that may be played is worth, in points, to `values`, shape (53,).

    Returns the highest of them.
    """
    reading = read(row, trump, seats, options)
    pains = _pains(row, reading, seats, weights)
    leads = row[PLACED] == 0
    table = _table(row, reading, seats, weights)
    most = _WORST
    while legal:
        bit = legal & -legal
        card = lowest_in(bit)
        if leads:
            value = _value_leading(reading, pains, card, weights)
        else:
            value = _value_following(reading, pains, table, card, weights)
        values[card] = value
        most = max(most, value)
        legal ^= bit
    return most


@compiled_inside
def _pains(row: Row, reading: Reading, seats: int, weights: Weights) -> Pains:
    left = _pain_of(row, reading.left, seats, reading.options, weights)
    if seats == 2:
        return Pains(left, left, left)
    right = _pain_of(row, reading.right, seats, reading.options, weights)
    return Pains(left, right, (left + right) / 2)


@compiled_inside
def _pain_of(row: Row, taker: int, seats: int, options: int, weights: Weights) -> float:
    """What each point costs the seat to act that goes to another. R20 to R26."""
    bid, bidder = row[BID], row[BIDDER]
    if bidder == row[TURN]:
        place = BIDDERS_LOSS
    elif taker == bidder:
        wins = wins_match(row, taker, bid, bid, options)
        place = TO_WINNING_BIDDER if wins else TO_BIDDER
    else:
        leads = is_last_deal(row, options) and lead_in_match(row, taker, seats) >= 0
        place = TO_LEADER if leads else TO_DEFENDER
    return weights[place]  # type: ignore[no-any-return]


@compiled_inside
def _table(row: Row, reading: Reading, seats: int, weights: Weights) -> Table:
    cards = row[TRICK + row[TRICKS]]
    first = cards & 63
    holder = cards >> 18 & 3
    if row[PLACED] == 0:
        return Table(holder, first, 0, 0.0)
    best, most = first, strength(first, reading.led, reading.trump)
    at_stake = worth(reading, first, weights)
    if row[PLACED] == 2:
        second = cards >> 6 & 63
        at_stake += worth(reading, second, weights)
        other = strength(second, reading.led, reading.trump)
        if other > most:
            holder, best, most = (holder + 1) % seats, second, other
    return Table(holder, best, most, at_stake)


@compiled_inside
def _value_leading(reading: Reading, pains: Pains, card: int, weights: Weights) -> float:
    """What it brings to lead a card, against keeping it, in points."""
    suit = suit_under(card, reading.trump)
    holds = stands(reading, card, suit, reading.rivals, weights)
    own = worth(reading, card, weights)
    lost = (1 - holds) * own * pains.both
    takes = own + weights[LEAD]
    kept = 0.0
    if suit == reading.trump:
        takes += weights[CAUGHT] * catch(reading, card, weights)
        kept = weights[TRUMP_KEPT]
    return holds * takes - lost - weights[PATIENCE] * own - kept  # type: ignore[no-any-return]


@compiled_inside
def _value_following(
    reading: Reading, pains: Pains, table: Table, card: int, weights: Weights
) -> float:
    """What it brings to play a card to a trick that was led, against keeping it, in points."""
    at_stake = table.worth + worth(reading, card, weights)
    to_holder = pains.left if table.holder == reading.left else pains.right
    takes = 0.0
    pain = to_holder
    if strength(card, reading.led, reading.trump) > table.strength:
        takes = stands(reading, card, reading.led, reading.later, weights)
        pain = pains.left if reading.later else to_holder
    elif reading.later:
        holds = stands(reading, table.best, reading.led, reading.later, weights)
        pain = holds * to_holder + (1 - holds) * pains.left
    now = takes * (at_stake + weights[LEAD]) - (1 - takes) * at_stake * pain
    return now - _value_later(reading, pains, card, weights)  # type: ignore[no-any-return]


@compiled_inside
def _value_later(reading: Reading, pains: Pains, card: int, weights: Weights) -> float:
    """What a card that is not played now will bring, as if it were led later."""
    own = worth(reading, card, weights)
    suit = suit_under(card, reading.trump)
    holds = stands(reading, card, suit, reading.rivals, weights)
    if own > weights[POINT_CARD]:
        holds = max(holds, weights[PATIENCE])
    lost = (1 - holds) * own * pains.both
    kept = weights[TRUMP_KEPT] if suit == reading.trump else 0.0
    return holds * (own + weights[LEAD]) - lost + kept  # type: ignore[no-any-return]
