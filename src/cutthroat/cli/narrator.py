"""Following a match on a screen, event by event, from one seat or as somebody who watches."""

from __future__ import annotations

from collections.abc import Iterable

from cutthroat.cli.result import result_lines, result_table, score_lines
from cutthroat.cli.telling import Teller
from cutthroat.core.actions import Bid
from cutthroat.core.cards import Card, CardSet, Suit
from cutthroat.core.events import (
    AuctionOpened,
    Called,
    DealScored,
    DealStarted,
    Event,
    HandDealt,
    MatchEnded,
    MatchStarted,
    MatchWon,
    Misdealt,
    Played,
    ThrownIn,
    TrickTaken,
)
from cutthroat.core.scoring import CARD_POINTS, Summary
from cutthroat.core.trick import Trick
from cutthroat.core.view import View, first_view, observe
from cutthroat.i18n.catalogue import _

_SUIT_ORDER = (Suit.SPADES, Suit.HEARTS, Suit.CLUBS, Suit.DIAMONDS)


class Narrator:
    """Tells every event that its reader may see.

    It knows no more than it was told: its view is folded from those events.
    """

    def __init__(self, teller: Teller, started: MatchStarted) -> None:
        self.teller = teller
        self.view: View = first_view(started, teller.you)
        self._deal: list[Event] = []

    def tell(self, event: Event) -> None:
        """Tell one event that the reader may see."""
        self._note(event)
        if isinstance(event, DealStarted):
            self.teller.screen.heading(self.teller.dealt(event.deal, event.dealer))
        for line in self._lines(event):
            self.teller.screen.line(line)
        if isinstance(event, DealScored):
            self._show_scores(event.summary)

    def skip(self, event: Event) -> None:
        """Take note of an event without telling it."""
        self._note(event)

    def retell_deal(self) -> None:
        """Tell the deal so far once more."""
        before, events = self.view, self._deal
        narrator = Narrator(self.teller, MatchStarted(before.rules, before.seats, before.dealer))
        for event in events:
            narrator.tell(event)

    def hand_line(self, hand: CardSet) -> str:
        """A hand sorted by suit, trump first, high cards first."""
        screen = self.teller.screen
        shown = sorted_hand(hand, self.view.trump)
        if screen.suits == "words":
            return screen.cards(shown)
        groups: dict[Suit | None, list[str]] = {}
        for card in shown:
            groups.setdefault(card.suit, []).append(screen.card(card))
        return "   ".join(" ".join(group) for group in groups.values())

    def _note(self, event: Event) -> None:
        if isinstance(event, DealStarted):
            self._deal = []
        if not isinstance(event, MatchStarted):
            self._deal.append(event)
            self.view = observe(self.view, event)

    def _lines(self, event: Event) -> Iterable[str]:
        teller, view = self.teller, self.view
        match event:
            case HandDealt():
                return self._hand_lines(event)
            case Called():
                return self._call_lines(event)
            case Played():
                return [self._play_line(event)]
            case TrickTaken():
                taken = view.tricks[-1]
                counted = sum(CARD_POINTS.get(card.rank, 0) for card in taken.trick.cards)
                return [teller.taken(taken, counted)]
            case ThrownIn():
                return [teller.thrown_in(view.dealer, view.rules.all_pass)]
            case Misdealt():
                return [_("Misdeal: the deal is annulled, and the same dealer deals again.")]
            case DealScored():
                return ["", *result_lines(teller, view.rules, event.summary, view.tricks)]
            case MatchWon():
                return ["", teller.won(event.seat, event.reason, view)]
            case MatchEnded():
                return ["", teller.ended(event.reason)]
            case MatchStarted() | DealStarted() | AuctionOpened():
                return []

    def _hand_lines(self, event: HandDealt) -> Iterable[str]:
        """The hand in plain lines; on a terminal every question shows it."""
        if self.teller.screen.plain:
            yield _("Your hand: {hand}", hand=self.hand_line(event.hand))

    def _call_lines(self, event: Called) -> Iterable[str]:
        yield self.teller.called(event.call)
        if self.view.bidder is not None and self.view.bid is not None:
            yield self.teller.auction_won(Bid(self.view.bidder, self.view.bid))

    def _play_line(self, event: Played) -> str:
        trick = self.view.trick or Trick(self.view.seats, event.seat)
        opening = not self.view.tricks and len(trick.cards) == 1
        trump = self.view.trump or Suit.CLUBS
        return self.teller.played(event.seat, event.card, trick, trump, opening=opening)

    def _show_scores(self, summary: Summary) -> None:
        screen = self.teller.screen
        if not screen.plain:
            screen.console.print(result_table(self.teller, summary))
            return
        for line in score_lines(self.teller, summary):
            screen.line(line)


def sorted_hand(hand: CardSet, trump: Suit | None) -> tuple[Card, ...]:
    """Cards by suit, trump first with the joker last in it, in every suit the high cards first."""

    def place(card: Card) -> tuple[int, int]:
        suit = card.suit or trump
        first = -1 if suit is None or suit is trump else _SUIT_ORDER.index(suit)
        return first, -card.rank

    return tuple(sorted(hand, key=place))
