"""The sheets of the scorekeeper in the database."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final, TypeVar

from sqlalchemy import bindparam, delete, func, select
from sqlalchemy.exc import IntegrityError

from cutthroat.adapters.sql.database import Database
from cutthroat.adapters.sql.reading import Reading
from cutthroat.adapters.sql.schema import SHEET, SHEET_CHANGE
from cutthroat.adapters.sql.writer import Erasure, Writer
from cutthroat.scorepad.changes import Noted, noted_from, noted_json
from cutthroat.service.sheets.ports import Heading, SheetGone
from cutthroat.service.tables.ports import PersonGone

if TYPE_CHECKING:
    from sqlalchemy import Connection

T = TypeVar("T")

_HEADING: Final = select(SHEET).where(SHEET.c.id == bindparam("sheet"))
_LOG: Final = (
    select(SHEET_CHANGE.c.body)
    .where(SHEET_CHANGE.c.sheet == bindparam("sheet"))
    .where(SHEET_CHANGE.c.number > bindparam("after"))
    .order_by(SHEET_CHANGE.c.number)
)
_LAST: Final = (
    select(func.max(SHEET_CHANGE.c.number))
    .where(SHEET_CHANGE.c.sheet == SHEET.c.id)
    .correlate(SHEET)
    .scalar_subquery()
)
_SHEETS: Final = (
    select(SHEET.c.id)
    .join(SHEET_CHANGE, (SHEET_CHANGE.c.sheet == SHEET.c.id) & (SHEET_CHANGE.c.number == _LAST))
    .where(SHEET.c.owner == bindparam("owner"))
    .order_by(SHEET_CHANGE.c.moment.desc(), SHEET.c.begun.desc(), SHEET.c.id)
)


class SqlSheets:
    """A SheetStore."""

    def __init__(self, database: Database, writer: Writer, reading: Reading) -> None:
        self._writer = writer
        self._reading = reading
        self._new_sheet = database.insert(SHEET).on_conflict_do_nothing().returning(SHEET.c.id)
        self._new_change = database.insert(SHEET_CHANGE)
        self._change_if_free = self._new_change.on_conflict_do_nothing().returning(
            SHEET_CHANGE.c.number
        )

    async def begin(self, heading: Heading, log: Sequence[Noted]) -> bool:
        """Keep a new sheet with its first changes; false if there is one of that identifier.

        Raises PersonGone.
        """
        sheet = {"id": heading.identifier, "owner": heading.owner, "begun": heading.begun}
        numbered = enumerate(log, start=1)
        changes = [_values(heading.identifier, number, noted) for number, noted in numbered]

        def keep(db: Connection) -> bool:
            if db.execute(self._new_sheet, sheet).scalar() is None:
                return False
            db.execute(self._new_change, changes)
            return True

        return await self._write(keep, PersonGone(heading.owner))

    async def note(self, sheet: str, number: int, noted: Noted) -> bool:
        """Keep a change; false if the sheet has one of that number already.

        Raises SheetGone.
        """
        values = _values(sheet, number, noted)
        keep = self._change_if_free
        return await self._write(
            lambda db: db.execute(keep, values).scalar() is not None, SheetGone(sheet)
        )

    async def discard(self, sheet: str) -> None:
        """Delete a sheet with all its changes, if there is one."""
        gone = delete(SHEET).where(SHEET.c.id == sheet)
        await self._writer.do(Erasure(lambda db: db.execute(gone).rowcount))

    async def heading(self, sheet: str) -> Heading | None:
        """Whose a sheet is; None for no such sheet."""
        values = {"sheet": sheet}
        row = await self._reading.ask(lambda db: db.execute(_HEADING, values).one_or_none())
        return None if row is None else Heading(row.id, row.owner, row.begun)

    async def log(self, sheet: str, after: int = 0) -> Sequence[Noted]:
        """The changes with numbers above `after`, in order; empty for no such sheet."""
        values = {"sheet": sheet, "after": after}
        return await self._reading.ask(
            lambda db: [noted_from(bytes(body)) for body in db.scalars(_LOG, values)]
        )

    async def sheets(self, owner: str) -> Sequence[str]:
        """The identifiers of a person's sheets, the one touched last first."""
        values = {"owner": owner}
        return await self._reading.ask(lambda db: list(db.scalars(_SHEETS, values)))

    async def _write(self, job: Callable[[Connection], T], without_owner: Exception) -> T:
        """Do a job; what it wants to belong to somebody or something may be gone."""
        try:
            return await self._writer.do(job)
        except IntegrityError as error:
            raise without_owner from error


def _values(sheet: str, number: int, noted: Noted) -> dict[str, object]:
    return {"sheet": sheet, "number": number, "moment": noted.when, "body": noted_json(noted)}
