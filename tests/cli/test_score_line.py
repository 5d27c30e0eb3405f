"""What is a deal, and what a command, where players are called like commands."""

from __future__ import annotations

import pytest

from cutthroat.cli.score_ask import COMMANDS, NotUnderstood
from cutthroat.cli.score_line import (
    ENTRIES,
    expect_alone,
    is_count,
    is_deal,
    is_line,
    is_no_entry,
    is_whole_deal,
)

NAMES = ("Ana", "Next", "Fixie")


@pytest.mark.parametrize(
    "typed",
    [
        "ana 3",
        "NEXT 3",
        "next 2 ana next - ana",
        "fix 3 ana fix - ana",
        "a 4 x y",
        "n 3 a n - count",
    ],
)
def test_a_player_and_a_bid_are_a_deal(typed: str) -> None:
    assert is_deal(typed.split(), NAMES)


@pytest.mark.parametrize(
    "typed",
    [
        *("", "ana", "next", "next ana", "next 5", "next 3x", "ben 3", "fix 3", "fix 3 misdeal"),
        *("fix 3 ana 3 ana fix - ana", "fix 3 ana fix - ben"),
    ],
)
def test_anything_else_is_none(typed: str) -> None:
    assert not is_deal(typed.split(), NAMES)


@pytest.mark.parametrize("command", sorted(COMMANDS))
def test_whoever_is_called_like_a_command_can_bid(command: str) -> None:
    assert is_deal(f"{command} 3 ana {command} - ana".split(), ("Ana", command.title()))
    assert not is_deal(f"{command} 3 ana {command} - ana".split(), ("Ana", "Ben"))


@pytest.mark.parametrize(
    ("typed", "is_whole"),
    [
        ("ana 3 ana next - ana", True),
        ("ana 3 ana next - count", True),
        ("ana 3 count next - ana", False),
        ("ana 3 ana next -", False),
        ("ana 3 ana next - ana ana", False),
        ("ana 5 ana next - ana", False),
    ],
)
def test_a_whole_deal_is_six_words_that_make_sense(typed: str, is_whole: bool) -> None:
    assert is_whole_deal(typed.split(), NAMES) is is_whole
    assert is_line(typed, NAMES) is is_whole


def test_count_is_a_player_if_somebody_is_called_so() -> None:
    assert is_count("COUNT", NAMES)
    assert not is_count("count", ("Ana", "Count"))


@pytest.mark.parametrize("command", sorted(COMMANDS))
def test_a_command_is_a_line_and_some_stand_on_the_sheet(command: str) -> None:
    assert is_line(f"{command.upper()} 1", NAMES)
    assert is_no_entry(command, NAMES) is (command not in ENTRIES)


def test_a_command_that_takes_nothing_stands_alone() -> None:
    expect_alone("undo", "")
    with pytest.raises(NotUnderstood, match="undo"):
        expect_alone("undo", "2")
