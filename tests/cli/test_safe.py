"""Text from elsewhere cannot steer a terminal."""

import io
import unicodedata

import pytest
from hypothesis import given, strategies as st
from rich.console import Console

from cutthroat.cli.console import Screen
from cutthroat.cli.safe import clean

REORDERING = "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
STEERING = st.sampled_from([*map(chr, range(32)), *map(chr, range(127, 160)), *REORDERING])
HOSTILE = st.lists(st.characters() | STEERING | st.just("\ud800")).map("".join)


def steers(character: str) -> bool:
    """By what Unicode says of the character: a control, a bidi control, or the end of a line."""
    return (
        unicodedata.category(character) in {"Cc", "Cs"}
        or unicodedata.bidirectional(character) in {"B", "LRE", "RLE", "PDF", "LRO", "RLO"}
        or unicodedata.bidirectional(character) in {"LRI", "RLI", "FSI", "PDI"}
        or unicodedata.name(character, "").endswith(("-TO-LEFT MARK", "-TO-RIGHT MARK"))
        or character in "\u061c\u2028\u2029"
    )


@given(HOSTILE)
def test_nothing_that_steers_is_left(text: str) -> None:
    assert not any(map(steers, clean(text)))


@given(HOSTILE)
def test_everything_else_is_kept_in_its_place(text: str) -> None:
    expected = ["\ufffd" if steers(character) else character for character in text]
    assert [*clean(text)] == expected


@given(HOSTILE)
def test_what_is_clean_stays_as_it_is(text: str) -> None:
    assert clean(clean(text)) == clean(text)


@given(HOSTILE)
def test_it_is_one_line_that_can_be_written(text: str) -> None:
    assert len(clean(text).splitlines()) <= 1
    clean(text).encode()


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("\x1b[2J\x1b]0;title\x07", "�[2J�]0;title�"),
        ("\x9b31m", "�31m"),
        ("a\r\nb\x85c\u2028d", "a��b�c�d"),
        ("Ann\u202egnol", "Ann�gnol"),
        ("\u2066x\u2069\u200f\u061c", "�x���"),
        ("Zoë 李 أنا 👩\u200d🚀", "Zoë 李 أنا 👩\u200d🚀"),
    ],
)
def test_examples(text: str, shown: str) -> None:
    assert clean(text) == shown


@pytest.mark.parametrize("plain", [True, False])
@pytest.mark.parametrize("text", ["[red]x[/red]", "[/]", ":smile:", "[link=a]b", r"\[b]"])
def test_a_screen_does_not_interpret_it(text: str, plain: bool) -> None:
    output = io.StringIO()
    console = Console(file=output, markup=False, emoji=False, highlight=False, width=80)
    Screen(console, plain=plain, suits="symbols").line(clean(text))
    assert output.getvalue() == f"{text}\n"
