"""`cutthroat tables`: an operator closes tables and deletes people, while no server runs."""

from __future__ import annotations

import asyncio
import dataclasses
import json
import subprocess
import urllib.request
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import httpx
import pytest
from click.testing import CliRunner, Result

from cutthroat.adapters.sql import open_store
from cutthroat.cli.main import cutthroat
from cutthroat.server import operate
from cutthroat.service.ports import CloseTable, ForgetPerson, Operation, Ports, Sure
from cutthroat.service.tables.ports import StoreUnavailable
from tests.end_to_end.server import running_server
from tests.kit.world import world
from tests.web.house import House, Seated, files, house, join, my_turn, sit, view

NAME = "Anneliese"
Scene = Callable[[House], Coroutine[Any, Any, Any]]


@pytest.fixture
def ports(tmp_path: Path) -> Ports:
    """The real thing; the usual file is that of `house`."""
    usual = tmp_path / "tables.sqlite"
    return dataclasses.replace(
        world(tmp_path), operate=lambda operation, sure: operate(operation, sure, usual)
    )


def run(ports: Ports, *words: str, answer: str | None = None) -> Result:
    done = CliRunner().invoke(cutthroat, ["tables", *words], obj=ports, input=answer)
    assert "Traceback" not in done.output
    assert done.exception is None or isinstance(done.exception, SystemExit)
    return done


def refused(ports: Ports, *words: str) -> str:
    """What the command says; it has ended with 1, and with a sentence."""
    done = run(ports, *words)
    assert done.exit_code == 1, done.output
    assert done.output.startswith("Error: ")
    assert len(done.output.splitlines()) == 1
    return done.output


def served(folder: Path, scene: Scene) -> Any:
    """What comes of something while a server runs; it has stopped when this returns."""

    async def serve() -> Any:
        async with house(folder) as here:
            return await scene(here)

    return asyncio.run(serve())


async def two_play(here: House, **settings: object) -> Seated:
    """A match of two people, and the seat of the one whom the name stands for."""
    ann = await sit(here.client(), bots=[], name=NAME, nonce="a", settings=settings)
    await join(here.client(), ann.table, name="Bob", nonce="b")
    return ann


async def watched(here: House, seated: Seated) -> tuple[dict[str, Any], str]:
    """What a stranger is shown of a table, and the record of its match."""
    client = here.client()
    answer = await client.get(seated.path)
    assert answer.status_code == 200
    record = await client.get(f"{seated.path}/record.smear")
    return answer.json()["view"], record.text


# Closing


def test_a_table_is_closed_and_its_secrets_are_shown(ports: Ports, tmp_path: Path) -> None:
    ann = served(tmp_path, two_play)
    done = run(ports, "close", ann.table)
    assert (done.exit_code, done.output) == (0, f"The table {ann.table} is closed.\n")

    async def look(here: House) -> None:
        seen, record = await watched(here, ann)
        assert seen["closed"] == "operator"
        assert seen["phase"] == "over"
        assert '[Ended "closed"]' in record
        assert "[Secret " in record
        answer = await here.client().post(f"{ann.path}/ready", json={}, headers=ann.key)
        assert (answer.status_code, answer.json()["reason"]) == (409, "table_closed")

    served(tmp_path, look)


def test_a_table_whose_match_has_not_begun_is_closed(ports: Ports, tmp_path: Path) -> None:
    async def alone(here: House) -> Seated:
        return await sit(here.client(), bots=[], name=NAME)

    ann = served(tmp_path, alone)
    assert run(ports, "close", ann.table).exit_code == 0
    seen, _ = served(tmp_path, lambda here: watched(here, ann))
    assert seen["closed"] == "operator"


def test_a_table_is_closed_once(ports: Ports, tmp_path: Path) -> None:
    ann = served(tmp_path, two_play)
    run(ports, "close", ann.table)
    assert refused(ports, "close", ann.table) == "Error: this table is closed\n"


def test_a_bot_whose_turn_it_is_does_not_move(ports: Ports, tmp_path: Path) -> None:
    """Only the bot's seat is asked about, and its table stays as it was."""

    async def play(here: House) -> Seated:
        ann = await sit(here.client(), name=NAME, nonce="a")
        await my_turn(here.client(), ann)
        return ann

    ann = served(tmp_path, play)
    version = served(tmp_path, lambda here: view(here.client(), ann))["version"]
    refused(ports, "forget", ann.table, "2")
    assert served(tmp_path, lambda here: view(here.client(), ann))["version"] == version


