"""The saved matches, read for a list."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from cutthroat.core.errors import CutthroatError
from cutthroat.core.match import Match, Over, replay
from cutthroat.record.header import Header
from cutthroat.service.ports import Library, LibraryError
from cutthroat.service.saved import NotResumable, read_saved


@dataclass(frozen=True, slots=True)
class Saved:
    """A saved match that could be read.

    match: None before its first event.
    """

    name: str
    header: Header
    match: Match | None

    @property
    def over(self) -> bool:
        """Whether it is finished."""
        return self.match is not None and isinstance(self.match.phase, Over)


def shelf(library: Library) -> Iterator[Saved | str]:
    """Every saved match, the last one touched first; just its name if it cannot be read."""
    for name in library.names():
        yield _read(library, name) or name


def unfinished(library: Library) -> str | None:
    """The name of the unfinished match that was touched last; None if there is none."""
    return next(
        (saved.name for saved in shelf(library) if isinstance(saved, Saved) and not saved.over),
        None,
    )


def _read(library: Library, name: str) -> Saved | None:
    try:
        record = read_saved(library.read(name))
    except (LibraryError, NotResumable, CutthroatError, OSError):
        return None
    return Saved(name, record.header, replay(record.events) if record.events else None)
