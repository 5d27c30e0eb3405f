"""`cutthroat simulate`."""

from __future__ import annotations

import hashlib
import io
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from rich.console import Console

from cutthroat.bots.policy import Bot
from cutthroat.bots.uniform import uniform
from cutthroat.cli.console import Screen
from cutthroat.cli.simulate import simulate
from cutthroat.cli.standings import Run, tell
from cutthroat.core.rules import Rules
from cutthroat.core.shuffle import secret_from_seed
from cutthroat.record.read import Record, read_matches
from cutthroat.service import simulation as service
from cutthroat.service.simulation import Outcome, SettledBid, Simulation, Tally
from tests.kit.programs import program
from tests.kit.world import world

SHORT = ["--preset", "short", "--rules", "limit=5"]


@pytest.fixture
def run(tmp_path: Path) -> Callable[..., Result]:
    """The command, in short matches unless other rules are named."""

    def runs(*arguments: str | Path) -> Result:
        words = [str(argument) for argument in arguments]
        return CliRunner().invoke(simulate, [*SHORT, *words], obj=world(tmp_path / "matches"))

    return runs


Command = Callable[..., Result]


def records(data: bytes) -> list[Record]:
    return list(read_matches(io.BytesIO(data)))


# What is told


def test_plain_lines_tell_each_bot_and_the_run(run: Command) -> None:
    done = run(12, "--bots", "random,easy,random", "--seed", "7", "--jobs", "1")
    assert (done.exit_code, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    number = r"−?\d+\.\d\d"
    for place, bot in enumerate(["random (1)", "easy", "random (3)"]):
        first, *bids = lines[4 * place : 4 * place + 4]
        assert re.fullmatch(
            rf"{re.escape(bot)}: matches 12, wins \d+, win rate \d+\.\d %, "
            rf"95 % interval \d+\.\d to \d+\.\d %, points a deal {number}",
            first,
        )
        for size, line in enumerate(bids, start=2):
            assert re.fullmatch(rf"{re.escape(bot)}, bids of {size}: made \d+, set \d+", line)
    assert re.fullmatch(rf"Deals a match: {number} scored, {number} thrown in", lines[12])
    assert lines[13:] == [
        "Matches closed because nobody had won after 500 deals: 0",
        "House rules: target=7 high=highest out=reach limit=5",
        "Seed: 7",
    ]


def test_json_has_these_keys_and_adds_up(run: Command) -> None:
    done = run(30, "--bots", "easy,random", "--seed", "ä", "--json")
    told = json.loads(done.stdout)
    assert done.stdout.count("\n") == 1
    assert [*told] == [
        *("seed", "rules", "players", "matches", "finished", "unfinished", "forfeited", "deals"),
        *("redeals", "bots"),
    ]
    assert (told["seed"], told["players"], told["matches"]) == ("ä", 2, 30)
    assert told["rules"] == "target=7 high=highest out=reach limit=5"
    for bot in told["bots"]:
        assert [*bot] == [
            *("label", "bot", "version", "matches", "wins", "win_rate", "win_rate_low"),
            *("win_rate_high", "forfeits", "points", "points_per_deal", "bids"),
        ]
        assert bot["win_rate"] == bot["wins"] / told["finished"]
        assert bot["win_rate_low"] < bot["win_rate"] < bot["win_rate_high"]
        assert bot["points_per_deal"] == bot["points"] / told["deals"]
        assert [*bot["bids"]] == ["2", "3", "4"]
    assert sum(bot["wins"] for bot in told["bots"]) == told["finished"] == 30
    bids = [
        count for bot in told["bots"] for size in bot["bids"].values() for count in size.values()
    ]
    assert sum(bids) == told["deals"]


def test_a_rate_of_nothing_is_none() -> None:
    simulation = Simulation(Rules(), (Bot("a", "1", uniform),) * 2, bytes(32))
    tally = Tally(2)
    tally.add(Outcome(None, 0, 500, (0, 0), ()))
    told = drawn(Run(simulation, tally, "s"), width=80)
    assert re.search(r"a \(1\) +│ +1 │ +0 │ +- │ +- │ +-", told)


def test_help_names_every_key_of_the_json(run: Command) -> None:
    told = json.loads(run(1, "--json").stdout)
    help_text = run("--help").stdout
    for key in [*told, *told["bots"][0]]:
        assert re.search(rf"\b{key}\b", help_text), key


def drawn(run: Run, *, width: int) -> str:
    """What a terminal of that width shows."""
    console = Console(file=io.StringIO(), force_terminal=True, width=width, highlight=False)
    tell(run, Screen(console, plain=False, suits="symbols"))
    assert isinstance(console.file, io.StringIO)
    return re.sub(r"\x1b\[[0-9;]*m", "", console.file.getvalue())


def test_tables_fit_into_80_columns() -> None:
    simulation = Simulation(Rules(), (Bot("random", "1.0", uniform),) * 3, bytes(32))
    tally = Tally(3)
    made = SettledBid(0, 4, made=True)
    for number in range(1000):
        tally.add(Outcome(number % 3, 300, 20, (-350, 411, 99), (made,) * 100))
    told = drawn(Run(simulation, tally, "abc"), width=80)
    assert max(map(len, told.splitlines())) <= 80
    assert re.search(r"random \(1\) +│ +1000 │ +334 │ +33\.4 % │ +30\.5 to 36\.4 % │ +−1\.17", told)
    assert re.search(r"random \(1\) +│( +0 │){4} +100000 │ +0 ", told)
    assert "Deals a match: 300.00 scored, 20.00 thrown in" in told


# Who plays, by which rules


@pytest.mark.parametrize(
    ("arguments", "players", "names"),
    [
        ([], 3, "easy easy easy"),
        (["--players", "2"], 2, "easy easy"),
        (["--bots", "random,easy"], 2, "random easy"),
        (["--bots", "random,easy,easy", "--players", "3"], 3, "random easy easy"),
    ],
)
def test_players_and_bots(arguments: list[str], players: int, names: str, run: Command) -> None:
    told = json.loads(run(1, "--json", *arguments).stdout)
    assert told["players"] == players
    assert [bot["bot"] for bot in told["bots"]] == names.split()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["0"], "0 is not in the range x>=1"),
        (["-1"], ""),
        (["x"], "'x' is not a valid integer"),
        ([], "Missing argument 'N'"),
        (["1", "--players", "4"], "4 is not in the range 2<=x<=3"),
        (["1", "--players", "3", "--bots", "easy,easy"], "2 are not 3"),
        (["1", "--players", "2", "--bots", "easy,easy,easy"], "3 are not 2"),
        (["1", "--bots", "easy"], "two or three play: --bots names 1"),
        (["1", "--bots", "easy,easy,easy,easy"], "two or three play: --bots names 4"),
        (["1", "--bots", "easy,nobody"], 'there is no bot "nobody"'),
        (["1", "--rules", "high=king"], 'the option high cannot be "king"'),
        (["1", "--bots", "easy,easy", "--bot", "easy"], "--bots and --bot both say who plays"),
        (["1", "--jobs", "0"], "0 is not in the range"),
        (["1", "--jobs", "62"], "62 is not in the range"),
        (["1", "--json", "--out", "-"], "both want standard output"),
        (["1", "--seed", "\udcff"], "this is not UTF-8 text"),
    ],
)
def test_wrong_usage(arguments: list[str], said: str, run: Command) -> None:
    done = run(*arguments)
    assert (done.exit_code, done.stdout) == (2, "")
    assert said in " ".join(done.stderr.split())


