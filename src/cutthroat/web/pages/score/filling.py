"""The form for a line: from what was filled in to an entry, and back."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from hashlib import sha256
from typing import Final

from cutthroat.core.actions import Bid, Seat
from cutthroat.core.cards import Card, CardSet, Rank
from cutthroat.core.errors import CutthroatError
from cutthroat.core.rules import Rules, Tie
from cutthroat.core.scoring import CARD_POINTS, Points
from cutthroat.i18n.catalogue import _
from cutthroat.scorepad.changes import Edit, Noted, Redone, Undone, noted_json
from cutthroat.scorepad.counting import Count, count, counting_cards
from cutthroat.scorepad.entries import (
    Entry,
    Misdeal,
    NextMatch,
    ScoredDeal,
    Setup,
    Stopped,
    ThrownIn,
)
from cutthroat.scorepad.statistics import POINTS
from cutthroat.web.pages.board import CardFace, face_of
from cutthroat.web.problems import Denied, WebReason

NOBODY: Final = "nobody"
CARD: Final = "card-"
"""What the name of a field begins with that says who took a card; the card follows."""
_RANKS: Final = (Rank.TEN, Rank.ACE, Rank.KING, Rank.QUEEN, Rank.JACK, Rank.JOKER)
"""In the order in which people count: what is worth most first, then as the suits go."""


class FormReason(StrEnum):
    """What is missing in the form for a line."""

    NO_BIDDER = "no_bidder"
    NO_BID = "no_bid"
    NO_HIGH = "no_high"
    NO_LOW = "no_low"
    NO_JACK = "no_jack"
    NO_GAME = "no_game"


class Unfilled(CutthroatError):  # noqa: N818  # named after what is the case
    """A form for a line that does not say enough."""


# From the form to an entry


def entry_of(form: Mapping[str, str], setup: Setup) -> Entry:
    """The line that a form asks for.

    Raises Unfilled for what is missing, Denied for what such a form never sends, InvalidNotation
    for a card that is none.
    """
    match form.get("do", "enter"):
        case "enter" | "sure":
            return _deal_of(form, setup)
        case "thrown_in":
            return ThrownIn()
        case "misdeal":
            return Misdeal()
        case "stop":
            return Stopped(" ".join(form.get("reason", "").split()))
        case "next":
            return NextMatch(_seat(form.get("dealer", "")))
        case other:
            raise Denied(WebReason.BAD_FIELD, detail=other[:20])


def _deal_of(form: Mapping[str, str], setup: Setup) -> ScoredDeal:
    bidder, bid = form.get("bidder", ""), form.get("bid", "")
    if not bidder:
        raise Unfilled(FormReason.NO_BIDDER)
    if not bid:
        raise Unfilled(FormReason.NO_BID)
    winning = Bid(_seat(bidder), _seat(bid))
    points = Points(*(_owner(form, point) for point in POINTS))
    return ScoredDeal(winning, points, captured_of(form, setup.seats))


def _owner(form: Mapping[str, str], point: str) -> Seat | None:
    owner = form.get(point, "")
    if not owner:
        raise Unfilled(FormReason(f"no_{point}"))
    return None if owner == NOBODY else _seat(owner)


def captured_of(form: Mapping[str, str], seats: int) -> tuple[CardSet, ...]:
    """The cards that each seat took, seat 1 first; empty if none was counted.

    Raises Denied, InvalidNotation.
    """
    takers = {
        Card(name.removeprefix(CARD)): _seat(taker)
        for name, taker in form.items()
        if name.startswith(CARD) and taker
    }
    if not takers:
        return ()
    if max(takers.values()) > seats:
        raise Denied(WebReason.BAD_FIELD, detail=str(max(takers.values())))
    return tuple(
        CardSet(card for card, taker in takers.items() if taker == seat)
        for seat in range(1, seats + 1)
    )


def _seat(text: str) -> int:
    """A seat, or a bid: one digit. What the rules make of it is theirs to say."""
    if len(text) != 1 or text not in "123456789":
        raise Denied(WebReason.BAD_FIELD, detail=text[:20])
    return int(text)


def version_of(form: Mapping[str, str]) -> int | None:
    """The version of the sheet that a form was filled in upon; None if it does not say.

    Raises Denied for what is no version.
    """
    text = form.get("at", "")
    if not text:
        return None
    if not (text.isascii() and text.isdigit() and len(text) < 16):
        raise Denied(WebReason.BAD_FIELD, detail=text[:20])
    return int(text)


def key_of(form: Mapping[str, str], change: Edit | Undone | Redone) -> str:
    """By what a change is known that is sent twice; empty for a form that is known by nothing.

    A form that is sent again with something else in it is another change: who goes back to an old
    page, and fills it in anew, is to hear that it is old.
    """
    given = form.get("key", "")[:40]
    return f"{given}-{sha256(noted_json(Noted(change, 0))).hexdigest()[:12]}" if given else ""


# From an entry to the form


def filled_of(entry: Entry) -> Mapping[str, str]:
    """How the form is filled in that asks for a line."""
    match entry:
        case ScoredDeal():
            return dict(_deal_fields(entry))
        case Stopped(reason):
            return {"reason": reason}
        case NextMatch(dealer):
            return {"dealer": str(dealer)}
        case _:
            return {}


def _deal_fields(deal: ScoredDeal) -> Iterator[tuple[str, str]]:
    yield "bidder", str(deal.bid.seat)
    yield "bid", str(deal.bid.points)
    for point in POINTS:
        yield point, owner_field(getattr(deal.points, point))
    for seat, cards in enumerate(deal.captured, start=1):
        for card in cards:
            yield CARD + card.text, str(seat)


def owner_field(seat: Seat | None) -> str:
    """Who has a point, as the form says it."""
    return NOBODY if seat is None else str(seat)


# Counting Game


@dataclass(frozen=True, slots=True)
class CountRow:
    """Cards of one rank, to be given to whoever took them.

    worth: what each counts.
    """

    heading: str
    worth: int
    faces: tuple[CardFace, ...]


def count_rows(rules: Rules) -> Iterator[CountRow]:
    """The cards that count, rank by rank. R8."""
    counting = counting_cards(rules)
    headings = {
        Rank.TEN: _("Tens"),
        Rank.ACE: _("Aces"),
        Rank.KING: _("Kings"),
        Rank.QUEEN: _("Queens"),
        Rank.JACK: _("Jacks"),
        Rank.JOKER: _("The joker"),
    }
    for rank in _RANKS:
        faces = tuple(face_of(card) for card in counting if card.rank is rank)
        if faces:
            yield CountRow(headings[rank], CARD_POINTS[rank], faces)


def counted(form: Mapping[str, str], setup: Setup) -> Count | None:
    """What the cards of a form count, and who has Game by it; None if none was counted. R8.

    Before a bidder is named, a tie is nobody's.
    Raises InvalidEntry for cards that cannot be so, Denied, InvalidNotation.
    """
    captured = captured_of(form, setup.seats)
    bidder = form.get("bidder", "")
    return count(setup.rules, captured, _seat(bidder) if bidder else 0) if captured else None


def game_counted(form: Mapping[str, str], setup: Setup) -> str | None:
    """Who has Game by the cards of a form, as the form says it; None if none was counted. R8.

    Raises Unfilled for a tie that waits for a bidder (`tie=bidder`), and as `counted` does.
    """
    found = counted(form, setup)
    if found is None:
        return None
    if found.game is None and setup.rules.tie is Tie.BIDDER and not form.get("bidder"):
        raise Unfilled(FormReason.NO_BIDDER)
    return owner_field(found.game)
