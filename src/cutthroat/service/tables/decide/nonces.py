"""The fair deal between people: nonces are fixed by their hashes, then shown."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from typing import Final

from cutthroat.core.actions import Seat
from cutthroat.service.tables.decide.checks import check_open
from cutthroat.service.tables.errors import Refused, TableReason
from cutthroat.service.tables.happenings import (
    Item,
    Machine,
    MatchPrepared,
    NoncePledged,
    NonceShown,
    SeatFreed,
    SecretShown,
)
from cutthroat.service.tables.state import Pledge, TableState

_NONCE: Final = re.compile(r"[A-Za-z0-9_-]{1,64}")
_HASH: Final = re.compile(r"[0-9a-f]{64}")


@dataclass(frozen=True, slots=True)
class Nonce:
    """What a player adds to the fair deal: nothing, a nonce at once, or its hash."""

    nonce: str | None = None
    hash: str | None = None


def check_nonce(given: Nonce) -> None:
    """See that a nonce, or its hash, has the form of one.

    Raises Refused.
    """
    nonce_pledge(0, given)


def nonce_pledge(seat: Seat, given: Nonce) -> NoncePledged:
    """The event that fixes a nonce.

    Raises Refused for what has not the form of one.
    """
    if given.nonce is not None and given.hash is not None:
        raise Refused(TableReason.TWO_NONCES)
    if given.hash is not None:
        if not _HASH.fullmatch(given.hash):
            raise Refused(TableReason.BAD_HASH)
        return NoncePledged(seat, given.hash, None)
    nonce = given.nonce or ""
    if nonce and not _NONCE.fullmatch(nonce):
        raise Refused(TableReason.BAD_NONCE)
    return NoncePledged(seat, None, nonce)


def give_nonce(state: TableState, seat: Seat, given: Nonce) -> tuple[Item, ...]:
    """Pledge for the match that is prepared, or show the nonce that was pledged.

    Raises Refused for what does not come now, or does not fit its hash.
    """
    check_open(state)
    if state.preparation is None:
        raise Refused(TableReason.NONCE_NOT_ASKED)
    before = state.preparation.pledges[seat - 1]
    if before is None:
        return (nonce_pledge(seat, given),)
    if same(before, given):
        return ()
    if before.hash is None or given.hash is not None:
        raise Refused(TableReason.PLEDGED_ALREADY)
    return _show(state, seat, before, given)


def same(before: Pledge, given: Nonce) -> bool:
    """Whether a pledge is sent a second time."""
    if given.hash is not None:
        return given.hash == before.hash
    return before.hash is None and (given.nonce or "") == before.nonce


def _show(state: TableState, seat: Seat, before: Pledge, given: Nonce) -> tuple[Item, ...]:
    if given.nonce is None:
        raise Refused(TableReason.BAD_NONCE)
    if before.nonce is not None:
        if before.nonce != given.nonce:
            raise Refused(TableReason.NONCE_MISMATCH)
        return ()
    if not state.showing:
        raise Refused(TableReason.NONCE_TOO_EARLY)
    if not _NONCE.fullmatch(given.nonce):
        raise Refused(TableReason.BAD_NONCE)
    if hashlib.sha256(given.nonce.encode()).hexdigest() != before.hash:
        raise Refused(TableReason.NONCE_MISMATCH)
    return (NonceShown(seat, given.nonce),)


def pledged(state: TableState, seat: Seat) -> bool:
    """Whether a seat has fixed its nonce; bots have none to fix."""
    preparation = state.preparation
    return isinstance(state.seats[seat - 1], Machine) or bool(
        preparation and preparation.pledges[seat - 1]
    )


def has_shown(state: TableState, seat: Seat) -> bool:
    """Whether a seat's nonce is known."""
    if isinstance(state.seats[seat - 1], Machine):
        return True
    preparation = state.preparation
    pledge = preparation.pledges[seat - 1] if preparation else None
    return pledge is not None and pledge.nonce is not None


def nonces_overdue(state: TableState, secret: bytes) -> tuple[Item, ...]:
    """Take their seats from those who did not fix or show a nonce in time.

    secret: for the new match that everybody must fix a nonce for, if some were shown already.
    """
    if state.closed or state.preparation is None or not state.full:
        return ()
    late_to_show = state.showing
    if state.over and not late_to_show:
        return ()  # nobody need want another match
    done = has_shown if late_to_show else pledged
    late = [SeatFreed(seat, "no_nonce") for seat in state.numbers if not done(state, seat)]
    return (*late, *prepared_anew(state, secret)) if late and late_to_show else tuple(late)


def prepared_anew(state: TableState, secret: bytes) -> tuple[Item, ...]:
    """Another match instead of the one that was prepared, whose secret has nothing to hide now."""
    given_up = state.preparation
    shown = (SecretShown(given_up.match, given_up.secret.hex()),) if given_up else ()
    return (*shown, prepared(state, secret))


def prepared(state: TableState, secret: bytes) -> MatchPrepared:
    """The table's next match, with its secret."""
    return MatchPrepared(f"{state.table}-{state.prepared + 1}", secret.hex())


def some_shown(state: TableState) -> bool:
    """Whether somebody has shown a nonce that was pledged by its hash."""
    pledges = state.preparation.pledges if state.preparation else ()
    return any(pledge and pledge.hash is not None and pledge.nonce for pledge in pledges)
