"""Sheets written and corrected at random come to what `core` alone says, after every change."""

from __future__ import annotations

import io
from random import Random

import pytest

from cutthroat.core.errors import CutthroatError
from cutthroat.core.events import WinReason
from cutthroat.core.rules import OPTIONS, Choice, Rules
from cutthroat.record.read import read_matches
from cutthroat.scorepad.changes import Noted
from cutthroat.scorepad.exchange import sheet_of, sheet_record
from cutthroat.scorepad.reckoning import Reckoning, reckon
from cutthroat.scorepad.sheet import Sheet, decide, evolve
from tests.kit.sheets import (
    Straight,
    Told,
    blank,
    dealt,
    random_asked,
    random_setup,
    straight,
    told_of,
)

CHANGES = 25
"""How many are asked for on each sheet; some are refused."""


def told(reckoning: Reckoning) -> tuple[Told | None, ...]:
    """The lines as the second reckoning says them; scores are of the match so far."""
    lines: list[Told | None] = []
    scores, match = (0,) * reckoning.setup.seats, 1
    for line in reckoning.lines:
        if line.refused is not None:
            lines.append(None)
            continue
        if line.match != match:
            scores, match = (0,) * reckoning.setup.seats, line.match
        scores = line.summary.scores if line.summary else scores
        won = (line.won.seat, line.won.reason) if line.won else None
        lines.append(Told(line.match, line.deal, line.dealer, scores, won))
    return tuple(lines)


def check_equal(sheet: Sheet) -> None:
    """R3, R14, R20 to R26: lines, logs and states are those of `core`."""
    second: Straight = straight(sheet.setup, sheet.entries)
    first = sheet.reckoning
    assert told(first) == second.lines
    assert first.logs == second.logs
    assert first.now == second.ends[-1]


def check_exported(sheet: Sheet) -> None:
    """A reader takes the record, and the sheet that it makes comes to the same."""
    text = sheet_record(sheet.reckoning, None)
    records = list(read_matches(io.BytesIO(text.encode())))
    kept = dealt(straight(sheet.setup, sheet.entries).logs)
    if not kept:
        assert [record.events for record in records] == [()]
        return
    assert [told_of(record.events) for record in records] == [told_of(log) for log in kept]
    assert [record.events for record in records] == kept
    setup, entries = sheet_of(records)
    again = reckon(setup, entries)
    assert [line.refused for line in again.lines] == [None] * len(entries)
    assert list(again.logs) == kept
    assert sheet_record(again, None) == text


def write_at_random(rng: Random, made: dict[type, int], seen: set[Rules]) -> Sheet:
    """A sheet that is checked after each change; counts the kinds of those that were made."""
    sheet = blank(random_setup(rng))
    for _ in range(CHANGES):
        asked = random_asked(sheet, rng)
        try:
            change = decide(sheet, asked)
        except CutthroatError:
            continue
        sheet = evolve(sheet, Noted(change, when=sheet.version))
        check_equal(sheet)
        made[type(change)] = made.get(type(change), 0) + 1
        seen.add(sheet.setup.rules)
    check_exported(sheet)
    return sheet


def check_sheets(seeds: range) -> None:
    made: dict[type, int] = {}
    seen: set[Rules] = set()
    sheets = [write_at_random(Random(seed), made, seen) for seed in seeds]
    assert len(made) == 7
    assert {sheet.setup.seats for sheet in sheets} == {2, 3}
    for option in OPTIONS:
        values = {str(getattr(rules, option.name)) for rules in seen}
        assert values == set(option.values) if isinstance(option, Choice) else len(values) == 4
    lines = [line for sheet in sheets for line in sheet.reckoning.lines]
    assert {type(line.entry).__name__ for line in lines if line.refused is None} == {
        "ScoredDeal",
        "ThrownIn",
        "Misdeal",
        "Stopped",
        "NextMatch",
    }
    assert {line.won.reason for line in lines if line.won} == set(WinReason)
    assert any(line.refused for line in lines)


def test_a_hundred_sheets_come_to_what_core_says() -> None:
    check_sheets(range(100))


@pytest.mark.slow
def test_a_thousand_sheets_come_to_what_core_says() -> None:
    check_sheets(range(1000, 2000))
