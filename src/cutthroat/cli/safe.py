"""Text from elsewhere that is about to reach a terminal."""

from __future__ import annotations

import unicodedata
from typing import Final

_REORDERING: Final = frozenset(
    "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
)


def clean(text: str) -> str:
    """The text with `�` for what could steer a terminal: controls, reordering, line breaks."""
    return "".join("\ufffd" if _steers(character) else character for character in text)


def _steers(character: str) -> bool:
    return character in _REORDERING or unicodedata.category(character) in {"Cc", "Cs", "Zl", "Zp"}
