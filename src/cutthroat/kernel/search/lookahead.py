"""Looking ahead to the end of a deal: the seat searches, the others do what is expected of them.

Each try takes a deal that fits what was seen, the likelier the oftener, and plays it to its end
once for each thing that the seat may do now: so all of them meet the same cards. Later on the seat
chooses by a tree over what it will have seen, and beyond that as `easy` does. The others call as
`easy` does, or as it pays in equity, and play as `easy` does but for some errors. What comes of it
is worth the equity after the deal. Nobody acts on cards that it does not see, as all do where deals
are solved with open cards.

D. Silver, J. Veness, Monte-Carlo planning in large POMDPs (2010); P. Cowling, E. Powley,
D. Whitehouse, Information set Monte Carlo tree search (2012).
"""

from __future__ import annotations

from math import sqrt
from typing import Final

import numpy as np

from cutthroat.kernel import state
from cutthroat.kernel.auction import ACTIONS
from cutthroat.kernel.bits import count_of, lowest_in
from cutthroat.kernel.cards import nth_bit
from cutthroat.kernel.chance import below, stream_of, word
from cutthroat.kernel.compiled import compiled, compiled_inside
from cutthroat.kernel.easy.play import easy
from cutthroat.kernel.equity.caller import best_call, counts_of, fill_odds
from cutthroat.kernel.equity.table import equity_at
from cutthroat.kernel.scoring import NOBODY, change, earned
from cutthroat.kernel.search.likelihood import likelihood
from cutthroat.kernel.search.mind import Floats, Mind
from cutthroat.kernel.search.tree import (
    ROOT,
    add_node,
    after,
    clear,
    most_promising,
    note,
    place_in,
    slot_of,
)
from cutthroat.kernel.search.worlds import deal_world, hidden_from
from cutthroat.kernel.state import Row, Rows, legal_actions

TRIES, EQUITY, GAINED, PLAYED, MADE = range(5)
"""What is added up for each action: how often it was tried; the equity of the seat; by how much its
score changed; how often the bid in question was played (in the auction the seat's own), and how
often it was made."""
_TOTALS: Final = 5

EXPLORING: Final = 0.5
"""How much the tree explores, in standard deviations of what deals come to."""
ERRORS: Final = 0.05
"""How often others play any card instead of the one that `easy` would."""


def new_totals() -> Floats:
    """Nothing added up yet. Shape (57, 5), by the numbers of actions."""
    return np.zeros((ACTIONS, _TOTALS), np.float64)


@compiled
def deal_worlds(
    seen: Row, mind: Mind, stream: int, first: int, stop: int, worlds: Rows, sums: Floats
) -> None:
    """Fill some rows with deals that fit what the seat to act has seen.

    seen: see `seen`. first, stop: which rows; those before the first are filled.
    sums: receives the weights of the deals, added up from the first of all, shape (len(worlds),):
        how likely each is. They are more than 0.
    """
    seats, options = mind.seats, mind.options
    me = seen[state.TURN]
    hidden = hidden_from(seen, me, seats, options)
    fill_odds(mind.values, mind.model, seen, seats, options, mind.odds)
    total = sums[first - 1] if first else 0.0
    for number in range(first, stop):
        weight = deal_world(seen, worlds[number], hidden, stream_of(stream, number, 0))
        total += weight * likelihood(worlds[number], me, mind)
        sums[number] = total


@compiled
def look_ahead(
    worlds: Rows, sums: Floats, mind: Mind, stream: int, first: int, count: int, totals: Floats
) -> None:
    """Make some tries, and add up what they come to.

    worlds, sums: as `deal_worlds` filled them, all of them.
    first: the number of the first try; with 0 the tree is begun anew. totals: see `new_totals`.
    """
    if first == 0:
        clear(mind.tree)
        mind.spread[0] = mind.spread[1] = mind.spread[2] = 0.0
    for number in range(first, first + count):
        chance = stream_of(stream, number, 1)
        world = worlds[_drawn(sums, word(chance, 0))]
        me = world[state.TURN]
        legal = legal_actions(world, mind.seats, mind.options)
        while legal:
            action = lowest_in(legal)
            legal &= legal - 1
            state.copy(mind.row, world)
            mind.row[state.STREAM] = chance
            mind.row[state.DRAWN] = 1
            is_call = mind.row[state.STAGE] == state.AUCTION
            state.act(mind.row, action, mind.seats, mind.options)
            reward = _play_on(me, mind, after(ROOT, action))
            _add(mind.row, me, is_call, reward, totals[action])


