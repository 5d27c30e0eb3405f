"""A real server in a process of its own, which tests start, kill and start again.

with running_server(tmp_path, "--bot-seconds", "0") as server:
    fetch(f"{server.address}/healthz")
"""

from __future__ import annotations

import os
import queue
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from tests.end_to_end.terminal import environment

ROOT = Path(__file__).parent.parent.parent
_PATIENCE = 60.0
"""Seconds that a busy machine may take to start a server, or to end one."""
_SERVING = re.compile(r"(http://\S+?)/?;")


class Server:
    """A server that may be ended and started again on the same port and database.

    address: where it is, without a slash at the end. log: the file its standard error goes to.
    """

    def __init__(
        self,
        home: Path,
        *options: str,
        database: str | None = None,
        variables: Mapping[str, str] | None = None,
    ) -> None:
        """Prepare a server; `start` starts it.

        home: a folder for its files. database: its URL, by default an SQLite file in `home`.
        variables: what is added to its environment.
        """
        self.database = database or f"sqlite:///{home / 'tables.sqlite'}"
        self.log = home / "server.log"
        self.address = ""
        self._options = options
        self._home = home
        self._variables = dict(variables or {})
        self._process: subprocess.Popen[str] | None = None

    @property
    def process(self) -> subprocess.Popen[str]:
        """The process of the server, of the last one if it has ended."""
        assert self._process
        return self._process

    @property
    def port(self) -> int:
        """Where it listens; 0 before the first start."""
        return int(self.address.rpartition(":")[2]) if self.address else 0

    def start(self) -> None:
        """Start the server, and wait until it takes requests."""
        assert self._process is None or self._process.poll() is not None
        command = [sys.executable, "-m", "cutthroat", "serve", "--port", str(self.port)]
        command += ["--database", self.database, "--no-browser", *self._options]
        variables = {"PYTHONPATH": os.pathsep.join([str(ROOT / "src"), str(ROOT)])}
        with self.log.open("a", encoding="utf-8") as log:
            self._process = subprocess.Popen(
                command,
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                env=environment(self._home) | variables | self._variables,
            )
        self.address = self._told_address(self._process)

    def _told_address(self, process: subprocess.Popen[str]) -> str:
        lines = queue.SimpleQueue[str]()

        def read() -> None:
            assert process.stdout
            with process.stdout:
                for line in process.stdout:
                    lines.put(line)
            lines.put("")

        threading.Thread(target=read, daemon=True).start()
        ends = time.monotonic() + _PATIENCE
        while line := lines.get(timeout=max(0.0, ends - time.monotonic())):
            if found := _SERVING.search(line):
                return found[1]
        process.wait(_PATIENCE)
        raise AssertionError(f"the server did not start:\n{self.told()}")

    def told(self) -> str:
        """What it wrote to its log."""
        return self.log.read_text(encoding="utf-8")

    def stop(self) -> int:
        """End it as an operator would; its exit status."""
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(_PATIENCE)

    def kill(self) -> None:
        """End it at once, whatever it is doing."""
        self.process.kill()
        self.process.wait(_PATIENCE)


@contextmanager
def running_server(
    home: Path,
    *options: str,
    database: str | None = None,
    variables: Mapping[str, str] | None = None,
) -> Iterator[Server]:
    """A server that runs, and has ended when the block ends."""
    server = Server(home, *options, database=database, variables=variables)
    try:
        server.start()
        yield server
    finally:
        if server._process and server._process.poll() is None:
            server.process.terminate()
            try:
                server.process.wait(_PATIENCE)
            except subprocess.TimeoutExpired:
                server.kill()
