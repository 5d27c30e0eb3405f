"""A sheet is deleted by whoever began it, once they have read what that means."""

from __future__ import annotations

from starlette.responses import Response

from cutthroat.i18n.scorepad import scores_text
from cutthroat.service.sheets.errors import DeskReason
from cutthroat.service.tables.errors import Refused
from cutthroat.web.pages.page import Visit
from cutthroat.web.pages.score.finding import own
from cutthroat.web.pages.score.names import teller_of
from cutthroat.web.pages.score.showing import headline


async def get_delete(visit: Visit) -> Response:
    """What is deleted, and a button that does it."""
    found = await own(visit)
    sheet = found.kept.sheet
    teller = teller_of(sheet.setup)
    return visit.show(
        "score/delete.html",
        path=found.path,
        scores=scores_text(teller, sheet.reckoning.now.scores),
        state=headline(teller, sheet.reckoning),
        lines=len(sheet.written),
    )


async def post_delete(visit: Visit) -> Response:
    """Delete it. One that is not there is deleted already: a button may be pressed twice."""
    try:
        found = await own(visit)
        await visit.site.desk.discard(found.kept.identifier, by=found.person or "")
    except Refused as error:
        if error.reason is not DeskReason.NO_SUCH_SHEET:
            raise
    return visit.go("/score")
