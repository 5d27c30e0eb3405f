"""What the bot `easy` reads off its view in the play: who may hold what, and what cards are worth.

Chances treat every unseen card alike: it is in a seat's hand with the chance of any other.
"""

from __future__ import annotations

from bisect import bisect_right
from math import prod
from typing import Final

from cutthroat.core.actions import Seat
from cutthroat.core.cards import Card, Rank, Suit, suit_under
from cutthroat.core.rules import Follow, Low, LowTo
from cutthroat.core.scoring import CARD_POINTS
from cutthroat.core.trick import Trick
from cutthroat.core.view import View

CARD_POINT_WORTH: Final = {2: 0.06, 3: 0.04}
"""What a card point is worth in points, by seats: Game, shared out over the card points in play.

With three seats about 28 are, with two about 18.
"""

Strength = tuple[bool, bool, int]


class Reading:
    """A view during the play, and the chances in it.

    me: the seat that is to play.
    trump: the suit that is trump, or that a lead is about to make trump.
    rivals: the other seats, clockwise from the left of `me`.
    later: those of them that have still to play to the trick on the table.
    """

    __slots__ = ("_ranks", "_share", "_voids", "later", "me", "rivals", "trump", "view")

    def __init__(self, view: View, me: Seat, trump: Suit) -> None:
        self.view = view
        self.me = me
        self.trump = trump
        played = len(view.trick.cards) if view.trick else 0
        steps = range(1, view.seats)
        self.rivals = tuple((me + step - 1) % view.seats + 1 for step in steps)
        self.later = self.rivals[: view.seats - 1 - played]
        unseen = max(1, len(view.unseen))
        self._share = [size / unseen for size in view.hand_sizes]
        self._ranks: dict[Suit, list[int]] = {}
        self._voids = _shown_voids(view, trump)

    def suit(self, card: Card) -> Suit:
        """The suit that a card counts as."""
        return suit_under(card, self.trump)

    def strength(self, card: Card, led: Suit) -> Strength:
        """How strong a card is in a trick: the stronger takes it. R18."""
        suit = self.suit(card)
        return suit is self.trump, suit is led, card.rank

    def stands(self, card: Card, led: Suit, seats: tuple[Seat, ...]) -> float:
        """Chance that none of `seats`, all still to play, can beat a trump or card of the led suit.

        R16 to R18.
        """
        return prod([1 - self._can_beat(seat, card, led) for seat in seats])

    def worth(self, card: Card) -> float:
        """What a card is worth, in points, to the seat that takes it. R6 to R8."""
        worth = CARD_POINT_WORTH[self.view.seats] * CARD_POINTS.get(card.rank, 0)
        if self.suit(card) is not self.trump:
            return worth
        if card.rank is Rank.JACK:
            worth += 1
        if self.view.rules.low_to is LowTo.WINNER:
            worth += self._chance_of_low(card)
        return worth

    def catch(self, card: Card) -> float:
        """What the lower trumps in rivals' hands are worth: a trump led may draw them. R16."""
        share = sum([self._share[seat - 1] for seat in self.rivals])
        unseen = self.view.unseen.of_suit(self.trump, self.trump)
        worth = 0.0
        for low in unseen:  # not by `sum`: from Python 3.12 on it rounds otherwise
            if low.rank < card.rank:
                worth += self.worth(low)
        return share * worth

    def _unseen(self, suit: Suit) -> list[int]:
        """The ranks of a suit that `me` has not seen, from low to high."""
        ranks = self._ranks.get(suit)
        if ranks is None:
            unseen = self.view.unseen.of_suit(suit, self.trump)
            ranks = sorted([int(card.rank) for card in unseen])
            self._ranks[suit] = ranks
        return ranks

    def _can_beat(self, seat: Seat, card: Card, led: Suit) -> float:
        suit = self.suit(card)
        ranks = self._unseen(suit)
        over = self._holds(seat, suit, len(ranks) - bisect_right(ranks, card.rank))
        if suit is self.trump:
            return over * self._may_trump(seat, led)
        trumps = self._holds(seat, self.trump, len(self._unseen(self.trump)))
        return 1 - (1 - over) * (1 - trumps * self._may_trump(seat, led))

    def _holds(self, seat: Seat, suit: Suit, count: int) -> float:
        """Chance that a seat holds at least one of `count` unseen cards of a suit."""
        if not count or (seat, suit) in self._voids:
            return 0.0
        return 1 - (1 - self._share[seat - 1]) ** count

    def _may_trump(self, seat: Seat, led: Suit) -> float:
        """Chance that the lead lets a seat play a trump if it has one. R16, option `follow`."""
        if led is self.trump or self.view.rules.follow is not Follow.STRICT:
            return 1.0
        return 1 - self._holds(seat, led, len(self._unseen(led)))

    def _chance_of_low(self, card: Card) -> float:
        """Chance that a trump, in the hand or on the table, is the one of Low. R6, option `low`."""
        numeric = self.view.rules.low is Low.NUMERIC
        if card.rank is Rank.JOKER or (numeric and card.rank > Rank.TEN):
            return 0.0
        below = card.rank - Rank.TWO
        unseen = sum(Rank.JOKER < rank < card.rank for rank in self._unseen(self.trump))
        if below > unseen:  # one is known to be in play
            return 0.0
        in_play = sum([self._share[seat - 1] for seat in self.rivals])
        return (1 - in_play) ** below


def _shown_voids(view: View, trump: Suit) -> set[tuple[Seat, Suit]]:
    """Suits that seats have shown to lack, by not following. R16, R17, option `follow`."""
    strict = view.rules.follow is Follow.STRICT
    voids: set[tuple[Seat, Suit]] = set()
    for taken in view.tricks:
        _note_voids(taken.trick, trump, voids, strict=strict)
    if view.trick and len(view.trick.cards) > 1:
        _note_voids(view.trick, trump, voids, strict=strict)
    return voids


def _note_voids(trick: Trick, trump: Suit, voids: set[tuple[Seat, Suit]], *, strict: bool) -> None:
    """Add what a trick shows. A trump on another lead shows nothing unless `follow=strict`."""
    (_, lead), *others = trick.plays
    led = suit_under(lead, trump)
    for seat, card in others:
        suit = suit_under(card, trump)
        if suit is not led and (strict or suit is not trump):
            voids.add((seat, led))
