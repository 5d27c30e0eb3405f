"""The evening is what its tests take it for."""

from __future__ import annotations

import pytest

from cutthroat.scorepad.doubts import Doubt, doubts
from cutthroat.scorepad.entries import Misdeal, ScoredDeal, ThrownIn
from tests.kit.evening import DEALS, NAMES, RULES, WINNERS, by_core, corrected


def test_it_has_fourteen_scored_deals_a_misdeal_and_one_that_is_thrown_in() -> None:
    kinds = [type(line) for line in DEALS]
    assert (kinds.count(ScoredDeal), kinds.count(Misdeal), kinds.count(ThrownIn)) == (14, 1, 1)
    assert len(DEALS) == 16


@pytest.mark.parametrize("times", range(3))
def test_each_correction_changes_the_winner(times: int) -> None:
    outcome = by_core(corrected(times))
    assert (outcome.winner, outcome.reason) == WINNERS[times]
    assert outcome.scores[-1] == ((12, 9, 9), (6, 10, 9), (6, 10, 15))[times]


def test_before_the_last_line_nobody_has_won() -> None:
    assert all(by_core(corrected(times)[:-1]).winner is None for times in range(3))


def test_one_line_is_unlikely() -> None:
    doubted = [found for line in DEALS if (found := doubts(RULES, len(NAMES), line))]
    assert doubted == [(Doubt.NOBODY_GAME,)]
