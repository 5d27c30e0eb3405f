"""The state of one deal, one type a phase: cards out, auction, opening lead, play. R4, R10 to R19.

Each phase has just the fields that make sense in it. `decide` turns an action into events or
refuses it; `evolve` folds an event into the next phase.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, TypeAlias

from cutthroat.core.actions import Action, Bid, Call, Play, Seat
from cutthroat.core.auction import (
    caller,
    highest_bid,
    legal_bids,
    legal_calls,
    may_pass,
    winning_bid,
)
from cutthroat.core.cards import JOKER, Card, CardSet, Suit, suit_under
from cutthroat.core.errors import IllegalAction, Reason
from cutthroat.core.events import (
    AuctionOpened,
    Called,
    Event,
    HandDealt,
    Played,
    ThrownIn,
    TrickTaken,
)
from cutthroat.core.rules import Follow, Rules
from cutthroat.core.trick import TakenTrick, Trick, legal_plays, opening_leads, trick_taker

HAND_SIZE: Final = 6
"""Cards each seat is dealt, and tricks in a deal. R4, R19."""


@dataclass(frozen=True, slots=True)
class Dealing:
    """Cards are going out: the hands dealt so far, seat 1 first."""

    hands: tuple[CardSet, ...] = ()


@dataclass(frozen=True, slots=True)
class Auction:
    """Every seat has its hand, and they call in turn.

    hands: what each seat holds, seat 1 first.
    """

    hands: tuple[CardSet, ...]
    dealer: Seat
    calls: tuple[Call, ...] = ()

    @property
    def turn(self) -> Seat | None:
        """The seat to call; None when the auction is over."""
        return caller(self.dealer, len(self.hands), self.calls)


@dataclass(frozen=True, slots=True)
class Opening:
    """The auction is won, and the bidder is to lead and so make trump. R15."""

    hands: tuple[CardSet, ...]
    calls: tuple[Call, ...]
    winning: Bid

    @property
    def turn(self) -> Seat:
        """The bidder."""
        return self.winning.seat


@dataclass(frozen=True, slots=True)
class Playing:
    """Trump is made.

    hands: what each seat still holds, seat 1 first.
    tricks: those taken so far.
    trick: the one on the table.
    """

    hands: tuple[CardSet, ...]
    calls: tuple[Call, ...]
    winning: Bid
    trump: Suit
    tricks: tuple[TakenTrick, ...]
    trick: Trick

    @property
    def turn(self) -> Seat | None:
        """The seat to play; None while a complete trick lies on the table, and after the last."""
        return None if len(self.tricks) == HAND_SIZE else self.trick.turn


Acting: TypeAlias = Auction | Opening | Playing
"""The phases in which a seat has something to do."""

DealPhase: TypeAlias = Dealing | Acting


def legal_actions(rules: Rules, phase: Acting) -> tuple[Action, ...]:
    """Everything the seat whose turn it is may do, lowest first; empty if it is nobody's turn.

    R11, R14 to R17.
    """
    seat = phase.turn
    if seat is None:
        return ()
    if isinstance(phase, Auction):
        return legal_calls(seat, len(phase.hands), phase.calls, rules.all_pass)
    return tuple([Play(seat, card) for card in playable(rules.follow, phase, seat)])


def playable(follow: Follow, phase: Opening | Playing, seat: Seat) -> CardSet:
    """The cards that the seat whose turn it is may play. R15 to R17."""
    hand = phase.hands[seat - 1]
    if isinstance(phase, Opening):
        return opening_leads(hand)
    return legal_plays(hand, phase.trick, phase.trump, follow)


def decide(rules: Rules, phase: Acting, action: Action) -> tuple[Event, ...]:
    """What an action brings about: a call or a card, and what follows from it at once.

    Raises IllegalAction for anything the rules refuse.
    """
    if isinstance(action, Play):
        return _decide_play(rules, phase, action)
    return _decide_call(rules, phase, action)


def _decide_call(rules: Rules, phase: Acting, call: Call) -> tuple[Event, ...]:
    if not isinstance(phase, Auction) or phase.turn is None:
        raise IllegalAction(Reason.NOT_IN_AUCTION, "R12", seat=call.seat)
    if call.seat != phase.turn:
        raise IllegalAction(Reason.NOT_YOUR_TURN, "R10", seat=call.seat, turn=phase.turn)
    if isinstance(call, Bid):
        _check_bid(phase, call)
    elif not may_pass(len(phase.hands), phase.calls, rules.all_pass):
        raise IllegalAction(Reason.DEALER_MUST_BID, "R14", seat=call.seat)
    calls = (*phase.calls, call)
    over = caller(phase.dealer, len(phase.hands), calls) is None
    return (Called(call), ThrownIn()) if over and not winning_bid(calls) else (Called(call),)


def _check_bid(phase: Auction, bid: Bid) -> None:
    if bid.points not in legal_bids(()):
        raise IllegalAction(Reason.NO_SUCH_BID, "R11", seat=bid.seat, points=bid.points)
    if bid.points not in legal_bids(phase.calls):
        highest = highest_bid(phase.calls)
        raise IllegalAction(
            Reason.BID_TOO_LOW, "R11", seat=bid.seat, points=bid.points, highest=highest
        )


def _decide_play(rules: Rules, phase: Acting, play: Play) -> tuple[Event, ...]:
    if isinstance(phase, Auction):
        raise IllegalAction(Reason.NOT_IN_PLAY, "R15", seat=play.seat)
    if play.seat != phase.turn:
        clause = "R15" if isinstance(phase, Opening) else "R16"
        raise IllegalAction(Reason.NOT_YOUR_TURN, clause, seat=play.seat, turn=phase.turn)
    if play.card not in playable(rules.follow, phase, play.seat):
        raise _refusal(rules.follow, phase, play)
    played = Played(play.seat, play.card)
    if isinstance(phase, Opening):
        return (played,)
    trick = phase.trick.with_card(play.card)
    if trick.turn is not None:
        return (played,)
    return (played, TrickTaken(trick_taker(trick, phase.trump)))


def _refusal(follow: Follow, phase: Opening | Playing, play: Play) -> IllegalAction:
    """Why a card may not be played by the seat whose turn it is."""
    if play.card not in phase.hands[play.seat - 1]:
        return IllegalAction(Reason.CARD_NOT_HELD, "R4", seat=play.seat, card=play.card)
    if isinstance(phase, Opening):
        return IllegalAction(Reason.JOKER_LED_FIRST, "R15", seat=play.seat, card=play.card)
    led = suit_under(phase.trick.cards[0], phase.trump)
    only_led = follow is Follow.STRICT or led is phase.trump
    reason = Reason.MUST_FOLLOW if only_led else Reason.MUST_FOLLOW_OR_TRUMP
    return IllegalAction(reason, "R16", seat=play.seat, card=play.card, suit=led, trump=phase.trump)


def check_hand(rules: Rules, phase: Dealing, seat: Seat, hand: tuple[Card, ...]) -> None:
    """Check a hand that is dealt: in seat order, six cards of the deck that nobody else has.

    Raises IllegalAction if it cannot be dealt. R2, R4.
    """
    if seat != len(phase.hands) + 1:
        raise IllegalAction(
            Reason.HAND_OUT_OF_ORDER, "R4", seat=seat, expected=len(phase.hands) + 1
        )
    if len(hand) != HAND_SIZE:
        raise IllegalAction(
            Reason.WRONG_HAND_SIZE, "R4", seat=seat, cards=len(hand), expected=HAND_SIZE
        )
    seen = CardSet(card for dealt in phase.hands for card in dealt)
    for card in hand:
        if card in seen:
            raise IllegalAction(Reason.CARD_TWICE, "R2", seat=seat, card=card)
        if card is JOKER and not rules.has_joker:
            raise IllegalAction(Reason.NO_JOKER_IN_DECK, "R2", seat=seat, card=card)
        seen = seen.with_card(card)


def evolve(
    phase: DealPhase, dealer: Seat, event: HandDealt | AuctionOpened | Called | Played | TrickTaken
) -> DealPhase:
    """The phase after an event of `decide` or of the dealing."""
    match phase, event:
        case Dealing(), HandDealt():
            return Dealing((*phase.hands, event.hand))
        case Dealing(), AuctionOpened():
            return Auction(phase.hands, dealer)
        case Auction(), Called():
            return _called(phase, event.call)
        case Opening() | Playing(), Played():
            return _played(phase, event)
        case Playing(), TrickTaken():
            taken = (*phase.tricks, TakenTrick(phase.trick, event.seat))
            fresh = Trick(len(phase.hands), event.seat)
            return Playing(phase.hands, phase.calls, phase.winning, phase.trump, taken, fresh)
        case _:
            raise _out_of_place(phase, event)


def _called(phase: Auction, call: Call) -> Auction | Opening:
    after = Auction(phase.hands, phase.dealer, (*phase.calls, call))
    winning = winning_bid(after.calls)
    if after.turn is None and winning:
        return Opening(phase.hands, after.calls, winning)
    return after


def _played(phase: Opening | Playing, event: Played) -> Playing:
    place = event.seat - 1
    rest = phase.hands[place].without_card(event.card)
    hands = (*phase.hands[:place], rest, *phase.hands[place + 1 :])
    if isinstance(phase, Playing):
        trick = phase.trick.with_card(event.card)
        return Playing(hands, phase.calls, phase.winning, phase.trump, phase.tricks, trick)
    if event.card.suit is None:
        raise _out_of_place(phase, event)
    trick = Trick(len(hands), event.seat, (event.card,))
    return Playing(hands, phase.calls, phase.winning, event.card.suit, (), trick)


def _out_of_place(phase: object, event: Event) -> ValueError:
    """Events come from `decide`; one that does not fit is a broken log, not a player's mistake."""
    return ValueError(f"{type(event).__name__} cannot follow in {type(phase).__name__}")
