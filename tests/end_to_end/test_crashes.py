"""The server is killed, loses its database, and is told to stop, with players at its tables."""

from __future__ import annotations

import asyncio
import os
import resource
import signal
import socket
import statistics
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from random import Random

import pytest
from sqlalchemy import create_engine, text

from tests.end_to_end.load import (
    PLANS,
    Answer,
    Line,
    Load,
    Logs,
    Plan,
    kill_again_and_again,
    until,
)
from tests.end_to_end.server import ROOT, Server, running_server
from tests.end_to_end.terminal import environment
from tests.kit.databases import Postgres

KILLS = int(os.environ.get("CUTTHROAT_TEST_KILLS", "6"))
"""How often the server is killed; hundreds are for a run by hand, with `-s` for the figures."""


@asynccontextmanager
async def played(server: Server, bots: int = 2) -> AsyncIterator[Load]:
    """Tables where people and bots play while the block runs; then all that was told is checked."""
    load = Load(Line(server.address), Random(server.port), pause=0.02)
    await load.add_bots(bots)
    async with asyncio.TaskGroup() as tasks:
        playing = tasks.create_task(load.run(PLANS))
        await until(lambda: load.moves > 20)
        yield load
        load.enough.set()
        await asyncio.wait_for(playing, 120)
    await load.check()
    idle = [player for player in load.players if not player.done]
    newest = sum(plan.people for plan in PLANS)  # tables that were made just before the end
    assert len(idle) <= newest
    assert '"fault"' not in server.told()


async def goes_on(count: Callable[[], int], more: int = 50) -> float:
    """Wait until there is more of something; the seconds that it took."""
    before = count()
    return await until(lambda: count() > before + more)


# Killed


@pytest.mark.slow
def test_nothing_that_anybody_saw_is_lost_when_the_server_is_killed(
    address: str, tmp_path: Path
) -> None:
    async def scenario(server: Server) -> None:
        async with played(server, bots=6) as load:
            came = await kill_again_and_again(server, load, KILLS, (0.2, 1.2))
        print(
            f"{came.kills} kills; {load.moves} moves of people, {load.seen} events seen,"
            f" {sum(reader.breaks for reader in load.readers)} streams broken;"
            f" {len(came.bots_after)} times bots went on with nobody there, after"
            f" {statistics.median(came.bots_after):.2f} s, at the latest"
            f" {max(came.bots_after):.2f} s"
        )
        assert statistics.median(came.bots_after) < 2

    with running_server(tmp_path, "--bot-seconds", "0.15", database=address) as server:
        asyncio.run(scenario(server))


def thinking(server: Server) -> set[int]:
    """The processes of a server that bots think in."""
    parent = server.process.pid
    return {pid for pid, (of, does) in processes().items() if of == parent and "spawn_main" in does}


def processes() -> dict[int, tuple[int, str]]:
    """All processes that run, each with its parent and its command."""
    told = subprocess.run(
        ["ps", "-e", "-w", "-w", "-o", "pid=,ppid=,stat=,args="],
        capture_output=True,
        text=True,
        check=True,
    )
    rows = (line.split(maxsplit=3) for line in told.stdout.splitlines())
    return {int(pid): (int(of), does) for pid, of, stat, does in rows if "Z" not in stat}


@pytest.mark.slow
def test_bots_go_on_when_the_processes_that_they_think_in_are_killed(tmp_path: Path) -> None:
    async def scenario(server: Server) -> None:
        logs = Logs(server.database)
        async with played(server, bots=12) as load:
            for _ in range(4):
                await until(lambda: thinking(server))
                for process in thinking(server):
                    os.kill(process, signal.SIGKILL)
                await goes_on(lambda: sum(logs.last()[table][0] for table in load.bot_tables))
        assert "bot failed" not in server.told()

    with running_server(tmp_path, "--bot-seconds", "0.02") as server:
        asyncio.run(scenario(server))


# The database is away


async def takes_away(load: Load, away: Callable[[], object], back: Callable[[], object]) -> None:
    """See what players meet while the store is away, and that all goes on when it is back."""
    table = (await load.seat(Plan(2)))[0]
    await asyncio.to_thread(away)
    breaks = sum(reader.breaks for reader in load.readers)
    load.line.refused.clear()
    await until(lambda: len(load.line.refused) > 20)
    moves = load.moves
    await until(lambda: len(load.line.refused) > 40)
    assert load.moves < moves + len(load.players), "only answers that were on their way"
    seen = await load.line.ask("GET", table.path)
    assert seen.status == 200, "what is in memory can be looked at"
    await asyncio.to_thread(back)
    for answer in load.line.refused:
        check_unavailable(answer)
    took = await goes_on(lambda: load.moves)
    print(f"{len(load.line.refused)} refused; 50 moves within {took:.1f} s")
    assert sum(reader.breaks for reader in load.readers) == breaks, "streams wait"


