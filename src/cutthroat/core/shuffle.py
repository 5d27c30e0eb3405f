"""The fair deal: from a committed secret to the order of every deck, the same on every machine.

The algorithm is set out in `docs/fairness.md`. The secret comes in; nothing here draws one.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count

from cutthroat.core.actions import Seat
from cutthroat.core.cards import Card, deck
from cutthroat.core.deal import HAND_SIZE

SECRET_BYTES = 32


def secret_from_seed(seed: str) -> bytes:
    """The secret of a seed given by a person or a test: SHA-256 of its UTF-8 text."""
    return hashlib.sha256(seed.encode()).digest()


@dataclass(frozen=True, slots=True)
class FairDeal:
    """What fixes every deal of a match.

    secret: 32 bytes, shown when the match is over.
    match: the public identifier of the match.
    nonces: what each seat's player added, seat 1 first; empty for a seat that added nothing.
    joker: whether the deck has one.
    """

    secret: bytes
    match: str
    nonces: tuple[str, ...]
    joker: bool = False

    @property
    def commitment(self) -> str:
        """Lower-case hex of the SHA-256 of the secret: public before any nonce is."""
        return hashlib.sha256(self.secret).hexdigest()

    def first_dealer(self) -> Seat:
        """The seat that deals first. R3."""
        return 1 + _below(self._words(0), len(self.nonces))

    def deck(self, deal: int) -> tuple[Card, ...]:
        """The shuffled deck of a deal, top card first; deals count from 1, with redeals. R4."""
        words = self._words(deal)
        cards = list(deck(joker=self.joker))
        for last in range(len(cards) - 1, 0, -1):
            other = _below(words, last + 1)
            cards[last], cards[other] = cards[other], cards[last]
        return tuple(cards)

    def hands(self, deal: int, dealer: Seat) -> tuple[tuple[Card, ...], ...]:
        """Six cards a seat, seat 1 first.

        They were dealt one at a time, clockwise from the dealer's left. R4.
        """
        seats = len(self.nonces)
        top = self.deck(deal)[: HAND_SIZE * seats]
        return tuple(top[(seat - dealer - 1) % seats :: seats] for seat in range(1, seats + 1))

    def _words(self, deal: int) -> Iterator[int]:
        """The 32-bit words of a deal, without end; deal 0 draws the first dealer."""
        message = f"cutthroat deal {self.match} {deal} {','.join(self.nonces)}"
        key = hmac.digest(self.secret, message.encode(), "sha256")
        for counter in count():
            block = hmac.digest(key, counter.to_bytes(4, "big"), "sha256")
            for start in range(0, len(block), 4):
                yield int.from_bytes(block[start : start + 4], "big")


def _below(words: Iterator[int], bound: int) -> int:
    """A number below `bound`, each as likely: words of the uneven top are passed over."""
    limit = 2**32 - 2**32 % bound
    return next(word for word in words if word < limit) % bound
