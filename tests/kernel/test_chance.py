"""Chance is even, the same everywhere, and cards come from the deck. R2, R4."""

import numpy as np
import pytest

from cutthroat.kernel.bits import wrapped
from tests.kernel import calls

COUNT = 60_000


def splitmix(seed: int, count: int) -> list[int]:
    """The generator as its paper has it, with a state."""
    found, mask = [], 2**64 - 1
    for _ in range(count):
        seed = (seed + 0x9E3779B97F4A7C15) & mask
        z = seed
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & mask
        z = (z ^ z >> 27) * 0x94D049BB133111EB & mask
        found.append(wrapped(z ^ z >> 31))
    return found


@pytest.mark.parametrize("seed", [0, 1234567, -1, 2**63 - 1, -(2**63)])
def test_words_are_those_of_splitmix64(seed: int) -> None:
    assert calls.words(seed, 20).tolist() == splitmix(seed % 2**64, 20)


def test_splitmix64_is_the_one_that_others_have() -> None:
    assert splitmix(1234567, 3) == [6457827717110365317, 3203168211198807973, -8629252141511181193]


def test_streams_differ() -> None:
    places = [(seed, match, deal) for seed in range(9) for match in range(9) for deal in range(9)]
    assert len({calls.stream_of(*place) for place in places}) == len(places)


@pytest.mark.parametrize("bound", [1, 2, 3, 6, 52])
def test_numbers_below_a_bound_are_even(bound: int) -> None:
    found = np.bincount(calls.numbers_below(bound, COUNT), minlength=bound)
    assert len(found) == bound
    expected = COUNT / bound
    assert ((found - expected) ** 2 / expected).sum() < bound + 6 * bound**0.5 + 6


@pytest.mark.parametrize("joker", [False, True])
@pytest.mark.parametrize("seats", [2, 3])
def test_r4_six_cards_each_of_the_deck_none_twice(seats: int, joker: bool) -> None:
    dealt = calls.hands(COUNT, joker, seats)
    together = dealt[:, 0] | dealt[:, 1] | dealt[:, 2]
    assert (together < 1 << 52 + joker).all()
    assert {mask.bit_count() for mask in together.tolist()} == {6 * seats}
    assert {mask.bit_count() for mask in dealt[:, 0].tolist()} == {6}
    assert (dealt[:, 2] == 0).all() == (seats == 2)


@pytest.mark.parametrize("joker", [False, True])
def test_r4_every_card_comes_as_often_to_every_seat(joker: bool) -> None:
    dealt = calls.hands(COUNT, joker, 3)
    size = 52 + joker
    expected = COUNT * 6 / size
    for seat in range(3):
        counts = np.array([(dealt[:, seat] >> card & 1).sum() for card in range(size)])
        assert (abs(counts - expected) < 5 * expected**0.5).all()


def test_r4_two_cards_meet_as_often_as_any_two() -> None:
    dealt = calls.hands(COUNT, joker=False, seats=3)[:, 0]
    expected = COUNT * 6 * 5 / (52 * 51)
    for one, other in ((0, 1), (0, 51), (12, 13), (25, 40)):
        met = (dealt >> one & dealt >> other & 1).sum()
        assert abs(met - expected) < 5 * expected**0.5