def test_a_program_plays_and_what_it_forfeits_is_told_apart(run: Command, tmp_path: Path) -> None:
    good, bad = (f"cmd:{program(tmp_path, name)}" for name in ("seeded", "crashes"))
    done = run(6, "--bot", good, "--bot", "easy", "--json")
    assert [bot["forfeits"] for bot in json.loads(done.stdout)["bots"]] == [0, 0]
    done = run(6, "--bot", bad, "--bot", "easy", "--json")
    told = json.loads(done.stdout)
    assert (told["finished"], told["unfinished"], told["forfeited"]) == (0, 0, 6)
    assert [bot["forfeits"] for bot in told["bots"]] == [6, 0]
    assert f"Matches that {bad} forfeited: 6\n" in run(6, "--bots", f"{bad},easy").stdout


# The seed and the records


def test_records_of_a_seed_are_its_own(run: Command, tmp_path: Path) -> None:
    one, again, other = (tmp_path / name for name in ("one", "again", "other"))
    assert (
        run(5, "--seed", "7", "--out", one).stdout == run(5, "--seed", "7", "--out", again).stdout
    )
    run(5, "--seed", "8", "--out", other)
    assert one.read_bytes() == again.read_bytes() != other.read_bytes()
    found = records(one.read_bytes())
    assert [record.header.value("Match") for record in found] == ["1", "2", "3", "4", "5"]
    for record in found:
        assert record.header.value("Secret") == secret_from_seed("7").hex()
        assert record.header.value("Date") is None
    assert "".join(record.text for record in found).encode() == one.read_bytes()


