"""What all may know of a table beside its cards: who sits there, what is agreed, how it is run."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import msgspec
from msgspec import Struct

from cutthroat.i18n.catalogue import _
from cutthroat.service.tables.happenings import Settings
from cutthroat.web.pages.naming import told_apart
from cutthroat.web.shapes import FairSeen, RematchSeen, SeatSeen


class Known(Struct):
    """Members of a table's view that are the same for everybody."""

    table: str
    match: str | None
    rules: dict[str, str]
    target: int
    seats: list[SeatSeen]
    settings: Settings
    fair: FairSeen
    rematch: RematchSeen | None
    closed: str | None
    deadline: str | None

    @property
    def names(self) -> tuple[str, ...]:
        """Who sits where, seat 1 first, in the language that is spoken; no two are alike."""
        return told_apart([one.name for one in self.seats])

    def marks(self, seat: SeatSeen) -> Iterator[str]:
        """What there is to say about who sits in a seat."""
        if seat.kind == "free":
            yield _("free")
        if seat.kind == "bot":
            yield _("bot")
        if seat.left is True:
            yield _("left; a bot plays")
        elif seat.away:
            yield _("away; a bot plays")
        elif not seat.connected and seat.kind == "person":
            yield _("not connected")
        if seat.seat in self.fair.at_once and seat.kind == "person":
            yield _("trusts the server")
        if seat.wants_end:
            yield _("agrees to end")
        if seat.wants_finish:
            yield _("agrees to finish quickly")


_decoder: Final = msgspec.json.Decoder(Known)


def known_from(around: bytes) -> Known:
    """What all may know of a table, from how the table tells it."""
    return _decoder.decode(around)
