"""The benchmark of answers plays as a person does, and counts as it says."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.answers import GOAL, percentile, played, row
from bench.answers_tables import at_table, play_now
from bench.answers_terminal import in_terminal

PATIENCE = 60.0
"""Seconds that a busy machine may take."""


@pytest.mark.parametrize(
    ("share", "found"), [(0.5, 10.0), (0.95, 19.0), (0.951, 20.0), (1.0, 20.0), (0.01, 1.0)]
)
def test_a_percentile_is_one_of_the_waits(share: float, found: float) -> None:
    assert percentile([float(wait) for wait in range(20, 0, -1)], share) == found


def test_a_goal_that_was_missed_is_told() -> None:
    assert row("this", [GOAL] * 19 + [9.0]).split() == ["this", "20", "1.500", "1.500", "9.000"]
    assert row("that", [GOAL] * 18 + [9.0] * 2).endswith("9.000  missed")


@pytest.mark.slow
@pytest.mark.parametrize("bots", [["easy"], ["easy", "easy"]])
def test_it_plays_in_the_terminal(tmp_path: Path, bots: list[str]) -> None:
    waits = in_terminal(tmp_path, bots, 25)  # more than one deal has
    assert len(waits) == 25
    assert all(0 <= wait < PATIENCE for wait in waits)
    assert max(waits) > 0
    assert (tmp_path / "data").exists()


def test_a_command_that_ends_at_once_is_said() -> None:
    with pytest.raises(SystemExit, match="play: it ended before hard answered anything"):
        played("play", lambda _home, _bot, _count: [], "hard", 3)


@pytest.mark.slow
@pytest.mark.parametrize("bots", [["easy"], ["easy", "easy"]])
def test_it_plays_at_a_table(tmp_path: Path, bots: list[str]) -> None:
    waits = at_table(tmp_path, bots, 12)
    assert len(waits) == 12
    assert all(0 < wait < PATIENCE for wait in waits)


@pytest.mark.slow
def test_another_bot_than_the_one_asked_for_is_no_figure(tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match="random was to play, and not"):
        play_now(tmp_path, "random", 1)
