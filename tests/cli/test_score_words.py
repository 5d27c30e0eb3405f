"""What words mean at the scorekeeper's prompt."""

from __future__ import annotations

import pytest

from cutthroat.cli.score_ask import NotUnderstood
from cutthroat.cli.score_deal import _DOUBTED, example
from cutthroat.cli.score_words import bid_of, names_of, owner_of, rules_of, seat_of
from cutthroat.core.rules import PRESETS, Rules, parse_rules
from cutthroat.scorepad.doubts import Doubt

NAMES = ("Ana", "Annika", "Mary Lou")


@pytest.mark.parametrize(
    ("word", "seat"),
    [
        ("ana", 1),
        ("ANA", 1),
        ("1", 1),
        ("ann", 2),
        ("annika", 2),
        ("3", 3),
        ("m", 3),
        ("marylou", 3),
        ("maryl", 3),
    ],
)
def test_a_player_is_a_name_its_beginning_or_a_seat(word: str, seat: int) -> None:
    assert seat_of(word, NAMES) == seat
    assert owner_of(word, NAMES) == seat


@pytest.mark.parametrize(
    ("word", "why"),
    [
        ("an", '"an" can be more than one'),
        ("ben", '"ben" is no player: there are 1 Ana, 2 Annika, 3 Mary Lou.'),
        ("4", "There is no seat 4"),
        ("0", "There is no seat 0"),
        ("٣", '"٣" is no player'),
        ("", '"" is no player'),
        ("\x1b[2J", '"\ufffd[2J" is no player'),
    ],
)
def test_another_word_is_told_whom_there_is(word: str, why: str) -> None:
    with pytest.raises(NotUnderstood, match=r".") as refused:
        seat_of(word, NAMES)
    assert refused.value.sentence.startswith(why)


def test_a_whole_name_is_that_player_even_where_others_begin_so() -> None:
    assert seat_of("al", ("Alan", "Al")) == 2


def test_a_dash_is_nobody() -> None:
    assert owner_of("-", NAMES) is None
    assert owner_of("Nobody", NAMES) is None


def test_somebody_may_be_called_nobody() -> None:
    assert owner_of("nobody", ("Nobody", "Ana")) == 1
    assert owner_of("-", ("Nobody", "Ana")) is None


@pytest.mark.parametrize("word", ["2", "3", "4"])
def test_a_bid(word: str) -> None:
    assert bid_of(word) == int(word)


@pytest.mark.parametrize("word", ["1", "5", "pass", "", "-", "22", "٣"])
def test_no_bid(word: str) -> None:
    with pytest.raises(NotUnderstood, match="R11"):
        bid_of(word)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Ana Ben", ("Ana", "Ben")),
        ("Ana, Ben,Cleo", ("Ana", "Ben", "Cleo")),
        ("Mary  Ann , Bo", ("Mary Ann", "Bo")),
    ],
)
def test_names(text: str, names: tuple[str, ...]) -> None:
    assert names_of(text) == names


@pytest.mark.parametrize("text", ["Ana", "a b c d", "", "Ana,", "Ana, \u200b", "Ana, " + "x" * 41])
def test_names_that_are_none(text: str) -> None:
    with pytest.raises(NotUnderstood):
        names_of(text)


@pytest.mark.parametrize(
    ("text", "rules"),
    [
        ("seed", Rules()),
        ("classic", PRESETS["classic"]),
        ("high=highest", parse_rules("high=highest tie=bidder")),
        ("short limit=30", parse_rules("target=7 high=highest out=reach limit=30")),
        ("limit=30 short", parse_rules("target=7 high=highest out=reach limit=30")),
    ],
)
def test_house_rules(text: str, rules: Rules) -> None:
    assert rules_of(text, parse_rules("tie=bidder")) == rules


@pytest.mark.parametrize("text", ["seed short", "nonsense", "high=low", "limit=1", "a=b=c"])
def test_house_rules_that_are_none(text: str) -> None:
    with pytest.raises(NotUnderstood):
        rules_of(text, Rules())


@pytest.mark.parametrize(
    ("names", "said"),
    [
        (("Ana", "Ben"), "ben 3 ana ben - ben"),
        (("Mary Ann", "Mary Lou"), "2 3 1 2 - 2"),
        (("Bo", "Bob Lee"), "bob 3 bo bob - bob"),
    ],
)
def test_the_example_works_at_this_table(names: tuple[str, ...], said: str) -> None:
    assert example(names) == said


def test_whatever_is_unlikely_can_be_answered_otherwise() -> None:
    assert set(_DOUBTED) == set(Doubt)
