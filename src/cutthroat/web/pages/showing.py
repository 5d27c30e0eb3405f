"""A table as HTML: made once for all who see the same, and from what they may see.

What all may know is drawn from the spectator's view, a seat's own part from that seat's view.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from html import escape
from typing import Final
from weakref import WeakKeyDictionary

from cutthroat.core.actions import Seat
from cutthroat.core.cards import CardSet
from cutthroat.core.decided import points_decided
from cutthroat.i18n.catalogue import _
from cutthroat.service.tables.happenings import REACTIONS
from cutthroat.service.tables.hosting import HostedTable
from cutthroat.web.pages.board import board_of, empty_board
from cutthroat.web.pages.drawing import Part, Studio
from cutthroat.web.pages.known import Known, known_from
from cutthroat.web.pages.looks import Look
from cutthroat.web.pages.own import Own
from cutthroat.web.pages.story import Story, remark_text

_PARTS: Final = (
    *("scores", "seats", "middle", "last", "summary"),
    *("hand", "asks", "story", "menu"),
)
_STORY_ENDS: Final = "</ol></section>"


@dataclass(frozen=True, slots=True)
class Sitter:
    """Who sits in a seat, as far as it is no matter of cards."""

    marks: tuple[str, ...]
    gone: bool
    remark: str | None


@dataclass(frozen=True, slots=True)
class Drawing:
    """A table as one audience sees it: where it begins, and its parts by name, in order."""

    head: str
    parts: Mapping[str, str]

    def html(self, had: Mapping[str, str]) -> str:
        """The whole, but for the parts that a reader has as they are: these are only named.

        had: what the reader was sent last; empty for a reader who has nothing.
        """
        told = [
            f'<div data-part="{name}" data-keep></div>'
            if had.get(name) == text
            else f'<div data-part="{name}">{text}</div>'
            for name, text in self.parts.items()
        ]
        return f"{self.head}{''.join(told)}</main>"


class Showing:
    """One table, for all who look at its page."""

    def __init__(self, table: HostedTable, studio: Studio) -> None:
        self._table = table
        self._studio = studio
        self._story = Story()
        self._moment = (-1, -1)
        self._around = b""
        self._is_decided = False
        self._known: Known | None = None
        self._names: dict[str, tuple[str, ...]] = {}
        self._made: dict[tuple[Seat | None, str, str], Drawing] = {}
        self._for_all: dict[tuple[str, str], dict[str, str]] = {}
        self._hands: dict[tuple[Seat | None, str, str], tuple[tuple[object, ...], str]] = {}
        self._sitting: tuple[tuple[object, ...], tuple[Sitter, ...]] | None = None
        self._seldom: dict[
            tuple[Seat | None, str, str], tuple[tuple[object, ...], tuple[str, str]]
        ] = {}
        self._parts = {name: Part(studio, f"table/{name}.html") for name in _PARTS}

    def html(self, seat: Seat | None, look: Look) -> str:
        """The part of the page that changes, as a seat or a spectator sees it now.

        The language of the look is the one that is spoken.
        """
        return self.drawing(seat, look).html({})

    def drawing(self, seat: Seat | None, look: Look) -> Drawing:
        """The same in its parts, made once for all who see the same."""
        known = self._known_now()
        key = (seat, look.language, look.cards)
        if key not in self._made:
            self._made[key] = self._drawn(known, seat, look)
        return self._made[key]

    def _known_now(self) -> Known:
        moment = (self._table.stamp, self._table.version)
        if moment != self._moment or self._known is None:
            self._moment = moment
            self._made.clear()
            self._for_all.clear()
            self._story.follow(self._table)
            public = self._table.view_of(None)
            self._is_decided = public is not None and points_decided(public)
            around = self._table.around_json()
            if self._known is None or around is not self._around:
                self._around, self._known = around, known_from(around)
                self._names.clear()
        return self._known

    def _drawn(self, known: Known, seat: Seat | None, look: Look) -> Drawing:
        if look.language not in self._names:
            self._names[look.language] = known.names
        names = self._names[look.language]
        sheet = self._studio.asset(sheet_of(look))
        all_ = (look.language, look.cards)
        if all_ not in self._for_all:
            self._for_all[all_] = self._drawn_for_all(known, names, all_, sheet)
        own = Own(known, self._table.view_of(seat), seat, names, self._is_decided)
        parts = {**self._for_all[all_], **self._drawn_for_one(own, (seat, *all_), sheet)}
        return Drawing(_head(own, self._table.version), parts)

    def _drawn_for_all(
        self, known: Known, names: tuple[str, ...], all_: tuple[str, str], sheet: str
    ) -> dict[str, str]:
        """What all may know."""
        view, parts = self._table.view_of(None), self._parts
        board = board_of(view, names) if view else empty_board(names, known.target)
        sitters = self._sitters(known, all_[0])
        return {
            "scores": parts["scores"].drawn(all_, rows=board.rows, target=board.target),
            "seats": parts["seats"].drawn(
                all_, places=board.places, sitters=sitters, stage=board.stage, sheet=sheet
            ),
            "middle": parts["middle"].drawn(
                all_,
                stage=board.stage,
                trump=board.trump,
                bid=board.bid,
                bidder=board.bidder,
                trick=board.trick,
                taker=board.taker,
                sheet=sheet,
            ),
            "last": parts["last"].drawn(all_, last=board.last, sheet=sheet),
            "summary": parts["summary"].drawn(all_, result=board.result, sheet=sheet),
        }

    def _sitters(self, known: Known, language: str) -> tuple[Sitter, ...]:
        remarks = tuple(self._story.remark(one.seat) for one in known.seats)
        facts = self._around, language, remarks
        if self._sitting is None or self._sitting[0] != facts:
            sitters = tuple(
                Sitter(
                    tuple(known.marks(one)),
                    one.kind == "free" or one.away or one.left is True,
                    remark,
                )
                for one, remark in zip(known.seats, remarks, strict=True)
            )
            self._sitting = facts, sitters
        return self._sitting[1]

    def _drawn_for_one(
        self, own: Own, audience: tuple[Seat | None, str, str], sheet: str
    ) -> dict[str, str]:
        """A reader's own part."""
        seat, language, _cards = audience
        parts = self._parts
        hand = own.view.hand if own.view else CardSet()
        lines = self._story.lines(tuple(own.names), seat, hand, language)
        drawn = dict.fromkeys(("hand", "asks", "story", "menu"), "")
        if own.shows_hand:
            drawn["hand"] = self._drawn_hand(own, audience, sheet)
        drawn["asks"], drawn["menu"] = self._drawn_seldom(own, audience)
        drawn["story"] = parts["story"].drawn(audience) + lines + _STORY_ENDS
        return drawn

    def _drawn_hand(self, own: Own, audience: tuple[Seat | None, str, str], sheet: str) -> str:
        """A reader's cards and what can be done with them."""
        # At another's turn nothing can be done upon a version.
        at = self._table.version if own.my_turn else ""
        facts = at, self._around, *own.held
        last = self._hands.get(audience)
        if last is not None and last[0] == facts:
            return last[1]
        text = self._parts["hand"].drawn(audience, version=at, sheet=sheet, **own.hand_places())
        self._hands[audience] = facts, text
        return text

    def _drawn_seldom(self, own: Own, audience: tuple[Seat | None, str, str]) -> tuple[str, str]:
        """What a reader is asked, and the menu: no call and no card changes them."""
        facts = (self._around, *own.seldom)
        last = self._seldom.get(audience)
        if last is not None and last[0] == facts:
            return last[1]
        asks = self._parts["asks"].drawn(audience, **own.asks_places())
        menu = ""
        if own.seat is not None and own.is_open:
            menu = self._parts["menu"].drawn(
                audience, reactions=REACTIONS, remark=remark_text, **own.menu_places()
            )
        self._seldom[audience] = facts, (asks, menu)
        return asks, menu


