"""A scored deal: six words on a line, and a question for each that is missing or not understood."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from functools import partial
from typing import Final

from cutthroat.cli.console import Screen
from cutthroat.cli.score_ask import RESERVED, Asker, NotUnderstood
from cutthroat.cli.score_count import CountDialog
from cutthroat.cli.score_line import is_count
from cutthroat.cli.score_words import bid_of, owner_of, seat_list, seat_of
from cutthroat.core.actions import Bid, Seat
from cutthroat.core.cards import CardSet
from cutthroat.core.scoring import Points
from cutthroat.i18n.catalogue import N_, _
from cutthroat.i18n.scorepad import doubt_text
from cutthroat.i18n.telling import Teller
from cutthroat.scorepad.counting import count
from cutthroat.scorepad.doubts import Doubt, doubts
from cutthroat.scorepad.entries import ScoredDeal, Setup


class Slot(StrEnum):
    """A word of a scored deal, in the order of the line."""

    BIDDER = "bidder"
    BID = "bid"
    HIGH = "high"
    LOW = "low"
    JACK = "jack"
    GAME = "game"


_QUESTIONS: Final = {
    Slot.BIDDER: N_("Who won the auction?"),
    Slot.BID: N_("With a bid of 2, 3 or 4?"),
    Slot.HIGH: N_("Who has High (- nobody)?"),
    Slot.LOW: N_("Who has Low (- nobody)?"),
    Slot.JACK: N_("Who has Jack (- nobody)?"),
    Slot.GAME: N_("Who has Game (- nobody, count to count cards)?"),
}
_DOUBTED: Final = {
    Doubt.NOBODY_LOW: Slot.LOW,
    Doubt.NOBODY_NUMERIC_LOW: Slot.LOW,
    Doubt.NOBODY_HIGHEST: Slot.HIGH,
    Doubt.NOBODY_GAME: Slot.GAME,
    Doubt.NOBODY_GAME_OF_TWO: Slot.GAME,
    Doubt.GAME_NOT_COUNTED: Slot.GAME,
    Doubt.HIGH_NOT_CAPTURED: Slot.HIGH,
    Doubt.JACK_NOT_CAPTURED: Slot.JACK,
}
"""What is asked again if something unlikely is not so."""


class DealDialog:
    """Asks for one deal."""

    def __init__(self, asker: Asker, screen: Screen, teller: Teller, setup: Setup) -> None:
        self._asker = asker
        self._screen = screen
        self._teller = teller
        self._setup = setup
        self._known: dict[Slot, Seat | int | None] = {}
        self._captured: tuple[CardSet, ...] = ()
        self._counts = False

    def will_count(self) -> None:
        """Count who has Game, card by card, instead of being told."""
        self._counts = True

    def deal(self, words: Sequence[str]) -> ScoredDeal:
        """The deal that begins with these words; what they leave open is asked.

        Raises NotUnderstood for more words than a deal has; Leave, GivenUp.
        """
        if len(words) > len(Slot):
            raise NotUnderstood(
                _(
                    "A deal has six words, not {count}: BIDDER BID HIGH LOW JACK GAME, such as:"
                    " {example}",
                    count=len(words),
                    example=example(self._setup.names),
                )
            )
        for slot, word in zip(Slot, words, strict=False):
            try:
                self._read(slot, word)
            except NotUnderstood as error:
                self._asker.say(error.sentence)
        self._ask_what_is_open()
        return self._without_doubt()

    def _read(self, slot: Slot, word: str) -> None:
        names = self._setup.names
        if slot is Slot.GAME and is_count(word, names):
            self.will_count()
        elif slot is Slot.BIDDER:
            self._known[slot] = seat_of(word, names)
        elif slot is Slot.BID:
            self._known[slot] = bid_of(word)
        else:
            self._known[slot] = owner_of(word, names)

    def _ask_what_is_open(self) -> None:
        for slot in Slot:
            while slot not in self._known:
                if slot is Slot.GAME and self._counts:
                    self._count()
                else:
                    read = partial(self._read, slot)
                    self._asker.until(_(_QUESTIONS[slot]), _explained(self._setup), read)

    def _count(self) -> None:
        dialog = CountDialog(self._asker, self._screen, self._teller, self._setup)
        bidder = self._known[Slot.BIDDER] or 0
        self._captured = dialog.captured(bidder)
        self._known[Slot.GAME] = count(self._setup.rules, self._captured, bidder).game

    def _without_doubt(self) -> ScoredDeal:
        """The deal, when everything unlikely about it was said to be so."""
        sure: set[Doubt] = set()
        while True:
            deal = self._deal()
            found = (one for one in doubts(self._setup.rules, self._setup.seats, deal))
            doubt = next((one for one in found if one not in sure), None)
            if doubt is None:
                return deal
            if self._asker.is_so(_("{doubt} Is it so (y/n)?", doubt=doubt_text(doubt))):
                sure.add(doubt)
            else:
                self._forget(_DOUBTED[doubt])
                self._ask_what_is_open()

    def _forget(self, slot: Slot) -> None:
        del self._known[slot]
        if slot is Slot.GAME:
            self._captured, self._counts = (), False

    def _deal(self) -> ScoredDeal:
        bidder, bid, high, low, jack, game = (self._known[slot] for slot in Slot)
        assert bidder is not None
        assert bid is not None
        return ScoredDeal(Bid(bidder, bid), Points(high, low, jack, game), self._captured)


def example(names: Sequence[str]) -> str:
    """A deal as it can be typed at this table."""
    first, second = (_short(names, seat) for seat in (1, 2))
    return f"{second} 3 {first} {second} - {second}"


def _short(names: Sequence[str], seat: Seat) -> str:
    """One word that means a player and nothing else: the first of the name, if it will do."""
    word = names[seat - 1].split()[0].casefold()
    try:
        will_do = word not in RESERVED and owner_of(word, names) == seat
    except NotUnderstood:
        will_do = False
    return word if will_do else str(seat)


def _explained(setup: Setup) -> str:
    return _(
        "Type a name, its beginning, or a seat: {players}. For a point - is nobody.",
        players=seat_list(setup.names),
    )
