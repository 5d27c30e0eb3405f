"""What a table does when somebody asks for something, or when time has passed.

Each function answers with events, or refuses. Nothing here stores, waits or draws: the secret of
a match and the moment come in. `settled` adds what follows by itself.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Collection
from dataclasses import dataclass
from typing import Final
from unicodedata import category

from cutthroat.core import match as matches
from cutthroat.core.actions import Action, Seat
from cutthroat.core.errors import IllegalAction, Reason
from cutthroat.core.rules import Rules
from cutthroat.service.simulation import CLOSED, DEAL_LIMIT
from cutthroat.service.tables.errors import Refused, TableReason
from cutthroat.service.tables.happenings import (
    REACTIONS,
    CameBack,
    EndAgreed,
    Item,
    Left,
    Machine,
    MatchPrepared,
    NoncePledged,
    NoncesFixed,
    NonceShown,
    Reacted,
    Ready,
    SeatFreed,
    SeatTaken,
    SecretShown,
    Settings,
    TableClosed,
    TableOpened,
    WentAway,
)
from cutthroat.service.tables.state import (
    Human,
    Pledge,
    Preparation,
    TableState,
    between_deals,
    fold,
    just_scored,
)

CLOCKS: Final = (30, 60, 86_400)
"""Seconds that a turn clock may allow."""
ABSENT: Final = ("bot", "nobody")
"""Who may play for a person that is away."""

_NONCE: Final = re.compile(r"[A-Za-z0-9_-]{1,64}")
_HASH: Final = re.compile(r"[0-9a-f]{64}")
_NAME_LIMIT: Final = 40
_JOINERS: Final = "\u200c\u200d"
"""Between letters of some scripts, and in emoji, they belong to the spelling."""
_BLANKS: Final = "\u115f\u1160\u2800\u3164\uffa0"
"""Letters and signs that show nothing."""
_PILED: Final = 4
"""So many marks upon one letter are no spelling: they would run into other lines."""


@dataclass(frozen=True, slots=True)
class Nonce:
    """What a player adds to the fair deal: nothing, a nonce at once, or its hash."""

    nonce: str | None = None
    hash: str | None = None


# Before the match


def open_table(
    table: str, rules: Rules, bots: tuple[Machine | None, ...], settings: Settings, secret: bytes
) -> tuple[Item, ...]:
    """Make a table whose first match is prepared.

    Raises Refused for settings that there are not.
    """
    check_settings(settings)
    opened = TableOpened(table, str(rules), bots, settings)
    return opened, MatchPrepared(f"{table}-1", secret.hex())


def check_settings(settings: Settings) -> None:
    """See that a table can be run so.

    Raises Refused.
    """
    if settings.clock is not None and settings.clock not in CLOCKS:
        raise Refused(TableReason.BAD_CLOCK, clock=settings.clock, clocks=_listed(CLOCKS))
    if settings.absent not in ABSENT:
        raise Refused(TableReason.BAD_ABSENT, absent=settings.absent, choices=_listed(ABSENT))


def _listed(choices: Collection[object]) -> str:
    return ", ".join(map(str, choices))


def player_name(text: str) -> str:
    """A name to show, in one line and without what cannot be seen.

    Raises Refused for one that is empty or longer than 40 characters.
    """
    name = " ".join(text.split())
    if len(name) > _NAME_LIMIT or not _can_be_seen(name):
        raise Refused(TableReason.BAD_NAME, limit=_NAME_LIMIT)
    return name


def _can_be_seen(name: str) -> bool:
    """Whether a name shows something, and nothing beside it that is hidden or piled up."""
    seen = [letter for letter in name if letter not in _JOINERS]
    return (
        any(category(letter)[0] in "LNPS" for letter in seen)
        and all(letter.isprintable() and letter not in _BLANKS for letter in seen)
        and not any(
            all(category(letter) in ("Mn", "Me") for letter in name[place : place + _PILED])
            for place in range(len(name) - _PILED + 1)
        )
    )


def take_seat(
    state: TableState, person: str, name: str, given: Nonce | None
) -> tuple[Seat, tuple[Item, ...]]:
    """Sit down in the first free seat, with what one adds to the fair deal; None to say it later.

    Raises Refused if no seat is free.
    """
    check_free(state)
    seat = state.seats.index(None) + 1
    items: list[Item] = [SeatTaken(seat, person, player_name(name))]
    if given is not None:
        items.append(_pledge(seat, given))
    return seat, tuple(items)


def sit_again(state: TableState, seat: Seat, given: Nonce) -> tuple[Item, ...]:
    """Sit down where one sits already: nothing changes.

    Raises Refused for another nonce than the one that is fixed.
    """
    preparation = state.preparation
    before = preparation.pledges[seat - 1] if preparation else None
    if before and given != Nonce() and not _same(before, given):
        raise Refused(TableReason.PLEDGED_ALREADY)
    return ()


def check_free(state: TableState) -> None:
    """See that somebody may sit down.

    Raises Refused.
    """
    _check_open(state)
    if state.preparation is None or state.full:
        raise Refused(TableReason.TABLE_FULL)


def check_nonce(given: Nonce) -> None:
    """See that a nonce, or its hash, has the form of one.

    Raises Refused.
    """
    _pledge(0, given)


def _pledge(seat: Seat, given: Nonce) -> NoncePledged:
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
    _check_open(state)
    if state.preparation is None:
        raise Refused(TableReason.NONCE_NOT_ASKED)
    before = state.preparation.pledges[seat - 1]
    if before is None:
        return (_pledge(seat, given),)
    if _same(before, given):
        return ()
    if before.hash is None or given.hash is not None:
        raise Refused(TableReason.PLEDGED_ALREADY)
    return _show(state, seat, before, given)


def _same(before: Pledge, given: Nonce) -> bool:
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
    if not showing(state):
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


def showing(state: TableState) -> bool:
    """Whether everybody is here and has fixed a nonce, so that the nonces are to be shown."""
    return (
        state.preparation is not None
        and state.full
        and all(pledged(state, seat) for seat in state.numbers)
    )


def nonces_overdue(state: TableState, secret: bytes) -> tuple[Item, ...]:
    """Take their seats from those who did not fix or show a nonce in time.

    secret: for the new match that everybody must fix a nonce for, if some were shown already.
    """
    if state.closed or state.preparation is None or not state.full:
        return ()
    late_to_show = showing(state)
    if state.over and not late_to_show:
        return ()  # nobody need want another match
    done = has_shown if late_to_show else pledged
    late = [SeatFreed(seat, "no_nonce") for seat in state.numbers if not done(state, seat)]
    return (*late, *_prepared_anew(state, secret)) if late and late_to_show else tuple(late)


def _prepared_anew(state: TableState, secret: bytes) -> tuple[Item, ...]:
    """Another match instead of the one that was prepared, whose secret has nothing to hide now."""
    given_up = state.preparation
    shown = (SecretShown(given_up.match, given_up.secret.hex()),) if given_up else ()
    return (*shown, _prepared(state, secret))


def _prepared(state: TableState, secret: bytes) -> MatchPrepared:
    return MatchPrepared(f"{state.table}-{state.prepared + 1}", secret.hex())


# The match


def act(state: TableState, seat: Seat, action: Action, at: int) -> tuple[Item, ...]:
    """Call or play.

    at: the version that the player acted upon.
    Raises Refused if that is too old, IllegalAction if the rules refuse it.
    """
    _check_open(state)
    if state.match is None:
        raise Refused(TableReason.NOT_STARTED)
    if not state.moved <= at <= state.version:
        raise Refused(TableReason.STALE, version=state.version)
    back = _back(state, seat)
    return (*back, *matches.decide(state.match, action))


def _back(state: TableState, seat: Seat) -> tuple[Item, ...]:
    """A person who does something is back."""
    if not state.human(seat):
        raise Refused(TableReason.LEFT_FOR_GOOD)
    return (CameBack(seat),) if seat in state.away else ()


def act_for(state: TableState, seat: Seat, action: Action, at: int) -> tuple[Item, ...]:
    """Let a bot call or play, for itself or for a person that is away.

    Raises Refused if that has passed.
    """
    _check_open(state)
    if state.match is None or state.moved > at or not state.by_bot(seat):
        raise Refused(TableReason.STALE, version=state.version)
    return matches.decide(state.match, action)


def ready(state: TableState, seat: Seat) -> tuple[Item, ...]:
    """Say that one has seen the result of the deal; again and again is the same as once.

    Raises Refused if there is none to see.
    """
    _check_open(state)
    if not just_scored(state) or not state.running:
        raise Refused(TableReason.NO_RESULT)
    back = _back(state, seat)
    return (*back, Ready(seat)) if seat not in state.ready else back


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
    _check_open(state)
    if reaction not in REACTIONS:
        raise Refused(TableReason.NO_SUCH_REACTION, reaction=reaction, reactions=_listed(REACTIONS))
    return (Reacted(seat, reaction),)


# Ends


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
    return (freed, *_prepared_anew(state, secret)) if _some_shown(state) else (freed,)


def _some_shown(state: TableState) -> bool:
    """Whether somebody has shown a nonce that was pledged by its hash."""
    pledges = state.preparation.pledges if state.preparation else ()
    return any(pledge and pledge.hash is not None and pledge.nonce for pledge in pledges)


def _leave_match(state: TableState, seat: Seat, why: str) -> tuple[Item, ...]:
    others = [other for other in state.humans if other != seat]
    goes_on = others and state.settings.absent == "bot"
    left = Left(seat, why)
    return (left,) if goes_on else (left, *_end(state, f"seat {seat} {_told_as(why)}"))


def _told_as(why: str) -> str:
    return "left" if why == "deleted" else why


def concede(state: TableState, seat: Seat) -> tuple[Item, ...]:
    """Give up: at two seats the match ends without a winner, at three it is like leaving.

    Raises Refused if no match runs.
    """
    _check_running(state)
    _back(state, seat)
    if len(state.seats) == 2:
        return _end(state, f"seat {seat} conceded")
    return _leave_match(state, seat, "conceded")


def agree_to_end(
    state: TableState, seat: Seat, *, agrees: bool, absent: Collection[Seat]
) -> tuple[Item, ...]:
    """Agree that the match ends without a winner; when all persons that play do, it ends.

    absent: the seats of persons that are not here. They need not agree at a table where nobody
        plays for them, for it would stand still; elsewhere a bot soon plays for them.
    Raises Refused if no match runs.
    """
    _check_running(state)
    back = _back(state, seat)
    gone = set(absent) if state.settings.absent == "nobody" else set()
    here = set(state.players) - gone - {seat}
    agreed: tuple[Item, ...] = ()
    if agrees is not (seat in state.ending):
        agreed = (EndAgreed(seat, agrees),)
    if agrees and here <= state.ending:
        return (*back, *agreed, *_end(state, "by agreement"))
    return (*back, *agreed)


def _end(state: TableState, reason: str) -> tuple[Item, ...]:
    return matches.end(state.match, reason) if state.match else ()


def rematch(state: TableState, seat: Seat, given: Nonce, secret: bytes) -> tuple[Item, ...]:
    """Ask for another match with the same players, or join those who did.

    secret: for the new match, if it is the first to ask.
    Raises Refused while a match runs, and for one who has asked already.
    """
    _check_open(state)
    if not state.over:
        raise Refused(TableReason.NOT_OVER)
    if not state.human(seat):
        raise Refused(TableReason.LEFT_FOR_GOOD)
    pledge = _pledge(seat, given)
    if state.preparation is None:
        gone = [
            SeatFreed(other, "left")
            for other in state.numbers
            if isinstance(who := state.seats[other - 1], Human) and who.left
        ]
        return (_prepared(state, secret), *gone, pledge)
    before = state.preparation.pledges[seat - 1]
    if before is None:
        return (pledge,)
    if _same(before, given):
        return ()
    raise Refused(TableReason.PLEDGED_ALREADY)


def close(state: TableState, why: str) -> tuple[Item, ...]:
    """Close the table for good, and show every secret there is."""
    if state.closed:
        return ()
    ended = _end(state, "closed") if state.running else ()
    shown: list[Item] = []
    if state.running and state.fair:
        shown.append(SecretShown(state.fair.match, state.fair.secret.hex()))
    if state.preparation:
        shown.append(SecretShown(state.preparation.match, state.preparation.secret.hex()))
    return (*ended, *shown, TableClosed(why))


# What follows by itself


def settled(
    state: TableState | None, items: tuple[Item, ...], when: int
) -> tuple[tuple[Item, ...], TableState]:
    """Events with all that follows from them at once, and the state after them.

    The match begins, cards go out, the secret of a match that is over is shown.
    """
    all_items = items
    now = fold(state, items, when)
    while follows := _follows(now):
        all_items = (*all_items, *follows)
        now = fold(now, follows, when)
    return all_items, now


def _follows(state: TableState) -> tuple[Item, ...]:
    if state.closed:
        return ()
    if state.preparation and _complete(state):
        return _begin(state, state.preparation)
    if state.over and state.fair and not state.secret_shown:
        return (SecretShown(state.fair.match, state.fair.secret.hex()),)
    if state.running and state.players and state.ending.issuperset(state.players):
        return _end(state, "by agreement")
    if _deal_is_due(state):
        return deal(state)
    if not state.humans and _was_for_people(state):
        return close(state, "empty")
    return ()


def _complete(state: TableState) -> bool:
    """Whether the players are here and every nonce is known."""
    return showing(state) and all(has_shown(state, seat) for seat in state.numbers)


def _begin(state: TableState, preparation: Preparation) -> tuple[Item, ...]:
    nonces = tuple(pledge.nonce or "" if pledge else "" for pledge in preparation.pledges)
    fixed = NoncesFixed(preparation.match, nonces)
    begun = fold(state, (fixed,), state.touched)
    if begun.fair is None:
        raise ValueError("a match without a fair deal")
    return fixed, matches.start(state.rules, len(state.seats), begun.fair.first_dealer())


def _deal_is_due(state: TableState) -> bool:
    if not between_deals(state):
        return False
    if not just_scored(state):
        return True
    players = set(state.players)
    return bool(players) and players <= state.ready


def deal(state: TableState) -> tuple[Item, ...]:
    """Deal the next cards, as the fair deal has fixed them; nothing if it is not the time. R4.

    A match that nobody but bots plays ends after 500 deals: it might never be won.
    """
    if state.match is None or state.fair is None or not between_deals(state):
        return ()
    if not state.players and state.match.deal >= DEAL_LIMIT:
        return _end(state, CLOSED)
    hands = state.fair.hands(state.match.deal + 1, state.match.dealer)
    return matches.deal_cards(state.match, hands)


def _was_for_people(state: TableState) -> bool:
    """Whether the last person has left a table that had one."""
    return state.had_people and any(not isinstance(who, Machine) for who in state.seats)


def _check_open(state: TableState) -> None:
    if state.closed:
        raise Refused(TableReason.TABLE_CLOSED)


def _check_running(state: TableState) -> None:
    _check_open(state)
    if state.match is None:
        raise Refused(TableReason.NOT_STARTED)
    if not state.running:
        raise IllegalAction(Reason.MATCH_OVER, "R24")
