"""What docs/hosting.md says, done."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import urllib.request
from pathlib import Path
from typing import Any

import click
import pytest

from cutthroat.cli.serve import serve
from cutthroat.web import limits
from cutthroat.web.answering import BODY_LIMIT
from tests.end_to_end.server import Server, running_server
from tests.kit.databases import Postgres
from tests.web.house import any_action

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "hosting.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```sh\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
VARIABLES = {
    option.envvar: option.opts[0] for option in serve.params if isinstance(option, click.Option)
}


def block(word: str) -> str:
    """The one block of commands with a word in it."""
    found: list[str] = [text for text in BLOCKS if word in text]
    assert len(found) == 1
    return found[0]


def ask(server: Server, path: str, body: Any = None, token: str | None = None) -> Any:
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(server.address + path, data, headers)
    with urllib.request.urlopen(request, timeout=30) as answer:
        return json.loads(answer.read())


def begun(server: Server) -> tuple[str, list[str]]:
    """A match of two people: the table, and what opens the seats."""
    made = ask(server, "/tables", {"seats": 2, "name": "Ann"})
    joined = ask(server, f"/tables/{made['table']}/seats", {"name": "Bob"})
    return made["table"], [made["token"], joined["token"]]


def move(server: Server, table: str, tokens: list[str]) -> int:
    """Have whoever's turn it is act; the version after it."""
    told = ask(server, f"/tables/{table}")
    token = tokens[told["view"]["turn"] - 1]
    told = ask(server, f"/tables/{table}", token=token)
    action = any_action(told["view"] | {"version": told["version"]})
    version: int = ask(server, f"/tables/{table}/actions", action, token)["version"]
    return version


def run(script: str, folder: Path, **variables: str) -> None:
    done = subprocess.run(
        ["sh", "-eu", "-c", script],
        capture_output=True,
        text=True,
        check=False,
        cwd=folder,
        timeout=60,
        env=os.environ | variables,
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.slow
@pytest.mark.skipif(not shutil.which("sqlite3"), reason="sqlite3 is not installed")
def test_a_backup_of_sqlite_while_the_server_runs_and_its_restoration(tmp_path: Path) -> None:
    def here(script: str) -> str:
        script = re.sub(r"^systemctl .*\n", "", script, flags=re.MULTILINE)
        script = script.replace("/var/lib/cutthroat", shlex.quote(str(tmp_path)))
        return script.replace("/var/backups", f"{tmp_path}/kept")

    (tmp_path / "kept").mkdir()
    with running_server(tmp_path, "--bot-seconds", "0") as server:
        table, tokens = begun(server)
        move(server, table, tokens)
        before = ask(server, f"/tables/{table}", token=tokens[1])
        run(here(block("VACUUM INTO")), tmp_path)
        assert (tmp_path / "kept" / "tables.sqlite").stat().st_mode & 0o077 == 0
        move(server, table, tokens)
        server.stop()
        run(here(block("rm -f tables.sqlite")), tmp_path)
        server.start()
        after = ask(server, f"/tables/{table}", token=tokens[1])
        assert after["version"] == before["version"]
        assert after["view"]["hand"] == before["view"]["hand"]
        assert move(server, table, tokens) > before["version"]


@pytest.mark.slow
def test_a_backup_of_postgresql_and_its_restoration(tmp_path: Path, postgres: Postgres) -> None:
    ((programs,),) = postgres.execute("SELECT setting FROM pg_config WHERE name = 'BINDIR'")
    address, empty = postgres.new_database(), postgres.new_database()
    dump, restore = block("pg_dump"), block("pg_restore").splitlines()[-1]
    with running_server(tmp_path, "--bot-seconds", "0", database=address) as server:
        table, tokens = begun(server)
        version = move(server, table, tokens)
        target = tmp_path / "tables.dump"
        script = dump.replace("/var/backups/tables.dump", str(target))
        path = f"{programs}{os.pathsep}{os.environ['PATH']}"
        run(re.sub(r"cutthroat$", shlex.quote(address), script.strip()), tmp_path, PATH=path)
        move(server, table, tokens)
    script = restore.replace("/var/backups/tables.dump", str(target))
    script = script.replace("--role cutthroat --dbname cutthroat", f"--dbname {shlex.quote(empty)}")
    run(script, tmp_path, PATH=path)
    with running_server(tmp_path, "--bot-seconds", "0", database=empty) as server:
        assert ask(server, f"/tables/{table}")["version"] == version
        assert move(server, table, tokens) > version


def test_the_page_tells_every_option() -> None:
    table = dict(re.findall(r"^\| `(CUTTHROAT_\w+)` \| `(--[\w-]+)` \|", PAGE, re.MULTILINE))
    assert table == VARIABLES


@pytest.mark.parametrize("name", ["cutthroat.service", "Containerfile", "nginx.conf", "Caddyfile"])
def test_the_files_are_told_of_and_name_variables_that_there_are(name: str) -> None:
    text = (DOCS / "hosting" / name).read_text(encoding="utf-8")
    assert f"(hosting/{name})" in PAGE
    assert set(re.findall(r"CUTTHROAT_\w+", text + PAGE)) <= {*VARIABLES}
    if name in ("nginx.conf", "Caddyfile", "Containerfile"):
        assert "8321" in text


def test_the_page_tells_the_limits() -> None:
    for limit in (limits.ACTIONS, limits.READS, limits.HINTS, limits.TALK, limits.GUESSES):
        time = {10: "10 seconds", 60: "a minute"}[limit.seconds]
        assert f"{limit.amount} in {time}" in PAGE
    assert f"{limits.TABLES.amount} in an hour" in PAGE
    assert f"{limits.STREAMS} for a seat, {limits.STREAMS_OF_ADDRESS} for an address" in PAGE
    assert f"{limits.ALL_STREAMS:,} in all" in PAGE
    assert f"{BODY_LIMIT:,}" in PAGE


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="there is no systemd")
def test_the_unit_is_one(tmp_path: Path) -> None:
    text = (DOCS / "hosting" / "cutthroat.service").read_text(encoding="utf-8")
    unit = tmp_path / "cutthroat.service"
    unit.write_text(re.sub(r"ExecStart=\S+", "ExecStart=/bin/true", text), encoding="utf-8")
    done = subprocess.run(
        ["systemd-analyze", "verify", "--recursive-errors=no", unit],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert (done.returncode, done.stderr) == (0, "")
