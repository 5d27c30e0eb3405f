"""Why the desk of a server refuses something about a sheet."""

from __future__ import annotations

from enum import StrEnum


class DeskReason(StrEnum):
    """Why a sheet that the server keeps cannot be had, or written on."""

    NO_SUCH_SHEET = "no_such_sheet"
    NOT_YOUR_SHEET = "not_your_sheet"
    SHEET_STALE = "sheet_stale"
    SHEET_FULL = "sheet_full"
    TOO_MANY_SHEETS = "too_many_sheets"
