"""A search tree over what one seat will have seen: its own choices, and what the others do between.

A node is a moment at which the seat has a choice. It is found by a number made of all actions since
the root, so moments that the seat cannot tell apart are one node, whatever the hidden cards are.
"""

from __future__ import annotations

from math import log, sqrt
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cutthroat.kernel.bits import count_of
from cutthroat.kernel.chance import mixed
from cutthroat.kernel.compiled import compiled_inside

CHOICES: Final = 6
"""A seat has at most six cards to choose from, or four calls."""
VISITS, SUM = 0, 1
ROOT: Final = 1
"""The number of the moment that is asked about."""


class Tree(NamedTuple):
    """Memory for a tree.

    keys, places: a hash table from the number of a moment to its node; 0 where there is none.
    nodes: shape (nodes, CHOICES, 2): how often each choice was tried, and the sum of its rewards.
    size: shape (1,): how many nodes there are.
    path: shape (16, 2): the nodes of the line that is tried, and the choices.
    """

    keys: NDArray[np.int64]
    places: NDArray[np.int64]
    nodes: NDArray[np.float64]
    size: NDArray[np.int64]
    path: NDArray[np.int64]


def new_tree(nodes: int) -> Tree:
    """An empty tree for so many nodes."""
    slots = 1 << (2 * nodes).bit_length()
    return Tree(
        np.zeros(slots, np.int64),
        np.zeros(slots, np.int64),
        np.zeros((nodes, CHOICES, 2)),
        np.zeros(1, np.int64),
        np.zeros((16, 2), np.int64),
    )


@compiled_inside
def clear(tree: Tree) -> None:
    """Forget all nodes."""
    for slot in range(len(tree.keys)):
        tree.keys[slot] = 0
    tree.size[0] = 0


@compiled_inside
def after(moment: int, action: int) -> int:
    """The number of the moment after an action. action: a number of `auction`."""
    return mixed(moment ^ action + 1 << 40) | 1


@compiled_inside
def slot_of(tree: Tree, moment: int) -> int:
    """Where in the hash table a moment is, or would be put."""
    last = len(tree.keys) - 1
    slot = moment >> 20 & last
    while tree.keys[slot] != 0 and tree.keys[slot] != moment:
        slot = slot + 1 & last
    return slot


@compiled_inside
def add_node(tree: Tree, slot: int, moment: int) -> int:
    """A new node for a moment; -1 if the memory is full."""
    node = tree.size[0]
    if node == len(tree.nodes):
        return -1
    tree.size[0] = node + 1
    tree.keys[slot] = moment
    tree.places[slot] = node
    for choice in range(CHOICES):
        tree.nodes[node, choice, VISITS] = tree.nodes[node, choice, SUM] = 0.0
    return int(node)


@compiled_inside
def most_promising(tree: Tree, node: int, choices: int, spread: float) -> int:
    """The choice to try next: good so far, or seldom tried.

    spread: what the rewards differ by, usually, times how much is to be explored.
    UCB1: Kocsis and Szepesvari, "Bandit based Monte-Carlo planning", ECML 2006. A choice that was
    never tried is taken to be as good as the node.
    """
    visits, total = 0.0, 0.0
    for choice in range(choices):
        visits += tree.nodes[node, choice, VISITS]
        total += tree.nodes[node, choice, SUM]
    mean = total / visits
    explored = spread * sqrt(log(visits + 1))
    best, most = 0, -1e300
    for choice in range(choices):
        tried = tree.nodes[node, choice, VISITS]
        value = tree.nodes[node, choice, SUM] / tried if tried > 0 else mean
        value += explored / sqrt(tried + 0.5)
        if value > most:
            best, most = choice, value
    return best


@compiled_inside
def note(tree: Tree, depth: int, reward: float) -> None:
    """Note what came of a line of so many choices, which the path holds."""
    for step in range(depth):
        node = tree.path[step, 0]
        if node >= 0:
            tree.nodes[node, tree.path[step, 1], VISITS] += 1
            tree.nodes[node, tree.path[step, 1], SUM] += reward


@compiled_inside
def place_in(mask: int, action: int) -> int:
    """The place of an action among those of a mask."""
    return count_of(mask & (1 << action) - 1)
