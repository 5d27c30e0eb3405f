"""Counts of the legal tree: how many sequences of 1, 2, 3, … calls and cards a position allows.

The positions and their counts are in `tests/data/perft`, one file for each pair of the options that
decide what may be played. To count again and write the files anew after a change of positions:

    PYTHONPATH=src:. python -m tests.core.perft tests/data/perft/*.json

The counts come from nothing but `legal_actions`, `decide` and `fold`.
"""

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NotRequired, TypedDict

from cutthroat.core.actions import Bid, Call, Pass
from cutthroat.core.cards import CardSet, Suit
from cutthroat.core.deal import Acting, Auction, Opening, Playing
from cutthroat.core.match import Match, decide, fold, legal_actions
from cutthroat.core.rules import Rules, parse_rules
from cutthroat.core.trick import Trick

FOLDER = Path(__file__).parents[1] / "data" / "perft"


class Position(TypedDict):
    """Where a count starts.

    hands: seat 1's first.
    dealer: for a count from the auction on.
    leader: for a count from a lead on; with a trump in the middle of the play, without one at the
    opening lead.
    nodes: the counts, for sequences of one action and more.
    """

    hands: list[str]
    dealer: NotRequired[int]
    leader: NotRequired[int]
    trump: NotRequired[str]
    nodes: list[int]


class File(TypedDict):
    """Positions that share their rules."""

    rules: str
    positions: list[Position]


def read(path: Path) -> File:
    """A file of positions."""
    file: File = json.loads(path.read_text())
    return file


def phase_of(position: Position) -> Acting:
    """The phase of a deal in which a position is; hands may be of any size."""
    hands = tuple(CardSet.of(hand) for hand in position["hands"])
    if "dealer" in position:
        return Auction(hands, position["dealer"])
    leader = position["leader"]
    winning = Bid(leader, 2)
    calls: tuple[Call, ...] = tuple(
        winning if seat == leader else Pass(seat) for seat in range(1, len(hands) + 1)
    )
    if "trump" not in position:
        return Opening(hands, calls, winning)
    return Playing(hands, calls, winning, Suit(position["trump"]), (), Trick(len(hands), leader))


def perft(rules: Rules, position: Position, depth: int) -> list[int]:
    """How many sequences of 1, 2, … `depth` actions the rules allow in the rest of the deal."""
    seats = len(position["hands"])
    match = Match(rules, seats, (0,) * seats, 1, 1, 0, phase_of(position))
    nodes = [0] * depth
    _count(match, nodes, 0)
    return nodes


def _count(match: Match, nodes: list[int], done: int) -> None:
    """Count what is legal after so many actions: nothing once the deal is over."""
    actions = legal_actions(match)
    nodes[done] += len(actions)
    if done + 1 < len(nodes):
        for action in actions:
            _count(fold(match, decide(match, action)), nodes, done + 1)


def write(paths: Sequence[Path]) -> None:
    """Count every position of these files to the depth that it has, and write the counts."""
    for path in paths:
        file = read(path)
        rules = parse_rules(file["rules"])
        for position in file["positions"]:
            position["nodes"] = perft(rules, position, len(position["nodes"]))
        path.write_text(_text(file))


def _text(file: File) -> str:
    """One line a position."""
    lines = ",\n".join(f"    {json.dumps(position)}" for position in file["positions"])
    return f'{{\n  "rules": {json.dumps(file["rules"])},\n  "positions": [\n{lines}\n  ]\n}}\n'


if __name__ == "__main__":
    write([Path(name) for name in sys.argv[1:]])
