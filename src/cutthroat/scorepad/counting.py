"""Counting Game from the cards that each seat took. R8."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cutthroat.core.actions import Seat
from cutthroat.core.cards import CardSet, deck
from cutthroat.core.deal import HAND_SIZE
from cutthroat.core.rules import Rules
from cutthroat.core.scoring import CARD_POINTS, game_owner
from cutthroat.scorepad.errors import InvalidEntry, SheetReason


@dataclass(frozen=True, slots=True)
class Count:
    """What each seat took.

    card_points: seat 1 first.
    game: who has Game by it, None for nobody.
    """

    card_points: tuple[int, ...]
    game: Seat | None


def counting_cards(rules: Rules) -> CardSet:
    """The cards of the deck that count: tens, jacks, queens, kings, aces, the joker. R8."""
    return CardSet(card for card in deck(joker=rules.has_joker) if card.rank in CARD_POINTS)


def check_captured(rules: Rules, captured: Sequence[CardSet], seats: int) -> None:
    """See whether the seats can have taken these cards.

    captured: of the cards that count, those of each seat, seat 1 first.
    Raises InvalidEntry for a card that two seats are given, one that counts nothing or is not in
    the deck, and for more cards than are dealt.
    """
    if len(captured) != seats:
        raise InvalidEntry(SheetReason.OTHER_SEATS, seats=seats)
    counting = counting_cards(rules)
    seen = CardSet()
    for cards in captured:
        for card in cards:
            if card not in counting:
                raise InvalidEntry(SheetReason.COUNTS_NOTHING, card=card)
            if card in seen:
                raise InvalidEntry(SheetReason.CARD_CAPTURED_TWICE, card=card)
        seen = seen.union(cards)
    if len(seen) > seats * HAND_SIZE:
        raise InvalidEntry(SheetReason.TOO_MANY_CAPTURED, most=seats * HAND_SIZE)


def count(rules: Rules, captured: Sequence[CardSet], bidder: Seat) -> Count:
    """What the cards count, and who has Game; ties by the option `tie`. R8.

    Raises InvalidEntry as `check_captured`.
    """
    check_captured(rules, captured, len(captured))
    sums = tuple(sum(CARD_POINTS[card.rank] for card in cards) for cards in captured)
    return Count(sums, game_owner(rules, sums, bidder))
