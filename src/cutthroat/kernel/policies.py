"""Built-in policies: how a seat chooses an action, as numbers that compiled code tells apart."""

from __future__ import annotations

from typing import Final

from cutthroat.kernel.bits import count_of, lowest_in
from cutthroat.kernel.cards import nth_bit
from cutthroat.kernel.chance import below, word
from cutthroat.kernel.compiled import compiled_inside
from cutthroat.kernel.state import DRAWN, STREAM, Row

UNIFORM: Final = 0
"""Every legal action is as likely."""
POLICIES: Final = {"random": UNIFORM}
"""The numbers of the policies that bots of these names have."""


@compiled_inside
def choose(policy: int, row: Row, legal: int) -> int:
    """The action of the seat to act by a policy. legal: what it may do.

    Every policy that the number may name stands here; there is one.
    """
    if policy == UNIFORM:
        return uniform(row, legal)
    return lowest_in(legal)


@compiled_inside
def uniform(row: Row, legal: int) -> int:
    """Any of the legal actions, by the next word of the deal's stream."""
    chance = word(row[STREAM], row[DRAWN])
    row[DRAWN] += 1
    return lowest_in(nth_bit(legal, below(chance, count_of(legal))))
