"""Makes the virtual environment of a checkout, for tools/venv.sh, and the pins, for `./check pins`.

The stamps `made-for-run` and `made-for-dev` are removed before anything is touched and written when
all is done. So a stamp stands for a whole environment, wherever the call before was killed. The
same goes for `compiled`, which is as old as the sources that were compiled.
"""

import fcntl
import os
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

KINDS = ("run", "dev")  # each holds all that the kinds before it hold
PINS = "constraints.txt"
OLDEST = (3, 11)
COMPILED = ("kernel", "core", "bots")  # the sources that decide what is compiled; tools/venv.sh too

INTERRUPTED = 130
NOT_COMPILED = """\
cutthroat: the engine could not be compiled, see above; this is not tried again at every start.
All that does without it works: people, easy computer players, records, the scorekeeper."""


def prepare(kind: str, root: Path, wanted: bytes, asked: bytes) -> None:
    """Makes `.venv` hold all that `kind` needs.

    wanted: the stamp, which is what the environment is made from.
    asked: the command by which the interpreter that runs this was found.
    """
    venv = root / ".venv"
    with only_one(root / ".venv.lock"):
        usable = (venv / "bin/python").exists() and (
            not os.environ.get("PYTHON") or read(venv / "made-with") == asked
        )
        ready = [each for each in KINDS if usable and read(stamp(venv, each)) == wanted]
        if kind in ready:
            return  # made by the call we waited for
        say(reason(venv, ready))
        for each in KINDS:
            stamp(venv, each).unlink(missing_ok=True)
        if not ready:
            make_venv(venv)
            (venv / "made-with").write_bytes(asked)
        install(venv, kind, root)
        for each in KINDS[: KINDS.index(kind) + 1]:
            stamp(venv, each).write_bytes(wanted)


def compile_engine(root: Path) -> None:
    """Compiles the engine ahead. Where that cannot be done it says so, and no more."""
    compiled = root / ".venv/compiled"
    with only_one(root / ".venv.lock"):
        newest = newest_of(root / "src/cutthroat")
        if compiled.exists() and compiled.stat().st_mtime_ns >= newest:
            return  # done by the call we waited for
        try:
            run(str(root / ".venv/bin/python"), "-I", str(root / "tools/compiling.py"))
        except subprocess.CalledProcessError as error:
            if error.returncode == INTERRUPTED:
                raise KeyboardInterrupt from None
            print(NOT_COMPILED, file=sys.stderr, flush=True)
        compiled.touch()
        os.utime(compiled, ns=(newest, newest))


def newest_of(package: Path) -> int:
    """When the last of the sources that decide what is compiled was touched."""
    sources = (path for room in COMPILED for path in (package / room).rglob("*.py"))
    return max(path.stat().st_mtime_ns for path in sources)


def reason(venv: Path, ready: list[str]) -> str:
    if ready:
        return "Adding the development tools to .venv (first time only)"
    if venv.exists():
        return "Preparing .venv again, as it is incomplete or out of date"
    return "Preparing .venv (first time only)"


def stamp(venv: Path, kind: str) -> Path:
    return venv / f"made-for-{kind}"


def read(path: Path) -> bytes | None:
    return path.read_bytes() if path.is_file() else None


def make_venv(venv: Path) -> None:
    run(sys.executable, "-I", "-m", "venv", "--clear", str(venv))


def install(venv: Path, kind: str, root: Path) -> None:
    pip(venv, "install", "--constraint", PINS, *requirements(root, kind), cwd=root)
    # Built by the pinned tools just installed: an isolated build would fetch the newest.
    build = ("--quiet", "--no-deps", "--no-build-isolation", "--editable", ".")
    pip(venv, "install", *build, cwd=root)


def requirements(root: Path, kind: str) -> list[str]:
    """What pyproject.toml asks for, with what building the package takes."""
    project = tomllib.loads((root / "pyproject.toml").read_text())
    required = project["build-system"]["requires"] + project["project"]["dependencies"]
    return [*required, *(project["dependency-groups"]["dev"] if kind == "dev" else [])]


def write_pins(root: Path) -> None:
    """Writes the newest releases that fit pyproject.toml and each other."""
    if sys.version_info[:2] != OLDEST:
        sys.exit("Pins must work for the oldest Python too: PYTHON=python3.11 ./check pins")
    with tempfile.TemporaryDirectory() as folder:
        venv = Path(folder)
        make_venv(venv)
        pip(venv, "install", *requirements(root, "dev"), cwd=root)
        freeze = [str(venv / "bin/python"), "-I", "-m", "pip", "freeze"]
        pins = subprocess.check_output(freeze, text=True).splitlines(keepends=True)
    (root / PINS).write_text("".join(sorted(pins, key=str.lower)))


def pip(venv: Path, *args: str, cwd: Path) -> None:
    settings = {"PIP_DISABLE_PIP_VERSION_CHECK": "1", "PIP_NO_INPUT": "1", "PIP_USER": "0"}
    run(str(venv / "bin/python"), "-I", "-m", "pip", *args, cwd=cwd, env=os.environ | settings)


def run(*command: str, cwd: Path | None = None, env: dict[str, str] | None = None) -> None:
    # close_fds: the lock goes with the child, so that it holds while a child outlives us.
    subprocess.run(command, check=True, stdin=subprocess.DEVNULL, close_fds=False, cwd=cwd, env=env)


@contextmanager
def only_one(path: Path) -> Iterator[None]:
    """Holds a lock that the system takes back when all its holders have ended, however they end."""
    with path.open("w") as lock:
        os.set_inheritable(lock.fileno(), True)
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            say("Waiting for another call that is preparing .venv")
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def say(text: str) -> None:
    print(f"{text}…", file=sys.stderr, flush=True)


def main() -> None:
    try:
        match sys.argv[1:]:
            case ["pins", root]:
                write_pins(Path(root))
            case ["compile", root]:
                with suppress(OSError):  # it is compiled where it is first needed
                    compile_engine(Path(root))
            case [kind, root, asked] if kind in KINDS:
                prepare(kind, Path(root), sys.stdin.buffer.read(), os.fsencode(f"{asked}\n"))
            case _:
                sys.exit("usage: environment.py run|dev ROOT ASKED <STAMP, or compile|pins ROOT")
    except subprocess.CalledProcessError:
        sys.exit("cutthroat: .venv could not be prepared, see above; the next call tries again.")
    except OSError as error:
        sys.exit(
            f"cutthroat: .venv cannot be made: {error}\n"
            "Use a copy of this folder that you may write to, or install it: pipx install ."
        )
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)


if __name__ == "__main__":
    main()
