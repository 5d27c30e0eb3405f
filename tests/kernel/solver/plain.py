"""The values of cards by their definition, on `core` alone: every line of play to its end.

Nothing is pruned, bounded or taken for equal. What is remembered is the whole of a position: the
hands, the trick on the table, and which cards each seat has captured.
"""

from collections.abc import Callable
from typing import Generic, TypeVar

from cutthroat.core.actions import Seat
from cutthroat.core.cards import Card, CardSet
from cutthroat.core.deal import Opening, Playing, evolve, playable
from cutthroat.core.events import Played, TrickTaken
from cutthroat.core.rules import Rules
from cutthroat.core.scoring import Points, tally
from cutthroat.core.trick import trick_taker

V = TypeVar("V")
Phase = Opening | Playing
Vector = tuple[float, ...]


class Plain(Generic[V]):
    """Values of the positions of one deal.

    worth: what the points are worth at the end. choose: the value that a seat takes of several.
    """

    def __init__(
        self,
        rules: Rules,
        worth: Callable[[Points], V],
        choose: Callable[[Seat, list[V]], V],
    ) -> None:
        self.rules = rules
        self.worth = worth
        self.choose = choose
        self.found: dict[object, V] = {}

    def values(self, phase: Phase) -> dict[Card, V]:
        """The value of every card that may be played. R15 to R17."""
        seat = phase.turn
        assert seat is not None
        legal = playable(self.rules.follow, phase, seat)
        return {card: self.value(played(phase, card)) for card in legal}

    def value(self, phase: Phase) -> V:
        if not any(phase.hands):
            assert isinstance(phase, Playing)
            said = tally(self.rules, phase.tricks, phase.trump, phase.winning.seat)
            return self.worth(said.points)
        whole = _whole(phase)
        if whole not in self.found:
            assert phase.turn is not None
            self.found[whole] = self.choose(phase.turn, [*self.values(phase).values()])
        return self.found[whole]


def played(phase: Phase, card: Card) -> Playing:
    """The phase after a card, and after the taking of the trick if it is complete. R18, R19."""
    seat = phase.turn
    assert seat is not None
    after = evolve(phase, 1, Played(seat, card))
    assert isinstance(after, Playing)
    if after.trick.turn is None:
        after = evolve(after, 1, TrickTaken(trick_taker(after.trick, after.trump)))
        assert isinstance(after, Playing)
    return after


def _whole(phase: Phase) -> object:
    if isinstance(phase, Opening):
        return phase.hands
    captured = [CardSet()] * len(phase.hands)
    for taken in phase.tricks:
        seat = taken.taker - 1
        captured[seat] = captured[seat].union(CardSet(taken.trick.cards))
    return phase.hands, phase.trump, phase.trick, tuple(captured)


def for_side(side: int) -> Callable[[Seat, list[float]], float]:
    """The seats of a side, a mask, want the most, the others the least."""
    return lambda seat, values: max(values) if side >> (seat - 1) & 1 else min(values)


def for_itself(seat: Seat, vectors: list[Vector]) -> Vector:
    """The most for itself; of those the least for the others together; then for its left."""
    own = seat - 1

    def wanted(vector: Vector) -> tuple[float, ...]:
        others = [*vector[own + 1 :], *vector[:own]]
        return vector[own], -sum(others), -others[0]

    return max(vectors, key=wanted)


def outcome(points: Points) -> int:
    """The number of an outcome, by its definition in the kernel."""
    owners = (points.high, points.low, points.jack, points.game)
    return sum((3 if seat is None else seat - 1) << 2 * place for place, seat in enumerate(owners))
