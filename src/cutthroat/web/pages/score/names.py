"""The names on a sheet, as its pages show them."""

from __future__ import annotations

from cutthroat.i18n.cards import NamedCards
from cutthroat.i18n.telling import Teller
from cutthroat.scorepad.entries import Setup
from cutthroat.web.pages.naming import tame, told_apart


def teller_of(setup: Setup) -> Teller:
    """Tells about a sheet, to people who may be any of those who play."""
    return Teller(NamedCards(), told_apart([tame(name) for name in setup.names]), None)
