"""What a language brings besides its words: its direction, its own name, its dates."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import lru_cache
from typing import Literal

from babel import Locale
from babel.core import get_locale_identifier, parse_locale
from babel.dates import format_datetime
from babel.numbers import format_percent

Direction = Literal["ltr", "rtl"]


def best(asked: list[str], spoken: tuple[str, ...]) -> str | None:
    """The language among those spoken that fits best what is asked for; None if none does.

    asked: tags as browsers send them, such as `pt-BR`, the dearest first. One that is not spoken
        stands for what is left without its last part (RFC 4647, lookup).

    >>> best(["de-AT", "pt-BR", "en"], ("en", "pt"))
    'pt'
    """
    known = {tag.replace("_", "-").lower(): tag for tag in spoken}
    for tag in asked:
        parts = tag.replace("_", "-").lower().split("-")
        for length in range(len(parts), 0, -1):
            if (found := known.get("-".join(parts[:length]))) is not None:
                return found
    return None


@lru_cache(maxsize=64)
def _locale(tag: str) -> Locale:
    return Locale.parse(tag)


def direction(tag: str) -> Direction:
    """The way a language is written.

    >>> direction("ar")
    'rtl'
    """
    return "rtl" if _locale(tag).text_direction == "rtl" else "ltr"


def own_name(tag: str) -> str:
    """A language's name in itself: `français`."""
    locale = _locale(tag)
    return locale.get_display_name(locale) or tag


def bcp47(tag: str) -> str:
    """A tag as HTML wants it: `pt-BR` for `pt_BR`."""
    return get_locale_identifier(parse_locale(tag), sep="-")


def moment_text(when: int, tag: str) -> str:
    """A moment, in UTC, as the language writes it.

    when: milliseconds since 1970 UTC.
    """
    moment = datetime.fromtimestamp(when / 1000, UTC)
    return format_datetime(moment, "medium", locale=_locale(tag))


def percent_text(part: int, whole: int, tag: str) -> str:
    """A share in whole percent, as the language writes it; a dash if there is nothing to share.

    >>> percent_text(2, 3, "en")
    '67%'
    >>> percent_text(0, 0, "en")
    '-'
    """
    return format_percent(part / whole, locale=_locale(tag)) if whole else "-"
