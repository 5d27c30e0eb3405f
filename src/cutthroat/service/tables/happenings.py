"""What happens at a table around its matches: who sits down, what is agreed, what time brings.

These are the table's own events; those of a match are `core.events`. Both go in one log. Some
fields are for the server alone; `wire.told` says what anybody else may know.
"""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct

from cutthroat.core.actions import Seat
from cutthroat.core.events import Event


def event_name(name: str) -> str:
    """`SeatTaken` is written `seat_taken`."""
    return "".join(f"_{x.lower()}" if x.isupper() else x for x in name).lstrip("_")


class TableEvent(Struct, frozen=True, tag_field="event", tag=event_name):
    """An event of the table itself, as it is kept in the log."""


class Settings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How a table is run.

    clock: seconds that a person has for a turn: 30, 60 or 86400; None for as long as they like.
    absent: who plays for a person that is away or out of time: `bot`, or `nobody`.
    spectators: whether others may watch. hints: whether people may ask what a bot would do.
    listed: whether strangers find the table while it has free seats.
    """

    clock: int | None = None
    absent: str = "bot"
    spectators: bool = True
    hints: bool = True
    listed: bool = False


class Machine(Struct, frozen=True):
    """A bot that sits at a table."""

    level: str
    version: str


class TableOpened(TableEvent, frozen=True):
    """Somebody made the table. `bots` holds one entry a seat, None for a person's.

    rules: as `key=value` words. R1.
    """

    table: str
    rules: str
    bots: tuple[Machine | None, ...]
    settings: Settings


class MatchPrepared(TableEvent, frozen=True):
    """A secret was drawn for the next match, before anybody's nonce is known.

    secret: hex, for the server alone until the match is over.
    """

    match: str
    secret: str


class SeatTaken(TableEvent, frozen=True):
    """A person sat down. `person` is for the server alone."""

    seat: Seat
    person: str
    name: str


class SeatFreed(TableEvent, frozen=True):
    """A seat is free again. `why`: `left`, `no_nonce`, or `deleted`."""

    seat: Seat
    why: str


class NoncePledged(TableEvent, frozen=True):
    """A player fixed a nonce: by its hash, or, trusting the server, by the nonce itself.

    hash: lower-case hex of SHA-256. nonce: for the server alone until all are fixed.
    """

    seat: Seat
    hash: str | None
    nonce: str | None


class NonceShown(TableEvent, frozen=True):
    """A player showed the nonce that was pledged; for the server alone until all are fixed."""

    seat: Seat
    nonce: str


class NoncesFixed(TableEvent, frozen=True):
    """Every nonce is shown: nothing about the deals can change any more.

    nonces: one a seat, seat 1 first; a bot's is empty.
    """

    match: str
    nonces: tuple[str, ...]


class Ready(TableEvent, frozen=True):
    """A player has seen the result of the deal."""

    seat: Seat


class WentAway(TableEvent, frozen=True):
    """A bot plays for a person from now on. `why`: `absent` or `clock`."""

    seat: Seat
    why: str


class CameBack(TableEvent, frozen=True):
    """A person plays again."""

    seat: Seat


class Left(TableEvent, frozen=True):
    """A person left a running match for good. `why`: `left`, `conceded` or `deleted`."""

    seat: Seat
    why: str


class EndAgreed(TableEvent, frozen=True):
    """A player agrees that the match ends without a winner, or no longer agrees."""

    seat: Seat
    agrees: bool


class FinishAgreed(TableEvent, frozen=True):
    """A player agrees that the rest of a decided deal plays itself, or no longer agrees."""

    seat: Seat
    agrees: bool


class Reacted(TableEvent, frozen=True):
    """A player made a remark from the list."""

    seat: Seat
    reaction: str


class SecretShown(TableEvent, frozen=True):
    """A match is over, or given up: what fixed its deals is shown."""

    match: str
    secret: str


class TableClosed(TableEvent, frozen=True):
    """Nothing happens here any more. `why`: `idle`, `empty`, or `operator`."""

    why: str


Happening: TypeAlias = (
    TableOpened
    | MatchPrepared
    | SeatTaken
    | SeatFreed
    | NoncePledged
    | NonceShown
    | NoncesFixed
    | Ready
    | WentAway
    | CameBack
    | Left
    | EndAgreed
    | FinishAgreed
    | Reacted
    | SecretShown
    | TableClosed
)

Item: TypeAlias = Event | Happening
"""One numbered event of a table's log."""

REACTIONS = ("hello", "well_played", "thanks", "oops", "wow", "thinking", "sorry", "good_game")
"""The remarks that players may make."""
