"""Writing the record of a match as it happens."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cutthroat.core.actions import Bid, Call, Seat
from cutthroat.core.errors import InvalidNotation
from cutthroat.core.events import (
    AuctionOpened,
    Called,
    DealScored,
    DealStarted,
    Event,
    HandDealt,
    MatchEnded,
    MatchStarted,
    MatchWon,
    Misdealt,
    Played,
    ThrownIn,
    TrickTaken,
)
from cutthroat.core.rules import Rules
from cutthroat.core.scoring import Summary
from cutthroat.core.shuffle import FairDeal
from cutthroat.record.errors import Fault
from cutthroat.record.lines import LINE_LIMIT
from cutthroat.record.parse import is_tag_value
from cutthroat.record.statements import (
    GAME,
    KNOWN_TAGS,
    BidLine,
    DealLine,
    HandLine,
    PointsLine,
    ScoresLine,
    Tag,
    VoidLine,
    WinnerLine,
)


def header_text(tags: Iterable[Tag]) -> str:
    """The tags of a new record, one a line, the known ones in canonical order.

    Raises InvalidNotation for a value with a control character.
    """
    given = list(tags)
    for tag in given:
        if not is_tag_value(tag.value):
            raise InvalidNotation(Fault.CONTROL_CHARACTER, tag=tag.name)
        if len(str(tag).encode()) > LINE_LIMIT:
            raise InvalidNotation(Fault.LINE_TOO_LONG, limit=LINE_LIMIT)
    known = [tag for name in KNOWN_TAGS for tag in given if tag.name == name]
    rest = [tag for tag in given if tag.name not in KNOWN_TAGS]
    return "".join(f"{tag}\n" for tag in [*known, *rest])


def match_tags(
    names: Sequence[str], rules: Rules, fair: FairDeal, *, secret_shown: bool
) -> tuple[Tag, ...]:
    """The tags that every record of ours carries.

    names: who sits where, seat 1 first.
    secret_shown: whether the secret of the fair deal is told, as it is once a match is over.
    """
    tags = [
        Tag("Game", GAME),
        Tag("Match", fair.match),
        Tag("Commitment", fair.commitment),
        Tag("Nonces", ",".join(fair.nonces)),
        *(Tag(f"Seat{seat}", name) for seat, name in enumerate(names, start=1)),
    ]
    if secret_shown:
        tags.append(Tag("Secret", fair.secret.hex()))
    if str(rules):
        tags.append(Tag("Rules", str(rules)))
    return tuple(tags)


class Transcript:
    """Turns the events of a match into the text after its tags, piece by piece.

    A card that is played is written at once, before its trick is complete.
    """

    def __init__(self) -> None:
        self._dealer: Seat = 0
        self._calls: list[Call] = []
        self._open_trick = False

    def text(self, event: Event) -> str:
        """The text that an event adds."""
        match event:
            case DealStarted():
                self._dealer, self._calls = event.dealer, []
                return f"{DealLine(event.deal, event.dealer)}\n"
            case HandDealt():
                return f"{HandLine(event.seat, tuple(event.hand))}\n"
            case Called():
                self._calls.append(event.call)
                return f"{_bid_line(event.call)}\n"
            case Played():
                return self._played(event)
            case TrickTaken():
                return self._close_trick()
            case Misdealt():
                return f"{self._close_trick()}{VoidLine()}\n"
            case ThrownIn():
                return "" if self._calls else f"{BidLine(self._dealer, None)}\n"
            case DealScored():
                return self._scored(event.summary)
            case MatchWon():
                return f"{WinnerLine(event.seat)}\n"
            case MatchEnded():
                return self._close_trick()
            case MatchStarted() | AuctionOpened():
                return ""

    def _played(self, event: Played) -> str:
        start = "" if self._open_trick else f"trick {event.seat}"
        self._open_trick = True
        return f"{start} {event.card}"

    def _close_trick(self) -> str:
        closed, self._open_trick = self._open_trick, False
        return "\n" if closed else ""

    def _scored(self, summary: Summary) -> str:
        bid = "" if self._calls else f"{BidLine(summary.bidder, summary.bid)}\n"
        return f"{bid}{PointsLine(summary.points)}\n{ScoresLine(summary.scores)}\n"


def _bid_line(call: Call) -> BidLine:
    return BidLine(call.seat, call.points if isinstance(call, Bid) else None)


def record_text(tags: Iterable[Tag], events: Iterable[Event]) -> str:
    """The record of a match in canonical form.

    Raises InvalidNotation for a tag that cannot be written.
    """
    transcript = Transcript()
    body = "".join(transcript.text(event) for event in events)
    return header_text(tags) + (body if body.endswith("\n") or not body else f"{body}\n")
