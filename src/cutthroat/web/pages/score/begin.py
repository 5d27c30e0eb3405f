"""The sheets of whoever visits, and how another is begun: empty, or from a record."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from http import HTTPStatus
from typing import Final

from starlette.responses import Response

from cutthroat.core.errors import IllegalAction, InvalidNotation
from cutthroat.i18n.catalogue import _
from cutthroat.i18n.locales import moment_text
from cutthroat.i18n.scorepad import scores_text
from cutthroat.record.errors import InvalidRecord
from cutthroat.scorepad.errors import InvalidEntry
from cutthroat.service.replay import RECORD_LIMIT
from cutthroat.service.sheets.kept import KeptSheet
from cutthroat.service.tables.errors import Refused
from cutthroat.web.limits import HISTORIES, READS, TABLES, UPLOADS
from cutthroat.web.pages.once import fresh
from cutthroat.web.pages.page import Visit
from cutthroat.web.pages.score.form import sentence
from cutthroat.web.pages.score.names import teller_of
from cutthroat.web.pages.score.setup import DRAW, rules_places, setup_of
from cutthroat.web.pages.score.showing import headline
from cutthroat.web.pages.upload import fault_text, line_text
from cutthroat.web.problems import status_of

_USUAL = {"preset": "seed", "dealer": DRAW}
"""By the book, as in the terminal, until somebody chooses otherwise."""
_FEW: Final = 10
"""Sheets that are listed at once; the older ones are a step away."""


@dataclass(frozen=True, slots=True)
class SheetShown:
    """A sheet in a list.

    scores: who has how much now. state: who deals next, or who has won.
    moment: when it was written on last; machine_moment, as HTML wants it.
    """

    path: str
    scores: str
    state: str
    moment: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Wrong:
    """What is wrong with what was brought: told beside what was pasted."""

    told: str
    line: str = ""
    pasted: str = ""
    status: int = HTTPStatus.UNPROCESSABLE_ENTITY


async def get_score(visit: Visit) -> Response:
    """The sheets of whoever visits, and the forms for a new one."""
    return await _show(visit, _USUAL)


async def post_score(visit: Visit) -> Response:
    """Begin a sheet; the form again for what cannot be."""
    visit.site.spend(visit.request, TABLES, await visit.person())
    try:
        setup = setup_of(visit.form, visit.site.hall.fresh_secret())

        async def begun() -> str:
            owner = await visit.player()
            return (await visit.site.desk.begin(owner.identifier, setup)).identifier

        return visit.go(f"/score/{await _once(visit, begun)}")
    except (InvalidEntry, InvalidNotation, IllegalAction, Refused) as error:
        told, status = sentence(error), status_of(error)
        return await _show(visit, visit.form, alert=told, status=status)


async def post_import(visit: Visit) -> Response:
    """Begin a sheet that holds the matches of a record; what was pasted again if it cannot."""
    visit.site.spend(visit.request, UPLOADS, await visit.person())
    pasted = visit.form.get("text", "").replace("\r\n", "\n")
    record = visit.uploads.get("file") or pasted.encode("utf-8", "replace")
    wrong = _unreadable(record, pasted)
    if wrong is None:
        try:
            return await _bring(visit, record)
        except InvalidRecord as error:
            line = line_text(record, error.line)
            wrong = Wrong(told=fault_text(error), line=line, pasted=pasted)
        except (InvalidEntry, IllegalAction, Refused) as error:
            wrong = Wrong(told=sentence(error), pasted=pasted, status=status_of(error))
    return await _show(visit, _USUAL, wrong=wrong, status=wrong.status)


def _unreadable(record: bytes, pasted: str) -> Wrong | None:
    if not record.strip():
        return Wrong(told=_("Choose a file, or paste the text of one."))
    if len(record) > RECORD_LIMIT:
        return Wrong(
            told=_("A record has at most {limit} bytes.", limit=f"{RECORD_LIMIT:,}"),
            pasted=pasted,
            status=HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
        )
    return None


async def _bring(visit: Visit, record: bytes) -> Response:
    async def begun() -> str:
        owner = await visit.player()
        return (await visit.site.desk.bring(owner.identifier, record)).identifier

    # With a fragment of its own, or the browser would keep the one of the form.
    return visit.go(f"/score/{await _once(visit, begun)}#now")


async def _once(visit: Visit, begun: Callable[[], Awaitable[str]]) -> str:
    once = visit.form.get("once", "")[:40]
    return await visit.kit.once.result(visit.secret or "", once, begun)


async def _show(
    visit: Visit,
    filled: Mapping[str, str],
    *,
    alert: str = "",
    wrong: Wrong | None = None,
    status: int = HTTPStatus.OK,
) -> Response:
    person = await visit.person()
    visit.site.spend(visit.request, HISTORIES if person else READS, person)
    sheets = await visit.site.desk.sheets_of(person) if person else []
    return visit.show(
        "score/begin.html",
        status,
        once=fresh(),
        sheets=[_shown(kept, visit.look.language) for kept in sheets],
        few=_FEW,
        seats=(1, 2, 3),
        filled=filled,
        alert=alert,
        wrong=wrong,
        **rules_places(),
    )


def _shown(kept: KeptSheet, language: str) -> SheetShown:
    sheet = kept.sheet
    teller = teller_of(sheet.setup)
    return SheetShown(
        path=f"/score/{kept.identifier}",
        scores=scores_text(teller, sheet.reckoning.now.scores),
        state=headline(teller, sheet.reckoning),
        moment=moment_text(sheet.log[-1].when, language),
    )
