"""Which sheet a visit is about, and whether the visitor may write on it."""

from __future__ import annotations

from dataclasses import dataclass

from cutthroat.scorepad.errors import InvalidEntry, SheetReason
from cutthroat.service.sheets.errors import DeskReason
from cutthroat.service.sheets.kept import KeptSheet
from cutthroat.service.tables.errors import Refused
from cutthroat.web.limits import ACTIONS, GUESSES, READS
from cutthroat.web.pages.page import Visit


@dataclass(frozen=True, slots=True)
class Reading:
    """A sheet that somebody looks at.

    person: whoever looks; None for somebody who is not known here.
    """

    kept: KeptSheet
    person: str | None

    @property
    def is_owner(self) -> bool:
        """Whether the reader may write on it."""
        return self.person == self.kept.owner

    @property
    def path(self) -> str:
        """The address of the sheet."""
        return f"/score/{self.kept.identifier}"


async def reading(visit: Visit) -> Reading:
    """The sheet that a visit is about. Whoever has the link may look at it.

    Raises Refused if there is none, Denied for too many visits.
    """
    person = await visit.person()
    visit.site.spend(visit.request, READS, person)
    return await _found(visit, person)


async def own(visit: Visit) -> Reading:
    """The same, for whoever wants to write.

    Raises also Refused for somebody else than the owner.
    """
    person = await visit.person()
    visit.site.spend(visit.request, ACTIONS, person)
    found = await _found(visit, person)
    if not found.is_owner:
        raise Refused(DeskReason.NOT_YOUR_SHEET)
    return found


async def _found(visit: Visit, person: str | None) -> Reading:
    try:
        return Reading(await visit.site.desk.find(visit.path["sheet"]), person)
    except Refused:
        visit.site.spend_on_address(visit.request, GUESSES)
        raise


def line_of(visit: Visit, kept: KeptSheet) -> int:
    """Which line of a sheet a visit is about, from 1.

    Raises InvalidEntry if there is none.
    """
    text, lines = visit.path["line"], len(kept.sheet.written)
    numbers = {str(number): number for number in range(1, lines + 1)}
    if text not in numbers:
        raise InvalidEntry(SheetReason.NO_SUCH_LINE, line=text[:9], lines=lines)
    return numbers[text]


def check_line(kept: KeptSheet, line: int) -> None:
    """See that a sheet has so many lines.

    Raises InvalidEntry if it has fewer.
    """
    if line > (lines := len(kept.sheet.written)):
        raise InvalidEntry(SheetReason.NO_SUCH_LINE, line=line, lines=lines)
