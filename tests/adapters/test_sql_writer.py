"""The writer's groups: what shares one, and what happens when one of them cannot be done."""

import asyncio
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, text
from sqlalchemy.exc import DBAPIError, ProgrammingError

from cutthroat.adapters.sql.opening import open_database
from cutthroat.adapters.sql.writer import Writer
from cutthroat.service.tables.ports import Person, StoreUnavailable, Waits
from tests.kit.databases import entry, in_loop, opened

UNSTORABLE = "\ud800"
"""Half a character, which no driver can encode."""


def broken(connection: Connection) -> None:
    connection.execute(text("SELECT * FROM nowhere"))


def absurd(_connection: Connection) -> None:
    raise ZeroDivisionError


async def outcomes(*asked: "asyncio.Future[Any]") -> list[Any]:
    return await asyncio.gather(*asked, return_exceptions=True)


@in_loop
async def test_what_waits_is_stored_as_one_group(address: str) -> None:
    writer = Writer(database := open_database(address))
    held = asyncio.Event()
    loop = asyncio.get_running_loop()
    gate = asyncio.run_coroutine_threadsafe

    def hold(_connection: Connection) -> None:
        gate(held.wait(), loop).result()

    first = writer.do(hold)
    await asyncio.sleep(0.05)
    rest = [writer.append(entry(f"t{i}", 1)) for i in range(20)]
    held.set()
    await asyncio.gather(first, *rest)
    await asyncio.to_thread(writer.close)
    database.close()
    assert (writer.groups, writer.appends) == (2, 20)


@pytest.mark.parametrize("number", [1, 2])
@pytest.mark.parametrize("spoiler", [broken, absurd])
@in_loop
async def test_a_fault_is_the_culprits_alone(
    address: str, number: int, spoiler: Callable[[Connection], None]
) -> None:
    writer = Writer(database := open_database(address))
    told = await outcomes(
        writer.append(entry("t", number)),
        writer.append(entry(UNSTORABLE, number)),
        writer.do(spoiler),
        writer.append(entry("t", number)),
        writer.do(lambda db: db.execute(text("SELECT count(*) FROM log")).scalar()),
    )
    assert told[0] is True
    assert isinstance(told[1], UnicodeEncodeError)
    assert isinstance(told[2], DBAPIError | ZeroDivisionError)
    assert told[3:] == [False, 1]
    assert await writer.append(entry("u", number))
    await asyncio.to_thread(writer.close)
    database.close()


@in_loop
async def test_a_fault_keeps_the_connection(address: str) -> None:
    database = open_database(address)
    writer = Writer(database)
    before = database.writing()
    with pytest.raises(ProgrammingError if "postgres" in address else DBAPIError):
        await writer.do(broken)
    assert database.writing() is before
    await asyncio.to_thread(writer.close)
    database.close()


@in_loop
async def test_a_name_that_cannot_be_stored_harms_nobody_else(address: str) -> None:
    async with opened(address) as store:
        told = await asyncio.gather(
            store.add_person(Person("a", "Ada", 1)),
            store.add_person(Person("b", UNSTORABLE, 1)),
            store.append(entry("t", 1)),
            store.append(entry("u", 1, waits=Waits.NOBODY)),
            return_exceptions=True,
        )
        assert isinstance(told[1], UnicodeEncodeError)
        assert [told[0], told[2], told[3]] == [None, True, True]
        assert [await store.person("a"), await store.person("b")] == [Person("a", "Ada", 1), None]


@in_loop
async def test_who_no_longer_waits_disturbs_nobody(address: str) -> None:
    async with opened(address) as store:
        asked = [asyncio.ensure_future(store.append(entry("t", n))) for n in range(1, 20)]
        await asyncio.sleep(0)
        for future in asked[::2]:
            future.cancel()
        told = await asyncio.gather(*asked, return_exceptions=True)
        assert told[1::2] == [True] * 9
        assert await store.append(entry("t", 20))


def test_an_event_loop_that_is_closed_disturbs_nobody(address: str) -> None:
    writer = Writer(database := open_database(address))

    async def ask_and_go() -> None:
        for number in range(1, 50):
            _ = writer.append(entry("t", number))

    async def ask() -> bool:
        return await writer.append(entry("t", 50))

    asyncio.run(ask_and_go())
    assert asyncio.run(ask())
    writer.close()
    database.close()


def test_nobody_is_left_waiting_who_asks_while_it_closes(address: str) -> None:
    async def scenario() -> None:
        writer = Writer(database := open_database(address))
        closing = asyncio.create_task(asyncio.to_thread(writer.close))
        asked = []
        for number in range(1, 2000):
            asked.append(writer.append(entry("t", number)))
            if number % 100 == 0:
                await asyncio.sleep(0)
        told = await asyncio.wait_for(outcomes(*asked), 30)
        await closing
        assert {type(one) for one in told} <= {bool, StoreUnavailable}
        kept = database.reading.connect()
        assert kept.execute(text("SELECT count(*) FROM log")).scalar() == told.count(True)
        kept.close()
        database.close()

    asyncio.run(scenario())


@in_loop
async def test_a_full_database_refuses_and_recovers(tmp_path: Path) -> None:
    big = b"x" * 50_000
    database = open_database(f"sqlite:///{tmp_path}/tables.db")
    writer = Writer(database)
    pages = database.writing().exec_driver_sql("PRAGMA page_count").scalar()
    assert pages is not None
    await writer.do(lambda db: db.exec_driver_sql(f"PRAGMA max_page_count = {pages + 5}").close())
    with pytest.raises(StoreUnavailable, match="full"):
        await writer.append(entry("t", 1, body=big))
    # A new connection knows no such bound.
    assert await writer.append(entry("t", 1, body=big))
    await asyncio.to_thread(writer.close)
    database.close()


@in_loop
async def test_a_file_that_another_program_locks_is_unavailable_for_a_while(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cutthroat.adapters.sql.sqlite._BUSY_SECONDS", 0.2)
    async with opened(f"sqlite:///{tmp_path}/tables.db") as store:
        await store.append(entry("t", 1))
        other = sqlite3.connect(tmp_path / "tables.db", isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        for number in (1, 2):
            with pytest.raises(StoreUnavailable, match="locked"):
                await store.append(entry("u", number))
        assert len(await store.entries("t")) == 1
        other.execute("ROLLBACK")
        other.close()
        assert await store.append(entry("u", 1))


@in_loop
async def test_the_thread_outlives_what_nobody_thought_of(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(address) as store:
        with monkeypatch.context() as patch:
            patch.setattr("cutthroat.adapters.sql.database.Database.drop", lambda _: 1 / 0)
            patch.setattr(Writer, "_is_unavailable", lambda *_: True)
            with pytest.raises(StoreUnavailable, match="ZeroDivisionError"):
                await store._writer.do(broken)
        assert await store.append(entry("t", 1))
