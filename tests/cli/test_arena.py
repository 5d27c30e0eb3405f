"""`cutthroat arena`."""

from __future__ import annotations

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

from cutthroat.bots.registry import find_bot
from cutthroat.cli.arena import arena
from cutthroat.cli.arena_report import Report, as_json, tell
from cutthroat.cli.console import Screen
from cutthroat.core.rules import Rules
from cutthroat.record.read import read_matches
from cutthroat.service.arena.contest import Contest, Entrants
from cutthroat.service.arena.results import Results
from cutthroat.service.arena.sprt import LEAST_SETS, SequentialTest
from tests.kit.programs import program
from tests.kit.world import world

ROOT = Path(__file__).parents[2]
SHORT = ["--preset", "short", "--rules", "limit=5"]
Command = Callable[..., Result]


@pytest.fixture
def run(tmp_path: Path) -> Command:
    """The command, in short matches."""

    def runs(*arguments: str | Path | int) -> Result:
        words = [str(argument) for argument in arguments]
        return CliRunner().invoke(arena, [*SHORT, *words], obj=world(tmp_path / "matches"))

    return runs


# What is told


def test_plain_lines_tell_each_bot_and_the_comparison(run: Command) -> None:
    done = run("easy", "random", "--matches", 20, "--seed", "7", "--jobs", 1)
    assert (done.exit_code, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    share, number = r"\d+\.\d %", r"-?\d+\.\d\d"
    interval = r"\d+\.\d to \d+\.\d %"
    for place, bot in enumerate(["easy", "random"]):
        assert re.fullmatch(
            rf"{bot}: Wins \d+, Win rate {share}, 95 % interval {interval}", lines[place]
        )
        assert re.fullmatch(
            rf"{bot}: Score {share}, 95 % by sets {interval}, Par 50\.0 %, "
            rf"Points a deal {number} ± {number}",
            lines[2 + place],
        )
    assert re.fullmatch(
        rf"easy is ahead of the others by {number} ± {number} points a deal", lines[4]
    )
    assert re.fullmatch(
        r"Matches: 20 in 10 sets with the same cards, of \d+\.\d deals on average", lines[5]
    )
    assert lines[6:] == [
        "Matches closed because nobody had won after 500 deals: 0",
        "House rules: target=7 high=highest out=reach limit=5",
        "Seed: 7",
    ]


def test_json_has_the_keys_of_the_documents_and_adds_up(run: Command) -> None:
    told = json.loads(
        run("easy", "random", "--players", 3, "--matches", 30, "--json", "--sprt", 0.1).stdout
    )
    one, two = told["bots"]
    assert (told["played"], told["sets"], told["matches"], told["cap"]) == ("matches", 10, 30, 500)
    assert (one["seats"], two["seats"]) == (1, 2)
    assert one["par"] == pytest.approx(1 / 3)
    assert one["wins"] + two["wins"] == told["won"] == 30
    assert one["score"] + two["score"] == pytest.approx(1)
    assert one["score_low"] <= one["score"] <= one["score_high"]
    assert one["win_rate"] == one["wins"] / 30
    assert told["lead"] == pytest.approx(one["points_per_deal"] - two["points_per_deal"])
    assert told["sprt"]["verdict"] == "undecided"
    page = (ROOT / "docs" / "engines.md").read_text(encoding="utf-8")
    page = page.partition("## The arena")[2]
    for key in [*told, *one, *told["sprt"]]:
        stem = key.removesuffix("_low").removesuffix("_high")
        assert stem in page, key


def drawn(report: Report, *, width: int = 80) -> str:
    console = Console(file=io.StringIO(), force_terminal=True, width=width, highlight=False)
    tell(report, Screen(console, plain=False, suits="symbols"))
    assert isinstance(console.file, io.StringIO)
    return re.sub(r"\x1b\[[0-9;]*m", "", console.file.getvalue())


def test_nothing_was_played_and_it_is_told_all_the_same() -> None:
    bots = find_bot("random"), find_bot("easy")
    report = Report(
        Contest(Rules(), bots, bytes(32)),
        Results(Entrants(bots, 2)),
        SequentialTest(0.1),
        "s",
        interrupted=True,
    )
    assert "Interrupted: this is what there was." in drawn(report)
    told = json.loads(as_json(report))
    assert told["interrupted"]
    assert told["bots"][0]["win_rate"] is told["bots"][0]["score"] is None


def test_tables_fit_into_80_columns(run: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    bots = find_bot("random"), find_bot("easy")
    report = Report(Contest(Rules(), bots, bytes(32)), Results(Entrants(bots, 2)), None, "s")
    assert max(map(len, drawn(report).splitlines())) <= 80


def test_the_test_stops_when_it_is_sure(run: Command) -> None:
    done = run("easy", "random", "--sprt", 0.2, "--matches", 10_000, "--jobs", 1)
    assert (
        f"Sequential test, after {LEAST_SETS} sets: easy is better than par by 0.2" in done.stdout
    )
    assert f"Matches: {2 * LEAST_SETS} in {LEAST_SETS} sets" in done.stdout


def test_the_same_bots_are_found_equal(run: Command) -> None:
    done = run("easy", "easy", "--sprt", 0.01, "--matches", 10_000, "--jobs", 1)
    assert "easy (1) is at par, rather than better by 0.01" in done.stdout
    assert "easy (1) is ahead of the others by 0.00 ± 0.00 points a deal" in done.stdout


# Single deals


def test_deals_tell_points_and_equity(run: Command) -> None:
    done = run("easy", "random", "--deals", 100, "--seed", "7", "--jobs", 1)
    assert (done.exit_code, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    number, share = r"-?\d+\.\d\d", r"-?\d+\.\d"
    for line, bot in zip(lines, ["easy", "random"], strict=False):
        assert re.fullmatch(
            rf"{bot}: Points a deal {number} ± {number}, Equity a deal {share} %, "
            rf"95 % by sets {share} to {share} %, Matches won \d+",
            line,
        )
    assert re.fullmatch(
        r"Deals: 100 in 50 sets with the same cards, \d+ of them thrown in", lines[3]
    )


@pytest.mark.parametrize("players", [2, 3])
def test_deals_in_json_have_the_keys_of_the_documents(players: int, run: Command) -> None:
    words = "easy", "random", "--players", players, "--deals", 60, "--sprt", "0.9", "--json"
    told = json.loads(run(*words).stdout)
    one, two = told["bots"]
    assert (told["played"], told["matches"], told["closed"]) == ("deals", 60, None)
    assert len(told["scores"]) == 9
    assert told["deals"] + told["redeals"] == 60
    assert one["equity_per_deal"] > 0
    assert one["equity_per_deal"] == pytest.approx(
        -(players - 1) * two["equity_per_deal"], abs=1e-6
    )
    assert one["score"] is None
    assert told["sprt"]["margin"] == 0.9
    page = (ROOT / "docs" / "engines.md").read_text(encoding="utf-8").partition("## The arena")[2]
    for key in [*told, *one]:
        assert key.removesuffix("_low").removesuffix("_high") in page, key


def test_deals_begin_from_the_given_scores(run: Command) -> None:
    words = "--deals", 4, "--scores", "5,3", "--scores", " -2, 11", "--json"
    assert json.loads(run("easy", "random", *words).stdout)["scores"] == [[5, 3], [-2, 11]]


def test_the_same_bots_gain_nothing(run: Command) -> None:
    told = json.loads(run("easy", "easy", "--deals", 100, "--sprt", "0.001", "--json").stdout)
    for bot in told["bots"]:
        assert bot["equity_per_deal"] == pytest.approx(0, abs=1e-6)
        assert bot["equity_per_deal_high"] == pytest.approx(0, abs=1e-6)
    assert told["lead"] == told["lead_high"] == 0
    assert told["sprt"]["verdict"] == "not_better"


# Who is compared, by what


def test_bots_may_be_named_by_option(run: Command) -> None:
    done = run("easy", "--bot", "random", "--bot", "easy", "--matches", 3, "--json")
    assert [bot["label"] for bot in json.loads(done.stdout)["bots"]] == [
        *("easy (1)", "random", "easy (3)")
    ]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], "two or three bots are compared: 0 are named"),
        (["easy"], "two or three bots are compared: 1 are named"),
        (["easy"] * 4, "two or three bots are compared: 4 are named"),
        (["easy", "easy", "easy", "--players", "2"], "3 bots do not fit 2 seats"),
        (["easy", "nobody"], 'there is no bot "nobody"'),
        (["easy", "cmd:"], "after cmd: comes the command"),
        (["easy", "cmd:no-such-program"], "there is no program no-such-program"),
        (["easy", "random", "--matches", "1", "--deals", "1"], "--matches or --deals"),
        (["easy", "random", "--deals", "1", "--out", "x"], "--out keeps records of matches"),
        (["easy", "random", "--scores", "1,2"], "--scores goes with --deals"),
        (["easy", "random", "--deals", "1", "--scores", "1,2,3"], "one score for each of 2 seats"),
        (["easy", "random", "--deals", "1", "--scores", "1"], "such as 5,3,0"),
        (["easy", "random", "--deals", "1", "--scores", "1,x"], "such as 5,3,0"),
        (["easy", "random", "--deals", "1", "--scores", "1,100"], "from -99 to 99"),
        (["easy", "random", "--json", "--out", "-"], "both want standard output"),
        (["easy", "random", "--sprt", "0"], "0 is not in the range"),
        (["easy", "random", "--engine-seconds", "0"], "0 is not in the range"),
        (["easy", "--check", "cmd:python3"], "--check takes one program"),
        (["--check", "easy"], "--check is for a program"),
    ],
)
def test_wrong_usage(arguments: list[str], said: str, run: Command) -> None:
    done = run(*arguments)
    assert (done.exit_code, done.stdout) == (2, "")
    assert said in " ".join(done.stderr.split())


