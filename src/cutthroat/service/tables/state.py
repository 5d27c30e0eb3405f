"""The state of a table: a fold of its log."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace as changed
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from cutthroat.core import match as matches
from cutthroat.core.actions import Seat
from cutthroat.core.deal import Auction, Opening, Playing
from cutthroat.core.events import DealScored, Event, MatchStarted
from cutthroat.core.match import Match, Over, Scored
from cutthroat.core.rules import Rules, parse_rules
from cutthroat.core.shuffle import FairDeal
from cutthroat.service.tables.happenings import (
    CameBack,
    EndAgreed,
    FinishAgreed,
    Happening,
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
    TableEvent,
    TableOpened,
    WentAway,
)
from cutthroat.service.tables.ports import Waits


@dataclass(frozen=True, slots=True)
class Human:
    """A person in a seat. `left`: for good, a bot plays the match to its end."""

    person: str
    name: str
    left: bool = False


Occupant: TypeAlias = Human | Machine | None


@dataclass(frozen=True, slots=True)
class Pledge:
    """What a player has fixed for the next match. `hash` is None if the nonce came at once."""

    hash: str | None
    nonce: str | None


@dataclass(frozen=True, slots=True)
class Preparation:
    """The next match before it begins.

    secret: 32 bytes that were drawn before any nonce was known.
    pledges: one a seat, None where there is none yet.
    """

    match: str
    secret: bytes
    pledges: tuple[Pledge | None, ...]

    @property
    def commitment(self) -> str:
        """Lower-case hex of the SHA-256 of the secret."""
        return FairDeal(self.secret, self.match, ()).commitment


class TableState(Struct, frozen=True, kw_only=True):
    """A table at one moment.

    preparation: the match that is to begin; None when none is.
    fair, match: the running match, or the last one until another begins.
    prepared: how many matches were prepared, for their identifiers.
    ready: seats that have seen the result of the deal.
    away: seats of persons for whom a bot plays until they come back.
    ending: seats that agree to end the match.
    finishing: seats that agree to let the rest of the deal play itself; none but in the play.
    version: the number of the last event.
    moved: the number of the last event of a match, or of the last that prepared one: who acted
        upon an older version has not seen what matters.
    since: when that was, milliseconds since 1970 UTC.
    touched: when the last event was.
    had_people: whether a person has ever sat here.
    at_once: seats of the match whose nonce was given without a hash before, trusting the server.
    """

    table: str
    rules: Rules
    settings: Settings
    seats: tuple[Occupant, ...]
    preparation: Preparation | None = None
    fair: FairDeal | None = None
    match: Match | None = None
    prepared: int = 0
    ready: frozenset[Seat] = frozenset()
    away: frozenset[Seat] = frozenset()
    ending: frozenset[Seat] = frozenset()
    finishing: frozenset[Seat] = frozenset()
    secret_shown: bool = False
    version: int = 0
    moved: int = 0
    since: int = 0
    touched: int = 0
    closed: str | None = None
    had_people: bool = False
    at_once: frozenset[Seat] = frozenset()

    @property
    def numbers(self) -> range:
        """The seats."""
        return range(1, len(self.seats) + 1)

    @property
    def over(self) -> bool:
        """Whether the last match is over."""
        return self.match is not None and isinstance(self.match.phase, Over)

    @property
    def running(self) -> bool:
        """Whether a match has begun and is not over."""
        return self.match is not None and not isinstance(self.match.phase, Over)

    @property
    def full(self) -> bool:
        """Whether no seat is free."""
        return None not in self.seats

    @property
    def turn(self) -> Seat | None:
        """The seat that has something to do in the match."""
        return self.match.turn if self.match else None

    def human(self, seat: Seat) -> Human | None:
        """The person in a seat that has not left it."""
        who = self.seats[seat - 1]
        return who if isinstance(who, Human) and not who.left else None

    @property
    def humans(self) -> tuple[Seat, ...]:
        """The seats of persons that have not left."""
        return tuple(seat for seat in self.numbers if self.human(seat))

    @property
    def players(self) -> tuple[Seat, ...]:
        """The seats of persons that play themselves."""
        return tuple(seat for seat in self.humans if seat not in self.away)

    def by_bot(self, seat: Seat) -> bool:
        """Whether a bot acts for a seat."""
        return seat not in self.players

    @property
    def waits(self) -> Waits:
        """What the table waits for."""
        if self.closed:
            return Waits.NOBODY
        if not self.running:
            return self._waits_before_match()
        turn = self.turn
        if turn is None:
            return Waits.CLOCK
        if self.by_bot(turn):
            return Waits.BOT
        return Waits.CLOCK if self.settings.clock else Waits.PEOPLE

    def _waits_before_match(self) -> Waits:
        if self.preparation is None:
            return Waits.PEOPLE
        if self.full and (not self.over or self.showing):
            return Waits.CLOCK
        return Waits.STRANGERS if self.settings.listed and not self.over else Waits.PEOPLE

    @property
    def showing(self) -> bool:
        """Whether all are here and have fixed a nonce, so that the nonces are to be shown."""
        return (
            self.preparation is not None
            and self.full
            and all(
                pledge or isinstance(who, Machine)
                for who, pledge in zip(self.seats, self.preparation.pledges, strict=True)
            )
        )


def opened(event: TableOpened) -> TableState:
    """The state after the first event of a log."""
    return TableState(
        table=event.table,
        rules=parse_rules(event.rules),
        settings=event.settings,
        seats=event.bots,
        version=1,
        moved=1,
    )


def fold(state: TableState | None, items: Iterable[Item], when: int) -> TableState:
    """The state after an entry of the log more; None before the first.

    when: the moment of the entry, milliseconds since 1970 UTC.
    Raises ValueError for a log that no decision of this program made.
    """
    for item in items:
        if state is None:
            if not isinstance(item, TableOpened):
                raise ValueError("a table's log starts with TableOpened")
            state = replace(opened(item), since=when)
        elif isinstance(item, TableEvent):
            version = state.version + 1
            state = replace(_of_table(state, item, version, when), version=version)
        else:
            state = _of_match(state, item, when)
    if state is None:
        raise ValueError("an entry without events")
    return replace(state, touched=when)


def _of_match(state: TableState, event: Event, when: int) -> TableState:
    version = state.version + 1
    if isinstance(event, MatchStarted):
        match = matches.begin(event)
    elif state.match is None:
        raise ValueError(f"{type(event).__name__} without a match")
    else:
        match = matches.evolve(state.match, event)
    ready = frozenset[Seat]() if isinstance(event, DealScored) else state.ready
    finishing = state.finishing if isinstance(match.phase, Playing) else frozenset[Seat]()
    return replace(
        state,
        match=match,
        ready=ready,
        finishing=finishing,
        version=version,
        moved=version,
        since=when,
    )


def _of_table(state: TableState, item: Happening, version: int, when: int) -> TableState:
    match item:
        case MatchPrepared():
            fresh: tuple[Pledge | None, ...] = (None,) * len(state.seats)
            return replace(
                state,
                preparation=Preparation(item.match, bytes.fromhex(item.secret), fresh),
                prepared=state.prepared + 1,
                since=when,
            )
        case SeatTaken():
            seated = _seated(state, item.seat, Human(item.person, item.name))
            return replace(seated, since=when, had_people=True)
        case SeatFreed():
            return _pledged(_seated(state, item.seat, None), item.seat, None)
        case NoncePledged():
            pledge = Pledge(item.hash, item.nonce)
            return replace(_pledged(state, item.seat, pledge), since=when)
        case NonceShown():
            return _shown(state, item)
        case NoncesFixed():
            return _begun(state, item, version, when)
        case Ready() | WentAway() | CameBack() | Left() | EndAgreed() | FinishAgreed() | Reacted():
            return _of_player(state, item)
        case SecretShown():
            return replace(state, secret_shown=True)
        case TableClosed():
            return replace(state, closed=item.why)
        case TableOpened():
            raise ValueError("a table is opened once")


def _of_player(
    state: TableState,
    item: Ready | WentAway | CameBack | Left | EndAgreed | FinishAgreed | Reacted,
) -> TableState:
    one = frozenset({item.seat})
    match item:
        case Ready():
            return replace(state, ready=state.ready | one)
        case WentAway():
            return replace(state, away=state.away | one)
        case CameBack():
            return replace(state, away=state.away - one)
        case Left():
            return _left(state, item.seat)
        case EndAgreed():
            return replace(state, ending=state.ending | one if item.agrees else state.ending - one)
        case FinishAgreed():
            rest = state.finishing - one
            return replace(state, finishing=rest | one if item.agrees else rest)
        case Reacted():
            return state


def _seated(state: TableState, seat: Seat, who: Occupant) -> TableState:
    seats = (*state.seats[: seat - 1], who, *state.seats[seat:])
    return replace(
        state,
        seats=seats,
        away=state.away - {seat},
        ending=state.ending - {seat},
        finishing=state.finishing - {seat},
    )


def _pledged(state: TableState, seat: Seat, pledge: Pledge | None) -> TableState:
    if state.preparation is None:
        return state
    pledges = state.preparation.pledges
    after = (*pledges[: seat - 1], pledge, *pledges[seat:])
    return replace(state, preparation=changed(state.preparation, pledges=after))


def _shown(state: TableState, item: NonceShown) -> TableState:
    before = state.preparation and state.preparation.pledges[item.seat - 1]
    return _pledged(state, item.seat, Pledge(before.hash if before else None, item.nonce))


def _begun(state: TableState, item: NoncesFixed, version: int, when: int) -> TableState:
    if state.preparation is None:
        raise ValueError("no match was prepared")
    secret = state.preparation.secret
    return replace(
        state,
        preparation=None,
        fair=FairDeal(secret, item.match, item.nonces, state.rules.has_joker),
        match=None,
        ready=frozenset(),
        away=frozenset(),
        ending=frozenset(),
        finishing=frozenset(),
        secret_shown=False,
        at_once=trusting(state.preparation.pledges),
        moved=version,
        since=when,
    )


def trusting(pledges: Sequence[Pledge | None]) -> frozenset[Seat]:
    """The seats whose nonce came without a hash before it."""
    return frozenset(
        seat for seat, pledge in enumerate(pledges, start=1) if pledge and pledge.hash is None
    )


def _left(state: TableState, seat: Seat) -> TableState:
    who = state.seats[seat - 1]
    if not isinstance(who, Human):
        raise ValueError(f"nobody can leave seat {seat}")  # noqa: TRY004  # a broken log
    return _seated(state, seat, changed(who, left=True))


def between_deals(state: TableState) -> bool:
    """Whether a match runs and the next thing to happen is a deal."""
    return state.running and not isinstance(
        state.match and state.match.phase, Auction | Opening | Playing
    )


def just_scored(state: TableState) -> bool:
    """Whether a deal was scored that the players may be looking at."""
    return state.match is not None and isinstance(state.match.phase, Scored)
