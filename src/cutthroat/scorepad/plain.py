"""Texts that people type, as they may stand on a sheet: in one line, and all of it to be seen."""

from __future__ import annotations

from typing import Final

TEXT_LIMIT: Final = 100
"""Characters that a name, or the reason of an end, may have."""
JOINERS: Final = "\u200c\u200d"
"""Between letters of some scripts, and in emoji, they belong to the spelling."""


def seen(text: str) -> str:
    r"""A text without what cannot be seen, or would turn others around.

    >>> seen("Ana\u202e left")
    'Ana left'
    """
    return "".join(letter for letter in text if letter.isprintable() or letter in JOINERS)


def in_one_line(text: str, longest: int) -> str:
    r"""A text by somebody else: in one line, not long, and without what cannot be seen.

    >>> in_one_line("Ana\u202e\n  B", 40)
    'Ana B'
    """
    line = " ".join(seen(" ".join(text.split())).split())
    return line if len(line) <= longest else f"{line[: longest - 1]}…"


def shortened(text: str) -> str:
    """A text by somebody else that is fit for a sheet; of an empty one three dots."""
    return in_one_line(text, TEXT_LIMIT) or "…"