@compiled_inside
def _drawn(sums: Floats, bits: int) -> int:
    """A place of a list, drawn by weights that are added up in it."""
    wanted = (bits >> 11 & (1 << 53) - 1) / (1 << 53) * sums[len(sums) - 1]
    low, high = 0, len(sums) - 1
    while low < high:
        middle = (low + high) // 2
        if sums[middle] > wanted:
            high = middle
        else:
            low = middle + 1
    return low


@compiled_inside
def _play_on(me: int, mind: Mind, moment: int) -> float:
    """Play the deal to its end. Returns the equity of the seat that thinks."""
    row, tree = mind.row, mind.tree
    depth, is_inside = 0, True
    while row[state.STAGE] <= state.PLAY:
        legal = legal_actions(row, mind.seats, mind.options)
        if legal & legal - 1 == 0:
            action = lowest_in(legal)
        elif row[state.TURN] != me:
            action = _expected(row, legal, mind)
        elif not is_inside:
            action = easy(row, legal, mind.seats, mind.options, mind.weights)
        else:
            slot = slot_of(tree, moment)
            is_inside = tree.keys[slot] != 0
            if is_inside:
                node = tree.places[slot]
                choice = most_promising(tree, node, count_of(legal), _spread(mind))
                action = lowest_in(nth_bit(legal, choice))
            else:
                node = add_node(tree, slot, moment)
                action = easy(row, legal, mind.seats, mind.options, mind.weights)
                choice = place_in(legal, action)
            tree.path[depth, 0] = node
            tree.path[depth, 1] = choice
            depth += 1
        moment = after(moment, action)
        state.act(row, action, mind.seats, mind.options)
    reward = _worth(row, me, mind)
    mind.spread[0] += 1
    mind.spread[1] += reward
    mind.spread[2] += reward * reward
    note(tree, depth, reward)
    return reward


@compiled_inside
def _expected(row: Row, legal: int, mind: Mind) -> int:
    """What another seat does."""
    bits = word(row[state.STREAM], row[state.DRAWN])
    row[state.DRAWN] += 1
    if row[state.STAGE] == state.AUCTION:
        if bits & 1:
            counts_of(row[state.HAND + row[state.TURN]], mind.options, mind.weights, mind.counts)
            return best_call(mind.odds, row, mind.counts, mind.seats, mind.options, mind.worths)
    elif (bits & 0xFFFF) < ERRORS * 0x10000:
        return lowest_in(nth_bit(legal, below(bits, count_of(legal))))
    return easy(row, legal, mind.seats, mind.options, mind.weights)


@compiled_inside
def _spread(mind: Mind) -> float:
    """The standard deviation of the rewards so far, times how much is to be explored."""
    count = mind.spread[0]
    if count < 2:
        return EXPLORING
    mean = mind.spread[1] / count
    return EXPLORING * sqrt(max(1e-6, mind.spread[2] / count - mean * mean))


@compiled_inside
def _worth(row: Row, me: int, mind: Mind) -> float:
    """The equity of a seat once a deal is over. R14, R24 to R26."""
    if row[state.WINNER] != NOBODY:
        return 1.0 if row[state.WINNER] == me else 0.0
    return equity_at(
        mind.values,
        mind.options,
        mind.seats,
        row[state.SCORE],
        row[state.SCORE + 1],
        row[state.SCORE + 2],
        row[state.DEALER],
        row[state.SCORED],
        me,
    )


@compiled_inside
def _add(row: Row, me: int, is_call: bool, reward: float, total: Floats) -> None:  # noqa: FBT001  # compiled functions take no keywords
    total[TRIES] += 1
    total[EQUITY] += reward
    bidder, bid = row[state.BIDDER], row[state.BID]
    if bid == 0:
        return
    total[GAINED] += change(row[state.OUTCOME], me, bidder, bid)
    if bidder == me or not is_call:
        total[PLAYED] += 1
        total[MADE] += earned(row[state.OUTCOME], bidder) >= bid
