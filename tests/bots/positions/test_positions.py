"""What bots do in positions that have a right move: `calls.toml` and `plays.toml` say why it is.

That the moves are right is a test of its own, `test_verified.py`.
"""

from __future__ import annotations

from collections import Counter
from itertools import islice
from random import Random

import pytest

from cutthroat.bots.registry import BOTS
from cutthroat.core.match import legal_actions
from cutthroat.core.view import View, project
from tests.bots.positions.collection import Position, positions, word_of
from tests.bots.positions.worlds import match_in, worlds

STRONG = [
    pytest.param(name, marks=pytest.mark.slow if name == "expert" else ())
    for name in ("hard", "expert")
]
FAULTS = {
    "a 4 without the ace",
    "a bid that needs an undealt jack",
    "king and three left with the ace gone",
    "the ace on an empty trick",
    "the low thrown away",
    "a rival at the target",
    "a made 4 that ends the match",
    "two seats against a bidder who would win",
    "a jack believed safe",
    "six trumps in one hand",
}
each = pytest.mark.parametrize("position", positions(), ids=lambda position: position.name)


def view_of(position: Position, whim: int = 0) -> View:
    """What the seat sees, in one of the deals that fit it."""
    match = match_in(position, next(worlds(position, Random(whim))))
    return project(match, position.you)


@each
def test_it_is_this_seats_turn_and_the_moves_are_legal(position: Position) -> None:
    match = match_in(position, next(worlds(position, Random(0))))
    assert match.turn == position.you
    legal = {word_of(action) for action in legal_actions(match)}
    assert bool(position.right) != bool(position.wrong)
    assert position.right | position.wrong < legal
    assert project(match, position.you).hand == position.hand


@each
def test_hidden_cards_change_nothing_that_the_seat_sees(position: Position) -> None:
    deals = [*islice(worlds(position, Random(1)), 20)]
    assert len({*deals}) > 1
    views = [project(match_in(position, hands), position.you) for hands in deals]
    assert all(view == views[0] for view in views)


def test_the_collection_is_wide() -> None:
    found = positions()
    assert len(found) >= 44
    assert len({position.name for position in found}) == len(found)
    counts = Counter(position.category for position in found)
    assert counts.keys() >= FAULTS
    assert min(counts.values()) >= 3, counts
    for seats in (2, 3):
        assert sum(position.seats == seats for position in found) >= 15
    assert len({position.rules for position in found}) >= 10


@pytest.mark.parametrize("name", STRONG)
@each
def test_strong_bots_find_the_right_move(position: Position, name: str) -> None:
    view = view_of(position)
    chosen = [BOTS[name].policy(view, Random(whim)) for whim in range(3)]
    wrong = {word_of(action) for action in chosen if not position.accepts(action)}
    assert not wrong, position.why


@pytest.mark.parametrize("name", ["easy", "random"])
def test_weak_bots_do_not_find_them_all(name: str) -> None:
    """A collection that anybody passes would tell nothing."""
    missed = [
        position
        for position in positions()
        if not all(
            position.accepts(BOTS[name].policy(view_of(position), Random(whim)))
            for whim in range(5)
        )
    ]
    assert 3 * len(missed) >= len(positions())
