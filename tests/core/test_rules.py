"""The house rules: eleven options, three presets, their text."""

import pickle
from typing import Any

import pytest
from hypothesis import given

from cutthroat.core.errors import InvalidNotation, Reason
from cutthroat.core.rules import (
    OPTIONS,
    PRESETS,
    AllPass,
    Choice,
    Follow,
    Four,
    High,
    Joker,
    Low,
    LowTo,
    Number,
    Out,
    Rules,
    Tie,
    parse_rules,
    preset,
)
from tests.kit import strategies

VALUES = {
    "target": ("5-99",),
    "high": ("ace", "highest"),
    "low": ("lowest", "numeric"),
    "low_to": ("player", "winner"),
    "tie": ("nobody", "bidder"),
    "all_pass": ("redeal", "next", "stick"),
    "out": ("from_target", "reach"),
    "four": ("positive", "any", "off"),
    "follow": ("or_trump", "strict"),
    "joker": ("no", "yes"),
    "limit": ("none", "5-200"),
}


def parameters(text: str) -> tuple[object, dict[str, object]]:
    with pytest.raises(InvalidNotation) as refused:
        parse_rules(text)
    return refused.value.reason, refused.value.parameters


def test_the_options_and_their_values_are_those_of_the_table() -> None:
    assert {option.name: option.values for option in OPTIONS} == VALUES
    assert list(VALUES) == [option.name for option in OPTIONS]


def test_the_defaults_are_the_source_read_word_by_word() -> None:
    assert Rules() == Rules(
        target=11,
        high=High.ACE,
        low=Low.LOWEST,
        low_to=LowTo.PLAYER,
        tie=Tie.NOBODY,
        all_pass=AllPass.REDEAL,
        out=Out.FROM_TARGET,
        four=Four.POSITIVE,
        follow=Follow.OR_TRUMP,
        joker=Joker.NO,
        limit=None,
    )
    assert Rules() == PRESETS["seed"] == parse_rules("")
    assert {option.name: option.default for option in OPTIONS} == {
        name: getattr(Rules(), name) for name in VALUES
    }


@pytest.mark.parametrize(
    ("text", "changed"),
    [
        ("target=5", {"target": 5}),
        ("target=99", {"target": 99}),
        ("high=highest", {"high": High.HIGHEST}),
        ("low=numeric", {"low": Low.NUMERIC}),
        ("low_to=winner", {"low_to": LowTo.WINNER}),
        ("tie=bidder", {"tie": Tie.BIDDER}),
        ("all_pass=next", {"all_pass": AllPass.NEXT}),
        ("all_pass=stick", {"all_pass": AllPass.STICK}),
        ("out=reach", {"out": Out.REACH}),
        ("four=any", {"four": Four.ANY}),
        ("four=off", {"four": Four.OFF}),
        ("follow=strict", {"follow": Follow.STRICT}),
        ("joker=yes", {"joker": Joker.YES}),
        ("limit=5", {"limit": 5}),
        ("limit=200", {"limit": 200}),
    ],
)
def test_each_value_has_its_text(text: str, changed: dict[str, Any]) -> None:
    assert parse_rules(text) == Rules(**changed)
    assert str(Rules(**changed)) == text


@pytest.mark.parametrize(
    "text",
    [f"{option.name}={option.values[0]}" for option in OPTIONS if isinstance(option, Choice)]
    + ["target=11", "limit=none"],
)
def test_a_default_may_be_said_and_is_not_written(text: str) -> None:
    assert parse_rules(text) == Rules()
    assert str(parse_rules(text)) == ""


@pytest.mark.parametrize(("text", "has"), [("joker=yes", True), ("joker=no", False), ("", False)])
def test_joker_yes_and_no_say_whether_the_deck_has_one(text: str, *, has: bool) -> None:
    assert parse_rules(text).has_joker is has


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("seed", ""),
        ("classic", "high=highest out=reach"),
        ("short", "target=7 high=highest out=reach limit=20"),
    ],
)
def test_presets(name: str, text: str) -> None:
    assert str(preset(name)) == text
    assert list(PRESETS) == ["seed", "classic", "short"]


def test_another_name_is_no_preset() -> None:
    with pytest.raises(InvalidNotation) as refused:
        preset("fast")
    assert refused.value.reason is Reason.NO_SUCH_PRESET
    assert refused.value.parameters == {"preset": "fast", "presets": "seed, classic, short"}


