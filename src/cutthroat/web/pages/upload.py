"""Taking in a record that somebody wants to look at."""

from __future__ import annotations

from http import HTTPStatus
from typing import Final

from starlette.responses import Response

from cutthroat.i18n.catalogue import _
from cutthroat.i18n.reasons import reason_text
from cutthroat.record.errors import InvalidRecord
from cutthroat.service.replay import RECORD_LIMIT
from cutthroat.web.limits import UPLOADS
from cutthroat.web.pages.naming import tame
from cutthroat.web.pages.page import Visit

FORM_LIMIT: Final = RECORD_LIMIT + 65_536
"""Bytes of a form with a record: a browser ends each pasted line with two characters."""
_FAULT: Final = 400
"""Characters of what is wrong that are shown."""
_LINE: Final = 120
"""Characters of the line where it is wrong."""


async def get_upload(visit: Visit) -> Response:
    """The form for a record."""
    return _form(visit)


async def post_upload(visit: Visit) -> Response:
    """Keep a record and replay it; the form again, with what was pasted, if it cannot stand."""
    visit.site.spend(visit.request, UPLOADS, await visit.person())
    pasted = visit.form.get("text", "").replace("\r\n", "\n")
    record = visit.uploads.get("file") or pasted.encode("utf-8", "replace")
    if not record.strip():
        told = _("Choose a file, or paste the text of one.")
        return _form(visit, told, status=HTTPStatus.UNPROCESSABLE_ENTITY)
    if len(record) > RECORD_LIMIT:
        most = f"{RECORD_LIMIT:,}"
        told = _("A record has at most {limit} bytes.", limit=most)
        return _form(visit, told, pasted=pasted, status=HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
    try:
        identifier = await visit.site.records.keep(record)
    except InvalidRecord as error:
        return _form(
            visit,
            fault_text(error),
            line=line_text(record, error.line),
            pasted=pasted,
            status=HTTPStatus.UNPROCESSABLE_ENTITY,
        )
    return visit.go(f"/records/{identifier}")


def fault_text(error: InvalidRecord) -> str:
    """What is wrong with a record, and in which line."""
    # It quotes what stands there.
    told = tame(reason_text(error), _FAULT)
    places = {"line": error.line, "error": told, "clause": error.clause}
    if error.clause:
        return _("Line {line}: {error} ({clause}).", **places)
    return _("Line {line}: {error}.", **places)


def line_text(record: bytes, number: int) -> str:
    """The text of a line, from 1."""
    lines = record.split(b"\n", number)
    return tame(lines[number - 1].decode("utf-8", "replace"), _LINE) if number <= len(lines) else ""


def _form(
    visit: Visit,
    alert: str = "",
    *,
    line: str = "",
    pasted: str = "",
    status: int = HTTPStatus.OK,
) -> Response:
    return visit.show("replay/upload.html", status, alert=alert, line=line, pasted=pasted)
