"""Limits: long lines, long matches, endless streams, and words that were made to hurt."""

import io
import tracemalloc
from collections.abc import Iterable, Iterator
from itertools import chain, count, repeat

import pytest

from cutthroat.record.errors import Fault, InvalidRecord
from cutthroat.record.lines import LINE_LIMIT
from cutthroat.record.read import MATCH_LIMIT, TAGS_LIMIT, read_matches
from tests.record.texts import EXAMPLE, PLAYED, TWO, read, read_all, refused, why

# Limits


KING = "\u738b"
"""Three bytes, one character."""


def tag_of(length: int, name: str = "Note") -> bytes:
    """A tag line of that many bytes."""
    return f'[{name} "{"x" * (length - len(name) - 5)}"]'.encode()


@pytest.mark.parametrize("end", [b"", b"\n", b"\r\n", b"\n\n", b"\nvoid"])
@pytest.mark.parametrize("before", [b"", b"\xef\xbb\xbf", b"\n"])
def test_a_line_has_64_kilobytes_at_most(before: bytes, end: bytes) -> None:
    line = 1 + before.count(b"\n")
    assert LINE_LIMIT == 65536
    longest, too_long = tag_of(LINE_LIMIT), tag_of(LINE_LIMIT + 1)
    assert len(longest) == LINE_LIMIT
    assert refused(before + longest + end).reason is Fault.WRONG_SEAT_TAGS
    assert why(before + too_long + end) == ("line_too_long", line, None)
    assert why(before + b"#" * (LINE_LIMIT + 1) + end) == ("line_too_long", line, None)
    assert refused(before + b"x" * (LINE_LIMIT + 4)).parameters == {"limit": LINE_LIMIT}


@pytest.mark.parametrize("more", range(1, 9))
def test_a_line_is_too_long_by_every_number_of_bytes(more: int) -> None:
    data = TWO.encode() + b"#" * (LINE_LIMIT + more)
    for end in (b"", b"\n", b"\r\n", b"\n[Seat1"):
        assert why(data + end) == ("line_too_long", 3, None)


def test_a_long_line_counts_bytes_and_its_end_does_not_count() -> None:
    assert read_all(f"#{KING * 21845}\r\n") == []
    assert why(f"##{KING * 21845}") == ("line_too_long", 1, None)


def test_a_match_has_100_000_lines_at_most() -> None:
    assert MATCH_LIMIT == 100_000
    longest = TWO + "#\n" * (MATCH_LIMIT - 2)
    assert read("#\n" * 500 + longest).line == 501
    assert why(longest + "#") == ("match_too_long", MATCH_LIMIT + 1, None)
    assert why("\n\n" + longest + "\n") == ("match_too_long", MATCH_LIMIT + 3, None)
    assert why(longest + "deal 1 dealer 1") == ("match_too_long", MATCH_LIMIT + 1, None)
    assert why(longest + '[Note "x"]') == ("match_too_long", MATCH_LIMIT + 1, None)
    assert refused(longest + "#").parameters == {"limit": MATCH_LIMIT}


def test_the_match_after_the_longest_begins_on_its_own_line() -> None:
    longest = f"{TWO}deal 1 dealer 1\n" + "#\n" * (MATCH_LIMIT - 3)
    assert [record.line for record in read_all(longest + EXAMPLE)] == [1, MATCH_LIMIT + 1]
    assert why(longest + "\n" + EXAMPLE) == ("match_too_long", MATCH_LIMIT + 1, None)
    assert why(longest + "void") == ("match_too_long", MATCH_LIMIT + 1, None)


