"""Tables against matches that their own callers play with new cards."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import pytest

from cutthroat.bots.easy_weights import easy_weights
from cutthroat.bots.equity import EquityTable, equity_for
from cutthroat.core.rules import PRESETS
from cutthroat.kernel import state
from cutthroat.kernel.equity.fresh import ordinary_matches, room_for_odds
from cutthroat.kernel.options import packed
from cutthroat.kernel.scoring import NOBODY
from tests.kernel.equity.reckoned import least_unlikely, row_at

PRESET_TABLES = [(name, seats) for name in PRESETS for seats in (2, 3)]
DEAL_LIMIT = 1000
_FEWEST = 5
"""Matches that a count of chi-square wants to be expected."""


class Start(NamedTuple):
    scores: tuple[int, ...]
    dealer: int
    scored: int


class Finding(NamedTuple):
    """Wins of each seat: how many there were, and how many there should have been."""

    start: Start
    wins: np.ndarray[tuple[int], np.dtype[np.int64]]
    expected: np.ndarray[tuple[int], np.dtype[np.float64]]

    @property
    def errors(self) -> float:
        """How many standard errors a seat is off at the most."""
        matches = self.wins.sum()
        spread = np.sqrt(self.expected * (1 - self.expected / matches))
        return float((np.abs(self.wins - self.expected) / np.maximum(spread, 1)).max())


def starts(table: EquityTable, count: int, seed: int) -> list[Start]:
    """Scores scattered over a match: a third of them with somebody below nothing."""
    chance = np.random.default_rng(seed)
    found = []
    for number in range(count):
        low = -6 if number % 3 == 0 else 0
        scores = tuple(int(score) for score in chance.integers(low, table.rules.target + 4, 3))
        scored = int(chance.integers(0, table.rules.limit or 1))
        found.append(Start(scores[: table.seats], int(chance.integers(table.seats)), scored))
    return found


def play(table: EquityTable, count: int, matches: int, seed: int) -> tuple[list[Finding], int]:
    """Matches from so many scores; the second number: how many nobody has won."""
    kept, known = room_for_odds(table.values)
    findings, unfinished = [], 0
    for number, start in enumerate(starts(table, count, seed)):
        rows = state.new_rows(matches)
        ordinary_matches(
            rows,
            row_at(*start),
            table.values,
            table.model,
            kept,
            known,
            easy_weights(table.rules, table.seats),
            table.seats,
            packed(table.rules),
            seed,
            number * matches,
            DEAL_LIMIT,
        )
        won = np.bincount(rows[:, state.WINNER], minlength=NOBODY + 1)
        unfinished += int(won[NOBODY])
        wins = won[: table.seats]
        worth = np.array(table.at(start.scores, start.dealer + 1, start.scored))
        findings.append(Finding(start, wins, worth * wins.sum()))
    return findings, unfinished


def check(findings: list[Finding]) -> None:
    statistic, freedom = 0.0, 0
    for finding in findings:
        counts = finding.expected >= _FEWEST
        off = (finding.wins - finding.expected)[counts]
        statistic += float((off**2 / finding.expected[counts]).sum())
        freedom += max(0, int(counts.sum()) - 1)
    furthest = max(findings, key=lambda finding: finding.errors)
    assert furthest.errors <= 4, furthest
    assert statistic <= least_unlikely(freedom), (statistic, freedom, furthest)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "seats"), PRESET_TABLES)
def test_matches_are_won_as_often_as_the_table_says(name: str, seats: int) -> None:
    """From 48 scattered scores; a table that is off by two in a hundred fails."""
    findings, unfinished = play(equity_for(PRESETS[name], seats), 48, 4000, seed=1)
    assert unfinished <= 2
    check(findings)


def test_a_table_that_is_a_little_wrong_is_found_out() -> None:
    """The check itself: with the same matches, and the chances of a dealer who deals once more."""
    table = equity_for(PRESETS["classic"], 2)
    findings, _ = play(table, 12, 1500, seed=2)
    check(findings)
    other = [
        Finding(
            start,
            wins,
            np.array(table.at(start.scores, 2 - start.dealer, start.scored)) * wins.sum(),
        )
        for start, wins, _ in findings
    ]
    with pytest.raises(AssertionError):
        check(other)


def test_the_same_seed_is_the_same_matches() -> None:
    table = equity_for(PRESETS["short"], 3)
    first, _ = play(table, 2, 50, seed=3)
    again, _ = play(table, 2, 50, seed=3)
    assert [list(finding.wins) for finding in first] == [list(finding.wins) for finding in again]
