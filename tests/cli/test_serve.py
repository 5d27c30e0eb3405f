"""`cutthroat serve`: its options, and what it says when it cannot serve."""

from __future__ import annotations

import asyncio
import dataclasses
import json
import signal
import socket
import sqlite3
import subprocess
import urllib.request
from collections.abc import Mapping
from pathlib import Path
from queue import SimpleQueue

import pytest
from click.testing import CliRunner, Result

from cutthroat.adapters.sql import open_store
from cutthroat.cli.serve import serve
from cutthroat.server import run
from cutthroat.service.ports import Ports, Ready, ServerOptions
from tests.end_to_end.server import running_server
from tests.kit.world import world

ADDRESS = "http://127.0.0.1:8321/"
NAMES = [field.name for field in dataclasses.fields(ServerOptions)]
GIVEN = {
    "host": "::1",
    "port": "99",
    "database": "sqlite:////tmp/x",
    "public_url": "https://play.example/cards",
    "root_path": "/cards",
    "proxies": "127.0.0.1,10.0.0.0/8",
    "metrics_key": "sesame",
    "bot_seconds": "1.5",
    "bot_processes": "3",
}
EXPECTED = ServerOptions(**GIVEN | {"port": 99, "bot_seconds": 1.5, "bot_processes": 3})  # type: ignore[arg-type]  # numbers as they are read


def invoke(
    tmp_path: Path, arguments: list[str], variables: Mapping[str, str] | None = None
) -> tuple[Result, list[ServerOptions]]:
    """Run the command with a server that ends at once."""
    heard: list[ServerOptions] = []

    def pretend(options: ServerOptions, ready: Ready) -> None:
        heard.append(options)
        ready(ADDRESS)

    ports = dataclasses.replace(world(tmp_path), serve=pretend)
    return CliRunner().invoke(serve, arguments, obj=ports, env=variables), heard


def flag(name: str) -> str:
    return "--" + name.replace("_", "-")


# Options


def test_the_usual_options(tmp_path: Path) -> None:
    done, heard = invoke(tmp_path, [])
    assert done.exit_code == 0
    assert done.output == f"Serving at {ADDRESS}; Ctrl-C ends it.\n"
    assert heard == [ServerOptions()]
    assert heard[0].host == "127.0.0.1"


def test_the_help_tells_every_option_and_its_variable(tmp_path: Path) -> None:
    done, heard = invoke(tmp_path, ["--help"])
    assert (done.exit_code, heard) == (0, [])
    told = " ".join(done.output.split())
    for name in NAMES:
        assert flag(name) in told
        assert f"CUTTHROAT_{name.upper()}" in told
    assert "--browser / --no-browser" in told
    assert "CUTTHROAT_BROWSER" in told
    for word in ("docs/api.md", "docs/hosting.md", "Ctrl-C", "8321", "sqlite:///FILE"):
        assert word in told


@pytest.mark.parametrize("name", NAMES)
def test_every_option_can_be_given(tmp_path: Path, name: str) -> None:
    expected = dataclasses.replace(ServerOptions(), **{name: getattr(EXPECTED, name)})
    done, heard = invoke(tmp_path, [flag(name), GIVEN[name]])
    assert done.exit_code == 0
    assert heard == [expected]
    done, heard = invoke(tmp_path, [], {f"CUTTHROAT_{name.upper()}": GIVEN[name]})
    assert done.exit_code == 0
    assert heard == [expected]


def test_the_command_line_comes_before_the_environment(tmp_path: Path) -> None:
    _, heard = invoke(tmp_path, ["--port", "7"], {"CUTTHROAT_PORT": "8", "CUTTHROAT_HOST": "::1"})
    assert (heard[0].port, heard[0].host) == (7, "::1")


