"""How much work a move is for our server, and for those of boardgame.io and Colyseus.

    python -m bench.server --node NODE --dir DIR

Servers take turns on loopback, each started anew for each load, and one driver plays on them
(bench/server/driver.mjs): at 50 tables as fast as the seats can move, at 50 tables with 180 moves a
second in all, and with 300 tables of three (900 streams) held open. Ours keeps every move in SQLite
on a disk; the peers keep theirs in memory, and their game is smaller than ours: six tricks, without
auction or points. What ours does between deals is charged to its moves.

NODE is Node.js; Colyseus asks for 22 or later. DIR is a folder outside the repository, on a disk;
it holds the peers, and two commands make it:

    mkdir -p DIR && cp bench/server/package.json DIR/
    npm install --prefix DIR
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import shlex
import shutil
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from bench.harness import machine

SOURCES = Path(__file__).parent / "server"
REPOSITORY = Path(__file__).parents[1]
TICKS = os.sysconf("SC_CLK_TCK")
SERVE = (
    f"{shlex.quote(sys.executable)} -m cutthroat serve --host 127.0.0.1 --port {{port}} "
    "--database {database} --no-browser"
)
MAKE = "    mkdir -p {0} && cp bench/server/package.json {0}/\n    npm install --prefix {0}"

Figures = dict[str, float]


@dataclass(frozen=True, slots=True)
class Server:
    """What is compared; `kind` is the driver's word for how to play on it."""

    name: str
    kind: str
    command: str
    packages: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Load:
    """What the driver does: moves to warm up, then moves that are measured, so many a second."""

    name: str
    title: str
    figures: Mapping[str, str]
    tables: int
    warm: int
    moves: int
    rate: int = 0  # as fast as they go


@dataclass(frozen=True, slots=True)
class Bench:
    """Where things are."""

    node: str
    folder: Path
    limit: int


class BenchError(Exception):
    """A server or the driver did not do its part."""


TIMES = {
    "cpu_us": "CPU time of the server, µs a move",
    "p50": "from a move to a seat that sees it, ms, median",
    "p99": "from a move to a seat that sees it, ms, 99 of 100",
    "own_p50": "from a move to the seat that made it, ms, median",
    "own_p99": "from a move to the seat that made it, ms, 99 of 100",
    "rate": "moves a second",
    "driver_us": "CPU time of the driver, µs a move",
}
MEMORY = {
    "growth": "resident memory, MB, growth from idle to all streams open",
    "played": "resident memory, MB, growth from idle to 18 moves later at each table",
    "idle": "resident memory, MB, idle",
}


def servers(serve: str) -> dict[str, Server]:
    """Ours first, then the peers."""
    colyseus = ("core", "schema", "sdk", "ws-transport")
    return {
        "ours": Server("ours", "smear", serve),
        "pages": Server("ours, as pages", "pages", serve),
        "bgio": Server(
            "boardgame.io", "bgio", "{node} bgio_server.mjs", ("boardgame.io", "socket.io-client")
        ),
        "colyseus": Server(
            "Colyseus",
            "colyseus",
            "{node} colyseus_server.mjs",
            tuple(f"@colyseus/{package}" for package in colyseus),
        ),
    }


def loads(moves: int, seconds: int) -> dict[str, Load]:
    """The three of them."""
    return {
        "closed": Load("closed", "50 tables, closed loop", TIMES, 50, 3600, moves),
        "paced": Load("paced", "50 tables, 180 moves/s", TIMES, 50, 3600, 180 * seconds, 180),
        "streams": Load("streams", "300 tables, 900 streams", MEMORY, 300, 0, 300 * 18),
    }


# ---- processes -----------------------------------------------------------------------------------


