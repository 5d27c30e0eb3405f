"""What people write on a sheet, a line at a time."""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct

from cutthroat.core.actions import Bid, Seat
from cutthroat.core.cards import CardSet
from cutthroat.core.rules import Rules
from cutthroat.core.scoring import Points


class Setup(Struct, frozen=True):
    """What is known before the first deal.

    names: who plays, seat 1 first; two or three (R1).
    dealer: who deals first (R3).
    """

    names: tuple[str, ...]
    rules: Rules
    dealer: Seat

    @property
    def seats(self) -> int:
        """How many play."""
        return len(self.names)


class ScoredDeal(Struct, frozen=True, tag="scored"):
    """A deal that was played to its end.

    bid: the winning one (R13).
    points: who has which, as the table says.
    captured: the cards that count which each seat took, seat 1 first; empty if nobody counted.
    """

    bid: Bid
    points: Points
    captured: tuple[CardSet, ...] = ()


class ThrownIn(Struct, frozen=True, tag="thrown_in"):
    """Everybody passed. R14."""


class Misdeal(Struct, frozen=True, tag="misdeal"):
    """The deal was annulled, and the same dealer deals again."""


class Stopped(Struct, frozen=True, tag="stopped"):
    """The match ended, and nobody has won it.

    reason: free text in one line.
    """

    reason: str


class NextMatch(Struct, frozen=True, tag="next_match"):
    """The same people begin another match by the same rules; `dealer` deals first."""

    dealer: Seat


Entry: TypeAlias = ScoredDeal | ThrownIn | Misdeal | Stopped | NextMatch
