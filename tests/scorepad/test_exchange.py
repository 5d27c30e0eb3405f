"""Sheets as records, and records as sheets."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given, strategies as st

from cutthroat.core.errors import CutthroatError
from cutthroat.core.events import DealScored, MatchWon
from cutthroat.core.rules import Rules
from cutthroat.scorepad.changes import Corrected, Noted
from cutthroat.scorepad.entries import (
    Entry,
    Misdeal,
    NextMatch,
    ScoredDeal,
    Setup,
    Stopped,
    ThrownIn,
)
from cutthroat.scorepad.errors import InvalidEntry, SheetReason
from cutthroat.scorepad.exchange import sheet_of, sheet_record
from cutthroat.scorepad.reckoning import reckon
from cutthroat.scorepad.sheet import Sheet, begin, fold, written_out
from tests.kit import strategies
from tests.kit.sheets import blank, dealt, made, scored, set_up, sweep, told_of, tried, written
from tests.record.texts import (
    DEALT,
    EXAMPLE,
    KEPT,
    PLAYED,
    TAKEN,
    THREE,
    TWO,
    VALID,
    Case,
    read,
    read_all,
    records,
)

LOW = scored(1, 2, high=1, low=1)


def brought(text: str | bytes) -> tuple[Setup, tuple[Entry, ...]]:
    return sheet_of(read_all(text))


def as_record(sheet: Sheet) -> str:
    return sheet_record(sheet.reckoning, None)


def test_how_a_sheet_is_written() -> None:
    """As scored deals; what was counted is not told."""
    lines = (
        scored(2, 3, high=2, low=1, jack=2, game=2, captured=("", "TS", "")),
        Misdeal(),
        ThrownIn(),
        Stopped('Chi said "late"'),
    )
    sheet = written(set_up("high=highest joker=yes", dealer=3), *lines)
    assert sheet_record(sheet.reckoning, date(2026, 11, 30)) == (
        '[Game "Cutthroat Canadian Smear"]\n'
        '[Date "2026-11-30"]\n'
        '[Seat1 "Ana"]\n'
        '[Seat2 "Béla"]\n'
        '[Seat3 "Chi"]\n'
        '[Rules "high=highest joker=yes"]\n'
        '[Ended "Chi said \\"late\\""]\n'
        "deal 1 dealer 3\n"
        "bid 2 3\n"
        "points high=2 low=1 jack=2 game=2\n"
        "scores 1 3 0\n"
        "deal 2 dealer 1\n"
        "void\n"
        "deal 3 dealer 1\n"
        "bid 1 pass\n"
    )


def test_a_match_that_was_won_is_written_with_its_winner() -> None:
    text = as_record(written(set_up("four=any", seats=2), sweep(2)))
    assert text.endswith("scores 0 4\nwinner 2\n")
    assert "Date" not in text


def test_matches_stand_one_after_another() -> None:
    lines = (LOW, sweep(1), NextMatch(3), sweep(2, 2), Stopped("late"), NextMatch(2), ThrownIn())
    sheet = written(set_up("target=7", dealer=2), *lines)
    first, second, third = read_all(as_record(sheet))
    assert [first.header.ended, second.header.ended, third.header.ended] == [None, "late", None]
    assert brought(as_record(sheet)) == (sheet.setup, lines)


def test_lines_that_do_not_count_are_left_out() -> None:
    sheet = made(written(set_up(), LOW, LOW, LOW), Corrected(2, sweep(1)))
    assert brought(as_record(sheet)) == (sheet.setup, (LOW, sweep(1)))


def test_a_match_without_a_deal_is_left_out() -> None:
    """Its tags alone would be those of the match after it, twice."""
    sheet = written(set_up(), Stopped("late"), NextMatch(2), LOW, NextMatch(3))
    assert len(sheet.reckoning.logs) == 3
    (record,) = read_all(as_record(sheet))
    assert told_of(record.events) == [(2, 0, 0)]
    assert brought(as_record(sheet)) == (set_up(dealer=2), (LOW,))


@pytest.mark.parametrize("entries", [[], [Stopped("late")], [Stopped("late"), NextMatch(1)]])
def test_a_sheet_without_a_deal_is_its_tags(entries: list[Entry]) -> None:
    text = as_record(written(set_up("target=7"), *entries))
    assert brought(text) == (set_up("target=7"), ())


@given(st.data(), strategies.seat_counts())
def test_a_sheet_comes_back_as_what_counts(data: st.DataObject, seats: int) -> None:
    """R3, R20 to R26: the same matches, by the same dealers, to the same scores and ends."""
    sheet = tried(
        blank(set_up("target=5", seats=seats)),
        data.draw(st.lists(strategies.changes(seats), max_size=20)),
    )
    text = as_record(sheet)
    setup, entries = brought(text)
    assert (setup.names, setup.rules) == (sheet.setup.names, sheet.setup.rules)
    again = fold(Noted(change, when=0) for change in written_out(setup, entries))
    kept = dealt(sheet.reckoning.logs)
    assert dealt(again.reckoning.logs) == kept
    assert [list(record.events) for record in read_all(text) if record.events] == [
        list(log) for log in kept
    ]
    if kept:  # the tags alone may tell of an end, and a sheet that is brought has no deal to end
        assert as_record(again) == text


@given(st.lists(st.text(min_size=1, max_size=101), min_size=2, max_size=3), st.text(max_size=101))
def test_names_and_reasons_that_are_accepted_can_be_read(names: list[str], reason: str) -> None:
    setup = Setup(tuple(names), Rules(), 1)
    try:
        begin(setup)
        sheet = written(setup, Misdeal(), Stopped(reason))
    except CutthroatError:
        return
    assert brought(as_record(sheet)) == (setup, sheet.entries)


@pytest.mark.parametrize("case", VALID, ids=lambda case: case.name)
def test_a_record_with_or_without_cards_becomes_a_sheet(case: Case) -> None:
    """R3, R20 to R26: scores and winners are those of the record."""
    for record in records(case):
        setup, entries = sheet_of([record])
        found = reckon(setup, entries)
        assert [line.refused for line in found.lines] == [None] * len(entries)
        assert [told_of(log) for log in found.logs] == [told_of(record.events)]
        assert told_of(read(sheet_record(found, None)).events) == told_of(record.events)
        assert not any(entry.captured for entry in entries if isinstance(entry, ScoredDeal))


def test_the_records_hold_deals_with_and_without_cards_and_matches_that_were_won() -> None:
    """So that the test above can fail."""
    events = [event for case in VALID for record in records(case) for event in record.events]
    assert {event.summary.tally is None for event in events if isinstance(event, DealScored)} == {
        True,
        False,
    }
    assert any(isinstance(event, MatchWon) for event in events)


def test_a_deal_with_cards_is_brought_as_what_it_came_to() -> None:
    setup, entries = brought(EXAMPLE)
    assert setup.names == ("Ana", "Bot expert", "Chi")
    assert (str(setup.rules), setup.dealer) == ("high=highest out=reach", 1)
    assert entries == (scored(2, 3, high=1, low=2, jack=1, game=2),)


@pytest.mark.parametrize("rest", ["deal 2 dealer 1\n", "deal 2 dealer 1\nbid 1 2\n"])
def test_a_deal_that_was_not_finished_is_left_out(rest: str) -> None:
    setup, entries = brought(TWO + PLAYED + rest)
    assert (setup.dealer, entries) == (2, (sweep(1, 2),))
    assert reckon(setup, entries).now.scores == (4, 0)


def test_a_match_that_ended_within_a_deal_is_brought_as_stopped() -> None:
    _, entries = brought(TWO + '[Ended "seat 2 left"]\n' + PLAYED + "deal 2 dealer 1\n")
    assert entries == (sweep(1, 2), Stopped("seat 2 left"))


def test_the_first_match_of_which_nothing_was_finished_gives_its_place() -> None:
    unfinished = TWO + TAKEN.partition("trick")[0]
    other = TWO + KEPT.replace("dealer 2", "dealer 1")
    assert brought(unfinished) == (Setup(("Ana", "Béla"), Rules(), 2), ())
    setup, entries = brought(unfinished + other + unfinished + other)
    assert setup.dealer == 1
    kept = scored(1, 2, high=1, low=1, game=2)
    assert entries == (kept, NextMatch(1), kept)
    assert brought(TWO)[0].dealer == 1


def test_a_misdeal_and_a_deal_that_was_thrown_in_are_brought() -> None:
    thrown = DEALT + "bid 1 pass\nbid 2 pass\n"
    _, entries = brought(TWO + thrown + "deal 2 dealer 2\nvoid\ndeal 3 dealer 2\nbid 2 pass\n")
    assert entries == (ThrownIn(), Misdeal(), ThrownIn())


@pytest.mark.parametrize(
    ("second", "line"),
    [
        (TWO.replace("Ana", "Eva") + KEPT, 7),
        ('[Seat1 "Béla"]\n[Seat2 "Ana"]\n' + KEPT, 7),
        (TWO + '[Rules "target=7"]\n' + KEPT, 7),
        (THREE + "deal 1 dealer 2\n", 7),
    ],
)
def test_matches_of_others_or_by_other_rules_are_refused(second: str, line: int) -> None:
    with pytest.raises(InvalidEntry) as refused:
        brought(TWO + KEPT + second)
    assert refused.value.reason is SheetReason.OTHER_PLAYERS
    assert refused.value.parameters == {"match": 2, "line": line}


def test_other_players_are_refused_even_where_nothing_was_finished() -> None:
    with pytest.raises(InvalidEntry, match="other_players"):
        brought(TWO + KEPT + THREE)


def test_the_same_rules_written_otherwise_are_the_same() -> None:
    tags = (TWO, TWO + '[Rules "tie=nobody target=11"]\n')
    assert len(brought(tags[0] + KEPT + tags[1] + KEPT)[1]) == 3


def test_a_file_without_a_match_is_refused() -> None:
    with pytest.raises(InvalidEntry) as refused:
        sheet_of([])
    assert refused.value.reason is SheetReason.NO_MATCH
    assert read(TWO).events == ()


@pytest.mark.parametrize(
    ("reason", "kept"),
    [
        ("seat 2 left", "seat 2 left"),
        ("so\u202e it  is", "so it is"),
        ("", "…"),
        ("\u2066", "…"),
        ("x" * 101, "x" * 99 + "…"),
    ],
)
def test_why_a_match_ended_elsewhere_is_made_fit_for_a_sheet(reason: str, kept: str) -> None:
    sheet = written(set_up(), LOW)
    text = sheet_record(sheet.reckoning, None)
    named = '[Seat3 "Chi"]'
    setup, entries = brought(text.replace(named, f'{named}\n[Ended "{reason}"]'))
    assert entries == (LOW, Stopped(kept))
    assert fold([Noted(one, 0) for one in written_out(setup, entries)]).entries == entries
