"""What lies on a table, arranged for a template: from what a reader may see, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

from cutthroat.core.actions import Bid, Call, Seat
from cutthroat.core.cards import Card, CardSet, Suit
from cutthroat.core.scoring import CARD_POINTS, Summary
from cutthroat.core.view import Stage, View
from cutthroat.i18n.cards import NamedCards, card_name, sorted_hand
from cutthroat.i18n.catalogue import N_, _, spoken
from cutthroat.i18n.result import result_lines
from cutthroat.i18n.telling import Teller

Plays: TypeAlias = tuple[tuple[Seat, Card], ...]


@dataclass(frozen=True, slots=True)
class CardFace:
    """A card to be shown. `suit` is a letter, empty for the joker; `name` is for who hears it."""

    text: str
    suit: str
    name: str


@dataclass(frozen=True, slots=True)
class PlayedCard:
    """A card in a trick, and whose it is. `takes`: whether it has taken the trick."""

    seat: Seat
    who: str
    face: CardFace
    takes: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """A seat as all see it. `call` is text; None before the seat has called in this deal."""

    seat: Seat
    who: str
    score: int
    cards: int
    taken: int
    card_points: int
    call: str | None
    deals: bool
    bids: bool
    turn: bool

    @property
    def state(self) -> str:
        """For the style sheet: whose turn it is, and who bids."""
        return f"{' acts' if self.turn else ''}{' bids' if self.bids else ''}"


@dataclass(frozen=True, slots=True)
class PointWon:
    """One of the four points of a deal: who has it and by which card, None for nobody.

    count: the card points that won Game; None for the others.
    """

    name: str
    who: str | None
    face: CardFace | None
    count: int | None = None


@dataclass(frozen=True, slots=True)
class Count:
    """The card points of a seat, counted out: each card with its worth."""

    who: str
    total: int
    cards: tuple[tuple[CardFace, int], ...]


@dataclass(frozen=True, slots=True)
class Result:
    """What came out of a deal, for a person to follow. `change` has who, before, change, after."""

    deal: int
    headline: str
    made: bool
    points: tuple[PointWon, ...]
    counts: tuple[Count, ...]
    sentences: tuple[str, ...]
    changes: tuple[tuple[str, int, int, int], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Board:
    """A table as all see it.

    trick: the cards in the middle: those of the running trick, or of the last one until the next
        is led.
    taker: who took that trick; None if it is not complete.
    last: the last complete trick before the one in the middle; empty if there is none.
    """

    stage: Stage
    places: tuple[Place, ...]
    trump: Suit | None
    bid: int | None
    bidder: str | None
    trick: tuple[PlayedCard, ...]
    taker: str | None
    last: tuple[PlayedCard, ...]
    result: Result | None
    deal: int
    target: int

    @property
    def rows(self) -> tuple[tuple[str, int, int, int], ...]:
        """The score: for each seat who, the match score, tricks and card points of the deal."""
        return tuple((one.who, one.score, one.taken, one.card_points) for one in self.places)


def face_of(card: Card) -> CardFace:
    """A card to be shown, in the language that is spoken."""
    return _face(card, spoken())


@lru_cache(maxsize=1024)
def _face(card: Card, _language: object) -> CardFace:
    return CardFace(card.text, card.suit.value if card.suit else "", card_name(card))


def hand_faces(view: View) -> tuple[CardFace, ...]:
    """The viewer's own cards, sorted."""
    return _sorted_faces(view.hand, view.trump, spoken())


@lru_cache(maxsize=1024)
def _sorted_faces(hand: CardSet, trump: Suit | None, _language: object) -> tuple[CardFace, ...]:
    return tuple(map(face_of, sorted_hand(hand, trump)))


