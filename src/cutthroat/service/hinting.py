"""Hints: what a strong bot makes of the choices of a seat. It is given that seat's view alone."""

from __future__ import annotations

from random import Random
from typing import Final

from cutthroat.bots.judgement import Judgement
from cutthroat.bots.levels import EFFORTS
from cutthroat.core.view import View

NO_ENGINE: Final = (ImportError, OSError)
"""What loading the compiled kernel raises where Numba is missing or does not work."""
ADVISER: Final = "expert"
"""The level that gives hints."""
_FORCED: Final = "medium"
"""The level that judges a choice which is none: there the numbers alone are of interest."""


def judged(level: str, view: View, chance: bytes) -> Judgement:
    """What a level makes of all that the viewer may do, the best first.

    chance: what its random numbers are made from.
    Raises ValueError if it is not the viewer's turn, KeyError for a bot that judges nothing, one of
    `NO_ENGINE` where the compiled kernel cannot be loaded.
    """
    from cutthroat.bots.strong import judge  # noqa: PLC0415  # it loads the compiled kernel

    is_forced = len(view.legal_calls) + len(view.legal_plays) == 1
    effort = EFFORTS[_FORCED if is_forced else level]
    return judge(view, Random(chance), effort)  # noqa: S311  # a bot's whim, no secret
