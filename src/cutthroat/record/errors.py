"""What can be wrong with a record, and at which line."""

from __future__ import annotations

from enum import StrEnum

from cutthroat.core.errors import InvalidNotation


class Fault(StrEnum):
    """Why a line of a record cannot stand; what the rules refuse keeps the reason of the rules."""

    NOT_UTF8 = "not_utf8"
    LINE_TOO_LONG = "line_too_long"
    MATCH_TOO_LONG = "match_too_long"
    TAGS_TOO_LONG = "tags_too_long"
    NOT_A_STATEMENT = "not_a_statement"
    NOT_A_TAG = "not_a_tag"
    CONTROL_CHARACTER = "control_character"
    WRONG_FORM = "wrong_form"
    NOT_A_NUMBER = "not_a_number"
    NOT_A_BID = "not_a_bid"
    NO_SUCH_POINT = "no_such_point"
    POINT_TWICE = "point_twice"
    TAG_TWICE = "tag_twice"
    WRONG_SEAT_TAGS = "wrong_seat_tags"
    BAD_MATCH = "bad_match"
    BAD_COMMITMENT = "bad_commitment"
    BAD_NONCES = "bad_nonces"
    BAD_SECRET = "bad_secret"  # noqa: S105  # the name of a fault, not a secret
    WRONG_NONCES = "wrong_nonces"
    SECRET_MISMATCH = "secret_mismatch"  # noqa: S105  # the name of a fault, not a secret
    UNFAIR_DEALER = "unfair_dealer"
    UNFAIR_HAND = "unfair_hand"
    NO_DEAL_YET = "no_deal_yet"
    TRICK_NOT_COMPLETE = "trick_not_complete"
    WRONG_LEADER = "wrong_leader"
    TOO_MANY_CARDS = "too_many_cards"
    SECOND_BID = "second_bid"
    NOT_SCORED = "not_scored"
    WRONG_POINT = "wrong_point"
    WRONG_SCORES = "wrong_scores"
    NOT_WON = "not_won"
    WRONG_WINNER = "wrong_winner"
    OUT_OF_ORDER = "out_of_order"
    WON_BUT_ENDED = "won_but_ended"


class InvalidRecord(InvalidNotation):
    """A record that cannot stand.

    line: number of the first line that cannot follow from those before it, from 1.
    clause: the clause of the rules it breaks, such as `R16`; None if it breaks the notation only.
    """

    def __init__(
        self, reason: StrEnum, line: int, clause: str | None = None, **parameters: object
    ) -> None:
        super().__init__(reason, **parameters)
        self.line = line
        self.clause = clause

    def __str__(self) -> str:
        """The line, the key, the parameters and the clause."""
        clause = f" ({self.clause})" if self.clause else ""
        return f"line {self.line}: {super().__str__()}{clause}"

    def __reduce__(self) -> tuple[object, ...]:
        """Keep the line and the keyword parameters across processes."""
        return _rebuild, (self.reason, self.line, self.clause, self.parameters)


def _rebuild(
    reason: StrEnum, line: int, clause: str | None, parameters: dict[str, object]
) -> InvalidRecord:
    return InvalidRecord(reason, line, clause, **parameters)
