"""The one thread that writes, in groups: what waits while one is stored makes the next."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from threading import Thread
from typing import TYPE_CHECKING, Any, Final, Generic, TypeAlias, TypeVar

from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from cutthroat.adapters.sql.appending import Appender, marks_its_table
from cutthroat.adapters.sql.database import Database, said
from cutthroat.adapters.sql.errors import DatabaseInUse
from cutthroat.service.tables.ports import Entry, StoreUnavailable

if TYPE_CHECKING:
    from sqlalchemy import Connection

T = TypeVar("T")
Job: TypeAlias = "Callable[[Connection], Any]"
"""What is to be done in a transaction. It may be done twice, the first time in vain."""
_Request: TypeAlias = "tuple[asyncio.Future[Any], Entry | Job]"
_Settled: TypeAlias = "tuple[asyncio.Future[Any], object]"

_LARGEST_GROUP: Final = 64
_LONG_SECONDS: Final = 1.0
_CLOSING: Final = "the database is being closed"


@dataclass(frozen=True, slots=True)
class Erasure(Generic[T]):
    """A job that deletes what is a person's own: when it is answered, no file of ours has it.

    A reader can keep it there; then it is gone soon after that reader is.
    """

    job: Callable[[Connection], T]

    def __call__(self, connection: Connection) -> T:
        """Do the job."""
        return self.job(connection)


class Writer:
    """A queue of what is to be written, and the thread that stores it in the order of the queue.

    A future is resolved when what it stands for is on the disk, or certainly is not, or when the
    database could not do it, with StoreUnavailable.

    groups, appends: how many were stored since the start.
    in_doubt: whether something may still be stored that was answered with StoreUnavailable. It
        ends with the next request that is done.
    """

    def __init__(self, database: Database) -> None:
        self.groups = 0
        self.appends = 0
        self.in_doubt = False
        self._database = database
        self._appender = Appender(database)
        self._queue: SimpleQueue[_Request | None] = SimpleQueue()
        self._to_wipe = False
        self._closing = False
        self._ended = False
        self._thread = Thread(target=self._run, name="cutthroat-writer", daemon=True)
        self._thread.start()

    def append(self, entry: Entry) -> asyncio.Future[bool]:
        """Ask for an entry to be stored, from a running event loop."""
        return self._ask(entry)

    def do(self, job: Callable[[Connection], T]) -> asyncio.Future[T]:
        """Ask for something else to be done, from a running event loop."""
        return self._ask(job)

    def close(self) -> None:
        """Store what was asked for, and nothing after it. Waits for that."""
        if not self._closing:
            self._closing = True
            self._queue.put(None)
        self._thread.join()

    def _ask(self, what: Entry | Job) -> asyncio.Future[Any]:
        future = asyncio.get_running_loop().create_future()
        if self._closing:
            future.set_exception(StoreUnavailable(_CLOSING))
            return future
        self._queue.put((future, what))
        if self._ended:  # between the two lines above
            self._refuse(_CLOSING)
        return future

    def _run(self) -> None:
        going_on = True
        while going_on:
            group: list[_Request] = []
            going_on = self._take(group)
            if group:
                self._serve(group)
        self._ended = True
        self._refuse(_CLOSING)

    def _serve(self, group: list[_Request]) -> None:
        begun = time.monotonic()
        try:
            outcomes = self._store(group)
        except Exception as error:  # noqa: BLE001  # whatever it is, the thread must go on
            outcomes = [StoreUnavailable(repr(error)) for _ in group]
        if self._to_wipe:
            self._wipe(patient=any(isinstance(what, Erasure) for _, what in group))
        _tell((future, outcome) for (future, _), outcome in zip(group, outcomes, strict=True))
        last = outcomes[-1]
        if isinstance(last, StoreUnavailable) and time.monotonic() - begun > _LONG_SECONDS:
            self._refuse(*last.args)  # those that came meanwhile would wait as long for the same

    def _wipe(self, *, patient: bool) -> None:
        """Leave no trace of what was deleted, now or after a later group.

        Whatever goes wrong, the deletion itself has been done.
        """
        with suppress(DatabaseInUse, SQLAlchemyError):
            self._to_wipe = not self._database.wipe(patient=patient)

    def _take(self, group: list[_Request]) -> bool:
        """Wait for requests and add those that wait to a group; false after the last one."""
        while (request := self._queue.get()) is not None:
            group.append(request)
            if len(group) == _LARGEST_GROUP or self._queue.empty():
                return True
        return False

    def _store(self, group: list[_Request]) -> Sequence[object]:
        """What came of each request of a group: an answer or an exception."""
        try:
            outcomes = self._together([what for _, what in group])
        except (DatabaseInUse, SQLAlchemyError) as error:
            if self._is_unavailable(error):
                self.in_doubt = self._database.leaves_doubt
                self._database.drop()
                return [StoreUnavailable(said(error)) for _ in group]
            return self._one_by_one(group, error)
        except Exception as error:  # noqa: BLE001  # whatever a driver makes of what was asked
            return self._one_by_one(group, error)
        self.in_doubt = False
        self.groups += 1
        return outcomes

    def _together(self, group: list[Entry | Job]) -> Sequence[object]:
        entries = [what for what in group if isinstance(what, Entry)]
        if len(entries) == len(group) and not any(map(marks_its_table, entries)):
            kept = self._appender.append(self._database.writing(), entries)
        else:
            with self._database.transaction() as connection:
                kept = self._in_turn(connection, group)
        self.appends += len(entries)
        return kept

    def _in_turn(self, connection: Connection, group: list[Entry | Job]) -> list[Any]:
        """Do everything in its order, neighbouring entries at once."""
        outcomes: list[Any] = []
        run: list[Entry] = []
        for what in group:
            if isinstance(what, Entry):
                run.append(what)
                continue
            outcomes += self._appender.append_and_mark(connection, run)
            run = []
            self._to_wipe |= isinstance(what, Erasure)
            outcomes.append(what(connection))
        return outcomes + self._appender.append_and_mark(connection, run)

    def _one_by_one(self, group: list[_Request], error: Exception) -> Sequence[object]:
        """Find the request that spoiled the group, which has left nothing behind."""
        if len(group) == 1:
            return [error]
        outcomes: list[object] = []
        for request in group:
            outcomes += self._store([request])
            if isinstance(outcomes[-1], StoreUnavailable):
                # The others would only wait for the same.
                rest = len(group) - len(outcomes)
                outcomes += [StoreUnavailable(*outcomes[-1].args) for _ in range(rest)]
                break
        return outcomes

    def _is_unavailable(self, error: Exception) -> bool:
        if isinstance(error, DBAPIError):
            return self._database.is_unavailable(error)
        return isinstance(error, DatabaseInUse)

    def _refuse(self, *why: str) -> None:
        """Answer all that waits with StoreUnavailable."""
        waiting: list[_Request | None] = []
        with suppress(Empty):
            while True:
                waiting.append(self._queue.get_nowait())
        _tell((request[0], StoreUnavailable(*why)) for request in waiting if request is not None)
        if None in waiting and not self._ended:
            self._queue.put(None)


def _tell(settled: Iterable[_Settled]) -> None:
    """Wake each event loop once for all its futures."""
    by_loop: dict[asyncio.AbstractEventLoop, list[_Settled]] = {}
    for pair in settled:
        by_loop.setdefault(pair[0].get_loop(), []).append(pair)
    for loop, pairs in by_loop.items():
        try:
            loop.call_soon_threadsafe(_settle, pairs)
        except RuntimeError:
            continue  # the loop is closed, and nobody waits any more


def _settle(pairs: list[_Settled]) -> None:
    for future, outcome in pairs:
        if future.done():  # whoever waited was cancelled
            continue
        if isinstance(outcome, Exception):
            future.set_exception(outcome)
        else:
            future.set_result(outcome)