def stat(pid: int) -> list[str]:
    """The fields of a process from its state on; empty when it is gone."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return []


def tree(root: int) -> list[int]:
    """A process and all that descend from it."""
    children: dict[int, list[int]] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit() and (fields := stat(int(entry.name))):
            children.setdefault(int(fields[1]), []).append(int(entry.name))
    found = [root]
    for pid in found:
        found += children.get(pid, [])
    return found


def cpu_seconds(root: int) -> float:
    """CPU time of the tree so far, with that of threads and children that have ended."""
    return sum(sum(map(int, stat(pid)[11:15])) for pid in tree(root)) / TICKS


def resident(root: int) -> float:
    """Resident memory of the tree in MB; what its processes share counts once for each."""
    kilobytes = 0
    for pid in tree(root):
        try:
            lines = Path(f"/proc/{pid}/status").read_text().splitlines()
        except OSError:
            continue
        kilobytes += sum(int(line.split()[1]) for line in lines if line.startswith("VmRSS"))
    return kilobytes / 1024


def end(child: subprocess.Popen[str]) -> None:
    """End a child, then what is left of all that it started: each by its own number."""
    born = {pid: fields[19] for pid in tree(child.pid) if (fields := stat(pid))}
    if child.poll() is None:
        child.terminate()
        try:
            child.wait(8)
        except subprocess.TimeoutExpired:
            child.kill()
            child.wait()
    for pid, moment in born.items():
        if (fields := stat(pid)) and fields[19] == moment:  # not a new process of that number
            os.kill(pid, signal.SIGKILL)


@contextmanager
def started(
    command: Sequence[str], folder: Path, log: Path, *, talks: bool = False, port: int = 0
) -> Iterator[subprocess.Popen[str]]:
    """A child, ended when the block is left in whatever way. One that talks has pipes for it."""
    source = [str(REPOSITORY / "src"), os.environ.get("PYTHONPATH", "")]
    with log.open("w") as written:
        child = subprocess.Popen(
            command,
            cwd=folder,
            env=os.environ
            | {
                "NODE_ENV": "production",
                "PORT": str(port),
                "PYTHONPATH": os.pathsep.join(filter(None, source)),
            },
            stdin=subprocess.PIPE if talks else subprocess.DEVNULL,
            stdout=subprocess.PIPE if talks else written,
            stderr=written,
            text=True,
            start_new_session=True,  # a Ctrl-C reaches us alone, and we end what we started
        )
        try:
            yield child
        finally:
            end(child)


# ---- one load on one server ----------------------------------------------------------------------


def tail(log: Path) -> str:
    """The last lines that a child wrote."""
    return "\n".join(log.read_text(errors="replace").splitlines()[-12:])


def free_port() -> int:
    """A port of loopback that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def wait_until_open(port: int, server: subprocess.Popen[str]) -> None:
    """Return when the server accepts connections."""
    until = time.monotonic() + 30
    while time.monotonic() < until:
        if server.poll() is not None:
            raise BenchError(f"it ended with {server.returncode}")
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.05)
    raise BenchError("nobody listens after 30 seconds")


def next_line(driver: subprocess.Popen[str], log: Path) -> str:
    """What the driver says next; it watches the time itself."""
    assert driver.stdout
    if line := driver.stdout.readline():
        return line
    raise BenchError(f"the driver gave up: {tail(log)}")


def driven(root: int, kind: str, load: Load, bench: Bench, *, url: str, log: Path) -> Figures:
    """Let the driver play on the server whose process is the root."""
    idle = resident(root)
    command = [bench.node, "driver.mjs", kind, "--url", url, "--limit", str(bench.limit)]
    for name in ("tables", "warm", "moves", "rate"):
        command += [f"--{name}", str(getattr(load, name))]
    with started(command, bench.folder, log, talks=True) as driver:
        assert driver.stdin
        next_line(driver, log)
        time.sleep(1)
        opened, before = resident(root), cpu_seconds(root)
        driver.stdin.write("go\n")
        driver.stdin.flush()
        told = json.loads(next_line(driver, log))
        spent = cpu_seconds(root) - before
        return {
            **told,
            "cpu_us": 1e6 * spent / load.moves,
            "rate": load.moves / told["seconds"],
            "idle": idle,
            "growth": opened - idle,
            "played": resident(root) - idle,
        }


