"""`cutthroat` without a command, with servers that are only pretended."""

from __future__ import annotations

import dataclasses
import json
import socket
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from queue import SimpleQueue

import pytest
from click.testing import CliRunner, Result

from cutthroat.cli.main import cutthroat
from cutthroat.service.ports import CannotServe, Ready, ServeReason, ServerOptions
from tests.kit.world import world

OURS = {"status": "ok"}
SERVING = "Serving at http://127.0.0.1:{port}/; Ctrl-C ends it.\n"


class Pretended:
    """Servers that end at once, or are refused.

    refusals: what is wrong, at the first start, the second and so on.
    """

    def __init__(self, *refusals: ServeReason) -> None:
        self.heard: list[ServerOptions] = []
        self._refusals = list(refusals)

    def __call__(self, options: ServerOptions, ready: Ready) -> None:
        self.heard.append(options)
        if self._refusals:
            refused = {"host": options.host, "port": options.port, "why": "it is in use"}
            raise CannotServe(self._refusals.pop(0), address="sqlite:///x", **refused)
        ready(options.address(options.port or 40_000))


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> SimpleQueue[str]:
    """The addresses that a browser opens; and nobody waits for a server that begins."""
    addresses = SimpleQueue[str]()

    def browser(address: str) -> bool:
        addresses.put(address)
        return True

    monkeypatch.setattr("webbrowser.open", browser)
    monkeypatch.setattr("cutthroat.cli.start._BEGINNING", 0.0)
    return addresses


Started = Callable[..., Result]


@pytest.fixture
def started(tmp_path: Path, opened: SimpleQueue[str]) -> Started:
    """The command, run with these servers and variables."""

    def run(serve: Pretended, variables: Mapping[str, str] | None = None, *words: str) -> Result:
        ports = dataclasses.replace(world(tmp_path), serve=serve)
        return CliRunner().invoke(cutthroat, words, obj=ports, env=variables)

    return run


@contextmanager
def answering(told: object, status: int = 200) -> Iterator[int]:
    """The port of a program that answers every request like this."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            assert self.path == "/healthz"
            self.send_response(status)
            self.end_headers()
            self.wfile.write(json.dumps(told).encode())

        def log_message(self, format: str, *arguments: object) -> None:  # noqa: A002  # its name
            pass

    server = HTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield server.server_port
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@pytest.fixture
def free_port() -> int:
    """A port where nobody listens."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port: int = taken.getsockname()[1]
    return port


def test_it_serves_and_opens_the_browser(started: Started, opened: SimpleQueue[str]) -> None:
    server = Pretended()
    done = started(server)
    assert (done.exit_code, done.output) == (0, SERVING.format(port=8321))
    assert server.heard == [ServerOptions()]
    assert opened.get(timeout=30) == "http://127.0.0.1:8321/"


def test_the_environment_counts(started: Started, opened: SimpleQueue[str]) -> None:
    server = Pretended()
    variables = {"CUTTHROAT_PORT": "99", "CUTTHROAT_BOT_SECONDS": "1", "CUTTHROAT_BROWSER": "0"}
    done = started(server, variables)
    assert (done.exit_code, done.output) == (0, SERVING.format(port=99))
    assert server.heard == [ServerOptions(port=99, bot_seconds=1)]
    assert opened.empty()


def test_an_environment_that_says_nothing(started: Started) -> None:
    server = Pretended()
    done = started(server, {"CUTTHROAT_PORT": "x"})
    assert (done.exit_code, server.heard) == (2, [])
    assert "--port" in done.output
    assert "CUTTHROAT_PORT" in done.output


@pytest.mark.parametrize("word", ["--help", "-h", "--version"])
def test_asking_starts_nothing(started: Started, word: str) -> None:
    server = Pretended()
    done = started(server, None, word)
    assert (done.exit_code, server.heard) == (0, [])
    assert done.output


def test_the_help_says_what_no_command_does(started: Started) -> None:
    told = " ".join(started(Pretended(), None, "--help").output.split())
    assert "Without a command it starts a server and opens your browser there" in told
    for command in ("play", "serve", "rules"):
        assert f" {command} " in told


