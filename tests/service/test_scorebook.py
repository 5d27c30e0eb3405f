"""Sheets in files: saved before they are shown, taken up again, never half a line."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from cutthroat.core.errors import IllegalAction
from cutthroat.record.errors import InvalidRecord
from cutthroat.scorepad.changes import Corrected, Entered, Redone, Undone
from cutthroat.scorepad.entries import Misdeal, NextMatch, ScoredDeal, Setup, Stopped, ThrownIn
from cutthroat.scorepad.errors import InvalidEntry
from cutthroat.scorepad.sheet import Sheet
from cutthroat.service.ports import MatchInUse, NoSuchMatch
from cutthroat.service.scorebook import (
    NotASheet,
    OpenSheet,
    begin_sheet,
    bring_sheet,
    read_sheet,
    record_of,
    take_up,
)
from tests.kit.evening import CORRECTIONS, DEALS, FIRST_DEALER, NAMES, RULES, by_core, corrected
from tests.kit.world import world

SETUP = Setup(NAMES, RULES, FIRST_DEALER)


class Book:
    """The sheets of a folder; all are closed in the end."""

    def __init__(self, folder: Path, opened: ExitStack) -> None:
        self._ports = world(folder)
        self._opened = opened
        self._folder = folder

    def _open(self, sheet: OpenSheet) -> OpenSheet:
        self._opened.callback(sheet.close)
        return sheet

    def begin(self) -> OpenSheet:
        return self._open(begin_sheet(self._ports, SETUP))

    def bring(self, record: bytes) -> OpenSheet:
        return self._open(bring_sheet(self._ports, record))

    def take_up(self, name: str) -> OpenSheet:
        return self._open(take_up(self._ports, name))

    @property
    def folder(self) -> Path:
        return self._folder / "sheets"

    @property
    def file(self) -> Path:
        """Where the only sheet is kept."""
        (place,) = self.folder.glob("*.sheet")
        return place


@pytest.fixture
def book(tmp_path: Path) -> Iterator[Book]:
    with ExitStack() as opened:
        yield Book(tmp_path, opened)


def evening(book: Book) -> OpenSheet:
    """The whole evening, written and corrected."""
    opened = book.begin()
    for entry in DEALS:
        opened.change(Entered(entry))
    for correction in CORRECTIONS:
        opened.change(correction)
    return opened


def test_each_change_is_a_line_that_is_kept_before_it_is_answered(book: Book) -> None:
    opened = book.begin()
    for number, entry in enumerate(DEALS, start=2):
        opened.change(Entered(entry))
        data = book.file.read_bytes()
        assert data.count(b"\n") == number
        assert read_sheet(data) == opened.sheet


def test_a_sheet_is_taken_up_as_it_was(book: Book) -> None:
    opened = evening(book)
    opened.change(Undone())
    opened.close()
    again = book.take_up(opened.name)
    assert again.sheet == opened.sheet
    again.change(Redone())
    assert again.sheet.entries == corrected(2)


def test_its_file_is_for_its_owner_alone(book: Book) -> None:
    book.begin()
    assert book.file.stat().st_mode & 0o777 == 0o600


def test_the_scores_are_those_of_core(book: Book) -> None:
    opened = evening(book)
    outcome = by_core(corrected(2))
    assert opened.sheet.reckoning.now.scores == outcome.scores[-1]
    won = opened.sheet.reckoning.winners[-1]
    assert won
    assert (won.seat, won.reason) == (outcome.winner, outcome.reason)


def test_what_is_refused_is_not_kept(book: Book) -> None:
    opened = book.begin()
    before = book.file.read_bytes()
    with pytest.raises(InvalidEntry):
        opened.change(Corrected(1, Misdeal()))
    with pytest.raises(InvalidEntry):
        opened.change(Undone())
    opened.change(Entered(Stopped("enough")))
    with pytest.raises(IllegalAction):
        opened.change(Entered(Misdeal()))
    assert book.file.read_bytes().count(b"\n") == before.count(b"\n") + 1


def test_killed_anywhere_in_a_line_it_goes_on_with_all_lines_before(book: Book) -> None:
    opened = book.begin()
    opened.change(Entered(DEALS[0]))
    before = opened.sheet
    whole = book.file.read_bytes()
    opened.change(Entered(Misdeal()))
    more = book.file.read_bytes()
    opened.close()
    for cut in range(len(whole), len(more)):
        book.file.write_bytes(more[:cut])
        again = book.take_up(opened.name)
        assert again.sheet == before, cut
        again.change(Entered(ThrownIn()))
        again.close()
        after = read_sheet(book.file.read_bytes())
        assert after.entries == (DEALS[0], ThrownIn()), cut


@pytest.mark.parametrize(
    ("data", "line"),
    [
        (b"", 1),
        (b'{"change"', 1),
        (b"\n", 1),
        (b'{"change":{"type":"undone"},"when":1}\n', 1),
        (b'[Game "Cutthroat Canadian Smear"]\n', 1),
        (b"\xff\xfe\n", 1),
    ],
)
def test_what_is_no_sheet_is_refused_with_its_line(data: bytes, line: int) -> None:
    with pytest.raises(NotASheet) as refused:
        read_sheet(data)
    assert refused.value.line == line


@pytest.mark.parametrize(
    "line",
    [
        b"nonsense",
        b'{"change":{"type":"undone"},"when":1}',
        b'{"change":{"type":"redone"},"when":1}',
        b'{"change":{"type":"removed","line":7},"when":1}',
        b'{"change":{"type":"removed","line":0},"when":1}',
    ],
)
def test_a_damaged_line_is_named(book: Book, line: bytes) -> None:
    book.begin()
    data = book.file.read_bytes()
    with pytest.raises(NotASheet) as refused:
        read_sheet(data + line + b"\n")
    assert refused.value.line == 2


def test_a_first_dealer_who_does_not_play_is_no_sheet(book: Book) -> None:
    book.begin()
    data = book.file.read_bytes().replace(b'"dealer":3', b'"dealer":4')
    with pytest.raises(NotASheet):
        read_sheet(data)


def test_a_sheet_is_open_once(book: Book) -> None:
    opened = book.begin()
    with pytest.raises(MatchInUse):
        book.take_up(opened.name)
    opened.close()
    book.take_up(opened.name).close()


def test_one_that_cannot_be_read_is_let_go_of(book: Book) -> None:
    opened = book.begin()
    opened.close()
    whole = book.file.read_bytes()
    book.file.write_bytes(b"x\n")
    with pytest.raises(NotASheet):
        book.take_up(opened.name)
    book.file.write_bytes(whole)
    book.take_up(opened.name).close()


def test_there_is_none_by_that_name(book: Book) -> None:
    with pytest.raises(NoSuchMatch):
        book.take_up("nothing")


def without_cards(sheet: Sheet) -> list[object]:
    return [
        ScoredDeal(one.bid, one.points) if isinstance(one, ScoredDeal) else one
        for one in sheet.entries
    ]


def test_a_record_brings_the_same_lines_back(book: Book) -> None:
    opened = evening(book)
    opened.change(Entered(NextMatch(2)))
    opened.change(Entered(Misdeal()))
    brought = book.bring(record_of(opened.sheet).encode())
    assert brought.name != opened.name
    assert brought.sheet.setup == SETUP
    assert list(brought.sheet.entries) == without_cards(opened.sheet)
    assert brought.sheet.reckoning.winners == opened.sheet.reckoning.winners


def test_a_record_says_the_day_when_the_sheet_was_begun(book: Book) -> None:
    opened = book.begin()
    assert '[Date "2026-11-' in record_of(opened.sheet)


def test_a_record_that_cannot_stand_brings_nothing(book: Book) -> None:
    with pytest.raises(InvalidRecord):
        book.bring(b"deal 1\n")
    with pytest.raises(InvalidEntry):
        book.bring(b"")
    assert not book.folder.exists()


def test_a_clock_that_goes_back_does_not_put_changes_out_of_order(book: Book) -> None:
    opened = book.begin()
    opened._clock = Earlier()  # type: ignore[assignment]  # all that is asked of it
    opened.change(Entered(Misdeal()))
    first, second = opened.sheet.log
    assert second.when == first.when


class Earlier:
    """A clock that was set back."""

    def now(self) -> int:
        return 5
