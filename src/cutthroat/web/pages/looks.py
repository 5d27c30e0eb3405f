"""How somebody wants the pages: language, cards, pace, signals. Kept in a cookie of the browser."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import lru_cache
from typing import Final
from urllib.parse import parse_qsl, urlencode

from starlette.requests import Request

from cutthroat.i18n.catalogue import SOURCE, languages
from cutthroat.i18n.locales import best

COOKIE: Final = "cutthroat-look"
COOKIE_LIFE: Final = 400 * 86_400
"""Seconds; browsers keep no cookie longer."""

CHOICES: Final[Mapping[str, tuple[str, ...]]] = {
    "cards": ("normal", "large"),
    "colours": ("two", "four"),
    "speed": ("slow", "normal", "quick", "at_once"),
    "sound": ("off", "on"),
    "vibration": ("off", "on"),
}
"""What there is to choose, the default first, but for the language and the default speed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """How pages are to be. Each value is one of `CHOICES`; `language` one of those spoken."""

    language: str = SOURCE
    cards: str = "normal"
    colours: str = "four"
    speed: str = "normal"
    sound: str = "off"
    vibration: str = "off"


_CHOSEN: Final = tuple(field.name for field in fields(Look) if field.name != "language")


def look_of(request: Request) -> Look:
    """How whoever asks wants pages: by the cookie, and the language else by what a browser says."""
    return _look(request.cookies.get(COOKIE, ""), request.headers.get("accept-language", ""))


@lru_cache(maxsize=1024)
def _look(cookie: str, accepted: str) -> Look:
    given = dict(parse_qsl(cookie))
    if given.get("language") in languages():
        return chosen(given)
    language = best(_asked_languages(accepted), languages()) or SOURCE
    return chosen({**given, "language": language})


def chosen(given: Mapping[str, str]) -> Look:
    """A look from what was chosen; the default for what was not, or is not to be had."""
    found = {name: given[name] for name in _CHOSEN if given.get(name) in CHOICES[name]}
    if given.get("language") in languages():
        found["language"] = given["language"]
    return Look(**found)


def cookie_text(look: Look) -> str:
    """A look as the cookie keeps it."""
    return urlencode({field.name: getattr(look, field.name) for field in fields(look)})


def _asked_languages(header: str) -> list[str]:
    """The tags of an Accept-Language header, the dearest first."""
    wanted: list[tuple[float, int, str]] = []
    for place, part in enumerate(header[:500].split(",")):
        tag, _, weight = "".join(part.split()).partition(";q=")
        try:
            dear = float(weight or 1)
        except ValueError:
            continue
        if tag and dear > 0:
            wanted.append((-dear, place, tag))
    return [tag for _, _, tag in sorted(wanted)]
