"""Chance that depends on nothing but a place: the same for any number of threads, in any order.

A seed, a match and a deal name a stream of 64-bit words, and each word is a function of the stream
and its own number. The words are those of SplitMix64: Steele, Lea and Flood, "Fast splittable
pseudorandom number generators", OOPSLA 2014. They are good enough for simulations and no secret:
the cards of real matches come from `core.shuffle`.
"""

from __future__ import annotations

from typing import Final

from cutthroat.kernel.bits import count_of, pick, plain, plus, times, wrapped
from cutthroat.kernel.cards import JOKER_BIT
from cutthroat.kernel.compiled import compiled_inside

HAND_SIZE: Final = 6
_GAMMA: Final = wrapped(0x9E3779B97F4A7C15)
_FIRST: Final = wrapped(0xBF58476D1CE4E5B9)
_SECOND: Final = wrapped(0x94D049BB133111EB)
_CARDS_A_WORD: Final = 10


@compiled_inside
def mixed(number: int) -> int:
    """A 64-bit number of which every bit depends on every bit of `number`; one for one."""
    number = times(number ^ number >> 30 & (1 << 34) - 1, _FIRST)
    number = times(number ^ number >> 27 & (1 << 37) - 1, _SECOND)
    return number ^ number >> 31 & (1 << 33) - 1


@compiled_inside
def stream_of(seed: int, match: int, deal: int) -> int:
    """The stream of a deal of a match; deal 0 is the drawing of the first dealer."""
    return word(word(mixed(seed), match), deal)


@compiled_inside
def word(stream: int, number: int) -> int:
    """A word of a stream, as a signed 64-bit number. number: 0 for the first."""
    return mixed(plus(stream, times(number + 1, _GAMMA)))


@compiled_inside
def below(word: int, bound: int) -> int:
    """A number from 0 to `bound` less one, each as likely but for one part in 2 to the 32.

    word: of a stream. bound: less than 2 to the 31.
    """
    return (word >> 32 & 0xFFFFFFFF) * bound >> 32


@compiled_inside
def deal_hand(deck: int, stream: int, number: int) -> tuple[int, int]:
    """Six cards of a deck, every six as likely, and the number of the next word of the stream.

    deck: the mask of the cards that are left. number: of the first word to use.
    R4.
    """
    hand = plain(0)
    while count_of(hand) < HAND_SIZE:
        bits = word(stream, number)
        number += 1
        for _ in range(_CARDS_A_WORD):
            card = 1 << (bits & 63) & deck
            bits >>= 6
            hand |= pick(count_of(hand) < HAND_SIZE, card, 0)
    return hand, number


@compiled_inside
def deal_hands(deck: int, stream: int, seats: int) -> tuple[int, int, int, int]:
    """The hands of three seats, and the number of the next word of the stream.

    With two seats the third hand is 0.
    R4.
    """
    hand0, number = deal_hand(deck, stream, plain(0))
    hand1, number = deal_hand(deck & ~hand0, stream, number)
    hand2 = plain(0)
    if seats == 3:
        hand2, number = deal_hand(deck & ~(hand0 | hand1), stream, number)
    return hand0, hand1, hand2, number


@compiled_inside
def full_deck(joker: bool) -> int:  # noqa: FBT001  # compiled functions take no keywords
    """The mask of all cards. R2, option `joker`."""
    return JOKER_BIT - 1 | (JOKER_BIT if joker else 0)
