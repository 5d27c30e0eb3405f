"""Somebody at home starts the command without a word, and the browser opens."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.end_to_end.server import ROOT
from tests.end_to_end.terminal import environment

pytestmark = pytest.mark.slow

PATIENCE = 60.0
"""Seconds that a busy machine may take."""


class Home:
    """Somebody's machine.

    port: the one that servers want. opened: what the browser was told to open, line by line.
    """

    def __init__(self, folder: Path, port: int) -> None:
        self.port = port
        self.opened = folder / "opened"
        self.log = folder / "errors"
        script = folder / "browser"
        # It is not done before it has seen the page, as a browser for the terminal.
        script.write_text(
            f"#!{sys.executable}\n"
            "import sys, urllib.request\n"
            'with urllib.request.urlopen(sys.argv[1] + "healthz", timeout=30) as answer:\n'
            f'    print(sys.argv[1], answer.status, file=open({str(self.opened)!r}, "a"))\n'
        )
        script.chmod(0o755)
        self.variables = {
            name: value
            for name, value in environment(folder).items()
            if name not in ("DISPLAY", "WAYLAND_DISPLAY") and not name.startswith("CUTTHROAT_")
        } | {
            "PYTHONPATH": os.pathsep.join([str(ROOT / "src"), str(ROOT)]),
            "CUTTHROAT_PORT": str(port),
            "BROWSER": f"{script} %s",
        }

    @contextmanager
    def started(self, **variables: str) -> Iterator[subprocess.Popen[str]]:
        """The command without a word; it has ended when the block ends."""
        with self.log.open("a") as log:
            process = subprocess.Popen(
                [sys.executable, "-m", "cutthroat"],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                env=self.variables | variables,
            )
        with process:
            try:
                yield process
            finally:
                if process.poll() is None:
                    process.kill()

    def run(self, **variables: str) -> subprocess.CompletedProcess[str]:
        """The command without a word, to its end."""
        return subprocess.run(
            [sys.executable, "-m", "cutthroat"],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            env=self.variables | variables,
            timeout=PATIENCE,
            check=False,
        )

    def seen(self, pages: int) -> list[str]:
        """The addresses that the browser has shown, once there are so many."""
        ends = time.monotonic() + PATIENCE
        while len(lines := self._lines()) < pages:
            assert time.monotonic() < ends, f"{lines}\n{self.log.read_text()}"
            time.sleep(0.05)
        assert all(line.endswith(" 200") for line in lines)
        return [line.removesuffix(" 200") for line in lines]

    def _lines(self) -> list[str]:
        return self.opened.read_text().splitlines() if self.opened.exists() else []


@pytest.fixture
def home(tmp_path: Path) -> Home:
    with socket.create_server(("127.0.0.1", 0)) as free:
        return Home(tmp_path, free.getsockname()[1])


def line(process: subprocess.Popen[str]) -> str:
    """The next line that a command says."""
    assert process.stdout
    return process.stdout.readline()


def end(process: subprocess.Popen[str]) -> str:
    """End a server as Ctrl-C does; what it has said since."""
    process.send_signal(signal.SIGINT)
    said, _ = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0
    return said


def test_the_browser_opens_and_a_second_start_shows_the_same_server(home: Home) -> None:
    address = f"http://127.0.0.1:{home.port}/"
    with home.started() as server:
        assert line(server) == f"Serving at {address}; Ctrl-C ends it.\n"
        assert home.seen(1) == [address]
        second = home.run()
        assert (second.returncode, second.stderr) == (0, "")
        assert second.stdout == f"A server runs already: {address}\n"
        assert home.seen(2) == [address, address]
        assert server.poll() is None
        assert end(server) == ""
    assert home.log.read_text() == ""
    with home.started() as again:
        assert line(again).startswith("Serving at ")
        assert home.seen(3)[2] == address


def test_a_port_that_another_program_has(home: Home) -> None:
    with socket.create_server(("127.0.0.1", home.port)), home.started() as server:
        assert f"Port {home.port} cannot be had" in line(server)
        address = line(server).removeprefix("Serving at ").split(";")[0]
        assert f":{home.port}/" not in address
        assert home.seen(1) == [address]
        assert end(server) == ""


@pytest.mark.parametrize("variables", [{"BROWSER": ""}, {"BROWSER": "/no/such/browser %s"}])
def test_where_no_browser_can_be_opened_it_says_what_to_do(
    home: Home, variables: Mapping[str, str], tmp_path: Path
) -> None:
    # Nor may one that is installed on this machine be found.
    path = {"PATH": str(tmp_path)}
    with home.started(**variables, **path) as server:
        assert line(server).startswith("Serving at ")
        said = line(server)
        assert said.startswith("No browser could be opened.")
        address = said.split()[-1]
        with urllib.request.urlopen(f"{address}healthz", timeout=30) as answer:
            assert answer.status == 200
        assert end(server) == ""
    assert home.log.read_text() == ""


def test_a_browser_that_is_never_done_does_not_keep_the_server(home: Home, tmp_path: Path) -> None:
    endless, number = tmp_path / "endless", tmp_path / "number"
    endless.write_text(
        f'#!/bin/sh\necho $$ >"{number}"\necho "$1 200" >>"{home.opened}"\n'
        "exec sleep 600 >/dev/null 2>&1\n"
    )
    endless.chmod(0o755)
    with home.started(BROWSER=f"{endless} %s") as server:
        try:
            address = home.seen(1)[0]
            with urllib.request.urlopen(f"{address}healthz", timeout=30) as answer:
                assert answer.status == 200
            end(server)
        finally:
            os.kill(int(number.read_text()), signal.SIGKILL)
