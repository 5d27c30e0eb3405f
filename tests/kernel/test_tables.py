"""Tables step by step: as one match at a time, and no seat is told what it may not know."""

import numpy as np
import pytest
from numpy.typing import NDArray

from cutthroat.core.rules import Rules, parse_rules
from cutthroat.kernel import state
from cutthroat.kernel.auction import ACTIONS, PASS
from cutthroat.kernel.cards import NOTHING
from cutthroat.kernel.compiled import compiled
from cutthroat.kernel.options import packed
from cutthroat.kernel.scoring import NOBODY
from cutthroat.kernel.tables import OBSERVED, Tables
from tests.kernel.tables_of_rules import SETTINGS, Setting

Ints = NDArray[np.int64]
COUNT = 70
"""Not a multiple of the block."""
STEPS = 150


@compiled
def step_one(row: Ints, action: int, seats: int, options: int, tables: int) -> int:
    """A step at one table, thing by thing."""
    stage = state.act(row, action, seats, options)
    if stage <= state.PLAY:
        return 0
    if stage == state.OVER:
        state.begin(row, seats, row[state.SEED], row[state.MATCH] + tables)
    state.deal(row, seats, options)
    return stage


@compiled
def act_at(row: Ints, action: int, seats: int, options: int) -> int:
    return state.act(row, action, seats, options)


@compiled
def legal_at(row: Ints, seats: int, options: int) -> int:
    return state.legal_actions(row, seats, options)


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_a_step_of_all_is_a_step_of_each(setting: Setting) -> None:
    options = packed(setting.rules)
    tables = Tables(setting.rules, setting.seats, COUNT, seed=3)
    rows = tables.rows.copy()
    for number in range(STEPS):
        actions = tables.random_actions(number)
        tables.step(actions)
        ended = [
            step_one(row, action, setting.seats, options, COUNT)
            for row, action in zip(rows, actions.tolist(), strict=True)
        ]
        assert ended == tables.ended.tolist()
        assert (rows == tables.rows).all()
    legal = [legal_at(row, setting.seats, options) for row in rows]
    assert legal == tables.legal.tolist()


def test_threads_change_nothing() -> None:
    rules = parse_rules("target=5 out=reach limit=5")
    once, again = (Tables(rules, 3, 500, seed=3, threads=threads) for threads in (1, 3))
    for number in range(200):
        actions = once.random_actions(number)
        once.step(actions)
        again.step(actions)
        assert (once.legal == again.legal).all()
        assert (once.ended == again.ended).all()
    assert (once.rows == again.rows).all()
    assert (once.observe() == again.observe()).all()


def test_r22_change_is_what_the_scores_changed_by() -> None:
    tables = Tables(parse_rules("target=99 limit=200"), 3, COUNT, seed=1)
    seen = 0
    for number in range(120):
        before = tables.rows[:, state.SCORE : state.SCORE + 3].copy()
        tables.step(tables.random_actions(number))
        after = tables.rows[:, state.SCORE : state.SCORE + 3]
        scored = tables.ended == state.DEAL_SCORED
        assert (after[scored] - before[scored] == tables.change[scored]).all()
        assert (after[tables.ended == 0] == before[tables.ended == 0]).all()
        seen += int(scored.sum())
    assert seen > COUNT


def test_r24_r25_the_winner_and_the_scores_of_a_match_that_ended() -> None:
    """A match by itself, and the same among others, step by step."""
    rules = parse_rules("target=5 out=reach limit=5")
    tables = Tables(rules, 3, COUNT, seed=1, threads=2)
    assert (tables.winner == NOBODY).all()
    rows, options, seen = tables.rows.copy(), packed(rules), 0
    kept, winners = tables.scores.copy(), tables.winner.copy()
    for number in range(400):
        actions = tables.random_actions(number)
        tables.step(actions)
        for table, action in enumerate(actions.tolist()):
            row = rows[table].copy()
            if act_at(row, action, 3, options) == state.OVER:
                winners[table] = row[state.WINNER]
                kept[table] = row[state.SCORE : state.SCORE + 3]
                seen += 1
        assert (tables.winner == winners).all()
        assert (tables.scores == kept).all()
        rows = tables.rows.copy()
    assert seen > COUNT


def test_what_is_not_an_action_for_every_table_is_refused() -> None:
    tables = Tables(Rules(), 3, COUNT, seed=1)
    actions, before = tables.random_actions(1), tables.rows.copy()
    for shape in ((COUNT - 1,), (COUNT + 1,), (COUNT, 1), ()):
        with pytest.raises(ValueError, match=r"the shape \(70,\)"):
            tables.step(np.full(shape, PASS))
    for kind in (np.float64, np.bool_, np.object_):
        with pytest.raises(TypeError, match="integers"):
            tables.step(actions.astype(kind))
    assert (tables.rows == before).all()


@pytest.mark.parametrize("wrong", [-(2**63), -64, -11, -1, 0, 52, 57, 63, 117, 118, 2**63 - 1])
def test_r11_an_action_that_is_not_legal_is_refused(wrong: int) -> None:
    """Nobody may play a card in the auction. 117 and -11 are passes modulo 64."""
    tables = Tables(Rules(), 3, COUNT, seed=1)
    before = tables.rows.copy()
    for table in (0, 41, COUNT - 1):
        actions = tables.random_actions(1)
        actions[table] = wrong
        with pytest.raises(ValueError, match=f"action {wrong} is not legal at table {table}$"):
            tables.step(actions)
    assert (tables.rows == before).all()