@pytest.mark.slow
def test_a_match_of_100_000_statements_is_read() -> None:
    deals = "".join(
        f"deal {number} dealer {2 - number % 2}\nbid 1 4\npoints high=- low=- jack=2 game=-\n"
        f"scores {-4 * number} {number}\n"
        for number in range(1, MATCH_LIMIT // 4 + 1)
    )
    assert why(TWO + deals) == ("match_too_long", MATCH_LIMIT + 1, None)
    shorter = TWO + deals.rpartition("deal ")[0]
    assert read(shorter).text == shorter
    voids = "".join(
        f"deal {number} dealer 1\nhand 1 2C 3C 4C 5C 6C 7C\nvoid\n" for number in range(1, 33_333)
    )
    assert read(TWO + voids).text == TWO + voids


def test_tags_have_a_million_characters_at_most() -> None:
    filler = "".join(f'[T{place} "{"x" * 49_998}"]\n' for place in range(9))
    filler += "".join(f'[U{place} "{KING * 19_998}"]\n' for place in range(9))
    used = sum(len(name) for name in ("Seat1", "Ana", "Seat2", "B\u00e9la")) + 18 * 2 + 9 * 69_996
    rest = TAGS_LIMIT - used
    tags = [rest // 6] * 5 + [rest - 5 * (rest // 6)]
    lines_ = [f'[R{place} "{"y" * (length - 2)}"]\n' for place, length in enumerate(tags)]
    text = TWO + filler + "".join(lines_)
    assert read(text).text == text
    assert why(text + '[x ""]\n') == ("tags_too_long", text.count("\n") + 1, None)
    assert len(read_all((text + "deal 1 dealer 1\n") * 2)) == 2


# Endless streams


class Endless(io.RawIOBase):
    """A stream of pieces, made when they are read; `told` counts the bytes that were."""

    def __init__(self, pieces: Iterable[bytes]) -> None:
        self._pieces = iter(pieces)
        self._rest = b""
        self.told = 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]  # of a raw stream
        while not self._rest and (piece := next(self._pieces, None)) is not None:
            self._rest = piece
        size = min(len(buffer), len(self._rest))
        buffer[:size], self._rest = self._rest[:size], self._rest[size:]
        self.told += size
        return size


GIGABYTE = 2**30
BLOCK = 60_000


def bounded(pieces: Iterable[bytes], size: int) -> Iterator[bytes]:
    """As many pieces as that many bytes hold."""
    told = 0
    for piece in pieces:
        yield piece
        told += len(piece)
        if told >= size:
            return


def endless_tags(length: int) -> Iterator[bytes]:
    """Tags without end, each of another name."""
    return chain([TWO.encode()], (tag_of(length, f"T{place}") + b"\n" for place in count()))


def endless_deals() -> Iterator[bytes]:
    """Deals without end, all of them void."""
    yield TWO.encode()
    for number in count(1):
        yield f"deal {number} dealer 1\nhand 1 2C 3C 4C 5C 6C 7C\nvoid\n".encode()


def measured(pieces: Iterable[bytes]) -> tuple[str, int, int, int]:
    """The reason and the line of the refusal, bytes read, and the most memory that was held."""
    raw = Endless(pieces)
    tracemalloc.start()
    try:
        for _ in read_matches(io.BufferedReader(raw)):
            pass
        reason, line = "", 0
    except InvalidRecord as error:
        reason, line = error.reason.value, error.line
    finally:
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
    return reason, line, raw.told, peak


@pytest.mark.parametrize(
    "start", [b"", TWO.encode(), b"[", b'[Note "', b'[Note "' + b"\\" * 9, b"#"]
)
@pytest.mark.parametrize("block", [b"x" * BLOCK, b"\\" * BLOCK, b"\x00" * BLOCK, b" " * BLOCK])
def test_one_endless_line(start: bytes, block: bytes) -> None:
    reason, line, told, peak = measured(bounded(chain([start], repeat(block)), GIGABYTE))
    assert (reason, line) == ("line_too_long", 1 + start.count(b"\n"))
    assert told < 4 * LINE_LIMIT
    assert peak < 1_000_000


def test_endless_long_tags() -> None:
    reason, line, told, peak = measured(bounded(endless_tags(BLOCK), GIGABYTE))
    assert (reason, line) == ("tags_too_long", 2 + TAGS_LIMIT // BLOCK + 1)
    assert told < 2 * TAGS_LIMIT
    assert peak < 8_000_000


@pytest.mark.parametrize("length", [pytest.param(20, marks=pytest.mark.slow), 100])
def test_endless_short_tags(length: int) -> None:
    reason, line, told, peak = measured(bounded(endless_tags(length), GIGABYTE))
    assert reason == "tags_too_long"
    assert line < MATCH_LIMIT
    assert told < 2 * MATCH_LIMIT * 20
    assert peak < 40_000_000


def test_endless_long_values_of_wide_characters() -> None:
    wide = ("\U0001f0a1" * (BLOCK // 4)).encode()
    tags = (b'[T%d "%s"]\n' % (place, wide) for place in count())
    reason, _, _, peak = measured(bounded(tags, GIGABYTE))
    assert reason == "tags_too_long"
    assert peak < 10_000_000


@pytest.mark.parametrize("line", [b"\n", b"#\n", b" \t\r\n"])
def test_endless_comments_inside_a_match(line: bytes) -> None:
    pieces = chain([EXAMPLE.encode()], repeat(line * 1000))
    reason, number, told, peak = measured(bounded(pieces, GIGABYTE))
    assert (reason, number) == ("match_too_long", MATCH_LIMIT + 1)
    assert told < 10 * MATCH_LIMIT
    assert peak < 1_000_000


def large_matches(filler: bytes) -> Iterator[bytes]:
    """Matches without end, none of them small."""
    return repeat(TWO.encode() + filler + b"deal 1 dealer 1\n")


@pytest.mark.parametrize(
    "filler",
    [tag_of(BLOCK) + b"\n", b"#" * BLOCK + b"\n", tag_of(BLOCK) + b" # " + b"\n" + b"\n" * 100],
)
@pytest.mark.parametrize("size", [5_000_000, pytest.param(200_000_000, marks=pytest.mark.slow)])
def test_endless_matches(filler: bytes, size: int) -> None:
    reason, line, told, peak = measured(bounded(large_matches(filler), size))
    assert (reason, line) == ("", 0)
    assert told >= size
    assert peak < 2_000_000


@pytest.mark.parametrize("size", [5_000_000, pytest.param(200_000_000, marks=pytest.mark.slow)])
def test_endless_comments_before_a_match(size: int) -> None:
    reason, line, told, peak = measured(bounded(repeat(b"#" * BLOCK + b"\n"), size))
    assert (reason, line) == ("", 0)
    assert told >= size
    assert peak < 1_000_000


@pytest.mark.slow
def test_endless_deals() -> None:
    reason, line, told, peak = measured(bounded(endless_deals(), GIGABYTE))
    assert (reason, line) == ("match_too_long", MATCH_LIMIT + 1)
    assert told < 100 * MATCH_LIMIT
    assert peak < 60_000_000


@pytest.mark.slow
def test_endless_long_comments_inside_a_match() -> None:
    pieces = chain([EXAMPLE.encode()], repeat(b"#" * 4000 + b"\n"))
    reason, line, _, peak = measured(bounded(pieces, GIGABYTE))
    assert (reason, line) == ("match_too_long", MATCH_LIMIT + 1)
    assert peak < 1_000_000


# Words that were made to hurt

FULL = LINE_LIMIT - 100


@pytest.mark.parametrize(
    "line",
    [
        '[Game "' + "\\" * FULL,
        '[Game "' + "\\" * (FULL - 1) + '"]',
        '[Game "' + '\\"' * (FULL // 2),
        '[Game "' + "\\\\" * (FULL // 2) + "x",
        '[Game "' + '"' * FULL + "]",
        '[Game "' + "a" * FULL,
        '[Game "a"' + " " * FULL + "x",
        '[Game "a"' + "\t " * (FULL // 2),
        '[Game "a"]' + " " * FULL + "x",
        "[Game" + " " * FULL,
        "[" + " " * FULL,
        "[" * FULL,
        "[" + "a" * FULL,
        "[" + "a_" * (FULL // 2) + ' "',
        '"' * FULL,
        "a " * (FULL // 2),
        "deal " + "9" * FULL,
        "deal " + "1 " * (FULL // 2),
        "deal 1 dealer " + "9" * 5000,
        "deal 1 dealer -" + "9" * 5000,
        "hand 1" + " 2C" * (FULL // 3),
        "hand 1 " + "2" * FULL,
        "bid 1 " + "2" * FULL,
        "trick 1" + " 2C" * (FULL // 3),
        "points" + " high=1" * (FULL // 7),
        "points " + "high=" * (FULL // 5),
        "points high=" + "1" * FULL,
        "scores" + " 1" * (FULL // 2),
        "scores " + "1" * FULL,
        "winner " + "1" * FULL,
        "void " * (FULL // 5),
        '[Rules "' + "high=highest " * (FULL // 13) + '"]',
        '[Rules "' + "=" * FULL + '"]',
        '[Rules "target=' + "9" * FULL + '"]',
        '[Rules "limit=' + "9" * FULL + '"]',
    ],
    ids=lambda line: line[:16],
)
def test_long_words_are_refused_at_once(line: str) -> None:
    for head in (TWO, TWO + "deal 1 dealer 1\n", EXAMPLE):
        number = head.count("\n") + 1
        assert refused(head + line).line == number
        assert refused(head + line + "\n" + EXAMPLE).line == number


@pytest.mark.parametrize("value", [",", "a,", ",a"])
def test_long_tags_of_a_fair_deal_are_refused_at_once(value: str) -> None:
    nonces = f'[Nonces "{value * (FULL // len(value))}"]\n'
    rest = f'[Match "{"m" * FULL}"]\n[Commitment "{"0" * FULL}"]\n[Secret "{"0" * FULL}"]\n'
    assert why(TWO + nonces + rest) == ("wrong_nonces", 3, None)
    assert why(TWO + rest + nonces) == ("bad_match", 3, None)


def test_a_tag_may_be_as_long_as_a_line() -> None:
    value = '\\"' * (FULL // 2)
    record = read(f'{TWO}[Note "{value}"]\n')
    assert record.header.value("Note") == '"' * (FULL // 2)


@pytest.mark.parametrize(
    "number", ["9" * 9, "9" * 10, "9" * 4301, "-" + "9" * 9, "1" + "0" * 60_000]
)
@pytest.mark.parametrize(
    "line",
    [
        "deal {} dealer 1",
        "deal 1 dealer {}",
        "hand {} AS",
        "bid {} 2",
        "trick {} AS",
        "scores {} 0",
        "winner {}",
        "points high={} low=- jack=- game=-",
    ],
)
def test_huge_numbers(line: str, number: str) -> None:
    for head in (TWO, TWO + PLAYED, TWO + "deal 1 dealer 2\n", TWO + "deal 1 dealer 2\nbid 1 2\n"):
        assert refused(head + line.format(number)).line == head.count("\n") + 1


# A stream that fails is the caller's business


class Broken(io.RawIOBase):
    """A disk that fails after its first lines."""

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]  # of a raw stream
        raise OSError("no such sector")


def test_an_error_of_the_stream_is_passed_on() -> None:
    stream = io.BufferedReader(Broken())
    with pytest.raises(OSError, match="no such sector"):
        list(read_matches(stream))
