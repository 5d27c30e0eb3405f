"""The page of a sheet: it is looked at by all who have the link, and written on by its owner."""

from __future__ import annotations

from http import HTTPStatus

from starlette.responses import Response

from cutthroat.core.errors import CutthroatError
from cutthroat.scorepad.changes import Entered, Redone, Undone, Wanted
from cutthroat.service.sheets.errors import DeskReason
from cutthroat.service.sheets.kept import KeptSheet
from cutthroat.web.answers import json
from cutthroat.web.pages.page import Visit
from cutthroat.web.pages.score.filling import game_counted, key_of, version_of
from cutthroat.web.pages.score.finding import Reading, own, reading
from cutthroat.web.pages.score.form import (
    CORRECTABLE,
    Asked,
    entry_to_make,
    form_places,
    recounted,
    refused,
)
from cutthroat.web.pages.score.names import teller_of
from cutthroat.web.pages.score.sharing import invitation

_LOOKS_AGAIN = 10
"""Seconds after which the page of a reader without scripts looks again."""


async def get_sheet(visit: Visit) -> Response:
    """The sheet, with the form for its next line for whoever began it."""
    return await show_sheet(visit, await reading(visit), Asked())


async def show_sheet(visit: Visit, found: Reading, asked: Asked) -> Response:
    """The page of a sheet, with its form as it was filled in."""
    sheet, is_owner = found.kept.sheet, found.is_owner
    showing = visit.kit.pads.of(found.kept, visit.kit.studio)
    return visit.show(
        "score/page.html",
        asked.status,
        parts=showing.parts(visit.look.language, is_owner=is_owner),
        is_owner=is_owner,
        is_over=sheet.reckoning.is_over,
        names=teller_of(sheet.setup).names,
        share=await invitation(visit, found) if is_owner else "",
        refresh=None if is_owner else _LOOKS_AGAIN,
        **form_places(found, asked),
    )


# Writing


async def post_line(visit: Visit) -> Response:
    """Write a line below the others, or count Game for it."""
    found = await own(visit)
    setup = found.kept.sheet.setup
    try:
        if visit.form.get("do") == "count":
            return await _count(visit, found)
        entry = entry_to_make(visit, setup)
        if isinstance(entry, Asked):
            return await _asked(visit, found, entry)
        return await _changed(visit, found, Entered(entry))
    except CORRECTABLE as error:
        return await _refused(visit, found, error)


async def _count(visit: Visit, found: Reading) -> Response:
    setup = found.kept.sheet.setup
    if not visit.wants_json:
        return await show_sheet(visit, found, recounted(visit, setup))
    return json({"game": game_counted(visit.form, setup)}, HTTPStatus.OK)


async def _changed(visit: Visit, found: Reading, edit: Wanted) -> Response:
    """Make a change; the sheet as it is then."""
    kept, person = found.kept, found.person
    await kept.change(
        edit, by=person or "", at=version_of(visit.form), key=key_of(visit.form, edit)
    )
    if not visit.wants_json:
        return visit.go(f"{found.path}#now")
    return json(_as_it_is(visit, kept), HTTPStatus.OK)


def _as_it_is(visit: Visit, kept: KeptSheet) -> dict[str, object]:
    """The sheet for the script of its owner."""
    showing = visit.kit.pads.of(kept, visit.kit.studio)
    html = showing.frame(visit.look.language, is_owner=True)
    return {"version": kept.sheet.version, "html": html}


async def _asked(visit: Visit, found: Reading, asked: Asked) -> Response:
    if visit.wants_json:
        texts = [doubt.text for doubt in asked.doubts]
        names = " ".join(doubt.name for doubt in asked.doubts)
        return json({"reason": "unlikely", "doubts": texts, "answered": names}, asked.status)
    return await show_sheet(visit, found, asked)


async def _refused(visit: Visit, found: Reading, error: CutthroatError) -> Response:
    asked = refused(visit, error)
    if visit.wants_json:
        told: dict[str, object] = {"reason": error.reason.value, "message": asked.alert}
        if error.reason is DeskReason.SHEET_STALE:  # whoever is asked is to see what was written
            told |= _as_it_is(visit, found.kept)
        return json(told, asked.status)
    return await show_sheet(visit, found, asked)


# Undo and redo


async def post_undo(visit: Visit) -> Response:
    """Take back the last change."""
    return await _once_more(visit, Undone())


async def post_redo(visit: Visit) -> Response:
    """Let the change stand again that was taken back last."""
    return await _once_more(visit, Redone())


async def _once_more(visit: Visit, edit: Undone | Redone) -> Response:
    found = await own(visit)
    try:
        return await _changed(visit, found, edit)
    except CORRECTABLE as error:
        return await _refused(visit, found, error)
