"""Languages that a test makes up, in the place of those that are shipped."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo

from cutthroat.i18n import catalogue
from tools.catalogue import template

Messages = Mapping[str | tuple[str, str], str | tuple[str, ...]]


def compile_catalogue(folder: Path, language: str, messages: Messages) -> None:
    """Write the catalogue of a language under a folder."""
    made = Catalog(language)
    for message, translation in messages.items():
        made.add(message, translation)
    place = folder / "locale" / language / "LC_MESSAGES" / f"{catalogue.DOMAIN}.mo"
    place.parent.mkdir(parents=True)
    with place.open("wb") as file:
        write_mo(file, made)


@contextmanager
def spoken_from(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Have the catalogues under a folder be all that there are."""
    monkeypatch.setattr(catalogue, "files", lambda _package: folder)
    _forget()
    yield
    _forget()


def _forget() -> None:
    catalogue._catalogue.cache_clear()
    catalogue.languages.cache_clear()


def bracketed(language: str) -> Messages:
    """Every message of the program between ⟦ and ⟧, as if it were a language."""
    forms = Catalog(language).num_plurals
    made: dict[str | tuple[str, str], str | tuple[str, ...]] = {}
    for message in template():
        if isinstance(message.id, tuple | list):
            one, many = message.id
            made[one, many] = (f"⟦{one}⟧", *[f"⟦{many}⟧"] * (forms - 1))
        elif message.id:
            made[message.id] = f"⟦{message.id}⟧"
    return made
