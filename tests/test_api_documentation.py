"""The programs and the calls in the documents of the API work against a real server."""

from __future__ import annotations

import ast
import io
import os
import re
import shutil
import subprocess
import sys
from contextlib import ExitStack
from enum import StrEnum
from pathlib import Path
from typing import get_args

import pytest

from cutthroat.core.errors import CutthroatError, IllegalAction, Reason
from cutthroat.record.read import read_matches
from cutthroat.service.tables.errors import Refused, TableReason
from cutthroat.service.tables.happenings import REACTIONS, Happening, Settings
from cutthroat.service.tables.wire import MatchWire
from cutthroat.web.api import ENDPOINTS
from cutthroat.web.problems import Denied, WebReason, status_of
from cutthroat.web.shapes import NewTable, SeatSeen, ViewSeen
from tests.end_to_end.player import Client
from tests.end_to_end.server import ROOT, running_server

DOCS = Path(__file__).parent.parent / "docs"


def blocks(page: str, kind: str) -> list[str]:
    """The code blocks of a kind in a page."""
    text = (DOCS / page).read_text(encoding="utf-8")
    return re.findall(rf"^```{kind}\n(.*?)^```", text, re.MULTILINE | re.DOTALL)


def robot() -> str:
    """The program in the page on bots."""
    (program,) = blocks("bots.md", "python")
    return program


def test_the_robot_has_less_than_sixty_lines() -> None:
    assert len(robot().splitlines()) < 60
    assert max(map(len, robot().splitlines())) <= 100


def test_the_robot_needs_only_the_standard_library() -> None:
    for node in ast.walk(ast.parse(robot())):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names = [node.module or ""]
        else:
            continue
        assert {name.partition(".")[0] for name in names} <= sys.stdlib_module_names


@pytest.mark.slow
def test_two_robots_play_a_match_though_the_server_is_killed_meanwhile(tmp_path: Path) -> None:
    file = tmp_path / "robot.py"
    file.write_text(robot(), encoding="utf-8")
    command = [sys.executable, "-I", str(file)]
    with running_server(tmp_path) as server, ExitStack() as ends:

        def start(*arguments: str) -> subprocess.Popen[str]:
            started = subprocess.Popen(
                [*command, server.address, *arguments],
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
            )
            ends.enter_context(started)
            ends.callback(started.kill)
            return started

        first = start()
        assert first.stdout
        said = first.stdout.readline()
        table = said.strip().rpartition("/")[2]
        assert said == f"seat 1 of /tables/{table}\n"
        watcher = Client(server.address)
        ends.callback(watcher.close)
        frames = watcher.stream(f"/tables/{table}/stream")
        next(frames)
        second = start(table)
        assert next(frame for frame in frames if frame["view"]["tricks"])["view"]["winner"] is None
        server.kill()
        frames.close()
        server.start()
        last = [one.communicate(timeout=120)[0].splitlines()[-1] for one in (first, second)]
        assert (first.returncode, second.returncode) == (0, 0), last
        view = watcher.get(f"/tables/{table}")["view"]
        assert last == [f"won by seat {view['winner']}"] * 2
        record = watcher.ask("GET", f"/tables/{table}/record.smear")
    list(read_matches(io.BytesIO(record.encode())))


def test_a_robot_says_why_it_cannot_sit_down(tmp_path: Path) -> None:
    with running_server(tmp_path) as server:
        client = Client(server.address)
        full = client.post("/tables", {"seats": 2, "bots": ["easy"], "nonce": "n"})["table"]
        for table, reason in ((full, "no seat of this table is free"), ("nowhere", "no table")):
            done = subprocess.run(
                [sys.executable, "-I", "-c", robot(), server.address, table],
                capture_output=True,
                text=True,
                timeout=60,
                check=False,
            )
            assert done.returncode == 1
            assert reason in done.stderr
        client.close()


@pytest.mark.slow
@pytest.mark.skipif(not shutil.which("curl"), reason="there is no curl")
def test_the_calls_with_curl_do_what_they_should(tmp_path: Path) -> None:
    command = tmp_path / "cutthroat"
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m cutthroat "$@"\n', encoding="utf-8")
    command.chmod(0o755)
    with running_server(tmp_path, "--bot-seconds", "0") as server:
        (usual, *_more) = re.findall(r"server=(\S+)", "".join(blocks("api.md", "sh")))
        script = "".join(blocks("api.md", "sh")).replace(usual, server.address)
        done = subprocess.run(
            ["bash", "-u", "-c", script],
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
            env=os.environ
            | {"PATH": f"{tmp_path}:{os.environ['PATH']}", "PYTHONPATH": str(ROOT / "src")},
        )
    assert done.stderr == ""
    assert '"reason"' not in done.stdout
    for told in ('"by":"expert ', "event: view", "-: 1 match"):
        assert told in done.stdout
    assert done.stdout.count('{"version":') == 3, done.stdout


def section(title: str) -> str:
    """A section of the page on the API."""
    text = (DOCS / "api.md").read_text(encoding="utf-8")
    return text.split(f"\n## {title}\n")[1].split("\n## ")[0]


def words(text: str) -> set[str]:
    """What stands between backquotes."""
    return set(re.findall(r"`([^`]+)`", text))


def test_every_address_is_in_the_page() -> None:
    told = set(re.findall(r"^\| `(\w+ /\S*)`", section("All addresses"), re.MULTILINE))
    names = {"{table}": "ID", "{key}": "KEY"}
    known = {"GET /openapi.json"}
    for one in ENDPOINTS:
        path = one.path
        for name, short in names.items():
            path = path.replace(name, short)
        known.add(f"{one.method} {path}")
    assert told == known


def test_every_event_is_in_the_page_with_its_fields() -> None:
    rows = re.findall(r"^\| `(\w+)` \| (.*?) \|", section("The stream"), re.MULTILINE)
    told = {name: words(fields) for name, fields in rows}
    kinds = (*get_args(MatchWire), *get_args(Happening))
    assert told.keys() == {kind.__struct_config__.tag for kind in kinds}
    for kind in get_args(MatchWire):
        assert told[kind.__struct_config__.tag] == set(kind.__struct_fields__)


def test_every_field_is_in_the_page() -> None:
    view = words(section("The view"))
    assert set(ViewSeen.__struct_fields__) <= view
    assert set(SeatSeen.__struct_fields__) <= view
    table = words(section("Making a table"))
    assert set(NewTable.__struct_fields__) <= table
    assert {f"settings.{name}" for name in Settings.__struct_fields__} <= table
    assert set(REACTIONS) <= words(section("Acting"))


def _status(reason: StrEnum) -> int:
    error: CutthroatError
    if isinstance(reason, TableReason):
        error = Refused(reason)
    elif isinstance(reason, WebReason):
        error = Denied(reason)
    else:
        error = IllegalAction(reason, "R1")
    return status_of(error)


def test_every_reason_is_in_the_page_under_its_status() -> None:
    told: dict[str, int] = {}
    for status, reasons in re.findall(
        r"^\| (\d+)[^|]*\| (.*) \|$", section("Refusals"), re.MULTILINE
    ):
        told |= dict.fromkeys(words(reasons) - {"Retry-After"}, int(status))
    known = [*TableReason, *WebReason, *(reason for reason in Reason if reason.value in told)]
    assert told.keys() - {reason.value for reason in known} == {"no_such_bot"}
    assert {reason.value: _status(reason) for reason in known} == {
        reason: status for reason, status in told.items() if reason != "no_such_bot"
    }
