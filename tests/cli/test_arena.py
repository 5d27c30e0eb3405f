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
from cutthroat.cli.arena import USUAL_MATCHES, arena
from cutthroat.cli.arena_report import Report, as_json, tell
from cutthroat.cli.console import Screen
from cutthroat.core.rules import Rules
from cutthroat.record.read import read_matches
from cutthroat.service.arena.contest import Contest, Entrants
from cutthroat.service.arena.deals import DealContest
from cutthroat.service.arena.results import Results
from cutthroat.service.arena.sprt import LEAST_SETS, SequentialTest
from cutthroat.service.simulation import Outcome
from tests.kit.programs import program
from tests.kit.world import world

ROOT = Path(__file__).parents[2]
SHORT = ["--preset", "short", "--rules", "limit=5"]
NUMBER = r"−?\d+\.\d\d"
SHARE = r"−?\d+\.\d"
Command = Callable[..., Result]


@pytest.fixture
def run(tmp_path: Path) -> Command:
    """The command, in short matches."""

    def runs(*arguments: str | Path | int) -> Result:
        words = [str(argument) for argument in arguments]
        return CliRunner().invoke(arena, [*SHORT, *words], obj=world(tmp_path / "matches"))

    return runs


@pytest.fixture
def check(tmp_path: Path) -> Command:
    """The command with --check and a program by its name, and nothing else but what is given."""

    def checks(name: str, *arguments: str) -> Result:
        words = ["--check", f"cmd:{program(tmp_path, name)}", *arguments]
        return CliRunner().invoke(arena, words, obj=world(tmp_path / "matches"))

    return checks


def documented() -> set[str]:
    """The words that stand in code in what docs/engines.md says of the arena."""
    page = (ROOT / "docs" / "engines.md").read_text(encoding="utf-8")
    page = re.sub(r"```.*?```", "", page.partition("## The arena")[2], flags=re.DOTALL)
    code = re.findall(r"`([^`]+)`", page)
    return {word for one in code for word in re.findall(r"\w+", one)}


def stem(key: str) -> str:
    return key.removesuffix("_low").removesuffix("_high")


# What is told


