"""What is told while somebody waits: each thing once, and how far it is."""

from __future__ import annotations

import io
from collections.abc import Callable

import pytest
from rich.console import Console

from cutthroat.bots.warm import Tell, Wait
from cutthroat.cli.waiting import waiting


def shown(work: Callable[[Tell], None], *, terminal: bool = False, plain: bool = False) -> str:
    """What stands there when the work is done."""
    file = io.StringIO()
    with waiting(Console(file=file, force_terminal=terminal, width=40), plain=plain) as tell:
        work(tell)
    return file.getvalue()


def make_a_table(tell: Tell) -> None:
    tell(Wait.COMPILING, 0.0)
    for percent in range(0, 101, 10):
        tell(Wait.EQUITIES, percent / 100)


TOLD = [
    "The engine is compiled; that takes up to a minute, once.",
    "What a match is worth by these rules is worked out; that takes up to a minute, once.",
]


def test_each_thing_is_told_once_and_each_quarter_of_it() -> None:
    assert shown(make_a_table).splitlines() == [*TOLD, "25 %", "50 %", "75 %", "Ready."]


def test_a_terminal_has_a_bar_instead() -> None:
    drawn = shown(make_a_table, terminal=True)
    assert "━" in drawn
    assert "100%" in drawn
    assert "\n25 %" not in drawn
    assert drawn.endswith("Ready.\n")


def test_plain_lines_have_no_bar_on_a_terminal_either() -> None:
    assert shown(make_a_table, terminal=True, plain=True) == shown(make_a_table)


def test_nothing_is_said_where_nobody_waits() -> None:
    assert shown(lambda _tell: None) == ""


def interrupted(tell: Tell) -> None:
    tell(Wait.LOADING, 0.0)
    raise KeyboardInterrupt


def test_what_failed_is_not_ready(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(KeyboardInterrupt), waiting() as tell:
        interrupted(tell)
    assert capsys.readouterr().err == "The strong players are being loaded.\n"
