"""Where the command prints: a terminal with colours, or plain lines."""

from __future__ import annotations

import errno
import os
import sys
from dataclasses import dataclass
from itertools import groupby
from typing import BinaryIO, Final, Literal

from rich.console import Console
from rich.text import Text

from cutthroat.core.cards import Card, Suit
from cutthroat.i18n.cards import SUIT_SYMBOLS, card_name, suit_name

Suits = Literal["symbols", "letters", "words"]
"""How a card is written: `A♠`, `AS`, or `ace of spades`."""

_RANK = r"(?:10|[2-9TJQKA])"
_CARD_COLOURS: Final = (
    (rf"\b{_RANK}(?:♣|C\b)", "bold green"),
    (rf"\b{_RANK}(?:♦|D\b)", "bold blue"),
    (rf"\b{_RANK}(?:♥|H\b)", "bold red"),
    (rf"\b{_RANK}(?:♠|S\b)", "bold black on white"),
    (r"\bJK\b", "bold magenta"),
)
"""Four colours for four suits; never the only thing that tells them apart."""


@dataclass(frozen=True, slots=True)
class Screen:
    """A console and how to write on it.

    plain: one line after another, nothing drawn; what a pipe or a screen reader wants.
    suits: how cards are written.
    """

    console: Console
    plain: bool
    suits: Suits

    def line(self, text: str = "", style: str = "") -> None:
        """Print a line, its cards in the colours of their suits; unwrapped in plain mode."""
        self.console.print(self.styled(text, style), soft_wrap=self.plain)

    def heading(self, text: str) -> None:
        """Begin a part of the story."""
        self.line()
        if self.plain:
            self.line(text)
        else:
            self.console.rule(Text(text, style="bold"), align="left")

    def styled(self, text: str, style: str = "") -> Text:
        """A text with its cards in the colours of their suits; each still names its suit."""
        shown = Text(text, style=style)
        if not self.plain:
            for pattern, colour in _CARD_COLOURS:
                shown.highlight_regex(pattern, colour)
        return shown

    def card(self, card: Card) -> str:
        """A card as it is written here."""
        if self.suits == "words":
            return card_name(card)
        rank = "10" if card.rank.letter == "T" else card.rank.letter
        if card.suit is None:
            return "JK"
        return rank + (SUIT_SYMBOLS[card.suit] if self.suits == "symbols" else card.suit.value)

    def cards(self, cards: tuple[Card, ...]) -> str:
        """Cards one after another."""
        return (", " if self.suits == "words" else " ").join(map(self.card, cards))

    def hand(self, cards: tuple[Card, ...]) -> str:
        """A sorted hand; the suits stand apart, unless every card is named."""
        if self.suits == "words":
            return self.cards(cards)
        suits = groupby(cards, key=lambda card: card.suit)
        return "   ".join(self.cards(tuple(held)) for _, held in suits)

    def suit(self, suit: Suit) -> str:
        """A suit: always by name, with its symbol where those are in use."""
        name = suit_name(suit)
        return f"{SUIT_SYMBOLS[suit]} {name}" if self.suits == "symbols" else name


def screen(*, plain: bool = False, suits: Suits | None = None) -> Screen:
    """The screen that standard output allows.

    plain: ask for plain lines; without a terminal they come unasked.
    suits: None chooses words for plain lines, else symbols if the output can show them.
    """
    terminal = sys.stdout.isatty() and os.environ.get("TERM") != "dumb"
    plain = plain or not terminal
    console = Console(highlight=False, markup=False, emoji=False, no_color=True if plain else None)
    return Screen(console, plain, suits or _usual_suits(plain=plain))


def _usual_suits(*, plain: bool) -> Suits:
    if plain:
        return "words"
    try:
        "".join(SUIT_SYMBOLS.values()).encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return "letters"
    return "symbols"


def standard_input() -> BinaryIO:
    """The bytes of standard input.

    Raises OSError where the caller closed it.
    """
    if sys.stdin is None:
        raise OSError(errno.EBADF, os.strerror(errno.EBADF))
    return sys.stdin.buffer
