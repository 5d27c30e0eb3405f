"""What happens to a sheet, and how it is kept: one JSON text a change, of which none is lost."""

from __future__ import annotations

from typing import TypeAlias

import msgspec
from msgspec import Struct

from cutthroat.core.cards import CardSet
from cutthroat.scorepad.entries import Entry, Setup


class Begun(Struct, frozen=True, tag="begun"):
    """The sheet was begun; the first change, and only that."""

    setup: Setup


class Entered(Struct, frozen=True, tag="entered"):
    """A line was written below the others."""

    entry: Entry


class Corrected(Struct, frozen=True, tag="corrected"):
    """A line, from 1, says something else from now on."""

    line: int
    entry: Entry


class Inserted(Struct, frozen=True, tag="inserted"):
    """A line that was forgotten was written before another one, which has the number `line`."""

    line: int
    entry: Entry


class Removed(Struct, frozen=True, tag="removed"):
    """A line that should not have been written was taken away."""

    line: int


class SetUpAgain(Struct, frozen=True, tag="set_up_again"):
    """Names, rules or the first dealer were not what had been said; the seats are as many."""

    setup: Setup


class Undone(Struct, frozen=True, tag="undone"):
    """The last change that stood was taken back."""


class Redone(Struct, frozen=True, tag="redone"):
    """The last change that was taken back stands again."""


Edit: TypeAlias = Entered | Corrected | Inserted | Removed | SetUpAgain
"""A change that can be taken back."""
Wanted: TypeAlias = Edit | Undone | Redone
"""What somebody wants done to a sheet that was begun."""
Change: TypeAlias = Begun | Wanted


class Noted(Struct, frozen=True, omit_defaults=True):
    """A change in the log of a sheet.

    when: the moment, milliseconds since 1970 UTC.
    key: chosen by whoever asked for it: a change that is sent twice is noted once.
    """

    change: Change
    when: int
    key: str = ""


def noted_json(noted: Noted) -> bytes:
    """How a change is kept: in one line."""
    return _ENCODER.encode(noted)


def noted_from(data: bytes) -> Noted:
    """A change that was kept.

    Raises ValueError for anything else.
    """
    try:
        return _DECODER.decode(data)
    except RecursionError:
        raise ValueError("nested too deeply") from None


def _written(value: object) -> str:
    if isinstance(value, CardSet):
        return str(value)
    raise NotImplementedError


def _read(kind: type, value: object) -> object:
    if kind is CardSet:
        return CardSet.of(str(value))
    raise NotImplementedError


_ENCODER = msgspec.json.Encoder(enc_hook=_written)
_DECODER = msgspec.json.Decoder(Noted, dec_hook=_read)