def test_plain_lines_tell_each_bot_and_the_comparison(run: Command) -> None:
    done = run("easy", "random", "--matches", 20, "--seed", "7", "--jobs", 1)
    assert (done.exit_code, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    share, number = rf"{SHARE} %", NUMBER
    interval = rf"{SHARE} to {SHARE} %"
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
    assert one["score"] + two["score"] == pytest.approx(1, abs=1e-5)
    assert one["score_low"] <= one["score"] <= one["score_high"]
    assert one["win_rate"] == pytest.approx(one["wins"] / 30, abs=1e-6)
    assert told["lead"] == pytest.approx(one["points_per_deal"] - two["points_per_deal"], abs=1e-5)
    assert told["sprt"]["verdict"] == "undecided"
    assert {stem(key) for key in [*told, *one, *told["sprt"]]} <= documented()


def drawn(report: Report, *, width: int = 80) -> str:
    console = Console(file=io.StringIO(), force_terminal=True, width=width, highlight=False)
    tell(report, Screen(console, plain=False, suits="symbols"))
    assert isinstance(console.file, io.StringIO)
    return uncoloured(console.file.getvalue())


def uncoloured(shown: str) -> str:
    return re.sub(r"\x1b\[[0-9;]*m", "", shown)


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


def much() -> Results:
    """Long results: nearly all is won by the second, who is spoken of by a number besides."""
    results = Results(Entrants((find_bot("random"),) * 3, 3))
    for number in range(1000):
        played = [Outcome(1 + (number % 10 > 8), 300, 20, (-3500, 4110, 990), ())] * 3
        results.add(played, [(-0.999, 0.9 + number / 10_000, 0.099)] * 3)
    return results


@pytest.mark.parametrize("deals", [False, True])
def test_tables_fit_into_80_columns(deals: bool) -> None:
    bots = (find_bot("random"),) * 3
    fixed = Rules(), bots, bytes(32)
    contest = DealContest(*fixed, ((0, 0, 0),)) if deals else Contest(*fixed)
    told = drawn(Report(contest, much(), None, "s"))
    assert "…" not in told, "nothing is cut"
    rows = [line for line in told.splitlines() if line.startswith("│ random (")]
    assert len(rows) == (3 if deals else 6), "nothing is wrapped"
    assert rows == [row for row in rows if row.endswith("│")]
    assert "−11.67" in told


def test_numbers_below_nothing_have_a_true_minus_sign() -> None:
    bots = find_bot("random"), find_bot("easy")
    results = Results(Entrants(bots, 2))
    for points in (-1, -2, -1):
        results.add([Outcome(1, 100, 0, (points, 1), ())] * 2, [(-0.05, 0.05)] * 2)
    contest = DealContest(Rules(), bots, bytes(32), ((0, 0),))
    told = drawn(Report(contest, results, None, "s"))
    assert "−0.01" in told
    assert "−5.0 %" in told
    assert not re.search(r"-\d|[-−]0\.0+\b", told)


def test_after_one_set_there_is_no_ratio_but_the_verdict() -> None:
    bots = find_bot("random"), find_bot("easy")
    report = Report(
        Contest(Rules(), bots, bytes(32)), Results(Entrants(bots, 2)), SequentialTest(0.03), "s"
    )
    assert report.test
    for sets, ratio in (("1 set", "0.00"), ("2 sets", "-")):
        report.test.add(-0.5)
        assert (
            f"after {sets}: too few sets to tell whether random is better than par by 3 %: at least"
            f" {LEAST_SETS} (log-likelihood ratio {ratio},"
        ) in " ".join(drawn(report).split())
    assert json.loads(as_json(report))["sprt"]["log_ratio"] is None


def lone_set(*shares: int) -> Report:
    """A comparison of two bots after one set, in which the first scored so many points."""
    bots = find_bot("random"), find_bot("easy")
    results = Results(Entrants(bots, 2))
    results.add([Outcome(place, 10, 0, (points, 7), ()) for place, points in enumerate(shares)])
    return Report(Contest(Rules(), bots, bytes(32)), results, None, "s")


def test_one_set_is_one_and_its_intervals_are_unknown() -> None:
    told = " ".join(drawn(lone_set(4, 4)).split())
    assert "Matches: 2 in 1 set with the same cards" in told
    assert "random is behind the others by 0.30 ± ? points a deal" in told
    assert "? stands for an interval that nothing is known of" in told
    assert json.loads(as_json(lone_set(4, 4)))["lead_low"] is None


def test_who_is_behind_is_not_ahead_by_less_than_nothing() -> None:
    assert " is behind the others by 0.70 " in drawn(lone_set(0, 0))
    assert " is ahead of the others by 0.10 " in drawn(lone_set(8, 8))


def test_json_has_no_digits_that_are_of_rounding() -> None:
    bots = find_bot("random"), find_bot("easy")
    results = Results(Entrants(bots, 2))
    for _ in range(3):
        results.add([Outcome(0, 10, 0, (11, 7), ())] * 2, [(0.99999998, -0.99999998)] * 2)
    one, two = json.loads(
        as_json(Report(DealContest(Rules(), bots, bytes(32), ((0, 0),)), results, None, "s"))
    )["bots"]
    assert (one["equity_per_deal"], two["equity_per_deal"]) == (1, -1)


def test_help_tells_the_numbers_of_the_program(run: Command) -> None:
    told = " ".join(run("--help").stdout.split())
    assert f"({USUAL_MATCHES})" in told
    assert "(9 different ones" in told
    assert f"it never stops before {LEAST_SETS}" in told


def test_the_test_stops_when_it_is_sure(run: Command) -> None:
    done = run("easy", "random", "--sprt", 0.2, "--matches", 10_000, "--jobs", 1)
    assert (
        f"Sequential test, after {LEAST_SETS} sets: easy is better than par by 20 %" in done.stdout
    )
    assert f"Matches: {2 * LEAST_SETS} in {LEAST_SETS} sets" in done.stdout


@pytest.mark.parametrize("what", ["--matches", "--deals"])
@pytest.mark.parametrize(
    ("count", "few"), [(3 * LEAST_SETS - 3, True), (3 * LEAST_SETS - 2, False)]
)
def test_too_few_sets_for_the_test_are_told_before_and_after(
    what: str, count: int, few: bool, run: Command
) -> None:
    done = run("easy", "random", "--players", 3, what, count, "--sprt", 0.9, "--jobs", 1)
    assert done.exit_code == 0
    before = (
        f"Too few sets for --sprt, which is sure of nothing before {LEAST_SETS}: let at least "
        f"{3 * LEAST_SETS} be played.\n"
    )
    assert done.stderr == (before if few else "")
    assert (
        f"too few sets to tell whether easy is better than par by 90 %: at least {LEAST_SETS}"
        in done.stdout
    ) == few


def test_the_same_bots_are_found_equal(run: Command) -> None:
    done = run("easy", "easy", "--sprt", 0.01, "--matches", 10_000, "--jobs", 1)
    assert "easy (1) is not better than par by 1 %" in done.stdout
    assert "easy (1) is ahead of the others by 0.00 ± ? points a deal" in done.stdout
    assert "? stands for an interval that nothing is known of" in done.stdout


# Single deals


def test_deals_tell_points_and_equity(run: Command) -> None:
    done = run("easy", "random", "--deals", 100, "--seed", "7", "--jobs", 1)
    assert (done.exit_code, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    number, share = NUMBER, SHARE
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
        -(players - 1) * two["equity_per_deal"], abs=1e-5
    )
    assert one["score"] is None
    assert told["sprt"]["margin"] == 0.9
    assert {stem(key) for key in [*told, *one]} <= documented()


def test_deals_begin_from_the_given_scores(run: Command) -> None:
    words = "--deals", 4, "--scores", "5,3", "--scores", " -2, 11", "--json"
    assert json.loads(run("easy", "random", *words).stdout)["scores"] == [[5, 3], [-2, 11]]


def test_the_same_bots_gain_nothing(run: Command) -> None:
    told = json.loads(run("easy", "easy", "--deals", 100, "--sprt", "0.001", "--json").stdout)
    for bot in told["bots"]:
        assert bot["equity_per_deal"] == pytest.approx(0, abs=1e-6)
    assert told["lead"] == 0
    assert told["lead_high"] is None, "all sets came to the same"
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
        (["easy", "random", "--deals", "1", "--scores", "1"], "these are 1"),
        (["easy", "random", "--deals", "1", "--scores", "1,x"], "such as 9,4,0"),
        (["easy", "random", "--deals", "1", "--scores", "1,1000"], "from -99 to 999"),
        (["easy", "random", "--json", "--out", "-"], "both want standard output"),
        (["easy", "random", "--sprt", "0"], "0 is not in the range"),
        (["easy", "random", "--sprt", "nan"], "nan is not a number"),
        (["easy", "random", "--engine-seconds", "0"], "0 is not in the range"),
        (["easy", "random", "--seed", ""], "a seed has at least one character"),
        (["easy", "--check", "cmd:python3"], "--check takes one program"),
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
        f"{command} forfeited 4, the last time in match 4 (set 2): its program ended in the middle"
        " of a match (exit code 1)\nIt wrote last: RuntimeError: no idea\n"
    ) in done.stdout
    assert f"{command}: Score 0.0 %" in done.stdout
    assert "easy: Score 100.0 %" in done.stdout
    with (tmp_path / "records").open("rb") as stream:
        ended = [record.header.ended for record in read_matches(stream)]
    assert {one and one.partition(" forfeited")[2] for one in ended} == {": its program ended"}


