"""Exact values where one side wants what the other does not: minimax, and the paranoid bound.

The outcomes are put in order of what they are worth to the side. For a level of that order a search
says whether the side can reach it, yes or no; a few such searches find the value. Each stops where
all outcomes that are still possible reach the level, or none does.
"""

from __future__ import annotations

from cutthroat.kernel.bits import lowest_in, plain
from cutthroat.kernel.compiled import compiled, compiled_inside
from cutthroat.kernel.solver.board import among, first_plays, lay_out
from cutthroat.kernel.solver.bounds import as_set, possible_outcomes
from cutthroat.kernel.solver.memory import (
    AT_LEAST,
    CARD,
    CARDS,
    FRAME,
    FRAMES,
    HIGH,
    LEVEL,
    PLACED,
    TURN,
    Memory,
    entry_of,
    key_of,
)
from cutthroat.kernel.solver.payoffs import Payoff
from cutthroat.kernel.solver.plays import distinct, legal, most_promising, play
from cutthroat.kernel.state import Row

NO, YES, UNKNOWN = 0, 1, 2


@compiled_inside
def reaches(memory: Memory, start: int, side: int, level: int) -> int:
    """Whether the seats of a side together can force an outcome of a level or a better one.

    start: the frame of the position. side: a mask of seats. Returns YES or NO.
    """
    frame = start
    while True:
        found = _known(memory, frame, level)
        if found == UNKNOWN:
            memory[frame + CARDS] = distinct(memory, frame, legal(memory, frame))
        while found != UNKNOWN:
            if frame == start:
                return found
            frame -= FRAME
            if memory[frame + CARDS] and found != side >> memory[frame + TURN] & 1:
                found = UNKNOWN
            else:
                _note(memory, frame, level, found)
        own = side >> memory[frame + TURN] & 1
        card = most_promising(memory, frame, memory[frame + CARDS], side if own else ~side)
        memory[frame + CARDS] ^= card
        frame = play(memory, frame, card)


@compiled_inside
def _known(memory: Memory, frame: int, level: int) -> int:
    """What is certain, or was found before, about a position between two tricks."""
    if memory[frame + PLACED]:
        return UNKNOWN
    possible = possible_outcomes(memory, frame)
    good = memory[AT_LEAST + level]
    if possible & good == 0:
        return NO
    if possible & ~good == 0:
        return YES
    key = key_of(memory, frame) | level
    entry = entry_of(key)
    return int(memory[entry + 1]) if memory[entry] == key else UNKNOWN


@compiled_inside
def _note(memory: Memory, frame: int, level: int, found: int) -> None:
    if memory[frame + PLACED] == 0:
        key = key_of(memory, frame) | level
        entry = entry_of(key)
        memory[entry] = key
        memory[entry + 1] = found


@compiled_inside
def set_levels(memory: Memory, frame: int, payoff: Payoff) -> int:
    """Put the outcomes that a position can have in order of what they are worth to the side.

    Returns how many levels of value there are.
    """
    possible = possible_outcomes(memory, frame)
    levels = 0
    while possible:
        outcome = lowest_in(possible)
        possible ^= as_set(outcome)
        value = value_of(memory, payoff, outcome)
        level = levels
        while level and value_of(memory, payoff, memory[LEVEL + level - 1]) >= value:
            level -= 1
        if level == levels or value_of(memory, payoff, memory[LEVEL + level]) != value:
            for above in range(levels, level, -1):
                memory[LEVEL + above] = memory[LEVEL + above - 1]
                memory[AT_LEAST + above] = memory[AT_LEAST + above - 1]
            memory[LEVEL + level] = outcome
            memory[AT_LEAST + level] = 0
            levels += 1
        memory[AT_LEAST + level] |= as_set(outcome)
    for level in range(levels - 2, -1, -1):
        memory[AT_LEAST + level] |= memory[AT_LEAST + level + 1]
    return levels


@compiled_inside
def value_of(memory: Memory, payoff: Payoff, outcome: int) -> float:
    """What an outcome of the solver is worth to the side."""
    return float(payoff[memory[HIGH] | outcome << 2])


@compiled_inside
def level_of(memory: Memory, frame: int, side: int, levels: int, guess: int) -> int:
    """The highest of so many levels that a side can reach.

    guess: where to begin; only the time depends on it.
    """
    low, high, level = 0, levels - 1, guess
    while low < high:
        level = min(max(level, low + 1), high)
        if reaches(memory, frame, side, level) == YES:
            low = level
            level += 1
        else:
            high = level - 1
            level -= 1
    return low


@compiled
def solve_cards(
    memory: Memory, row: Row, seats: int, options: int, payoff: Payoff, side: int, values: Payoff
) -> int:
    """Write the exact value of every card that may be played to `values`, shape (53,).

    Returns the mask of these cards; what `values` holds for others means nothing. Before the
    opening lead each card makes its own suit trump (R15).
    """
    frame = plain(FRAMES)
    legal_cards = 0
    for trump in range(4):
        first = first_plays(row, trump)
        if first == 0:
            continue
        lay_out(memory, row, trump, seats, options)
        levels = set_levels(memory, frame, payoff)
        cards = among(memory, legal(memory, frame), first)
        tried = distinct(memory, frame, cards)
        level = levels // 2
        while cards:
            place = lowest_in(cards)
            cards &= cards - 1
            legal_cards |= 1 << memory[CARD + place]
            if tried >> place & 1:
                after = play(memory, frame, 1 << place)
                level = level_of(memory, after, side, levels, level)
            values[memory[CARD + place]] = value_of(memory, payoff, memory[LEVEL + level])
    return legal_cards
