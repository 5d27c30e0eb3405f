"""Choices by Python's random numbers, made in compiled code."""

from hashlib import sha256
from random import Random

import numpy as np
import pytest

from cutthroat.kernel.twister import LANES, choices


def chosen(seeds: list[bytes], counts: list[int]) -> list[int]:
    return [int(place) for place in choices(seeds, np.array(counts, np.int64))]


def by_python(seeds: list[bytes], counts: list[int]) -> list[int]:
    return [Random(seed).choice(range(count)) for seed, count in zip(seeds, counts, strict=True)]


@pytest.mark.parametrize("many", [1, LANES - 1, LANES, LANES + 1, 1000])
def test_choices_are_those_of_random(many: int) -> None:
    seeds = [sha256(f"{many} {number}".encode()).digest() for number in range(many)]
    counts = [1 + number % 57 for number in range(many)]
    assert chosen(seeds, counts) == by_python(seeds, counts)


@pytest.mark.parametrize("zeros", [1, 3, 4, 8, 32])
def test_seeds_that_begin_with_zeros_are_shorter_numbers(zeros: int) -> None:
    seeds = [bytes(zeros) + sha256(bytes([n])).digest()[zeros:] for n in range(40)]
    assert chosen(seeds, [50] * 40) == by_python(seeds, [50] * 40)


def test_no_seeds_no_choices() -> None:
    assert chosen([], []) == []