def test_forfeits_in_json(run: Command, tmp_path: Path) -> None:
    command = f"cmd:{program(tmp_path, 'hangs')}"
    done = run("easy", command, "--matches", 2, "--engine-seconds", "0.2", "--json")
    easy, other = json.loads(done.stdout)["bots"]
    assert (easy["forfeits"], easy["last_forfeit"]) == ({}, None)
    assert other["forfeits"] == {"engine_too_slow": 2}
    assert other["last_forfeit"] == {
        "match": 2,
        "set": 1,
        "reason": "engine_too_slow",
        "why": "its program did not answer within 0.2 seconds",
        "said": None,
    }
    assert {*other["last_forfeit"]} <= documented()


def test_the_deal_that_was_forfeited_last_is_told(run: Command, tmp_path: Path) -> None:
    command = f"cmd:{program(tmp_path, 'crashes')}"
    done = run(command, "easy", "--deals", 6)
    assert f"{command} forfeited 6, the last time in deal 6 (set 3): its program" in done.stdout


def test_a_program_that_plays_is_compared_as_any_bot(run: Command, tmp_path: Path) -> None:
    command = f"cmd:{program(tmp_path, 'seeded')}"
    told = [
        run(command, "easy", "--matches", 6, "--seed", "7", "--jobs", jobs, "--json").stdout
        for jobs in (1, 2)
    ]
    assert told[0] == told[1]
    assert json.loads(told[0])["bots"][0]["forfeits"] == {}


