"""What a deal is worth: the four points, made or set, the score. R5 to R9, R20 to R22."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from cutthroat.core.actions import Bid, Seat
from cutthroat.core.cards import Card, Rank, Suit, suit_under
from cutthroat.core.rules import High, Low, LowTo, Rules, Tie
from cutthroat.core.trick import TakenTrick

CARD_POINTS: Final = {
    Rank.ACE: 4,
    Rank.KING: 3,
    Rank.QUEEN: 2,
    Rank.JACK: 1,
    Rank.TEN: 10,
    Rank.JOKER: 1,
}
"""What a captured card counts toward Game; other ranks count nothing. R8."""


@dataclass(frozen=True, slots=True)
class Points:
    """The seat that has each point, None for nobody. R5 to R9."""

    high: Seat | None = None
    low: Seat | None = None
    jack: Seat | None = None
    game: Seat | None = None

    def won(self, seats: int) -> tuple[int, ...]:
        """How many points each seat has, seat 1 first; four in all at the most. R9."""
        owners = (self.high, self.low, self.jack, self.game)
        return tuple(owners.count(seat) for seat in range(1, seats + 1))


@dataclass(frozen=True, slots=True)
class PointCards:
    """The card that earned each point, None where nobody has it."""

    high: Card | None
    low: Card | None
    jack: Card | None


@dataclass(frozen=True, slots=True)
class Tally:
    """What the cards of a deal say.

    card_points: what each seat captured, seat 1 first.
    """

    points: Points
    cards: PointCards
    card_points: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Summary:
    """The result of a scored deal. Tuples hold one number a seat, seat 1 first.

    tally: what the cards said; None for a deal that was kept without its cards.
    earned: points won by each seat.
    change: what each score changed by.
    scores: the match score after the deal.
    """

    deal: int
    bidder: Seat
    bid: int
    made: bool
    points: Points
    tally: Tally | None
    earned: tuple[int, ...]
    change: tuple[int, ...]
    scores: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class _TrumpPlayed:
    card: Card
    player: Seat
    taker: Seat


def captured_points(tricks: Sequence[TakenTrick], seats: int) -> tuple[int, ...]:
    """The card points that each seat has captured, seat 1 first. R8."""
    counts = [0] * seats
    for taken in tricks:
        for card in taken.trick.cards:
            counts[taken.taker - 1] += CARD_POINTS.get(card.rank, 0)
    return tuple(counts)


def tally(rules: Rules, tricks: Sequence[TakenTrick], trump: Suit, bidder: Seat) -> Tally:
    """Who has which point after six tricks, by which card.

    R5 to R9; options `high`, `low`, `low_to`, `tie` and `joker`.
    """
    trumps = [
        _TrumpPlayed(card, seat, taken.taker)
        for taken in tricks
        for seat, card in taken.trick.plays
        if suit_under(card, trump) is trump
    ]
    high = _high(rules, trumps)
    low = _low(rules, trumps)
    jack = next((played for played in trumps if played.card.rank is Rank.JACK), None)
    card_points = captured_points(tricks, tricks[0].trick.seats)
    points = Points(
        high=high.player if high else None,
        low=_low_owner(rules, low) if low else None,
        jack=jack.taker if jack else None,
        game=game_owner(rules, card_points, bidder),
    )
    earners = (played.card if played else None for played in (high, low, jack))
    return Tally(points, PointCards(*earners), card_points)


def _high(rules: Rules, trumps: Sequence[_TrumpPlayed]) -> _TrumpPlayed | None:
    """The trump that earns High: the ace, or under `high=highest` the highest in play. R5."""
    highest = max(trumps, key=lambda played: played.card.rank)
    if rules.high is High.HIGHEST or highest.card.rank is Rank.ACE:
        return highest
    return None


def _low(rules: Rules, trumps: Sequence[_TrumpPlayed]) -> _TrumpPlayed | None:
    """The trump that earns Low: the lowest, of 10 to 2 under `low=numeric`; never the joker. R6."""
    top = Rank.TEN if rules.low is Low.NUMERIC else Rank.ACE
    candidates = [played for played in trumps if Rank.TWO <= played.card.rank <= top]
    return min(candidates, key=lambda played: played.card.rank, default=None)


def _low_owner(rules: Rules, low: _TrumpPlayed) -> Seat:
    """Who scores Low: who played the card, or under `low_to=winner` who took it. R6."""
    return low.taker if rules.low_to is LowTo.WINNER else low.player


def game_owner(rules: Rules, card_points: Sequence[int], bidder: Seat) -> Seat | None:
    """The seat with the most card points; a tie is nobody's, or a tied bidder's (`tie`). R8.

    card_points: what each seat captured, seat 1 first.
    """
    most = max(card_points)
    leaders = [seat for seat, count in enumerate(card_points, start=1) if count == most]
    if len(leaders) == 1:
        return leaders[0]
    return bidder if rules.tie is Tie.BIDDER and bidder in leaders else None


def settle(
    deal: int, scores: Sequence[int], winning: Bid, points: Points, tally: Tally | None
) -> Summary:
    """The result of a deal for the match score.

    scores: the match score when the cards were dealt, seat 1 first.
    A bidder who makes the bid scores every point won (R20), one who fails loses the number bid
    and scores nothing (R21); the others score what they won either way (R22).
    """
    earned = points.won(len(scores))
    made = earned[winning.seat - 1] >= winning.points
    change = list(earned)
    if not made:
        change[winning.seat - 1] = -winning.points
    after = tuple(before + gained for before, gained in zip(scores, change, strict=True))
    return Summary(
        deal=deal,
        bidder=winning.seat,
        bid=winning.points,
        made=made,
        points=points,
        tally=tally,
        earned=earned,
        change=tuple(change),
        scores=after,
    )
