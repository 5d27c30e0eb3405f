"""The rules of the game as a page: by the book, by a preset, by options, or by a table's own."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from starlette.responses import Response

from cutthroat.core.rules import OPTIONS, PRESETS, Choice, Number, Rules, Value, parse_rules, preset
from cutthroat.i18n.catalogue import N_, _
from cutthroat.i18n.options import OPTION_CLAUSES, number_text, option_text
from cutthroat.i18n.rulebook import Paragraph, rulebook
from cutthroat.service.tables.errors import Refused
from cutthroat.web.limits import GUESSES, READS
from cutthroat.web.pages.own import DRAGS_ON
from cutthroat.web.pages.page import Visit

_SECTIONS: Final = ("setting-up", "auction", "play", "points", "score", "winning")
"""What links call the sections of the rulebook, in its order."""
_BOOK: Final = "seed"
_PRESET_NAMES: Final = {
    "seed": N_("By the book"),
    "classic": N_("Classic"),
    "short": N_("Short"),
}


@dataclass(frozen=True, slots=True)
class SectionShown:
    """A section of the rules. Of a paragraph `clauses` has each clause by itself."""

    key: str
    heading: str
    paragraphs: tuple[tuple[Paragraph, tuple[str, ...]], ...]


@dataclass(frozen=True, slots=True)
class OptionShown:
    """A house rule: its value in these rules, and what else it could be."""

    name: str
    written: str
    meaning: str
    clause: str
    differs: bool
    others: tuple[tuple[str, str], ...]


async def get_rules(visit: Visit) -> Response:
    """The rules by the house rules that the address asks for."""
    table = visit.query.get("table")
    rules = await _rules_of_table(visit, table) if table else _rules_asked(visit)
    return visit.show(
        "rules.html",
        table=table,
        rules=str(rules),
        presets=[(name, _(_PRESET_NAMES[name]), rules == PRESETS[name]) for name in PRESETS],
        sections=tuple(_sections(rules)),
        options=tuple(_option(option, rules) for option in OPTIONS),
        limit=rules.limit,
        drags_on=DRAGS_ON,
    )


async def _rules_of_table(visit: Visit, table: str) -> Rules:
    """Raises Refused if there is no such table."""
    visit.site.spend(visit.request, READS, None)
    try:
        return (await visit.site.hall.find(table)).state.rules
    except Refused:
        visit.site.spend_on_address(visit.request, GUESSES)
        raise


def _rules_asked(visit: Visit) -> Rules:
    """Raises InvalidNotation for a preset, an option or a value that there is not."""
    base = preset(visit.query.get("preset") or _BOOK)
    return parse_rules(visit.query.get("rules", ""), base)


def _sections(rules: Rules) -> Iterator[SectionShown]:
    for key, section in zip(_SECTIONS, rulebook(rules), strict=True):
        paragraphs = tuple(
            (paragraph, tuple(paragraph.clauses.split(", "))) for paragraph in section.paragraphs
        )
        yield SectionShown(key, section.heading, paragraphs)


def _option(option: Choice | Number, rules: Rules) -> OptionShown:
    value: Value = getattr(rules, option.name)
    written = _written(value)
    return OptionShown(
        name=option.name,
        written=written,
        meaning=option_text(option.name, value),
        clause=OPTION_CLAUSES[option.name],
        differs=value != option.default,
        others=tuple((other, text) for other, text in _meanings(option) if other != written),
    )


def _meanings(option: Choice | Number) -> Iterator[tuple[str, str]]:
    """What each value means, as it is written."""
    if isinstance(option, Choice):
        for value in type(option.default):
            yield value.value, option_text(option.name, value)
        return
    if option.default is None:
        yield _written(None), option_text(option.name, None)
    yield option.values[-1], number_text(option.name)


def _written(value: Value) -> str:
    return "none" if value is None else str(value)