# Forgetting


def test_a_person_is_forgotten_everywhere(ports: Ports, tmp_path: Path) -> None:
    async def play(here: House) -> tuple[Seated, Seated, dict[str, str]]:
        client = here.client()
        first = await sit(client, name=NAME, nonce="a")
        second = await sit(client, bots=[], seats=3, nonce="a")
        for name in ("Bob", "Cleo"):
            await join(here.client(), second.table, name=name, nonce="b")
        return first, second, dict(client.cookies)

    first, second, cookies = served(tmp_path, play)
    assert NAME.encode() in files(tmp_path)
    done = run(ports, "forget", second.table, "1", "--yes")
    told = "All data of the person in seat 1 were deleted.\n"
    assert (done.exit_code, done.output) == (0, told)
    kept = files(tmp_path)
    assert NAME.encode() not in kept
    assert b"Cleo" in kept

    async def look(here: House) -> None:
        for seated in (first, second):
            seen, record = await watched(here, seated)
            assert NAME not in json.dumps(seen)
            assert NAME not in record
            assert seen["seats"][0]["name"] == "(deleted)"
            answer = await here.client().get(seated.path, headers=seated.key)
            assert answer.status_code == 401
        goes_on, _ = await watched(here, second)
        assert goes_on["closed"] is None
        assert goes_on["phase"] != "over"  # a bot plays on
        client = here.client()
        client.cookies = httpx.Cookies(cookies)
        assert (await client.get("/me")).status_code == 401

    served(tmp_path, look)
    assert "deleted already" in refused(ports, "forget", second.table, "1", "--yes")


def test_who_has_left_or_whose_table_is_closed_can_be_forgotten(
    ports: Ports, tmp_path: Path
) -> None:
    async def play(here: House) -> Seated:
        ann = await two_play(here)
        await here.client().post(f"{ann.path}/leave", headers=ann.key, json={})
        return ann

    ann = served(tmp_path, play)
    run(ports, "close", ann.table)
    assert run(ports, "forget", ann.table, "1", "--yes").exit_code == 0
    assert NAME.encode() not in files(tmp_path)


def test_the_name_is_told_and_the_answer_is_heeded(ports: Ports, tmp_path: Path) -> None:
    ann = served(tmp_path, two_play)
    done = run(ports, "forget", ann.table, "1", answer="n\n")
    assert done.exit_code == 1
    assert f"{NAME} sits in seat 1." in done.output
    assert done.output.endswith("Error: nothing was deleted\n")
    assert NAME.encode() in files(tmp_path)
    done = run(ports, "forget", ann.table, "1", answer="")  # as at the end of the input
    assert done.exit_code == 1
    assert NAME.encode() in files(tmp_path)
    done = run(ports, "forget", ann.table, "1", answer="y\n")
    assert done.exit_code == 0
    assert NAME.encode() not in files(tmp_path)


