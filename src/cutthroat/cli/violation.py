"""Where a record is wrong, and why."""

from __future__ import annotations

from cutthroat.cli.safe import clean
from cutthroat.i18n.catalogue import _
from cutthroat.i18n.reasons import reason_text
from cutthroat.record.errors import InvalidRecord


def violation_text(name: str, error: InvalidRecord) -> str:
    """`FILE:LINE: REASON (CLAUSE)`, without the clause if the error breaks the notation only.

    name: of the file, safe to print.
    """
    reason = clean(reason_text(error))
    if error.clause is None:
        return _("{file}:{line}: {reason}", file=name, line=error.line, reason=reason)
    return _(
        "{file}:{line}: {reason} ({clause})",
        file=name,
        line=error.line,
        reason=reason,
        clause=error.clause,
    )
