"""Intervals against numbers from the books, and against what happens."""

from __future__ import annotations

from itertools import pairwise
from math import inf, sqrt
from random import Random
from statistics import fmean, stdev

import pytest
from hypothesis import given, strategies as st

from cutthroat.service.arena.statistics import Mean, Ratio, student

NUMBERS = st.lists(st.floats(-100, 100), min_size=2, max_size=50)


@pytest.mark.parametrize(
    ("freedom", "point"),
    [
        *((1, 12.706), (2, 4.303), (3, 3.182), (4, 2.776), (5, 2.571), (7, 2.365), (10, 2.228)),
        *((15, 2.131), (20, 2.086), (30, 2.042), (60, 2.000), (120, 1.980), (10**9, 1.960)),
    ],
)
def test_students_points_of_the_tables(freedom: int, point: float) -> None:
    assert student(freedom) == pytest.approx(point, abs=1e-3)


def test_students_points_fall() -> None:
    points = [student(freedom) for freedom in range(1, 200)]
    assert all(first > second for first, second in pairwise(points))


def mean_of(numbers: list[float]) -> Mean:
    mean = Mean()
    for number in numbers:
        mean.add(number)
    return mean


def test_a_mean_of_the_books() -> None:
    """Student's own: the extra sleep of ten patients (Biometrika 6, 1908)."""
    found = mean_of([1.2, 2.4, 1.3, 1.3, 0.0, 1.0, 1.8, 0.8, 4.6, 1.4]).estimate
    assert found.value == pytest.approx(1.58)
    assert found.low == pytest.approx(0.7001, abs=1e-3)
    assert found.high == pytest.approx(2.4599, abs=1e-3)


@given(NUMBERS)
def test_a_mean_is_that_of_all_at_once(numbers: list[float]) -> None:
    mean = mean_of(numbers)
    assert mean.value == pytest.approx(fmean(numbers), abs=1e-9)
    assert sqrt(mean.variance) == pytest.approx(stdev(numbers), abs=1e-6)


def test_one_number_tells_nothing_of_the_spread() -> None:
    assert mean_of([3.0]).estimate == (3.0, -inf, inf)
    assert not mean_of([]).estimate.known


@given(NUMBERS, st.floats(0.5, 20))
def test_a_ratio_to_a_fixed_number_is_a_mean(numbers: list[float], fixed: float) -> None:
    ratio = Ratio()
    for number in numbers:
        ratio.add(number * fixed, fixed)
    found, expected = ratio.estimate, mean_of(numbers).estimate
    assert found
    assert found.value == pytest.approx(expected.value, abs=1e-9)
    if found.known and expected.known:
        assert found.reach == pytest.approx(expected.reach, abs=1e-4)
    else:
        assert max(numbers) - min(numbers) < 1e-3


def test_nothing_is_known_of_the_interval_where_all_are_alike() -> None:
    assert mean_of([0.25] * 40).estimate == (0.25, -inf, inf)
    ratio = Ratio()
    for _ in range(40):
        ratio.add(0.1, 0.3)
    alike = ratio.estimate
    assert alike
    assert alike.value == pytest.approx(1 / 3)
    assert alike[1:] == (-inf, inf)
    ratio.add(0.1, 0.4)
    assert ratio.estimate
    assert ratio.estimate.known


def test_a_ratio_of_nothing_is_none() -> None:
    assert Ratio().estimate is None
    ratio = Ratio()
    ratio.add(0, 0)
    assert ratio.estimate is None


def test_sets_without_a_part_count_nothing_in_a_ratio() -> None:
    ratio = Ratio()
    ratio.add(0, 0)
    ratio.add(3, 2)
    assert ratio.estimate
    assert ratio.estimate.value == 1.5


@pytest.mark.slow
def test_intervals_hold_the_truth_in_95_of_100() -> None:
    """Of ratios whose parts go together: points and deals of matches of many lengths."""
    rng = Random(7)
    held, tries = 0, 1500
    for _ in range(tries):
        ratio = Ratio()
        for _ in range(60):
            deals = rng.randint(5, 25)
            luck = rng.gauss(0, 0.5)
            ratio.add(sum(rng.gauss(1 + luck, 1.5) for _ in range(deals)), deals)
        found = ratio.estimate
        assert found
        held += found.low <= 1 <= found.high
    assert 0.93 <= held / tries <= 0.97
