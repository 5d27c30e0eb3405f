"""Exact values where each seat wants the most for itself: max^n on vectors of values.

A seat chooses the card whose vector it prefers: the highest value for itself; of those the lowest
sum of the others' values; of those the lowest value for the seat to its left. That orders all
vectors, so the result is one vector, whatever order cards are tried in.

C. Luckhardt, K. Irani, An algorithmic solution of n-person games (1986). Pruned is only what the
seat before would not choose, or what cannot get better: R. Korf, Multi-player alpha-beta pruning
(1991), immediate and shallow pruning, here on sets of outcomes that are still possible.
"""

from __future__ import annotations

from cutthroat.kernel.bits import lowest_in, plain
from cutthroat.kernel.cards import NOTHING
from cutthroat.kernel.compiled import compiled, compiled_inside
from cutthroat.kernel.solver.board import among, first_plays, lay_out
from cutthroat.kernel.solver.bounds import as_set, possible_outcomes
from cutthroat.kernel.solver.memory import (
    ALIKE,
    BETTER,
    CARD,
    CARDS,
    CHOSEN,
    FRAME,
    FRAMES,
    HIGH,
    OUTCOMES,
    PLACED,
    POSSIBLE,
    STILL_BETTER,
    TURN,
    WANTED,
    Memory,
    entry_of,
    key_of,
)
from cutthroat.kernel.solver.payoffs import Payoffs
from cutthroat.kernel.solver.plays import distinct, legal, most_promising, play
from cutthroat.kernel.state import Row


@compiled_inside
def chosen_outcome(memory: Memory, start: int, possible: int) -> int:
    """The outcome of a position when each seat chooses for itself.

    start: the frame of the position. possible: the outcomes that it can have.
    """
    frame = start
    wanted = possible
    while True:
        if memory[frame + PLACED] == 0:
            possible = possible_outcomes(memory, frame)
        outcome = _known(memory, frame, possible, wanted)
        if outcome == NOTHING:
            memory[frame + CARDS] = distinct(memory, frame, legal(memory, frame))
            memory[frame + WANTED] = wanted
            memory[frame + POSSIBLE] = memory[frame + STILL_BETTER] = possible
            memory[frame + CHOSEN] = NOTHING
        while outcome != NOTHING:
            if frame == start:
                return outcome
            frame -= FRAME
            outcome = _answered(memory, frame, outcome)
        wanted = memory[frame + STILL_BETTER]
        possible = memory[frame + POSSIBLE]
        card = most_promising(memory, frame, memory[frame + CARDS], 1 << memory[frame + TURN])
        memory[frame + CARDS] ^= card
        frame = play(memory, frame, card)


@compiled_inside
def _answered(memory: Memory, frame: int, outcome: int) -> int:
    """Note the outcome of a card that was tried; the outcome of the position if that settles it."""
    seat = memory[frame + TURN]
    better = memory[frame + STILL_BETTER]
    chosen = memory[frame + CHOSEN]
    if chosen == NOTHING or better >> outcome & 1:
        chosen = outcome
        better = memory[frame + POSSIBLE] & memory[BETTER + OUTCOMES * seat + chosen]
        memory[frame + CHOSEN] = chosen
        memory[frame + STILL_BETTER] = better
        at_least = better | memory[frame + POSSIBLE] & memory[ALIKE + chosen]
        if better and at_least & memory[frame + WANTED] == 0:
            return int(chosen)
    if better and memory[frame + CARDS]:
        return NOTHING
    if memory[frame + PLACED] == 0:
        _note(memory, frame, chosen)
    return int(chosen)


@compiled_inside
def _known(memory: Memory, frame: int, possible: int, wanted: int) -> int:
    """The outcome of a position between two tricks, or any if none is wanted; NOTHING if open."""
    if memory[frame + PLACED]:
        return NOTHING
    outcome = lowest_in(possible)
    if possible & ~memory[ALIKE + outcome] == 0 or possible & wanted == 0:
        return outcome
    key = key_of(memory, frame)
    entry = entry_of(key)
    return int(memory[entry + 1]) if memory[entry] == key else NOTHING


@compiled_inside
def _note(memory: Memory, frame: int, outcome: int) -> None:
    key = key_of(memory, frame)
    entry = entry_of(key)
    memory[entry] = key
    memory[entry + 1] = outcome


@compiled_inside
def set_preferences(memory: Memory, frame: int, payoffs: Payoffs, seats: int) -> None:
    """Find for the outcomes that a position can have which of them each seat prefers."""
    possible = possible_outcomes(memory, frame)
    one = possible
    while one:
        outcome = lowest_in(one)
        one ^= as_set(outcome)
        memory[ALIKE + outcome] = possible
        for seat in range(seats):
            better = 0
            other = possible
            while other:
                rival = lowest_in(other)
                other ^= as_set(rival)
                order = _order(memory, payoffs, seat, seats, rival, outcome)
                if order > 0:
                    better |= as_set(rival)
                if order != 0:
                    memory[ALIKE + outcome] &= ~as_set(rival)
            memory[BETTER + OUTCOMES * seat + outcome] = better


@compiled_inside
def _order(memory: Memory, payoffs: Payoffs, seat: int, seats: int, one: int, other: int) -> int:
    """Positive if a seat prefers the first of two outcomes, negative if the second, else 0."""
    left = seat + 1 if seat + 1 < seats else 0
    last = 3 - seat - left if seats == 3 else left
    first = payoffs[memory[HIGH] | one << 2]
    second = payoffs[memory[HIGH] | other << 2]
    if first[seat] != second[seat]:
        return 1 if first[seat] > second[seat] else -1
    if first[left] + first[last] != second[left] + second[last]:
        return 1 if first[left] + first[last] < second[left] + second[last] else -1
    if first[left] != second[left]:
        return 1 if first[left] < second[left] else -1
    return 0


@compiled
def solve_cards_for_all(
    memory: Memory, row: Row, seats: int, options: int, payoffs: Payoffs, values: Payoffs
) -> int:
    """Write the exact values of every card that may be played to `values`, shape (53, 3).

    Returns the mask of these cards; what `values` holds for others means nothing, nor what it holds
    for a third seat if there are two. Before the opening lead each card makes its own suit trump
    (R15).
    """
    frame = plain(FRAMES)
    legal_cards = 0
    for trump in range(4):
        first = first_plays(row, trump)
        if first == 0:
            continue
        lay_out(memory, row, trump, seats, options)
        set_preferences(memory, frame, payoffs, seats)
        cards = among(memory, legal(memory, frame), first)
        tried = distinct(memory, frame, cards)
        possible = possible_outcomes(memory, frame)
        outcome = 0
        while cards:
            place = lowest_in(cards)
            cards &= cards - 1
            legal_cards |= 1 << memory[CARD + place]
            if tried >> place & 1:
                after = play(memory, frame, 1 << place)
                outcome = chosen_outcome(memory, after, possible)
            for seat in range(3):
                value = payoffs[memory[HIGH] | outcome << 2, seat]
                values[memory[CARD + place], seat] = value
    return legal_cards
