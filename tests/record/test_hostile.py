"""Whatever bytes come: they read, or one line of them is refused, in bounded time and memory."""

import pickle
from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given, settings, strategies as st

from cutthroat.core.match import replay
from cutthroat.core.rules import parse_rules
from cutthroat.record.errors import InvalidRecord
from cutthroat.record.write import record_text
from tests.kit.walk import walk
from tests.record.mutations import LINES, WORDS, mutate, shorten
from tests.record.second_reader import first_wrong_line
from tests.record.test_write import tags_for
from tests.record.texts import (
    BROKEN,
    EXAMPLE,
    PLAYED,
    THREE,
    TWO,
    VALID,
    read,
    read_all,
    refused,
)

CASES = [case.data for case in (*VALID, *BROKEN)]
SHORT = [data for data in CASES if len(data) < 1500]
FAIR = [data for data in CASES if b"Secret" in data]


def wrong_line(data: bytes) -> int:
    """The line that is refused, 0 if all are read; nothing else may happen."""
    try:
        found = read_all(data)
    except InvalidRecord as error:
        refusal = error
    else:
        for record in found:
            if record.events:
                replay(record.events)
        return 0
    assert 1 <= refusal.line <= max(1, data.count(b"\n") + (not data.endswith(b"\n")))
    check_copy(refusal, pickle.HIGHEST_PROTOCOL)
    return refusal.line


def check_copy(error: InvalidRecord, protocol: int) -> None:
    """An error survives the journey from one process to another."""
    copied = pickle.loads(pickle.dumps(error, protocol))
    assert type(copied) is InvalidRecord
    assert str(copied) == str(error)
    assert vars(copied) == vars(error)


# Any bytes and any text


@given(st.binary(max_size=2000))
def test_any_bytes(data: bytes) -> None:
    wrong_line(data)
    wrong_line(TWO.encode() + data)
    wrong_line(EXAMPLE.encode() + data)


@given(st.text(max_size=1000))
def test_any_text(text: str) -> None:
    data = text.encode()
    assert wrong_line(data) == first_wrong_line(data)
    assert wrong_line(TWO.encode() + data) == first_wrong_line(TWO.encode() + data)


statements = st.lists(st.sampled_from([*WORDS, *"123456789"]), max_size=6).map(" ".join)
lines = statements | st.sampled_from([*LINES, *EXAMPLE.splitlines(), *PLAYED.splitlines()])


@given(st.lists(lines, max_size=25).map("\n".join), st.sampled_from(["", TWO, THREE]))
def test_any_statements(text: str, head: str) -> None:
    data = f"{head}{text}".encode()
    assert wrong_line(data) == first_wrong_line(data)


@given(st.text(st.sampled_from('\\"# \t][Ax'), max_size=40))
def test_any_value(value: str) -> None:
    data = f'{TWO}[Note "{value}"]\n'.encode()
    assert wrong_line(data) == first_wrong_line(data)


# Records that went wrong: refused at the line that a second reader finds, which knows no code


def check_mutations(seed: int, number: int) -> None:
    """Changed records of the collection."""
    rng = Random(seed)
    for _ in range(number):
        data = rng.choice(rng.choice((CASES, SHORT, SHORT, FAIR)))
        if rng.random() < 0.15:
            data = data.replace(b"[Seat2", b'[Ended "x"]\n[Seat2', 1)
        data = mutate(shorten(data, rng), rng)
        assert wrong_line(data) == first_wrong_line(data), data


def check_walks(seed: int, number: int) -> None:
    """Changed records of random matches in random houses."""
    rng = Random(seed)
    for _ in range(number):
        chosen = rng.sample(HOUSE, rng.randint(0, 4))
        rules = parse_rules(" ".join({word.partition("=")[0]: word for word in chosen}.values()))
        events = walk(rules, rng.choice((2, 3)), rng, deals=rng.randint(1, 7)).events
        whole = record_text(tags_for(events), events).encode()
        for _ in range(10):
            data = mutate(whole, rng)
            assert wrong_line(data) == first_wrong_line(data), data


HOUSE = (
    *("high=highest", "low=numeric", "low_to=winner", "tie=bidder", "all_pass=next", "joker=yes"),
    *(
        "all_pass=stick",
        "out=reach",
        "four=any",
        "four=off",
        "follow=strict",
        "limit=5",
        "target=5",
    ),
)


@pytest.mark.parametrize("seed", range(4))
def test_some_mutations(seed: int) -> None:
    check_mutations(seed, 200)
    check_walks(seed, 15)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 104))
def test_many_mutations(seed: int) -> None:
    check_mutations(seed, 3000)
    check_walks(seed, 150)


@pytest.mark.slow
@settings(max_examples=2000)
@given(st.lists(lines, max_size=40).map("\n".join), st.sampled_from([TWO, THREE, EXAMPLE, ""]))
def test_many_statements(text: str, head: str) -> None:
    data = f"{head}{text}".encode()
    assert wrong_line(data) == first_wrong_line(data)


def test_a_record_may_be_cut_off_at_every_byte() -> None:
    """After a whole word it stands; inside one it stands too, or its last line is refused."""
    data = EXAMPLE.encode()
    for end in range(len(data) + 1):
        line = wrong_line(data[:end])
        assert line == first_wrong_line(data[:end])
        assert line in (0, 1, data[:end].count(b"\n") + 1)


# Text that is none


@pytest.mark.parametrize(
    "mark", ["\x00", "\r", "\x0b", "\x0c", "\x1c", "\x85", "\u2028", "\u2029", "\ufeff"]
)
def test_other_marks_do_not_end_lines(mark: str) -> None:
    """In a comment they stand; between words and in place of a line's end they are refused."""
    assert read(EXAMPLE.replace("\n", f" # a{mark}void\n")).text == EXAMPLE
    assert refused(EXAMPLE.replace("\ndeal", f"{mark}deal", 1)).line == 6
    assert refused(EXAMPLE.replace("bid 2 3\n", f"bid 2 3{mark}x\n")).line == 11
    assert refused(f"{EXAMPLE}\n{mark}x\n").line == 23
    assert refused(EXAMPLE.replace("\n", mark)).line == 1


def test_files_of_other_kinds() -> None:
    for data in (b"\x00" * 10_000, b"\x7fELF\x02\x01", b"\x89PNG\r\n\x1a\n", b"%PDF-1.7\n%\xe2\n"):
        assert refused(data).line == 1
    assert refused(EXAMPLE.encode("utf-16-le")).line == 1
    assert refused(EXAMPLE.encode("utf-32")).line == 1


# Errors are values


ERRORS: list[Callable[[], InvalidRecord]] = [
    lambda: refused(EXAMPLE.replace("5C 8D", "TS 8D")),
    lambda: refused(EXAMPLE.replace("high=1", "high=2")),
    lambda: refused(EXAMPLE.replace("dealer 1", "dealer 4")),
    lambda: refused(EXAMPLE.replace("high=highest", "high=x")),
    lambda: refused("\x00"),
    lambda: refused(b"\xff"),
]


@pytest.mark.parametrize("error", ERRORS)
def test_an_error_survives_a_journey(error: Callable[[], InvalidRecord]) -> None:
    for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
        check_copy(error(), protocol)
