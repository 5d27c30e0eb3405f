"""Names that people give themselves, or each other at one table."""

from __future__ import annotations

from typing import Final
from unicodedata import category

from cutthroat.scorepad.plain import JOINERS
from cutthroat.service.tables.errors import Refused, TableReason

_NAME_LIMIT: Final = 40
_BLANKS: Final = "\u115f\u1160\u2800\u3164\uffa0"
"""Letters and signs that show nothing."""
_PILED: Final = 4
"""So many marks upon one letter are no spelling: they would run into other lines."""


def player_name(text: str) -> str:
    """A name to show, in one line and without what cannot be seen.

    Raises Refused for one that is empty or longer than 40 characters.
    """
    name = " ".join(text.split())
    if len(name) > _NAME_LIMIT or not _can_be_seen(name):
        raise Refused(TableReason.BAD_NAME, limit=_NAME_LIMIT)
    return name


def _can_be_seen(name: str) -> bool:
    """Whether a name shows something, and nothing beside it that is hidden or piled up."""
    seen = [letter for letter in name if letter not in JOINERS]
    return (
        any(category(letter)[0] in "LNPS" for letter in seen)
        and all(letter.isprintable() and letter not in _BLANKS for letter in seen)
        and not any(
            all(category(letter) in ("Mn", "Me") for letter in name[place : place + _PILED])
            for place in range(len(name) - _PILED + 1)
        )
    )
