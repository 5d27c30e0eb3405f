"""The message catalogues, by gettext. English is the language of the messages themselves.

Sentences are whole messages with named places, `{name}`, never glued from pieces.
`locale/cutthroat.pot` lists them for translators.
"""

from __future__ import annotations

import gettext as gnu
from collections.abc import Sequence
from contextvars import ContextVar
from functools import lru_cache
from importlib.resources import as_file, files
from typing import Final

from cutthroat.i18n.isolation import isolated, reads_leftward

DOMAIN: Final = "cutthroat"
SOURCE: Final = "en"
"""The language of the messages themselves."""

_current: ContextVar[gnu.NullTranslations] = ContextVar(
    "catalogue",
    default=gnu.NullTranslations(),  # noqa: B039  # it is never changed
)


def use(languages: Sequence[str] | None = None) -> None:
    """Speak the first of these languages that has a catalogue; else English.

    It holds for this thread or task.
    languages: tags such as `fr_CA`; None asks the environment (LANGUAGE, LC_ALL, LANG, …).
    """
    _current.set(_found(None) if languages is None else _catalogue(tuple(languages)))


@lru_cache(maxsize=64)
def _catalogue(languages: tuple[str, ...]) -> gnu.NullTranslations:
    """The catalogue of the first of these languages; looked for once, as every page asks for it."""
    return _found(languages)


def _found(languages: tuple[str, ...] | None) -> gnu.NullTranslations:
    with as_file(files("cutthroat.i18n") / "locale") as folder:
        return gnu.translation(DOMAIN, str(folder), languages, fallback=True)


@lru_cache(maxsize=1)
def languages() -> tuple[str, ...]:
    """The languages that can be spoken, as tags such as `fr` or `pt_BR`; English first."""
    with as_file(files("cutthroat.i18n") / "locale") as folder:
        found = sorted(path.parent.parent.name for path in folder.glob(f"*/*/{DOMAIN}.mo"))
    return (SOURCE, *(tag for tag in found if tag != SOURCE))


def spoken() -> gnu.NullTranslations:
    """The catalogue that is spoken now: what is remembered of texts is remembered for it."""
    return _current.get()


@lru_cache(maxsize=64)
def _is_rtl(spoken: gnu.NullTranslations) -> bool:
    """Whether a catalogue's language is written from right to left."""
    return reads_leftward(spoken.info().get("language", SOURCE))


def _(message: str, **places: object) -> str:
    """The message in the reader's language, its places filled."""
    spoken = _current.get()
    text = spoken.gettext(message)
    return text.format(**isolated(places, rtl=_is_rtl(spoken))) if places else text


def _n(singular: str, plural: str, count: int, **places: object) -> str:
    """The form of the message that fits a count, its places filled; `{count}` is the count."""
    spoken = _current.get()
    message = spoken.ngettext(singular, plural, count)
    return message.format(count=count, **isolated(places, rtl=_is_rtl(spoken)))


def N_(message: str) -> str:  # noqa: N802  # the name that gettext's tools look for
    """Mark a message that is translated where it is used."""
    return message
