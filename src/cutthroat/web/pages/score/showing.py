"""A sheet as HTML: the part that changes, made once for all who see the same."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from html import escape
from typing import Final, Literal
from weakref import WeakKeyDictionary

from cutthroat.core.match import Over
from cutthroat.core.scoring import Summary
from cutthroat.i18n.catalogue import _
from cutthroat.i18n.scorepad import (
    bid_text,
    chances,
    change_text,
    dealer_text,
    effect_lines,
    entry_text,
    line_name,
    outcome_text,
)
from cutthroat.i18n.telling import Teller
from cutthroat.scorepad.changes import Begun, Entered
from cutthroat.scorepad.effects import effect_of
from cutthroat.scorepad.entries import NextMatch, Setup, Stopped
from cutthroat.scorepad.reckoning import Line, Reckoning
from cutthroat.scorepad.sheet import Sheet, Written, fold
from cutthroat.service.sheets.kept import KeptSheet
from cutthroat.web.pages.drawing import Studio
from cutthroat.web.pages.score.names import teller_of

PARTS: Final = ("now", "lines")
"""The parts of the page that change, in their order."""

Kind = Literal["made", "went-set", "other", "uncounted", "begins"]


@dataclass(frozen=True, slots=True)
class ScoreShown:
    """The score of a seat. `note`: what it has to do, in words; may be empty."""

    who: str
    score: int
    note: str
    has_won: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class LineShown:
    """A line of the sheet.

    scores: each player's name and score after it; empty if it changed none.
    former: what it said before, the last first.
    """

    number: int
    name: str
    kind: Kind
    text: str
    outcome: str
    scores: tuple[tuple[str, int], ...]
    former: tuple[str, ...]


def lines_shown(teller: Teller, sheet: Sheet) -> Iterator[LineShown]:
    """The lines of a sheet, the first first."""
    reckoning = sheet.reckoning
    for line, written in zip(reckoning.lines, sheet.written, strict=True):
        yield line_shown(teller, reckoning, line, written)


def line_shown(teller: Teller, reckoning: Reckoning, line: Line, written: Written) -> LineShown:
    """One line of a sheet."""
    scores = line.summary.scores if line.summary else ()
    return LineShown(
        number=line.number,
        name=line_name(teller, line),
        kind=_kind(line),
        text=entry_text(teller, line.entry),
        outcome=outcome_text(teller, reckoning.setup.rules, line),
        scores=tuple(zip(teller.names, scores, strict=False)),
        former=tuple(entry_text(teller, entry) for entry in reversed(written.former)),
    )


def _kind(line: Line) -> Kind:
    if line.refused is not None:
        return "uncounted"
    if isinstance(line.entry, NextMatch):
        return "begins"
    if line.summary is None:
        return "other"
    return "made" if line.summary.made else "went-set"


def scores_shown(teller: Teller, reckoning: Reckoning) -> Iterator[ScoreShown]:
    """The scores of the match that goes on, or that is over."""
    now = reckoning.now
    winner = now.phase.winner if isinstance(now.phase, Over) else None
    for seat, score in enumerate(now.scores, start=1):
        deals = seat == now.dealer and not reckoning.is_over
        note = _("has won") if seat == winner else _("deals next") if deals else ""
        yield ScoreShown(teller.name(seat), score, note, seat == winner)


def told_now(teller: Teller, sheet: Sheet) -> list[str]:
    """What the last line says and came to; nothing on an empty sheet.

    The end of a match is the headline's.
    """
    lines = sheet.reckoning.lines
    if not lines:
        return []
    line = lines[-1]
    if isinstance(line.entry, Stopped) and line.refused is None:
        return []
    if line.summary:
        return [entry_text(teller, line.entry), bid_text(teller, line.summary)]
    outcome = outcome_text(teller, sheet.setup.rules, line)
    return [entry_text(teller, line.entry), *([outcome] if outcome else [])]


def changed_now(teller: Teller, before: Sheet | None, sheet: Sheet) -> list[str]:
    """What the last change did, if it was more than a line below the others. Only until the next.

    A winner who has changed comes first.
    before: the sheet without that change, if it is at hand.
    """
    change = sheet.log[-1].change
    if isinstance(change, Begun | Entered):
        return []
    if before is None or before.version != sheet.version - 1:
        before = fold(sheet.log[:-1])
    effect = effect_of(before, sheet)
    told = effect_lines(teller, sheet.reckoning, effect)
    return [*told, change_text(teller, before, change)]


def headline(teller: Teller, reckoning: Reckoning) -> str:
    """Who deals next; after the end who has won, and why."""
    phase = reckoning.now.phase
    if not isinstance(phase, Over):
        return dealer_text(teller, reckoning)
    won = reckoning.winners[-1]
    if won is None:
        return teller.ended(str(phase.reason))
    return teller.won(won.seat, won.reason, reckoning.setup.rules)


def title(teller: Teller) -> str:
    """The title of the page of a sheet."""
    return _("Score: {names}", names=", ".join(teller.names))


def last_summary(reckoning: Reckoning) -> Summary | None:
    """What the last line was worth, if it is a deal that was scored."""
    return reckoning.lines[-1].summary if reckoning.lines else None


def setup_mark(setup: Setup) -> str:
    """A short sign for names, rules and first dealer: a form was made for them."""
    text = repr((setup.names, str(setup.rules), setup.dealer))
    return sha256(text.encode()).hexdigest()[:8]


class Showing:
    """One sheet, for all who look at its page."""

    def __init__(self, kept: KeptSheet, studio: Studio) -> None:
        self._kept = kept
        self._studio = studio
        self._sheet: Sheet | None = None
        self._before: Sheet | None = None
        self._made: dict[tuple[str, bool], dict[str, str]] = {}

    def parts(self, language: str, *, is_owner: bool) -> dict[str, str]:
        """The parts that change, by name. The language is the one that is spoken."""
        sheet = self._kept.sheet
        if sheet is not self._sheet:
            self._before, self._sheet = self._sheet, sheet
            self._made.clear()
        key = (language, is_owner)
        if key not in self._made:
            self._made[key] = self._drawn(sheet, is_owner=is_owner)
        return self._made[key]

    def frame(self, language: str, *, is_owner: bool) -> str:
        """All parts in one text, each in an element that says which it is."""
        parts = self.parts(language, is_owner=is_owner)
        return "".join(
            f'<div data-part="{escape(name)}">{text}</div>' for name, text in parts.items()
        )

    def _drawn(self, sheet: Sheet, *, is_owner: bool) -> dict[str, str]:
        teller, reckoning = teller_of(sheet.setup), sheet.reckoning
        places = {
            "path": f"/score/{self._kept.identifier}",
            "version": sheet.version,
            "setup": setup_mark(sheet.setup),
            "dealer": reckoning.now.dealer,
            "title": title(teller),
            "is_owner": is_owner,
            "is_over": reckoning.is_over,
            "target": reckoning.now.rules.target,
            "scores": tuple(scores_shown(teller, reckoning)),
            "headline": headline(teller, reckoning),
            "changed": changed_now(teller, self._before, sheet),
            "told": told_now(teller, sheet),
            "went_set": (summary := last_summary(reckoning)) and not summary.made,
            "chances": tuple(chances(teller, reckoning.now)),
            "undo": bool(sheet.done),
            "redo": bool(sheet.undone),
            "lines": tuple(reversed(tuple(lines_shown(teller, sheet)))),
        }
        return {name: self._studio.text(f"score/{name}.html", **places) for name in PARTS}


class Pads:
    """The sheets of a server as HTML; one goes when its sheet goes from memory."""

    def __init__(self) -> None:
        self._shown: WeakKeyDictionary[KeptSheet, Showing] = WeakKeyDictionary()

    def of(self, kept: KeptSheet, studio: Studio) -> Showing:
        """The page of a sheet."""
        showing = self._shown.get(kept)
        if showing is None:
            showing = self._shown[kept] = Showing(kept, studio)
        return showing
