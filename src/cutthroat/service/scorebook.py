"""Sheets that one person keeps in files: a change in each line, written before it is shown."""

from __future__ import annotations

import io
from collections.abc import Iterable
from datetime import date, datetime
from typing import Final

from cutthroat.core.errors import CutthroatError
from cutthroat.record.read import read_matches
from cutthroat.scorepad.changes import (
    Begun,
    Entered,
    Noted,
    Wanted,
    noted_from,
    noted_json,
)
from cutthroat.scorepad.effects import Effect, effect_of
from cutthroat.scorepad.entries import Setup
from cutthroat.scorepad.exchange import sheet_of, sheet_record
from cutthroat.scorepad.reckoning import reckon
from cutthroat.scorepad.sheet import Sheet, begin, decide, evolve, written_out
from cutthroat.service.ports import Clock, Ports, TextLog

_END: Final = b"\n"


class NotASheet(Exception):  # noqa: N818  # named after what is the case
    """What is kept is no sheet; `line` is where it stops being one, from 1."""

    def __init__(self, line: int) -> None:
        super().__init__(line)
        self.line = line


class OpenSheet:
    """A sheet that this process alone writes on.

    name: what it is saved under.
    """

    def __init__(self, name: str, sheet: Sheet, log: TextLog, clock: Clock) -> None:
        self.name = name
        self._sheet = sheet
        self._log = log
        self._clock = clock

    @property
    def sheet(self) -> Sheet:
        """The sheet as it is now."""
        return self._sheet

    @property
    def place(self) -> str:
        """Where it is kept, as a person would name it."""
        return self._log.place

    def change(self, wanted: Wanted) -> Effect:
        """Save a change, and return what it changed beside its own line.

        Raises InvalidEntry and IllegalAction for what cannot stand on the sheet; OSError if it
        cannot be saved: then the sheet is to be closed, and taken up again.
        """
        before = self._sheet
        when = max(self._clock.now(), before.log[-1].when)
        noted = Noted(decide(before, wanted), when)
        self._log.append(_text([noted]))
        self._sheet = evolve(before, noted)
        return effect_of(before, self._sheet)

    def close(self) -> None:
        """Let others open it."""
        self._log.close()


def begin_sheet(ports: Ports, setup: Setup) -> OpenSheet:
    """Begin a sheet and save it.

    Raises InvalidEntry, IllegalAction as `scorepad.sheet.begin`; OSError.
    """
    return _keep(ports, [begin(setup)])


def bring_sheet(ports: Ports, record: bytes) -> OpenSheet:
    """Begin a sheet that holds the matches of a `.smear` text, and save it.

    Raises InvalidRecord; InvalidEntry and IllegalAction for matches that fit on no single sheet;
    OSError.
    """
    return _keep(ports, written_out(*sheet_of(read_matches(io.BytesIO(record)))))


def _keep(ports: Ports, changes: Iterable[Begun | Entered]) -> OpenSheet:
    now = ports.clock.now()
    noted = [Noted(change, now) for change in changes]
    sheet: Sheet | None = None
    for one in noted:
        sheet = evolve(sheet, one)
    assert sheet is not None  # it was begun
    name = ports.entropy.identifier()
    return OpenSheet(name, sheet, ports.sheets.create(name, _text(noted)), ports.clock)


def take_up(ports: Ports, name: str) -> OpenSheet:
    """Take up a sheet where it was left; a last line that was not written to its end is dropped.

    Raises NoSuchMatch, MatchInUse, NotASheet, OSError.
    """
    log = ports.sheets.open(name)
    try:
        kept = log.read()
        sheet = read_sheet(kept)
        if not kept.endswith(_END):
            log.rewrite(_text(sheet.log))
    except BaseException:
        log.close()
        raise
    return OpenSheet(name, sheet, log, ports.clock)


def read_sheet(kept: bytes) -> Sheet:
    """The sheet in a file, less a last line that was not written to its end: nobody has seen it.

    Raises NotASheet.
    """
    sheet: Sheet | None = None
    line = 0
    for line, text in enumerate(kept.split(_END)[:-1], start=1):
        try:
            sheet = evolve(sheet, noted_from(text))
        except ValueError:
            raise NotASheet(line) from None
    if sheet is None:
        raise NotASheet(line + 1)
    try:
        reckon(sheet.setup, ())
    except CutthroatError:
        raise NotASheet(line) from None
    return sheet


def begun_on(sheet: Sheet) -> date:
    """The day when a sheet was begun, where this machine is."""
    return moment(sheet.log[0]).date()


def moment(noted: Noted) -> datetime:
    """When a change was made, where this machine is."""
    return datetime.fromtimestamp(noted.when / 1000).astimezone()


def record_of(sheet: Sheet) -> str:
    """The matches of a sheet as `.smear` text, with the day it was begun."""
    return sheet_record(sheet.reckoning, begun_on(sheet))


def _text(log: Iterable[Noted]) -> str:
    return "".join(f"{noted_json(noted).decode()}\n" for noted in log)
