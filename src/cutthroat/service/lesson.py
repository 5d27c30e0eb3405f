"""The guided first deal: fixed cards, two bots, and a learner whose moves are all that is kept.

A lesson is a fold of those moves: the same moves lead to the same moment, at any server.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from random import Random
from typing import Final

from cutthroat.bots.registry import find_bot
from cutthroat.core.actions import Action, Bid, Pass, Play, Seat
from cutthroat.core.cards import Card, cards
from cutthroat.core.events import Event, visible_to
from cutthroat.core.match import Match, begin, deal_cards, decide, evolve, start
from cutthroat.core.rules import Rules
from cutthroat.core.view import View, first_view, observe, project

SEATS: Final = 3
LEARNER: Final[Seat] = 1
"""The learner deals, and so calls last: there is a bid to think about."""

_HANDS: Final = ("AS KS 3S 6H 8D 2D", "JS 5S JH 4H QC TD", "TS 7S TH 9C 4C 6D")
"""Seat 1 first. The king of spades can catch the jack, and the three a ten."""
_BOT: Final = "easy"
_PASS: Final = "pass"  # noqa: S105  # a call
_BIDS: Final = {"2": 2, "3": 3, "4": 4}
_BETWEEN: Final = "."


@dataclass(frozen=True, slots=True)
class Happening:
    """Something that the learner may see, with the learner's view after it."""

    event: Event
    view: View


@dataclass(frozen=True, slots=True)
class Lesson:
    """The guided deal at one moment: the learner is to move, or the deal is scored.

    moves: the learner's so far.
    news: what happened since the last of them, that move first; at the start from the deal on.
    """

    moves: tuple[Action, ...]
    match: Match
    news: tuple[Happening, ...]

    @property
    def view(self) -> View:
        """What the learner knows."""
        return project(self.match, LEARNER)


def begun() -> Lesson:
    """The lesson at its start: the cards are dealt, and the bots have called."""
    started = start(Rules(), SEATS, dealer=LEARNER)
    match = begin(started)
    dealt = deal_cards(match, [cards(hand) for hand in _HANDS])
    return _told((), match, first_view(started, LEARNER), dealt)


def after(lesson: Lesson, move: Action) -> Lesson:
    """The lesson after a move of the learner, and what the bots do upon it.

    Raises IllegalAction for a move that the rules refuse.
    """
    happened = decide(lesson.match, move)
    return _told((*lesson.moves, move), lesson.match, lesson.view, happened)


def lesson_of(moves: Iterable[Action]) -> Lesson:
    """The lesson after these moves of the learner.

    Raises IllegalAction for a move that the rules refuse.
    """
    lesson = begun()
    for move in moves:
        lesson = after(lesson, move)
    return lesson


def _told(moves: tuple[Action, ...], match: Match, view: View, events: tuple[Event, ...]) -> Lesson:
    """The lesson when these events and the moves of the bots have happened."""
    news: list[Happening] = []
    while True:
        for event in events:
            match = evolve(match, event)
            if visible_to(event, LEARNER):
                view = observe(view, event)
                news.append(Happening(event, view))
        if match.turn in (None, LEARNER):
            return Lesson(moves, match, tuple(news))
        events = decide(match, _bots_move(match, match.turn))


def _bots_move(match: Match, seat: Seat) -> Action:
    """What the bot in a seat does, always the same: it has no chance to use."""
    return find_bot(_BOT).policy(project(match, seat), Random(0))  # noqa: S311  # no secret


def move_of(text: str) -> Action:
    """A move of the learner as an address writes it: `pass`, a bid, or a card.

    Raises InvalidNotation for anything else.

    >>> move_of("3")
    Bid(seat=1, points=3)
    """
    if text == _PASS:
        return Pass(LEARNER)
    if text in _BIDS:
        return Bid(LEARNER, _BIDS[text])
    return Play(LEARNER, Card(text))


def moves_of(text: str) -> tuple[Action, ...]:
    """The moves of the learner as an address writes them.

    Raises InvalidNotation for a word that is no move.

    >>> moves_of("3.AS")
    (Bid(seat=1, points=3), Play(seat=1, card=Card('AS')))
    """
    return tuple(move_of(word) for word in text.split(_BETWEEN)) if text else ()


def text_of(move: Action) -> str:
    """A move as an address writes it; `move_of` reads it."""
    match move:
        case Pass():
            return _PASS
        case Bid():
            return str(move.points)
        case Play():
            return move.card.text


def moves_text(moves: Iterable[Action]) -> str:
    """Moves as an address writes them; `moves_of` reads them."""
    return _BETWEEN.join(map(text_of, moves))
