"""What every form for a line has: who plays, what is filled in, what is asked about it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any

from cutthroat.core.errors import CutthroatError, IllegalAction, InvalidNotation
from cutthroat.core.rules import AllPass
from cutthroat.i18n.scorepad import doubt_text
from cutthroat.scorepad.doubts import doubts
from cutthroat.scorepad.entries import Entry, Setup
from cutthroat.scorepad.errors import InvalidEntry
from cutthroat.service.sheets.errors import DeskReason
from cutthroat.service.tables.errors import Refused
from cutthroat.web.pages.forms import said_to_you
from cutthroat.web.pages.once import fresh
from cutthroat.web.pages.page import Visit
from cutthroat.web.pages.score.filling import (
    Unfilled,
    count_rows,
    counted,
    entry_of,
    filled_of,
    game_counted,
)
from cutthroat.web.pages.score.finding import Reading
from cutthroat.web.pages.score.names import teller_of
from cutthroat.web.problems import status_of

CORRECTABLE = (InvalidEntry, IllegalAction, InvalidNotation, Unfilled, Refused)
"""What can be wrong with a line so that whoever wrote it can mend it."""


@dataclass(frozen=True, slots=True)
class Doubted:
    """Something that is unlikely. `name`: by which its answer is known, `text`: the sentence."""

    name: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A form as it comes back.

    filled: its fields. alert: what is wrong. doubts: what is unlikely, to be asked about.
    """

    filled: Mapping[str, str] = field(default_factory=dict)
    alert: str = ""
    doubts: tuple[Doubted, ...] = ()
    status: int = HTTPStatus.OK


def sentence(error: CutthroatError) -> str:
    """Why it was refused, as a whole sentence."""
    said = said_to_you(error)
    return said if said.endswith(".") else f"{said}."  # what the rules refuse is told in sentences


def entry_to_make(visit: Visit, setup: Setup) -> Entry | Asked:
    """The line that a form asks for; or what is to be asked about it, unless all was answered.

    Raises what `entry_of` raises.
    """
    entry = entry_of(visit.form, setup)
    unlikely = doubts(setup.rules, setup.seats, entry)
    is_sure = visit.form.get("do") == "sure"
    answered = visit.form.get("answered", "").split() if is_sure else []
    if all(doubt.value in answered for doubt in unlikely):
        return entry
    told = tuple(Doubted(doubt.value, doubt_text(doubt)) for doubt in unlikely)
    return Asked(filled=visit.form, doubts=told, status=HTTPStatus.CONFLICT)


def refused(visit: Visit, error: CutthroatError) -> Asked:
    """The form that was refused.

    Raises the error itself if somebody else than the owner sent it, or the sheet is gone.
    """
    if error.reason in (DeskReason.NOT_YOUR_SHEET, DeskReason.NO_SUCH_SHEET):
        raise error
    return Asked(filled=visit.form, alert=sentence(error), status=status_of(error))


def recounted(visit: Visit, setup: Setup) -> Asked:
    """The form with Game given by the cards that were counted. R8.

    Raises Unfilled, InvalidEntry, Denied, InvalidNotation.
    """
    game = game_counted(visit.form, setup)
    return Asked(filled={**visit.form, "game": game} if game else visit.form)


def form_places(found: Reading, asked: Asked) -> dict[str, Any]:
    """What the templates of the form ask for."""
    sheet = found.kept.sheet
    setup = sheet.setup
    teller = teller_of(setup)
    return {
        "path": found.path,
        "version": sheet.version,
        "key": fresh(),
        "players": tuple(enumerate(teller.names, start=1)),
        "rows": tuple(count_rows(setup.rules)),
        "sums": _sums(asked, setup),
        "filled": asked.filled,
        "alert": asked.alert,
        "doubts": asked.doubts,
        "may_throw_in": setup.rules.all_pass is not AllPass.STICK,
        "next_dealer": str(sheet.reckoning.now.dealer),
    }


def line_filled(entry: Entry) -> Asked:
    """The form as it asks for a line that stands."""
    return Asked(filled=filled_of(entry))


def _sums(asked: Asked, setup: Setup) -> tuple[int, ...]:
    """What the cards that were given count, seat 1 first."""
    try:
        count = counted(asked.filled, setup)
    except CutthroatError:  # the alert says what is wrong
        count = None
    return count.card_points if count else (0,) * setup.seats
