"""For who does not know the game yet: how to play it, and a guided first deal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from http import HTTPStatus
from typing import Final
from urllib.parse import urlencode

from starlette.responses import Response

from cutthroat.core.actions import Action, Bid, Play, Seat
from cutthroat.core.cards import Card, CardSet, Rank, Suit, cards
from cutthroat.core.errors import IllegalAction
from cutthroat.core.rules import PRESETS, Follow
from cutthroat.core.scoring import CARD_POINTS
from cutthroat.core.trick import TakenTrick, Trick, legal_plays, trick_taker
from cutthroat.core.view import View
from cutthroat.i18n.cards import NamedCards, sorted_hand
from cutthroat.i18n.catalogue import N_, _
from cutthroat.i18n.options import option_text
from cutthroat.i18n.result import result_lines
from cutthroat.i18n.telling import Teller
from cutthroat.service.lesson import (
    LEARNER,
    Lesson,
    after,
    lesson_of,
    move_of,
    moves_of,
    moves_text,
)
from cutthroat.web.limits import READS
from cutthroat.web.pages.board import Board, CardFace, PlayedCard, board_of, face_of, hand_faces
from cutthroat.web.pages.coach import coached, why_taken
from cutthroat.web.pages.forms import said_to_you
from cutthroat.web.pages.once import fresh
from cutthroat.web.pages.page import Visit
from cutthroat.web.pages.showing import Sitter, sheet_of
from cutthroat.web.problems import Denied, WebReason, status_of

_PATH: Final = "/learn/deal"
_NAMES: Final = (N_("Learner"), N_("Ada"), N_("Ben"))
"""Who sits at the table of the examples and of the guided deal."""
_MOVES_LENGTH: Final = 40
"""Characters that the moves of a whole deal have at the most, and more."""

# How to play


@dataclass(frozen=True, slots=True)
class TrickShown:
    """A trick as an example.

    why: why it went where it did. so: what follows from it for the points.
    """

    plays: tuple[PlayedCard, ...]
    why: str
    so: str


_TRUMP: Final = Suit.SPADES
_EXAMPLES: Final = (
    (2, "9H TH KH", N_("The ten in it alone is worth 10 card points, and the king 3.")),
    (2, "AH 2S TH", N_("The smallest trump beats an ace. And being the two, it is Low as well.")),
    (2, "QD AC 4D", N_("The ace of clubs takes nothing: clubs were not led and are not trump.")),
)
"""Who leads, the cards in playing order, and what follows. R6, R8, R18."""
_HAND: Final = "KH 4H 7S QC 9D"
"""Held by somebody who is to follow when hearts are led. R16."""


async def get_learn(visit: Visit) -> Response:
    """How to play, with pictures of cards."""
    return visit.show(
        "learn.html",
        sheet=visit.kit.studio.asset(sheet_of(visit.look)),
        face=lambda text: face_of(Card(text)),
        worth=[(face_of(Card(rank.letter + _TRUMP.value)), CARD_POINTS[rank]) for rank in _COUNT],
        tricks=tuple(_tricks_shown()),
        hand=tuple(_hand_shown()),
        classic=_classic(),
    )


_COUNT: Final = (Rank.TEN, Rank.ACE, Rank.KING, Rank.QUEEN, Rank.JACK)
"""The ranks that count for Game, the most first. R8."""


def _tricks_shown() -> Iterator[TrickShown]:
    names = _names()
    teller = _teller(names)
    for leader, text, so in _EXAMPLES:
        trick = Trick(len(names), leader, cards(text))
        taker = trick_taker(trick, _TRUMP)
        plays = tuple(
            PlayedCard(seat, teller.name(seat), face_of(card), takes=seat == taker)
            for seat, card in trick.plays
        )
        yield TrickShown(plays, why_taken(TakenTrick(trick, taker), _TRUMP, teller), _(so))


def _hand_shown() -> Iterator[tuple[CardFace, bool]]:
    """Cards of a hand, and whether each may be played to a heart. R16."""
    hand = CardSet.of(_HAND)
    trick = Trick(3, 2, cards("TH"))
    legal = legal_plays(hand, trick, _TRUMP, Follow.OR_TRUMP)
    for card in sorted_hand(hand, _TRUMP):
        yield face_of(card), card in legal


def _classic() -> tuple[str, str]:
    """What is different at a table that begins by one click."""
    rules = PRESETS["classic"]
    return option_text("high", rules.high), option_text("out", rules.out)


# The guided deal


async def get_lesson(visit: Visit) -> Response:
    """The guided deal after the moves in the address, or what is wrong with one more."""
    visit.site.spend(visit.request, READS, None)
    lesson = lesson_of(_moves_so_far(visit.query))
    move = _chosen(visit.query)
    if move is None:
        return _show(visit, lesson)
    try:
        then = after(lesson, move)
    except IllegalAction as error:
        return _show(visit, lesson, said_to_you(error), status_of(error))
    return visit.go(_address(then.moves))


def _moves_so_far(query: Mapping[str, str]) -> tuple[Action, ...]:
    text = query.get("moves", "")
    if len(text) > _MOVES_LENGTH:
        raise Denied(WebReason.BAD_FIELD, detail="moves")
    return moves_of(text)


def _chosen(query: Mapping[str, str]) -> Action | None:
    """What the learner wants to do now. A card that may not be played is tried, to hear why not."""
    if (call := query.get("call")) is not None:
        if call not in ("pass", "2", "3", "4"):
            raise Denied(WebReason.BAD_FIELD, detail=call[:20])
        return move_of(call)
    for name in ("play", "try"):
        if (card := query.get(name)) is not None:
            return Play(LEARNER, Card(card[:20]))
    return None


def _address(moves: tuple[Action, ...]) -> str:
    return f"{_PATH}?{urlencode({'moves': moves_text(moves)})}" if moves else _PATH


def _show(visit: Visit, lesson: Lesson, refused: str = "", status: int = HTTPStatus.OK) -> Response:
    names = _names()
    teller = _teller(names)
    view = lesson.view
    return visit.show(
        "learn_deal.html",
        status,
        board=_board(view, names, teller),
        sitters=[_sitter(seat) for seat in range(1, len(names) + 1)],
        sheet=visit.kit.studio.asset(sheet_of(visit.look)),
        coach=coached(lesson, teller),
        refused=refused,
        moves=moves_text(lesson.moves),
        back=_address(lesson.moves[:-1]) if lesson.moves else None,
        start=_PATH,
        step=len(lesson.moves) + 1,
        hand=_hand(view),
        calls=[call.points if isinstance(call, Bid) else "pass" for call in view.legal_calls],
        classic=_classic(),
        once=fresh(),
    )


def _names() -> tuple[str, ...]:
    return tuple(_(name) for name in _NAMES)


def _teller(names: tuple[str, ...]) -> Teller:
    return Teller(NamedCards(), names, LEARNER)


def _board(view: View, names: tuple[str, ...], teller: Teller) -> Board:
    """The table; its result is told to the learner, who is one of the players."""
    board = board_of(view, names)
    if board.result is None or view.summary is None:
        return board
    headline, *rest = result_lines(teller, view.rules, view.summary, view.tricks)
    return replace(board, result=replace(board.result, headline=headline, sentences=tuple(rest)))


def _sitter(seat: Seat) -> Sitter:
    return Sitter(marks=() if seat == LEARNER else (_("bot"),), gone=False, remark=None)


def _hand(view: View) -> list[tuple[CardFace, str]]:
    """The learner's cards, and what a click on each does: play it, or say why it may not be."""
    legal = {card.text for card in view.legal_plays}
    return [(face, "play" if face.text in legal else "try") for face in hand_faces(view)]
