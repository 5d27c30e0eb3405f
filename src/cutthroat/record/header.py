"""The tags of a match: who sat where, by which rules, and what fixes a fair deal."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, TypeAlias

from cutthroat.core.errors import InvalidNotation, Reason
from cutthroat.core.rules import Rules, parse_rules
from cutthroat.core.shuffle import FairDeal
from cutthroat.record.errors import Fault, InvalidRecord
from cutthroat.record.statements import KNOWN_TAGS, Tag

_SEAT: Final = re.compile(r"Seat[0-9]+")
_SEAT_SETS: Final = ({"Seat1", "Seat2"}, {"Seat1", "Seat2", "Seat3"})
_OTHER_SPACE: Final = re.compile(r"[^\S ]")
_NAME: Final = re.compile(r"[A-Za-z0-9_-]{1,64}")
_NONCE: Final = re.compile(r"[A-Za-z0-9_-]{0,64}")
_HEX: Final = re.compile(r"[0-9a-f]{64}")
_FAIR_TAGS: Final = ("Match", "Commitment", "Nonces", "Secret")

_Tags: TypeAlias = dict[str, tuple[int, str]]
"""Line and value of each tag, by its name."""


@dataclass(frozen=True, slots=True)
class Header:
    """The tags of one match, in canonical order."""

    tags: tuple[Tag, ...]
    rules: Rules
    seats: int
    fair: FairDeal | None
    """What fixes every deal; None for a record that lacks one of the four tags of a fair deal."""

    def value(self, name: str) -> str | None:
        """The value of a tag; None without one."""
        return next((tag.value for tag in self.tags if tag.name == name), None)

    @property
    def ended(self) -> str | None:
        """Why the match ended without a winner; None if it did not."""
        return self.value("Ended")


def read_header(found: Iterable[tuple[int, Tag]], first_line: int) -> Header:
    """Make sense of the tags of a match, given with their line numbers; no tag stands twice.

    first_line: where the match begins.
    Raises InvalidRecord.
    """
    tags = _by_name(found)
    seats = {name for name in tags if _SEAT.fullmatch(name)}
    if seats not in _SEAT_SETS:
        raise wrong_seats(first_line)
    rules = read_rules(*tags["Rules"]) if "Rules" in tags else Rules()
    _check_fair(tags, len(seats))
    return Header(_canonical(tags, rules), rules, len(seats), _fair(tags, rules))


def check_fair_tags(found: Iterable[tuple[int, Tag]], seats: int | None) -> None:
    """Check the four tags of a fair deal, if a record has them all, before it is read further.

    seats: how many there are, None while there may be more.
    Raises InvalidRecord for the first that is wrong.
    """
    _check_fair(_by_name(found), seats)


def _by_name(found: Iterable[tuple[int, Tag]]) -> _Tags:
    return {tag.name: (line, tag.value) for line, tag in found}


def wrong_seats(first_line: int) -> InvalidRecord:
    """The error for a set of seats that is not 1 and 2, or 1, 2 and 3. R1."""
    return InvalidRecord(Fault.WRONG_SEAT_TAGS, first_line, "R1")


def read_rules(line: int, value: str) -> Rules:
    """The rules of a `Rules` tag; of all kinds of space, only the plain one parts its options.

    Raises InvalidRecord.
    """
    try:
        if _OTHER_SPACE.search(value):
            raise InvalidNotation(Reason.NOT_AN_OPTION, text=value)
        return parse_rules(value)
    except InvalidNotation as error:
        raise InvalidRecord(error.reason, line, None, **error.parameters) from None


def _canonical(tags: _Tags, rules: Rules) -> tuple[Tag, ...]:
    known = [name for name in KNOWN_TAGS if name in tags]
    unknown = [name for name in tags if name not in KNOWN_TAGS]
    values = {name: value for name, (_, value) in tags.items()}
    if "Rules" in values:
        values["Rules"] = str(rules)
    return tuple(Tag(name, values[name]) for name in [*known, *unknown])


def _fair(tags: _Tags, rules: Rules) -> FairDeal | None:
    """The fair deal of a record that has all four tags, which are right."""
    if not _is_fair(tags):
        return None
    match, _, nonces, secret = (tags[name][1] for name in _FAIR_TAGS)
    return FairDeal(bytes.fromhex(secret), match, tuple(nonces.split(",")), rules.has_joker)


def _is_fair(tags: _Tags) -> bool:
    return all(name in tags for name in _FAIR_TAGS)


def _check_fair(tags: _Tags, seats: int | None) -> None:
    if not _is_fair(tags):
        return
    lines = {name: tags[name][0] for name in _FAIR_TAGS}
    match, commitment, nonces, secret = (tags[name][1] for name in _FAIR_TAGS)
    parts = nonces.split(",")
    faults: list[InvalidRecord] = []
    if not _NAME.fullmatch(match):
        faults.append(InvalidRecord(Fault.BAD_MATCH, lines["Match"]))
    if not _HEX.fullmatch(commitment):
        faults.append(InvalidRecord(Fault.BAD_COMMITMENT, lines["Commitment"]))
    if seats is not None and len(parts) != seats:
        faults.append(
            InvalidRecord(Fault.WRONG_NONCES, lines["Nonces"], found=len(parts), expected=seats)
        )
    elif not all(_NONCE.fullmatch(part) for part in parts):
        faults.append(InvalidRecord(Fault.BAD_NONCES, lines["Nonces"]))
    if not _HEX.fullmatch(secret):
        faults.append(InvalidRecord(Fault.BAD_SECRET, lines["Secret"]))
    elif _HEX.fullmatch(commitment) and commitment != _commitment(secret):
        faults.append(InvalidRecord(Fault.SECRET_MISMATCH, lines["Secret"]))
    if faults:
        raise min(faults, key=lambda fault: fault.line)


def _commitment(secret: str) -> str:
    return FairDeal(bytes.fromhex(secret), "", ()).commitment
