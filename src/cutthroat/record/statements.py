"""The statements of a record, and their canonical text, which is `str` of each."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, TypeAlias

from cutthroat.core.actions import Seat
from cutthroat.core.cards import Card
from cutthroat.core.scoring import Points

KNOWN_TAGS: Final = (
    "Game",
    "Date",
    "Match",
    "Commitment",
    "Nonces",
    "Secret",
    "Seat1",
    "Seat2",
    "Seat3",
    "Bot1",
    "Bot2",
    "Bot3",
    "Rules",
    "Ended",
)
"""The tags that mean something, in canonical order."""

GAME: Final = "Cutthroat Canadian Smear"


@dataclass(frozen=True, slots=True)
class Tag:
    """`[Name "value"]`."""

    name: str
    value: str

    def __str__(self) -> str:
        """The tag, with quotes and backslashes escaped."""
        escaped = self.value.replace("\\", "\\\\").replace('"', '\\"')
        return f'[{self.name} "{escaped}"]'


@dataclass(frozen=True, slots=True)
class DealLine:
    """`deal N dealer S`: a deal begins. R3."""

    deal: int
    dealer: Seat

    def __str__(self) -> str:
        """The line."""
        return f"deal {self.deal} dealer {self.dealer}"


@dataclass(frozen=True, slots=True)
class HandLine:
    """`hand S CARDS`: what a seat was dealt. R4."""

    seat: Seat
    cards: tuple[Card, ...]

    def __str__(self) -> str:
        """The line."""
        return f"hand {self.seat} {_spaced(self.cards)}"


@dataclass(frozen=True, slots=True)
class BidLine:
    """`bid S X`: a call; points is None for a pass. R11."""

    seat: Seat
    points: int | None

    def __str__(self) -> str:
        """The line."""
        return f"bid {self.seat} {self.points or 'pass'}"


@dataclass(frozen=True, slots=True)
class TrickLine:
    """`trick S CARDS`: a trick, the leader's card first. R16."""

    leader: Seat
    cards: tuple[Card, ...]

    def __str__(self) -> str:
        """The line."""
        return f"trick {self.leader} {_spaced(self.cards)}"


@dataclass(frozen=True, slots=True)
class VoidLine:
    """`void`: a misdeal."""

    def __str__(self) -> str:
        """The line."""
        return "void"


@dataclass(frozen=True, slots=True)
class PointsLine:
    """`points high=S low=S jack=S game=S`: who has each point, `-` for nobody. R5 to R8."""

    points: Points

    def __str__(self) -> str:
        """The line."""
        points = self.points
        owners = {
            "high": points.high,
            "low": points.low,
            "jack": points.jack,
            "game": points.game,
        }
        return "points " + " ".join(f"{name}={seat or '-'}" for name, seat in owners.items())


@dataclass(frozen=True, slots=True)
class ScoresLine:
    """`scores A B [C]`: the match score after the deal, by seat. R20 to R22."""

    scores: tuple[int, ...]

    def __str__(self) -> str:
        """The line."""
        return "scores " + " ".join(map(str, self.scores))


@dataclass(frozen=True, slots=True)
class WinnerLine:
    """`winner S`: the last line of a match that was won. R24 to R26."""

    seat: Seat

    def __str__(self) -> str:
        """The line."""
        return f"winner {self.seat}"


BodyLine: TypeAlias = (
    DealLine | HandLine | BidLine | TrickLine | VoidLine | PointsLine | ScoresLine | WinnerLine
)
Statement: TypeAlias = Tag | BodyLine


def _spaced(cards: tuple[Card, ...]) -> str:
    return " ".join(card.text for card in cards)
