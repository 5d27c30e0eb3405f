"""What a comparison has come to so far."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from cutthroat.service.arena.contest import Entrants
from cutthroat.service.arena.statistics import Estimate, Mean, Ratio
from cutthroat.service.engines import Forfeit
from cutthroat.service.simulation import Outcome, Rate, wilson, wilson_share


class ForfeitAt(NamedTuple):
    """A forfeit, and which match or deal of the comparison it lost, and of which set, from 1."""

    match: int
    set: int
    forfeit: Forfeit


@dataclass(slots=True)
class Standing:
    """What one of those compared has done.

    wins: matches that it won, in whichever of its seats.
    forfeits: matches that it forfeited, by the reason. last_forfeit: the last of them.
    share: of the matches, by sets: see `match_shares`.
    points: what it scored in a deal, in one of its seats. equity: the same in chances to win.
    """

    wins: int = 0
    forfeits: Counter[str] = field(default_factory=Counter)
    last_forfeit: ForfeitAt | None = None
    share: Mean = field(default_factory=Mean)
    points: Ratio = field(default_factory=Ratio)
    equity: Mean = field(default_factory=Mean)

    @property
    def score(self) -> Estimate:
        """Its share of the matches, with the interval that the sets give.

        Where every set went the same way, such as all won, or one won and one lost, they tell
        nothing of their spread: the interval is then Wilson's, with the sets as trials.
        """
        if self.share.count and not self.share.variance:
            return Estimate(*wilson_share(self.share.value, self.share.count))
        found = self.share.estimate
        if not found.known:
            return found
        return Estimate(found.value, max(found.low, 0.0), min(found.high, 1.0))


class Results:
    """Counts of complete sets. Lists hold one entry for each of those compared."""

    def __init__(self, entrants: Entrants) -> None:
        self.entrants = entrants
        self.sets = 0
        self.matches = 0
        self.closed = 0
        self.deals = 0
        self.redeals = 0
        self.standings = [Standing() for _ in entrants.bots]
        self.lead = Ratio()
        """The points of the first by which it was ahead of the others' mean, in a deal."""

    def add(
        self, outcomes: Sequence[Outcome], equities: Sequence[Sequence[float]] | None = None
    ) -> None:
        """Count a set: what its matches came to and, for deals, each bot's change of equity."""
        self.sets += 1
        for outcome in outcomes:
            self._count(outcome)
        deals = sum(outcome.deals for outcome in outcomes)
        shares = self._in_all([match_shares(outcome, self.entrants.seats) for outcome in outcomes])
        points = self._in_all([outcome.points for outcome in outcomes])
        seats = [len(self.entrants.places(entrant)) for entrant in range(len(self.standings))]
        for entrant, standing in enumerate(self.standings):
            standing.share.add(shares[entrant] / len(outcomes))
            standing.points.add(points[entrant] / seats[entrant], deals)
        others = sum(points[1:]) / (self.entrants.seats - seats[0])
        self.lead.add(points[0] / seats[0] - others, deals)
        if equities is not None:
            changes = self._in_all(equities)
            for entrant, standing in enumerate(self.standings):
                standing.equity.add(changes[entrant] / len(outcomes) / seats[entrant])

    def _in_all(self, by_match: Sequence[Sequence[float]]) -> tuple[float, ...]:
        """What each of those compared has, added up over its seats and the matches of a set."""
        by_bot = [sum(parts) for parts in zip(*by_match, strict=True)]
        return self.entrants.sums(by_bot)

    def _count(self, outcome: Outcome) -> None:
        self.matches += 1
        self.deals += outcome.deals
        self.redeals += outcome.redeals
        if outcome.forfeited:
            standing = self.standings[self._entrant(outcome.forfeited.bot)]
            standing.forfeits[outcome.forfeited.forfeit.reason.value] += 1
            standing.last_forfeit = ForfeitAt(self.matches, self.sets, outcome.forfeited.forfeit)
        elif outcome.winner is None:
            self.closed += 1
        else:
            self.standings[self._entrant(outcome.winner)].wins += 1

    def _entrant(self, bot: int) -> int:
        return min(bot, len(self.standings) - 1)

    @property
    def won(self) -> int:
        """How many matches somebody won."""
        return sum(standing.wins for standing in self.standings)

    def win_rate(self, entrant: int) -> Rate | None:
        """The share that one won of the matches that somebody won or it forfeited itself."""
        standing = self.standings[entrant]
        tries = self.won + standing.forfeits.total()
        return wilson(standing.wins, tries) if tries else None


def match_shares(outcome: Outcome, seats: int) -> tuple[float, ...]:
    """What each bot gets of a match: all of it, nothing, or a part where nobody won it.

    A match that was closed is shared by all alike. One that was forfeited is shared by the others.
    """
    if outcome.forfeited:
        loser = outcome.forfeited.bot
        return tuple(0.0 if bot == loser else 1 / (seats - 1) for bot in range(seats))
    if outcome.winner is None:
        return (1 / seats,) * seats
    return tuple(float(bot == outcome.winner) for bot in range(seats))
