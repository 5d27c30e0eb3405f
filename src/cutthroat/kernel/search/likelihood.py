"""How likely others would have called and played as they did, had they held certain cards.

Half of the callers are taken to call as `easy` does, half by what calls are worth in match equity.
Cards are taken to be played as `easy` likes them. A share of errors is left to everybody, so that
no deal that fits is ruled out.
"""

from __future__ import annotations

from math import exp
from typing import Final

from cutthroat.kernel import state
from cutthroat.kernel.auction import points_of
from cutthroat.kernel.bits import lowest_in
from cutthroat.kernel.cards import RANKS, SUIT_BITS, suit_of
from cutthroat.kernel.compiled import compiled_inside
from cutthroat.kernel.easy.auction import choose_trump
from cutthroat.kernel.easy.play import easy, value_cards
from cutthroat.kernel.equity.caller import call_worths, counts_of
from cutthroat.kernel.search.mind import Mind
from cutthroat.kernel.state import Row, legal_actions
from cutthroat.kernel.tricks import playable

CALL_ERRORS: Final = 0.1
"""How often a caller does not do what `easy` would; each other call is a third of it."""
CALL_SPREAD: Final = 0.02
"""A difference of equity that makes a call less likely by a factor of e."""
CARD_SPREAD: Final = 0.1
"""The same for a card, in the points of `easy`."""
CARD_ERRORS: Final = 0.05
"""How often any card is played."""
TRUMP_ERRORS: Final = 0.3
"""How often a bidder makes another suit trump than `easy` would; each is a third of it."""


@compiled_inside
def likelihood(world: Row, me: int, mind: Mind) -> float:
    """How likely the others' calls and cards are in a deal, next to other deals.

    world: the deal, with all hands, at the moment of the seat `me`. The odds of `mind` are filled.
    """
    row = mind.row
    state.copy(row, world)
    state.deal_these(
        row, mind.seats, world[state.DEALT], world[state.DEALT + 1], world[state.DEALT + 2]
    )
    likely = _of_calls(world, me, mind)
    if world[state.STAGE] == state.PLAY:
        likely *= _of_cards(world, me, mind)
    return likely


@compiled_inside
def _of_calls(world: Row, me: int, mind: Mind) -> float:
    row = mind.row
    likely = 1.0
    for _ in range(mind.seats):
        seat = row[state.TURN]
        made = world[state.CALLS] >> 3 * seat & 7
        if made == 0 or row[state.STAGE] != state.AUCTION:
            break
        points = made if made > 1 else 0
        if seat != me:
            likely *= _chance_of_call(row, points, mind)
        state.call(row, points, mind.seats, mind.options)
    return likely


@compiled_inside
def _chance_of_call(row: Row, points: int, mind: Mind) -> float:
    """Half the chance that `easy` calls so, and half that somebody does who counts equity."""
    legal = legal_actions(row, mind.seats, mind.options)
    expected = easy(row, legal, mind.seats, mind.options, mind.weights)
    chance = 1 - CALL_ERRORS if points_of(expected) == points else CALL_ERRORS / 3
    counts_of(row[state.HAND + row[state.TURN]], mind.options, mind.weights, mind.counts)
    worths = mind.worths
    call_worths(mind.odds, row, mind.counts, mind.seats, mind.options, worths)
    most = max(worths[0], worths[1], worths[2], worths[3])
    total = 0.0
    for call in range(4):
        total += exp((worths[call] - most) / CALL_SPREAD)
    made = worths[points - 1 if points else 0]
    return (chance + exp((made - most) / CALL_SPREAD) / total) / 2


@compiled_inside
def _of_cards(world: Row, me: int, mind: Mind) -> float:
    row = mind.row
    likely = 1.0
    for trick in range(world[state.TRICKS] + 1):
        cards = world[state.TRICK + trick]
        complete = trick < world[state.TRICKS]
        for order in range(mind.seats if complete else world[state.PLACED]):
            card = cards >> 6 * order & 63
            if row[state.TURN] != me:
                likely *= _chance_of_card(row, card, mind)
            state.place_card(row, card, mind.seats, mind.options)
        if complete:
            state.take_trick(row, mind.seats)
    return likely


@compiled_inside
def _chance_of_card(row: Row, card: int, mind: Mind) -> float:
    """How likely a seat plays a card: the more `easy` would like to, the likelier."""
    seats, options, weights = mind.seats, mind.options, mind.weights
    legal = playable(row[state.HAND + row[state.TURN]], row[state.LED], row[state.FOLLOWING])
    trump = row[state.TRUMP]
    chance = 1.0
    if row[state.STAGE] == state.OPENING:
        trump = suit_of(card)
        expected = choose_trump(row, seats, options, weights)
        chance = 1 - TRUMP_ERRORS if trump == expected else TRUMP_ERRORS / 3
        legal &= SUIT_BITS << RANKS * trump
    if legal & legal - 1 == 0:
        return chance
    most = value_cards(row, legal, trump, seats, options, weights, mind.liking)
    total, count = 0.0, 0
    while legal:
        total += exp((mind.liking[lowest_in(legal)] - most) / CARD_SPREAD)
        count += 1
        legal &= legal - 1
    liked = exp((mind.liking[card] - most) / CARD_SPREAD) / total
    return chance * (CARD_ERRORS / count + (1 - CARD_ERRORS) * liked)
