"""What happened at the table, and who may see it.

Every event has an `audience`: the one seat it is for, or None when it is for all.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar, TypeAlias

from cutthroat.core.actions import Call, Seat
from cutthroat.core.cards import Card, CardSet
from cutthroat.core.rules import Rules
from cutthroat.core.scoring import Summary


class WinReason(StrEnum):
    """Why a match was won."""

    FROM_TARGET = "from_target"
    """At the target when the cards were dealt, and made the bid. R24."""
    REACH = "reach"
    """A made bid left the bidder at the target or above. Option `out=reach`."""
    FOUR = "four"
    """Made a bid of 4. R25, option `four`."""
    LIMIT = "limit"
    """Highest score when the agreed number of deals was scored. Option `limit`."""


@dataclass(frozen=True, slots=True)
class _Public:
    audience: ClassVar[Seat | None] = None


@dataclass(frozen=True, slots=True)
class MatchStarted(_Public):
    """Players sat down and agreed on the rules; `dealer` deals first. R1, R3."""

    rules: Rules
    seats: int
    dealer: Seat


@dataclass(frozen=True, slots=True)
class DealStarted(_Public):
    """A deal begins; redeals count. R3, R14."""

    deal: int
    dealer: Seat


@dataclass(frozen=True, slots=True)
class HandDealt:
    """Six cards went to a seat, for its eyes only. R4."""

    seat: Seat
    hand: CardSet

    @property
    def audience(self) -> Seat | None:
        """The seat that holds the cards."""
        return self.seat


@dataclass(frozen=True, slots=True)
class AuctionOpened(_Public):
    """Every seat has its cards. R10."""


@dataclass(frozen=True, slots=True)
class Called(_Public):
    """A seat bid or passed. R11."""

    call: Call


@dataclass(frozen=True, slots=True)
class ThrownIn(_Public):
    """Everybody passed; no score changes. R14."""


@dataclass(frozen=True, slots=True)
class Misdealt(_Public):
    """The deal was annulled; the same dealer deals again."""


@dataclass(frozen=True, slots=True)
class Played(_Public):
    """A seat put a card on the table. R15, R16."""

    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class TrickTaken(_Public):
    """A complete trick went to a seat. R18."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class DealScored(_Public):
    """A deal was scored. R20 to R22."""

    summary: Summary


@dataclass(frozen=True, slots=True)
class MatchWon(_Public):
    """A seat won the match. R24 to R26."""

    seat: Seat
    reason: WinReason


@dataclass(frozen=True, slots=True)
class MatchEnded(_Public):
    """The match ended and nobody won it.

    reason: free text, such as `seat 2 left`.
    """

    reason: str


Event: TypeAlias = (
    MatchStarted
    | DealStarted
    | HandDealt
    | AuctionOpened
    | Called
    | ThrownIn
    | Misdealt
    | Played
    | TrickTaken
    | DealScored
    | MatchWon
    | MatchEnded
)


def visible_to(event: Event, viewer: Seat | None) -> bool:
    """Whether a seat may see an event; None is a spectator, who sees what all see."""
    return event.audience is None or event.audience == viewer
