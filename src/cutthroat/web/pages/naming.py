"""Names as pages show them: of people who gave them, and of records that anybody can write."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from cutthroat.i18n.catalogue import _

_LONGEST: Final = 40
"""Characters of a name; those that people give themselves have no more."""
_JOINERS: Final = "\u200c\u200d"
"""Between letters of some scripts, and in emoji, they belong to the spelling."""


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
    seen = (x for x in text if x.isprintable() or x.isspace() or x in _JOINERS)
    line = " ".join("".join(seen).split())
    return line if len(line) <= longest else f"{line[: longest - 1]}…"
