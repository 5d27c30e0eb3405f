"""Records as texts, and what reading them says."""

import io
import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from cutthroat.core.match import Match, replay
from cutthroat.record.errors import InvalidRecord
from cutthroat.record.read import Record, read_matches

_RECORDS = Path(__file__).parents[1] / "data" / "records"

TWO = '[Seat1 "Ana"]\n[Seat2 "Béla"]\n'
"""The tags of a match of two seats: lines 1 and 2."""

THREE = TWO + '[Seat3 "Chi"]\n'
"""The tags of a match of three seats: lines 1 to 3."""

EXAMPLE = """\
[Game "Cutthroat Canadian Smear"]
[Date "2026-11-30"]
[Seat1 "Ana"]
[Seat2 "Bot expert"]
[Seat3 "Chi"]
[Rules "high=highest out=reach"]
deal 1 dealer 1
hand 1 4C AH KC AD 8D JC
hand 2 7D QS 4D 5H JD 7C
hand 3 5C TC KH 8H TS KS
bid 2 3
bid 3 pass
bid 1 pass
trick 2 JD 8H AD
trick 1 KC 4D TC
trick 2 7C 5C 8D
trick 1 4C 5H TS
trick 1 JC 7D KS
trick 2 QS KH AH
points high=1 low=2 jack=1 game=2
scores 2 -3 0
"""
"""The example of the notation."""

PLAYED = """\
deal 1 dealer 2
hand 1 AS KS QS JS TS 2S
hand 2 3H 4H 5H 6H 7H 8H
bid 1 2
bid 2 pass
trick 1 AS 3H
trick 1 KS 4H
trick 1 QS 5H
trick 1 JS 6H
trick 1 TS 7H
trick 1 2S 8H
points high=1 low=1 jack=1 game=1
scores 4 0
"""
"""A deal of two seats, after `TWO` on lines 3 to 15: seat 1 wins all four points."""

TAKEN = PLAYED.partition("points")[0]
"""The same up to its last trick."""

HANDS = "hand 1 2C 3C 4C 5C 6C 7C\nhand 2 2D 3D 4D 5D 6D 7D\n"
DEALT = "deal 1 dealer 2\n" + HANDS
"""A deal of two seats up to its auction."""

KEPT = "deal 1 dealer 2\nbid 1 2\npoints high=1 low=1 jack=- game=2\nscores 2 1\n"
"""A deal of two seats that was kept without its cards."""

WINNING = "deal 1 dealer 2\nbid 1 4\npoints high=1 low=1 jack=1 game=1\n"
"""Another, which wins under `four=any`."""


@dataclass(frozen=True)
class Case:
    """A file of the collection.

    line: the one that is refused, 0 for a record that stands.
    """

    path: Path
    line: int = 0

    @property
    def name(self) -> str:
        """What the file is called, without the ending."""
        return self.path.stem

    @property
    def data(self) -> bytes:
        """What it holds."""
        return self.path.read_bytes()

    @property
    def lines(self) -> list[str]:
        """The same as lines with their ends."""
        return list(io.StringIO(self.data.decode(), newline="\n"))


VALID = [Case(path) for path in sorted((_RECORDS / "valid").glob("*.smear"))]
BROKEN = [
    Case(_RECORDS / "broken" / case["file"], case["line"])
    for case in json.loads((_RECORDS / "broken" / "expected.json").read_bytes())
]


def read_all(text: str | bytes) -> list[Record]:
    """Every match of a file."""
    data = text.encode() if isinstance(text, str) else text
    return list(read_matches(io.BytesIO(data)))


@cache
def records(case: Case) -> list[Record]:
    """What the file holds, read once."""
    return read_all(case.data)


def read(text: str | bytes) -> Record:
    """The one match of a file."""
    (record,) = read_all(text)
    return record


def state(text: str | bytes) -> Match:
    """Where the one match of a file stands."""
    return replay(read(text).events)


def refused(text: str | bytes) -> InvalidRecord:
    """The error for a file that cannot stand."""
    try:
        found = read_all(text)
    except InvalidRecord as error:
        return error
    raise AssertionError(f"not refused: {found}")


def why(text: str | bytes) -> tuple[str, int, str | None]:
    """The reason, the line and the clause with which a file is refused."""
    error = refused(text)
    return error.reason.value, error.line, error.clause


def after(text: str, rules: str) -> str:
    """A record of two seats in a house."""
    return f'{TWO}[Rules "{rules}"]\n{text}'


def broken(text: str, wrong: str) -> InvalidRecord:
    """The error for a record that is refused at its last line, which is wrong.

    Without that line it stands.
    """
    read(text)
    error = refused(f"{text}{wrong}\n")
    assert error.line == text.count("\n") + 1, error
    return error


def fault(text: str, wrong: str) -> tuple[str, str | None]:
    """The reason and the clause of the same."""
    error = broken(text, wrong)
    return error.reason.value, error.clause
