"""Single deals from given scores, in sets, and what they change."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from cutthroat.bots.policy import Bot
from cutthroat.bots.registry import find_bot
from cutthroat.core.rules import PRESETS, Rules, parse_rules
from cutthroat.core.shuffle import secret_from_seed
from cutthroat.service.arena.contest import Entrants
from cutthroat.service.arena.deals import (
    DealContest,
    equity_changes,
    jobs_for_deals,
    play_deal,
    play_deals,
    usual_scores,
)
from cutthroat.service.arena.results import Results
from cutthroat.service.arena.running import Scope, compare_deals
from cutthroat.service.arena.sprt import SequentialTest, Verdict
from tests.service.arena.bots import FAILING, PASSING, RANDOM, timid

EASY = find_bot("easy")
SEED = Rules()


class ByScore:
    """A match is worth the more to a seat the higher its score is: enough to count with."""

    def at(self, scores: Sequence[int], dealer: int, scored_deals: int = 0) -> tuple[float, ...]:
        lifted = [
            2.0 ** (score / 4) * (1 + 0.1 * (seat == dealer))
            for seat, score in enumerate(scores, 1)
        ]
        return tuple(one / sum(lifted) for one in lifted)


def contest(
    *bots: Bot, rules: Rules = SEED, scores: tuple[tuple[int, ...], ...] | None = None
) -> DealContest:
    starts = scores or usual_scores(rules, len(bots))
    return DealContest(rules, bots, secret_from_seed("7"), starts)


@pytest.mark.parametrize("seats", [2, 3])
def test_sets_take_the_scores_in_turn_and_each_seat_deals_alike(seats: int) -> None:
    played = contest(*[RANDOM] * seats)
    count = len(played.scores)
    starts = [played.start(number) for number in range(1, seats * seats * count + 1)]
    for first in range(0, len(starts), seats):
        assert len({*starts[first : first + seats]}) == 1, "a set is one deal"
    pairs = {(start.scores, start.dealer) for start in starts}
    assert pairs == {(each, dealer) for each in played.scores for dealer in range(1, seats + 1)}


@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize("rules", PRESETS.values(), ids=PRESETS)
def test_usual_scores_are_about_the_target(rules: Rules, seats: int) -> None:
    scores = usual_scores(rules, seats)
    assert len({*scores}) == len(scores) == 9
    assert {len(one) for one in scores} == {seats}
    assert any(max(one) >= rules.target for one in scores)
    assert any(min(one) < 0 for one in scores)
    assert max(map(max, scores)) <= rules.target + 2


def test_a_deal_changes_the_scores_by_its_points() -> None:
    played = contest(EASY, RANDOM, scores=((5, 3),))
    for number in range(1, 21):
        deal = play_deal(played, number)
        by_seat = [deal.scores[0] - 5, deal.scores[1] - 3]
        seated = [played.bot_in(seat, number) for seat in (1, 2)]
        assert [deal.outcome.points[bot] for bot in seated] == by_seat
        assert deal.outcome.deals + deal.outcome.redeals == 1
        assert deal.scored_deals == deal.outcome.deals


def test_a_deal_may_win_the_match() -> None:
    played = contest(EASY, RANDOM, scores=((11, 11),), rules=parse_rules("out=reach"))
    deals = [play_deal(played, number) for number in range(1, 41)]
    winners = {deal.outcome.winner for deal in deals}
    assert winners > {None}
    for number, deal in enumerate(deals, 1):
        changes = equity_changes(played, number, deal, ByScore())
        assert sum(changes) == pytest.approx(0)
        if deal.outcome.winner is not None:
            assert changes[deal.outcome.winner] == pytest.approx(0.5, abs=0.06)


@pytest.mark.parametrize("count", [1, 2, 3, 9])
def test_three_bots_have_each_score_with_each_dealer_in_both_orders(count: int) -> None:
    scores = tuple((score, 0, 0) for score in range(count))
    played = contest(RANDOM, RANDOM, RANDOM, scores=scores)
    found = set()
    for number in range(1, 3 * 6 * count, 3):
        start = played.start(number)
        first, second, third = (played.bot_in(seat, number) for seat in (1, 2, 3))
        assert {first, second, third} == {0, 1, 2}
        found.add((start.scores, start.dealer, (second - first) % 3))
    assert len(found) == 6 * count


def test_a_deal_that_is_thrown_in_counts_for_equity_where_the_dealer_changes() -> None:
    """Under all_pass=next. R14."""
    bots = PASSING, PASSING
    played = contest(*bots, scores=((5, 3),), rules=parse_rules("all_pass=next"))
    deal = play_deal(played, 1)
    assert (deal.outcome.redeals, deal.outcome.points) == (1, (0, 0))
    changes = equity_changes(played, 1, deal, ByScore())
    assert abs(changes[0]) > 0.01
    assert sum(changes) == pytest.approx(0)
    results = Results(Entrants(bots, 2))
    list(compare_deals(played, ByScore(), results, None, Scope(2, 1)))
    standing = results.standings[0]
    assert standing.equity.count == 1
    assert standing.points.estimate is None


def test_a_deal_that_is_thrown_in_changes_nothing() -> None:
    played = contest(PASSING, PASSING, scores=((5, 3),))
    deal = play_deal(played, 1)
    assert (deal.outcome.deals, deal.outcome.redeals, deal.outcome.points) == (0, 1, (0, 0))
    assert equity_changes(played, 1, deal, ByScore()) == (0, 0)


@pytest.mark.parametrize("seats", [2, 3])
def test_who_forfeits_a_deal_has_lost_the_match(seats: int) -> None:
    scores = ((4,) * seats,)
    played = contest(FAILING, *[PASSING] * (seats - 1), scores=scores)
    for number in range(1, 2 * seats + 1):
        deal = play_deal(played, number)
        assert deal.outcome.forfeited
        changes = equity_changes(played, number, deal, ByScore())
        assert sum(changes) == pytest.approx(0)
        assert changes[0] == pytest.approx(-1 / seats, abs=0.05)
        assert all(change > 0 for change in changes[1:])


@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize("bot", [EASY, RANDOM], ids=lambda bot: bot.name)
def test_the_same_bots_differ_by_nothing(bot: Bot, seats: int) -> None:
    entrants = Entrants((bot, bot), seats)
    results = Results(entrants)
    for _ in compare_deals(contest(*entrants.playing), ByScore(), results, None, Scope(90, 1)):
        assert results.lead.above == 0
    assert results.standings[0].points.above == results.standings[1].points.above
    equity = results.standings[0].equity.estimate
    assert equity.value == pytest.approx(0, abs=1e-15)
    assert not equity.known, "all sets were alike"


def test_the_better_bot_gains_and_the_test_says_so() -> None:
    results = Results(Entrants((EASY, RANDOM), 2))
    test = SequentialTest(0.02)
    played = contest(EASY, RANDOM)
    for _ in compare_deals(played, ByScore(), results, test, Scope(4000, 1)):
        pass
    assert test.verdict is Verdict.BETTER
    assert results.standings[0].equity.estimate.low > 0
    assert results.standings[0].equity.value == pytest.approx(-results.standings[1].equity.value)


@pytest.mark.parametrize("jobs", [2, 3])
def test_any_number_of_processes_gives_the_same(jobs: int) -> None:
    for played in (contest(EASY, RANDOM), contest(timid(), EASY, RANDOM)):
        assert list(play_deals(played, 30, jobs=jobs)) == list(play_deals(played, 30))


def test_jobs_are_worth_starting() -> None:
    assert jobs_for_deals(contest(EASY, RANDOM), 30) == 1
    assert jobs_for_deals(contest(timid(), RANDOM), 2) == 1
    assert (
        jobs_for_deals(contest(timid(), RANDOM), 10**6)
        >= jobs_for_deals(contest(EASY, RANDOM), 10**6)
        >= 1
    )
