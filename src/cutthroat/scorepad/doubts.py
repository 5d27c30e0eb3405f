"""What is unlikely on a line: people are asked about it, and may still be right."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum

from cutthroat.core.actions import Seat
from cutthroat.core.cards import Rank
from cutthroat.core.rules import High, Low, Rules, Tie
from cutthroat.scorepad.counting import count
from cutthroat.scorepad.entries import Entry, ScoredDeal


class Doubt(StrEnum):
    """Something on a line that hardly happens, or cannot."""

    NOBODY_LOW = "nobody_low"
    """A trump was led (R15), so somebody played the lowest. R6."""
    NOBODY_NUMERIC_LOW = "nobody_numeric_low"
    """No trump from 10 to 2 was dealt. Option `low=numeric`."""
    NOBODY_HIGHEST = "nobody_highest"
    """A trump was led, so somebody played the highest. Option `high=highest`."""
    NOBODY_GAME = "nobody_game"
    """The most card points were tied. R8."""
    NOBODY_GAME_OF_TWO = "nobody_game_of_two"
    """Of two seats the bidder is among the tied. R8, option `tie=bidder`."""
    GAME_NOT_COUNTED = "game_not_counted"
    """The cards that were counted give Game to another seat. R8."""
    HIGH_NOT_CAPTURED = "high_not_captured"
    """An ace of trump takes its trick (R18), and this seat captured no ace. R5."""
    JACK_NOT_CAPTURED = "jack_not_captured"
    """The seat that takes the jack captured none. R7."""


def doubts(rules: Rules, seats: int, entry: Entry) -> tuple[Doubt, ...]:
    """What is unlikely about a line; empty for most.

    Raises InvalidEntry for cards that cannot have been captured.
    """
    return tuple(_doubts(rules, seats, entry)) if isinstance(entry, ScoredDeal) else ()


def _doubts(rules: Rules, seats: int, deal: ScoredDeal) -> Iterator[Doubt]:
    points = deal.points
    if points.high is None and rules.high is High.HIGHEST:
        yield Doubt.NOBODY_HIGHEST
    if points.low is None:
        is_numeric = rules.low is Low.NUMERIC
        yield Doubt.NOBODY_NUMERIC_LOW if is_numeric else Doubt.NOBODY_LOW
    if deal.captured:
        yield from _against_the_count(rules, deal)
    elif points.game is None:
        is_certain = seats == 2 and rules.tie is Tie.BIDDER
        yield Doubt.NOBODY_GAME_OF_TWO if is_certain else Doubt.NOBODY_GAME


def _against_the_count(rules: Rules, deal: ScoredDeal) -> Iterator[Doubt]:
    points = deal.points
    if count(rules, deal.captured, deal.bid.seat).game != points.game:
        yield Doubt.GAME_NOT_COUNTED
    if rules.high is High.ACE and _lacks(deal, points.high, Rank.ACE):
        yield Doubt.HIGH_NOT_CAPTURED
    if _lacks(deal, points.jack, Rank.JACK):
        yield Doubt.JACK_NOT_CAPTURED


def _lacks(deal: ScoredDeal, owner: Seat | None, rank: Rank) -> bool:
    """Whether a seat that has a point captured no card of a rank."""
    if owner is None:
        return False
    taken = (card for cards in deal.captured[owner - 1 : owner] for card in cards)
    return all(card.rank is not rank for card in taken)
