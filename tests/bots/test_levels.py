"""The levels: how much each thinks, what it chooses, and that nothing is loaded before."""

from __future__ import annotations

import os
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

import cutthroat
from cutthroat.bots.levels import EFFORTS, Effort, Strong
from cutthroat.bots.registry import BOTS
from cutthroat.bots.strong import judge
from cutthroat.core.actions import Play
from cutthroat.core.cards import Card
from cutthroat.core.match import legal_actions
from cutthroat.core.rules import Rules
from cutthroat.core.view import project
from tests.kernel.moments import moments
from tests.kernel.tables_of_rules import Setting
from tests.kit.script import act, dealt, plainly_dealt, table

LITTLE = Effort(worlds=10, tries=10)


def test_each_level_thinks_more_than_the_one_below() -> None:
    assert [*EFFORTS] == ["medium", "hard", "expert"]
    for lower, higher in pairwise(EFFORTS.values()):
        assert lower.worlds < higher.worlds
        assert lower.tries < higher.tries
    assert all(effort.seconds is None for effort in EFFORTS.values()), "a seed fixes a match"


def test_levels_are_bots() -> None:
    for name, effort in EFFORTS.items():
        assert BOTS[name].policy == Strong(effort)


@pytest.mark.parametrize("seats", [2, 3])
def test_what_is_worth_the_most_is_chosen_the_same_each_time(seats: int) -> None:
    policy = Strong(LITTLE)
    for number, (match, _) in enumerate(moments(Setting(seats, Rules()), 4, 81)):
        view = project(match, match.turn)
        chosen = policy(view, Random(number))
        assert chosen in legal_actions(match)
        assert policy(view, Random(number)) == chosen
        if len(legal_actions(match)) > 1:
            assert chosen == judge(view, Random(number), LITTLE).best.action


@pytest.mark.parametrize("viewer", [2, None])
def test_only_who_is_to_act_is_asked(viewer: int | None) -> None:
    match = plainly_dealt(table(0, 0))
    with pytest.raises(ValueError, match="it is not this seat's turn"):
        Strong(LITTLE)(project(match, viewer), Random(0))


def test_where_there_is_one_action_nothing_is_thought() -> None:
    hands = ("AS KS QS JS TS 9S", "8S 7H 6H 5H 4H 3H")
    view = project(act(dealt(table(0, 0), *hands), "4 AS"), 2)
    for_ever = Strong(Effort(worlds=10**4, tries=10**12))
    chance = Random(3)
    before = chance.getstate()
    assert for_ever(view, chance) == Play(2, Card("8S"))
    assert chance.getstate() == before


LISTED = """
import sys
from cutthroat.bots.registry import BOTS, find_bot
assert len(BOTS) >= 6
find_bot("expert")
print("numba" in sys.modules, "numpy" in sys.modules)
"""


def test_who_only_lists_the_bots_does_not_wait_for_the_kernel() -> None:
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", LISTED],
        env=os.environ | {"PYTHONPATH": str(Path(cutthroat.__file__).parents[1])},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.split() == ["False", "False"]
