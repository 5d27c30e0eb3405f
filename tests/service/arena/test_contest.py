"""Whole matches in sets: the same cards, and each bot once in every seat."""

from __future__ import annotations

import io
from collections import Counter
from itertools import permutations

import pytest

from cutthroat.bots.policy import Bot
from cutthroat.bots.registry import find_bot
from cutthroat.bots.uniform import uniform
from cutthroat.core.events import DealStarted, HandDealt
from cutthroat.core.rules import Rules, parse_rules
from cutthroat.core.shuffle import secret_from_seed
from cutthroat.record.read import read_matches
from cutthroat.service.arena.contest import Contest, Entrants
from cutthroat.service.arena.results import Results
from cutthroat.service.arena.running import Scope, compare_matches, whole_sets
from cutthroat.service.arena.sprt import SequentialTest, Verdict
from cutthroat.service.simulation import Simulation, play_match, wilson_share
from tests.service.arena.bots import PASSING, RANDOM, timid

SHORT = Rules(target=5, limit=5)
EASY = find_bot("easy")


def contest(*bots: Bot, rules: Rules = SHORT, seed: str = "7") -> Contest:
    return Contest(rules, bots, secret_from_seed(seed))


@pytest.mark.parametrize("seats", [2, 3])
def test_in_each_set_every_bot_has_every_seat_once(seats: int) -> None:
    played = contest(*[RANDOM] * seats)
    for first in range(1, 6 * seats, seats):
        numbers = range(first, first + seats)
        assert {played.set_of(number) for number in numbers} == {(first - 1) // seats + 1}
        for seat in range(1, seats + 1):
            assert {played.bot_in(seat, number) for number in numbers} == {*range(seats)}
        for number in numbers:
            assert {played.bot_in(seat, number) for seat in range(1, seats + 1)} == {*range(seats)}


def test_three_bots_sit_in_every_order_over_two_sets() -> None:
    played = contest(RANDOM, RANDOM, RANDOM)
    orders = [tuple(played.bot_in(seat, number) for seat in (1, 2, 3)) for number in range(1, 7)]
    assert {*orders} == {*permutations(range(3))}


@pytest.mark.parametrize("seats", [2, 3])
def test_matches_of_a_set_have_the_same_first_dealer_and_hands(seats: int) -> None:
    played = contest(*[RANDOM, EASY, PASSING][:seats])

    def first_deal(number: int) -> tuple[object, ...]:
        log = play_match(played, number)
        return tuple(
            event for event in log[: seats + 2] if isinstance(event, DealStarted | HandDealt)
        )

    sets = [
        {first_deal(number) for number in range(first, first + seats)}
        for first in (1, 4 * seats + 1)
    ]
    assert [len(one) for one in sets] == [1, 1]
    assert sets[0] != sets[1]


def test_records_of_a_set_share_what_proves_their_deals() -> None:
    played = contest(EASY, RANDOM)
    results = Results(Entrants((EASY, RANDOM), 2))
    sets = list(compare_matches(played, results, None, Scope(6, 1, with_records=True)))
    text = "".join(outcome.record for one in sets for outcome in one)
    headers = [record.header for record in read_matches(io.BytesIO(text.encode()))]
    assert [header.value("Match") for header in headers] == ["1", "1", "2", "2", "3", "3"]
    assert [header.value("Bot1") for header in headers][:2] == ["easy 1.0", "random 1.0"]


@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize("bot", [EASY, RANDOM, PASSING], ids=lambda bot: bot.name)
def test_the_same_bots_differ_by_exactly_nothing(bot: Bot, seats: int) -> None:
    entrants = Entrants((bot,) * 2, seats)
    results = Results(entrants)
    test = SequentialTest(0.01)
    played = contest(*entrants.playing, rules=parse_rules("target=5 limit=5 all_pass=stick"))
    for _ in compare_matches(played, results, test, Scope(126, 1)):
        assert results.lead.above == 0
    for entrant in range(2):
        score = results.standings[entrant].score
        assert score.value == pytest.approx(entrants.par(entrant), abs=1e-15)
        assert (*score,) == pytest.approx((*wilson_share(entrants.par(entrant), results.sets),))
    assert test.verdict is Verdict.NOT_BETTER


def test_the_same_three_bots_differ_by_nothing() -> None:
    results = Results(Entrants((EASY, EASY, EASY), 3))
    for _ in compare_matches(contest(EASY, EASY, EASY), results, None, Scope(30, 1)):
        wins = {standing.wins for standing in results.standings}
        assert len(wins) == 1


@pytest.mark.parametrize("jobs", [2, 3])
@pytest.mark.parametrize("bots", [(EASY, RANDOM), (EASY, timid()), (timid(), EASY, RANDOM)])
def test_any_number_of_processes_gives_the_same(bots: tuple[Bot, ...], jobs: int) -> None:
    def told(processes: int) -> tuple[object, ...]:
        results = Results(Entrants(bots, len(bots)))
        test = SequentialTest(0.3)
        sets = list(compare_matches(contest(*bots), results, test, Scope(60, processes)))
        return sets, test.sets, test.verdict, [one.share for one in results.standings]

    assert told(jobs) == told(1)


def test_the_test_stops_it_at_a_whole_set() -> None:
    results = Results(Entrants((EASY, RANDOM), 2))
    test = SequentialTest(0.1)
    sets = list(
        compare_matches(contest(EASY, RANDOM, rules=Rules()), results, test, Scope(10**6, 1))
    )
    assert test.verdict is Verdict.BETTER
    assert len(sets) == test.sets == results.sets < 100
    assert results.matches == 2 * results.sets


@pytest.mark.parametrize(
    ("matches", "size", "whole"), [(1, 2, 2), (2, 2, 2), (3, 2, 4), (1, 3, 3), (900, 3, 900)]
)
def test_whole_sets(matches: int, size: int, whole: int) -> None:
    assert whole_sets(matches, size) == whole


# Who is compared


def test_two_bots_at_three_seats_are_one_against_two() -> None:
    entrants = Entrants((EASY, RANDOM), 3)
    assert [bot.name for bot in entrants.playing] == ["easy", "random", "random"]
    assert [entrants.places(entrant) for entrant in (0, 1)] == [(0,), (1, 2)]
    assert [entrants.par(entrant) for entrant in (0, 1)] == [1 / 3, 2 / 3]
    assert entrants.sums([1, 10, 100]) == (1, 110)


def test_three_bots_are_three_however_they_are_called() -> None:
    entrants = Entrants((EASY, RANDOM, RANDOM), 3)
    assert entrants.labels == ("easy", "random (2)", "random (3)")
    assert entrants.sums([1, 10, 100]) == (1, 10, 100)


@pytest.mark.parametrize(("bots", "seats"), [(1, 2), (3, 2), (4, 3), (2, 4)])
def test_no_other_numbers_are_compared(bots: int, seats: int) -> None:
    with pytest.raises(ValueError, match="bots"):
        Entrants((RANDOM,) * bots, seats)


def test_seats_change_as_in_a_simulation_where_two_play() -> None:
    bots = EASY, Bot("other", "1", uniform)
    played, run = contest(*bots), Simulation(SHORT, bots, bytes(32))
    seats = [Counter(one.bot_in(1, number) for number in range(1, 9)) for one in (played, run)]
    assert seats[0] == seats[1] == {0: 4, 1: 4}
