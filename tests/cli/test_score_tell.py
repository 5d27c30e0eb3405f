"""A sheet on screens of any width."""

from __future__ import annotations

import io
import re

import pytest
from rich.console import Console

from cutthroat.cli.console import Screen
from cutthroat.cli.score_shown import shown
from cutthroat.cli.score_tell import show_sheet, teller_of
from cutthroat.scorepad.changes import Begun, Change, Corrected, Entered, Noted
from cutthroat.scorepad.entries import Setup, Stopped
from cutthroat.scorepad.sheet import Sheet, fold
from tests.kit.evening import CORRECTIONS, DEALS, FIRST_DEALER, NAMES, RULES


def evening() -> Sheet:
    setup = Setup(NAMES, RULES, FIRST_DEALER)
    changes: list[Change] = [Begun(setup), *map(Entered, DEALS), *CORRECTIONS]
    return fold(Noted(change, when) for when, change in enumerate(changes))


def told(sheet: Sheet, width: int, *, plain: bool = False, encoding: str = "utf-8") -> str:
    written = io.TextIOWrapper(io.BytesIO(), encoding=encoding, errors="replace")
    console = Console(file=written, width=width, highlight=False, markup=False)
    screen = Screen(console, plain, "letters")
    show_sheet(screen, teller_of(screen, sheet), sheet)
    written.seek(0)
    return written.read()


@pytest.mark.parametrize("width", [72, 80, 120])
def test_a_wide_screen_has_a_table_that_fits(width: int) -> None:
    lines = told(evening(), width).splitlines()
    assert max(map(len, lines)) <= width
    assert any("Line" in line and "Ana" in line and "Cleo" in line for line in lines)
    assert sum("It said before" in line for line in lines) == 2


@pytest.mark.parametrize("width", [20, 40, 71])
def test_a_narrow_screen_has_lines_that_fit(width: int) -> None:
    text = told(evening(), width)
    assert max(map(len, text.splitlines())) <= width
    assert " ".join(text.split()).count("It said before: ") == 2
    assert re.search(r"16\. Deal 16, \w+ dealt: Cleo bid 2\.", " ".join(text.split()))


def test_plain_lines_are_not_broken() -> None:
    lines = told(evening(), 20, plain=True).splitlines()
    assert len([line for line in lines if line[0].isdigit()]) == len(DEALS)


@pytest.mark.parametrize("width", [40, 100])
def test_a_screen_of_plain_letters_draws_nothing_else(width: int) -> None:
    text = told(evening(), width, encoding="ascii")
    assert text.isascii()
    assert "Cleo" in text


def test_an_end_that_does_not_count_is_told_in_whole_sentences() -> None:
    ends = [Stopped("late"), Stopped("tired")]
    changes: list[Change] = [Begun(Setup(NAMES, RULES, 1)), *map(Entered, ends)]
    text = told(fold(Noted(change, 0) for change in changes), 80, plain=True)
    assert "without a winner: late.\n" in text
    assert "without a winner: tired. Does not count: the match is over." in text


def test_an_empty_sheet_says_so() -> None:
    sheet = fold([Noted(Begun(Setup(NAMES, RULES, 1)), 0)])
    assert "Nothing is written yet." in told(sheet, 80)


def test_a_sheet_without_anything_odd_is_shown_as_it_is() -> None:
    sheet = evening()
    assert shown(sheet) is sheet


def test_what_could_steer_the_terminal_is_replaced_wherever_it_stands() -> None:
    setup = Setup(("\x1b[2JAna", "Ben\u202e"), RULES, 1)
    log: list[Change] = [Begun(setup), Entered(Stopped("a\nb")), Corrected(1, Stopped("\x07"))]
    sheet = shown(fold(Noted(change, 0) for change in log))
    assert sheet.setup.names == ("\ufffd[2JAna", "Ben\ufffd")
    assert sheet.entries == (Stopped("\ufffd"),)
    assert sheet.written[0].former == (Stopped("a\ufffdb"),)
