"""Matches on the kernel: the same outcomes and records as on the core, byte for byte."""

import hashlib
import subprocess
import sys
from itertools import product
from pathlib import Path
from random import Random

import numpy as np
import pytest

from cutthroat.bots.policy import Bot
from cutthroat.bots.registry import find_bot
from cutthroat.bots.uniform import uniform
from cutthroat.core.actions import Action
from cutthroat.core.rules import OPTIONS, PRESETS, Choice, Rules, parse_rules
from cutthroat.core.shuffle import secret_from_seed
from cutthroat.core.view import View
from cutthroat.service import fast_simulation as fast, simulation as slow
from cutthroat.service.simulation import Simulation, jobs_for, player_for, simulate

EASY = find_bot("easy")
RANDOM = find_bot("random")
EACH_VALUE = [
    f"{option.name}={value}"
    for option in OPTIONS
    for value in (option.values if isinstance(option, Choice) else ("5", "20"))
]
MANY_VALUES = (
    "low_to=winner low=numeric joker=yes follow=strict tie=bidder limit=9",
    "high=highest all_pass=next four=any out=reach target=7",
    "joker=yes all_pass=stick four=off low_to=winner limit=12",
)
RULES = {**PRESETS, **{text: parse_rules(text) for text in (*EACH_VALUE, *MANY_VALUES)}}


def made(rules: Rules, *bots: Bot, seed: str = "7") -> Simulation:
    return Simulation(rules, bots, secret_from_seed(seed))


def assert_same(simulation: Simulation, numbers: range) -> None:
    for with_records in (False, True):
        ours = fast.play_matches(simulation, numbers, with_records=with_records)
        assert ours == slow.play_matches(simulation, numbers, with_records=with_records)


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("name", RULES)
def test_matches_of_easy_are_the_same(name: str, players: int) -> None:
    assert_same(made(RULES[name], *[EASY] * players), range(1, 3))


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("name", RULES)
def test_many_matches_of_easy_are_the_same(name: str, players: int) -> None:
    simulation = made(RULES[name], *[EASY] * players, seed="many")
    ours = fast.play_matches(simulation, range(1, 61), with_records=True)
    theirs = slow.play_matches(simulation, range(1, 61), with_records=True)
    sums = [
        hashlib.sha256("".join(outcome.record for outcome in outcomes).encode()).hexdigest()
        for outcomes in (ours, theirs)
    ]
    assert sums[0] == sums[1]
    assert ours == theirs


MIXED = [
    bots for players in (2, 3) for bots in product((EASY, RANDOM), repeat=players) if RANDOM in bots
]


@pytest.mark.parametrize("bots", MIXED, ids=lambda bots: " ".join(bot.name for bot in bots))
def test_matches_with_random_are_the_same(bots: tuple[Bot, ...]) -> None:
    for text in MANY_VALUES:
        rules = parse_rules("limit=7", parse_rules(text))
        assert_same(made(rules, *bots), range(1, 5))


@pytest.mark.slow
@pytest.mark.parametrize("bots", MIXED, ids=lambda bots: " ".join(bot.name for bot in bots))
@pytest.mark.parametrize("name", RULES)
def test_many_matches_with_random_are_the_same(name: str, bots: tuple[Bot, ...]) -> None:
    rules = parse_rules("limit=20", RULES[name]) if RULES[name].limit is None else RULES[name]
    simulation = made(rules, *bots, seed="many")
    ours = fast.play_matches(simulation, range(1, 4), with_records=True)
    assert ours == slow.play_matches(simulation, range(1, 4), with_records=True)


def test_a_match_that_nobody_wins_is_closed_after_500_deals() -> None:
    simulation = made(Rules(), RANDOM, RANDOM)
    (outcome,) = fast.play_matches(simulation, range(3, 4), with_records=True)
    assert outcome.winner is None
    assert outcome.deals + outcome.redeals == 500
    assert outcome.record == slow.play_matches(simulation, range(3, 4), with_records=True)[0].record


