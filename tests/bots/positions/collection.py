"""Positions with a right move, as they are written in the two `.toml` files beside this one.

A position is what one seat sees when it is to act. Actions are words: `pass`, a bid (`3`), a card
(`KS`), each by the seat whose turn it is. In the files:

    name      what the bot that fails is told apart by
    category  the fault that players complain of
    rules     house rules, as `key=value` words; none for the defaults
    scores    of the match, seat 1 first: so many seats play
    dealer    the seat that deals
    scored    how many deals were scored; for `limit`
    you       the seat to act, and hand: what it still holds
    calls     of the auction so far; tricks: the cards on the table so far, a text a trick
    right     the moves to choose from, or wrong: those that must not be chosen
    why       in a sentence
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from cutthroat.core.actions import Action, Bid, Pass, Seat, next_seat
from cutthroat.core.cards import Card, CardSet, cards, suit_under
from cutthroat.core.rules import Follow, Rules, parse_rules
from cutthroat.core.trick import Trick, trick_taker

_FILES = ("calls.toml", "plays.toml")


@dataclass(frozen=True, slots=True, kw_only=True)
class Position:
    """What a seat sees, and what it should do. Exactly one of `right` and `wrong` is not empty."""

    name: str
    category: str
    rules: Rules
    scores: tuple[int, ...]
    dealer: Seat
    scored: int
    you: Seat
    hand: CardSet
    calls: tuple[str, ...]
    tricks: tuple[tuple[Card, ...], ...]
    right: frozenset[str]
    wrong: frozenset[str]
    why: str

    @property
    def seats(self) -> int:
        return len(self.scores)

    @property
    def words(self) -> str:
        """Everything that was done in this deal so far."""
        played = [card.text for trick in self.tricks for card in trick]
        return " ".join((*self.calls, *played))

    def accepts(self, action: Action) -> bool:
        word = word_of(action)
        return word in self.right if self.right else word not in self.wrong


@dataclass(frozen=True, slots=True)
class Seen:
    """What the cards played so far show. Tuples hold one entry a seat, seat 1 first.

    played: what each seat has played. free: what each may still hold, as far as anybody knows who
    sees no hand: cards that were not played, of suits that it did not fail to follow.
    """

    played: tuple[CardSet, ...]
    free: tuple[CardSet, ...]


def word_of(action: Action) -> str:
    if isinstance(action, Pass):
        return "pass"
    return str(action.points) if isinstance(action, Bid) else action.card.text


@cache
def positions() -> tuple[Position, ...]:
    """All of them."""
    folder = Path(__file__).parent
    texts = [(folder / name).read_text("utf-8") for name in _FILES]
    return tuple(_position(**entry) for text in texts for entry in tomllib.loads(text)["position"])


def _position(**entry: Any) -> Position:
    return Position(
        name=entry.pop("name"),
        category=entry.pop("category"),
        rules=parse_rules(entry.pop("rules", "")),
        scores=tuple(entry.pop("scores")),
        dealer=entry.pop("dealer"),
        scored=entry.pop("scored", 0),
        you=entry.pop("you"),
        hand=CardSet.of(entry.pop("hand")),
        calls=tuple(entry.pop("calls", "").split()),
        tricks=tuple(cards(trick) for trick in entry.pop("tricks", ())),
        right=frozenset(entry.pop("right", "").split()),
        wrong=frozenset(entry.pop("wrong", "").split()),
        why=entry.pop("why"),
        **entry,  # a key too much is refused
    )


def bidder_of(position: Position) -> Seat:
    """The seat of the last bid, which is the highest."""
    last = max(place for place, word in enumerate(position.calls) if word != "pass")
    return (position.dealer + last) % position.seats + 1


def seen(position: Position, deck: CardSet) -> Seen:
    """What the play shows. deck: all cards. R16, R17."""
    seats = position.seats
    played = [CardSet()] * seats
    lacks = [CardSet()] * seats
    leader = bidder_of(position) if position.tricks else position.dealer
    for trick in position.tricks:
        trump = position.tricks[0][0].suit
        assert trump
        seat, led = leader, suit_under(trick[0], trump)
        for card in trick:
            suit = suit_under(card, trump)
            trumped = suit is trump and position.rules.follow is Follow.OR_TRUMP
            if suit is not led and not trumped:
                lacks[seat - 1] = lacks[seat - 1].union(deck.of_suit(led, trump))
            played[seat - 1] = played[seat - 1].with_card(card)
            seat = next_seat(seat, seats)
        if len(trick) == seats:
            leader = trick_taker(Trick(seats, leader, trick), trump)
    gone = CardSet(card for held in played for card in held)
    free = tuple(deck.difference(gone).difference(lack) for lack in lacks)
    return Seen(tuple(played), free)
