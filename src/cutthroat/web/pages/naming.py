"""Names as pages show them: of people who gave them, and of records that anybody can write."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from cutthroat.i18n.catalogue import _
from cutthroat.scorepad.plain import in_one_line

_LONGEST: Final = 40
"""Characters of a name; those that people give themselves have no more."""


def told_apart(names: Sequence[str | None]) -> tuple[str, ...]:
    """Who sits where, seat 1 first, in the language that is spoken: none is empty, no two alike."""
    plain = [name or _("Seat {seat}", seat=seat) for seat, name in enumerate(names, start=1)]
    often = Counter(plain)
    return tuple(
        _("{name} {number}", name=name, number=seat) if often[name] > 1 else name
        for seat, name in enumerate(plain, start=1)
    )


def tame(text: str, longest: int = _LONGEST) -> str:
    r"""Text out of a record, in one line, not long, and without what cannot be seen or reorders.

    >>> tame("Ana\u202e\n  B")
    'Ana B'
    """
    return in_one_line(text, longest)
