"""Strong bots get ready in the background, and whoever must wait for that is told."""

from __future__ import annotations

from pathlib import Path

import pytest

from cutthroat.bots.equity import is_at_hand
from cutthroat.bots.registry import find_bot
from cutthroat.core.rules import Rules, parse_rules
from cutthroat.service.warming import Warming, get_ready, load, needs_warmth

ODD = parse_rules("target=5 high=ace tie=bidder")
ODDER = parse_rules("target=6 high=ace tie=bidder")
EASY = find_bot("easy")


def told_by(warming: Warming) -> list[str]:
    told: list[str] = []
    warming.wait(lambda: told.append("wait"))
    return told


@pytest.fixture
def _nothing_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was made for unusual rules before is not here."""
    get_ready(Rules(), 2)
    for variable in ("XDG_CACHE_HOME", "HOME", "LOCALAPPDATA"):
        monkeypatch.setenv(variable, str(tmp_path))


def test_strong_bots_alone_have_something_to_get_ready() -> None:
    assert [
        name
        for name in ("random", "easy", "medium", "hard", "expert")
        if needs_warmth(find_bot(name))
    ] == [*("medium", "hard", "expert")]


@pytest.mark.parametrize("bot", ["easy", "hard"])
def test_nobody_is_told_of_what_is_at_hand(bot: str) -> None:
    get_ready(Rules(), 2)
    assert load(Rules(), 2)
    assert told_by(Warming(Rules(), 2, [find_bot(bot)])) == []


@pytest.mark.usefixtures("_nothing_made")
def test_what_only_a_hint_needs_is_made_when_one_is_asked_for() -> None:
    assert not load(ODD, 2)
    warming = Warming(ODD, 2, [EASY])
    warming._thread.join()
    assert not is_at_hand(ODD, 2)
    assert told_by(warming) == ["wait"]
    assert is_at_hand(ODD, 2)
    assert told_by(warming) == []


@pytest.mark.usefixtures("_nothing_made")
def test_what_bots_need_is_made_before_anybody_asks() -> None:
    assert not load(ODDER, 2)
    warming = Warming(ODDER, 2, [EASY, find_bot("hard")])
    warming._thread.join()
    assert is_at_hand(ODDER, 2)
    assert told_by(warming) == []
