"""What the strong bots make of a view: by what is seen alone, the same each time, and in time."""

from __future__ import annotations

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from random import Random

import numpy as np
import pytest

from cutthroat.bots import strong
from cutthroat.bots.levels import Effort
from cutthroat.bots.seeing import seen_row
from cutthroat.bots.strong import judge, mind_for
from cutthroat.core.actions import Bid, Pass, Play
from cutthroat.core.cards import CardSet
from cutthroat.core.match import Match, legal_actions
from cutthroat.core.rules import Rules, parse_rules
from cutthroat.core.view import View, project
from cutthroat.kernel import state
from cutthroat.kernel.bits import count_of
from tests.kernel.moments import moments
from tests.kernel.search.thinking import (
    hands_of,
    mind_at,
    moments_of,
    plain_table,
    played_with,
    worlds_seen,
)
from tests.kernel.tables_of_rules import SETTINGS, Setting
from tests.kit.script import act, dealt, plainly_dealt, table

LITTLE = Effort(worlds=8, tries=8)
ORDINARY = [Setting(seats, Rules()) for seats in (2, 3)]


@pytest.fixture
def any_rules(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Equities at hand for all house rules: to find those of most would take half a minute."""
    monkeypatch.setattr(strong, "equity_for", plain_table)
    _forget_minds()
    yield
    _forget_minds()


def _forget_minds() -> None:
    strong._kept.__dict__.clear()


@pytest.mark.usefixtures("any_rules")
@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_each_legal_action_is_judged_once_and_the_best_comes_first(setting: Setting) -> None:
    for number, (match, _) in enumerate(moments(setting, 3, 91)):
        judgement = judge(project(match, match.turn), Random(number), LITTLE)
        options = judgement.options
        assert {option.action for option in options} == {*legal_actions(match)}
        assert len(options) == len(legal_actions(match))
        assert [option.equity for option in options] == sorted(
            (option.equity for option in options), reverse=True
        )
        assert judgement.best is options[0]
        assert judgement.worlds == LITTLE.tries
        for option in options:
            assert 0 <= option.equity <= 1 + 1e-9
            assert -4 <= option.points <= 4
            if isinstance(option.action, Pass):
                assert option.made is None
            elif not isinstance(option.action, Bid):
                assert option.made is not None
            assert option.made is None or 0 <= option.made <= 1


@pytest.mark.usefixtures("any_rules")
@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_hidden_cards_do_not_matter(setting: Setting) -> None:
    """Deals that differ in hidden cards alone give the same row, and the same judgement."""
    mind = mind_at(setting.rules, setting.seats)
    for number, (match, row) in enumerate(moments_of(setting, deals=2, seed=95)):
        if number % 3:
            continue
        view = project(match, match.turn)
        assert view.you is not None
        expected = judge(view, Random(1), LITTLE)
        worlds, _ = worlds_seen(seen_row(view), mind, 2, seed=number)
        for world in worlds:
            assert _differs(world, row, setting.seats)
            other = project(played_with(view, hands_of(world, setting.seats)), view.you)
            assert seen_row(other).tolist() == seen_row(view).tolist()
            assert judge(other, Random(1), LITTLE) == expected


def _differs(world: state.Row, row: state.Row, seats: int) -> bool:
    """Whether other cards are hidden; with few of them it may be the same deal again."""
    hands = slice(state.HAND, state.HAND + seats)
    few = min(count_of(int(hand)) for hand in row[hands]) <= 2
    return few or world[hands].tolist() != row[hands].tolist()


@pytest.mark.parametrize("setting", ORDINARY, ids=str)
def test_one_number_is_drawn_and_it_fixes_everything(setting: Setting) -> None:
    match, _ = next(moments(setting, 1, 3))
    view = project(match, match.turn)
    chance = Random(7)
    first = judge(view, chance, LITTLE)
    after_one = Random(7)
    after_one.getrandbits(63)
    assert chance.getstate() == after_one.getstate()
    assert judge(view, Random(7), LITTLE) == first
    assert judge(view, Random(8), LITTLE) != first


def test_what_was_thought_before_does_not_matter() -> None:
    views = [project(match, match.turn) for match, _ in moments(ORDINARY[1], 2, 4)]
    fresh = {}
    for number in range(0, len(views), 4):
        _forget_minds()
        fresh[number] = judge(views[number], Random(1), LITTLE)
    for number in reversed(fresh):
        judge(views[number - 1], Random(2), Effort(worlds=30, tries=50))
        assert judge(views[number], Random(1), LITTLE) == fresh[number]


@pytest.mark.parametrize("viewer", [2, None])
def test_only_who_is_to_act_is_asked(viewer: int | None) -> None:
    with pytest.raises(ValueError, match="it is not this seat's turn"):
        judge(project(plainly_dealt(table(0, 0)), viewer), Random(0), LITTLE)


# Time


def first_view(setting: Setting) -> View:
    match, _ = next(moments(setting, 1, 5))
    return project(match, match.turn)


@pytest.mark.parametrize("setting", ORDINARY, ids=str)
def test_a_time_limit_ends_the_thinking(setting: Setting) -> None:
    """The quickest of some: another process may have had the processor the rest of the time."""
    view = first_view(setting)
    effort = Effort(worlds=100, tries=10**9, seconds=0.05)
    took = []
    for number in range(8):
        start = time.monotonic()
        judgement = judge(view, Random(number), effort)
        took.append(time.monotonic() - start)
        assert judgement.worlds < 10**9
    assert 0.05 <= min(took) < 0.15


def test_with_no_time_each_action_is_tried_all_the_same() -> None:
    judgement = judge(first_view(ORDINARY[1]), Random(0), Effort(10, 10**9, seconds=0))
    assert judgement.worlds >= 1
    assert len(judgement.options) > 1


def test_a_time_limit_that_is_far_changes_nothing() -> None:
    view = first_view(ORDINARY[0])
    without = judge(view, Random(1), Effort(200, 50))
    assert judge(view, Random(1), Effort(200, 50, seconds=3600)) == without


# Threads and tables


def test_threads_do_not_disturb_each_other() -> None:
    views = [project(match, match.turn) for one in ORDINARY for match, _ in moments(one, 2, 6)]
    effort = Effort(worlds=20, tries=60)
    alone = [judge(view, Random(1), effort) for view in views]
    with ThreadPoolExecutor(4) as pool:
        together = list(pool.map(lambda view: judge(view, Random(1), effort), views * 2))
    assert together == alone * 2


def test_each_thread_has_a_mind_of_its_own() -> None:
    own = mind_for(Rules(), 2)
    assert mind_for(Rules(), 2) is own
    with ThreadPoolExecutor(1) as pool:
        other = pool.submit(mind_for, Rules(), 2).result()
    assert not np.shares_memory(own.row, other.row)
    assert not np.shares_memory(own.tree.nodes, other.tree.nodes)
    assert own.values is other.values, "what is only read is there once"


@pytest.mark.usefixtures("any_rules")
def test_many_tables_one_after_the_other_are_no_burden() -> None:
    houses = [parse_rules(f"target={target}") for target in range(5, 35)]
    for house in houses:
        mind_for(house, 2)
        assert len(strong._kept.minds) <= strong._MOST_MINDS
    assert mind_for(houses[-1], 2) is mind_for(houses[-1], 2)


# What it is for


def best(match: Match) -> str:
    action = judge(project(match, match.turn), Random(0), Effort(200, 200)).best.action
    if isinstance(action, Play):
        return action.card.text
    return str(action.points) if isinstance(action, Bid) else "pass"


SURE = "AS KS QS JS TS 2S"
WEAK = ("7H 8H 4D 5D 7C 8C", "3H 5H 7D 8D 5C 6C")


@pytest.mark.parametrize("seats", [2, 3])
def test_a_hand_that_cannot_fail_is_bid_on_and_one_that_can_only_fail_is_not(seats: int) -> None:
    sure = dealt(table(*[5] * seats), SURE, *WEAK[: seats - 1])
    assert best(sure) == "4", "it wins the match: R25"
    poor = dealt(table(*[0] * seats), *(WEAK[0], SURE, WEAK[1])[:seats])
    assert best(poor) == "pass"


@pytest.mark.parametrize("scores", [(20, -40), (-40, 20), (20, -40, -40), (-40, 20, -40)])
def test_where_nothing_matters_any_more_the_deal_is_played_and_not_thrown_in(
    scores: tuple[int, ...],
) -> None:
    """Else the last deal before the limit is dealt again for ever. R14, option `limit`."""
    rules = "target=7 high=highest out=reach limit=20"
    last = table(*scores, rules=rules, dealer=len(scores), deal=19, scored_deals=19)
    assert best(dealt(last, *(WEAK[0], SURE, WEAK[1])[: len(scores)])) == "2"


def test_a_trick_with_a_ten_is_taken() -> None:
    """Nobody plays after seat 2, and the ten is most likely Game. R8, R18."""
    match = dealt(table(0, 0), "AS KS 3S TD 2C 3C", "AD 2S 4D 5D 6C 7C")
    assert best(act(match, "3 pass AS 2S TD")) == "AD"


def test_more_thought_sees_the_same_cards_only() -> None:
    """The seat to the left holds all that could beat the ten: it cannot be known from the view."""
    one = dealt(table(0, 0), "KS QS TS 9S 2H 3H", "AS JS 2S 3S 4S 5S")
    other = dealt(table(0, 0), "KS QS TS 9S 2H 3H", "4D 5D 6D 7D 8D 9D")
    views = [project(act(match, "2 pass"), 1) for match in (one, other)]
    assert views[0].hand == CardSet.of("KS QS TS 9S 2H 3H")
    assert judge(views[0], Random(1), Effort(60, 60)) == judge(views[1], Random(1), Effort(60, 60))
