"""The last step of installing: `./cutthroat` compiles the engine, once, and says so."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
ROOMS = ("kernel", "core", "bots")
PATIENCE = 300.0
"""Seconds that a busy machine may take to compile everything."""

# The Python of .venv: what it is asked to compile, it notes, and does as the file `does` says.
PYTHON = """#!/bin/sh
case $* in
    *compiling.py) echo compiling >>"$ROOT/calls"; . "$ROOT/does" ;;
    *environment.py*) exec "$REAL" "$@" ;;
    *) echo "cutthroat $*" ;;
esac
"""
RUNS = "cutthroat -P -m cutthroat --version\n"


class Checkout:
    """A checkout whose .venv is whole, with a stand-in for its Python."""

    def __init__(self, root: Path) -> None:
        self.root = root
        shutil.copytree(ROOT / "tools", root / "tools", ignore=shutil.ignore_patterns("__*"))
        for name in ("cutthroat", "pyproject.toml", "constraints.txt"):
            shutil.copy2(ROOT / name, root / name)
        for room in (*ROOMS, "web"):
            inner = root / "src" / "cutthroat" / room / "inner"
            inner.mkdir(parents=True)
            (inner / "one.py").touch()
        python = root / ".venv" / "bin" / "python"
        python.parent.mkdir(parents=True)
        python.write_text(PYTHON)
        python.chmod(0o755)
        made = (root / name for name in ("pyproject.toml", "constraints.txt"))
        (root / ".venv" / "made-for-run").write_text(
            f"{root}\n" + "".join(path.read_text() for path in made)
        )
        self.does("true")

    def does(self, script: str) -> None:
        """What comes of compiling."""
        (self.root / "does").write_text(f"{script}\n")

    @property
    def calls(self) -> int:
        """How often it was to compile."""
        file = self.root / "calls"
        return len(file.read_text().splitlines()) if file.exists() else 0

    def begin(self, *, user: int | None = None, **variables: str) -> subprocess.Popen[str]:
        """A start of the command."""
        removed = {"NUMBA_DISABLE_JIT", "PYTHON"}
        kept = {name: value for name, value in os.environ.items() if name not in removed}
        return subprocess.Popen(
            [self.root / "cutthroat", "--version"],
            env=kept | {"ROOT": str(self.root), "REAL": sys.executable} | variables,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
            user=user,
        )

    def start(self, *, user: int | None = None, **variables: str) -> tuple[int, str, str]:
        """The status, the output and the errors of a start."""
        with self.begin(user=user, **variables) as process:
            told, errors = process.communicate(timeout=PATIENCE)
        return process.returncode, told, errors


@pytest.fixture
def checkout() -> Iterator[Checkout]:
    """Where others may look, too."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder).resolve()
        root.chmod(0o755)
        yield Checkout(root)


def test_it_is_compiled_once_and_then_the_command_runs(checkout: Checkout) -> None:
    for _start in range(3):
        assert checkout.start() == (0, RUNS, "")
    assert checkout.calls == 1


def test_what_the_compiler_says_is_seen_and_is_not_the_output(checkout: Checkout) -> None:
    checkout.does("echo one; echo two >&2")
    assert checkout.start() == (0, RUNS, "one\ntwo\n")


@pytest.mark.parametrize("room", ROOMS)
def test_after_a_change_it_is_compiled_again(checkout: Checkout, room: str) -> None:
    checkout.start()
    changed = checkout.root / "src" / "cutthroat" / room / "inner" / "one.py"
    os.utime(changed, (time.time() + 5, time.time() + 5))  # also by a clock that was ahead
    for _start in range(2):
        assert checkout.start() == (0, RUNS, "")
    assert checkout.calls == 2


def test_a_change_of_something_else_is_none(checkout: Checkout) -> None:
    checkout.start()
    changed = checkout.root / "src" / "cutthroat" / "web" / "inner" / "one.py"
    os.utime(changed, (time.time() + 5, time.time() + 5))
    (checkout.root / "src" / "cutthroat" / "kernel" / "__pycache__").mkdir()
    checkout.start()
    assert checkout.calls == 1


@pytest.mark.parametrize("fault", ["exit 1", "kill -SEGV $$", "kill -KILL $$"])
def test_where_it_cannot_be_compiled_it_says_so_and_goes_on(checkout: Checkout, fault: str) -> None:
    checkout.does(f"echo why >&2; {fault}")
    status, told, errors = checkout.start()
    assert (status, told) == (0, RUNS)
    assert errors.startswith("why\ncutthroat: the engine could not be compiled, see above")
    assert "Traceback" not in errors
    assert checkout.start() == (0, RUNS, "")
    assert checkout.calls == 1


