"""An evening at a real table, for every face that keeps its score.

Three players, fourteen scored deals, a misdeal and a deal that is thrown in. Ana wins by the limit;
the first correction makes Ben the winner, the second Cleo. One deal is counted card by card, and
one is unlikely: nobody has Game. What the lines come to is asked of `core` alone.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from cutthroat.core.actions import Bid, Seat
from cutthroat.core.cards import CardSet
from cutthroat.core.events import Event, WinReason
from cutthroat.core.match import (
    Match,
    Over,
    annul_deal,
    begin,
    fold,
    score_deal,
    start,
    start_deal,
    throw_in,
)
from cutthroat.core.rules import Rules
from cutthroat.core.scoring import Points
from cutthroat.scorepad.changes import Corrected
from cutthroat.scorepad.entries import Entry, Misdeal, ScoredDeal, ThrownIn

NAMES: Final = ("Ana", "Ben", "Cleo")
RULES: Final = Rules(limit=14)
FIRST_DEALER: Final[Seat] = 3

_ANA, _BEN, _CLEO = 1, 2, 3


def _deal(
    bid: Bid,
    *,
    high: Seat | None = None,
    low: Seat,
    jack: Seat | None = None,
    game: Seat | None,
    captured: tuple[CardSet, ...] = (),
) -> ScoredDeal:
    return ScoredDeal(bid, Points(high, low, jack, game), captured)


DEALS: Final[tuple[Entry, ...]] = (
    _deal(Bid(_BEN, 2), high=_BEN, low=_ANA, game=_BEN),
    _deal(Bid(_ANA, 3), high=_ANA, low=_CLEO, game=_BEN),
    Misdeal(),
    _deal(Bid(_CLEO, 2), high=_CLEO, low=_CLEO, jack=_ANA, game=_BEN),
    _deal(
        Bid(_ANA, 2),
        high=_ANA,
        low=_BEN,
        game=_ANA,
        captured=(CardSet.of("AS TS KH"), CardSet.of("KD"), CardSet.of("QC TC")),
    ),
    _deal(Bid(_BEN, 3), high=_BEN, low=_CLEO, game=_BEN),
    ThrownIn(),
    _deal(Bid(_CLEO, 2), low=_ANA, jack=_CLEO, game=_CLEO),
    _deal(Bid(_ANA, 3), high=_ANA, low=_ANA, game=_ANA),
    _deal(Bid(_BEN, 2), high=_BEN, low=_BEN, jack=_BEN, game=None),
    _deal(Bid(_CLEO, 4), high=_CLEO, low=_CLEO, game=_ANA),
    _deal(Bid(_ANA, 2), high=_ANA, low=_BEN, jack=_ANA, game=_CLEO),
    _deal(Bid(_BEN, 2), high=_BEN, low=_CLEO, game=_BEN),
    _deal(Bid(_CLEO, 3), high=_CLEO, low=_CLEO, jack=_CLEO, game=_ANA),
    _deal(Bid(_ANA, 2), high=_ANA, low=_ANA, game=_BEN),
    _deal(Bid(_CLEO, 2), low=_CLEO, jack=_ANA, game=_CLEO),
)
"""What is written, line 1 first."""

CORRECTIONS: Final = (
    Corrected(9, _deal(Bid(_ANA, 3), high=_ANA, low=_BEN, game=_ANA)),
    Corrected(11, _deal(Bid(_CLEO, 2), high=_CLEO, low=_CLEO, game=_ANA)),
)
"""Low of line 9 was Ben's, so that Ana went set; and the bid on line 11 was one of 2."""

WINNERS: Final[tuple[tuple[Seat, WinReason], ...]] = (
    (_ANA, WinReason.LIMIT),
    (_BEN, WinReason.LIMIT),
    (_CLEO, WinReason.FROM_TARGET),
)
"""Who has won: by the deals as they were written, and after each correction."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What `core` makes of an evening.

    dealers: who deals each line. scores: after each line, seat 1 first.
    winner, reason: None while the match goes on.
    """

    dealers: tuple[Seat, ...]
    scores: tuple[tuple[int, ...], ...]
    winner: Seat | None
    reason: WinReason | str | None


def by_core(
    lines: Iterable[Entry],
    rules: Rules = RULES,
    seats: int = len(NAMES),
    dealer: Seat = FIRST_DEALER,
) -> Outcome:
    """What `core` makes of deals that stand below each other.

    Raises IllegalAction for a deal after the end.
    """
    match = begin(start(rules, seats, dealer))
    dealers, scores = [], []
    for line in lines:
        dealers.append(match.dealer)
        match = _after(match, line)
        scores.append(match.scores)
    over = match.phase if isinstance(match.phase, Over) else None
    winner, reason = (over.winner, over.reason) if over else (None, None)
    return Outcome(tuple(dealers), tuple(scores), winner, reason)


def corrected(times: int) -> tuple[Entry, ...]:
    """The lines of the evening after so many of its corrections."""
    lines = list(DEALS)
    for change in CORRECTIONS[:times]:
        lines[change.line - 1] = change.entry
    return tuple(lines)


def _after(match: Match, line: Entry) -> Match:
    running = fold(match, start_deal(match, match.deal + 1, match.dealer))
    return fold(running, _events(running, line))


def _events(running: Match, line: Entry) -> tuple[Event, ...]:
    match line:
        case ScoredDeal(bid, points):
            return score_deal(running, bid, points)
        case Misdeal():
            return annul_deal(running)
        case ThrownIn():
            return throw_in(running, running.dealer)
        case _:
            raise ValueError("an evening consists of deals")
