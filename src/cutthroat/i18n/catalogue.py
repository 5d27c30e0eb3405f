"""The message catalogues, by gettext. English is the language of the messages themselves.

Sentences are whole messages with named places, `{name}`, never glued from pieces.
`locale/cutthroat.pot` lists them for translators.
"""

from __future__ import annotations

import gettext as gnu
from collections.abc import Sequence
from contextvars import ContextVar
from importlib.resources import as_file, files
from typing import Final

DOMAIN: Final = "cutthroat"

_current: ContextVar[gnu.NullTranslations] = ContextVar(
    "catalogue",
    default=gnu.NullTranslations(),  # noqa: B039  # it is never changed
)


def use(languages: Sequence[str] | None = None) -> None:
    """Speak the first of these languages that has a catalogue; else English.

    It holds for this thread or task.
    languages: tags such as `fr_CA`; None asks the environment (LANGUAGE, LC_ALL, LANG, …).
    """
    with as_file(files("cutthroat.i18n") / "locale") as folder:
        _current.set(gnu.translation(DOMAIN, str(folder), languages, fallback=True))


def _(message: str, **places: object) -> str:
    """The message in the reader's language, its places filled."""
    return _current.get().gettext(message).format(**places)


def _n(singular: str, plural: str, count: int, **places: object) -> str:
    """The form of the message that fits a count, its places filled; `{count}` is the count."""
    return _current.get().ngettext(singular, plural, count).format(count=count, **places)


def N_(message: str) -> str:  # noqa: N802  # the name that gettext's tools look for
    """Mark a message that is translated where it is used."""
    return message
