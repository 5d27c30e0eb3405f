"""Keeping what fills a sentence from turning the words around it when directions mix (UAX 9)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final
from unicodedata import bidirectional

_FIRST_STRONG_ISOLATE: Final = "\u2068"
_POP_ISOLATE: Final = "\u2069"
_CLASSES: Final = frozenset(("R", "AL"))
_LANGUAGES: Final = frozenset(
    (
        *("apc", "ar", "ary", "bal", "bgn", "bqi", "brh", "ckb", "dv", "fa", "he", "ks", "lrc"),
        *("mzn", "nqo", "ps", "rhg", "sd", "sdh", "skr", "syr", "trw", "ug", "ur", "yi"),
    )
)
_SCRIPTS: Final = frozenset(("Arab", "Hebr", "Syrc", "Thaa", "Nkoo", "Adlm", "Rohg"))


def reads_leftward(tag: str) -> bool:
    """Whether a language is written from right to left.

    `locales.direction` says the same, but takes longer to load than the rest of a program.

    >>> reads_leftward("ar_EG")
    True
    """
    language, *rest = tag.replace("-", "_").split("_")
    script = next((part for part in rest if len(part) == 4 and part.isalpha()), None)
    return language in _LANGUAGES if script is None else script in _SCRIPTS


def isolated(places: Mapping[str, object], *, rtl: bool) -> Mapping[str, object]:
    """What fills the places of a sentence, each text apart from what is around it.

    Texts of one direction with the sentence stay as they are, in sentences from left to right.
    rtl: whether the sentence is written from right to left: there `−4` would read `4−`.
    """
    if not rtl and all(not isinstance(one, str) or one.isascii() for one in places.values()):
        return places
    return {name: _apart(one, rtl=rtl) for name, one in places.items()}


def _apart(value: object, *, rtl: bool) -> object:
    if not isinstance(value, str) or not value:
        return value
    if rtl or any(bidirectional(sign) in _CLASSES for sign in value):
        return f"{_FIRST_STRONG_ISOLATE}{value}{_POP_ISOLATE}"
    return value