def sheet_of(look: Look) -> str:
    """The file with the pictures of the cards."""
    return "cards-large.svg" if look.cards == "large" else "cards.svg"


def _head(own: Own, version: int) -> str:
    """Where the changing part begins: what tests and the script read, and whose turn it is."""
    view, seat = own.view, own.seat
    turn = view.turn if view and view.turn else ""
    classes = f"table seats-{len(own.names)} you-{seat or 1} stage-{own.stage}"
    classes += " my-turn" if own.my_turn else ""
    resting = " resting" if view and view.tricks and not (view.trick and view.trick.cards) else ""
    shows = own.shows_nonce() or ""
    return (
        f'<main id="table" class="{classes}{resting}" data-phase="{own.stage}" data-turn="{turn}"'
        f' data-version="{version}" data-you="{seat or ""}" data-table="{own.known.table}"'
        f' data-deal="{view.deal if view else 0}" data-free="{own.free}" data-show="{shows}">'
        f'<h1 id="turn" class="turn">{escape(own.headline())}</h1>'
        f"{_clock(own.known.deadline)}"
    )


def _clock(deadline: str | None) -> str:
    """When the turn's clock runs out, for a script to count down to; without one, the moment."""
    if deadline is None:
        return ""
    text = _("until {time} UTC", time=deadline.rstrip("Z").partition("T")[2])
    return f'<time class="clock" role="timer" datetime="{deadline}">{escape(text)}</time>'


class Showings:
    """The tables of a server as HTML; one goes when its table goes from memory."""

    def __init__(self, studio: Studio) -> None:
        self._studio = studio
        self._shown: WeakKeyDictionary[HostedTable, Showing] = WeakKeyDictionary()

    def of(self, table: HostedTable) -> Showing:
        """The page of a table."""
        showing = self._shown.get(table)
        if showing is None:
            showing = self._shown[table] = Showing(table, self._studio)
        return showing