# Records


def test_records_verify_and_a_seed_gives_them_again(run: Command, tmp_path: Path) -> None:
    one, again, alone = tmp_path / "one", tmp_path / "again", tmp_path / "alone"
    first = run("easy", "random", "--matches", 8, "--seed", "7", "--out", one)
    assert (
        run("easy", "random", "--matches", 8, "--seed", "7", "--out", again).stdout == first.stdout
    )
    run("easy", "random", "--matches", 8, "--seed", "7", "--out", alone, "--jobs", 3)
    assert one.read_bytes() == again.read_bytes() == alone.read_bytes()
    with one.open("rb") as stream:
        matches = list(read_matches(stream))
    assert [match.header.value("Match") for match in matches] == [*"11223344"]
    assert all(match.header.fair for match in matches)
    seated = [match.header.value("Seat1") for match in matches]
    assert seated == ["easy", "random"] * 4


# Programs


def test_a_program_is_compared_and_its_forfeits_are_told(run: Command, tmp_path: Path) -> None:
    command = f"cmd:{program(tmp_path, 'crashes')}"
    done = run(command, "easy", "--matches", 4, "--out", tmp_path / "records")
    assert done.exit_code == 0
    assert (
        f"{command} forfeited 4; the last time: its program ended in the middle of a match "
        "(exit code 1)\nIt wrote last: RuntimeError: no idea\n"
    ) in done.stdout
    assert f"{command}: Score 0.0 %" in done.stdout
    assert "easy: Score 100.0 %" in done.stdout
    with (tmp_path / "records").open("rb") as stream:
        ended = [record.header.ended for record in read_matches(stream)]
    assert {one and one.partition(" forfeited")[2] for one in ended} == {": its program ended"}