@pytest.mark.parametrize("reason", [ServeReason.DATABASE_IN_USE, ServeReason.CANNOT_LISTEN])
def test_a_server_that_runs_is_shown(
    started: Started, opened: SimpleQueue[str], reason: ServeReason
) -> None:
    with answering(OURS) as port:
        server = Pretended(reason)
        done = started(server, {"CUTTHROAT_PORT": str(port), "CUTTHROAT_HOST": "0.0.0.0"})
    address = f"http://127.0.0.1:{port}/"
    assert (done.exit_code, done.output) == (0, f"A server runs already: {address}\n")
    assert len(server.heard) == 1
    assert opened.get(timeout=30) == address


def test_a_server_that_runs_is_shown_without_a_browser(
    started: Started, opened: SimpleQueue[str]
) -> None:
    with answering(OURS) as port:
        variables = {"CUTTHROAT_PORT": str(port), "CUTTHROAT_BROWSER": "no"}
        done = started(Pretended(ServeReason.CANNOT_LISTEN), variables)
    assert (done.exit_code, opened.empty()) == (0, True)
    assert f":{port}/" in done.output


def test_a_proxy_of_the_user_is_not_asked(
    started: Started, free_port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("http_proxy", f"http://127.0.0.1:{free_port}")
    with answering(OURS) as port:
        done = started(Pretended(ServeReason.CANNOT_LISTEN), {"CUTTHROAT_PORT": str(port)})
    assert "runs already" in done.output


def test_a_server_that_begins_is_waited_for(
    started: Started, free_port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = iter([False, False, True])
    monkeypatch.setattr("cutthroat.cli.start._BEGINNING", 30.0)
    monkeypatch.setattr("cutthroat.cli.start._answers", lambda _options: next(answers))
    done = started(Pretended(ServeReason.DATABASE_IN_USE), {"CUTTHROAT_PORT": str(free_port)})
    assert (done.exit_code, next(answers, None)) == (0, None)


@pytest.mark.parametrize(
    ("told", "status"),
    [({"status": "away"}, 200), (OURS, 503), ({}, 404), ("<p>Hello", 200), ([1] * 500, 200)],
)
def test_another_program_at_the_port_is_left_alone(
    started: Started, opened: SimpleQueue[str], told: object, status: int
) -> None:
    server = Pretended(ServeReason.CANNOT_LISTEN)
    with answering(told, status) as port:
        done = started(server, {"CUTTHROAT_PORT": str(port)})
    said = f"Port {port} cannot be had: it is in use. A free one is taken instead.\n"
    assert (done.exit_code, done.output) == (0, said + SERVING.format(port=40_000))
    assert [options.port for options in server.heard] == [port, 0]
    assert opened.get(timeout=30) == "http://127.0.0.1:40000/"


def test_a_program_that_says_nothing_is_not_waited_for_long(
    started: Started, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cutthroat.cli.start._ANSWER", 0.1)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        variables = {"CUTTHROAT_PORT": str(silent.getsockname()[1])}
        done = started(Pretended(ServeReason.CANNOT_LISTEN), variables)
    assert done.exit_code == 0
    assert "A free one is taken instead." in done.output


def test_a_host_that_is_not_here_has_no_other_port(started: Started, free_port: int) -> None:
    server = Pretended(ServeReason.CANNOT_LISTEN, ServeReason.CANNOT_LISTEN)
    done = started(server, {"CUTTHROAT_PORT": str(free_port)})
    assert done.exit_code == 1
    said = f"Error: no server can listen at 127.0.0.1, port {free_port}: it is in use\n"
    assert done.output == said


@pytest.mark.parametrize(
    ("reason", "said"),
    [
        (ServeReason.DATABASE_IN_USE, "Error: another server runs with the database sqlite:///x"),
        (ServeReason.DATABASE_ADDRESS, "Error: this is no address of a database"),
    ],
)
def test_other_refusals_are_told(
    started: Started, opened: SimpleQueue[str], free_port: int, reason: ServeReason, said: str
) -> None:
    server = Pretended(reason)
    done = started(server, {"CUTTHROAT_PORT": str(free_port)})
    assert done.exit_code == 1
    assert done.output.startswith(said)
    assert (len(server.heard), opened.empty()) == (1, True)
