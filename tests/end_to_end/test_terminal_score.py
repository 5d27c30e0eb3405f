"""An evening of the scorekeeper on a real terminal, killed in between."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import pexpect
import pytest

from cutthroat.core.actions import Seat
from cutthroat.core.cards import CardSet
from cutthroat.i18n.numbers import signed
from cutthroat.record.read import read_matches
from cutthroat.scorepad.entries import Entry, Misdeal, ScoredDeal, Setup
from cutthroat.scorepad.exchange import sheet_of
from cutthroat.scorepad.sheet import Sheet
from cutthroat.service.scorebook import read_sheet
from tests.end_to_end.terminal import environment
from tests.kit.evening import CORRECTIONS, DEALS, FIRST_DEALER, NAMES, RULES, by_core, corrected

pytestmark = pytest.mark.slow

PROMPT = r"(?:Deal \d+, \w+ deals|The match is over) > "
WINNER = r"The winner has changed: it was (\w+), now it is (\w+)\."


class Keeper:
    """Somebody who keeps the score on a pseudo-terminal."""

    def __init__(self, home: Path) -> None:
        self._home = home
        self._child: pexpect.spawn[str] | None = None
        self.seen = ""

    @property
    def child(self) -> pexpect.spawn[str]:
        assert self._child
        return self._child

    def start(self, *arguments: str) -> None:
        self._child = pexpect.spawn(
            sys.executable,
            ["-m", "cutthroat", "score", *arguments],
            env=environment(self._home),
            dimensions=(60, 100),
            encoding="utf-8",
            timeout=60,
        )

    def read(self, until: str = PROMPT) -> str:
        """What the screen shows up to there; colours and what moves the cursor are left out."""
        self.child.expect(until)
        told = re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]|\r", "", self.child.before or "")
        self.seen += told
        return told

    def type(self, *lines: str, until: str = PROMPT) -> str:
        """Type lines, each but the first at a question; what is shown up to the next prompt."""
        *asked, last = lines
        for line in asked:
            self.child.sendline(line)
            self.read(r"\?[^\n]* ")
        self.child.sendline(last)
        return self.read(until)

    def kill(self) -> None:
        """Kill the program as `kill -9` does."""
        self.child.kill(9)
        self.child.expect(pexpect.EOF)
        self.child.close(force=True)

    def leave(self) -> int | None:
        self.type("quit", until=pexpect.EOF)  # type: ignore[arg-type]  # a pattern of its own
        self.child.close()
        return self.child.exitstatus


@pytest.fixture
def keeper(tmp_path: Path) -> Iterator[Keeper]:
    person = Keeper(tmp_path)
    yield person
    if person.child.isalive():
        person.kill()


def cutthroat(home: Path, *arguments: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "cutthroat", *arguments],
        env=environment(home),
        input=typed,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def who(seat: Seat | None) -> str:
    """A player in few letters."""
    return NAMES[seat - 1][:2].lower() if seat else "-"


def typed(entry: Entry) -> list[str]:
    """What is typed for a line: all of it, or the answers to what is asked then too."""
    if not isinstance(entry, ScoredDeal):
        return ["misdeal" if isinstance(entry, Misdeal) else "pass"]
    points = entry.points
    words = f"{who(entry.bid.seat)} {entry.bid.points}"
    words += f" {who(points.high)} {who(points.low)} {who(points.jack)}"
    if entry.captured:
        return [f"{words} count", *(str(cards) for cards in entry.captured)]
    return [f"{words} {who(points.game)}", *([] if points.game else ["y"])]


def scores_said(scores: tuple[int, ...]) -> str:
    told = (f"{name} {signed(score)}" for name, score in zip(NAMES, scores, strict=True))
    return f"Scores: {', '.join(told)}."


def kept(home: Path) -> Sheet:
    (place,) = home.glob("data/**/*.sheet")
    return read_sheet(place.read_bytes())


def without_cards(entries: tuple[Entry, ...]) -> list[Entry]:
    return [
        ScoredDeal(one.bid, one.points) if isinstance(one, ScoredDeal) else one for one in entries
    ]


def test_an_evening_of_three_with_corrections_and_a_kill_in_between(
    tmp_path: Path, keeper: Keeper
) -> None:
    outcome, told = by_core(DEALS), ""
    keeper.start("--rules", str(RULES))
    keeper.read(r"Ana, Ben, Cleo: ")
    keeper.type(", ".join(NAMES), until=r"or draw: ")
    keeper.type(NAMES[FIRST_DEALER - 1])
    for number, entry in enumerate(DEALS, start=1):
        told = keeper.type(*typed(entry))
        assert f"Line {number}: " in told
        assert scores_said(outcome.scores[number - 1]) in told
        if number < len(DEALS):
            assert f"{NAMES[outcome.dealers[number] - 1]} deals next." in told
        if number in (6, 11):
            keeper.child.send("ben 2 b")  # and is killed before the end of the line
            keeper.kill()
            keeper.start("--resume")
            assert scores_said(outcome.scores[number - 1]) in keeper.read()
            assert kept(tmp_path).entries == DEALS[:number]
    assert "Ana wins the match: 14 deals or more are scored" in told
    assert "The match is over." in told

    refused = cutthroat(tmp_path, "score", "--resume")
    assert refused.returncode == 2
    assert "is open elsewhere" in refused.stderr

    for times, correction in enumerate(CORRECTIONS, start=1):
        told = keeper.type(f"fix {correction.line} {typed(correction.entry)[0]}")
        found = re.search(WINNER, told)
        assert found
        before, after = by_core(corrected(times - 1)), by_core(corrected(times))
        assert [NAMES.index(name) + 1 for name in found.groups()] == [before.winner, after.winner]
        assert scores_said(after.scores[-1]) in told
        assert told.index("The winner has changed") < told.index("Scores: ")
    keeper.kill()

    keeper.start("--resume")
    assert scores_said(by_core(corrected(2)).scores[-1]) in keeper.read()
    assert kept(tmp_path).entries == corrected(2)
    assert kept(tmp_path).reckoning.winners[-1] is not None
    told = " ".join(keeper.type("sheet").split())
    assert told.count("It said before:") == 2
    assert keeper.type("history").count(" corrected: ") == 2
    assert "14 scored deals; thrown in: 1; misdeals: 1." in keeper.type("stats")

    record = tmp_path / "evening.smear"
    assert "Written: " in keeper.type(f"export {record}")
    assert keeper.leave() == 0
    assert "Go on with: cutthroat score --resume" in keeper.seen
    assert "Traceback" not in keeper.seen

    verified = cutthroat(tmp_path, "verify", str(record))
    assert (verified.returncode, verified.stdout) == (0, f"{record}: 1 match, 16 deals\n")
    brought = cutthroat(tmp_path / "other", "score", "--import", str(record))
    assert brought.returncode == 0, brought.stderr
    again = kept(tmp_path / "other")
    assert again.setup == Setup(NAMES, RULES, FIRST_DEALER)
    assert list(again.entries) == without_cards(corrected(2))
    assert again.reckoning.now.scores == by_core(corrected(2)).scores[-1]
    assert sheet_of(read_matches(BytesIO(record.read_bytes()))) == (again.setup, again.entries)


def test_a_slip_in_one_word_costs_that_word_alone(tmp_path: Path, keeper: Keeper) -> None:
    keeper.start("--names", "Ana, Ben", "--dealer", "1")
    keeper.read()
    told = keeper.type("ana 2 ana bne - ana", until=r"Who has Low \(- nobody\)\? ")
    assert '"bne" is no player: there are 1 Ana, 2 Ben.' in told
    told = keeper.type("ben low", until=r"Who has Low \(- nobody\)\? ")
    assert "is no player" in told
    assert "High: Ana. Low: Ben. Jack: nobody. Game: Ana." in keeper.type("ben")


def test_ctrl_c_ends_quietly_and_says_how_to_go_on(tmp_path: Path, keeper: Keeper) -> None:
    keeper.start("--names", "Ana, Ben", "--dealer", "1")
    keeper.read()
    keeper.type("ana 2 ana", until=r"Who has Low")
    keeper.child.sendintr()
    told = keeper.read(pexpect.EOF)  # type: ignore[arg-type]  # a pattern of its own
    keeper.child.close()
    assert keeper.child.exitstatus == 130
    assert "Go on with: cutthroat score --resume" in told
    assert "Traceback" not in told


def test_cards_are_shown_as_the_terminal_can(tmp_path: Path, keeper: Keeper) -> None:
    keeper.start("--names", "Ana, Ben", "--dealer", "1", "--suits", "letters")
    keeper.read()
    told = keeper.type("ana 2 ana ana - count", "AS 10h KD", until=r"Ben take")
    told = keeper.type("AS", until=r"Ben take")
    assert "Ana has AS already: no card counts twice." in told
    told = keeper.type("-")
    assert "Card points: Ana 17, Ben 0." in told
    (line,) = kept(tmp_path).entries
    assert isinstance(line, ScoredDeal)
    assert line.captured == (CardSet.of("AS TH KD"), CardSet())


@pytest.mark.parametrize(
    ("words", "code"),
    [
        ("score <&-", 0),
        ("score --names 'a b' --dealer 1 <&-", 0),
        ("score --names 'a b' --dealer 1 >&- </dev/null", 0),
        ("score --list >/dev/full", 74),
        ("score --names $'\\xff'", 2),
        ("score --import /nowhere", 2),
        ("score --import - <&-", 2),
        ("score --export /nowhere/x", 2),
        ("score nothing", 2),
        ("score $'\\xff'", 2),
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


def test_a_stream_of_plain_letters_keeps_the_minus_of_a_score(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "cutthroat", "score", "--names", "Zoë, Ben", "--dealer", "1"],
        env=environment(tmp_path) | {"PYTHONIOENCODING": "ascii"},
        input=b"2 4 1 1 - 1\n",
        capture_output=True,
        timeout=60,
        check=True,
    )
    assert b"Scores: Zo? 3, Ben -4." in done.stdout
    assert done.stdout.isascii()
