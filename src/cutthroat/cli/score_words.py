"""What the words on a line of the scorekeeper mean."""

from __future__ import annotations

from collections.abc import Sequence

from cutthroat.cli.safe import clean
from cutthroat.cli.score_ask import NotUnderstood
from cutthroat.core.actions import Seat
from cutthroat.core.auction import legal_bids
from cutthroat.core.errors import CutthroatError, IllegalAction, InvalidNotation
from cutthroat.core.rules import Rules, parse_rules, preset
from cutthroat.i18n.catalogue import _, _n
from cutthroat.i18n.reasons import reason_text
from cutthroat.scorepad.errors import InvalidEntry, SheetReason
from cutthroat.scorepad.sheet import Sheet
from cutthroat.service.names import player_name
from cutthroat.service.tables.errors import Refused

_SHOWN = 40
"""Characters of a word that are said back."""


def said(word: str) -> str:
    """What was typed, fit to be shown."""
    return clean(word[:_SHOWN])


def seat_of(word: str, names: Sequence[str]) -> Seat:
    """The seat of a player by name, by a beginning that no other name has, or by its number.

    Raises NotUnderstood.
    """
    typed = _folded(word)
    folded = list(map(_folded, names))
    if typed in folded:
        return folded.index(typed) + 1
    if word.isascii() and word.isdigit():
        if word in map(str, range(1, len(names) + 1)):
            return int(word)
        raise NotUnderstood(
            _("There is no seat {seat}: {players}.", seat=said(word), players=seat_list(names))
        )
    begin = [seat for seat, name in enumerate(folded, start=1) if typed and name.startswith(typed)]
    if len(begin) == 1:
        return begin[0]
    places = {"typed": said(word), "players": seat_list(names)}
    if begin:
        raise NotUnderstood(
            _('"{typed}" can be more than one: type more of the name ({players}).', **places)
        )
    raise NotUnderstood(_('"{typed}" is no player: there are {players}.', **places))


def is_name(word: str, names: Sequence[str]) -> bool:
    """Whether a word is the whole name of a player."""
    return _folded(word) in map(_folded, names)


def owner_of(word: str, names: Sequence[str]) -> Seat | None:
    """The seat that has a point; `-` is nobody.

    Raises NotUnderstood.
    """
    is_nobody = _folded(word) in {"nobody", _folded(_("nobody"))} and not is_name(word, names)
    if word == "-" or is_nobody:
        return None
    return seat_of(word, names)


def bid_of(word: str) -> int:
    """The size of a bid.

    Raises NotUnderstood.
    """
    if word not in map(str, legal_bids(())):
        raise NotUnderstood(
            _('"{typed}" is no bid that wins an auction: type 2, 3 or 4 (R11).', typed=said(word))
        )
    return int(word)


def line_of(word: str, sheet: Sheet) -> int:
    """The number of a line that stands on a sheet.

    Raises NotUnderstood.
    """
    lines = len(sheet.written)
    if not (word.isascii() and word.isdigit()):
        raise NotUnderstood(
            _('"{typed}" is no line: type its number, as `sheet` shows it.', typed=said(word))
        )
    if word.lstrip("0") not in map(str, range(1, lines + 1)):
        wrong = InvalidEntry(SheetReason.NO_SUCH_LINE, line=said(word), lines=lines)
        raise NotUnderstood(refused_text(wrong))
    return int(word)


def names_of(text: str) -> tuple[str, ...]:
    """The names of the players, seat 1 first, with commas or else spaces between them.

    Raises NotUnderstood.
    """
    words = text.split(",") if "," in text else text.split()
    if len(words) not in (2, 3):
        raise NotUnderstood(
            _n(
                "Two or three play, and this is {count} name: type them with commas between them"
                " (R1).",
                "Two or three play, and these are {count} names: type them with commas between"
                " them (R1).",
                len(words),
            )
        )
    try:
        return tuple(map(player_name, words))
    except Refused as error:
        raise NotUnderstood(refused_text(error)) from None


def rules_of(text: str, base: Rules) -> Rules:
    """House rules: a preset, or options laid over `base`, or both.

    Raises NotUnderstood.
    """
    words = text.split()
    presets = [word for word in words if "=" not in word]
    if len(presets) > 1:
        raise NotUnderstood(_("Choose one preset, and then options such as high=highest."))
    try:
        for name in presets:
            base = preset(name)
        return parse_rules(" ".join(word for word in words if "=" in word), base)
    except InvalidNotation as error:
        raise NotUnderstood(clean(refused_text(error))) from None


def seat_list(names: Sequence[str]) -> str:
    """Every seat with who sits there."""
    return ", ".join(
        _("{seat} {name}", seat=seat, name=clean(name)) for seat, name in enumerate(names, start=1)
    )


def refused_text(error: CutthroatError) -> str:
    """Why something is refused, as a sentence, with the clause if there is one."""
    why = reason_text(error)
    why = why[:1].upper() + why[1:]
    if isinstance(error, IllegalAction):
        return _("{why} ({clause}).", why=why, clause=error.clause)
    return _("{why}.", why=why)


def _folded(word: str) -> str:
    return "".join(word.casefold().split())