def test_forfeits_in_json(run: Command, tmp_path: Path) -> None:
    command = f"cmd:{program(tmp_path, 'hangs')}"
    done = run("easy", command, "--matches", 2, "--engine-seconds", "0.2", "--json")
    assert [bot["forfeits"] for bot in json.loads(done.stdout)["bots"]] == [
        *({}, {"engine_too_slow": 2})
    ]


def test_a_program_that_plays_is_compared_as_any_bot(run: Command, tmp_path: Path) -> None:
    command = f"cmd:{program(tmp_path, 'seeded')}"
    told = [
        run(command, "easy", "--matches", 6, "--seed", "7", "--jobs", jobs, "--json").stdout
        for jobs in (1, 2)
    ]
    assert told[0] == told[1]
    assert json.loads(told[0])["bots"][0]["forfeits"] == {}


# The conformance kit


def test_check_tells_what_passed(run: Command, tmp_path: Path) -> None:
    done = run("--check", f"cmd:{program(tmp_path, 'first')}")
    assert done.exit_code == 0
    lines = done.stdout.splitlines()
    assert lines[0] == "passed: starts, and answers"
    assert lines[-1] == "It conforms."
    assert "passed: plays 3 seats with these house rules: joker=yes" in lines
    assert "note: ends by itself when its input does" in lines
    assert not any("FAILED" in line for line in lines)


