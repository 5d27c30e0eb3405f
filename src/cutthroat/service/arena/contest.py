"""Who meets whom: whole matches in sets that have the same cards, each bot once in every seat."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cutthroat.bots.policy import Bot
from cutthroat.core.shuffle import FairDeal
from cutthroat.service.simulation import Simulation, told_apart


@dataclass(frozen=True, slots=True)
class Contest(Simulation):
    """Matches that are played in sets of as many as there are seats.

    The matches of a set share what fixes the cards: the first dealer, and the deck of each deal.
    In every match of it, all bots sit one seat further, so each of them has had every seat. Three
    bots sit the other way round in every second set: who is on whose left counts, too.
    """

    @property
    def size(self) -> int:
        """Matches in a set."""
        return len(self.bots)

    def set_of(self, number: int) -> int:
        """The set that a match belongs to; both count from 1."""
        return (number - 1) // self.size + 1

    def bot_in(self, seat: int, number: int) -> int:
        """Index of the bot in a seat of a match."""
        if self._is_turned(number):
            return (number - seat) % self.size
        return (seat - number) % self.size

    def _is_turned(self, number: int) -> bool:
        """Whether the bots sit the other way round."""
        return self.set_of(number) % 2 == 0

    def fair_deal(self, number: int) -> FairDeal:
        """What fixes the cards of a match: the same in all of its set."""
        nonces = ("",) * self.size
        return FairDeal(self.secret, str(self.set_of(number)), nonces, self.rules.has_joker)


@dataclass(frozen=True, slots=True)
class Entrants:
    """The bots that are compared, and the places that each of them has among those who play.

    bots: as they were named. Two of them at three seats are one against two of the other.
    """

    bots: tuple[Bot, ...]
    seats: int

    def __post_init__(self) -> None:
        """Raise ValueError unless two or three bots can take the seats."""
        if not 2 <= len(self.bots) <= self.seats <= 3:
            raise ValueError("two or three bots, and at least as many seats")

    @property
    def playing(self) -> tuple[Bot, ...]:
        """One bot for each seat, the last named in all that are left."""
        return self.bots + self.bots[-1:] * (self.seats - len(self.bots))

    def places(self, entrant: int) -> tuple[int, ...]:
        """Where a bot is found among those who play."""
        if entrant == len(self.bots) - 1:
            return tuple(range(entrant, self.seats))
        return (entrant,)

    def par(self, entrant: int) -> float:
        """The share of matches that a bot wins if none is better than another."""
        return len(self.places(entrant)) / self.seats

    @property
    def labels(self) -> tuple[str, ...]:
        """The bots' names, those of the same name told apart by their position, from 1."""
        return told_apart([bot.name for bot in self.bots])

    def sums(self, by_bot: Sequence[float]) -> tuple[float, ...]:
        """What the bots who play have, added up for each entrant."""
        return tuple(
            sum(by_bot[place] for place in self.places(entrant))
            for entrant in range(len(self.bots))
        )
