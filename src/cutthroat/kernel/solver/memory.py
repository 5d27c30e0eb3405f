"""The solver's working memory: one row of 64-bit integers, so that a call passes one array.

It holds the board, that is the cards still in play; the outcomes in the order of their values; a
frame for each card of a line of play; and a table of positions already searched. A thread at work
needs a memory of its own.
"""

from __future__ import annotations

from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from cutthroat.kernel.compiled import compiled_inside

Memory: TypeAlias = NDArray[np.int64]
"""Shape (WORDS,), made by `new_memory`."""

MOST_CARDS: Final = 18
"""In play at most: three hands of six. They are numbered by place, 0 to 17, and are masks of that
many bits: the suits that are not trump one after another, then trump, each from low to high."""

# The board: a word for each place.
CARD: Final = 0
"""The number of the card in the kernel, 0 to 52."""
OWNER: Final = CARD + MOST_CARDS
"""The seat that holds it or put it on the table."""
WORTH: Final = OWNER + MOST_CARDS
"""Its card points."""
BEATEN_BY: Final = WORTH + MOST_CARDS
"""The cards that take a trick from it."""
SUIT: Final = BEATEN_BY + MOST_CARDS
"""The cards that count as the same suit."""
ALLOWED: Final = SUIT + MOST_CARDS
"""The cards that a seat may play if it has one of the suit, when this one was led. R16."""
KIND: Final = ALLOWED + MOST_CARDS
"""Cards with the same number here differ by nothing but their strength."""
BARE_KIND: Final = KIND + MOST_CARDS
"""The same once Game is decided, so that card points no longer count."""

# The board: single words.
HOLDING: Final = BARE_KIND + MOST_CARDS
"""Three words: the cards of each seat, those on the table and those played since included."""
JACK_CARD: Final = HOLDING + 3
"""The jack of trump if it is in play and not taken, else 0."""
LOW_CARD: Final = JACK_CARD + 1
"""The card that earns Low if its taker does (`low_to=winner`) and it is not taken, else 0."""
ALL_POINTS: Final = LOW_CARD + 1
"""The card points of the whole deal."""
BIDDER: Final = ALL_POINTS + 1
TIE_TO_BIDDER: Final = BIDDER + 1
"""1 under `tie=bidder`, else 0."""
SEATS: Final = TIE_TO_BIDDER + 1
HIGH: Final = SEATS + 1
"""Who has High: it is certain as soon as trump is."""
ON_BOARD: Final = HIGH + 1
"""How many cards are on the board."""
BOARDS: Final = ON_BOARD + 1
"""How many boards were laid out since the table of positions was cleared."""

# The outcomes, 64 of them: who has Low, Jack and Game.
OUTCOMES: Final = 64
AT_LEAST: Final = BOARDS + 1
"""For each level of value, from the lowest: the outcomes that are worth as much or more."""
LEVEL: Final = AT_LEAST + OUTCOMES
"""For each level: one outcome of this value."""
BETTER: Final = LEVEL + OUTCOMES
"""For each seat and outcome: the outcomes that the seat prefers to it."""
ALIKE: Final = BETTER + 3 * OUTCOMES
"""For each outcome: those that are worth the same to every seat."""

# Frames: the first is the position asked about, each next one a card later.
FRAMES: Final = ALIKE + OUTCOMES
LEFT: Final = 0
"""The cards that the seats still hold."""
TURN: Final = 1
"""The seat to play."""
PLACED: Final = 2
"""How many cards are on the table."""
LED: Final = 3
"""The place of the first of them."""
BEST: Final = 4
"""The place of the one that wins the trick so far."""
POT: Final = 5
"""Their card points."""
TABLE: Final = 6
"""Their mask."""
STANDING: Final = 7
"""What was captured before, see `standing`."""
CARDS: Final = 8
"""The cards to be tried yet."""
WANTED, POSSIBLE, STILL_BETTER, CHOSEN = 9, 10, 11, 12
"""For max^n: the outcomes that the seat before wants, those that are possible, those of them that
are better than the best found so far, and this one."""
FRAME: Final = 16
"""Words of a frame."""

POSITIONS: Final = FRAMES + FRAME * (MOST_CARDS + 1)
"""The table of positions: two words each, a key and what was found."""
POSITION_BITS: Final = 12
"""It is small on purpose: it stays near the processor."""
WORDS: Final = POSITIONS + (2 << POSITION_BITS)

TAG_BITS: Final = 18
"""What tells the keys of different searches apart: 12 bits for the board, 6 for what is asked."""
_MOST_BOARDS: Final = 1 << TAG_BITS - 6


def new_memory() -> Memory:
    """Memory for one thread, to be used again and again. Shape (WORDS,)."""
    return np.zeros(WORDS, np.int64)


@compiled_inside
def next_board(memory: Memory) -> None:
    """Make what is in the table of positions count for nothing."""
    memory[BOARDS] += 1
    if memory[BOARDS] == _MOST_BOARDS:
        memory[BOARDS] = 1
        memory[POSITIONS:WORDS] = 0


@compiled_inside
def key_of(memory: Memory, frame: int) -> int:
    """A position between two tricks as a number that is never 0; the lowest 6 bits are 0."""
    position = memory[frame + STANDING] << 20 | memory[frame + TURN] << 18 | memory[frame + LEFT]
    return int(position << TAG_BITS | memory[BOARDS] << 6)


@compiled_inside
def entry_of(key: int) -> int:
    """Where in the memory the table of positions keeps what belongs to a key."""
    mixed = (key ^ key >> 31) & 0x7FFFFFFF
    return POSITIONS + 2 * (mixed * 0x61C88647 >> 24 & (1 << POSITION_BITS) - 1)
