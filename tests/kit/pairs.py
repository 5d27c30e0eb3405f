"""Few combinations of choices in which every two values of different choices meet."""

from collections import Counter
from collections.abc import Container, Iterator, Mapping, Sequence
from itertools import combinations

Pair = frozenset[tuple[str, str]]


def all_pairs(choices: Mapping[str, Sequence[str]]) -> list[dict[str, str]]:
    """Combinations, one value of each choice, such that every pair of values is in one of them.

    Greedy: each combination is begun with a pair that is missing, and each further choice takes the
    value that meets the most missing pairs, of several the one that was used least.
    """
    missing = dict.fromkeys(_pairs_of(choices))  # a set that keeps its order
    used = Counter[tuple[str, str]]()
    found = []
    while missing:
        chosen = dict(next(iter(missing)))
        for name in choices:
            if name not in chosen:
                chosen[name] = _best(name, choices[name], chosen, missing, used)
        for pair in combinations(chosen.items(), 2):
            missing.pop(frozenset(pair), None)
        used.update(chosen.items())
        found.append({name: chosen[name] for name in choices})
    return found


def _best(
    name: str,
    values: Sequence[str],
    chosen: Mapping[str, str],
    missing: Container[Pair],
    used: Mapping[tuple[str, str], int],
) -> str:
    def merit(value: str) -> tuple[int, int]:
        met = sum(frozenset([(name, value), other]) in missing for other in chosen.items())
        return met, -used[name, value]

    return max(values, key=merit)


def _pairs_of(choices: Mapping[str, Sequence[str]]) -> Iterator[Pair]:
    for one, other in combinations(choices, 2):
        for value in choices[one]:
            for another in choices[other]:
                yield frozenset([(one, value), (other, another)])
