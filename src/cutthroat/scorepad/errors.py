"""What a sheet refuses beside what the rules of the game refuse."""

from __future__ import annotations

from enum import StrEnum

from cutthroat.core.errors import CutthroatError


class SheetReason(StrEnum):
    """Why something cannot be written on a sheet."""

    NO_SUCH_LINE = "no_such_line"
    NOTHING_CHANGED = "nothing_changed"
    NOTHING_TO_UNDO = "nothing_to_undo"
    NOTHING_TO_REDO = "nothing_to_redo"
    NAME_TWICE = "name_twice"
    BAD_SHEET_NAME = "bad_sheet_name"
    OTHER_SEATS = "other_seats"
    NOTHING_PLAYED = "nothing_played"
    BAD_STOP_REASON = "bad_stop_reason"
    CARD_CAPTURED_TWICE = "card_captured_twice"
    COUNTS_NOTHING = "counts_nothing"
    TOO_MANY_CAPTURED = "too_many_captured"
    OTHER_PLAYERS = "other_players"
    NO_MATCH = "no_match"


class InvalidEntry(CutthroatError):  # noqa: N818  # named after what is wrong
    """Something that cannot stand on a sheet."""
