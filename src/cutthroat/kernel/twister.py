"""The first choice of Python's random numbers after a seed of bytes, for many seeds abreast.

`random.Random(seed).choice(options)` takes numbers of the Mersenne Twister (Matsumoto, Nishimura,
"Mersenne Twister", ACM TOMACS 8, 1998), started by their `init_by_array` (2002). Starting it takes
1,247 steps, each of which needs the one before: several seeds in step keep a processor busy.
The numbers themselves are made as they are asked for: a choice needs one or two of the 624.
"""

from __future__ import annotations

from hashlib import sha512
from random import Random
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from cutthroat.kernel.compiled import compiled, compiled_inside
from cutthroat.kernel.state import Row, Rows

States: TypeAlias = NDArray[np.uint32]

KEY_WORDS: Final = 24
"""Words in a key: 32 bytes of a seed, then their SHA-512."""
LANES: Final = 16
_STATE: Final = 624
_SHIFTED: Final = 397
_WORD: Final = 0xFFFFFFFF
_TOP: Final = 0x80000000


def choices(seeds: list[bytes], counts: Row) -> Row:
    """The place that `Random(seed).choice` takes among so many options (below 2 to the 31).

    seeds: of 32 bytes each. counts: shape (seeds,), as the result.
    """
    hashed = b"".join([seed + sha512(seed).digest() for seed in seeds])
    words = np.frombuffer(hashed, ">u4").reshape(-1, KEY_WORDS)
    picks = np.zeros(len(seeds), np.int64)
    first_choices(words.astype(np.int64), counts, picks, _FRESH, np.empty_like(_LANES_OF_STATE))
    for place in np.flatnonzero(words[:, 0] == 0).tolist():  # a key is as long as its number
        picks[place] = Random(seeds[place]).choice(range(counts[place]))  # noqa: S311  # no secret
    return picks


def _fresh() -> Row:
    """The state that every key is mixed into: `init_genrand(19650218)`. Shape (624,)."""
    words = [19650218]
    for place in range(1, _STATE):
        words.append((1812433253 * (words[-1] ^ words[-1] >> 30) + place) & _WORD)
    return np.array(words, np.int64)


_FRESH: Final = _fresh()
_LANES_OF_STATE: Final = np.empty((_STATE, LANES), np.uint32)


@compiled
def first_choices(keys: Rows, counts: Row, picks: Row, fresh: Row, states: States) -> None:
    """The same for keys of full length.

    keys: shape (seeds, KEY_WORDS), the highest word first. picks: receives the places.
    fresh: see `_fresh`. states: shape (624, LANES), any content.
    """
    for first in range(0, len(keys), LANES):
        lanes = min(LANES, len(keys) - first)
        _start(keys, first, lanes, fresh, states)
        for lane in range(lanes):
            picks[first + lane] = _below(states, lane, counts[first + lane])


@compiled_inside
def _start(keys: Rows, first: int, lanes: int, fresh: Row, states: States) -> None:
    """`init_by_array` in every lane; the lanes that have no key do what the last one does."""
    states[0] = fresh[0]
    number = 0
    for place in range(1, _STATE):
        old = fresh[place]
        word = KEY_WORDS - 1 - number
        for lane in range(LANES):
            before = np.int64(states[place - 1, lane])
            mixed = old ^ (before ^ before >> 30) * 1664525
            mixed += keys[first + min(lane, lanes - 1), word] + number
            states[place, lane] = mixed & _WORD
        number = number + 1 if number + 1 < KEY_WORDS else 0
    for lane in range(LANES):
        before = np.int64(states[_STATE - 1, lane])
        mixed = np.int64(states[1, lane]) ^ (before ^ before >> 30) * 1664525
        mixed += keys[first + min(lane, lanes - 1), KEY_WORDS - 1 - number] + number
        states[1, lane] = mixed & _WORD
    for place in range(2, _STATE):
        for lane in range(LANES):
            before = np.int64(states[place - 1, lane])
            mixed = np.int64(states[place, lane]) ^ (before ^ before >> 30) * 1566083941
            states[place, lane] = (mixed - place) & _WORD
    for lane in range(LANES):
        before = np.int64(states[_STATE - 1, lane])
        mixed = np.int64(states[1, lane]) ^ (before ^ before >> 30) * 1566083941
        states[1, lane] = (mixed - 1) & _WORD
        states[0, lane] = _TOP


@compiled_inside
def _below(states: States, lane: int, count: int) -> int:
    """A place among `count`, each as likely: numbers of as many bits until one is less.

    A state holds 227 numbers that can be made by themselves; that none of them is less has a
    chance of one in 2 to the 227.
    """
    bits = 1
    while count >> bits:
        bits += 1
    for place in range(_STATE - _SHIFTED):
        number = _number(states, lane, place) >> 32 - bits
        if number < count:
            return number
    return 0


@compiled_inside
def _number(states: States, lane: int, place: int) -> int:
    """The number at a place: the state moved on there, then tempered."""
    twisted = np.int64(states[place, lane]) & _TOP
    twisted |= np.int64(states[place + 1, lane]) & ~_TOP
    number = np.int64(states[place + _SHIFTED, lane]) ^ twisted >> 1
    if twisted & 1:
        number ^= 0x9908B0DF
    number ^= number >> 11
    number ^= number << 7 & 0x9D2C5680
    number ^= number << 15 & 0xEFC60000
    return int(number ^ number >> 18)