def test_how_actions_lie_in_memory_does_not_matter() -> None:
    once, again = (Tables(Rules(), 3, COUNT, seed=1) for _ in range(2))
    for number in range(STEPS):
        actions = once.random_actions(number)
        once.step(actions)
        fixed = actions.copy()
        fixed.flags.writeable = False
        forms = (fixed, actions.astype(np.uint8), np.repeat(actions, 2)[::2], actions.astype(">i4"))
        again.step(forms[number % 4])
        assert (once.rows == again.rows).all()


def test_a_seed_is_any_integer() -> None:
    one, other = (Tables(Rules(), 3, COUNT, seed=seed) for seed in (-5, 2**64 - 5))
    assert (one.rows == other.rows).all()
    assert (one.random_actions(2**63) == one.random_actions(-(2**63))).all()


def test_there_is_always_a_seat_to_act() -> None:
    tables = Tables(parse_rules("target=5 out=reach limit=5"), 2, COUNT, seed=1)
    matches = set()
    for number in range(400):
        assert (tables.legal != 0).all()
        assert ((tables.turn >= 0) & (tables.turn < 2)).all()
        tables.step(tables.random_actions(number))
        matches |= set(tables.rows[:, state.MATCH].tolist())
    assert max(matches) >= COUNT
    assert {match % COUNT for match in matches} == set(range(COUNT))


def test_random_actions_are_legal_and_even() -> None:
    tables = Tables(Rules(), 3, 30_000, seed=1)
    actions = tables.random_actions(1)
    assert (tables.legal >> actions & 1).all()
    counts = np.bincount(actions, minlength=ACTIONS)
    assert sorted(np.flatnonzero(counts).tolist()) == [53, 54, 55, 56]
    assert (abs(counts[53:] - 7500) < 400).all()
    assert (tables.random_actions(2) != actions).any()


def test_legal_matrix() -> None:
    tables = Tables(Rules(), 3, COUNT, seed=1)
    for number in range(9):
        tables.step(tables.random_actions(number))
        matrix = tables.legal_matrix()
        assert matrix.shape == (COUNT, ACTIONS)
        for row, mask in zip(matrix, tables.legal.tolist(), strict=True):
            assert np.flatnonzero(row).tolist() == [a for a in range(ACTIONS) if mask >> a & 1]


@pytest.mark.parametrize("seats", [2, 3])
def test_observation(seats: int) -> None:
    tables = Tables(parse_rules("joker=yes"), seats, COUNT, seed=2)
    for number in range(60):
        seen = tables.observe()
        assert seen.shape == (COUNT, OBSERVED)
        for row, told, legal in zip(tables.rows.tolist(), seen.tolist(), tables.legal, strict=True):
            assert told == by_hand(row, int(legal), seats)
        tables.step(tables.random_actions(number))


def by_hand(row: list[int], legal: int, seats: int) -> list[int]:
    own = row[state.TURN]
    order = [(own + away) % seats for away in range(seats)]
    none = [0] * (3 - seats)
    calling = row[state.STAGE] == state.AUCTION
    placed = 0 if calling else row[state.PLACED]
    tricks = [row[state.TRICK + trick] for trick in range(row[state.TRICKS])]
    running = row[state.TRICK + row[state.TRICKS]] if placed else 0
    return [
        row[state.HAND + own],
        legal,
        row[state.TRUMP],
        row[state.BID],
        order.index(row[state.BIDDER]) if row[state.BID] else NOTHING,
        order.index(row[state.DEALER]),
        *[row[state.CALLS] >> 3 * seat & 7 for seat in order],
        *none,
        *[row[state.TAKEN + seat] for seat in order],
        *none,
        *[row[state.SCORE + seat] for seat in order],
        *none,
        row[state.SCORED],
        row[state.TRICKS],
        *[running >> 6 * place & 63 for place in range(placed)],
        *[NOTHING] * (3 - placed),
        NOTHING if calling else order.index((own - placed) % seats),
        *[relative(trick, order) for trick in tricks],
        *[NOTHING] * (6 - len(tricks)),
    ]


def relative(trick: int, order: list[int]) -> int:
    cards = trick & (1 << 18) - 1
    leader, taker = order.index(trick >> 18 & 3), order.index(trick >> 20)
    return cards | leader << 18 | taker << 20


def test_an_observation_says_nothing_of_hidden_cards() -> None:
    """Other cards in the hands of others, and undealt ones, change nothing that a seat sees."""
    tables = Tables(Rules(), 3, COUNT, seed=2)
    for number in range(30):
        seen = tables.observe()
        kept = tables.rows.copy()
        for row in tables.rows:
            for away in (1, 2):
                seat = (row[state.TURN] + away) % 3
                row[state.HAND + seat] = row[state.DEALT + seat] = 2**53 - 1
            row[state.DEALT + row[state.TURN]] = row[state.STREAM] = row[state.DRAWN] = 0
            row[state.SEED] = row[state.MATCH] = row[state.OUTCOME] = 0
        assert (tables.observe() == seen).all()
        tables.rows[:] = kept
        tables.step(tables.random_actions(number))


def test_r1_two_or_three_play() -> None:
    with pytest.raises(ValueError, match="two or three"):
        Tables(Rules(), 4, 1, seed=1)
