"""The conformance kit: it passes who plays as one must, and finds who does not."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from cutthroat.adapters.engines import ProgramEngines
from cutthroat.core.rules import OPTIONS, Choice, parse_rules
from cutthroat.service.arena.conformance import HOUSES, Check, Kind, checks
from cutthroat.service.engines import ForfeitReason
from tests.kit.programs import program

SECONDS = 20.0


@pytest.fixture
def engines() -> Iterator[ProgramEngines]:
    made = ProgramEngines()
    yield made
    made.close()


def looked_at(
    engines: ProgramEngines, folder: Path, name: str, seconds: float = SECONDS
) -> list[Check]:
    return list(checks(engines.bot(program(folder, name), seconds), engines))


def noted(done: list[Check]) -> dict[Kind, bool]:
    return {one.kind: one.agrees for one in done if one.passed is None}


@pytest.mark.parametrize(
    ("name", "repeats", "ends"),
    [("first", True, True), ("seeded", True, True), ("stubborn", True, False)],
)
def test_who_plays_as_one_must_passes(
    name: str, repeats: bool, ends: bool, engines: ProgramEngines, tmp_path: Path
) -> None:
    done = looked_at(engines, tmp_path, name)
    assert [one for one in done if one.passed is False] == []
    assert [*{one.kind: 0 for one in done}] == [*Kind]
    assert noted(done) == {Kind.REPEATS: repeats, Kind.TIME: True, Kind.ENDS: ends}
    (times,) = [one for one in done if one.kind is Kind.TIME]
    assert times.decisions > 300
    assert 0 < times.usual <= times.longest < SECONDS


def test_whims_are_noted_and_no_failure(engines: ProgramEngines, tmp_path: Path) -> None:
    agreed = set()
    for _ in range(8):
        done = looked_at(engines, tmp_path, "whimsical")
        assert all(one.passed is not False for one in done)
        agreed.add(noted(done)[Kind.REPEATS])
        if False in agreed:
            return
    pytest.fail("it never answers twice in another way")


def test_it_is_started_afresh_before_each_of_the_last_two_questions(
    engines: ProgramEngines, tmp_path: Path
) -> None:
    told = tmp_path / "told"
    bot = engines.bot(program(tmp_path, "notes", told), SECONDS)
    assert all(one.passed is not False for one in checks(bot, engines))
    *_, first, second = [json.loads(line) for line in told.read_text().splitlines()]
    assert first == second
    assert len(first["view"]["tricks"]) == 2
    assert first["new_match"]


@pytest.mark.parametrize("name", ["crashes", "exits", "hangs", "garbage", "long_line"])
def test_who_does_not_even_begin_is_looked_at_no_longer(
    name: str, engines: ProgramEngines, tmp_path: Path
) -> None:
    (only,) = looked_at(engines, tmp_path, name, 0.5 if name == "hangs" else SECONDS)
    assert (only.kind, only.passed) == (Kind.STARTS, False)
    assert only.forfeit
    assert only.view
    assert only.view.turn == only.view.you


@pytest.mark.parametrize(
    ("name", "reason"),
    [("crashes_later", ForfeitReason.ENDED), ("illegal_card", ForfeitReason.ILLEGAL)],
)
def test_who_fails_in_the_middle_is_found(
    name: str, reason: ForfeitReason, engines: ProgramEngines, tmp_path: Path
) -> None:
    failed = [one for one in looked_at(engines, tmp_path, name) if one.passed is False]
    assert failed
    assert {one.forfeit.reason for one in failed if one.forfeit} == {reason}


MISREADS = {
    "strict": ("follow", "strict"),
    "joker": ("joker", "yes"),
    "stick": ("all_pass", "stick"),
}


@pytest.mark.parametrize("name", MISREADS)
def test_who_does_not_know_a_house_rule_is_found(
    name: str, engines: ProgramEngines, tmp_path: Path
) -> None:
    """It plays by the rules as it knows them, and does not look at what is legal."""
    option, value = MISREADS[name]
    command = program(tmp_path, "first")
    file = tmp_path / "first.py"
    file.write_text(
        file.read_text().replace(
            "say(json.dumps(answer(question)))",
            f"misread = question['view']['rules'].get({option!r}) == {value!r}\n"
            "    say('{}' if misread else json.dumps(answer(question)))",
        )
    )
    done = checks(engines.bot(command, SECONDS), engines)
    failed = [one for one in done if one.passed is False]
    assert {one.kind for one in failed} == {Kind.HOUSE}
    assert all(f"{option}={value}" in str(one.rules).split() for one in failed)
    assert {one.seats for one in failed} == {2, 3}


def test_the_house_rules_have_every_value_of_every_option() -> None:
    tried = [parse_rules(words) for words in HOUSES]
    for option in OPTIONS:
        if isinstance(option, Choice):
            assert {getattr(one, option.name) for one in tried} >= {
                getattr(parse_rules(f"{option.name}={value}"), option.name)
                for value in option.values
            }
        else:
            assert len({getattr(one, option.name) for one in tried}) > 1, option.name