def check_unavailable(answer: Answer) -> None:
    assert answer.status == 503
    assert int(answer.headers["retry-after"]) >= 1
    assert answer.reason == "store_away"
    assert answer.json["message"]


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(resource, "prlimit"), reason="limits of another process")
def test_a_full_disk_loses_nothing_and_is_got_over(tmp_path: Path) -> None:
    """A limit on the size of files stands for the disk: each write meets an error of the system."""

    async def scenario(server: Server) -> None:
        async with played(server) as load:
            limits = partial(resource.prlimit, server.process.pid, resource.RLIMIT_FSIZE)
            before = limits()
            for _ in range(2):
                async with load.settled:
                    full = partial(limits, (1, before[1]))
                    await takes_away(load, full, partial(limits, before))

    with running_server(tmp_path, "--bot-seconds", "0.02") as server:
        asyncio.run(scenario(server))


@pytest.mark.slow
def test_a_database_that_goes_and_comes_back_loses_nothing(
    own_postgres: Postgres, tmp_path: Path
) -> None:
    async def scenario(server: Server) -> None:
        async with played(server) as load:
            for _ in range(3):
                async with load.settled:
                    await takes_away(load, own_postgres.stop, own_postgres.start)

    database = own_postgres.new_database()
    with running_server(tmp_path, "--bot-seconds", "0.02", database=database) as server:
        asyncio.run(scenario(server))


@pytest.mark.slow
def test_a_server_that_was_killed_while_its_database_was_away_comes_back(
    own_postgres: Postgres, tmp_path: Path
) -> None:
    async def scenario(server: Server) -> None:
        async with played(server) as load:
            async with load.settled:
                await asyncio.to_thread(own_postgres.stop)
                await until(lambda: load.line.refused)
                await asyncio.to_thread(server.kill)
                await asyncio.to_thread(own_postgres.start)
                await asyncio.to_thread(server.start)
            await goes_on(lambda: load.moves)

    database = own_postgres.new_database()
    with running_server(tmp_path, "--bot-seconds", "0.02", database=database) as server:
        asyncio.run(scenario(server))


# Told to stop


@pytest.mark.slow
@pytest.mark.parametrize("told", [signal.SIGTERM, signal.SIGINT])
def test_a_server_that_is_told_to_stop_finishes_and_ends(
    told: signal.Signals, address: str, tmp_path: Path
) -> None:
    async def scenario(server: Server) -> None:
        took: list[float] = []
        async with played(server) as load:
            for _ in range(2):
                async with load.settled:
                    await until(lambda: thinking(server))
                    bots = thinking(server)
                    begun = time.monotonic()
                    for _ in range(3):  # people press Ctrl-C until something happens
                        server.process.send_signal(told)
                    status = await asyncio.to_thread(server.process.wait)
                    took.append(time.monotonic() - begun)
                    assert status == 0
                    await until(partial(are_gone, bots))
                    await asyncio.to_thread(server.start)
                await goes_on(lambda: load.moves)
            print(f"{told.name}: ended after", took)
            assert min(took) < 3
        assert server.told() == ""

    with running_server(tmp_path, "--bot-seconds", "0.02", database=address) as server:
        asyncio.run(scenario(server))


def are_gone(some: set[int]) -> bool:
    return some.isdisjoint(processes())


@pytest.mark.slow
def test_streams_are_ended_and_not_broken(tmp_path: Path) -> None:
    async def scenario(server: Server) -> None:
        load = Load(Line(server.address), Random(1))
        player = (await load.seat(Plan(2)))[0]
        frames = load.line.frames(f"{player.path}/stream", player.token)
        await anext(frames)
        server.process.send_signal(signal.SIGTERM)
        with pytest.raises(StopAsyncIteration):
            await anext(frames)
        assert await asyncio.to_thread(server.process.wait) == 0

    with running_server(tmp_path) as server:
        asyncio.run(scenario(server))


# Not started


def refused(home: Path, database: str, *options: str) -> str:
    """What a server says that does not start, on one line."""
    command = [sys.executable, "-m", "cutthroat", "serve", "--database", database, *options]
    ended = subprocess.run(
        command,
        capture_output=True,
        text=True,
        timeout=60,
        env=environment(home) | {"PYTHONPATH": str(ROOT / "src")},
        check=False,
    )
    assert ended.returncode == 1, ended
    assert not ended.stdout
    assert "Traceback" not in ended.stderr
    assert ended.stderr.startswith("Error: ")
    return " ".join(ended.stderr.split())


@pytest.mark.slow
def test_a_second_server_on_one_database_says_so(address: str, tmp_path: Path) -> None:
    with running_server(tmp_path, database=address) as server:
        said = refused(tmp_path, address, "--port", "0")
        assert "server" in said
        assert asyncio.run(Line(server.address).ask("GET", "/healthz")).status == 200


@pytest.mark.slow
def test_a_database_of_a_newer_release_is_left_alone(address: str, tmp_path: Path) -> None:
    with running_server(tmp_path, database=address) as server:
        server.stop()
    engine = create_engine(address.replace("postgresql:", "postgresql+psycopg:"))
    with engine.begin() as connection:
        connection.execute(text("UPDATE schema_revision SET version_num = 'r9999'"))
    said = refused(tmp_path, address, "--port", "0")
    assert "r9999" in said
    with engine.connect() as connection:
        found = connection.execute(text("SELECT version_num FROM schema_revision")).scalar()
    engine.dispose()
    assert found == "r9999"


@pytest.mark.slow
def test_a_port_that_is_taken_is_named(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        assert port in refused(tmp_path, f"sqlite:///{tmp_path}/t.db", "--port", port)
