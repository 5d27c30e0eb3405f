"""A line that stands already: corrected, taken away, or another put in before it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from starlette.responses import Response

from cutthroat.i18n.scorepad import entry_text, line_name
from cutthroat.scorepad.changes import Corrected, Inserted, Removed, Wanted
from cutthroat.scorepad.entries import Misdeal, NextMatch, Stopped, ThrownIn
from cutthroat.scorepad.errors import InvalidEntry, SheetReason
from cutthroat.web.pages.page import Visit
from cutthroat.web.pages.score.filling import key_of, version_of
from cutthroat.web.pages.score.finding import Reading, check_line, line_of, own
from cutthroat.web.pages.score.form import (
    CORRECTABLE,
    Asked,
    entry_to_make,
    form_places,
    line_filled,
    recounted,
    refused,
    sentence,
)
from cutthroat.web.pages.score.names import teller_of
from cutthroat.web.problems import status_of


async def get_line(visit: Visit) -> Response:
    """The form for a line as it stands."""
    return await _of_line(visit, _line_as_it_stands)


async def _line_as_it_stands(visit: Visit, found: Reading, line: int) -> Response:
    return _show_line(visit, found, line, line_filled(found.kept.sheet.entries[line - 1]))


async def post_line(visit: Visit) -> Response:
    """Have a line say something else, or take it away."""
    return await _of_line(visit, _correct)


async def _correct(visit: Visit, found: Reading, line: int) -> Response:
    try:
        if visit.form.get("do") == "remove":
            return await _changed(visit, found, Removed(line))
        if visit.form.get("do") == "count":
            return _show_line(visit, found, line, recounted(visit, found.kept.sheet.setup))
        entry = entry_to_make(visit, found.kept.sheet.setup)
        if isinstance(entry, Asked):
            return _show_line(visit, found, line, entry)
        return await _changed(visit, found, Corrected(line, entry))
    except CORRECTABLE as error:
        asked = refused(visit, error)
        check_line(found.kept, line)  # it may have been taken away meanwhile
        return _show_line(visit, found, line, asked)


async def get_before(visit: Visit) -> Response:
    """The form for a line that was forgotten before another one."""
    return await _of_line(visit, _nothing_before)


async def _nothing_before(visit: Visit, found: Reading, line: int) -> Response:
    return _show_before(visit, found, line, Asked())


async def post_before(visit: Visit) -> Response:
    """Put a line in."""
    return await _of_line(visit, _put_in)


async def _put_in(visit: Visit, found: Reading, line: int) -> Response:
    try:
        if visit.form.get("do") == "count":
            return _show_before(visit, found, line, recounted(visit, found.kept.sheet.setup))
        entry = entry_to_make(visit, found.kept.sheet.setup)
        if isinstance(entry, Asked):
            return _show_before(visit, found, line, entry)
        return await _changed(visit, found, Inserted(line, entry))
    except CORRECTABLE as error:
        asked = refused(visit, error)
        check_line(found.kept, line)
        return _show_before(visit, found, line, asked)


async def _of_line(
    visit: Visit, show: Callable[[Visit, Reading, int], Awaitable[Response]]
) -> Response:
    """What there is to show of the line that a visit is about; the way back if it is gone."""
    found = await own(visit)
    try:
        return await show(visit, found, line_of(visit, found.kept))
    except InvalidEntry as error:
        if error.reason is not SheetReason.NO_SUCH_LINE or visit.wants_json:
            raise
        return visit.show(
            "score/no_line.html", status_of(error), path=found.path, alert=sentence(error)
        )


async def _changed(visit: Visit, found: Reading, edit: Wanted) -> Response:
    """Make a change; the sheet tells what it did."""
    form = visit.form
    await found.kept.change(
        edit, by=found.person or "", at=version_of(form), key=key_of(form, edit)
    )
    return visit.go(f"{found.path}#now")


def _show_line(visit: Visit, found: Reading, line: int, asked: Asked) -> Response:
    entry = found.kept.sheet.entries[line - 1]
    return _show(visit, found, line, asked, "score/line.html", kind=_kind(entry))


def _kind(entry: object) -> str:
    """Which of the forms a line is written by: of a deal, of the end, of another match."""
    match entry:
        case Stopped():
            return "stop"
        case NextMatch():
            return "next"
        case ThrownIn() | Misdeal():
            return "no_score"
        case _:
            return "deal"


def _show_before(visit: Visit, found: Reading, line: int, asked: Asked) -> Response:
    return _show(visit, found, line, asked, "score/before.html")


def _show(
    visit: Visit, found: Reading, line: int, asked: Asked, template: str, **places: object
) -> Response:
    sheet = found.kept.sheet
    teller = teller_of(sheet.setup)
    return visit.show(
        template,
        asked.status,
        line=line,
        name=line_name(teller, sheet.reckoning.lines[line - 1]),
        text=entry_text(teller, sheet.entries[line - 1]),
        **form_places(found, asked),
        **places,
    )
