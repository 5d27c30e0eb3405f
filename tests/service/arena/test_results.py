"""What is counted of a comparison, and what each gets of a match that nobody won."""

from __future__ import annotations

import pytest

from cutthroat.bots.policy import Bot
from cutthroat.core.rules import Rules
from cutthroat.service.arena.contest import Contest, Entrants
from cutthroat.service.arena.results import Results, match_shares
from cutthroat.service.arena.running import Scope, compare_matches
from cutthroat.service.engines import Forfeit, Forfeited, ForfeitReason
from cutthroat.service.simulation import Outcome, wilson, wilson_share
from tests.service.arena.bots import FAILING, PASSING, RANDOM


def won(bot: int, *points: int) -> Outcome:
    return Outcome(bot, 10, 0, points, ())


def closed(seats: int) -> Outcome:
    return Outcome(None, 0, 500, (0,) * seats, ())


def forfeited(bot: int, seats: int) -> Outcome:
    forfeit = Forfeit(ForfeitReason.TOO_SLOW, seconds="1", said="")
    return Outcome(None, 2, 0, (1,) * seats, (), forfeited=Forfeited(bot, forfeit))


@pytest.mark.parametrize(
    ("outcome", "shares"),
    [
        (won(1, 3, 11), (0, 1)),
        (closed(2), (0.5, 0.5)),
        (closed(3), (1 / 3, 1 / 3, 1 / 3)),
        (forfeited(0, 2), (0, 1)),
        (forfeited(1, 3), (0.5, 0, 0.5)),
    ],
)
def test_shares_of_a_match_add_up(outcome: Outcome, shares: tuple[float, ...]) -> None:
    assert match_shares(outcome, len(shares)) == shares
    assert sum(shares) == pytest.approx(1)


def test_one_against_two_is_counted_by_seats() -> None:
    results = Results(Entrants((RANDOM, PASSING), 3))
    results.add([won(0, 12, 3, 0), won(1, 6, 11, 4), won(2, 9, 1, 11)])
    one, two = results.standings
    assert (results.sets, results.matches, results.won, results.deals) == (1, 3, 3, 30)
    assert (one.wins, two.wins) == (1, 2)
    assert one.score.value == pytest.approx(1 / 3)
    assert two.score.value == pytest.approx(2 / 3)
    assert one.points.above == 12 + 6 + 9
    assert two.points.above == (3 + 0 + 11 + 4 + 1 + 11) / 2
    assert results.lead.above == one.points.above - two.points.above
    assert results.win_rate(1) == wilson(2, 3)


def test_closed_and_forfeited_matches_are_counted_apart() -> None:
    results = Results(Entrants((RANDOM, PASSING), 2))
    results.add([won(0, 11, 3), closed(2)])
    results.add([forfeited(0, 2), won(1, 0, 11)])
    one, two = results.standings
    assert (results.matches, results.won, results.closed) == (4, 2, 1)
    assert (one.wins, two.wins) == (1, 1)
    assert one.forfeits == {"engine_too_slow": 1}
    assert not two.forfeits
    assert results.win_rate(0) == wilson(1, 3), "lost, as far as it is concerned"
    assert results.win_rate(1) == wilson(1, 2)
    assert (one.score.value, two.score.value) == (0.375, 0.625)


def test_there_is_no_rate_of_nothing() -> None:
    results = Results(Entrants((RANDOM, PASSING), 2))
    assert results.win_rate(0) is None
    results.add([closed(2), closed(2)])
    assert results.win_rate(0) is None
    assert results.standings[0].score.value == 0.5


def test_all_won_has_an_interval_all_the_same() -> None:
    results = Results(Entrants((RANDOM, PASSING), 2))
    for _ in range(20):
        results.add([won(0, 11, 3), won(0, 12, 3)])
    assert (*results.standings[0].score,) == (*wilson(20, 20),)
    assert (*results.standings[1].score,) == (*wilson(0, 20),)


@pytest.mark.parametrize("sets", [1, 2, 20])
def test_sets_that_are_alike_have_an_interval_all_the_same(sets: int) -> None:
    results = Results(Entrants((RANDOM, PASSING), 2))
    for _ in range(sets):
        results.add([won(0, 11, 3), won(1, 3, 11)])
    score = results.standings[0].score
    assert (*score,) == (*wilson_share(0.5, sets),)
    assert score.low < 0.5 < score.high


def test_thirds_that_are_alike_but_for_rounding_are_alike() -> None:
    results = Results(Entrants((RANDOM, PASSING), 3))
    for first in range(7):
        results.add([(won(bot, 1, 1, 1), closed(3))[first % 2] for bot in range(3)])
    for standing, par in zip(results.standings, (1 / 3, 2 / 3), strict=True):
        assert (*standing.score,) == pytest.approx((*wilson_share(par, 7),))


def test_the_last_forfeit_is_told_with_its_match_and_set() -> None:
    results = Results(Entrants((RANDOM, PASSING), 2))
    results.add([won(0, 11, 3), forfeited(1, 2)])
    results.add([forfeited(1, 2), won(0, 11, 3)])
    results.add([won(0, 11, 3), won(1, 3, 11)])
    last = results.standings[1].last_forfeit
    assert last
    assert (last.match, last.set) == (3, 2)
    assert last.forfeit.reason is ForfeitReason.TOO_SLOW
    assert results.standings[0].last_forfeit is None


def test_a_bot_that_always_forfeits_loses_all() -> None:
    bots: tuple[Bot, ...] = (FAILING, RANDOM, RANDOM)
    results = Results(Entrants((FAILING, RANDOM), 3))
    contest = Contest(Rules(), bots, bytes(32))
    assert len(list(compare_matches(contest, results, None, Scope(9, 1)))) == 3
    assert results.standings[0].forfeits.total() == 9
    assert results.standings[0].score.value == 0
    assert results.standings[1].score.value == 1
    assert results.won == results.closed == 0
