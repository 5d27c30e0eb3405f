"""What scores are worth: looking it up, and what the outcomes of a deal make of it."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from hypothesis import given, strategies as st

from cutthroat.bots.equity import EquityTable, equity_for
from cutthroat.core.rules import PRESETS, parse_rules
from cutthroat.kernel.compiled import compiled
from cutthroat.kernel.equity.model import SIZE
from cutthroat.kernel.equity.odds import THROWN_IN
from cutthroat.kernel.equity.table import FLOORS, Values, fill_payoffs, places_of, shape_of
from cutthroat.kernel.options import packed
from tests.kernel.equity.reckoned import after_the_deal, odds_at, row_at

PRESET_TABLES = [(name, seats) for name in PRESETS for seats in (2, 3)]


def table_for(text: str, seats: int) -> EquityTable:
    """A table of numbers that are all different, which no one need wait for."""
    rules = parse_rules(text)
    target = min(rules.target, 15)
    shape = shape_of(seats, target, min(rules.limit or 1, 6))
    values = np.random.default_rng(1).random(shape, dtype=np.float32)
    return EquityTable(rules, seats, values, np.zeros(SIZE))


@compiled
def second_place(values: Values, options: int, leader: int, score: int) -> int:
    """Where in a table a score is, with a third one of nothing."""
    return places_of(values, options, 3, leader, score, 0)[1]


# Which number is looked up


@pytest.mark.parametrize(("seats", "dealer"), [(2, 1), (2, 2), (3, 1), (3, 2), (3, 3)])
def test_the_axes_are_seats_from_the_dealers_left(seats: int, dealer: int) -> None:
    table = table_for("", seats)
    scores = (3, -2, 14)[:seats]
    order = [(dealer + step) % seats for step in range(seats)]
    floor = FLOORS[seats - 2]
    places = tuple(scores[seat] - floor for seat in order) + (0,) * (3 - seats)
    found = table.at(scores, dealer)
    for place, seat in enumerate(order):
        assert found[seat] == table.values[0, *places, place]


def test_layers_are_deals_still_to_be_scored() -> None:
    table = table_for("limit=9", 2)
    zero = -FLOORS[0]
    for scored, layer in ((0, 5), (3, 5), (4, 4), (7, 1), (8, 0), (9, 0), (30, 0)):
        assert table.at((0, 0), 2, scored)[0] == table.values[layer, zero, zero, 0, 0]


def test_scores_outside_are_folded_to_the_edge() -> None:
    table = table_for("", 3)
    assert table.at((99, 0, -99), 1) == table.at((19, 0, -12), 1)
    assert table.at((99, 0, 0), 1) != table.at((18, 0, 0), 1)


def test_a_target_beyond_the_table_is_told_apart_near_it_and_near_nothing() -> None:
    table = table_for("target=60", 3)
    near = table_for("target=15", 3)
    assert table.at((60, 55, 50), 2) == near.at((15, 10, 5), 2)
    assert table.at((4, 0, -3), 2) == near.at((4, 0, -3), 2)
    assert table.at((30, 28, -3), 2) == near.at((5, 3, -3), 2)
    # R25: a seat that has a point may win by a bid of 4, however far behind it is.
    assert table.at((60, 2, 0), 2) == near.at((15, 1, 0), 2)


def test_without_such_a_win_a_score_far_behind_is_as_far_behind_in_the_table() -> None:
    table = table_for("target=60 four=off", 3)
    near = table_for("target=15 four=off", 3)
    assert table.at((60, 40, 50), 2) == near.at((15, -5, 5), 2)


@pytest.mark.parametrize("four", ["positive", "any", "off"])
@pytest.mark.parametrize("target", [11, 21, 60])
def test_a_higher_score_never_has_a_lower_place(four: str, target: int) -> None:
    """Whoever leads, and however far a seat is behind: 0 points are not more than 1."""
    values, options = table_for("", 3).values, packed(parse_rules(f"four={four} target={target}"))
    for leader in range(0, target + 9, 4):
        scores = range(-30, leader + 1)
        places = [second_place(values, options, leader, score) for score in scores]
        assert places == sorted(places)
        assert places[-1] > places[0]


@pytest.mark.parametrize(("scores", "dealer"), [((1, 2), 1), ((1, 2, 3), 0), ((1, 2, 3), 4)])
def test_what_is_no_score_of_the_match_is_refused(scores: tuple[int, ...], dealer: int) -> None:
    with pytest.raises(ValueError, match="seats"):
        table_for("", 3).at(scores, dealer)


# Laws


@pytest.mark.parametrize(("name", "seats"), PRESET_TABLES)
def test_the_chances_of_all_seats_are_one(name: str, seats: int) -> None:
    values = equity_for(PRESETS[name], seats).values
    np.testing.assert_allclose(values[..., :seats].sum(axis=-1), 1, atol=1e-6)
    assert values.min() >= -1e-6
    if seats == 2:
        assert not values[..., 2].any()


@pytest.mark.parametrize(("name", "seats"), PRESET_TABLES)
@given(data=st.data())
def test_it_does_not_matter_which_seat_is_called_the_first(
    name: str, seats: int, data: st.DataObject
) -> None:
    table = equity_for(PRESETS[name], seats)
    scores = data.draw(st.lists(st.integers(-30, 30), min_size=seats, max_size=seats))
    dealer = data.draw(st.integers(1, seats))
    scored = data.draw(st.integers(0, 40))
    worth = table.at(scores, dealer, scored)
    for turn in range(1, seats):
        turned = scores[-turn:] + scores[:-turn]
        dealing = (dealer - 1 + turn) % seats + 1
        assert table.at(turned, dealing, scored) == worth[-turn:] + worth[:-turn]


@pytest.mark.parametrize(
    ("name", "seats", "slack"),
    [("seed", 2, 0), ("seed", 3, 0), ("classic", 2, 0), ("classic", 3, 0.015)],
)
def test_the_closer_its_turn_to_call_the_more_a_seat_at_the_target_is_worth(
    name: str, seats: int, slack: float
) -> None:
    """R10, R24: whoever calls first may take the auction before the others.

    slack: under `out=reach` the others may go out as well, and one who sits before the leader may
    stop it at the expense of the third: so the second to call is at times worth a little more.
    """
    table = equity_for(PRESETS[name], seats)
    target = table.rules.target
    worths = []
    for own in range(target, target + 4):
        for others in range(target):
            scores = (own, *(others,) * (seats - 1))
            worth = np.array([table.at(scores, dealer)[0] for dealer in range(seats, 0, -1)])
            assert (np.diff(worth) <= slack).all(), (scores, worth)
            worths.append(worth)
    assert (np.diff(np.mean(worths, axis=0)) < -0.005).all()


@pytest.mark.parametrize(("name", "seats"), PRESET_TABLES)
def test_a_point_more_is_hardly_ever_worth_less(name: str, seats: int) -> None:
    """Not never: who leads is fought first, and by a seat that cannot win itself."""
    table = equity_for(PRESETS[name], seats)
    target = table.rules.target
    chance = Random(3)
    steps = []
    for _ in range(500):
        scores = [chance.randint(-5, target + 2) for _ in range(seats)]
        more = [scores[0] + 1, *scores[1:]]
        dealer, scored = chance.randint(1, seats), chance.randint(0, 10)
        steps.append(table.at(more, dealer, scored)[0] - table.at(scores, dealer, scored)[0])
    assert np.mean(np.array(steps) < -0.01) < 0.05
    assert np.mean(steps) > 0.01


# What a deal is worth once it is scored

RULES = ["", "high=highest out=reach", "limit=5", "four=any", "four=off target=7", "all_pass=next"]


@pytest.mark.parametrize("text", RULES)
@pytest.mark.parametrize("seats", [2, 3])
@given(data=st.data())
def test_payoffs_are_the_equities_of_the_scores_after_the_deal(
    text: str, seats: int, data: st.DataObject
) -> None:
    table = table_for(text, seats)
    scores = data.draw(st.lists(st.integers(-9, 14), min_size=seats, max_size=seats))
    dealer, bidder = data.draw(st.integers(0, seats - 1)), data.draw(st.integers(0, seats - 1))
    bid, scored = data.draw(st.integers(2, 4)), data.draw(st.integers(0, 6))
    payoffs = np.full((256, 3), np.nan)
    row = row_at(scores, dealer, scored)
    fill_payoffs(table.values, row, seats, packed(table.rules), bidder, bid, payoffs)
    assert np.isfinite(payoffs).all()
    owners = data.draw(st.lists(st.sampled_from([*range(seats), 3]), min_size=4, max_size=4))
    points = [owners.count(seat) for seat in range(seats)]
    after, winner = after_the_deal(
        table.rules, scores=scores, scored=scored, bidder=bidder, bid=bid, points=points
    )
    outcome = sum(owner << 2 * place for place, owner in enumerate(owners))
    if winner is None:
        expected = list(table.at(after, (dealer + 1) % seats + 1, scored + 1))
    else:
        expected = [float(seat == winner) for seat in range(seats)]
    assert list(payoffs[outcome]) == expected + [0.0] * (3 - seats)


@pytest.mark.parametrize(("text", "moves"), [("", 0), ("all_pass=stick", 0), ("all_pass=next", 1)])
def test_a_deal_thrown_in_changes_at_most_the_dealer(text: str, moves: int) -> None:
    table = table_for(text, 3)
    row = row_at((4, 7, -1), 1)
    expected = table.at((4, 7, -1), 2 + moves)
    odds = odds_at(table.values, table.model, row, 3, packed(table.rules))
    for place, seat in enumerate((2, 0, 1)):
        assert odds[THROWN_IN + place] == expected[seat]
