"""Which card the bot `easy` plays: the one that wins the most, now and later, in points.

A card that leads or follows is worth what it is likely to take, less what it is likely to lose,
less what it would bring if it were kept. The constants were chosen from a few values each by
playing thousands of deals twice, with one seat changed.
"""

from __future__ import annotations

from collections.abc import Iterable
from statistics import fmean
from typing import Final

from cutthroat.bots.easy_reading import Reading
from cutthroat.bots.easy_stakes import is_last_deal, lead_in_match, wins_match
from cutthroat.core.actions import Seat
from cutthroat.core.cards import Card, Suit
from cutthroat.core.trick import Trick

LEAD: Final = 0.05
"""Worth of taking a trick apart from its cards: the lead to the next."""
CAUGHT: Final = 0.5
"""How much of what a trump lead may draw it does draw."""
TRUMP_KEPT: Final = 0.2
"""Worth of still having a trump, whichever it is."""
PATIENCE: Final = 0.8
"""How often a card that is worth something comes home if it is not led now."""
POINT_CARD: Final = 0.5
"""From this worth on a card carries a point, Jack or Low, and is not played at a mere chance."""

BIDDERS_LOSS: Final = 1.0
"""What the bidder loses with each point that goes to another seat."""
TO_BIDDER: Final = 1.0
"""What a defender loses with each point that goes to the bidder."""
TO_WINNING_BIDDER: Final = 2.0
"""The same when making the bid wins the match."""
TO_DEFENDER: Final = 0.5
"""What a defender loses with each point that goes to another defender: it may set the bidder."""
TO_LEADER: Final = 1.0
"""The same in the last deal, when that defender leads the match."""


def choose_card(reading: Reading, playable: Iterable[Card]) -> Card:
    """The card to play of those that may be played; of equals the first.

    reading: the view, as the seat to play reads it.
    Raises ValueError if none may be played.
    """
    trick = reading.view.trick
    if trick and trick.cards:
        return max(playable, key=lambda card: value_following(reading, trick, card))
    return max(playable, key=lambda card: value_leading(reading, card))


def value_leading(reading: Reading, card: Card) -> float:
    """What it brings to lead a card, against keeping it, in points."""
    stands = reading.stands(card, reading.suit(card), reading.rivals)
    own = reading.worth(card)
    lost = (1 - stands) * own * _pain(reading, reading.rivals)
    takes = own + LEAD
    if reading.suit(card) is reading.trump:
        takes += CAUGHT * reading.catch(card)
    return stands * takes - lost - PATIENCE * own - _kept(reading, card)


def value_following(reading: Reading, trick: Trick, card: Card) -> float:
    """What it brings to play a card to a trick that was led, against keeping it, in points."""
    led = reading.suit(trick.cards[0])
    holder, best = max(trick.plays, key=lambda play: reading.strength(play[1], led))
    at_stake = sum([reading.worth(other) for other in trick.cards]) + reading.worth(card)
    if reading.strength(card, led) > reading.strength(best, led):
        takes = reading.stands(card, led, reading.later)
        pain = _pain(reading, reading.later or (holder,))
    else:
        takes = 0.0
        pain = _pain_of_losing_to(reading, holder, best, led)
    now = takes * (at_stake + LEAD) - (1 - takes) * at_stake * pain
    return now - _value_later(reading, card)


def _pain_of_losing_to(reading: Reading, holder: Seat, best: Card, led: Suit) -> float:
    """What a lost point costs when `best` is the highest card so far: others may yet beat it."""
    if not reading.later:
        return _pain(reading, (holder,))
    stands = reading.stands(best, led, reading.later)
    return stands * _pain(reading, (holder,)) + (1 - stands) * _pain(reading, reading.later)


def _value_later(reading: Reading, card: Card) -> float:
    """What a card that is not played now will bring, as if it were led later."""
    own = reading.worth(card)
    stands = reading.stands(card, reading.suit(card), reading.rivals)
    if own > POINT_CARD:
        stands = max(stands, PATIENCE)
    lost = (1 - stands) * own * _pain(reading, reading.rivals)
    return stands * (own + LEAD) - lost + _kept(reading, card)


def _kept(reading: Reading, card: Card) -> float:
    return TRUMP_KEPT if reading.suit(card) is reading.trump else 0.0


def _pain(reading: Reading, takers: tuple[Seat, ...]) -> float:
    """What each point lost costs, on the average of the seats that may take it."""
    return fmean([_pain_of(reading, taker) for taker in takers])


def _pain_of(reading: Reading, taker: Seat) -> float:
    """What each point costs that goes to a seat. R20 to R26."""
    view = reading.view
    if view.bidder == reading.me:
        return BIDDERS_LOSS
    if taker == view.bidder:
        bid = view.bid or 0
        return TO_WINNING_BIDDER if wins_match(view, taker, bid, bid) else TO_BIDDER
    ahead = lead_in_match(view, taker) >= 0
    return TO_LEADER if ahead and is_last_deal(view) else TO_DEFENDER
