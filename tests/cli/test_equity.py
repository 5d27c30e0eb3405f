"""`cutthroat equity`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from cutthroat.bots import equity as tables
from cutthroat.cli.equity import equity
from cutthroat.core.rules import PRESETS, parse_rules
from cutthroat.kernel.equity import solve, store
from cutthroat.kernel.equity.solve import Effort, Solver, Tell, Work

LITTLE = Effort(few=64, deals=128, early=3, late=2, each=1, layers=2, target=5)
SMALL = ["--players", "2", "--rules", "target=5"]

Command = Callable[..., Result]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Command]:
    """The command with an empty cache folder; thorough tables are little work here."""
    monkeypatch.setattr(tables, "user_cache_path", lambda *_name, **_how: tmp_path / "cache")
    monkeypatch.setitem(solve.FULL, 2, LITTLE)
    tables.forget()
    yield lambda *words: CliRunner().invoke(equity, [str(word) for word in words])
    tables.forget()


@pytest.fixture
def show(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Command]:
    """The command as it is, with an empty cache folder."""
    monkeypatch.setattr(tables, "user_cache_path", lambda *_name, **_how: tmp_path / "cache")
    tables.forget()
    yield lambda *words: CliRunner().invoke(equity, [str(word) for word in words])
    tables.forget()


# What is told


def test_scores_are_told_for_each_dealer(show: Command) -> None:
    done = show("--show", "9,4,0")
    assert (done.exit_code, done.stderr) == (0, "")
    first, *lines = done.stdout.splitlines()
    assert first == "Scores 9, 4, 0; the target is 11."
    assert len(lines) == 3
    table = tables.equity_for(PRESETS["seed"], 3)
    for dealer, line in enumerate(lines, start=1):
        chances = [f"{100 * chance:.1f}" for chance in table.at((9, 4, 0), dealer)]
        told = ", ".join(f"seat {seat} {chances[seat - 1]} %" for seat in (1, 2, 3))
        assert line == f"Seat {dealer} deals: {told}"


def test_two_seats_have_a_picture(show: Command) -> None:
    done = show("--preset", "classic")
    assert done.exit_code == 0
    _, across, *rows = done.stdout.splitlines()
    assert "-" not in done.stdout
    assert "is shown" not in done.stdout
    across, *rows = (line.replace("−", "-") for line in (across, *rows))
    scores = [int(word) for word in across.split()]
    assert scores == list(range(-4, 15))
    found = {(int(row.split()[0]), *map(int, row.split()[1:])) for row in rows}
    assert len(found) == len(scores)
    level = {row[0]: row[1 + scores.index(row[0])] for row in found}
    assert set(level.values()) == {50}


def test_a_long_match_has_a_picture_that_fits(show: Command) -> None:
    done = show("--rules", "target=99 limit=5")
    assert done.exit_code == 0, done.output
    assert max(len(line) for line in done.stdout.splitlines()[1:]) <= 80
    assert done.stdout.splitlines()[1] == "One score in 6 is shown; --show tells any."


def test_negative_scores_and_deals_scored(show: Command) -> None:
    early = show("--preset", "short", "--show", "-3,4")
    late = show("--preset", "short", "--show", "-3,4", "--scored", "19")
    assert (early.exit_code, late.exit_code) == (0, 0)
    assert early.stdout.startswith("Scores −3, 4; ")
    chance = [
        float(re.search(r"seat 1 ([\d.]+) %", done.stdout)[1])  # type: ignore[index]
        for done in (early, late)
    ]
    assert chance[1] < 3 < chance[0]


def test_a_tie_goes_on_after_the_limit(show: Command) -> None:
    tied = show("--preset", "short", "--show", "4,4", "--scored", "20")
    last = show("--preset", "short", "--show", "4,4", "--scored", "19")
    assert (tied.exit_code, tied.stdout) == (0, last.stdout)


def test_three_players_without_scores_are_told_of_the_start(show: Command) -> None:
    done = show("--players", "3")
    assert done.stdout.startswith("Scores 0, 0, 0; the target is 11.\n")


def test_unusual_rules_are_worked_out_once(show: Command) -> None:
    rules = ["--show", "0,0", "--rules", "target=5 limit=5"]
    first, again = show(*rules), show(*rules)
    said, *parts, end = first.stderr.splitlines()
    assert said == (
        "What a match is worth by these rules is worked out; that takes up to a minute, once."
    )
    assert (parts, end) == (["25 %", "50 %", "75 %"], "Ready.")
    assert again.stderr == ""
    assert first.stdout == again.stdout
    tables.forget()
    assert show(*rules).stdout == first.stdout


def test_a_table_that_cannot_be_kept_is_told_once(
    show: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("no folder")
    monkeypatch.setattr(tables, "user_cache_path", lambda *_name, **_how: tmp_path / "file")
    done = show("--show", "0,0", "--rules", "target=5 limit=5")
    assert done.exit_code == 0
    made, *_parts, unkept = done.stderr.splitlines()
    assert made.startswith("What a match is worth by these rules is worked out")
    path = tables.quick_in(parse_rules("target=5 limit=5"), 2)
    assert unkept.startswith(f"{path} cannot be written: ")
    assert show("--show", "0,0").stderr == ""


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--show", "9,x"], "9,x is not made of whole numbers with commas, such as 9,4,0"),
        (["--show", "9"], "two or three play: these are 1"),
        (["--show", "1,2,3,4"], "two or three play: these are 4"),
        (["--show", "1,9999"], "scores are from -99 to 999"),
        (["--show", "1,2", "--players", "3"], "one score for each player: 2 are not 3"),
        (["--out", "table.npz"], "add --make"),
        (["--players", "4"], "4 is not in the range"),
        (["--make", "--jobs", "62"], "62 is not in the range"),
        (["--show", "3,4", "--scored", "1"], "for rules with a limit: these have none"),
        (["--scored", "0"], "for rules with a limit: these have none"),
        (["--preset", "short", "--scored", "20"], "the limit is 20, and then the match is over"),
        (["--preset", "short", "--show", "5,4,4", "--scored", "20"], "then the match is over"),
    ],
)
def test_what_is_wrong_is_said(show: Command, words: list[str], told: str) -> None:
    done = show(*words)
    assert done.exit_code == 2
    assert told in " ".join(done.stderr.split())
    assert "Traceback" not in done.output


@pytest.mark.parametrize("plain", [False, True])
def test_plain_lines_have_no_bar(
    plain: bool, show: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")  # standard error counts as a terminal
    rules = "--rules", "target=5 limit=5", "--show", "0,0"
    done = show(*rules, *(["--plain"] if plain else []))
    assert ("━" in done.stderr) == (not plain)
    assert ("\x1b" in done.stderr) == (not plain)


# Making


def test_a_table_is_made_where_bots_find_it(run: Command) -> None:
    done = run(*SMALL, "--make", "--jobs", "1")
    assert done.exit_code == 0, done.output
    rules = parse_rules("target=5")
    path = tables.kept_in(rules, 2)
    where, settled, length = done.stdout.splitlines()
    assert where == f"The table is in {path}."
    assert settled.startswith("It has settled: one round more would change a chance by ")
    assert re.fullmatch(r"Matches of such players have \d+\.\d deals on average\.", length)
    assert tables.is_at_hand(rules, 2)
    assert [each.name for each in path.parent.iterdir()] == [path.name]


def test_a_table_goes_where_one_wants_it(run: Command, tmp_path: Path) -> None:
    done = run(*SMALL, "--make", "--out", tmp_path / "table.npz")
    assert done.exit_code == 0, done.output
    shape = tables.shape_for(parse_rules("target=5"), 2, LITTLE)
    assert store.load(tmp_path / "table.npz", shape)
    assert not tables.kept_in(parse_rules("target=5"), 2).exists()


def test_a_place_that_cannot_be_written_is_said_before_the_work(
    run: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr(Solver, "go_on")
    (tmp_path / "file").write_text("no folder")
    for place in (tmp_path, tmp_path / "file" / "table.npz", tmp_path / "no" / "table.npz"):
        done = run(*SMALL, "--make", "--out", place)
        assert done.exit_code == 2
        assert "cannot be written" in done.stderr
    assert not (tmp_path / "no").exists()


def test_without_a_place_to_keep_it_the_work_is_done_at_one_go(
    run: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("no folder")
    monkeypatch.setattr(tables, "user_cache_path", lambda *_name, **_how: tmp_path / "file")
    done = run(*SMALL, "--make", "--out", tmp_path / "table.npz")
    assert done.exit_code == 0, done.output
    assert done.stderr.count("cannot be written") == 1
    assert (tmp_path / "table.npz").exists()
    done = run(*SMALL, "--make")
    assert done.exit_code == 2
    assert "cannot be written" in done.stderr


def test_a_run_that_was_stopped_goes_on_where_it_was(
    run: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = tmp_path / "whole.npz"
    assert run(*SMALL, "--make", "--out", whole).exit_code == 0
    rounds: list[int] = []
    go_on = Solver.go_on

    def stopped(self: Solver, work: Work, tell: Tell) -> None:
        if len(rounds) == 2:
            raise KeyboardInterrupt
        rounds.append(work.done)
        go_on(self, work, tell)

    def counted(self: Solver, work: Work, tell: Tell) -> None:
        rounds.append(work.done)
        go_on(self, work, tell)

    resumed = tmp_path / "resumed.npz"
    monkeypatch.setattr(Solver, "go_on", stopped)
    done = run(*SMALL, "--make", "--out", resumed)
    assert done.exit_code == 130
    begun = tables.kept_in(parse_rules("target=5"), 2).with_suffix(".begun")
    assert done.stderr == (
        f"Stopped. What was done is kept in {begun}; the same command goes on from there.\n"
    )
    assert not resumed.exists()
    monkeypatch.setattr(Solver, "go_on", counted)
    assert run(*SMALL, "--make", "--out", resumed).exit_code == 0
    assert rounds == list(range(5))
    shape = tables.shape_for(parse_rules("target=5"), 2, LITTLE)
    first, second = store.load(whole, shape), store.load(resumed, shape)
    assert first
    assert second
    assert (first.values == second.values).all()


def test_a_run_that_was_stopped_at_once_keeps_nothing(
    run: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stopped(*_what: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Solver, "go_on", stopped)
    done = run(*SMALL, "--make")
    assert (done.exit_code, done.stdout) == (130, "")
    assert done.stderr == "Stopped. Nothing is kept; the same command begins anew.\n"


def test_what_was_begun_and_is_damaged_is_begun_again(run: Command) -> None:
    begun = tables.kept_in(parse_rules("target=5"), 2).with_suffix(".begun")
    begun.parent.mkdir(parents=True)
    begun.write_bytes(b"half of it")
    assert run(*SMALL, "--make").exit_code == 0
    assert not begun.exists()
