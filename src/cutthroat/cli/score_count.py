"""The calculator of Game: who took which cards that count. R8."""

from __future__ import annotations

from collections.abc import Iterator

from cutthroat.cli.console import Screen
from cutthroat.cli.entry import read_card
from cutthroat.cli.score_ask import Asker, NotUnderstood
from cutthroat.cli.score_line import is_line
from cutthroat.cli.score_words import refused_text, said
from cutthroat.core.actions import Seat
from cutthroat.core.cards import Card, CardSet
from cutthroat.i18n.cards import sorted_hand
from cutthroat.i18n.catalogue import _
from cutthroat.i18n.telling import Teller
from cutthroat.scorepad.counting import Count, check_captured, count
from cutthroat.scorepad.entries import Setup
from cutthroat.scorepad.errors import InvalidEntry


class CountDialog:
    """Asks each seat for its cards, and adds up."""

    def __init__(self, asker: Asker, screen: Screen, teller: Teller, setup: Setup) -> None:
        self._asker = asker
        self._screen = screen
        self._teller = teller
        self._setup = setup
        self._captured = [CardSet()] * setup.seats

    def captured(self, bidder: Seat) -> tuple[CardSet, ...]:
        """The cards that each seat took, seat 1 first; says what they come to.

        Raises Leave, GivenUp.
        """
        seat = 1
        while seat <= self._setup.seats:
            seat = self._next(seat)
        captured = tuple(self._captured)
        for sentence in self._told(count(self._setup.rules, captured, bidder), bidder):
            self._asker.say(sentence)
        return captured

    def _next(self, seat: Seat) -> Seat:
        """Ask for cards of a seat; return which to ask then."""
        typed = self._asker.free_answer(
            self._question(seat), _explained(), lambda typed: is_line(typed, self._setup.names)
        )
        if typed.casefold() == "back":
            before = max(1, seat - 1)
            self._captured[seat - 1] = self._captured[before - 1] = CardSet()
            return before
        taken = [self._take(seat, word) for word in _words(typed)]
        return seat + 1 if all(taken) else seat

    def _question(self, seat: Seat) -> str:
        name, held = self._teller.name(seat), self._captured[seat - 1]
        if not held:
            return _("Which tens, jacks, queens, kings, aces did {name} take (- none)?", name=name)
        cards = self._screen.cards(sorted_hand(held, None))
        return _("{name} has {cards}. What else (- nothing)?", name=name, cards=cards)

    def _take(self, seat: Seat, word: str) -> bool:
        """Give a seat a card; false, and why is said, if it cannot have it."""
        if word == "-":
            return True
        try:
            self._captured[seat - 1] = self._with(seat, self._card(word))
        except NotUnderstood as error:
            self._asker.say(error.sentence)
            return False
        return True

    def _card(self, word: str) -> Card:
        card = read_card(word)
        if card is None:
            raise NotUnderstood(
                _('"{typed}" is no card. Type one such as AS, 10h or KD.', typed=said(word))
            )
        return card

    def _with(self, seat: Seat, card: Card) -> CardSet:
        shown = self._screen.card(card)
        for other, held in enumerate(self._captured, start=1):
            if card in held:
                name = self._teller.name(other)
                raise NotUnderstood(
                    _("{name} has {card} already: no card counts twice.", name=name, card=shown)
                )
        taken = self._captured[seat - 1].union(CardSet([card]))
        trial = [*self._captured[: seat - 1], taken, *self._captured[seat:]]
        try:
            check_captured(self._setup.rules, trial, self._setup.seats)
        except InvalidEntry as error:
            raise NotUnderstood(refused_text(error)) from None
        return taken

    def _told(self, counted: Count, bidder: Seat) -> Iterator[str]:
        sums = ", ".join(
            _("{name} {count}", name=self._teller.name(seat), count=points)
            for seat, points in enumerate(counted.card_points, start=1)
        )
        yield _("Card points: {sums}.", sums=sums)
        is_tied = counted.card_points.count(max(counted.card_points)) > 1
        if counted.game is None:
            yield _("The most card points are tied: nobody has Game (R8).")
        elif is_tied:
            yield _(
                "The most card points are tied: {name}, the bidder, has Game (R8, tie=bidder).",
                name=self._teller.name(bidder),
            )
        else:
            yield _("{name} has Game (R8).", name=self._teller.name(counted.game))


def _words(typed: str) -> Iterator[str]:
    """The cards of an answer, with commas or spaces between them."""
    for part in typed.split(","):
        if read_card(part):
            yield part
        else:
            yield from part.split()


def _explained() -> str:
    return _(
        "Type the cards that count, such as AS TS KH: a ten counts 10, an ace 4, a king 3, a queen"
        " 2, a jack or the joker 1. back: to the player before."
    )
