"""What a seat asks for: to bid, to pass, to play a card."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from cutthroat.core.cards import Card

Seat: TypeAlias = int
"""A place at the table: 1, 2 or 3, clockwise."""


@dataclass(frozen=True, slots=True)
class Bid:
    """Undertake to win `points` points: 2, 3 or 4. R11."""

    seat: Seat
    points: int


@dataclass(frozen=True, slots=True)
class Pass:
    """Decline to bid. R11."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Play:
    """Put a card on the table. R15, R16."""

    seat: Seat
    card: Card


Call: TypeAlias = Bid | Pass
Action: TypeAlias = Bid | Pass | Play


def next_seat(seat: Seat, seats: int) -> Seat:
    """The seat to the left, clockwise, at a table of `seats` seats."""
    return seat % seats + 1
