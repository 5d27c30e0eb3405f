"""A database that a PostgreSQL server keeps."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any, ClassVar, Final, TypeVar

import psycopg
from sqlalchemy import URL, Engine, create_engine, event
from sqlalchemy.dialects import postgresql
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import NullPool, Pool, QueuePool

from cutthroat.adapters.sql.database import READERS, Database
from cutthroat.adapters.sql.errors import DatabaseInUse

if TYPE_CHECKING:
    from psycopg.abc import PQGen
    from sqlalchemy import Connection
    from sqlalchemy.engine.interfaces import DBAPIConnection

T = TypeVar("T")

_PATIENCE_SECONDS: Final = 2.0
_ANSWER_SECONDS: Final = 20.0
_STATEMENT_MS: Final = 15_000
_LOCK: Final = "SELECT pg_try_advisory_lock(hashtextextended('cutthroat ' || current_schema(), 0))"
_SESSION: Final = (
    f"SET statement_timeout = {_STATEMENT_MS}",
    # What is committed outlives the machine's power, whatever the server's own setting.
    "SELECT set_config('synchronous_commit', 'on', false)"
    " WHERE current_setting('synchronous_commit') = 'off'",
)
_OPTIONS: Final[dict[str, str | int]] = {
    "application_name": "cutthroat",
    "client_encoding": "utf8",
    "connect_timeout": 5,  # seconds
    # A server that fell off the network is missed within 15 seconds.
    "keepalives_idle": 5,
    "keepalives_interval": 3,
    "keepalives_count": 3,
    "tcp_user_timeout": 15_000,
}
_UNAVAILABLE: Final = (
    psycopg.OperationalError,
    psycopg.InterfaceError,
    psycopg.errors.ReadOnlySqlTransaction,  # it has become another's standby
)


class PostgresDatabase(Database):
    """A database that this process alone serves from.

    The connection that writes holds a lock of the server's. So nothing is written without the
    lock; and when a new connection has got it, what the old one was at is done or undone.
    """

    begin: ClassVar[str] = "BEGIN"
    leaves_doubt: ClassVar[bool] = True
    insert = staticmethod(postgresql.insert)

    def __init__(self, url: URL) -> None:
        place = URL.create("postgresql", None, None, url.host, url.port, url.database)
        super().__init__(place.render_as_string())
        self._writing_engine = _engine(url, NullPool, ())
        self._reading_engine = _engine(
            url,
            QueuePool,
            ("SET default_transaction_read_only = on",),
            pool_size=READERS,
            max_overflow=0,
        )

    @property
    def reading(self) -> Engine:
        """Where reading connections come from."""
        return self._reading_engine

    def connect(self) -> Connection:
        """The connection that writes, with the lock.

        A server that was killed holds its lock until that is noticed, hence some patience.
        Raises DatabaseInUse, SQLAlchemyError.
        """
        connection = self._writing_engine.connect()
        until = time.monotonic() + _PATIENCE_SECONDS
        try:
            while not connection.exec_driver_sql(_LOCK).scalar_one():
                if time.monotonic() > until:
                    raise DatabaseInUse(self.address)
                time.sleep(0.1)
        except BaseException:
            connection.close()
            raise
        return connection

    def is_unavailable(self, error: DBAPIError) -> bool:
        """Whether the server or the way to it is at fault, and not what was asked of it."""
        return error.connection_invalidated or isinstance(error.orig, _UNAVAILABLE)

    def close(self) -> None:
        """Let go of the database."""
        super().close()
        self._writing_engine.dispose()


class _Impatient(psycopg.Connection[Any]):
    """A connection that gives up on a server that is there but does not answer.

    The server's own timeout ends a statement that takes long, but not the wait for a server that
    is stopped or frozen.
    """

    def wait(self, gen: PQGen[T], *args: Any, **kwargs: Any) -> T:  # noqa: ANN401
        """Wait for the answer to a command.

        Raises OperationalError after 20 seconds, and the connection is closed.
        """
        try:
            return super().wait(_bounded(gen), *args, **kwargs)
        except _NoAnswer:
            self.close()
            raise


class _NoAnswer(psycopg.OperationalError):
    """The server has not answered in time."""


def _bounded(gen: PQGen[T]) -> PQGen[T]:
    """The steps of a wait, until the time is up. A step that is sent 0 has waited in vain."""
    until = time.monotonic() + _ANSWER_SECONDS
    try:
        wanted = next(gen)
        while True:
            ready = yield wanted
            if not ready and time.monotonic() > until:
                raise _NoAnswer("no answer")
            wanted = gen.send(ready)
    except StopIteration as done:
        return done.value  # type: ignore[no-any-return]


def _engine(url: URL, poolclass: type[Pool], statements: tuple[str, ...], **options: int) -> Engine:
    engine = create_engine(
        url.set(drivername="postgresql+psycopg"),
        # What the address says itself goes before.
        connect_args={key: _OPTIONS[key] for key in _OPTIONS.keys() - url.query.keys()},
        poolclass=poolclass,
        isolation_level="AUTOCOMMIT",
        hide_parameters=True,
        paramstyle="format",
        **options,
    )

    @event.listens_for(engine, "do_connect")
    def _connect(
        _dialect: object, _record: object, args: list[Any], options: dict[str, Any]
    ) -> _Impatient:
        return _Impatient.connect(*args, **options)

    @event.listens_for(engine, "connect")
    def _connected(connection: DBAPIConnection, _record: object) -> None:
        cursor = connection.cursor()
        for statement in (*_SESSION, *statements):
            cursor.execute(statement)
        cursor.close()

    return engine
