"""The fair deal of many matches at once: `core.shuffle` is the law, `docs/fairness.md` the text.

The words still come from `hashlib` and `hmac`; the cards are shuffled here.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable
from typing import Final

import numpy as np
from numpy.typing import NDArray

from cutthroat.core.cards import deck
from cutthroat.core.rules import Rules
from cutthroat.core.shuffle import FairDeal
from cutthroat.kernel.cards import mask_of
from cutthroat.kernel.chance import HAND_SIZE
from cutthroat.kernel.compiled import compiled_inside
from cutthroat.kernel.state import DEALT, Row

BLOCKS: Final = 7
"""Blocks of words drawn for a deal: 56 words, of which a shuffle needs 51 or 52."""
WORDS: Final = 8 * BLOCKS
_COUNTERS: Final = tuple(number.to_bytes(4, "big") for number in range(BLOCKS))
_INNER: Final = bytes(byte ^ 0x36 for byte in range(256))
_OUTER: Final = bytes(byte ^ 0x5C for byte in range(256))
_HASHED: Final = 64
"""Bytes that SHA-256 takes at a time; a key is filled up to them."""
_EVERY_WORD: Final = 1 << 32


def deal_words(deals: Iterable[tuple[FairDeal, int]]) -> NDArray[np.int64]:
    """The first words of each deal, given as what fixes its match and its number.

    Shape (deals, WORDS).
    HMAC is written out (RFC 2104), because every deal has another key, and most of the time goes
    into what a call does besides hashing.
    """
    sha256 = hashlib.sha256
    blocks: list[bytes] = []
    for fair, deal in deals:
        message = f"cutthroat deal {fair.match} {deal} {','.join(fair.nonces)}"
        key = hmac.digest(fair.secret, message.encode(), "sha256").ljust(_HASHED, b"\0")
        inner, outer = key.translate(_INNER), key.translate(_OUTER)
        blocks += [
            sha256(outer + sha256(inner + counter).digest()).digest() for counter in _COUNTERS
        ]
    words = np.frombuffer(b"".join(blocks), ">u4")
    return words.reshape(-1, WORDS).astype(np.int64)


def new_deck(rules: Rules) -> NDArray[np.int64]:
    """Room for a deck to be shuffled in."""
    return np.empty(len(deck(joker=rules.has_joker)), np.int64)


def dealt_slowly(fair: FairDeal, deal: int, dealer: int) -> tuple[int, ...]:
    """The hands of a deal as masks, seat 0 first, however many words it takes."""
    return tuple(mask_of(hand) for hand in fair.hands(deal, dealer + 1))


@compiled_inside
def deal_fairly(words: Row, cards: Row, row: Row, dealer: int, seats: int) -> bool:
    """Shuffle by these words, and note in the row what each seat is dealt; False if they run out.

    words: shape (WORDS,). cards: shape (52,) or (53,), any content. dealer: from 0.
    R4.
    """
    for place in range(len(cards)):
        cards[place] = place
    drawn = 0
    for last in range(len(cards) - 1, 0, -1):
        bound = last + 1
        end = _EVERY_WORD - _EVERY_WORD % bound
        while drawn < len(words) and words[drawn] >= end:
            drawn += 1
        if drawn == len(words):
            return False
        other = words[drawn] % bound
        drawn += 1
        cards[last], cards[other] = cards[other], cards[last]
    row[DEALT : DEALT + 3] = 0
    seat = dealer
    for place in range(HAND_SIZE * seats):
        seat = seat + 1 if seat + 1 < seats else 0
        row[DEALT + seat] |= 1 << cards[place]
    return True