# The conformance kit


def test_check_tells_what_passed(check: Command) -> None:
    done = check("first")
    assert done.exit_code == 0
    lines = done.stdout.splitlines()
    assert lines[0] == "passed: starts, and answers"
    assert lines[-1] == "It conforms."
    assert "passed: plays 3 seats with these house rules: joker=yes" in lines
    assert "note: ends by itself when its input does" in lines
    assert not any("FAILED" in line for line in lines)


def test_check_tells_what_failed_and_where(check: Command) -> None:
    done = check("crashes")
    assert done.exit_code == 1
    first, why, said, where, last = done.stdout.splitlines()
    assert first == "FAILED: starts, and answers"
    assert "its program ended in the middle of a match (exit code 1)" in why
    assert "It wrote last: RuntimeError: no idea" in said
    assert json.loads(where.partition("The view: ")[2])["legal"]["calls"]
    assert last == "It does not conform: 1 of these went wrong."


@pytest.mark.parametrize(("name", "code"), [("first", 0), ("illegal_card", 1)])
def test_check_in_json(name: str, code: int, check: Command) -> None:
    done = check(name, "--json")
    told = json.loads(done.stdout)
    assert done.exit_code == code
    assert told["conforms"] == (not code)
    assert bool(code) == any(one["reason"] == "engine_illegal" for one in told["checks"])
    page = (ROOT / "docs" / "engines.md").read_text(encoding="utf-8")
    for key in [*told, *told["checks"][0], *(one["check"] for one in told["checks"])]:
        assert f"`{key}`" in page, key


@pytest.mark.parametrize(
    "words",
    [
        *(["--seed", "7"], ["--jobs", "1"], ["--out", "x"], ["--preset", "short"]),
        *(["--rules", "joker=yes"], ["--players", "3"], ["--matches", "600"], ["--deals", "6"]),
        *(["--scores", "1,2"], ["--sprt", "0.1"]),
    ],
    ids=" ".join,
)
def test_check_takes_no_option_of_a_comparison(words: list[str], check: Command) -> None:
    done = check("first", *words)
    assert (done.exit_code, done.stdout) == (2, "")
    assert f"{words[0]} says how bots are compared" in " ".join(done.stderr.split())


def test_check_takes_the_options_of_a_check(check: Command) -> None:
    done = check("hangs", "--engine-seconds", "0.2", "--plain")
    assert (done.exit_code, done.stderr) == (1, "")
    assert "did not answer within 0.2 seconds" in done.stdout


def test_check_is_for_a_program(tmp_path: Path) -> None:
    done = CliRunner().invoke(arena, ["--check", "easy"], obj=world(tmp_path))
    assert done.exit_code == 2
    assert "--check is for a program" in " ".join(done.stderr.split())


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


def shown_beside(*arguments: str) -> bytes:
    """What standard error shows of eight matches if it is a terminal."""
    ours, theirs = os.openpty()
    settings = "--matches", "8", "--jobs", "1", *arguments
    with start("easy", "random", *SHORT, *settings, stderr=theirs) as process:
        out, _ = process.communicate(timeout=60)
    os.write(theirs, b".")  # so that there is something to read
    shown = os.read(ours, 100_000)
    os.close(theirs)
    os.close(ours)
    assert process.returncode == 0
    assert b"\x1b" not in out
    return shown


def test_a_bar_with_the_score_so_far_is_on_standard_error_if_that_is_a_terminal() -> None:
    shown = uncoloured(shown_beside().decode())
    assert re.search(r"\d+\.\d to \d+\.\d % ━+ 8/8 ", shown)


def test_there_is_no_bar_among_plain_lines() -> None:
    assert shown_beside("--plain") == b"."


def test_where_nothing_was_scored_nobody_is_ahead(tmp_path: Path) -> None:
    words = ["cmd:false", "easy", "--matches", "2", "--jobs", "1", "--plain"]
    done = CliRunner().invoke(arena, words, obj=world(tmp_path))
    assert done.exit_code == 0
    assert "forfeited" in done.stdout
    assert "ahead" not in done.stdout
