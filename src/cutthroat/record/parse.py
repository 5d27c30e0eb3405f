"""From a line of text to a statement."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Final

from cutthroat.core.cards import Card
from cutthroat.core.errors import InvalidNotation
from cutthroat.core.scoring import Points
from cutthroat.record.errors import Fault
from cutthroat.record.statements import (
    BidLine,
    BodyLine,
    DealLine,
    HandLine,
    PointsLine,
    ScoresLine,
    Statement,
    Tag,
    TrickLine,
    VoidLine,
    WinnerLine,
)

_SPACING: Final = re.compile(r"[ \t]+")
_TAG: Final = re.compile(
    r"""\[[ \t]* ([A-Za-z][A-Za-z0-9_]*) [ \t]+
        "((?:[^"\\]++|\\["\\])*+)" [ \t]*\] [ \t]*(?:\#.*)?""",
    re.VERBOSE | re.DOTALL,
)
_CONTROL: Final = re.compile(r"[\x00-\x1f\x7f-\x9f\ud800-\udfff]")
"""Control characters (Unicode's category Cc), and halves of a character, which UTF-8 lacks."""
_ESCAPED: Final = re.compile(r"\\(.)")
_NUMBER: Final = re.compile(r"(?:0|-?[1-9][0-9]{0,8})")
_POINT_NAMES: Final = ("high", "low", "jack", "game")


def parse_line(text: str) -> Statement | None:
    """The statement on a line; None if there is only spacing and comment.

    Raises InvalidNotation for anything else.
    """
    text = text.strip(" \t")
    if text.startswith("["):
        return _tag(text)
    text = text.partition("#")[0].strip(" \t")
    if not text:
        return None
    word, *fields = _SPACING.split(text)
    if word not in _FORMS:
        raise InvalidNotation(Fault.NOT_A_STATEMENT, word=word)
    return _FORMS[word](fields)


def _tag(text: str) -> Tag:
    found = _TAG.fullmatch(text)
    if not found:
        raise InvalidNotation(Fault.NOT_A_TAG)
    value = _ESCAPED.sub(r"\1", found[2])
    if not is_tag_value(value):
        raise InvalidNotation(Fault.CONTROL_CHARACTER, tag=found[1])
    return Tag(found[1], value)


def is_tag_value(value: str) -> bool:
    """Whether a text holds no control character, so that a tag can hold it."""
    return not _CONTROL.search(value)


def _expect(fields: Sequence[str], form: str, *, count: int | None = None) -> None:
    wrong = len(fields) < 2 if count is None else len(fields) != count
    if wrong:
        raise InvalidNotation(Fault.WRONG_FORM, form=form)


def _number(text: str) -> int:
    if not _NUMBER.fullmatch(text):
        raise InvalidNotation(Fault.NOT_A_NUMBER, text=text)
    return int(text)


def _cards(words: Sequence[str]) -> tuple[Card, ...]:
    return tuple(Card(word) for word in words)


def _deal(fields: Sequence[str]) -> DealLine:
    form = "deal N dealer S"
    _expect(fields, form, count=3)
    if fields[1] != "dealer":
        raise InvalidNotation(Fault.WRONG_FORM, form=form)
    return DealLine(_number(fields[0]), _number(fields[2]))


def _hand(fields: Sequence[str]) -> HandLine:
    _expect(fields, "hand S CARDS")
    return HandLine(_number(fields[0]), _cards(fields[1:]))


def _bid(fields: Sequence[str]) -> BidLine:
    _expect(fields, "bid S 2|3|4|pass", count=2)
    seat, call = _number(fields[0]), fields[1]
    if call == "pass":
        return BidLine(seat, None)
    if call not in {"2", "3", "4"}:
        raise InvalidNotation(Fault.NOT_A_BID, text=call)
    return BidLine(seat, int(call))


def _trick(fields: Sequence[str]) -> TrickLine:
    _expect(fields, "trick S CARDS")
    return TrickLine(_number(fields[0]), _cards(fields[1:]))


def _void(fields: Sequence[str]) -> VoidLine:
    _expect(fields, "void", count=0)
    return VoidLine()


def _points(fields: Sequence[str]) -> PointsLine:
    owners: dict[str, int | None] = {}
    for field in fields:
        name, equals, seat = field.partition("=")
        if name not in _POINT_NAMES or not equals:
            raise InvalidNotation(Fault.NO_SUCH_POINT, text=field)
        if name in owners:
            raise InvalidNotation(Fault.POINT_TWICE, point=name)
        owners[name] = None if seat == "-" else _number(seat)
    _expect(list(owners), "points high=S low=S jack=S game=S", count=len(_POINT_NAMES))
    return PointsLine(Points(**owners))


def _scores(fields: Sequence[str]) -> ScoresLine:
    _expect(fields, "scores A B [C]")
    return ScoresLine(tuple(_number(field) for field in fields))


def _winner(fields: Sequence[str]) -> WinnerLine:
    _expect(fields, "winner S", count=1)
    return WinnerLine(_number(fields[0]))


_FORMS: Final[dict[str, Callable[[Sequence[str]], BodyLine]]] = {
    "deal": _deal,
    "hand": _hand,
    "bid": _bid,
    "trick": _trick,
    "void": _void,
    "points": _points,
    "scores": _scores,
    "winner": _winner,
}
