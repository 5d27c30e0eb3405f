"""A sheet as it can be shown: nothing in it steers a terminal."""

from __future__ import annotations

import msgspec

from cutthroat.cli.safe import clean
from cutthroat.scorepad.changes import Begun, Change, Corrected, Entered, Inserted, SetUpAgain
from cutthroat.scorepad.entries import Entry, Stopped
from cutthroat.scorepad.sheet import Sheet, fold


def shown(sheet: Sheet) -> Sheet:
    """The sheet with its names and reasons fit for a terminal."""
    log = [msgspec.structs.replace(noted, change=_clean(noted.change)) for noted in sheet.log]
    return sheet if log == list(sheet.log) else fold(log)


def _clean(change: Change) -> Change:
    if isinstance(change, Begun | SetUpAgain):
        setup = change.setup
        names = tuple(map(clean, setup.names))
        return msgspec.structs.replace(change, setup=msgspec.structs.replace(setup, names=names))
    if isinstance(change, Entered | Corrected | Inserted):
        return msgspec.structs.replace(change, entry=_clean_entry(change.entry))
    return change


def _clean_entry(entry: Entry) -> Entry:
    return Stopped(clean(entry.reason)) if isinstance(entry, Stopped) else entry
