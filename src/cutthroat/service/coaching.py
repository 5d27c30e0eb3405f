"""What somebody who learns the game may do well to call or play, and why: plain rules of thumb.

They are weaker than the bot `easy`, but each can be said in a sentence. They are meant for the
default house rules.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from cutthroat.bots.easy_reading import Reading
from cutthroat.bots.policy import seat_to_act
from cutthroat.core.actions import Action, Bid, Pass, Play, Seat
from cutthroat.core.cards import Card, Rank, Suit
from cutthroat.core.scoring import CARD_POINTS
from cutthroat.core.trick import Trick
from cutthroat.core.view import View

_WORTH_TAKING: Final = 3
"""Card points in a trick from which on it is worth a card that may take it."""
_MOSTLY: Final = 0.6
"""A chance that is good enough."""
_JACK_COST: Final = 30.0
_TRUMP_COST: Final = 5.0
_RANK_COST: Final = 0.1


class Why(StrEnum):
    """The thought behind a piece of advice."""

    BID = "bid"
    OVERBID = "overbid"
    PASS = "pass"  # noqa: S105  # a call
    OPEN_ACE = "open_ace"
    OPEN_HIGH = "open_high"
    LEAD_JACK = "lead_jack"
    HUNT_JACK = "hunt_jack"
    DRAW_TRUMPS = "draw_trumps"
    LEAD_TOP = "lead_top"
    LEAD_CHEAP = "lead_cheap"
    ONLY = "only"
    TAKE_JACK = "take_jack"
    BRING_JACK = "bring_jack"
    BRING_TEN = "bring_ten"
    TAKE = "take"
    TAKE_LIKELY = "take_likely"
    THROW = "throw"
    DOUBTFUL = "doubtful"
    LOSE = "lose"


@dataclass(frozen=True, slots=True)
class Advice:
    """A legal action, and why it is good."""

    action: Action
    why: Why


class Prospect(StrEnum):
    """How likely a point looks before the first card is played."""

    SURE = "sure"
    LIKELY = "likely"
    CHANCE = "chance"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Prospects:
    """What a hand may win with one of its suits as trump. R5 to R8."""

    suit: Suit
    trumps: tuple[Card, ...]
    high: Prospect
    low: Prospect
    jack: Prospect
    game: Prospect

    @property
    def expected(self) -> int:
        """How many points may be counted on."""
        points = (self.high, self.low, self.jack, self.game)
        return sum(point in (Prospect.SURE, Prospect.LIKELY) for point in points)


def prospects(view: View) -> Prospects:
    """What the viewer's hand may win in its best suit.

    Raises ValueError for an empty hand.
    """
    suits = dict.fromkeys(card.suit for card in view.hand if card.suit)
    return max(
        (_prospects(view, suit) for suit in suits),
        key=lambda found: (found.expected, len(found.trumps), found.trumps[0].rank),
    )


def _prospects(view: View, suit: Suit) -> Prospects:
    trumps = tuple(sorted(view.hand.of_suit(suit, suit), key=lambda card: -card.rank))
    ranks = [card.rank for card in trumps]
    has_ace = ranks[0] is Rank.ACE
    return Prospects(
        suit=suit,
        trumps=trumps,
        high=Prospect.SURE if has_ace else Prospect.NONE,
        low=_low(ranks[-1]),
        jack=_jack(ranks),
        game=Prospect.LIKELY if has_ace and len(trumps) >= 3 else Prospect.CHANCE,
    )


def _low(lowest: Rank) -> Prospect:
    """Each lower trump is in another hand about one time in four, with three players."""
    if lowest is Rank.TWO:
        return Prospect.SURE
    if lowest <= Rank.FOUR:
        return Prospect.LIKELY
    return Prospect.CHANCE if lowest <= Rank.SEVEN else Prospect.NONE


def _jack(ranks: Sequence[Rank]) -> Prospect:
    if Rank.JACK in ranks:
        return Prospect.LIKELY if len(ranks) > 1 else Prospect.CHANCE
    return Prospect.CHANCE if ranks[0] > Rank.JACK else Prospect.NONE


def advice(view: View) -> Advice:
    """What the viewer, whose turn it is, may do well to do.

    Raises ValueError if it is not the viewer's turn.
    """
    me = seat_to_act(view)
    if view.legal_calls:
        return _call(view, me)
    if view.trump is None:
        return _opening(view, me)
    if len(view.legal_plays) == 1:
        return Advice(Play(me, view.legal_plays[0]), Why.ONLY)
    reading = Reading(view, me, view.trump)
    trick = view.trick
    card, why = next(_following(reading, trick) if trick and trick.cards else _leading(reading))
    return Advice(Play(me, card), why)


def _call(view: View, me: Seat) -> Advice:
    expected = prospects(view).expected
    bids = [call for call in view.legal_calls if isinstance(call, Bid)]
    if bids and expected >= bids[0].points:
        return Advice(bids[0], Why.OVERBID if bids[0].points > 2 else Why.BID)
    return Advice(Pass(me), Why.PASS)


def _opening(view: View, me: Seat) -> Advice:
    best = prospects(view).trumps[0]
    return Advice(Play(me, best), Why.OPEN_ACE if best.rank is Rank.ACE else Why.OPEN_HIGH)


_Choices = Iterator[tuple[Card, Why]]
"""Cards with the reasons for them, the best first."""


def _leading(reading: Reading) -> _Choices:
    rivals = reading.rivals
    cards = sorted(reading.view.legal_plays, key=lambda card: -card.rank)
    trumps = [card for card in cards if reading.suit(card) is reading.trump]
    sure = [card for card in trumps if reading.stands(card, reading.trump, rivals) == 1]
    for card in sure:
        if card.rank is Rank.JACK:
            yield card, Why.LEAD_JACK
    for card in sure:
        if reading.catch(card) > 0:
            yield card, Why.HUNT_JACK if _jack_is_out(reading) else Why.DRAW_TRUMPS
    for card in cards:
        suit = reading.suit(card)
        if suit is not reading.trump and _is_highest(reading, card):
            yield card, Why.LEAD_TOP
    yield min(cards, key=lambda card: _cost(reading, card)), Why.LEAD_CHEAP


def _following(reading: Reading, trick: Trick) -> _Choices:
    led = reading.suit(trick.cards[0])
    legal = sorted(reading.view.legal_plays, key=lambda card: _cost(reading, card))
    best = max(reading.strength(card, led) for card in trick.cards)
    taking = [card for card in legal if reading.strength(card, led) > best]
    chance = {card: reading.stands(card, led, reading.later) for card in taking}
    sure = [card for card in taking if chance[card] == 1]
    if any(_is_jack(reading, card) for card in trick.cards) and taking:
        yield sure[0] if sure else max(taking, key=chance.__getitem__), Why.TAKE_JACK
    for card in sure:
        if _is_jack(reading, card):
            yield card, Why.BRING_JACK
        if card.rank is Rank.TEN:
            yield card, Why.BRING_TEN
    is_worth_it = sum(CARD_POINTS.get(card.rank, 0) for card in trick.cards) >= _WORTH_TAKING
    if is_worth_it:
        yield from _taking(reading, sure, chance)
    yield legal[0], Why.LOSE if not taking else Why.DOUBTFUL if is_worth_it else Why.THROW


def _taking(reading: Reading, sure: Sequence[Card], chance: Mapping[Card, float]) -> _Choices:
    """Cards for a trick which is worth taking.

    sure: those that will take it. chance: those that may, with how likely they do.
    """
    if sure:
        yield sure[0], Why.TAKE
    for card, stands in chance.items():
        if stands >= _MOSTLY and card.rank is not Rank.TEN and not _is_jack(reading, card):
            yield card, Why.TAKE_LIKELY


def _is_highest(reading: Reading, card: Card) -> bool:
    """Whether nobody can have a higher card of the same suit."""
    suit = reading.suit(card)
    unseen = reading.view.unseen.of_suit(suit, reading.trump)
    return all(other.rank < card.rank for other in unseen)


def _jack_is_out(reading: Reading) -> bool:
    """Whether a rival may hold the jack of trump."""
    unseen = reading.view.unseen.of_suit(reading.trump, reading.trump)
    return any(_is_jack(reading, card) for card in unseen)


def _is_jack(reading: Reading, card: Card) -> bool:
    return card.rank is Rank.JACK and reading.suit(card) is reading.trump


def _cost(reading: Reading, card: Card) -> float:
    """What it costs to give a card away: the jack most of all, then tens, trumps, high cards."""
    cost = CARD_POINTS.get(card.rank, 0) + _RANK_COST * card.rank
    cost += _TRUMP_COST if reading.suit(card) is reading.trump else 0
    return cost + (_JACK_COST if _is_jack(reading, card) else 0)
