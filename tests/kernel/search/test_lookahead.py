"""Trying what may be done: what is added up, and that it hangs on nothing but seed and work."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

import cutthroat
from cutthroat.core.cards import Card
from cutthroat.core.match import Match
from cutthroat.core.rules import PRESETS, Rules
from cutthroat.kernel import state
from cutthroat.kernel.auction import PASS
from cutthroat.kernel.search.lookahead import (
    EQUITY,
    GAINED,
    MADE,
    PLAYED,
    TRIES,
    deal_worlds,
)
from cutthroat.kernel.search.mind import Mind
from cutthroat.kernel.search.tree import new_tree
from cutthroat.kernel.state import Row, Rows
from tests.kernel.search.thinking import (
    Numbers,
    hidden_row,
    legal_actions,
    looked_ahead,
    mind_at,
    moments_of,
    row_of,
    tried,
    worlds_seen,
)
from tests.kernel.tables_of_rules import SETTINGS, Setting
from tests.kit.script import act, dealt, table

ROOT = Path(__file__).parents[3]
ORDINARY = [Setting(seats, Rules()) for seats in (2, 3)]


def totals_at(row: Row, setting: Setting, tries: int = 8) -> Numbers:
    mind = mind_at(setting.rules, setting.seats)
    return looked_ahead(*worlds_seen(hidden_row(row, setting.seats), mind, 6), mind, tries)


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_what_is_added_up_is_possible(setting: Setting) -> None:
    for _, row in moments_of(setting, deals=5, seed=31):
        totals = totals_at(row, setting)
        legal = legal_actions(row, setting.seats, mind_at(setting.rules, setting.seats).options)
        actions = tried(totals)
        assert sum(1 << action for action in actions) == legal
        assert not np.delete(totals, actions, axis=0).any()
        assert (totals[actions, TRIES] == 8).all()
        told = totals[actions]
        assert (told[:, EQUITY] >= 0).all()
        assert (told[:, EQUITY] <= 8 + 1e-9).all()
        assert (np.abs(told[:, GAINED]) <= 4 * 8).all()
        assert (told[:, MADE] <= told[:, PLAYED]).all()
        assert (told[:, PLAYED] <= 8).all()
        if row[state.STAGE] == state.AUCTION:
            assert totals[PASS, PLAYED] == 0, "who passes plays no bid"
            assert totals[PASS + 3, PLAYED] in (0, 8), "nobody bids more than 4"
        else:
            assert (told[:, PLAYED] == 8).all()


def cases(settings: list[Setting], every: int) -> Iterator[tuple[Setting, Row]]:
    for setting in settings:
        for number, (_, row) in enumerate(moments_of(setting, deals=3, seed=41)):
            if number % every == 0:
                yield setting, row


def test_the_same_work_comes_to_the_same_in_whatever_parts_it_is_done() -> None:
    for setting, row in cases(ORDINARY, every=5):
        mind = mind_at(setting.rules, setting.seats)
        rows, sums = worlds_seen(hidden_row(row, setting.seats), mind, 20)
        again, other_sums = worlds_seen(hidden_row(row, setting.seats), mind, 20)
        assert rows.tolist() == again.tolist()
        assert sums.tolist() == other_sums.tolist()
        at_once = looked_ahead(rows, sums, mind, 60).tolist()
        for parts in (1, 7, 59, 60):
            assert looked_ahead(rows, sums, mind, 60, at_once=parts).tolist() == at_once


def test_other_streams_are_other_deals() -> None:
    setting, row = next(cases(ORDINARY, every=1))
    mind = mind_at(setting.rules, setting.seats)
    seen = hidden_row(row, setting.seats)
    one, other = (worlds_seen(seen, mind, 20, seed=seed)[0] for seed in (1, 2))
    assert one.tolist() != other.tolist()
    assert len({tuple(world) for world in one.tolist()}) == 20


def test_the_weights_are_added_up() -> None:
    """The sums never fall, and it does not matter in whatever parts they are found."""
    for setting, row in cases(ORDINARY, every=9):
        mind = mind_at(setting.rules, setting.seats)
        seen = hidden_row(row, setting.seats)
        _, at_once = worlds_seen(seen, mind, 30)
        assert at_once[-1] > 0
        assert (np.diff(at_once) >= 0).all()
        rows, sums = state.new_rows(30), np.full(30, np.nan)
        for first, stop in ((0, 1), (1, 17), (17, 30)):
            deal_worlds(seen, mind, 1, first, stop, rows, sums)
        assert sums.tolist() == at_once.tolist()


def test_only_deals_with_a_weight_are_played() -> None:
    for setting, row in cases(ORDINARY, every=9):
        mind = mind_at(setting.rules, setting.seats)
        rows, _ = worlds_seen(hidden_row(row, setting.seats), mind, 4)
        rows[[0, 1, 3]] = -1  # nothing can come of these
        only = looked_ahead(rows, np.array([0.0, 0.0, 0.3, 0.3]), mind, 30)
        assert only.tolist() == looked_ahead(rows[2:3], np.ones(1), mind, 30).tolist()


def test_the_likelier_deals_are_played_more_often() -> None:
    """Seat 1 leads the ten for Game to the last trick, and the ace is out or not."""
    hands = ("AS JS 2S KC 8C TD", "7H 6H 5H 4H 2C AD")
    row = row_of(act(dealt(table(0, 0), *hands), "4 AS 7H JS 6H 2S 5H KC 2C 8C 4H"))
    ace, three = Card("AD").bit, Card("3D").bit
    rows = np.array([row, row])
    rows[0, [state.HAND + 1, state.DEALT + 1]] ^= ace | three
    totals = looked_ahead(rows, np.array([0.25, 1.0]), mind_at(Rules(), 2), 4000)
    assert tried(totals) == [Card("TD").index]
    assert totals[Card("TD").index, MADE] / 4000 == pytest.approx(0.25, abs=0.03)


# Certain ends


def settled(scores: tuple[int, int], rules: str, scored: int = 0) -> Match:
    """Seat 1 has bid 2 and has High, Low and Jack; both have two cards left, seat 1 leads."""
    match = table(*scores, rules=rules, scored_deals=scored, deal=scored)
    hands = ("AS JS 2S KD 9C 8C", "7H 6H 5H 4H 7C 6C")
    return act(dealt(match, *hands), "2 pass AS 7H JS 6H 2S 5H KD 4H")


def worths(match: Match, seen_by: int) -> list[float]:
    """The equity of each action of a seat, which is next to play."""
    row = row_of(match)
    assert row[state.TURN] == seen_by - 1
    mind = mind_at(match.rules, match.seats)
    totals = looked_ahead(*worlds_seen(hidden_row(row, match.seats), mind, 10), mind, 20)
    return [float(totals[action, EQUITY] / 20) for action in tried(totals)]


LAST = "limit=20"


@pytest.mark.parametrize(
    ("scores", "rules", "scored", "wins"),
    [
        ((11, 30), "", 0, True),  # R24: at the target when the cards were dealt
        ((12, 11), "", 0, True),
        ((9, 0), "out=reach", 0, True),  # 9 and three points
        ((5, 0), LAST, 19, True),
        ((-5, 8), LAST, 19, False),  # at most -1 against 8
    ],
)
def test_what_is_certain_is_worth_1_or_0(
    scores: tuple[int, int], rules: str, scored: int, *, wins: bool
) -> None:
    """R24 to R26, option `limit`: the bid is made already, whatever is played."""
    match = settled(scores, rules, scored)
    assert worths(match, 1) == [float(wins)] * 2
    assert worths(act(match, "9C"), 2) == [float(not wins)] * 2


@pytest.mark.parametrize(
    ("scores", "rules"),
    [((10, 0), ""), ((8, 0), ""), ((11, 0), "target=12"), ((0, 10), ""), ((0, 11), LAST)],
)
def test_what_is_not_over_is_never_certain(scores: tuple[int, int], rules: str) -> None:
    """R24: three points from 10 reach the target, and do not win."""
    match = settled(scores, rules)
    assert all(0 < worth < 1 for worth in worths(match, 1))


def test_a_made_4_wins_only_for_who_had_a_point() -> None:
    """R25: the bidder has High, Low, Jack and, with a ten, Game."""
    for score, wins in ((1, True), (0, False), (-1, False)):
        hands = ("AS JS TS 2S 9C 8C", "7H 6H 5H 4H 7C 6C")
        match = act(dealt(table(score, 0), *hands), "4 AS 7H JS 6H TS 5H 2S 4H")
        assert (worths(match, 1) == [1.0, 1.0]) is wins


@pytest.mark.parametrize("seats", [2, 3])
def test_what_all_seats_hope_for_is_one_match(seats: int) -> None:
    """Where all is known and nobody has a choice any more, their equities add up to 1."""
    setting = Setting(seats, PRESETS["classic"])
    mind = mind_at(setting.rules, seats)
    seen = 0
    hopes: list[float] = []
    for _, row in moments_of(setting, deals=25, seed=51):
        if row[state.TRICKS] < 5:
            continue
        hopes = hopes if row[state.PLACED] else []
        totals = looked_ahead(row[None], np.ones(1), mind, 3)
        (action,) = tried(totals)
        hopes.append(totals[action, EQUITY] / 3)
        if row[state.PLACED] == seats - 1:
            assert sum(hopes) == pytest.approx(1)
            seen += 1
    assert seen >= 15


# Memory


def test_a_full_memory_ends_the_tree_and_not_the_tries() -> None:
    for setting, row in cases(ORDINARY, every=7):
        mind = mind_at(setting.rules, setting.seats)
        rows, sums = worlds_seen(hidden_row(row, setting.seats), mind, 20)
        enough = _with_memory(mind, rows, sums, 3000)
        assert enough.tolist() == looked_ahead(rows, sums, mind, 200).tolist()
        for nodes in (1, 2, 5):
            few = _with_memory(mind, rows, sums, nodes)
            assert tried(few) == tried(enough)
            assert (few[:, TRIES] == enough[:, TRIES]).all()
            assert (few[:, EQUITY] <= few[:, TRIES] + 1e-9).all()


def _with_memory(mind: Mind, rows: Rows, sums: Numbers, nodes: int) -> Numbers:
    small = mind._replace(tree=new_tree(nodes))
    totals = looked_ahead(rows, sums, small, 200)
    assert small.tree.size[0] <= nodes
    return totals


def test_what_was_thought_of_one_moment_is_forgotten_at_the_next() -> None:
    (first, one), (_, other) = list(cases(ORDINARY[:1], every=4))[:2]
    mind = mind_at(first.rules, first.seats)
    fresh = looked_ahead(
        *worlds_seen(hidden_row(one, first.seats), mind, 20),
        mind._replace(tree=new_tree(1 << 15)),
        50,
    )
    looked_ahead(*worlds_seen(hidden_row(other, first.seats), mind, 20), mind, 50)
    after = looked_ahead(*worlds_seen(hidden_row(one, first.seats), mind, 20), mind, 50)
    assert after.tolist() == fresh.tolist()


# Machine code

BOTH_WAYS = """
from cutthroat.kernel.options import packed
from tests.kernel.search.test_lookahead import ORDINARY, cases, totals_at
from tests.kernel.tables_of_rules import SETTINGS
for setting, row in cases([*ORDINARY, SETTINGS[0], SETTINGS[3]], every=11):
    totals = totals_at(row, setting, tries=3)
    print([[round(number, 6) for number in line] for line in totals.tolist() if any(line)])
"""


def printed(**variables: str) -> str:
    """What another Python prints, with warnings for errors."""
    kept = {name: value for name, value in os.environ.items() if name != "NUMBA_DISABLE_JIT"}
    paths = os.pathsep.join([str(Path(cutthroat.__file__).parents[1]), str(ROOT)])
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", BOTH_WAYS],
        env=kept | {"PYTHONPATH": paths} | variables,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_without_compiling_everything_is_the_same() -> None:
    told = printed(NUMBA_DISABLE_JIT="1")
    assert told.count("\n") > 10
    assert told == printed()
