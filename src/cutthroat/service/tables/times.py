"""What time brings to a table: turn clocks, the next deal, seats lost, tables nobody touches.

Times are milliseconds since 1970 UTC. Presence comes in, for no log holds it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum, auto
from typing import Final

from cutthroat.core.actions import Seat
from cutthroat.service.tables.state import TableState, between_deals, just_scored

SECOND: Final = 1000
DAY: Final = 86_400 * SECOND

NONCE_TIME: Final = 30 * SECOND
"""How long a player has to fix a nonce when the seats are full, and then to show it."""
REST: Final = 30 * SECOND
"""How long the result of a deal stays while not everybody is ready."""
BOTS_REST: Final = 4 * SECOND
"""How long it stays where nobody but bots plays."""
CLOCK_CAP: Final = 10 * SECOND
"""The longest that a turn clock waits for the player's reader to catch up."""
GRACE: Final = 60 * SECOND
"""How long a person may be away, with another waiting, before a bot plays, without a clock."""
DAY_CLOCK: Final = 86_400
"""The turn clock, in seconds, of a match that people come back to."""
IDLE_BEFORE: Final = 7 * DAY
"""After so long without an event a table whose match has not begun, or is over, is closed."""
IDLE_RUNNING: Final = 30 * DAY
"""After so long a running match is closed."""


class Kind(Enum):
    """What is to happen."""

    NONCES = auto()
    DEAL = auto()
    TIME_OUT = auto()
    AWAY = auto()
    IDLE = auto()


@dataclass(frozen=True, slots=True)
class Presence:
    """Whether a person is there.

    here: has a reader, or has asked for something lately.
    caught_up: when the person's reader had the last version that matters; None if it has not.
    """

    here: bool = False
    caught_up: int | None = None


@dataclass(frozen=True, slots=True)
class Due:
    """That something is to happen at a moment."""

    when: int
    kind: Kind
    seat: Seat | None = None


def due(state: TableState, presence: Mapping[Seat, Presence], begun: int) -> Due:
    """What time brings next.

    begun: when this server began to serve the table; the time before counts for day-long clocks.
    """
    found = [Due(state.touched + idle_after(state), Kind.IDLE)]
    if not state.running:
        if state.preparation and state.full and (state.showing or not state.over):
            found.append(Due(max(state.since, begun) + NONCE_TIME, Kind.NONCES))
    elif between_deals(state):
        found.append(Due(max(state.since, begun) + _rest(state), Kind.DEAL))
    elif (seat := state.turn) and seat in state.players:
        found += _for_turn(state, seat, presence, begun)
    return min(found, key=lambda one: one.when)


def idle_after(state: TableState) -> int:
    """How long nobody need touch a table before it is closed."""
    return IDLE_RUNNING if state.running else IDLE_BEFORE


def _rest(state: TableState) -> int:
    if not just_scored(state):
        return 0
    return REST if state.players else BOTS_REST


def _for_turn(
    state: TableState, seat: Seat, presence: Mapping[Seat, Presence], begun: int
) -> list[Due]:
    if state.settings.absent != "bot":
        return []
    if state.settings.clock is not None:
        ends = deadline(state, presence, begun)
        return [Due(ends, Kind.TIME_OUT, seat)] if ends is not None else []
    waiting = [other for other in state.players if other != seat]
    if any(presence[other].here for other in waiting) and not presence[seat].here:
        return [Due(max(state.since, begun) + GRACE, Kind.AWAY, seat)]
    return []


def deadline(state: TableState, presence: Mapping[Seat, Presence], begun: int) -> int | None:
    """When the turn clock runs out; None without one.

    The clock starts when the player's reader has caught up, ten seconds after the turn began at
    the latest.
    """
    seat, clock = state.turn, state.settings.clock
    if seat is None or clock is None or seat not in state.players:
        return None
    if clock == DAY_CLOCK:
        return state.since + clock * SECOND
    start = max(state.since, begun)
    caught_up = presence[seat].caught_up
    starts = start + CLOCK_CAP if caught_up is None else min(caught_up, start + CLOCK_CAP)
    return max(starts, start) + clock * SECOND
