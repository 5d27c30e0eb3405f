"""Events as JSON: how they are kept in the log, and what of them each reader is told.

An event of a match is told as it is kept, but only to its audience. An event of the table is told
by an allow-list, for some of its fields are the server's.
"""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

import msgspec
from msgspec import Struct

from cutthroat.core import events as core
from cutthroat.core.actions import Bid, Call, Pass, Seat
from cutthroat.core.cards import Card, CardSet
from cutthroat.core.rules import parse_rules
from cutthroat.core.scoring import PointCards, Points, Summary, Tally
from cutthroat.core.shuffle import FairDeal
from cutthroat.service.tables import happenings as own
from cutthroat.service.tables.happenings import Happening, Item


class _Wire(Struct, frozen=True, tag_field="event", tag=own.event_name):
    """An event of a match, as JSON."""


class MatchStarted(_Wire, frozen=True):
    """The match begins; `rules` as `key=value` words."""

    rules: str
    seats: int
    dealer: Seat


class DealStarted(_Wire, frozen=True):
    """A deal begins."""

    deal: int
    dealer: Seat


class HandDealt(_Wire, frozen=True):
    """Your six cards."""

    seat: Seat
    cards: tuple[str, ...]


class AuctionOpened(_Wire, frozen=True):
    """Every seat has its cards."""


class Called(_Wire, frozen=True):
    """A bid of 2, 3 or 4, or a pass."""

    seat: Seat
    call: int | Literal["pass"]


class ThrownIn(_Wire, frozen=True):
    """Everybody passed."""


class Misdealt(_Wire, frozen=True):
    """The deal was annulled."""


class Played(_Wire, frozen=True):
    """A card on the table."""

    seat: Seat
    card: str


class TrickTaken(_Wire, frozen=True):
    """A trick went to a seat."""

    seat: Seat


class OwnersWire(Struct, frozen=True):
    """The seat that has each point, null for nobody."""

    high: Seat | None
    low: Seat | None
    jack: Seat | None
    game: Seat | None


class CardsWire(Struct, frozen=True):
    """The card that earned each point, null where nobody has it."""

    high: str | None
    low: str | None
    jack: str | None


class SummaryWire(Struct, frozen=True):
    """The result of a deal; lists hold one number a seat, seat 1 first."""

    deal: int
    bidder: Seat
    bid: int
    made: bool
    points: OwnersWire
    cards: CardsWire | None
    card_points: tuple[int, ...] | None
    earned: tuple[int, ...]
    change: tuple[int, ...]
    scores: tuple[int, ...]


class DealScored(_Wire, frozen=True):
    """A deal was scored."""

    summary: SummaryWire


class MatchWon(_Wire, frozen=True):
    """A seat won the match: `from_target`, `reach`, `four` or `limit`."""

    seat: Seat
    reason: str


class MatchEnded(_Wire, frozen=True):
    """The match ended and nobody won it."""

    reason: str


MatchWire: TypeAlias = (
    MatchStarted
    | DealStarted
    | HandDealt
    | AuctionOpened
    | Called
    | ThrownIn
    | Misdealt
    | Played
    | TrickTaken
    | DealScored
    | MatchWon
    | MatchEnded
)


# To JSON


def call_wire(call: Call) -> int | Literal["pass"]:
    """A call as JSON has it."""
    return call.points if isinstance(call, Bid) else "pass"


def summary_wire(summary: Summary) -> SummaryWire:
    """The result of a deal as JSON has it."""
    points, tally = summary.points, summary.tally
    return SummaryWire(
        deal=summary.deal,
        bidder=summary.bidder,
        bid=summary.bid,
        made=summary.made,
        points=OwnersWire(points.high, points.low, points.jack, points.game),
        cards=_cards_wire(tally.cards) if tally else None,
        card_points=tally.card_points if tally else None,
        earned=summary.earned,
        change=summary.change,
        scores=summary.scores,
    )


def _cards_wire(cards: PointCards) -> CardsWire:
    return CardsWire(*(card and card.text for card in (cards.high, cards.low, cards.jack)))


def _match_wire(event: core.Event) -> MatchWire:
    match event:
        case core.Played():
            return Played(event.seat, event.card.text)
        case core.TrickTaken():
            return TrickTaken(event.seat)
        case core.Called():
            return Called(event.call.seat, call_wire(event.call))
        case core.HandDealt():
            return HandDealt(event.seat, tuple([card.text for card in event.hand]))
        case core.DealStarted():
            return DealStarted(event.deal, event.dealer)
        case core.AuctionOpened():
            return AuctionOpened()
        case core.DealScored():
            return DealScored(summary_wire(event.summary))
        case core.ThrownIn():
            return ThrownIn()
        case core.Misdealt():
            return Misdealt()
        case core.MatchStarted():
            return MatchStarted(str(event.rules), event.seats, event.dealer)
        case core.MatchWon():
            return MatchWon(event.seat, event.reason.value)
        case core.MatchEnded():
            return MatchEnded(event.reason)


