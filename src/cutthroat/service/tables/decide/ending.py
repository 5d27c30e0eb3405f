"""Matches and tables end, and begin once more."""

from __future__ import annotations

from collections.abc import Collection

from cutthroat.core import match as matches
from cutthroat.core.actions import Seat
from cutthroat.service.tables.decide.checks import check_open, check_running, returning
from cutthroat.service.tables.decide.nonces import (
    Nonce,
    nonce_pledge,
    prepared,
    prepared_anew,
    same,
    some_shown,
)
from cutthroat.service.tables.errors import Refused, TableReason
from cutthroat.service.tables.happenings import (
    EndAgreed,
    Item,
    Left,
    SeatFreed,
    SecretShown,
    TableClosed,
)
from cutthroat.service.tables.state import Human, TableState


def leave(state: TableState, seat: Seat, secret: bytes, why: str = "left") -> tuple[Item, ...]:
    """Leave the table. A running match goes on with a bot, or ends without a winner.

    It ends if the table lets nobody play for another, or if no other person plays.
    secret: for the new match that everybody must fix a nonce for, if some were shown already:
        whoever takes the seat might know them.
    """
    if state.closed or not state.human(seat):
        return ()
    if state.running:
        return _leave_match(state, seat, why)
    freed = SeatFreed(seat, why)
    return (freed, *prepared_anew(state, secret)) if some_shown(state) else (freed,)


def _leave_match(state: TableState, seat: Seat, why: str) -> tuple[Item, ...]:
    others = [other for other in state.humans if other != seat]
    goes_on = others and state.settings.absent == "bot"
    left = Left(seat, why)
    return (left,) if goes_on else (left, *end_match(state, f"seat {seat} {_told_as(why)}"))


def _told_as(why: str) -> str:
    return "left" if why == "deleted" else why


def concede(state: TableState, seat: Seat) -> tuple[Item, ...]:
    """Give up: at two seats the match ends without a winner, at three it is like leaving.

    Raises Refused if no match runs.
    """
    check_running(state)
    returning(state, seat)
    if len(state.seats) == 2:
        return end_match(state, f"seat {seat} conceded")
    return _leave_match(state, seat, "conceded")


def agree_to_end(
    state: TableState, seat: Seat, *, agrees: bool, absent: Collection[Seat]
) -> tuple[Item, ...]:
    """Agree that the match ends without a winner; when all persons that play do, it ends.

    absent: the seats of persons that are not here. They need not agree at a table where nobody
        plays for them, for it would stand still; elsewhere a bot soon plays for them.
    Raises Refused if no match runs.
    """
    check_running(state)
    back = returning(state, seat)
    gone = set(absent) if state.settings.absent == "nobody" else set()
    here = set(state.players) - gone - {seat}
    agreed: tuple[Item, ...] = ()
    if agrees is not (seat in state.ending):
        agreed = (EndAgreed(seat, agrees),)
    if agrees and here <= state.ending:
        return (*back, *agreed, *end_match(state, "by agreement"))
    return (*back, *agreed)


def end_match(state: TableState, reason: str) -> tuple[Item, ...]:
    """End the match without a winner; nothing if none runs."""
    return matches.end(state.match, reason) if state.match else ()


def rematch(state: TableState, seat: Seat, given: Nonce, secret: bytes) -> tuple[Item, ...]:
    """Ask for another match with the same players, or join those who did.

    secret: for the new match, if it is the first to ask.
    Raises Refused while a match runs, and for one who has asked already.
    """
    check_open(state)
    if not state.over:
        raise Refused(TableReason.NOT_OVER)
    if not state.human(seat):
        raise Refused(TableReason.LEFT_FOR_GOOD)
    pledge = nonce_pledge(seat, given)
    if state.preparation is None:
        gone = [
            SeatFreed(other, "left")
            for other in state.numbers
            if isinstance(who := state.seats[other - 1], Human) and who.left
        ]
        return (prepared(state, secret), *gone, pledge)
    before = state.preparation.pledges[seat - 1]
    if before is None:
        return (pledge,)
    if same(before, given):
        return ()
    raise Refused(TableReason.PLEDGED_ALREADY)


def close(state: TableState, why: str) -> tuple[Item, ...]:
    """Close the table for good, and show every secret there is."""
    if state.closed:
        return ()
    ended = end_match(state, "closed") if state.running else ()
    shown: list[Item] = []
    if state.running and state.fair:
        shown.append(SecretShown(state.fair.match, state.fair.secret.hex()))
    if state.preparation:
        shown.append(SecretShown(state.preparation.match, state.preparation.secret.hex()))
    return (*ended, *shown, TableClosed(why))
