"""Machines that die, fill up, stop and come back: what was acknowledged is there, once."""

import asyncio
import os
import resource
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from cutthroat.service.tables.ports import StoreUnavailable
from tests.kit.databases import Postgres, child, entry, in_loop, opened

pytestmark = pytest.mark.slow


@contextmanager
def no_file_longer_than(size: int) -> Iterator[None]:
    """As on a full disk, for this process: nothing can be written beyond so many bytes."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@in_loop
async def test_a_full_disk_refuses_until_there_is_room(tmp_path: Path) -> None:
    async with opened(f"sqlite:///{tmp_path}/tables.db") as store:
        kept = [n for n in range(1, 21) if await store.append(entry("t", n, body=b"x" * 2000))]
        refused = []
        with no_file_longer_than((tmp_path / "tables.db-wal").stat().st_size + 20_000):
            for number in range(21, 61):
                try:
                    assert await store.append(entry("t", number, body=b"x" * 2000))
                    kept.append(number)
                except StoreUnavailable:
                    refused.append(number)
            assert [e.number for e in await store.entries("t")] == kept
        assert refused
        assert len(kept) > 20
        for number in refused:
            assert await store.append(entry("t", number))
        assert [e.number for e in await store.entries("t")] == list(range(1, 61))


@pytest.mark.parametrize("pause", [0.0, 0.4])
def test_what_was_acknowledged_outlives_kill_9(address: str, pause: float) -> None:
    with child("append_for_ever(sys.argv[1])", address) as server:
        assert server.stdout is not None
        said = [server.stdout.readline() for _ in range(20)]
        time.sleep(pause)
        server.kill()
        said += server.stdout
        assert server.stderr is not None
        assert server.stderr.read() == ""
    if not said[-1].endswith("\n"):
        said.pop()
    told: dict[str, list[int]] = {}
    for table, number in map(str.split, said):
        told.setdefault(table, []).append(int(number))

    async def read() -> dict[str, list[int]]:
        async with opened(address) as store:
            return {t: [e.number for e in await store.entries(t)] for t in told}

    stored = asyncio.run(read())
    for table, numbers in told.items():
        assert numbers == list(range(1, len(numbers) + 1))
        # One more may be there that it had no time to tell of.
        assert stored[table] in (numbers, [*numbers, len(numbers) + 1])


@pytest.mark.parametrize("pause", [0.0, 6.0])
@in_loop
async def test_a_server_that_was_restarted_is_found_again(
    own_postgres: Postgres, pause: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(own_postgres.new_database()) as store:
        assert await store.append(entry("t", 1))
        assert len(await store.entries("t")) == 1
        clock = time.monotonic
        stopped = clock()
        own_postgres.stop()
        own_postgres.start()
        took = clock() - stopped  # some seconds on a busy machine; here it is the pause that counts
        monkeypatch.setattr(time, "monotonic", lambda: clock() - took + pause)
        if pause:
            assert await store.append(entry("t", 2))  # nobody noticed
        else:
            with pytest.raises(StoreUnavailable):
                await store.append(entry("t", 2))
            assert len(await store.entries("t")) == 1
            assert await store.append(entry("t", 2))
        assert len(await store.entries("t")) == 2


@in_loop
async def test_a_server_that_stops_amid_appends_loses_and_doubles_nothing(
    own_postgres: Postgres,
) -> None:
    ended = asyncio.Event()
    all_failed = asyncio.Event()
    failed: set[str] = set()

    async def play(table: str) -> list[bytes]:
        """Append as the service does: after a failure, read what is there."""
        kept: list[bytes] = []
        while not ended.is_set():
            body = os.urandom(4)
            try:
                assert await store.append(entry(table, len(kept) + 1, body=body))
            except StoreUnavailable:
                failed.add(table)
                if len(failed) == len(players):
                    all_failed.set()
                kept = await found(table)
                continue
            kept.append(body)
        return kept

    async def found(table: str) -> list[bytes]:
        while True:
            try:
                return [e.body for e in await store.entries(table)]
            except StoreUnavailable:
                await asyncio.sleep(0.05)

    async with opened(own_postgres.new_database()) as store:
        players = [asyncio.create_task(play(table)) for table in "abcdefgh"]
        await asyncio.sleep(0.3)
        await asyncio.to_thread(own_postgres.stop)
        await asyncio.wait_for(all_failed.wait(), 20)
        begun = time.monotonic()
        with pytest.raises(StoreUnavailable):
            await store.append(entry("z", 1))
        with pytest.raises(StoreUnavailable):
            await store.entries("z")
        assert time.monotonic() - begun < 5
        await asyncio.to_thread(own_postgres.start)
        await asyncio.wait_for(found("a"), 10)
        await asyncio.sleep(0.3)
        ended.set()
        for table, kept in zip("abcdefgh", await asyncio.gather(*players), strict=True):
            assert await found(table) == kept
            assert len(kept) > 10


def writer_of(server: Postgres) -> int:
    """The process of the PostgreSQL server that our writing connection talks to."""
    ((pid,),) = server.execute("SELECT pid FROM pg_locks WHERE locktype = 'advisory'")
    assert isinstance(pid, int)
    return pid


@in_loop
async def test_a_server_that_freezes_is_given_up_and_leaves_no_doubt(
    own_postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cutthroat.adapters.sql.postgresql._ANSWER_SECONDS", 0.5)
    monkeypatch.setattr("cutthroat.adapters.sql.postgresql._PATIENCE_SECONDS", 0.5)
    async with opened(own_postgres.new_database()) as store:
        await store.append(entry("t", 1))
        frozen = writer_of(own_postgres)
        os.kill(frozen, signal.SIGSTOP)
        try:
            with pytest.raises(StoreUnavailable, match="no answer"):
                await store.append(entry("t", 2))
            # It has the statement and may still do it: nobody may look before that is decided.
            with pytest.raises(StoreUnavailable):
                await store.entries("t")
            with pytest.raises(StoreUnavailable):
                await store.append(entry("t", 2))
        finally:
            os.kill(frozen, signal.SIGCONT)
        there = len(await store.entries("t")) == 2
        assert await store.append(entry("t", 2)) is not there
        assert len(await store.entries("t")) == 2


@in_loop
async def test_a_connection_that_is_ended_is_made_anew_with_its_lock(
    own_postgres: Postgres,
) -> None:
    address = own_postgres.new_database()
    async with opened(address) as store:
        await store.append(entry("t", 1))
        first = writer_of(own_postgres)
        own_postgres.execute(f"SELECT pg_terminate_backend({first})")
        with pytest.raises(StoreUnavailable):
            await store.append(entry("t", 2))
        assert await store.append(entry("t", 2))
        assert writer_of(own_postgres) != first


@in_loop
async def test_a_server_that_lost_its_place_to_another_writes_nothing(
    own_postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = own_postgres.new_database()
    async with opened(address) as store:
        await store.append(entry("t", 1))
        with monkeypatch.context() as patch:
            # For as long as our own connection is away, another server is quicker.
            patch.setattr("cutthroat.adapters.sql.postgresql._PATIENCE_SECONDS", 0.2)
            own_postgres.execute(f"SELECT pg_terminate_backend({writer_of(own_postgres)})")
            async with opened(address) as other:
                for _ in range(2):
                    with pytest.raises(StoreUnavailable):
                        await store.append(entry("t", 2))
                with pytest.raises(StoreUnavailable):
                    await store.entries("t")
                assert await other.append(entry("t", 2, body=b"other"))
        assert not await store.append(entry("t", 2))
        assert [e.body for e in await store.entries("t")] == [b"[]", b"other"]
