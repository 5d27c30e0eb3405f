"""The threads that read, beside the one that writes."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Final, TypeVar

from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from cutthroat.adapters.sql.database import READERS, Database, said
from cutthroat.adapters.sql.writer import Writer
from cutthroat.service.tables.ports import StoreUnavailable

if TYPE_CHECKING:
    from sqlalchemy import Connection

T = TypeVar("T")

_LONG_SECONDS: Final = 1.0


class Reading:
    """Asks a database, a few questions at once."""

    def __init__(self, database: Database, writer: Writer) -> None:
        self._database = database
        self._writer = writer
        self._threads = ThreadPoolExecutor(READERS, "cutthroat-reader")

    def close(self) -> None:
        """Answer what was asked, and nothing after it. Waits for that."""
        self._threads.shutdown()

    async def ask(self, job: Callable[[Connection], T]) -> T:
        """What a query answers, asked in another thread.

        Raises StoreUnavailable.
        """
        if self._writer.in_doubt:
            # What the last connection was at must be decided before anyone looks.
            await self._writer.do(lambda _: None)
        loop = asyncio.get_running_loop()
        try:
            future = loop.run_in_executor(self._threads, self._asked, job)
        except RuntimeError as error:
            raise StoreUnavailable("the database is closed") from error
        return await future

    def _asked(self, job: Callable[[Connection], T]) -> T:
        begun = time.monotonic()
        try:
            return self._asked_once(job)
        except SQLAlchemyError as error:
            lost = isinstance(error, DBAPIError) and error.connection_invalidated
            if not lost or time.monotonic() - begun > _LONG_SECONDS:
                raise self._told(error) from error
        # The server was restarted while the connection waited; it may be back.
        try:
            return self._asked_once(job)
        except SQLAlchemyError as error:
            raise self._told(error) from error

    def _asked_once(self, job: Callable[[Connection], T]) -> T:
        with self._database.reading.connect() as connection:
            return job(connection)

    def _told(self, error: SQLAlchemyError) -> Exception:
        """What the caller is told of an error."""
        if isinstance(error, DBAPIError) and not self._database.is_unavailable(error):
            return error
        return StoreUnavailable(said(error))