def test_check_tells_what_failed_and_where(run: Command, tmp_path: Path) -> None:
    done = run("--check", f"cmd:{program(tmp_path, 'crashes')}")
    assert done.exit_code == 1
    first, why, said, where, last = done.stdout.splitlines()
    assert first == "FAILED: starts, and answers"
    assert "its program ended in the middle of a match (exit code 1)" in why
    assert "It wrote last: RuntimeError: no idea" in said
    assert json.loads(where.partition("The view: ")[2])["legal"]["calls"]
    assert last == "It does not conform: 1 of these went wrong."


@pytest.mark.parametrize(("name", "code"), [("first", 0), ("illegal_card", 1)])
def test_check_in_json(name: str, code: int, run: Command, tmp_path: Path) -> None:
    done = run("--check", f"cmd:{program(tmp_path, name)}", "--json")
    told = json.loads(done.stdout)
    assert done.exit_code == code
    assert told["conforms"] == (not code)
    assert bool(code) == any(one["reason"] == "engine_illegal" for one in told["checks"])
    page = (ROOT / "docs" / "engines.md").read_text(encoding="utf-8")
    for key in [*told, *told["checks"][0], *(one["check"] for one in told["checks"])]:
        assert f"`{key}`" in page, key


# As a process


def start(*arguments: str | Path, stderr: int = subprocess.PIPE) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", "cutthroat", "arena", *arguments],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=stderr,
        env=os.environ | {"TERM": "xterm"},
        start_new_session=True,
    )


def wait_for(condition: Callable[[], bool]) -> bool:
    until = time.monotonic() + 30
    while not condition() and time.monotonic() < until:
        time.sleep(0.02)
    return condition()


@pytest.mark.slow
@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.parametrize("form", ["--json", "--plain"])
def test_an_interrupt_shows_what_there_is_so_far(jobs: str, form: str, tmp_path: Path) -> None:
    records, told = tmp_path / "records", tmp_path / "told"
    bots = f"cmd:{program(tmp_path, 'notes', told)}", "random"
    settings = "--matches", "1000000", "--jobs", jobs, "--out", records
    with start(*bots, *SHORT, *settings, form) as process:
        assert wait_for(lambda: records.exists() and records.stat().st_size > 0)
        os.killpg(process.pid, signal.SIGINT)
        out, err = process.communicate(timeout=30)
    assert (process.returncode, err) == (130, b"")
    if form == "--json":
        found = json.loads(out)
        assert found["interrupted"]
        assert found["sets"] > 0
        assert found["bots"][0]["forfeits"] == {}
    else:
        assert b"Interrupted: this is what there was." in out
    size = told.stat().st_size
    time.sleep(1.5)
    assert told.stat().st_size == size, "no program plays on"


def test_a_bar_with_the_score_so_far_is_on_standard_error_if_that_is_a_terminal() -> None:
    ours, theirs = os.openpty()
    with start("easy", "random", *SHORT, "--matches", "8", "--jobs", "1", stderr=theirs) as process:
        out, _ = process.communicate(timeout=60)
    os.close(theirs)
    shown = os.read(ours, 100_000)
    os.close(ours)
    assert process.returncode == 0
    assert b"/8" in shown
    assert b"\x1b" not in out