def test_options_come_in_any_order_and_are_written_in_that_of_the_table() -> None:
    text = "limit=20  joker=yes\ttarget=7 four=off"
    assert str(parse_rules(text)) == "target=7 four=off joker=yes limit=20"


def test_options_are_laid_over_a_base() -> None:
    over = parse_rules("high=ace target=9", preset("short"))
    assert str(over) == "target=9 out=reach limit=20"
    assert parse_rules("", preset("classic")) == preset("classic")


@pytest.mark.parametrize("word", ["high", "reach", "high:ace", "-"])
def test_a_word_without_equals_is_no_option(word: str) -> None:
    assert parameters(f"target=7 {word}") == (Reason.NOT_AN_OPTION, {"text": word})


@pytest.mark.parametrize("word", ["hi=ace", "=ace", "High=ace", "low-to=winner", "points=11"])
def test_an_unknown_option(word: str) -> None:
    names = "target, high, low, low_to, tie, all_pass, out, four, follow, joker, limit"
    assert parameters(word) == (
        Reason.NO_SUCH_OPTION,
        {"option": word.partition("=")[0], "options": names},
    )


def test_an_option_said_twice() -> None:
    assert parameters("high=ace target=7 high=ace") == (Reason.OPTION_TWICE, {"option": "high"})


@pytest.mark.parametrize("name", [option.name for option in OPTIONS if isinstance(option, Choice)])
@pytest.mark.parametrize("value", ["", "none", "maybe", "ACE", "ace=ace"])
def test_a_value_that_an_option_does_not_have(name: str, value: str) -> None:
    assert parameters(f"{name}={value}") == (
        Reason.NO_SUCH_VALUE,
        {"option": name, "value": value, "values": ", ".join(VALUES[name])},
    )


@pytest.mark.parametrize(
    "value",
    [
        "",
        "4",
        "100",
        "0",
        "-5",
        "+7",
        "07",
        "007",
        "7.0",
        "\u0661\u0661",
        "7²",
        "0x7",
        "none",
        "1_1",
    ],
)
def test_target_is_5_to_99(value: str) -> None:
    assert parameters(f"target={value}") == (
        Reason.NO_SUCH_VALUE,
        {"option": "target", "value": value, "values": "5-99"},
    )


@pytest.mark.parametrize("value", ["", "4", "201", "0", "-5", "020", "None", "never", "1000"])
def test_limit_is_none_or_5_to_200(value: str) -> None:
    assert parameters(f"limit={value}") == (
        Reason.NO_SUCH_VALUE,
        {"option": "limit", "value": value, "values": "none, 5-200"},
    )


def test_a_number_of_thousands_of_digits_is_refused_unread() -> None:
    digits = "9" * 5000  # more than int() reads
    assert parameters(f"target={digits}")[0] is Reason.NO_SUCH_VALUE


@pytest.mark.parametrize(
    ("wrong", "value", "values"),
    [
        ({"target": 4}, "4", "5-99"),
        ({"target": 100}, "100", "5-99"),
        ({"target": "11"}, "'11'", "5-99"),
        ({"target": None}, "none", "5-99"),
        ({"limit": 4}, "4", "none, 5-200"),
        ({"limit": "none"}, "'none'", "none, 5-200"),
        ({"limit": True}, "True", "none, 5-200"),
        ({"high": "ace"}, "'ace'", "ace, highest"),
        ({"high": Low.LOWEST}, "lowest", "ace, highest"),
        ({"joker": True}, "True", "no, yes"),
    ],
)
def test_no_rules_exist_with_another_value(wrong: dict[str, Any], value: str, values: str) -> None:
    with pytest.raises(InvalidNotation) as refused:
        Rules(**wrong)
    (option,) = wrong
    assert refused.value.reason is Reason.NO_SUCH_VALUE
    assert refused.value.parameters == {"option": option, "value": value, "values": values}


def test_numbers_know_their_range() -> None:
    assert Number("target", 11, 5, 99).parse("99") == 99
    assert Number("limit", None, 5, 200).parse("none") is None


@given(strategies.rules())
def test_rules_are_their_text(rules: Rules) -> None:
    assert parse_rules(str(rules)) == rules
    assert pickle.loads(pickle.dumps(rules)) == rules


@given(strategies.rules(), strategies.rules())
def test_a_whole_text_replaces_any_base(rules: Rules, base: Rules) -> None:
    whole = " ".join(
        f"{name}={'none' if (value := getattr(rules, name)) is None else value}" for name in VALUES
    )
    assert parse_rules(whole, base) == rules