def check_journal(database: Path) -> None:
    """Refuse figures of ours that did not go through a write-ahead log on the disk."""
    head = database.read_bytes()[:20] if database.exists() else b""
    if head[18:20] != b"\2\2":
        raise BenchError(f"{database.name} is not an SQLite database in WAL mode")


def turn(server: Server, load: Load, bench: Bench) -> Figures:
    """Start the server, put the load on it, end it."""
    with tempfile.TemporaryDirectory(prefix="turn-", dir=bench.folder) as name:
        place = Path(name)
        log = place / "server.log"
        database = place / "matches.sqlite"
        port = free_port()
        names = {"node": bench.node, "port": port, "database": f"sqlite:///{database}"}
        command = [word.format_map(names) for word in shlex.split(server.command)]
        try:
            with started(command, bench.folder, log, port=port) as child:
                wait_until_open(port, child)
                time.sleep(1.5)
                url = f"http://127.0.0.1:{port}"
                figures = driven(
                    child.pid, server.kind, load, bench, url=url, log=place / "driver.log"
                )
                if server.kind in ("smear", "pages"):
                    check_journal(database)
        except BenchError as error:
            raise BenchError(f"{error}\n{tail(log)}") from None
        return figures


# ---- the run -------------------------------------------------------------------------------------


def prepared(folder: Path) -> None:
    """Check that the peers are there, and bring our part of them up to date."""
    if folder.is_relative_to(REPOSITORY):
        raise BenchError(f"{folder} is inside the repository; choose a folder elsewhere")
    make = MAKE.format(shlex.quote(str(folder)))
    if not (folder / "node_modules").is_dir():
        raise BenchError(
            f"no peers in {folder}; two commands, given in the checkout, make it:\n{make}"
        )
    if installed(folder, "koa-compose") != "4.1.0":  # with 4.2.0 boardgame.io has no lobby
        raise BenchError(f"koa-compose must be 4.1.0, remove {folder} and make it anew:\n{make}")
    if filesystem(folder) in {"tmpfs", "ramfs"}:
        raise BenchError(f"{folder} is in memory; ours must write to a disk")
    for source in SOURCES.glob("*.mjs"):  # they find their packages beside them
        shutil.copy(source, folder)


def installed(folder: Path, package: str) -> str:
    """The version of a package in the folder; empty where there is none."""
    about = folder / "node_modules" / package / "package.json"
    return str(json.loads(about.read_text())["version"]) if about.exists() else ""


def filesystem(folder: Path) -> str:
    """The kind of file system that a folder is on."""
    kinds: dict[str, str] = {}
    for mount in Path("/proc/self/mounts").read_text().splitlines():
        _, point, kind, *_ = mount.split()
        kinds[point] = kind
    places = [folder, *folder.parents]
    return next(kinds[str(place)] for place in places if str(place) in kinds)


def told(values: Sequence[float]) -> str:
    """Median, with the lowest and the highest."""
    return f"{statistics.median(values):9.2f} [{min(values):.2f} .. {max(values):.2f}]"


def show(load: Load, found: Mapping[str, list[Figures]]) -> None:
    """Print every figure of each server, and its ratio to ours turn by turn."""
    print(f"\n{load.title}")
    for key, meaning in load.figures.items():
        print(f"  {meaning}")
        ours = [figures[key] for figures in found.get("ours", [])]
        for name in (server.name for server in servers("").values() if server.name in found):
            values = [figures[key] for figures in found[name]]
            ratios = [our / their for our, their in zip(ours, values, strict=False)]
            ratio = f"   ours / {name}: {told(ratios)}" if ratios and name != "ours" else ""
            print(f"    {name:14}{told(values):32}{ratio}")


