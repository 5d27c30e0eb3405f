"""The memory of the search: moments are found again, and its end is no end of the thinking."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from cutthroat.kernel.compiled import compiled
from cutthroat.kernel.search import tree as trees
from cutthroat.kernel.search.tree import CHOICES, ROOT, SUM, VISITS, Tree, new_tree

FULL = -1


@compiled
def slot_of(tree: Tree, moment: int) -> int:
    return trees.slot_of(tree, moment)


@compiled
def add_node(tree: Tree, slot: int, moment: int) -> int:
    return trees.add_node(tree, slot, moment)


@compiled
def clear(tree: Tree) -> None:
    trees.clear(tree)


@compiled
def after(moment: int, action: int) -> int:
    return trees.after(moment, action)


@compiled
def most_promising(tree: Tree, node: int, choices: int, spread: float) -> int:
    return trees.most_promising(tree, node, choices, spread)


@compiled
def note(tree: Tree, depth: int, reward: float) -> None:
    trees.note(tree, depth, reward)


@compiled
def place_in(mask: int, action: int) -> int:
    return trees.place_in(mask, action)


def added(tree: Tree, moment: int) -> int:
    """The new node of a moment."""
    slot = slot_of(tree, moment)
    assert tree.keys[slot] == 0
    return add_node(tree, slot, moment)


def found(tree: Tree, moment: int) -> int | None:
    """The node of a moment, None if there is none."""
    slot = slot_of(tree, moment)
    return int(tree.places[slot]) if tree.keys[slot] else None


def test_moments_are_found_again_until_all_is_forgotten() -> None:
    tree = new_tree(500)
    chance = Random(1)
    moments = {chance.getrandbits(63) - 2**62 | 1: number for number in range(500)}
    for moment, number in moments.items():
        assert found(tree, moment) is None
        assert added(tree, moment) == number
    assert all(found(tree, moment) == number for moment, number in moments.items())
    assert found(tree, chance.getrandbits(63) | 1) is None
    clear(tree)
    assert all(found(tree, moment) is None for moment in moments)
    assert added(tree, 5) == 0


@pytest.mark.parametrize("slot", [0, 3, -1])
def test_moments_that_fall_together_are_kept_apart(slot: int) -> None:
    """Also where the list of places is at its end."""
    tree = new_tree(8)
    alike = [(slot % len(tree.keys)) << 20 | low for low in (1, 3, 5, 7)]
    beside = ((slot + 1) % len(tree.keys)) << 20 | 9
    nodes = [added(tree, moment) for moment in (*alike, beside)]
    assert nodes == [0, 1, 2, 3, 4]
    assert [found(tree, moment) for moment in (*alike, beside)] == nodes
    assert found(tree, alike[0] ^ 16) is None


@pytest.mark.parametrize("nodes", [1, 2, 3, 4, 7, 8, 100])
def test_a_full_memory_takes_no_more_and_forgets_nothing(nodes: int) -> None:
    tree = new_tree(nodes)
    moments = [number << 20 | 1 for number in range(1, nodes + 1)]
    assert [added(tree, moment) for moment in moments] == [*range(nodes)]
    for moment in (1 << 40 | 1, 2 << 40 | 3):
        assert added(tree, moment) == FULL
        assert found(tree, moment) is None, "a free place ends the search for it"
    assert [found(tree, moment) for moment in moments] == [*range(nodes)]


def test_a_node_that_is_used_again_remembers_nothing() -> None:
    tree = new_tree(2)
    added(tree, 7)
    tree.nodes[:] = 3.0
    clear(tree)
    assert added(tree, 9) == 0
    assert not tree.nodes[0].any()


def test_the_order_of_actions_makes_another_moment() -> None:
    """And no two lines of three actions are one moment; none is 0, which means an empty place."""
    lines = {
        after(after(after(ROOT, first), second), third)
        for first in range(57)
        for second in range(0, 57, 2)
        for third in range(0, 57, 3)
    }
    assert len(lines) == 57 * 29 * 19
    assert 0 not in lines


def test_a_reward_is_noted_along_the_line_and_not_where_there_is_no_node() -> None:
    tree = new_tree(3)
    tree.path[:3] = [[2, 1], [FULL, 0], [0, 5]]
    tree.path[3] = [1, 1]
    note(tree, 3, 0.25)
    note(tree, 1, 0.5)
    expected = np.zeros((3, CHOICES, 2))
    expected[2, 1] = 2, 0.75
    expected[0, 5] = 1, 0.25
    assert tree.nodes.tolist() == expected.tolist()


@pytest.mark.parametrize("choices", [2, 4, 6])
def test_in_the_long_run_what_is_best_is_tried_the_most(choices: int) -> None:
    """Every choice is tried, and those that do not exist never."""
    tree = new_tree(1)
    node = added(tree, 3)
    best = choices - 2
    chance = Random(choices)
    tree.path[0] = node, 0
    note(tree, 1, 0.5)
    for _ in range(2000):
        choice = most_promising(tree, node, choices, 0.5)
        tree.path[0] = node, choice
        note(tree, 1, float(chance.random() < (0.7 if choice == best else 0.3)))
    visits = tree.nodes[node, :, VISITS]
    assert visits.sum() == 2001
    assert visits[:choices].min() >= 1
    assert not visits[choices:].any()
    assert visits.argmax() == best
    assert visits[best] > 1000
    assert tree.nodes[node, best, SUM] == pytest.approx(0.7 * visits[best], rel=0.1)


def test_what_is_as_good_is_tried_in_turn() -> None:
    tree = new_tree(1)
    node = added(tree, 3)
    tree.path[0] = node, 2
    note(tree, 1, 0.5)
    for _ in range(299):
        tree.path[0] = node, most_promising(tree, node, 3, 0.1)
        note(tree, 1, 0.5)
    assert tree.nodes[node, :3, VISITS].tolist() == [100, 100, 100]


def test_the_place_of_an_action_among_others() -> None:
    mask = 1 << 3 | 1 << 17 | 1 << 52 | 1 << 56
    assert [place_in(mask, action) for action in (3, 17, 52, 56)] == [0, 1, 2, 3]