def test_who_was_cut_off_while_sitting_down_is_forgotten(
    ports: Ports, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The seat is taken, and the list of the person's tables does not have it."""

    async def away(*_: object) -> None:
        raise StoreUnavailable

    async def play(here: House) -> str:
        bob = await sit(here.client(), bots=[], name="Bob")
        with monkeypatch.context() as patch:
            patch.setattr(here.site.people, "seat_token", away)
            answer = await here.client().post(f"{bob.path}/seats", json={"name": NAME})
            assert answer.status_code == 503
        return bob.table

    table = served(tmp_path, play)
    assert run(ports, "forget", table, "2", "--yes").exit_code == 0
    assert NAME.encode() not in files(tmp_path)


# What cannot be done


@pytest.mark.parametrize("table", ["nosuch", "x", "../x", "a" * 60, "\x1b[2J"])
def test_a_table_that_there_is_not(ports: Ports, tmp_path: Path, table: str) -> None:
    for words in (["close", table], ["forget", table, "1"]):
        told = refused(ports, *words)
        assert "there is no table" in told
        assert "\x1b" not in told


def test_seats_with_nobody_to_forget(ports: Ports, tmp_path: Path) -> None:
    async def alone(here: House) -> Seated:
        return await sit(here.client(), seats=3, name=NAME)

    ann = served(tmp_path, alone)
    assert "nobody sits in seat 2" in refused(ports, "forget", ann.table, "2")
    assert "a bot sits in seat 3" in refused(ports, "forget", ann.table, "3")

    pair = served(tmp_path, two_play)
    assert "no seat 3 at a table of 2" in refused(ports, "forget", pair.table, "3")
    for word in ("0", "4", "x"):
        done = run(ports, "forget", ann.table, word)
        assert done.exit_code == 2
        assert "SEAT" in done.output


def test_a_database_that_a_server_has(ports: Ports, tmp_path: Path) -> None:
    address = f"sqlite:///{tmp_path}/tables.sqlite"
    store = open_store(address)
    try:
        for words in (["close", "abcd"], ["forget", "abcd", "1", "--yes"]):
            assert "another server runs" in refused(ports, *words)
            assert "another server runs" in refused(ports, *words, "--database", address)
    finally:
        asyncio.run(store.close())


def test_addresses_of_no_database(ports: Ports) -> None:
    told = refused(ports, "close", "abcd", "--database", "mysql://me:hunter2@localhost/x")
    assert "another kind of database" in told
    assert "hunter2" not in told


def test_a_database_that_goes_away(ports: Ports, monkeypatch: pytest.MonkeyPatch) -> None:
    async def away(*_: object) -> None:
        raise StoreUnavailable("the line is dead")

    monkeypatch.setattr("cutthroat.adapters.sql.SqlStore.entries", away)
    told = refused(ports, "close", "abcd")
    assert "the database went away" in told
    assert "the line is dead" in told


# The command


@pytest.mark.parametrize("how", ["option", "environment"])
def test_the_database_is_given_as_to_the_server(tmp_path: Path, how: str) -> None:
    heard: list[Operation] = []

    def pretend(operation: Operation, sure: Sure) -> bool:
        heard.append(operation)
        return sure(NAME)

    ports = dataclasses.replace(world(tmp_path), operate=pretend)
    address = "sqlite:////tmp/x"
    given = ["--database", address] if how == "option" else []
    variables = {"CUTTHROAT_DATABASE": address if how == "environment" else None}
    for words in (["close", "abcd"], ["forget", "abcd", "2", "--yes"]):
        done = CliRunner().invoke(cutthroat, ["tables", *words, *given], obj=ports, env=variables)
        assert done.exit_code == 0, done.output
    assert heard == [
        CloseTable(table="abcd", database=address),
        ForgetPerson(table="abcd", seat=2, database=address),
    ]


@pytest.mark.slow
def test_beside_a_server_that_runs_and_after_it(tmp_path: Path) -> None:
    with running_server(tmp_path, "--bot-seconds", "0") as server:
        wish = json.dumps({"seats": 3, "name": NAME}).encode()
        with urllib.request.urlopen(f"{server.address}/tables", wish, timeout=30) as answer:
            table = json.loads(answer.read())["table"]
        other = f"{server.address}/tables/{table}/seats"  # for whom the table stays open
        urllib.request.urlopen(other, b"{}", timeout=30).close()
        program = server.process.args[:3]  # type: ignore[index]  # a list
        database = ["--database", server.database]

        def tables(*words: str) -> subprocess.CompletedProcess[str]:
            command = [*program, "tables", *words, *database]
            return subprocess.run(
                command, capture_output=True, text=True, timeout=60, check=False, input=""
            )

        done = tables("close", table)
        assert (done.returncode, done.stdout) == (1, "")
        assert done.stderr.startswith("Error: another server runs")
        server.stop()
        for words in (["forget", table, "1", "--yes"], ["close", table]):
            done = tables(*words)
            assert (done.returncode, done.stderr) == (0, ""), done.stderr
        server.start()
        with urllib.request.urlopen(f"{server.address}/tables/{table}", timeout=30) as answer:
            seen = json.loads(answer.read())["view"]
        assert seen["closed"] == "operator"
        assert NAME not in json.dumps(seen)
    assert NAME.encode() not in (tmp_path / "tables.sqlite").read_bytes()
