"""Why a table refuses something that the rules of the game do not speak of."""

from __future__ import annotations

from enum import StrEnum

from cutthroat.core.errors import CutthroatError


class TableReason(StrEnum):
    """Why a table refuses."""

    NO_SUCH_TABLE = "no_such_table"
    NO_SUCH_MATCH = "no_such_match"
    TABLE_CLOSED = "table_closed"
    TABLE_FULL = "table_full"
    NOT_STARTED = "not_started"
    STALE = "stale"
    LEFT_FOR_GOOD = "left_for_good"
    NO_RESULT = "no_result"
    NOT_DECIDED = "not_decided"
    NOT_OVER = "not_over"
    PLEDGED_ALREADY = "pledged_already"
    NONCE_TOO_EARLY = "nonce_too_early"
    NONCE_MISMATCH = "nonce_mismatch"
    NONCE_NOT_ASKED = "nonce_not_asked"
    BAD_NONCE = "bad_nonce"
    BAD_HASH = "bad_hash"
    TWO_NONCES = "two_nonces"
    BAD_NAME = "bad_name"
    BAD_CLOCK = "bad_clock"
    BAD_ABSENT = "bad_absent"
    TOO_MANY_BOTS = "too_many_bots"
    NO_SUCH_REACTION = "no_such_reaction"
    NO_HINTS = "no_hints"
    HINT_TOO_LATE = "hint_too_late"
    NO_SPECTATORS = "no_spectators"


class Refused(CutthroatError):  # noqa: N818  # named after what is the case
    """A table, or a sheet, does not do what was asked; nothing has changed."""
