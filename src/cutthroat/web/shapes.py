"""The JSON that goes in and out, as types: they check what comes in and describe the API."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from cutthroat.service.tables.happenings import REACTIONS, Settings
from cutthroat.service.tables.wire import SummaryWire

Short = Annotated[str, Meta(max_length=200)]
NonceText = Annotated[str, Meta(max_length=64, description="1 to 64 of A-Z a-z 0-9 - _")]
HashText = Annotated[
    str, Meta(max_length=64, description="SHA-256 of the nonce, lower-case hexadecimal")
]
Remark = Annotated[str, Meta(max_length=200, extra_json_schema={"enum": list(REACTIONS)})]
Version = Annotated[int, Meta(ge=0, le=2**53)]
SeatNumber = Annotated[int, Meta(ge=1, le=3)]


class _In(Struct, forbid_unknown_fields=True):
    """What comes in: a misspelt field is an error, not silence."""


class NewTable(_In):
    """A table to be made. `bots`: a level for each computer player; they take the last seats."""

    seats: Annotated[int, Meta(ge=2, le=3)] = 3
    preset: Short = "seed"
    rules: Short = ""
    bots: Annotated[list[Short], Meta(max_length=3)] = []
    name: Short | None = None
    nonce: NonceText | None = None
    nonce_hash: HashText | None = None
    settings: Settings = Settings()


class SeatWish(_In):
    """Somebody who sits down."""

    name: Short | None = None
    nonce: NonceText | None = None
    nonce_hash: HashText | None = None


class NonceGiven(_In):
    """What a player adds to the fair deal: the nonce, or first only its hash."""

    nonce: NonceText | None = None
    nonce_hash: HashText | None = None


class Act(_In):
    """A call or a card, and the version it was decided upon."""

    at: Version
    call: Literal[2, 3, 4, "pass"] | UnsetType = UNSET
    play: Annotated[str, Meta(max_length=2)] | UnsetType = UNSET


class Agreement(_In):
    """Whether one agrees to what the address is for."""

    agree: bool = True


class Reaction(_In):
    """A remark from the list."""

    reaction: Remark


class NewName(_In):
    """What one wants to be called at tables to come."""

    name: Short


class LinkUse(_In):
    """The code of a link to another device."""

    code: Annotated[str, Meta(max_length=100)]


class Nothing(_In):
    """No fields."""


class TableMade(Struct):
    """A new table. `token` opens the founder's seat; it is told this once."""

    table: str
    seat: SeatNumber | None
    token: str | None
    commitment: str
    url: str


class SeatGiven(Struct):
    """A seat, and the token that opens it, told this once."""

    seat: SeatNumber
    token: str


class Done(Struct):
    """What was asked is stored; the table is at this version at least."""

    version: int


class HintOption(Struct, kw_only=True):
    """A `call` or `play`, and what a bot thinks that it is worth, on average.

    equity: the chance to win the match, 0 to 1. made: how often the bid is made, 0 to 1: the seat's
    own, in play the bidder's; null for a pass. points: what the seat's score changes by.
    """

    call: int | Literal["pass"] | UnsetType = UNSET
    play: str | UnsetType = UNSET
    equity: float
    made: float | None
    points: float


class Hint(Struct):
    """What a bot would do: `call` or `play`, and which bot says so.

    worlds: how many deals that fit what the seat has seen it played out for each option. options:
    all that the seat may do, the best first.
    """

    by: str
    worlds: int
    options: list[HintOption]
    call: int | Literal["pass"] | UnsetType = UNSET
    play: str | UnsetType = UNSET


class SeatSeen(Struct, omit_defaults=True):
    """A seat as everybody sees it; `kind` is `person`, `bot` or `free`."""

    seat: SeatNumber
    name: str | None
    kind: Literal["person", "bot", "free"]
    cards: int
    connected: bool
    away: bool
    score: int
    taken: int
    card_points: int
    ready: bool
    wants_end: bool
    wants_finish: bool
    level: str | UnsetType = UNSET
    left: bool | UnsetType = UNSET