def board_of(view: View, names: Sequence[str]) -> Board:
    """A table from what may be seen of it.

    names: who sits where, seat 1 first.
    """
    plays, taker = _middle(view)
    resting = taker is not None
    earlier = view.tricks[:-1] if resting else view.tricks
    return Board(
        stage=view.stage,
        places=tuple(_place(view, names, seat) for seat in range(1, view.seats + 1)),
        trump=view.trump,
        bid=view.bid,
        bidder=names[view.bidder - 1] if view.bidder else None,
        trick=_played(plays, taker, names),
        taker=names[taker - 1] if taker else None,
        last=_played(earlier[-1].trick.plays, earlier[-1].taker, names) if earlier else (),
        result=_result(view, view.summary, names) if view.summary else None,
        deal=view.deal,
        target=view.rules.target,
    )


def empty_board(names: Sequence[str], target: int) -> Board:
    """A table where no match has begun."""
    places = tuple(
        Place(
            seat=seat,
            who=who,
            score=0,
            cards=0,
            taken=0,
            card_points=0,
            call=None,
            deals=False,
            bids=False,
            turn=False,
        )
        for seat, who in enumerate(names, start=1)
    )
    return Board(
        stage=Stage.WAITING,
        places=places,
        trump=None,
        bid=None,
        bidder=None,
        trick=(),
        taker=None,
        last=(),
        result=None,
        deal=0,
        target=target,
    )


def _middle(view: View) -> tuple[Plays, Seat | None]:
    """The cards in the middle, and who took them: a complete trick lies until the next is led."""
    if view.trick and view.trick.cards:
        return view.trick.plays, None
    if view.tricks:
        return view.tricks[-1].trick.plays, view.tricks[-1].taker
    return (), None


def _played(plays: Plays, taker: Seat | None, names: Sequence[str]) -> tuple[PlayedCard, ...]:
    return tuple(
        PlayedCard(seat, names[seat - 1], face_of(card), takes=seat == taker)
        for seat, card in plays
    )


def _place(view: View, names: Sequence[str], seat: Seat) -> Place:
    place = seat - 1
    called = [call for call in view.calls if call.seat == seat]
    return Place(
        seat=seat,
        who=names[place],
        score=view.scores[place],
        cards=view.hand_sizes[place],
        taken=view.taken[place],
        card_points=view.card_points[place],
        call=_call_text(called[0]) if called else None,
        deals=view.dealer == seat,
        bids=view.bidder == seat,
        turn=view.turn == seat,
    )


def _call_text(call: Call) -> str:
    return _("bid {bid}", bid=call.points) if isinstance(call, Bid) else _("passed")


def _result(view: View, summary: Summary, names: Sequence[str]) -> Result:
    teller = Teller(NamedCards(), tuple(names), None)
    lines = tuple(result_lines(teller, view.rules, summary, view.tricks))
    return Result(
        deal=summary.deal,
        headline=lines[0],
        made=summary.made,
        points=tuple(_points(summary, names)),
        counts=tuple(_count(view, names, seat) for seat in range(1, view.seats + 1)),
        sentences=lines[1:],
        changes=tuple(
            (who, after - change, change, after)
            for who, change, after in zip(names, summary.change, summary.scores, strict=True)
        ),
    )


def _points(summary: Summary, names: Sequence[str]) -> Iterator[PointWon]:
    points, tally = summary.points, summary.tally
    for name, seat, card in (
        (N_("High"), points.high, tally.cards.high if tally else None),
        (N_("Low"), points.low, tally.cards.low if tally else None),
        (N_("Jack"), points.jack, tally.cards.jack if tally else None),
    ):
        yield PointWon(_(name), names[seat - 1] if seat else None, face_of(card) if card else None)
    game = names[points.game - 1] if points.game else None
    count = tally.card_points[points.game - 1] if tally and points.game else None
    yield PointWon(_("Game"), game, None, count)


def _count(view: View, names: Sequence[str], seat: Seat) -> Count:
    """A seat's card points, the cards that count most first. R8."""
    cards = [
        card
        for taken in view.tricks
        if taken.taker == seat
        for card in taken.trick.cards
        if card.rank in CARD_POINTS
    ]
    cards.sort(key=lambda card: (-CARD_POINTS[card.rank], card.index))
    worth = tuple((face_of(card), CARD_POINTS[card.rank]) for card in cards)
    return Count(names[seat - 1], sum(points for _face, points in worth), worth)