# From JSON


def _match_event(wire: MatchWire) -> core.Event:
    match wire:
        case Played():
            return core.Played(wire.seat, Card(wire.card))
        case TrickTaken():
            return core.TrickTaken(wire.seat)
        case Called():
            bid = wire.call
            return core.Called(Pass(wire.seat) if bid == "pass" else Bid(wire.seat, bid))
        case HandDealt():
            return core.HandDealt(wire.seat, CardSet(Card(card) for card in wire.cards))
        case DealStarted():
            return core.DealStarted(wire.deal, wire.dealer)
        case AuctionOpened():
            return core.AuctionOpened()
        case DealScored():
            return core.DealScored(_summary(wire.summary))
        case ThrownIn():
            return core.ThrownIn()
        case Misdealt():
            return core.Misdealt()
        case MatchStarted():
            return core.MatchStarted(parse_rules(wire.rules), wire.seats, wire.dealer)
        case MatchWon():
            return core.MatchWon(wire.seat, core.WinReason(wire.reason))
        case MatchEnded():
            return core.MatchEnded(wire.reason)


def _summary(wire: SummaryWire) -> Summary:
    owners = wire.points
    points = Points(owners.high, owners.low, owners.jack, owners.game)
    tally = None
    if wire.cards and wire.card_points:
        earners = (wire.cards.high, wire.cards.low, wire.cards.jack)
        cards = PointCards(*(Card(text) if text else None for text in earners))
        tally = Tally(points, cards, wire.card_points)
    return Summary(
        deal=wire.deal,
        bidder=wire.bidder,
        bid=wire.bid,
        made=wire.made,
        points=points,
        tally=tally,
        earned=wire.earned,
        change=wire.change,
        scores=wire.scores,
    )


# The log

_encode = msgspec.json.Encoder().encode
_decoder = msgspec.json.Decoder(list[MatchWire | Happening])


def pack(items: tuple[Item, ...]) -> bytes:
    """Events as an entry of the log keeps them: a JSON array."""
    return _encode([_kept(item) for item in items])


def unpack(body: bytes) -> tuple[Item, ...]:
    """The events of an entry of the log.

    Raises msgspec.ValidationError for a body that no version of this program has written.
    """
    return tuple(_item(kept) for kept in _decoder.decode(body))


def _kept(item: Item) -> MatchWire | Happening:
    return item if isinstance(item, own.TableEvent) else _match_wire(item)


def _item(kept: MatchWire | Happening) -> Item:
    return kept if isinstance(kept, own.TableEvent) else _match_event(kept)


# What readers are told


class Told(NamedTuple):
    """An event as JSON without its number, and the one seat it is for; None for all."""

    text: bytes
    audience: Seat | None


def told(item: Item) -> Told:
    """What readers may know of an event."""
    if isinstance(item, own.TableEvent):
        return Told(_encode(_public(item)), None)
    return Told(_encode(_match_wire(item)), item.audience)


def _public(item: Happening) -> dict[str, object]:
    """The fields of an event of the table that are for all."""
    name = type(item).__struct_config__.tag
    match item:
        case own.TableOpened():
            return {"event": name, "rules": item.rules, "seats": len(item.bots)}
        case own.MatchPrepared():
            commitment = FairDeal(bytes.fromhex(item.secret), item.match, ()).commitment
            return {"event": name, "match": item.match, "commitment": commitment}
        case own.SeatTaken():
            return {"event": name, "seat": item.seat, "name": item.name}
        case own.SeatFreed() | own.WentAway() | own.Left():
            return {"event": name, "seat": item.seat, "why": item.why}
        case own.NoncePledged():
            return {"event": name, "seat": item.seat, "hash": item.hash}
        case own.NonceShown() | own.Ready() | own.CameBack():
            return {"event": name, "seat": item.seat}
        case own.NoncesFixed():
            return {"event": name, "match": item.match, "nonces": item.nonces}
        case own.EndAgreed() | own.FinishAgreed():
            return {"event": name, "seat": item.seat, "agrees": item.agrees}
        case own.Reacted():
            return {"event": name, "seat": item.seat, "reaction": item.reaction}
        case own.SecretShown():
            return {"event": name, "match": item.match, "secret": item.secret}
        case own.TableClosed():
            return {"event": name, "why": item.why}
