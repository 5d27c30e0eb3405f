"""A sheet to be looked at otherwise: its history, its statistics, on paper, as a record."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from typing import Final

from starlette.responses import Response

from cutthroat.core.scoring import Summary
from cutthroat.i18n.catalogue import _
from cutthroat.i18n.locales import moment_text
from cutthroat.i18n.numbers import signed
from cutthroat.i18n.scorepad import change_text, effect_lines
from cutthroat.i18n.telling import Teller
from cutthroat.scorepad.changes import Entered, Noted, Redone, Undone
from cutthroat.scorepad.effects import effect_of
from cutthroat.scorepad.sheet import Sheet, evolve
from cutthroat.scorepad.statistics import POINTS, SeatStatistics, statistics
from cutthroat.service.scorebook import record_of
from cutthroat.web.limits import RECORDS
from cutthroat.web.pages.page import Visit
from cutthroat.web.pages.score.finding import reading
from cutthroat.web.pages.score.names import teller_of
from cutthroat.web.pages.score.showing import LineShown, headline, lines_shown, scores_shown

BIDS: Final = (2, 3, 4)
MOST: Final = 200
"""Changes on one page of the history."""

# Every change


@dataclass(frozen=True, slots=True)
class ChangeShown:
    """A change in the history.

    winners: what it did to who has won. stands: whether it was not undone.
    """

    number: int
    machine_moment: str
    moment: str
    text: str
    winners: tuple[str, ...]
    stands: bool


async def get_history(visit: Visit) -> Response:
    """Every change with its moment, also what was undone; page by page, the last first."""
    found = await reading(visit)
    visit.site.spend(visit.request, RECORDS, found.person)
    sheet, language = found.kept.sheet, visit.look.language
    last = _last_wanted(visit.query.get("last", ""), sheet.version)
    wanted = range(max(1, last - MOST + 1), last + 1)
    changes = await asyncio.to_thread(lambda: list(changes_shown(sheet, wanted, language)))
    return visit.show(
        "score/history.html",
        path=found.path,
        changes=changes[::-1],
        earlier=wanted.start - 1,
        newest=last,
    )


def _last_wanted(text: str, version: int) -> int:
    """The newest change of a page of the history; the newest of all unless the address says."""
    is_number = text.isascii() and text.isdigit() and len(text) < 9
    return min(max(1, int(text)), version) if is_number else version


def changes_shown(sheet: Sheet, wanted: range, language: str) -> Iterator[ChangeShown]:
    """Some changes of a sheet by their numbers, from 1, the first first."""
    undone = undone_changes(sheet.log)
    before: Sheet | None = None
    for number, noted in enumerate(sheet.log[: wanted.stop - 1], start=1):
        after = evolve(before, noted)
        if number in wanted:
            yield ChangeShown(
                number=number,
                machine_moment=_iso(noted.when),
                moment=moment_text(noted.when, language),
                text=change_text(teller_of(after.setup), before, noted.change),
                winners=tuple(_winners(before, after)),
                stands=number not in undone,
            )
        before = after


def _iso(when: int) -> str:
    return datetime.fromtimestamp(when / 1000, UTC).isoformat("T", "seconds")


def _winners(before: Sheet | None, after: Sheet) -> Iterator[str]:
    """What a correction did to who has won; that a deal wins is none."""
    if before is None or isinstance(after.log[-1].change, Entered):
        return iter(())
    effect = effect_of(before, after)
    lines = effect_lines(teller_of(after.setup), after.reckoning, effect)
    return (line for line, _changed in zip(lines, effect.winners, strict=False))


def undone_changes(log: tuple[Noted, ...]) -> set[int]:
    """The numbers, from 1, of the changes that do not stand now."""
    done, undone = list[int](), list[int]()
    lost = set[int]()
    for number, noted in enumerate(log, start=1):
        if isinstance(noted.change, Undone):
            undone.append(done.pop())
        elif isinstance(noted.change, Redone):
            done.append(undone.pop())
        else:
            done.append(number)
            lost.update(undone)
            undone.clear()
    return lost | set(undone)


# The statistics of the evening


async def get_statistics(visit: Visit) -> Response:
    """What each player did over all deals that count."""
    found = await reading(visit)
    reckoning = found.kept.sheet.reckoning
    summed, names = statistics(reckoning), teller_of(reckoning.setup).names
    return visit.show(
        "score/statistics.html",
        path=found.path,
        summed=summed,
        names=names,
        rows=[(label, [text(seat) for seat in summed.seats]) for label, text in _rows()],
    )


def _rows() -> Iterator[tuple[str, Callable[[SeatStatistics], str]]]:
    yield _("Matches won"), lambda seat: str(seat.won)
    yield _("Bids made"), lambda seat: _made(seat, BIDS)
    for bid in BIDS:
        yield _("Bids of {bid} made", bid=bid), partial(_made, sizes=(bid,))
    labels = (_("High"), _("Low"), _("Jack"), _("Game"))
    for point, label in zip(POINTS, labels, strict=True):
        yield label, partial(_had, point=point)
    yield _("Points scored in all"), lambda seat: signed(seat.scored)
    yield _("Best deal"), lambda seat: _change(seat.best)
    yield _("Worst deal"), lambda seat: _change(seat.worst)


def _made(seat: SeatStatistics, sizes: Iterable[int]) -> str:
    """How many of a seat's bids of these sizes were made."""
    made = sum(seat.made.get(size, 0) for size in sizes)
    went_set = sum(seat.went_set.get(size, 0) for size in sizes)
    return _("{made} of {bids}", made=made, bids=made + went_set) if made + went_set else "-"


