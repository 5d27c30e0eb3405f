"""The legal tree of a deal has as many branches as the rules say. R10 to R19, `follow`, `joker`.

Every count is reached twice: through the code under test, and by a second reading of the rules that
shares nothing with it.
"""

from itertools import takewhile
from pathlib import Path

import pytest

from cutthroat.core.rules import Follow, Joker, Rules, parse_rules
from tests.core.perft import FOLDER, Position, perft, read
from tests.kit import second_reading as again

QUICK = 1500
"""Sequences up to which a count is quick."""

FILES = sorted(FOLDER.glob("*.json"))
CASES = [
    pytest.param(file["rules"], position, id=f"{path.stem}-{number}")
    for path in FILES
    for file in [read(path)]
    for number, position in enumerate(file["positions"], start=1)
]


def quick_part(nodes: list[int]) -> list[int]:
    return list(takewhile(lambda count: count <= QUICK, nodes))


def second_count(rules: str, position: Position, depth: int) -> list[int]:
    """The counts by the second reading."""
    house = again.house(rules)
    hands = tuple(tuple(hand.split()) for hand in position["hands"])
    if "dealer" in position:
        return again.tree_from_auction(house, hands, position["dealer"], depth)
    trump = position.get("trump")
    return again.tree_of_play(house, hands, leader=position["leader"], trump=trump, depth=depth)


@pytest.mark.parametrize(("rules", "position"), CASES)
def test_r10_to_r19_the_tree_by_depth(rules: str, position: Position) -> None:
    """follow=or_trump, follow=strict, joker=no, joker=yes."""
    nodes = quick_part(position["nodes"])
    assert len(nodes) >= 4
    assert perft(parse_rules(rules), position, len(nodes)) == nodes


@pytest.mark.parametrize(("rules", "position"), CASES)
def test_r10_to_r19_a_second_reading_counts_the_same(rules: str, position: Position) -> None:
    """follow=or_trump, follow=strict, joker=no, joker=yes."""
    nodes = quick_part(position["nodes"])
    assert second_count(rules, position, len(nodes)) == nodes


@pytest.mark.slow
@pytest.mark.parametrize(("rules", "position"), CASES)
def test_r10_to_r19_the_whole_tree(rules: str, position: Position) -> None:
    """follow=or_trump, follow=strict, joker=no, joker=yes."""
    nodes = position["nodes"]
    assert perft(parse_rules(rules), position, len(nodes)) == nodes


@pytest.mark.slow
@pytest.mark.parametrize(("rules", "position"), CASES)
def test_r10_to_r19_a_second_reading_counts_the_whole_tree(rules: str, position: Position) -> None:
    """follow=or_trump, follow=strict, joker=no, joker=yes."""
    assert second_count(rules, position, len(position["nodes"])) == position["nodes"]


def test_the_files_cover_both_tables_and_each_pair_of_options() -> None:
    """follow=or_trump, follow=strict, joker=no, joker=yes."""
    pairs = {(rules.follow, rules.joker) for rules in map(rules_of, FILES)}
    assert pairs == {(follow, joker) for follow in Follow for joker in Joker}
    for path in FILES:
        positions = read(path)["positions"]
        kinds = {
            ("dealer" in position, "trump" in position, len(position["hands"]))
            for position in positions
        }
        assert kinds == {
            (auction, trump, seats)
            for auction, trump in ((True, False), (False, True), (False, False))
            for seats in (2, 3)
        }
        jokers = sum("JK" in " ".join(position["hands"]) for position in positions)
        assert jokers == (len(positions) if rules_of(path).has_joker else 0)


def rules_of(path: Path) -> Rules:
    return parse_rules(read(path)["rules"])


def test_follow_strict_and_or_trump_are_told_apart() -> None:
    """The same cards under follow=strict have fewer branches."""
    for joker in ("no", "yes"):
        free = read(FOLDER / f"follow-or_trump_joker-{joker}.json")["positions"]
        strict = read(FOLDER / f"follow-strict_joker-{joker}.json")["positions"]
        assert [position["hands"] for position in free] == [each["hands"] for each in strict]
        pairs = [(more["nodes"], less["nodes"]) for more, less in zip(free, strict, strict=True)]
        for more, less in pairs:
            assert all(left >= right for left, right in zip(more, less, strict=True))
        assert sum(more != less for more, less in pairs) >= 8
