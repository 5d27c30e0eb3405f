"""Reading records: every line is checked against the rules as it comes.

So a record that was read is right. Matches are read one at a time, in memory bounded by one match.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import BinaryIO, Final, NoReturn

from cutthroat.core.errors import InvalidNotation, Reason
from cutthroat.core.events import Event
from cutthroat.record.errors import Fault, InvalidRecord
from cutthroat.record.header import Header, check_fair_tags, read_header, read_rules
from cutthroat.record.lines import numbered_lines
from cutthroat.record.parse import parse_line
from cutthroat.record.statements import BodyLine, Statement, Tag
from cutthroat.record.verify import Verifier

MATCH_LIMIT: Final = 100_000
"""Lines a match may have."""

TAGS_LIMIT: Final = 1_000_000
"""Characters that the tags of a match may have together, names and values."""

_OF_BODY: Final = {
    Fault.WRONG_FORM,
    Fault.NOT_A_NUMBER,
    Fault.NOT_A_BID,
    Fault.NO_SUCH_POINT,
    Fault.POINT_TWICE,
    Reason.NO_SUCH_CARD,
}
"""What is wrong with lines that are no tags, so that the tags end before them."""


@dataclass(frozen=True, slots=True)
class Record:
    """A verified record of one match.

    body: its statements after the tags, as they stood.
    events: the same as a log that `core.match.replay` folds; empty if no deal was begun.
    line: number of the line where it begins.
    """

    header: Header
    body: tuple[BodyLine, ...]
    events: tuple[Event, ...]
    line: int

    @property
    def text(self) -> str:
        """The record in canonical form, exactly the statements that were read."""
        return "".join(f"{statement}\n" for statement in (*self.header.tags, *self.body))


def read_matches(stream: BinaryIO) -> Iterator[Record]:
    """The matches of a file of bytes, one after another.

    Raises InvalidRecord at the first line that cannot follow from those before it.
    """
    section: _Section | None = None
    for line, statement in _statements(stream):
        if section and section.verifier and isinstance(statement, Tag):
            yield section.finish()
            section = None
        if section is None and statement is not None:
            section = _Section(line)
        if section:
            section.take(line, statement)
    if section:
        yield section.finish()


def _statements(stream: BinaryIO) -> Iterator[tuple[int, Statement | InvalidRecord | None]]:
    """The statement of every line, None where there is none; the fault of a line ends them."""
    try:
        for number, text in numbered_lines(stream):
            yield number, _parse(number, text)
    except InvalidRecord as fault:
        yield fault.line, fault


def _parse(number: int, text: str) -> Statement | None:
    try:
        return parse_line(text)
    except InvalidNotation as error:
        raise InvalidRecord(error.reason, number, None, **error.parameters) from None


class _Section:
    """The lines of one match."""

    def __init__(self, line: int) -> None:
        self.line = line
        self.verifier: Verifier | None = None
        self._tags: dict[str, tuple[int, Tag]] = {}
        self._tags_length = 0
        self._body: list[BodyLine] = []

    def take(self, line: int, statement: Statement | InvalidRecord | None) -> None:
        """Check the next line: its statement, or its fault, or None if it is blank.

        Raises InvalidRecord.
        """
        if line - self.line >= MATCH_LIMIT:
            statement = InvalidRecord(Fault.MATCH_TOO_LONG, line, limit=MATCH_LIMIT)
        match statement:
            case None:
                return
            case InvalidRecord():
                self._refuse(statement)
            case Tag():
                self._take_tag(line, statement)
            case _:
                self._take_body(line, statement)

    def finish(self) -> Record:
        """The record, when its last line was taken.

        Raises InvalidRecord.
        """
        verifier = self.verifier or Verifier(self._header())
        events = verifier.finish()
        return Record(verifier.header, tuple(self._body), events, self.line)

    def _take_body(self, line: int, statement: BodyLine) -> None:
        if self.verifier is None:
            self.verifier = Verifier(self._header())
        self.verifier.take(line, statement)
        self._body.append(statement)

    def _take_tag(self, line: int, tag: Tag) -> None:
        if tag.name in self._tags:
            self._refuse(InvalidRecord(Fault.TAG_TWICE, line, tag=tag.name))
        self._tags_length += len(tag.name) + len(tag.value)
        if self._tags_length > TAGS_LIMIT:
            self._refuse(InvalidRecord(Fault.TAGS_TOO_LONG, line, limit=TAGS_LIMIT))
        if tag.name == "Rules":
            try:
                read_rules(line, tag.value)
            except InvalidRecord as fault:
                self._refuse(fault)
        self._tags[tag.name] = (line, tag)

    def _refuse(self, fault: InvalidRecord) -> NoReturn:
        """Raise the fault of the next line, unless one before it waited for what follows."""
        if self.verifier:
            self.verifier.finish()
        elif fault.reason in _OF_BODY:
            self._header()
        else:
            check_fair_tags(self._tags.values(), seats=None)
        raise fault from None

    def _header(self) -> Header:
        return read_header(self._tags.values(), self.line)
