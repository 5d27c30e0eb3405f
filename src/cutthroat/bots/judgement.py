"""What a strong bot thinks of each thing that a seat may do; hints show it."""

from __future__ import annotations

from dataclasses import dataclass

from cutthroat.core.actions import Action


@dataclass(frozen=True, slots=True)
class Option:
    """A legal action and its worth, on average over deals that fit what the seat has seen.

    equity: the chance to win the match, 0 to 1.
    made: in what share of deals a bid is made. For a bid, of those in which nobody outbids it; in
        play, the bidder's, of all. None for a pass, and for a bid that others have always outbid.
    points: what the seat's score changes by in this deal.
    """

    action: Action
    equity: float
    made: float | None
    points: float


@dataclass(frozen=True, slots=True)
class Judgement:
    """All legal actions of a seat, the best first.

    worlds: how many deals were played out for every option: `Effort.tries`, or fewer where time
        was short. They are drawn from those that fit what the seat has seen, the likelier the
        oftener, so one may be among them more than once.
    """

    options: tuple[Option, ...]
    worlds: int

    @property
    def best(self) -> Option:
        """The option to choose."""
        return self.options[0]