@pytest.mark.parametrize("limit", [1, 4, 9, 16])
def test_any_limit_closes_the_same_matches(limit: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(slow, "DEAL_LIMIT", limit)
    for bots in ((EASY, EASY, EASY), (RANDOM, EASY), (RANDOM, RANDOM, RANDOM)):
        assert_same(made(PRESETS["classic"], *bots), range(1, 9))


def test_deals_that_need_more_words_are_dealt_by_the_law(monkeypatch: pytest.MonkeyPatch) -> None:
    simulation = made(PRESETS["short"], EASY, RANDOM, EASY)
    enough = fast.play_matches(simulation, range(1, 4), with_records=True)
    monkeypatch.setattr(
        fast, "deal_words", lambda deals: np.full((len(list(deals)), 56), 2**32 - 1)
    )
    assert fast.play_matches(simulation, range(1, 4), with_records=True) == enough


# Which of the two plays


def test_many_matches_of_known_bots_are_the_kernels() -> None:
    assert player_for(made(Rules(), EASY, RANDOM), 1000).play is fast.play_matches


def test_few_matches_are_the_cores() -> None:
    assert player_for(made(Rules(), EASY, EASY), 5).play is slow.play_matches


def stranger(view: View, rng: Random) -> Action:
    """A policy that the kernel does not have."""
    return uniform(view, rng)


def test_other_bots_are_the_cores() -> None:
    unknown = Bot("unknown", "1.0", stranger)
    assert player_for(made(Rules(), EASY, unknown), 1000).play is slow.play_matches


@pytest.mark.parametrize("fault", [ImportError("no Numba"), OSError("no library")])
def test_where_numba_cannot_be_imported_the_core_plays(
    fault: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Refusing:
        def find_spec(self, name: str, _path: object = None, _target: object = None) -> None:
            if name.startswith(("numba", "cutthroat.service.fast_simulation")):
                raise fault

    monkeypatch.delitem(sys.modules, "cutthroat.service.fast_simulation")
    monkeypatch.delattr("cutthroat.service.fast_simulation")
    monkeypatch.setattr(sys, "meta_path", [Refusing(), *sys.meta_path])
    simulation = made(PRESETS["short"], EASY, EASY)
    assert player_for(simulation, 1000).play is slow.play_matches
    assert not slow.must_compile(simulation, 1000)


def test_importing_the_program_does_not_import_numba() -> None:
    program = "import sys, cutthroat.app, cutthroat.cli.simulate; print('numba' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)
    assert done.stdout.strip() == b"False"


def test_runs_are_the_same_for_any_number_of_jobs() -> None:
    simulation = made(PRESETS["short"], EASY, RANDOM, EASY)
    alone = list(simulate(simulation, 40, with_records=True))
    assert alone == list(simulate(simulation, 40, jobs=2, with_records=True))
    assert alone == slow.play_matches(simulation, range(1, 41), with_records=True)


def test_the_kernel_needs_few_processes() -> None:
    assert jobs_for(made(Rules(), EASY, EASY), 10_000) == 1
    assert jobs_for(made(Rules(), EASY, EASY), 15) == 1
    assert jobs_for(made(Rules(), EASY, RANDOM), 10**6) == slow.usual_jobs(10**6)


# The command


def run(file: Path, *arguments: str) -> str:
    """The results that `cutthroat simulate` tells."""
    command = [sys.executable, "-m", "cutthroat", "simulate", *arguments, "--seed", "7"]
    done = subprocess.run(
        [*command, "--json", "--out", str(file)], capture_output=True, check=True, text=True
    )
    return done.stdout


@pytest.mark.slow
@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.parametrize("bots", ["easy,easy,easy", "random,easy"])
def test_files_are_the_same(bots: str, jobs: str, tmp_path: Path) -> None:
    arguments = ("64", "--bots", bots, "--rules", "limit=20", "--jobs", jobs)
    ours = run(tmp_path / "kernel", *arguments)
    names = [find_bot(name) for name in bots.split(",")]
    theirs = slow.play_matches(
        made(parse_rules("limit=20"), *names), range(1, 65), with_records=True
    )
    text = "".join(outcome.record for outcome in theirs).encode()
    assert (tmp_path / "kernel").read_bytes() == text
    assert f'"deals": {sum(outcome.deals for outcome in theirs)}' in ours
