"""What kept sheets need from the world: a log that never forgets, and whose each of them is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from cutthroat.scorepad.changes import Noted


@dataclass(frozen=True, slots=True)
class Heading:
    """What stays the same about a sheet.

    identifier: who knows it may look at the sheet.
    owner: the person who alone writes on it; the sheet is deleted with the data of this person.
    begun: the moment, milliseconds since 1970 UTC.
    """

    identifier: str
    owner: str
    begun: int


class SheetStore(Protocol):
    """The logs of all sheets. Every method raises StoreUnavailable when the database cannot do it.

    After StoreUnavailable from a write it is not known whether it was stored: read to find out.
    """

    async def begin(self, heading: Heading, log: Sequence[Noted]) -> bool:
        """Keep a new sheet with its first changes, all of it or nothing.

        False if there is one of that identifier.
        Raises PersonGone.
        """
        ...

    async def note(self, sheet: str, number: int, noted: Noted) -> bool:
        """Keep a change of that number, from 1; once this returns true it outlives a power cut.

        False, and nothing is kept, if the sheet has a change of that number already.
        Raises SheetGone.
        """
        ...

    async def discard(self, sheet: str) -> None:
        """Delete a sheet with all its changes, if there is one."""
        ...

    async def heading(self, sheet: str) -> Heading | None:
        """Whose a sheet is; None for no such sheet."""
        ...

    async def log(self, sheet: str, after: int = 0) -> Sequence[Noted]:
        """The changes with numbers above `after`, in order; empty for no such sheet."""
        ...

    async def sheets(self, owner: str) -> Sequence[str]:
        """The identifiers of a person's sheets, the one touched last first."""
        ...


class SheetGone(LookupError):  # noqa: N818  # named after what is the case
    """The sheet was deleted meanwhile."""
