"""A sheet: what stands on it, what stood there before, and what may be done to it.

`decide` checks a change and may refuse it; `evolve` folds it. Nothing that was noted is ever lost:
what was corrected, taken away or undone stays in the log.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from unicodedata import normalize

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
    Wanted,
)
from cutthroat.scorepad.entries import Entry, Setup, Stopped
from cutthroat.scorepad.errors import InvalidEntry, SheetReason
from cutthroat.scorepad.plain import TEXT_LIMIT, seen
from cutthroat.scorepad.reckoning import Reckoning, reckon


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


def written_out(setup: Setup, entries: Iterable[Entry]) -> tuple[Begun | Entered, ...]:
    """The changes of a sheet on which these lines are written one after another.

    Raises InvalidEntry, IllegalAction at the first line that cannot stand, and as `begin` does.
    """
    begun, entered = begin(setup), tuple(map(Entered, entries))
    for line in reckon(setup, [one.entry for one in entered]).lines:
        _check_text(line.entry)
        if line.refused is not None:
            raise line.refused
    return (begun, *entered)


def decide(sheet: Sheet, change: Wanted) -> Change:
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
            if isinstance(change, Corrected) and entry == sheet.entries[line - 1]:
                raise InvalidEntry(SheetReason.NOTHING_CHANGED)
            _check_entry(sheet, line - 1, entry)
        case Removed(line):
            _check_line(sheet, line)
        case SetUpAgain(setup):
            if setup.seats != sheet.setup.seats:
                raise InvalidEntry(SheetReason.OTHER_SEATS, seats=sheet.setup.seats)
            if setup == sheet.setup:
                raise InvalidEntry(SheetReason.NOTHING_CHANGED)
            _check_setup(setup)
        case Undone() if not sheet.done:
            raise InvalidEntry(SheetReason.NOTHING_TO_UNDO)
        case Redone() if not sheet.undone:
            raise InvalidEntry(SheetReason.NOTHING_TO_REDO)
    return change


def evolve(sheet: Sheet | None, noted: Noted) -> Sheet:
    """The sheet after one change more; None is one that was not begun.

    Raises ValueError for a change that has no place here: a second beginning, a line that is not
    there, nothing to take back.
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
            _expect(sheet.done)
            return _standing(log, sheet.done[:-1], (*sheet.undone, sheet.done[-1]))
        case Redone():
            _expect(sheet.undone)
            again = _made(sheet, sheet.undone[-1])
            return replace(again, log=log, undone=sheet.undone[:-1])
        case _:
            return replace(_made(sheet, change), log=log, undone=())


def fold(log: Iterable[Noted]) -> Sheet:
    """The sheet after a whole log: the same as by `evolve`, in a time that grows with its length.

    Raises ValueError for one without a beginning, and as `evolve`.
    """
    whole = tuple(log)
    done: list[Edit] = []
    undone: list[Edit] = []
    for noted in whole[1:]:
        match noted.change:
            case Begun():
                raise ValueError("a sheet begins once")
            case Undone():
                _expect(done)
                undone.append(done.pop())
            case Redone():
                _expect(undone)
                done.append(undone.pop())
            case edit:
                done.append(edit)
                undone.clear()
    return _standing(whole, tuple(done), tuple(undone))


def _expect(something: object) -> None:
    if not something:
        raise ValueError("a change of nothing")


def _standing(log: tuple[Noted, ...], done: tuple[Edit, ...], undone: tuple[Edit, ...]) -> Sheet:
    """The sheet on which these edits stand, of all that were noted."""
    if not log or not isinstance(first := log[0].change, Begun):
        raise ValueError("a log starts with Begun")
    setup = first.setup
    written: tuple[Written, ...] = ()
    for edit in done:
        if isinstance(edit, SetUpAgain):
            setup = edit.setup
        else:
            written = _lines(written, edit)
    return Sheet(setup, written, log, done, undone)


def _made(sheet: Sheet, edit: Edit) -> Sheet:
    """The sheet when an edit was made."""
    done = (*sheet.done, edit)
    if isinstance(edit, SetUpAgain):
        return replace(sheet, setup=edit.setup, done=done)
    return replace(sheet, written=_lines(sheet.written, edit), done=done)


def _lines(
    written: tuple[Written, ...], edit: Entered | Corrected | Inserted | Removed
) -> tuple[Written, ...]:
    if isinstance(edit, Entered):
        return (*written, Written(edit.entry))
    _expect(1 <= edit.line <= len(written))
    match edit:
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
    _check_text(entry)
    refused = reckon(sheet.setup, (*sheet.entries[:above], entry)).lines[-1].refused
    if refused is not None:
        raise refused


def _check_text(entry: Entry) -> None:
    """See whether what an entry says can be read."""
    if isinstance(entry, Stopped) and not _is_text(entry.reason):
        raise InvalidEntry(SheetReason.BAD_STOP_REASON, limit=TEXT_LIMIT)


def _check_setup(setup: Setup) -> None:
    for name in setup.names:
        if not _is_text(name):
            raise InvalidEntry(SheetReason.BAD_SHEET_NAME, limit=TEXT_LIMIT)
    for name in setup.names:
        if sum(_heard(other) == _heard(name) for other in setup.names) > 1:
            raise InvalidEntry(SheetReason.NAME_TWICE, name=name)
    reckon(setup, ())


def _heard(name: str) -> str:
    """A name without what nobody hears: capitals, spacing, how an accent is coded."""
    return " ".join(normalize("NFKC", name).casefold().split())


def _is_text(text: str) -> bool:
    """Whether a text can be read, and written in a record: one line, not empty, not long."""
    return bool(text.strip()) and len(text) <= TEXT_LIMIT and text == seen(text)
