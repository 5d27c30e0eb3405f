"""People and bots act, come and go."""

from __future__ import annotations

from cutthroat.core import match as matches
from cutthroat.core.actions import Action, Seat
from cutthroat.core.decided import points_decided
from cutthroat.core.errors import IllegalAction, Reason
from cutthroat.core.view import project
from cutthroat.service.tables.decide.checks import check_open, check_running, listed, returning
from cutthroat.service.tables.errors import Refused, TableReason
from cutthroat.service.tables.happenings import (
    REACTIONS,
    CameBack,
    FinishAgreed,
    Item,
    Reacted,
    Ready,
    WentAway,
)
from cutthroat.service.tables.state import TableState, between_deals, just_scored


def act(state: TableState, seat: Seat, action: Action, at: int) -> tuple[Item, ...]:
    """Call or play.

    at: the version that the player acted upon.
    Raises Refused if that is too old, IllegalAction if the rules refuse it.
    """
    check_open(state)
    if state.match is None:
        raise Refused(TableReason.NOT_STARTED)
    if not state.moved <= at <= state.version:
        raise Refused(TableReason.STALE, version=state.version)
    back = returning(state, seat)
    return (*back, *matches.decide(state.match, action))


def act_for(state: TableState, seat: Seat, action: Action, at: int) -> tuple[Item, ...]:
    """Let a bot call or play, for itself or for a person that is away.

    Raises Refused if that has passed.
    """
    check_open(state)
    if state.match is None or state.moved > at or not state.by_bot(seat):
        raise Refused(TableReason.STALE, version=state.version)
    return matches.decide(state.match, action)


def ready(state: TableState, seat: Seat) -> tuple[Item, ...]:
    """Say that one has seen the result of the deal; again and again is the same as once.

    Raises Refused if there is none to see.
    """
    check_open(state)
    if not just_scored(state) or not state.running:
        raise Refused(TableReason.NO_RESULT)
    back = returning(state, seat)
    return (*back, Ready(seat)) if seat not in state.ready else back


def agree_to_finish(state: TableState, seat: Seat, *, agrees: bool) -> tuple[Item, ...]:
    """Agree that the rest of the deal plays itself, or no longer; again is the same as once.

    When all persons that play agree, it does (see `settled`): the points are decided, so each seat
    plays the lowest card that it may.
    Raises Refused if what everybody sees does not decide the points, IllegalAction without a deal.
    """
    check_running(state)
    if between_deals(state):
        raise IllegalAction(Reason.NO_DEAL, "R4")
    if state.match is None or not points_decided(project(state.match, None)):
        raise Refused(TableReason.NOT_DECIDED)
    back = returning(state, seat)
    return back if agrees is (seat in state.finishing) else (*back, FinishAgreed(seat, agrees))


def come_back(state: TableState, seat: Seat) -> tuple[Item, ...]:
    """Play oneself again; nothing if one was not away, or nobody plays any more."""
    is_away = seat in state.away and state.human(seat) and not state.closed
    return (CameBack(seat),) if is_away else ()


def go_away(state: TableState, seat: Seat, why: str) -> tuple[Item, ...]:
    """Have a bot play for a person, where the table is set so; nothing if that has passed."""
    plays = seat in state.players and state.turn == seat and not state.closed
    return (WentAway(seat, why),) if plays and state.settings.absent == "bot" else ()


def react(state: TableState, seat: Seat, reaction: str) -> tuple[Item, ...]:
    """Make a remark.

    Raises Refused for one that is not in the list.
    """
    check_open(state)
    if reaction not in REACTIONS:
        raise Refused(TableReason.NO_SUCH_REACTION, reaction=reaction, reactions=listed(REACTIONS))
    return (Reacted(seat, reaction),)