def test_a_longer_run_begins_like_a_shorter_one(run: Command, tmp_path: Path) -> None:
    short, long = tmp_path / "short", tmp_path / "long"
    run(3, "--seed", "7", "--out", short)
    run(6, "--seed", "7", "--out", long)
    assert long.read_bytes().startswith(short.read_bytes())


def test_a_seed_that_was_drawn_is_told_and_repeats_the_run(run: Command, tmp_path: Path) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    told = run(2, "--out", first).stdout
    seed = told.splitlines()[-1].removeprefix("Seed: ")
    assert seed == "match-1"
    assert run(2, "--seed", seed, "--out", second).stdout == told
    assert first.read_bytes() == second.read_bytes()


def test_records_on_standard_output_leave_it_to_them(run: Command, tmp_path: Path) -> None:
    file = tmp_path / "file"
    to_file = run(3, "--seed", "7", "--out", file)
    to_output = run(3, "--seed", "7", "--out", "-")
    assert to_output.stdout_bytes == file.read_bytes()
    assert to_output.stderr == to_file.stdout


@pytest.fixture
def no_work(monkeypatch: pytest.MonkeyPatch) -> None:
    """Playing is a failure."""

    def played(*_arguments: object, **_others: object) -> None:
        pytest.fail("matches are played")

    monkeypatch.setattr(service, "simulate", played)


@pytest.mark.usefixtures("no_work")
@pytest.mark.parametrize(("name", "why"), [("", "Is a directory"), ("no/x", "No such file")])
def test_a_file_that_cannot_be_written_is_told_before_any_work(
    name: str, why: str, run: Command, tmp_path: Path
) -> None:
    file = tmp_path / name
    done = run(10, "--out", file)
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr.startswith(f"Error: {file} cannot be written: {why}")


@pytest.mark.usefixtures("no_work")
def test_wrong_usage_does_not_touch_the_file(run: Command, tmp_path: Path) -> None:
    file = tmp_path / "kept"
    file.write_text("kept")
    assert run(10, "--bots", "easy", "--out", file).exit_code == 2
    assert file.read_text() == "kept"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is full")
@pytest.mark.parametrize("matches", [1, 40])
def test_a_full_disk_is_told(matches: int, run: Command) -> None:
    done = run(matches, "--out", "/dev/full", "--jobs", "1")
    assert (done.exit_code, done.stdout) == (2, "")
    told = done.stderr.splitlines()  # where it is the first run, that it compiles
    assert told[-1] == "Error: /dev/full cannot be written: No space left on device"


# As a process


def start(
    *arguments: str | Path, stdout: int = subprocess.PIPE, stderr: int = subprocess.PIPE
) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", "cutthroat", "simulate", *arguments],
        stdin=subprocess.DEVNULL,
        stdout=stdout,
        stderr=stderr,
        env=os.environ | {"TERM": "xterm"},
        start_new_session=True,
    )