def arguments() -> argparse.Namespace:
    """What was asked for."""
    parser = argparse.ArgumentParser(
        prog="python -m bench.server",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        epilog="Wants two cores that do nothing else, and half a minute for each server and turn.\n"
        "Trust CPU time first, latency second, moves a second last; of each the ratio.",
    )
    names, kinds = list(servers("")), list(loads(0, 0))
    parser.add_argument("--dir", type=Path, required=True, help="the folder of the peers")
    parser.add_argument("--node", default="node", help="the program of Node.js (%(default)s)")
    parser.add_argument("--repeats", type=int, default=5, help="turns of each (%(default)s)")
    parser.add_argument("--servers", nargs="+", choices=names, default=names, help="all")
    parser.add_argument("--loads", nargs="+", choices=kinds, default=kinds, help="all")
    parser.add_argument("--moves", type=int, default=18000, help="closed loop (%(default)s)")
    parser.add_argument("--seconds", type=int, default=20, help="at 180 a second (%(default)s)")
    parser.add_argument("--limit", type=int, default=180, help="seconds a load (%(default)s)")
    parser.add_argument("--out", type=Path, help="append each turn to this file, a line of JSON")
    parser.add_argument(
        "--serve",
        default=SERVE,
        metavar="COMMAND",
        help="how ours is started; {port} and {database} are filled in",
    )
    return parser.parse_args()


def run(options: argparse.Namespace, bench: Bench) -> dict[str, dict[str, list[Figures]]]:
    """All turns: the figures of each load and server. A server that fails is left out from then."""
    chosen = [servers(options.serve)[name] for name in options.servers]
    found: dict[str, dict[str, list[Figures]]] = {name: {} for name in options.loads}
    for repeat in range(options.repeats):
        for load in (loads(options.moves, options.seconds)[name] for name in options.loads):
            first = repeat % len(chosen) if chosen else 0
            for server in chosen[first:] + chosen[:first]:  # nobody is always the first
                say = f"turn {repeat + 1} of {options.repeats}: {load.title}, {server.name}"
                print(say, end=" ... ", flush=True)
                try:
                    figures = turn(server, load, bench)
                except BenchError as error:
                    print(f"left out from here on: {error}", flush=True)
                    chosen.remove(server)
                    continue
                key = next(iter(load.figures))
                print(f"{figures[key]:.1f} ({load.figures[key]})", flush=True)
                found[load.name].setdefault(server.name, []).append(figures)
                if options.out:
                    with options.out.open("a") as file:
                        line = {"server": server.name, "load": load.name, **figures}
                        file.write(json.dumps(line) + "\n")
    return found


def main() -> None:
    """Measure all of them and print the ratios."""
    options = arguments()
    bench = Bench(shutil.which(options.node) or options.node, options.dir.resolve(), options.limit)
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda number, _: sys.exit(128 + number))  # leaving ends the children
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))  # 900 streams are 900 files
    try:
        prepared(bench.folder)
        version = node_version(bench.node)
    except BenchError as error:
        sys.exit(str(error))
    found = run(options, bench)
    print(f"\n{machine()}, Node.js {version}")
    packages = [package for name in options.servers for package in servers("")[name].packages]
    if packages:
        print(", ".join(f"{package} {installed(bench.folder, package)}" for package in packages))
    for name, load in loads(options.moves, options.seconds).items():
        if found.get(name):
            show(load, found[name])
    turns = sum(len(turns) for load in found.values() for turns in load.values())
    if turns < options.repeats * len(options.servers) * len(options.loads):
        sys.exit("\nnot every turn was measured, see above")


def node_version(node: str) -> str:
    """What Node.js calls itself."""
    try:
        return subprocess.check_output([node, "--version"], text=True).strip()
    except OSError as error:
        raise BenchError(f"no Node.js: {error}; name the program with --node") from None


if __name__ == "__main__":
    main()
