"""Names as pages show them."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from cutthroat.web.pages.naming import tame, told_apart


@pytest.mark.parametrize(
    ("names", "shown"),
    [
        (["Ana", "Bo"], ("Ana", "Bo")),
        (["Ana", "Ana"], ("Ana 1", "Ana 2")),
        (["", None, "Ana"], ("Seat 1", "Seat 2", "Ana")),
        (["easy", "Ana", "easy"], ("easy 1", "Ana", "easy 3")),
    ],
)
def test_nobody_is_nameless_or_like_another(
    names: list[str | None], shown: tuple[str, ...]
) -> None:
    assert told_apart(names) == shown


@given(st.text(), st.integers(1, 50))
def test_text_of_others_is_one_short_line_that_can_be_seen(text: str, longest: int) -> None:
    line = tame(text, longest)
    assert len(line) <= longest
    assert all(letter.isprintable() or letter in "\u200c\u200d" for letter in line)
    assert line == line.strip()
    assert tame(line, longest) == line


def test_what_belongs_to_a_spelling_stays() -> None:
    for name in ("क्\u200dष", "👨\u200d👩\u200d👧", "Zoë O'Hara-Ñandú"):
        assert tame(name) == name
