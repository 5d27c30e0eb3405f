"""The sequential test: by its formula, and by how often it errs."""

from __future__ import annotations

from math import inf, log
from random import Random

import pytest
from hypothesis import given, strategies as st

from cutthroat.service.arena.sprt import BOUND, ERROR, LEAST_SETS, SequentialTest, Verdict


def fed(margin: float, numbers: list[float]) -> SequentialTest:
    test = SequentialTest(margin)
    for number in numbers:
        test.add(number)
    return test


def test_it_stops_where_wald_says() -> None:
    assert pytest.approx(log(0.95 / 0.05)) == BOUND
    assert pytest.approx(2.944, abs=1e-3) == BOUND


def test_the_ratio_by_hand() -> None:
    """Mean 0.1, variance 0.04 * 8 / 7, margin 0.1: 8 * 0.1 * (0.2 - 0.1) / (2 v)."""
    test = fed(0.1, [-0.1, 0.3] * 4)
    assert test.log_ratio == pytest.approx(8 * 0.1 * 0.1 / (2 * 0.04 * 8 / 7))


@given(st.lists(st.sampled_from([-0.5, 0.0, 0.5]), min_size=1, max_size=200), st.floats(0.01, 0.3))
def test_the_two_hypotheses_mirror_each_other(numbers: list[float], margin: float) -> None:
    test, mirror = fed(margin, numbers), fed(margin, [margin - number for number in numbers])
    if test.sets == mirror.sets == len(numbers):
        assert test.log_ratio == pytest.approx(-mirror.log_ratio, abs=1e-6)


@pytest.mark.parametrize(
    ("number", "verdict", "ratio"),
    [(0.5, Verdict.BETTER, inf), (0.0, Verdict.NOT_BETTER, -inf), (-0.5, Verdict.NOT_BETTER, -inf)],
)
def test_results_that_never_vary_are_sure_after_the_least(
    number: float, verdict: Verdict, ratio: float
) -> None:
    test = fed(0.1, [number] * (LEAST_SETS - 1))
    assert test.verdict is Verdict.UNDECIDED
    test.add(number)
    assert (test.verdict, test.log_ratio, test.sets) == (verdict, ratio, LEAST_SETS)


def test_a_verdict_stays() -> None:
    test = fed(0.1, [0.5] * LEAST_SETS + [-0.5] * 1000)
    assert test.verdict is Verdict.BETTER
    assert test.sets == LEAST_SETS


@pytest.mark.parametrize("margin", [0, -0.1])
def test_a_margin_is_above_nothing(margin: float) -> None:
    with pytest.raises(ValueError, match="margin"):
        SequentialTest(margin)


@pytest.mark.parametrize("numbers", [[], [0.5], [-0.5]])
def test_nothing_is_known_of_fewer_than_two_sets(numbers: list[float]) -> None:
    assert fed(0.1, numbers).log_ratio == 0
    assert fed(0.1, numbers).verdict is Verdict.UNDECIDED


def test_thirds_that_are_alike_but_for_rounding_have_no_variance() -> None:
    shares = [1 / 3, (1 / 3 + 1 / 3 + 1 / 3) / 3, 2 / 3 - 1 / 3]
    assert fed(0.1, [shares[number % 3] for number in range(9)]).log_ratio == inf


def pair(rng: Random, better: float) -> float:
    """What a pair of matches brings above par: luck for both alike, and who is better."""
    luck = rng.choice([-0.15, 0.0, 0.15])
    wins = (rng.random() < 0.5 + better + luck) + (rng.random() < 0.5 + better - luck)
    return wins / 2 - 0.5


@pytest.mark.slow
@pytest.mark.parametrize("margin", [0.03, 0.1])
@pytest.mark.parametrize("better", [0, 1])
def test_it_errs_as_seldom_as_it_says(better: int, margin: float) -> None:
    """Of 800 tests each, 7 % at the most; 5 % are meant, and 2 % are 2.6 standard errors."""
    rng = Random(better)
    wrong, tests, sets = 0, 800, 0
    for _ in range(tests):
        test = SequentialTest(margin)
        while test.verdict is Verdict.UNDECIDED:
            test.add(pair(rng, better * margin))
        sets += test.sets
        wrong += (test.verdict is Verdict.BETTER) != bool(better)
    assert wrong / tests < ERROR + 0.02
    fixed = 2 * 0.12 * (1.645 / margin) ** 2 * 2
    assert sets / tests < fixed, "it is quicker than a test of a fixed size"