class CallSeen(Struct):
    """A call in the auction."""

    seat: SeatNumber
    call: int | Literal["pass"]


class TrickSeen(Struct):
    """The trick on the table, in playing order, the leader's card first."""

    leader: SeatNumber
    cards: list[str]


class TakenSeen(Struct):
    """A trick that was taken."""

    leader: SeatNumber
    cards: list[str]
    taker: SeatNumber


class LegalSeen(Struct):
    """What the reader may do now; empty lists when it is not the reader's turn."""

    calls: list[int | Literal["pass"]]
    plays: list[str]


class FairSeen(Struct):
    """The fair deal. `hashes`, `fixed` and `shown` are there before the match begins."""

    commitment: str | None
    nonces: list[str | None]
    secret: str | None
    at_once: list[SeatNumber]
    hashes: list[str | None] | UnsetType = UNSET
    fixed: list[bool] | UnsetType = UNSET
    shown: list[bool] | UnsetType = UNSET


class RematchSeen(Struct):
    """The match that players have asked for after this one."""

    match: str
    commitment: str
    nonces: list[str | None]
    secret: str | None
    at_once: list[SeatNumber]
    hashes: list[str | None]
    fixed: list[bool]
    shown: list[bool]


class ViewSeen(Struct):
    """A table as one reader sees it; `you` is null for a spectator."""

    table: str
    match: str | None
    rules: dict[str, str]
    target: int
    phase: Literal["waiting", "auction", "play", "scored", "over"]
    you: SeatNumber | None
    seats: list[SeatSeen]
    deal: int
    scored_deals: int
    dealer: SeatNumber | None
    turn: SeatNumber | None
    calls: list[CallSeen]
    bidder: SeatNumber | None
    bid: int | None
    trump: Literal["C", "D", "H", "S"] | None
    hand: list[str]
    legal: LegalSeen
    tricks: list[TakenSeen]
    trick: TrickSeen | None
    decided: bool
    unseen: list[str]
    summary: SummaryWire | None
    deadline: str | None
    settings: Settings
    fair: FairSeen
    rematch: RematchSeen | None
    winner: SeatNumber | None
    won_by: Literal["from_target", "reach", "four", "limit"] | None
    ended: str | None
    closed: str | None


class TableSeen(Struct):
    """A view, the version of its form, and the version of the table."""

    format: int
    version: int
    view: ViewSeen


class EventSeen(Struct):
    """Something that happened; the other members depend on what it was."""

    number: int
    event: str


class FrameSeen(Struct):
    """What a stream sends: a view, and all that its reader may know of what led to it."""

    format: int
    version: int
    view: ViewSeen
    events: list[EventSeen]


class ListedTable(Struct):
    """A table that strangers may join."""

    table: str
    seats: int
    free: int
    rules: str
    names: list[str]
    settings: Settings


class Listing(Struct):
    """Tables that strangers may join, the newest first."""

    tables: list[ListedTable]


class MySeat(Struct):
    """A seat of one's own. `your_turn`: the table waits for you."""

    table: str
    seat: SeatNumber
    phase: str
    your_turn: bool
    url: str


class Me(Struct):
    """Who one is here, and where one sits; the newest table first."""

    name: str
    seats: list[MySeat]


class LinkMade(Struct):
    """A code that makes one other device yours, once."""

    code: str
    expires: str


class FeedMade(Struct):
    """The address of an Atom feed that tells whose turn it is."""

    url: str


class Problem(Struct, omit_defaults=True):
    """Why it was not done. `reason` is for programs, `message` for people.

    id: what the server's log calls this answer. clause: of the rules, where they refuse.
    version: the table's, where yours is too old. detail: the field that is wrong.
    """

    reason: str
    message: str
    id: str
    clause: str | UnsetType | None = UNSET
    version: int | UnsetType = UNSET
    detail: str | UnsetType = UNSET


class Health(Struct):
    """That the server is well."""

    status: Literal["ok"]
