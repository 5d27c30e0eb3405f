"""One trick: what may be played to it, and who takes it. R15 to R19."""

from __future__ import annotations

from dataclasses import dataclass

from cutthroat.core.actions import Seat
from cutthroat.core.cards import JOKER, Card, CardSet, Suit, suit_under
from cutthroat.core.rules import Follow


@dataclass(frozen=True, slots=True)
class Trick:
    """Cards on the table.

    seats: how many seats play.
    leader: the seat that led, or is to lead.
    cards: in playing order, the leader's first.
    """

    seats: int
    leader: Seat
    cards: tuple[Card, ...] = ()

    @property
    def turn(self) -> Seat | None:
        """The seat that plays next, clockwise; None when the trick is complete. R16."""
        played = len(self.cards)
        return None if played == self.seats else (self.leader + played - 1) % self.seats + 1

    @property
    def plays(self) -> tuple[tuple[Seat, Card], ...]:
        """Who played what, in playing order."""
        return tuple(
            ((self.leader + place - 1) % self.seats + 1, card)
            for place, card in enumerate(self.cards)
        )

    def with_card(self, card: Card) -> Trick:
        """The trick after one card more."""
        return Trick(self.seats, self.leader, (*self.cards, card))


@dataclass(frozen=True, slots=True)
class TakenTrick:
    """A complete trick and the seat that took it."""

    trick: Trick
    taker: Seat


def opening_leads(hand: CardSet) -> CardSet:
    """What the bidder may lead to the first trick: any card but the joker.

    R15; the joker has no suit to make trump (option `joker`).
    """
    return hand.without_card(JOKER)


def legal_plays(hand: CardSet, trick: Trick, trump: Suit, follow: Follow) -> CardSet:
    """What the seat to play may play from its hand once trump is made.

    R16, R17, option `follow`; the joker counts as a trump.

    >>> trick = Trick(seats=3, leader=1, cards=(Card("KH"),))
    >>> legal_plays(CardSet.of("2H 3S 4D"), trick, Suit.SPADES, Follow.OR_TRUMP)
    CardSet('2H 3S')
    >>> legal_plays(CardSet.of("3S 4D"), trick, Suit.SPADES, Follow.OR_TRUMP)
    CardSet('4D 3S')
    """
    if not trick.cards:
        return hand
    led = suit_under(trick.cards[0], trump)
    following = hand.of_suit(led, trump)
    if not following:
        return hand
    if follow is Follow.STRICT:
        return following
    return following.union(hand.of_suit(trump, trump))


def trick_taker(trick: Trick, trump: Suit) -> Seat:
    """Seat that takes a complete trick.

    Raises ValueError if a card is missing.
    The highest trump, or with none the highest card of the led suit (R18); the joker is the
    lowest trump (option `joker`).

    >>> trick_taker(Trick(3, leader=3, cards=(Card("AH"), Card("2S"), Card("TH"))), Suit.SPADES)
    1
    """
    if len(trick.cards) != trick.seats:
        raise ValueError(f"a trick of {trick.seats} seats has {len(trick.cards)} cards")
    led = suit_under(trick.cards[0], trump)

    def strength(card: Card) -> tuple[bool, bool, int]:
        suit = suit_under(card, trump)
        return suit is trump, suit is led, card.rank

    best = max(trick.cards, key=strength)
    return (trick.leader + trick.cards.index(best) - 1) % trick.seats + 1
