"""A sheet: what stands on it, what stood there before, and what may be done to it.

`decide` checks a change and may refuse it; `evolve` folds it. Nothing that was noted is ever lost:
what was corrected, taken away or undone stays in the log.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final
from unicodedata import category

from cutthroat.core.actions import Seat
from cutthroat.scorepad.changes import (
    Begun,
    Change,
    Corrected,
    Edit,
    Entered,
    Inserted,
    Noted,
    Redone,
    Removed,
    SetUpAgain,
    Undone,
)
from cutthroat.scorepad.counting import check_captured
from cutthroat.scorepad.entries import Entry, ScoredDeal, Setup, Stopped
from cutthroat.scorepad.errors import InvalidEntry, SheetReason
from cutthroat.scorepad.reckoning import Reckoning, reckon

TEXT_LIMIT: Final = 100
"""Characters that a name, or the reason of an end, may have."""


@dataclass(frozen=True, slots=True)
class Written:
    """A line as it stands.

    former: what it said before each correction, the oldest first.
    """

    entry: Entry
    former: tuple[Entry, ...] = ()


@dataclass(frozen=True)
class Sheet:
    """A sheet at one moment.

    written: its lines. log: every change. done: the edits that stand. undone: those that were taken
    back and can stand again, the last one taken back last.
    """

    setup: Setup
    written: tuple[Written, ...]
    log: tuple[Noted, ...]
    done: tuple[Edit, ...]
    undone: tuple[Edit, ...]

    @cached_property
    def reckoning(self) -> Reckoning:
        """What it comes to."""
        return reckon(self.setup, self.entries)

    @property
    def entries(self) -> tuple[Entry, ...]:
        """What its lines say now."""
        return tuple(line.entry for line in self.written)

    @property
    def version(self) -> int:
        """How many changes there were."""
        return len(self.log)

    def has(self, key: str) -> bool:
        """Whether a change with this key was noted already."""
        return bool(key) and any(noted.key == key for noted in self.log)


def begin(setup: Setup) -> Begun:
    """The first change of a sheet.

    Raises InvalidEntry for names that cannot be told apart or written; IllegalAction unless two or
    three play (R1) and the first dealer is one of them (R3).
    """
    _check_setup(setup)
    return Begun(setup)


def decide(sheet: Sheet, change: Edit | Undone | Redone) -> Change:
    """The change, if it can be made.

    What is entered, corrected or inserted must be able to stand where it is; lines after it may
    come to count for nothing.
    Raises InvalidEntry, IllegalAction.
    """
    match change:
        case Entered(entry):
            _check_entry(sheet, len(sheet.written), entry)
        case Corrected(line, entry) | Inserted(line, entry):
            _check_line(sheet, line)
            _check_entry(sheet, line - 1, entry)
        case Removed(line):
            _check_line(sheet, line)
        case SetUpAgain(setup):
            if setup.seats != sheet.setup.seats:
                raise InvalidEntry(SheetReason.OTHER_SEATS, seats=sheet.setup.seats)
            _check_setup(setup)
        case Undone() if not sheet.done:
            raise InvalidEntry(SheetReason.NOTHING_TO_UNDO)
        case Redone() if not sheet.undone:
            raise InvalidEntry(SheetReason.NOTHING_TO_REDO)
    return change


def evolve(sheet: Sheet | None, noted: Noted) -> Sheet:
    """The sheet after one change more; None is one that was not begun.

    Raises ValueError for a log that `decide` did not make.
    """
    change = noted.change
    if isinstance(change, Begun):
        if sheet is not None:
            raise ValueError("a sheet begins once")
        return Sheet(change.setup, (), (noted,), (), ())
    if sheet is None:
        raise ValueError("a log starts with Begun")
    log = (*sheet.log, noted)
    match change:
        case Undone():
            again = _redo_all(sheet, sheet.done[:-1])
            return replace(again, log=log, undone=(*sheet.undone, sheet.done[-1]))
        case Redone():
            again = _made(sheet, sheet.undone[-1])
            return replace(again, log=log, undone=sheet.undone[:-1])
        case _:
            return replace(_made(sheet, change), log=log, undone=())


def fold(log: Iterable[Noted]) -> Sheet:
    """The sheet after a whole log.

    Raises ValueError for one that `begin` and `decide` did not make.
    """
    sheet: Sheet | None = None
    for noted in log:
        sheet = evolve(sheet, noted)
    if sheet is None:
        raise ValueError("an empty log")
    return sheet


def _redo_all(sheet: Sheet, edits: Iterable[Edit]) -> Sheet:
    first = sheet.log[0].change
    assert isinstance(first, Begun)  # `evolve` lets no other log begin
    again = Sheet(first.setup, (), sheet.log, (), ())
    for edit in edits:
        again = _made(again, edit)
    return again


def _made(sheet: Sheet, edit: Edit) -> Sheet:
    """The sheet when an edit was made."""
    done = (*sheet.done, edit)
    if isinstance(edit, SetUpAgain):
        return replace(sheet, setup=edit.setup, done=done)
    return replace(sheet, written=_lines(sheet.written, edit), done=done)


def _lines(
    written: tuple[Written, ...], edit: Entered | Corrected | Inserted | Removed
) -> tuple[Written, ...]:
    match edit:
        case Entered(entry):
            return (*written, Written(entry))
        case Inserted(line, entry):
            return (*written[: line - 1], Written(entry), *written[line - 1 :])
        case Removed(line):
            return (*written[: line - 1], *written[line:])
        case Corrected(line, entry):
            old = written[line - 1]
            new = Written(entry, (*old.former, old.entry))
            return (*written[: line - 1], new, *written[line:])


def _check_line(sheet: Sheet, line: int) -> None:
    if not 1 <= line <= len(sheet.written):
        raise InvalidEntry(SheetReason.NO_SUCH_LINE, line=line, lines=len(sheet.written))


def _check_entry(sheet: Sheet, above: int, entry: Entry) -> None:
    """See whether an entry can stand below so many lines."""
    if isinstance(entry, ScoredDeal) and entry.captured:
        check_captured(sheet.setup.rules, entry.captured, sheet.setup.seats)
    if isinstance(entry, Stopped) and not _is_text(entry.reason):
        raise InvalidEntry(SheetReason.BAD_STOP_REASON, limit=TEXT_LIMIT)
    refused = reckon(sheet.setup, (*sheet.entries[:above], entry)).lines[-1].refused
    if refused is not None:
        raise refused


def _check_setup(setup: Setup) -> None:
    for name in setup.names:
        if not _is_text(name):
            raise InvalidEntry(SheetReason.BAD_SHEET_NAME, limit=TEXT_LIMIT)
    for name in setup.names:
        if sum(other.casefold() == name.casefold() for other in setup.names) > 1:
            raise InvalidEntry(SheetReason.NAME_TWICE, name=name)
    reckon(setup, ())


def _is_text(text: str) -> bool:
    """Whether a text can be read and written in a record: one line, not empty, not long."""
    is_plain = not any(category(letter) in ("Cc", "Cs", "Zl", "Zp") for letter in text)
    return bool(text.strip()) and len(text) <= TEXT_LIMIT and is_plain


def next_dealer(sheet: Sheet) -> Seat:
    """Who deals next, or if the match is over would, when another is begun. R3."""
    return sheet.reckoning.now.dealer
