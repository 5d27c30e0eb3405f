"""The command as its users run it: a real second process, a real terminal, a real pipe."""

from __future__ import annotations

import re
import subprocess
import sys
import time
from pathlib import Path
from random import Random

import pytest

from cutthroat.core.match import Over, replay
from cutthroat.record.read import Record, read_matches
from tests.end_to_end.terminal import Person, environment

pytestmark = pytest.mark.slow


def cutthroat(home: Path, *arguments: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "cutthroat", *arguments],
        env=environment(home),
        input=typed,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def only_record(path: Path) -> Record:
    with path.open("rb") as stream:
        (record,) = read_matches(stream)
    return record


def is_over(record: Record) -> bool:
    return isinstance(replay(record.events).phase, Over)


def cards_played(text: str) -> int:
    """How many cards the tricks of a record hold."""
    return sum(len(line.split()) - 2 for line in text.splitlines() if line.startswith("trick"))


def cards_shown(screen: str) -> tuple[int, int]:
    """The deal that was told last, and how many cards of it were shown being played."""
    *_, deal, told = re.split(r"Deal (\d+)\.", screen)
    plays = re.findall(r"(?:leads?|follows? with|trumps? with|throws? off) \w+[CDHS]\b", told)
    return int(deal), len(plays)


def test_a_whole_match_on_a_terminal(tmp_path: Path) -> None:
    record = tmp_path / "match.smear"
    person = Person(tmp_path, Random(1))
    person.start("play", "--seed", "a terminal", "--save", str(record), "--pace", "0")
    while person.answer_once():
        pass
    assert person.exit_code == 0
    assert re.search(r"wins? the match", person.seen)
    assert is_over(only_record(record))
    assert record.stat().st_mode & 0o777 == 0o600
    assert cutthroat(tmp_path, "verify", str(record)).returncode == 0


def test_a_whole_match_through_a_pipe(tmp_path: Path) -> None:
    record = tmp_path / "match.smear"
    play = ["play", "--preset", "short", "--players", "2", "--seed", "a pipe"]
    typed = "pass\n2\n1\n" * 2000
    done = cutthroat(tmp_path, *play, "--save", str(record), typed=typed)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    assert re.search(r"wins? the match", done.stdout)
    assert is_over(only_record(record))
    assert "\x1b" not in done.stdout


def test_leaving_and_going_on(tmp_path: Path) -> None:
    left = cutthroat(tmp_path, "play", "--bot", "easy", "--seed", "leave", typed="pass\nq\n")
    assert left.returncode == 0
    name = re.findall(r"cutthroat resume (\S+)", left.stdout)[0]
    listed = cutthroat(tmp_path, "matches").stdout
    assert name in listed
    assert "in deal 1" in listed
    resumed = cutthroat(tmp_path, "resume", typed="q\n")
    assert resumed.returncode == 0
    assert f"Match {name}, from where it stopped." in resumed.stdout
    assert "You pass." in resumed.stdout


@pytest.mark.parametrize("after", [0.3, 0.6, 0.9, 2.0, 5.0])
def test_who_leaves_while_the_engine_is_loaded_or_compiled_need_not_wait(
    tmp_path: Path, after: float
) -> None:
    variables = {"NUMBA_CACHE_DIR": str(tmp_path / "code")} if after > 1 else {}
    playing = subprocess.Popen(
        [sys.executable, "-m", "cutthroat", "play", "--seed", "9"],  # the person calls first
        env=environment(tmp_path) | variables,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    time.sleep(after)
    begun = time.monotonic()
    told, errors = playing.communicate("q\n", timeout=60)
    assert time.monotonic() - begun < 3
    assert (playing.returncode, errors) == (0, "")
    assert told.rstrip().splitlines()[-1].startswith("The match is saved.")


def test_killed_at_twenty_moments_nothing_is_lost(tmp_path: Path) -> None:
    record = tmp_path / "match.smear"
    person = Person(tmp_path, Random(20))
    screen = ("--pace", "0.01", "--suits", "letters")
    match = ("--bot", "easy", "--seed", "twenty", "--rules", "target=40")
    person.start("play", *match, "--save", str(record), *screen)
    kept = ""
    for _ in range(20):
        told = len(person.seen)
        for _ in range(person.chance.randint(1, 6)):
            assert person.answer_once()
        time.sleep(person.chance.uniform(0, 0.08))
        person.kill()
        now = record.read_text()
        assert now.startswith(kept.rstrip("\n")), "what was kept before is kept still"
        deal, shown = cards_shown(person.seen[told:])
        assert cards_played(now.partition(f"deal {deal} ")[2]) >= shown, "what was shown is kept"
        kept = now
        person.start("resume", str(record), *screen)
    while person.answer_once():
        pass
    assert person.exit_code == 0
    assert record.read_text().startswith(kept.rstrip("\n"))
    assert is_over(only_record(record))
    assert cutthroat(tmp_path, "verify", str(record)).returncode == 0


def test_ctrl_c_ends_quietly_and_says_how_to_go_on(tmp_path: Path) -> None:
    person = Person(tmp_path, Random(2))
    person.start("play", "--seed", "interrupt")
    assert person.answer_once()
    assert person.child
    person.child.expect("explains")
    person.child.sendintr()
    assert not person.answer_once()
    assert person.exit_code == 130
    assert "Traceback" not in person.seen
    assert "cutthroat resume" in person.seen


def test_a_closed_pipe_ends_quietly(tmp_path: Path) -> None:
    command = f'"{sys.executable}" -m cutthroat rules --options | head -n 1'
    done = subprocess.run(
        ["bash", "-c", command],
        env=environment(tmp_path),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0
    assert done.stderr == ""


@pytest.mark.parametrize(
    ("words", "code"),
    [
        ("play --seed 7 <&-", 0),
        ("play --seed 7 >&- </dev/null", 0),
        ("bots >&-", 0),
        ("rules >/dev/full", 74),
        ("simulate 2 --json >/dev/full", 74),
        ("show - <&-", 2),
        ("show ''", 2),
        ("play --save ''", 2),
        ("play --seed $'\\xff'", 2),
        ("play --save $'/tmp/\\xff.smear'", 2),
        ("play --name $(printf 'x%.0s' $(seq 70000))", 2),
        ("verify $'\\xff'", 2),
    ],
)
def test_a_closed_or_full_stream_and_odd_words_are_no_fault_of_ours(
    tmp_path: Path, words: str, code: int
) -> None:
    done = subprocess.run(
        ["bash", "-c", f'"{sys.executable}" -m cutthroat {words}'],
        env=environment(tmp_path),
        capture_output=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == code, done.stderr
    assert b"Something went wrong" not in done.stderr
    assert b"Traceback" not in done.stderr
    assert b"Exception ignored" not in done.stderr
    assert done.stderr if code else not done.stderr
