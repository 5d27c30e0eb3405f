"""How a change is kept: one JSON text, from which it comes back as it was."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, strategies as st

from cutthroat.core.actions import Bid
from cutthroat.core.cards import CardSet
from cutthroat.core.scoring import Points
from cutthroat.scorepad.changes import (
    Begun,
    Change,
    Corrected,
    Entered,
    Inserted,
    Noted,
    Redone,
    Removed,
    SetUpAgain,
    Undone,
    noted_from,
    noted_json,
)
from cutthroat.scorepad.entries import Misdeal, NextMatch, ScoredDeal, Setup, Stopped, ThrownIn
from tests.kit import strategies
from tests.kit.sheets import scored, set_up

ENTRIES = strategies.seat_counts().flatmap(strategies.entries)
SETUPS = strategies.seat_counts().flatmap(strategies.set_ups)
LINES = st.integers(1, 10_000)
KINDS: dict[type, st.SearchStrategy[Change]] = {
    Begun: st.builds(Begun, SETUPS),
    Entered: st.builds(Entered, ENTRIES),
    Corrected: st.builds(Corrected, LINES, ENTRIES),
    Inserted: st.builds(Inserted, LINES, ENTRIES),
    Removed: st.builds(Removed, LINES),
    SetUpAgain: st.builds(SetUpAgain, SETUPS),
    Undone: st.just(Undone()),
    Redone: st.just(Redone()),
}
MOMENTS = st.integers(0, 2**53)


@pytest.mark.parametrize("kind", KINDS)
@given(st.data())
def test_a_change_comes_back_as_it_was(kind: type, data: st.DataObject) -> None:
    noted = Noted(data.draw(KINDS[kind]), data.draw(MOMENTS), data.draw(st.text()))
    kept = noted_json(noted)
    assert noted_from(kept) == noted
    assert noted_json(noted_from(kept)) == kept
    assert b"\n" not in kept


@given(SETUPS)
def test_house_rules_come_back_as_rules(setup: Setup) -> None:
    back = noted_from(noted_json(Noted(Begun(setup), when=0))).change
    assert isinstance(back, Begun)
    assert back.setup.rules == setup.rules
    assert type(back.setup.rules.tie) is type(setup.rules.tie)


def test_how_a_change_is_written() -> None:
    """What is kept must be read for ever."""
    line = scored(1, 3, high=1, game=2, captured=("AS JK", ""))
    noted = Noted(Corrected(2, line), when=1_700_000_000_000, key="k1")
    assert json.loads(noted_json(noted)) == {
        "change": {
            "type": "corrected",
            "line": 2,
            "entry": {
                "type": "scored",
                "bid": {"seat": 1, "points": 3},
                "points": {"high": 1, "low": None, "jack": None, "game": 2},
                "captured": ["AS JK", ""],
            },
        },
        "when": 1_700_000_000_000,
        "key": "k1",
    }


@pytest.mark.parametrize(
    ("kept", "change"),
    [
        (
            '{"type":"begun","setup":{"names":["A","B"],"rules":{"joker":"yes"},"dealer":2}}',
            Begun(Setup(("A", "B"), set_up("joker=yes").rules, 2)),
        ),
        (
            '{"type":"entered","entry":{"type":"scored","bid":{"seat":1,"points":2},"points":{}}}',
            Entered(ScoredDeal(Bid(1, 2), Points())),
        ),
        ('{"type":"entered","entry":{"type":"thrown_in"}}', Entered(ThrownIn())),
        ('{"type":"inserted","line":1,"entry":{"type":"misdeal"}}', Inserted(1, Misdeal())),
        (
            '{"type":"entered","entry":{"type":"next_match","dealer":3}}',
            Entered(NextMatch(3)),
        ),
        (
            '{"type":"corrected","line":1,"entry":{"type":"stopped","reason":"late"}}',
            Corrected(1, Stopped("late")),
        ),
        ('{"type":"removed","line":4}', Removed(4)),
        ('{"type":"undone"}', Undone()),
        ('{"type":"redone"}', Redone()),
    ],
)
def test_what_was_kept_once_is_read(kept: str, change: Change) -> None:
    assert noted_from(f'{{"change":{kept},"when":5}}'.encode()) == Noted(change, 5)


def entered(**fields: object) -> bytes:
    entry = {"type": "scored", "bid": {"seat": 1, "points": 2}, "points": {}, **fields}
    return json.dumps({"change": {"type": "entered", "entry": entry}, "when": 1}).encode()


def begun(**fields: object) -> bytes:
    setup = {"names": ["A", "B"], "rules": {}, "dealer": 1, **fields}
    return json.dumps({"change": {"type": "begun", "setup": setup}, "when": 1}).encode()


def is_garbage(data: bytes) -> bool:
    try:
        noted_from(data)
    except ValueError:
        return True
    return False


def test_the_garbage_below_is_wrong_in_one_place_each() -> None:
    assert noted_from(entered()).change == Entered(ScoredDeal(Bid(1, 2), Points()))
    assert noted_from(begun()).change == Begun(Setup(("A", "B"), set_up().rules, 1))


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"x",
        b"{}",
        b"[]",
        b"null",
        b"\xff\xfe",
        b"[" * 100_000,
        b'{"x":' + b"[" * 60_000 + b"]" * 60_000 + b"}",
        b'{"change":{"type":"undone"}}',
        b'{"change":{"type":"undone"},"when":"now"}',
        b'{"change":{"type":"undone"},"when":1.5}',
        b'{"change":{"type":"undone"},"when":1,"key":2}',
        b'{"change":{"type":"undone"},"when":1} 2',
        b'{"change":{"type":"noted"},"when":1}',
        b'{"change":{"line":1},"when":1}',
        b'{"change":{"type":"removed"},"when":1}',
        b'{"change":{"type":"removed","line":"1"},"when":1}',
        b'{"change":{"type":"entered","entry":{"type":"begun"}},"when":1}',
        entered(captured=["XX", ""]),
        entered(captured=["AS,KS", ""]),
        entered(captured=[1, ""]),
        entered(captured="AS"),
        entered(bid={"seat": 1}),
        entered(bid=None),
        entered(bid={"seat": True, "points": 2}),
        entered(points={"high": "1"}),
        begun(rules={"target": 4}),
        begun(rules={"target": 100}),
        begun(rules={"tie": "bider"}),
        begun(rules={"limit": 4}),
        begun(rules={"target": "11"}),
        begun(rules="target=5"),
        begun(names=["A", 2]),
        begun(dealer=None),
    ],
    ids=lambda data: repr(data[:60]),
)
def test_garbage_is_refused(data: bytes) -> None:
    assert is_garbage(data)


@given(st.binary(max_size=80) | st.text(max_size=80).map(str.encode))
def test_anything_else_is_garbage(data: bytes) -> None:
    assert is_garbage(data)


@given(st.data(), st.builds(Entered, ENTRIES))
def test_a_text_that_was_cut_short_is_garbage(data: st.DataObject, change: Entered) -> None:
    kept = noted_json(Noted(change, 5, "k"))
    assert is_garbage(kept[: data.draw(st.integers(0, len(kept) - 1))])


def test_cards_that_were_captured_come_back_as_cards() -> None:
    back = noted_from(entered(captured=["AS KS", ""])).change
    assert isinstance(back, Entered)
    assert isinstance(back.entry, ScoredDeal)
    assert back.entry.captured == (CardSet.of("AS KS"), CardSet())