@pytest.mark.slow
def test_any_number_of_processes_gives_the_same_bytes(tmp_path: Path) -> None:
    seen = set()
    for jobs in ("1", "2", "3"):
        file = tmp_path / jobs
        with start("20", *SHORT, "--seed", "7", "--jobs", jobs, "--out", file) as process:
            out, err = process.communicate(timeout=60)
        assert (process.returncode, err) == (0, b"")
        seen.add((hashlib.sha256(file.read_bytes()).hexdigest(), out))
    assert len(seen) == 1
    assert len(records((tmp_path / "1").read_bytes())) == 20


def test_the_process_ends_with_2_for_wrong_usage() -> None:
    with start("1", "--bots", "nobody") as process:
        out, err = process.communicate(timeout=60)
    assert (process.returncode, out) == (2, b"")
    assert b"Traceback" not in err


def group_is_gone(group: int) -> bool:
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return True
    return False


def wait_for(condition: Callable[[], bool]) -> bool:
    until = time.monotonic() + 30
    while not condition() and time.monotonic() < until:
        time.sleep(0.02)
    return condition()


@pytest.fixture(scope="module")
def compiled() -> None:
    """The first run of all says that it compiles; the runs that ask for this come later."""
    with start("40", *SHORT, "--jobs", "1") as process:
        process.communicate(timeout=120)
    assert process.returncode == 0


@pytest.mark.slow
@pytest.mark.usefixtures("compiled")
@pytest.mark.parametrize("size", [0, 1], ids=["while processes start", "while they play"])
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_an_interrupt_ends_all_quietly(size: int, jobs: str, tmp_path: Path) -> None:
    """As a terminal sends it: to the whole group, processes that are only starting included."""
    file = tmp_path / "out"
    with start("1000000", *SHORT, "--jobs", jobs, "--out", file) as process:
        assert wait_for(lambda: file.exists() and file.stat().st_size >= size)
        time.sleep(0 if size else 0.1)
        os.killpg(process.pid, signal.SIGINT)
        out, err = process.communicate(timeout=20)
    assert (process.returncode, out, err.strip()) == (130, b"", b"")
    assert wait_for(lambda: group_is_gone(process.pid))
    assert len(records(file.read_bytes())) >= size


@pytest.mark.slow
@pytest.mark.usefixtures("compiled")
def test_no_process_outlives_the_one_that_was_killed(tmp_path: Path) -> None:
    file = tmp_path / "out"
    with start("1000000", *SHORT, "--jobs", "2", "--out", file) as process:
        assert wait_for(lambda: file.exists() and file.stat().st_size > 0)
        process.kill()
        process.wait()
        assert wait_for(lambda: group_is_gone(process.pid))


@pytest.mark.slow
@pytest.mark.usefixtures("compiled")
def test_a_reader_that_leaves_ends_all_quietly() -> None:
    with start("1000000", *SHORT, "--jobs", "2", "--out", "-") as process:
        assert process.stdout
        assert process.stderr
        assert process.stdout.readline().startswith(b"[Game ")
        process.stdout.close()
        assert process.wait(timeout=20) != 0
        assert process.stderr.read() == b""
    assert wait_for(lambda: group_is_gone(process.pid))


@pytest.mark.parametrize("plain", [False, True])
def test_a_bar_is_on_standard_error_if_that_is_a_terminal_but_not_among_plain_lines(
    plain: bool,
) -> None:
    ours, theirs = os.openpty()
    settings = "--jobs", "1", "--seed", "7", *(["--plain"] if plain else [])
    with start("9", *SHORT, *settings, stderr=theirs) as process:
        out, _ = process.communicate(timeout=60)
    os.write(theirs, b".")  # so that there is something to read
    shown = os.read(ours, 100_000)
    os.close(theirs)
    os.close(ours)
    assert process.returncode == 0
    assert (b"/9" in shown) == (not plain)
    assert (shown == b".") == plain
    assert b"\x1b" not in out
    assert out.endswith(b"Seed: 7\n")


def test_commands_with_commas_are_for_the_other_option(run: Command) -> None:
    assert "A command that has commas wants --bot" in " ".join(run("--help").stdout.split())
