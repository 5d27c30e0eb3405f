"""Strong bots get ready in the background, and whoever must wait for that is told."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from cutthroat.bots.equity import is_at_hand
from cutthroat.bots.registry import find_bot
from cutthroat.bots.warm import Wait, prepare_tables
from cutthroat.core.rules import Rules, parse_rules
from cutthroat.service import warming as warmings
from cutthroat.service.warming import Warming, get_ready, load, needs_warmth

ODD = parse_rules("target=5 high=ace tie=bidder")
ODDER = parse_rules("target=6 high=ace tie=bidder")
EASY = find_bot("easy")


@pytest.fixture(autouse=True)
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who waits is told soon, and often."""
    monkeypatch.setattr(warmings, "_SOON", 0.5)
    monkeypatch.setattr(warmings, "_AGAIN", 0.01)


def told_by(warming: Warming) -> list[tuple[Wait, float]]:
    told: list[tuple[Wait, float]] = []
    warming.wait(lambda what, done: told.append((what, done)))
    return told


def check_told_of_a_table(told: list[tuple[Wait, float]]) -> None:
    """It is loaded, as far as anybody knows; then it is made; nothing is compiled."""
    parts = [part for what, part in told if what is Wait.EQUITIES]
    assert told[: -len(parts)] == [(Wait.LOADING, 0.0)] * (len(told) - len(parts))
    assert parts == sorted(parts)
    assert 0 < parts[-1] <= 1


@pytest.fixture
def _nothing_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was made for unusual rules before is not here."""
    get_ready(Rules(), 2)
    prepare_tables()
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
    check_told_of_a_table(told_by(warming))
    assert is_at_hand(ODD, 2)
    assert told_by(warming) == []


@pytest.mark.usefixtures("_nothing_made")
def test_what_bots_need_is_made_before_anybody_asks() -> None:
    assert not load(ODDER, 2)
    warming = Warming(ODDER, 2, [EASY, find_bot("hard")])
    warming._thread.join()
    assert is_at_hand(ODDER, 2)
    assert told_by(warming) == []


@pytest.mark.parametrize("bot", ["easy", "hard"])
def test_who_waits_for_what_only_loads_is_told_that(
    bot: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def slowly(_rules: Rules, _seats: int) -> bool:
        time.sleep(0.2)
        return True

    monkeypatch.setattr(warmings, "_SOON", 0.01)
    monkeypatch.setattr(warmings, "load", slowly)
    assert {*told_by(Warming(Rules(), 2, [find_bot(bot)]))} == {(Wait.LOADING, 0.0)}


def test_what_cannot_be_made_is_tried_once(monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[bool] = []
    monkeypatch.setattr(warmings, "load", lambda _rules, _seats: False)
    monkeypatch.setattr(
        warmings, "_get_ready_apart", lambda _rules, _seats, _tell: tried.append(True)
    )
    warming = Warming(Rules(), 2, [EASY])
    assert told_by(warming) == told_by(warming) == []
    assert tried == [True]