def test_an_interrupt_ends_the_start_and_the_next_one_compiles(checkout: Checkout) -> None:
    checkout.does('echo $$ >"$ROOT/number"; exec sleep 600')
    with checkout.begin() as process:
        number = checkout.root / "number"
        until = time.monotonic() + PATIENCE
        while not (number.exists() and number.read_text().strip()):
            assert time.monotonic() < until
            time.sleep(0.02)
        os.killpg(process.pid, signal.SIGINT)
        told, errors = process.communicate(timeout=PATIENCE)
    assert process.returncode != 0
    assert told == ""
    assert "Traceback" not in errors
    assert "could not be compiled" not in errors
    compiler = Path(f"/proc/{number.read_text().strip()}")
    while compiler.exists():  # it has ended, but whoever inherited it has yet to hear of that
        assert time.monotonic() < until
        time.sleep(0.02)
    checkout.does("true")
    assert checkout.start() == (0, RUNS, "")
    assert checkout.calls == 2


def test_one_that_was_interrupted_by_itself_is_not_taken_for_done(checkout: Checkout) -> None:
    checkout.does("exit 130")
    status, told, errors = checkout.start()
    assert (status, told, errors) == (1, "", "")
    checkout.start()
    assert checkout.calls == 2


def test_a_start_meanwhile_waits_and_compiles_nothing(checkout: Checkout) -> None:
    checkout.does("sleep 2")
    with checkout.begin() as first:
        until = time.monotonic() + PATIENCE
        while not checkout.calls:
            assert time.monotonic() < until
            time.sleep(0.02)
        status, told, errors = checkout.start()
        assert (status, told) == (0, RUNS)
        assert errors.startswith("Waiting for another call")
        assert first.communicate(timeout=PATIENCE)[0] == RUNS
    assert checkout.calls == 1


def test_a_checkout_of_somebody_else_just_runs(checkout: Checkout) -> None:
    """Nothing can be noted there. It is compiled where it is needed, and kept elsewhere."""
    root = os.geteuid() == 0
    if not root:
        (checkout.root / ".venv").chmod(0o555)
    assert checkout.start(user=65534 if root else None) == (0, RUNS, "")
    (checkout.root / ".venv").chmod(0o755)
    assert checkout.calls == 0


def test_where_no_lock_can_be_made_the_command_runs(checkout: Checkout) -> None:
    (checkout.root / ".venv.lock").mkdir()
    assert checkout.start() == (0, RUNS, "")
    assert checkout.calls == 0


def test_nothing_is_compiled_where_that_is_forbidden(checkout: Checkout) -> None:
    assert checkout.start(NUMBA_DISABLE_JIT="1") == (0, RUNS, "")
    assert checkout.calls == 0


SIGN_ALL_BUT_TABLES = """
from pathlib import Path
from cutthroat import bots
from cutthroat.kernel.compiled import code_folder
from cutthroat.kernel.warm import Part, sign
for name in ("bots", "equities"):
    sign(name, Path(bots.__file__).parent)
(code_folder() / "fair_play.made.nbi").touch()
for part in set(Part) - {Part.TABLES}:
    sign(part)
"""


def python(*arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith("NUMBA_")}
    return subprocess.run(
        [sys.executable, *arguments],
        env=kept | {"PYTHONPATH": str(ROOT / "src")} | variables,
        capture_output=True,
        text=True,
        timeout=10 * PATIENCE,
        check=False,
    )


@pytest.mark.slow
def test_what_is_missing_is_compiled_and_told(tmp_path: Path) -> None:
    cache = {"NUMBA_CACHE_DIR": str(tmp_path)}
    assert python("-c", SIGN_ALL_BUT_TABLES, **cache).returncode == 0
    done = python(str(ROOT / "tools" / "compiling.py"), **cache)
    assert (done.returncode, done.stdout) == (0, "")
    assert re.fullmatch(
        r"Compiling the engine: about \d+ seconds, once…\n  1 of 1: many tables at once…\n",
        done.stderr,
    )
    assert [*tmp_path.rglob("tables.*.nbc")]
    again = python(str(ROOT / "tools" / "compiling.py"), **cache)
    assert (again.returncode, again.stdout, again.stderr) == (0, "", "")


def test_what_keeps_numba_from_it_is_told_in_a_line(tmp_path: Path) -> None:
    (tmp_path / "numba.py").write_text("raise OSError('no such processor')\n")
    path = os.pathsep.join([str(tmp_path), str(ROOT / "src")])
    done = python(str(ROOT / "tools" / "compiling.py"), PYTHONPATH=path)
    assert (done.returncode, done.stdout, done.stderr) == (1, "", "OSError: no such processor\n")