def _had(seat: SeatStatistics, point: str) -> str:
    return str(seat.points.get(point, 0))


def _change(number: int | None) -> str:
    return "-" if number is None else signed(number)


# On paper, and as a record


@dataclass(frozen=True, slots=True)
class PaperRow:
    """A line on paper.

    cells: of a deal that was scored its bid, who has each point, and what it came to; empty for
    any other line.
    """

    line: LineShown
    cells: tuple[str, ...]


def paper_rows(teller: Teller, sheet: Sheet) -> Iterator[PaperRow]:
    """The lines of a sheet, the first first."""
    shown = lines_shown(teller, sheet)
    for line, one in zip(sheet.reckoning.lines, shown, strict=True):
        yield PaperRow(one, tuple(_cells(teller, line.summary)) if line.summary else ())


def _cells(teller: Teller, summary: Summary) -> Iterator[str]:
    yield _("{name} {bid}", name=teller.name(summary.bidder), bid=summary.bid)
    for point in POINTS:
        owner = getattr(summary.points, point)
        yield teller.name(owner) if owner else "-"
    yield _("made") if summary.made else _("set")


async def get_print(visit: Visit) -> Response:
    """All lines and scores, fit for one sheet of paper."""
    found = await reading(visit)
    sheet = found.kept.sheet
    teller = teller_of(sheet.setup)
    return visit.show(
        "score/print.html",
        path=found.path,
        names=teller.names,
        rules=str(sheet.setup.rules),
        headline=headline(teller, sheet.reckoning),
        rows=list(paper_rows(teller, sheet)),
        scores=list(scores_shown(teller, sheet.reckoning)),
        moment=moment_text(found.kept.begun, visit.look.language),
    )


async def get_record(visit: Visit) -> Response:
    """The matches of the sheet as a record of scored deals."""
    found = await reading(visit)
    visit.site.spend(visit.request, RECORDS, found.person)
    text = await asyncio.to_thread(record_of, found.kept.sheet)
    name = f"{found.kept.identifier}.smear"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(text.encode(), media_type="text/plain; charset=utf-8", headers=headers)
