"""From bytes to numbered lines without comments; hostile files are refused in bounded memory."""

from __future__ import annotations

from collections.abc import Iterator
from typing import BinaryIO, Final

from cutthroat.record.errors import Fault, InvalidRecord

LINE_LIMIT: Final = 64 * 1024
"""Bytes a line may have, its end not counted."""

_BOM: Final = b"\xef\xbb\xbf"


def numbered_lines(stream: BinaryIO) -> Iterator[tuple[int, str]]:
    """Every line with its number, from 1, its end taken off.

    Raises InvalidRecord for a line that is too long or is not UTF-8.
    """
    number = 0
    while line := stream.readline(LINE_LIMIT + len(_BOM) + 2):
        number += 1
        if number == 1:
            line = line.removeprefix(_BOM)
        line = line.removesuffix(b"\n").removesuffix(b"\r")
        if len(line) > LINE_LIMIT:
            raise InvalidRecord(Fault.LINE_TOO_LONG, number, limit=LINE_LIMIT)
        try:
            yield number, line.decode()
        except UnicodeDecodeError:
            raise InvalidRecord(Fault.NOT_UTF8, number) from None
