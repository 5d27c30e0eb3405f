from itertools import combinations, product

import pytest

from tests.kit.pairs import all_pairs


@pytest.mark.parametrize("sizes", [(2, 2), (3, 3, 3), (2, 2, 2, 2, 3), (5, 2, 4), (3,) * 9])
def test_every_pair_of_values_meets(sizes: tuple[int, ...]) -> None:
    choices = {f"choice {n}": [f"value {v}" for v in range(size)] for n, size in enumerate(sizes)}
    found = all_pairs(choices)
    for one, other in combinations(choices, 2):
        met = {(chosen[one], chosen[other]) for chosen in found}
        assert met == set(product(choices[one], choices[other]))


def test_few_combinations_are_enough() -> None:
    found = all_pairs({str(n): "ab" for n in range(12)})
    assert len(found) <= 10
    assert all_pairs({str(n): "ab" for n in range(12)}) == found


def test_values_are_used_about_as_often() -> None:
    found = all_pairs({"two": "ab", "three": "xyz", "more": "klmno"})
    assert abs(sum(chosen["two"] == "a" for chosen in found) - len(found) / 2) <= 1
