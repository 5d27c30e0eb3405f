"""Every value of every option has its sentence."""

from collections.abc import Iterator

import pytest

from cutthroat.core.rules import OPTIONS, Choice, High, Low, Number, Value
from cutthroat.i18n.options import _NAMED, OPTION_CLAUSES, number_text, option_text


def values(option: Choice | Number) -> Iterator[Value]:
    """Every named value; of numbers the ends of their range."""
    if isinstance(option, Choice):
        yield from type(option.default)
        return
    yield from (option.low, option.high)
    if option.default is None:
        yield None


VALUES = [(option.name, value) for option in OPTIONS for value in values(option)]


@pytest.mark.parametrize(("name", "value"), VALUES, ids=str)
def test_a_value_is_told_in_a_sentence(name: str, value: Value) -> None:
    told = option_text(name, value)
    assert told[0].isupper()
    assert told.endswith(".")
    if isinstance(value, int):
        assert f" {value} " in told


def test_no_two_values_are_told_alike() -> None:
    told = [option_text(name, value) for name, value in VALUES]
    assert len(set(told)) == len(told)


def test_no_sentence_is_left_over() -> None:
    named = {(name, "none" if value is None else str(value)) for name, value in VALUES}
    assert {*_NAMED} <= named


@pytest.mark.parametrize("option", [x for x in OPTIONS if isinstance(x, Number)], ids=str)
def test_an_option_that_counts_is_told_without_a_number_too(option: Number) -> None:
    told = number_text(option.name)
    assert not any(character.isdigit() for character in told)
    assert told.endswith(".")


def test_every_option_concerns_a_clause() -> None:
    assert [*OPTION_CLAUSES] == [option.name for option in OPTIONS]


@pytest.mark.parametrize(
    ("name", "value"), [("hi", High.ACE), ("high", Low.LOWEST), ("high", 3), ("target", None)]
)
def test_what_does_not_exist_has_no_sentence(name: str, value: Value) -> None:
    with pytest.raises(KeyError):
        option_text(name, value)


def test_only_options_that_count_are_told_without_a_number() -> None:
    with pytest.raises(KeyError):
        number_text("high")
