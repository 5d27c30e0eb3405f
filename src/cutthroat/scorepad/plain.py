"""Texts that people type, as they may stand on a sheet: in one line, and all of it to be seen."""

from __future__ import annotations

from typing import Final

TEXT_LIMIT: Final = 100
"""Characters that a name, or the reason of an end, may have."""
_JOINERS: Final = "\u200c\u200d"
"""Between letters of some scripts, and in emoji, they belong to the spelling."""


def seen(text: str) -> str:
    r"""A text without what cannot be seen, or would turn others around.

    >>> seen("Ana\u202e left")
    'Ana left'
    """
    return "".join(letter for letter in text if letter.isprintable() or letter in _JOINERS)


def shortened(text: str) -> str:
    r"""A text by somebody else in one line that is fit for a sheet; of an empty one three dots.

    >>> shortened("Ana\n  left")
    'Ana left'
    """
    line = seen(" ".join(text.split()))
    if not line.strip():
        return "…"
    return line if len(line) <= TEXT_LIMIT else f"{line[: TEXT_LIMIT - 1]}…"
