"""One step of a replay, arranged for a template: what lay there, who held what, what happened."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from cutthroat.core.actions import Seat
from cutthroat.core.cards import CardSet
from cutthroat.core.errors import Reason
from cutthroat.core.events import AuctionOpened, DealScored, DealStarted, HandDealt, MatchEnded
from cutthroat.core.view import Stage, View
from cutthroat.i18n.cards import NamedCards, sorted_hand
from cutthroat.i18n.catalogue import _
from cutthroat.i18n.narration import narrate
from cutthroat.i18n.telling import Teller
from cutthroat.service.replay import DealPlace, Replay, Step
from cutthroat.web.pages.board import Board, CardFace, board_of, face_of
from cutthroat.web.pages.naming import tame, told_apart
from cutthroat.web.pages.showing import Sitter
from cutthroat.web.problems import Denied, WebReason

ALL: Final = "all"
"""The sight with all hands open."""
NONE: Final = "none"
"""The sight of a spectator, who sees no hand."""
_NEAR: Final = 100
"""Deals before and after the one that is shown that can be jumped to at once."""
_LONGEST: Final = 200
"""Characters of a free text that are shown."""


@dataclass(frozen=True, slots=True)
class Hand:
    """The cards that a seat holds, sorted."""

    seat: Seat
    who: str
    faces: tuple[CardFace, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """One step of a replay.

    number: of the step, from 1 to `count`.
    sight: what is open: the number of a seat, `ALL` or `NONE`.
    is_mine: whether whoever looks has sat in the seat whose cards are open.
    said: what happened, in sentences.
    deals: those that can be jumped to, each with its first step, counted from 1.
    """

    number: int
    count: int
    sight: str
    is_mine: bool
    names: tuple[str, ...]
    board: Board
    sitters: tuple[Sitter, ...]
    hands: tuple[Hand, ...]
    said: tuple[str, ...]
    deals: tuple[DealPlace, ...]

    @property
    def previous(self) -> int | None:
        """The step before, if there is one."""
        return self.number - 1 if self.number > 1 else None

    @property
    def next(self) -> int | None:
        """The step after, if there is one."""
        return self.number + 1 if self.number < self.count else None

    @property
    def seat(self) -> Seat | None:
        """The seat whose cards are open, if it is one."""
        return int(self.sight) if self.sight.isdigit() else None


def names_of(replay: Replay) -> tuple[str, ...]:
    """Who played, seat 1 first, as pages show it."""
    return told_apart([tame(name) for name in replay.names])


def step_number(text: str, replay: Replay) -> int:
    """The number of a step, from 1.

    Raises Denied for one that there is not.
    """
    steps = len(replay.steps)
    # Longer ones could not even be read in reasonable time.
    number = int(text) if text.isascii() and text.isdigit() and len(text) < 10 else 0
    if not 1 <= number <= steps:
        raise Denied(WebReason.NO_SUCH_STEP, step=text[:20], steps=steps)
    return number


def sight_of(text: str, replay: Replay) -> str:
    """What is to be open.

    Raises Denied for a seat that there is not.
    """
    if text not in (ALL, NONE, *map(str, replay.seats)):
        raise Denied(Reason.NO_SUCH_SEAT, seat=text[:20], seats=replay.header.seats)
    return text


def scene_of(replay: Replay, number: int, sight: str, me: Seat | None) -> Scene:
    """A step of a replay.

    me: the seat where whoever looks has sat, to be called `you` when its cards are seen.
    """
    names = names_of(replay)
    step = replay.steps[number - 1]
    view = step.view(None)
    you = me if sight == str(me) else None
    teller = Teller(NamedCards(), names, you)
    return Scene(
        number=number,
        count=len(replay.steps),
        sight=sight,
        is_mine=you is not None,
        names=names,
        board=board_of(view, names),
        sitters=tuple(_sitter(bot) for bot in replay.bots),
        hands=tuple(_hands(step, names, sight, view)),
        said=tuple(_said(teller, view, step)),
        deals=tuple(_near(replay.steps.deals, view.deal)),
    )


def _sitter(bot: str | None) -> Sitter:
    return Sitter(marks=(_("bot"),) if bot else (), gone=False, remark=None)


def _hands(step: Step, names: Sequence[str], sight: str, view: View) -> Iterator[Hand]:
    """The hands that are open, while there are any."""
    if view.stage not in (Stage.AUCTION, Stage.PLAY):
        return
    for seat, who in enumerate(names, start=1):
        if sight in (ALL, str(seat)):
            held: CardSet = step.view(seat).hand
            yield Hand(seat, who, tuple(map(face_of, sorted_hand(held, view.trump))))


def _said(teller: Teller, view: View, step: Step) -> Iterator[str]:
    event = step.event
    if isinstance(event, AuctionOpened | DealStarted | HandDealt):
        yield teller.dealt(view.deal, view.dealer)
    elif isinstance(event, DealScored):
        yield next(narrate(teller, view, event))  # the rest is in the result that is shown
    elif isinstance(event, MatchEnded):
        yield from narrate(teller, view, replace(event, reason=tame(event.reason, _LONGEST)))
    else:
        yield from narrate(teller, view, event)


def _near(deals: Sequence[DealPlace], shown: int) -> Iterator[DealPlace]:
    """The first deal, the last, and those around the one that is shown."""
    for place in deals:
        is_near = abs(place.deal - shown) <= _NEAR
        if is_near or place.deal in (1, len(deals)):
            yield DealPlace(place.deal, place.step + 1)