def test_the_browser_opens_where_it_is_wanted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = SimpleQueue[str]()

    def browser(address: str) -> bool:
        opened.put(address)
        return True

    monkeypatch.setattr("webbrowser.open", browser)
    invoke(tmp_path, [])
    invoke(tmp_path, ["--no-browser"], {"CUTTHROAT_BROWSER": "1"})
    invoke(tmp_path, ["--browser"])
    invoke(tmp_path, [], {"CUTTHROAT_BROWSER": "1"})
    assert [opened.get(timeout=30) for _ in range(2)] == [ADDRESS, ADDRESS]
    assert opened.empty()


def test_bots_pause_for_a_moment() -> None:
    assert ServerOptions().bot_seconds == 0.3


@pytest.mark.parametrize(
    ("options", "address"),
    [
        ({}, "http://127.0.0.1:99/"),
        ({"host": "::1", "root_path": "/cards"}, "http://[::1]:99/cards/"),
        ({"public_url": "https://play.example/cards"}, "https://play.example/cards"),
    ],
)
def test_the_address_that_is_told(options: dict[str, str], address: str) -> None:
    assert ServerOptions(**options).address(99) == address  # type: ignore[arg-type]  # texts all


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("port", "-1"),
        ("port", "65536"),
        ("port", "x"),
        ("bot_seconds", "-1"),
        ("bot_seconds", "61"),
        ("bot_seconds", "nan"),
        ("bot_seconds", "soon"),
        ("bot_processes", "0"),
        ("bot_processes", "65"),
        ("public_url", "play.example"),
        ("public_url", "ftp://play.example"),
        ("public_url", "https://"),
        ("public_url", "https://["),
        ("public_url", "https://play.example/?a=b"),
        ("root_path", "cards"),
        ("proxies", "my-proxy"),
        ("proxies", "127.0.0.1,10.0.0.1/8"),
    ],
)
def test_values_that_are_none(tmp_path: Path, name: str, value: str) -> None:
    for arguments, variables in [
        ([f"{flag(name)}={value}"], {}),
        ([], {f"CUTTHROAT_{name.upper()}": value}),
    ]:
        done, heard = invoke(tmp_path, arguments, variables)
        assert (done.exit_code, heard) == (2, [])
        assert flag(name) in done.output


@pytest.mark.parametrize(
    ("name", "value", "meant"),
    [
        ("public_url", "https://play.example/", "https://play.example"),
        ("root_path", "/cards/", "/cards"),
        ("root_path", "/", ""),
        ("proxies", " 127.0.0.1, ::1 ", "127.0.0.1,::1"),
        ("proxies", "*", "*"),
    ],
)
def test_values_that_are_meant_otherwise(tmp_path: Path, name: str, value: str, meant: str) -> None:
    done, heard = invoke(tmp_path, [flag(name), value])
    assert done.exit_code == 0
    assert getattr(heard[0], name) == meant


def test_an_option_that_there_is_not(tmp_path: Path) -> None:
    done, _ = invoke(tmp_path, ["--prot", "1"])
    assert done.exit_code == 2
    assert "--port" in done.output


# What the world refuses


@pytest.fixture
def real(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Ports:
    """Ports with the real server, which these tests do not let come to serve."""
    monkeypatch.setattr("cutthroat.server.set_up_logs", lambda: None)
    usual = tmp_path / "usual" / "tables.sqlite"
    return dataclasses.replace(
        world(tmp_path), serve=lambda options, ready: run(options, ready, usual)
    )


def refused(ports: Ports, *arguments: str) -> str:
    """What the command says; it has ended with 1, and with no more than a sentence or two."""
    done = CliRunner().invoke(serve, list(arguments), obj=ports)
    assert done.exit_code == 1, done.output
    assert done.output.startswith("Error: ")
    assert "Traceback" not in done.output
    assert len(done.output.splitlines()) <= 3
    assert "Serving" not in done.output
    return done.output


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("nonsense", "no address of a database"),
        ("mysql://me:hunter2@localhost/x", "another kind of database"),
        ("sqlite://", "give the path"),
        ("sqlite:///:memory:", "give the path"),
        ("postgresql://me:hunter2@127.0.0.1:1/x", "does not answer"),
        ("postgresql://me@127.0.0.1:1/x?password=hunter2", "does not answer"),
        ("postgres://me:hunter2@no-such-host.invalid/x", "does not answer"),
        ("postgresql://me:hunter2@127.0.0.1:port/x", "no address of a database"),
    ],
)
def test_addresses_that_lead_to_no_database(real: Ports, address: str, said: str) -> None:
    told = refused(real, "--database", address)
    assert said in told
    assert "hunter2" not in told


def test_a_folder_is_no_database(real: Ports, tmp_path: Path) -> None:
    assert str(tmp_path) in refused(real, "--database", f"sqlite:///{tmp_path}")


def test_another_file_is_no_database(real: Ports, tmp_path: Path) -> None:
    other = tmp_path / "letter.txt"
    other.write_text("Dear Ann,\n" * 1000)
    assert "is no SQLite database" in refused(real, "--database", f"sqlite:///{other}")
    assert other.read_text() == "Dear Ann,\n" * 1000


def test_a_place_that_cannot_be_made(real: Ports, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert "does not answer" in refused(real, "--database", f"sqlite:///{tmp_path}/file/below/x")


def test_a_database_of_a_newer_release(real: Ports, tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite"
    asyncio.run(open_store(f"sqlite:///{path}").close())
    with sqlite3.connect(path) as database:
        database.execute("UPDATE schema_revision SET version_num = '9999'")
    database.close()
    told = refused(real, "--database", f"sqlite:///{path}")
    assert "9999" in told
    assert "newer release" in told


def test_a_database_that_another_server_has(real: Ports, tmp_path: Path) -> None:
    address = f"sqlite:///{tmp_path}/tables.sqlite"
    store = open_store(address)
    try:
        assert "another server" in refused(real, "--database", address)
    finally:
        asyncio.run(store.close())


def test_a_port_that_another_has(real: Ports, tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        told = refused(real, "--port", port)
        assert port in told
        assert "in use" in told


@pytest.mark.parametrize("host", ["203.0.113.1", "no-such-host.invalid", "x" * 80, "a b", "1:2"])
def test_a_host_that_is_not_here(real: Ports, host: str) -> None:
    assert host in refused(real, "--host", host)


# As a program


@pytest.mark.slow
def test_another_server_on_the_same_file_says_so_and_stops(tmp_path: Path) -> None:
    with running_server(tmp_path, "--bot-seconds", "0") as server:
        command = [*server.process.args[:3], "serve", "--port", "0", "--database", server.database]  # type: ignore[index]  # a list
        done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
        assert (done.returncode, done.stdout) == (1, "")
        assert done.stderr.startswith("Error: another server runs")
        with urllib.request.urlopen(f"{server.address}/healthz", timeout=30) as answer:
            assert answer.status == 200


@pytest.mark.slow
@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_it_quietly_with_its_helpers(tmp_path: Path, how: signal.Signals) -> None:
    with running_server(tmp_path, "--bot-seconds", "0") as server:
        wish = json.dumps({"seats": 2, "bots": ["easy"], "name": "Anneliese"}).encode()
        with urllib.request.urlopen(f"{server.address}/tables", wish, timeout=30) as answer:
            made = json.loads(answer.read())
        key = {"Authorization": f"Bearer {made['token']}"}
        asked = urllib.request.Request(
            f"{server.address}/tables/{made['table']}/stream", headers=key
        )
        with urllib.request.urlopen(asked, timeout=30) as stream:
            while not stream.readline().startswith(b"data: "):
                pass
            server.process.send_signal(how)
            assert server.process.wait(30) == 0
            stream.read()  # to its end
        log = server.told()
        assert "Traceback" not in log
        for word in (made["token"], made["table"], "Anneliese"):
            assert word not in log
        left = Path(server.database.removeprefix("sqlite:///"))
        assert not left.with_name(left.name + "-wal").exists()
