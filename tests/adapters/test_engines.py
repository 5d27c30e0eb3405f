"""Programs that play: what they are asked, what they may answer, and how each misdeed ends."""

from __future__ import annotations

import json
import os
import pickle
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from multiprocessing import active_children
from pathlib import Path
from random import Random
from threading import active_count

import pytest
from hypothesis import given, strategies as st

from cutthroat.adapters.engines import LONGEST_COMMAND, ProgramEngines, answered, question
from cutthroat.bots.policy import Bot
from cutthroat.bots.registry import find_bot
from cutthroat.core.actions import Bid, Pass, Play
from cutthroat.core.cards import Card
from cutthroat.core.events import MatchEnded
from cutthroat.core.match import Match, Waiting, deal_cards, decide, fold, legal_actions
from cutthroat.core.rules import Rules, parse_rules
from cutthroat.core.shuffle import secret_from_seed
from cutthroat.core.view import View, project
from cutthroat.i18n.reasons import reason_text
from cutthroat.service.engines import CannotPlay, EngineReason, Forfeit, ForfeitReason
from cutthroat.service.simulation import Outcome, Simulation, play_match, simulate
from tests.kit.programs import PROGRAMS, program
from tests.kit.strategies import generators, rules, seat_counts
from tests.kit.walk import random_hands

QUICK = Rules(target=5, limit=5)
PATIENT = 20.0
"""Seconds for programs that answer: the machine may be slow."""


@pytest.fixture
def engines() -> Iterator[ProgramEngines]:
    """What starts programs; none is left behind."""
    threads, children = active_count(), active_children()
    made = ProgramEngines()
    yield made
    made.close()
    assert active_count() == threads
    assert active_children() == children


def view(seat: int = 1, *, dealer: int = 2) -> View:
    """What a seat sees when the auction begins."""
    match = Match(Rules(), 2, (3, 12), dealer, 0, 0, Waiting())
    dealt = fold(match, deal_cards(match, random_hands(match.rules, 2, Random(1))))
    return project(dealt, seat)


def ask(bot: Bot, *, seed: int = 1) -> object:
    return bot.policy(view(), Random(seed))


def refused(bot: Bot) -> Forfeit:
    """The forfeit that asking leads to."""
    with pytest.raises(Forfeit) as caught:
        ask(bot)
    return caught.value


# What a program reads and writes


@given(rules(), seat_counts(), generators())
def test_a_question_tells_what_the_seat_sees_and_each_legal_answer_is_taken(
    house: Rules, seats: int, rng: Random
) -> None:
    match = Match(house, seats, (0,) * seats, rng.randint(1, seats), 0, 0, Waiting())
    match = fold(match, deal_cards(match, random_hands(house, seats, rng)))
    while match.turn is not None:
        seen = project(match, match.turn)
        asked = json.loads(question(seen, 5, 2.5, new_match=True))
        assert (asked["seed"], asked["seconds"], asked["new_match"]) == (5, 2.5, True)
        told = asked["view"]
        assert told["hand"] == [card.text for card in seen.hand]
        assert (told["you"], told["turn"], told["target"]) == (match.turn, match.turn, house.target)
        legal = [("call", call) for call in told["legal"]["calls"]]
        legal += [("play", card) for card in told["legal"]["plays"]]
        actions = {
            answered(json.dumps({"action": {kind: value}}).encode(), seen) for kind, value in legal
        }
        assert actions == {*legal_actions(match)}
        match = fold(match, decide(match, rng.choice([*legal_actions(match)])))


def test_a_question_shows_no_card_of_another_hand() -> None:
    told = json.loads(question(view(), 1, 1, new_match=False))["view"]
    assert not {*told["hand"]} & {*told["unseen"]}
    assert len(told["hand"]) + len(told["unseen"]) == 52


def test_the_members_of_the_view_are_those_of_the_documents() -> None:
    told = json.loads(question(view(), 1, 1, new_match=False))["view"]
    page = (Path(__file__).parents[2] / "docs" / "engines.md").read_text(encoding="utf-8")
    quoted = " ".join(re.findall("`(.*?)`", page.partition("\n### The view\n")[2]))
    assert {*told, *told["legal"], *told["seats"][0]} <= {*re.findall(r"\w+", quoted)}


@pytest.mark.parametrize(
    ("line", "action"),
    [
        (b'{"action": {"call": 3}}', Bid(1, 3)),
        (b'{"action":{"call":"pass"},"info":{"depth":3}}\r', Pass(1)),
        (b' {"action": {"call": 4, "note": null}} ', Bid(1, 4)),
    ],
)
def test_answers(line: bytes, action: object) -> None:
    assert answered(line, view()) == action


@pytest.mark.parametrize(
    "line",
    [
        *(b"0", b"pass", b"null", b"[]", b"{}", b'{"action": null}', b'{"action": "pass"}'),
        *(b'{"action": {}}', b'{"action": {"call": 5}}', b'{"action": {"call": "3"}}'),
        *(b'{"action": {"call": 3.5}}', b'{"action": {"call": true}}', b'{"call": 3}'),
        *(b'{"action": {"call": 2, "play": "AS"}}', b'{"action": {"play": "10S"}}'),
        *(b'{"action": {"play": null}}', b'{"action": {"play": ""}}', b"\xff", b"[" * 100_000),
        b'{"action": {"call": 3}} {"action": {"call": 3}}',
        b'{"action":{"call":3},"info":' + b"[" * 60_000,
        b'{"info":' + b"[" * 30_000 + b"]" * 30_000 + b',"action":{"call":3}}',
    ],
)
def test_no_answers(line: bytes) -> None:
    with pytest.raises(Forfeit) as caught:
        answered(line, view())
    assert caught.value.reason is ForfeitReason.NO_ACTION


@pytest.mark.parametrize("line", [b"", b" ", b"\r"])
def test_an_empty_line_is_told_as_one(line: bytes) -> None:
    with pytest.raises(Forfeit) as caught:
        answered(line, view())
    assert reason_text(caught.value) == "its answer was an empty line"


@pytest.mark.parametrize("card", ["AS", "JK"])
def test_a_card_in_the_auction_is_illegal(card: str) -> None:
    with pytest.raises(Forfeit) as caught:
        answered(json.dumps({"action": {"play": card}}).encode(), view())
    assert caught.value.reason is ForfeitReason.ILLEGAL


@given(st.binary(max_size=60))
def test_any_line_is_an_action_or_a_forfeit(line: bytes) -> None:
    try:
        action = answered(line, view())
    except Forfeit:
        return
    assert action in view().legal_calls


# Commands


def test_the_bot_is_called_by_its_command(engines: ProgramEngines, tmp_path: Path) -> None:
    command = program(tmp_path, "first")
    assert str(engines.bot(command, 5)) == f"cmd:{command}"


@pytest.mark.parametrize(
    ("command", "reason"),
    [
        ("", EngineReason.NO_COMMAND),
        ("  ", EngineReason.NO_COMMAND),
        ("no-such-program-anywhere x", EngineReason.NO_SUCH_PROGRAM),
        ("/", EngineReason.NO_SUCH_PROGRAM),
        ("python3 'x", EngineReason.BAD_QUOTES),
        ("python3 \x1b[2J", EngineReason.BAD_COMMAND),
        ("python3\n", EngineReason.BAD_COMMAND),
        ("python3 " + "x" * LONGEST_COMMAND, EngineReason.BAD_COMMAND),
    ],
)
def test_commands_that_start_nothing(
    command: str, reason: EngineReason, engines: ProgramEngines
) -> None:
    with pytest.raises(CannotPlay) as caught:
        engines.bot(command, 5)
    assert caught.value.reason is reason


def test_no_shell_reads_the_command(engines: ProgramEngines, tmp_path: Path) -> None:
    mark = tmp_path / "mark"
    told = tmp_path / "told"
    command = program(tmp_path, "notes", told) + f" ; touch {mark} | $(touch {mark}) && `id`"
    ask(engines.bot(command, PATIENT))
    assert told.exists()
    assert not mark.exists()


def test_a_program_that_goes_away_before_it_is_asked(
    engines: ProgramEngines, tmp_path: Path
) -> None:
    script = tmp_path / "script"
    script.write_text("#!/no/such/interpreter\n")
    script.chmod(0o755)
    forfeit = refused(engines.bot(str(script), PATIENT))
    assert forfeit.reason is ForfeitReason.NOT_STARTED
    assert "No such file" in str(forfeit.parameters["why"])


# Those who play


def test_it_is_asked_and_its_answer_is_its_action(engines: ProgramEngines, tmp_path: Path) -> None:
    assert ask(engines.bot(program(tmp_path, "first"), PATIENT)) == Pass(1)


def test_the_same_seed_gets_the_same_answer(engines: ProgramEngines, tmp_path: Path) -> None:
    bot = engines.bot(program(tmp_path, "seeded"), PATIENT)
    chosen = [ask(bot, seed=seed) for seed in range(30)]
    assert [ask(bot, seed=seed) for seed in range(30)] == chosen
    assert len({*map(str, chosen)}) > 1


def test_it_is_no_turn_of_its(engines: ProgramEngines, tmp_path: Path) -> None:
    bot = engines.bot(program(tmp_path, "first"), PATIENT)
    with pytest.raises(ValueError, match="turn"):
        bot.policy(view(2), Random(1))


def test_standard_error_may_be_long(engines: ProgramEngines, tmp_path: Path) -> None:
    bot = engines.bot(program(tmp_path, "talks"), PATIENT)
    for _ in range(20):
        ask(bot)


def outcomes(bot: Bot, matches: int, jobs: int = 1, house: Rules = QUICK) -> list[Outcome]:
    simulation = Simulation(house, (bot, find_bot("random")), secret_from_seed("7"))
    return list(simulate(simulation, matches, jobs=jobs, with_records=True))


def test_new_matches_are_told_and_one_process_plays_them(
    engines: ProgramEngines, tmp_path: Path
) -> None:
    told = tmp_path / "told"
    outcomes(engines.bot(program(tmp_path, "notes", told), PATIENT), 4)
    asked = [json.loads(line) for line in told.read_text().splitlines()]
    begun = [one["view"] for one in asked if one["new_match"]]
    assert [one["deal"] for one in begun] == [1] * 4
    assert {one["you"] for one in begun} == {1, 2}


def test_two_seats_are_two_processes(engines: ProgramEngines, tmp_path: Path) -> None:
    pids = tmp_path / "pids"
    bot = engines.bot(program(tmp_path, "breeds", pids), PATIENT)
    simulation = Simulation(parse_rules("limit=5 all_pass=stick"), (bot, bot), bytes(32))
    assert all(outcome.winner is not None for outcome in simulate(simulation, 3))
    assert len(pids.read_text().split()) == 4
    engines.close()
    assert gone(pids)


@pytest.mark.parametrize("name", ["first", "seeded"])
def test_a_program_plays_the_same_by_any_number_of_processes(
    name: str, engines: ProgramEngines, tmp_path: Path
) -> None:
    bot = engines.bot(program(tmp_path, name), PATIENT)
    alone = outcomes(bot, 6)
    assert outcomes(bot, 6, jobs=2) == alone
    assert all(outcome.forfeited is None for outcome in alone)


# Those who do not


MISDEEDS = [
    ("crashes", ForfeitReason.ENDED),
    ("crashes_later", ForfeitReason.ENDED),
    ("exits", ForfeitReason.ENDED),
    ("killed", ForfeitReason.KILLED),
    ("hangs_up", ForfeitReason.HUNG_UP),
    ("empty", ForfeitReason.EMPTY),
    ("hangs", ForfeitReason.TOO_SLOW),
    ("hangs_later", ForfeitReason.TOO_SLOW),
    ("garbage", ForfeitReason.NO_ACTION),
    ("binary", ForfeitReason.NO_ACTION),
    ("array", ForfeitReason.NO_ACTION),
    ("both", ForfeitReason.NO_ACTION),
    ("nothing", ForfeitReason.NO_ACTION),
    ("no_card", ForfeitReason.NO_ACTION),
    ("true_call", ForfeitReason.NO_ACTION),
    ("illegal_call", ForfeitReason.NO_ACTION),
    ("illegal_card", ForfeitReason.ILLEGAL),
    ("long_line", ForfeitReason.TOO_MUCH),
    ("endless", ForfeitReason.TOO_MUCH),
    ("deep", ForfeitReason.NO_ACTION),
    ("deep_info", ForfeitReason.NO_ACTION),
]


@pytest.mark.parametrize(("name", "reason"), MISDEEDS, ids=[name for name, _ in MISDEEDS])
def test_a_misdeed_forfeits_the_match_and_not_the_run(
    name: str, reason: ForfeitReason, engines: ProgramEngines, tmp_path: Path
) -> None:
    seconds = 0.5 if name.startswith("hangs") else PATIENT
    played = outcomes(engines.bot(program(tmp_path, name), seconds), 2)
    for outcome in played:
        assert outcome.winner is None
        assert outcome.forfeited
        assert outcome.forfeited.bot == 0
        assert outcome.forfeited.forfeit.reason is reason
        assert '[Ended "seat ' in outcome.record
        assert " forfeited: " in outcome.record


@pytest.mark.parametrize("name", ["out_of_turn", "twice", "many_lines", "deaf"])
def test_who_speaks_unasked_forfeits(name: str, engines: ProgramEngines, tmp_path: Path) -> None:
    """Such a line may come in time to pass for the answer to another question, and then it is
    wrong there; so there is more than one reason."""
    (outcome,) = outcomes(engines.bot(program(tmp_path, name), PATIENT), 1)
    assert outcome.forfeited
    assert outcome.forfeited.forfeit.reason in {
        *(ForfeitReason.UNASKED, ForfeitReason.ILLEGAL, ForfeitReason.NO_ACTION),
        *(ForfeitReason.TOO_MUCH, ForfeitReason.NOT_READING),
    }


def test_a_line_that_lies_there_before_the_question_forfeits(
    engines: ProgramEngines, tmp_path: Path
) -> None:
    bot = engines.bot(program(tmp_path, "twice"), PATIENT)
    ask(bot)
    time.sleep(0.5)
    forfeit = refused(bot)
    assert forfeit.reason is ForfeitReason.UNASKED
    assert 'that it was not asked for, "{"action": ' in reason_text(forfeit)


def test_why_it_crashed_is_kept(engines: ProgramEngines, tmp_path: Path) -> None:
    forfeit = refused(engines.bot(program(tmp_path, "crashes"), PATIENT))
    assert forfeit.parameters == {"code": 1, "said": "RuntimeError: no idea"}
    again = pickle.loads(pickle.dumps(forfeit))
    assert (again.reason, again.parameters) == (forfeit.reason, forfeit.parameters)
    assert refused(engines.bot(program(tmp_path, "exits"), PATIENT)).parameters["code"] == 3


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("exits", "its program ended in the middle of a match (exit code 3)"),
        ("killed", "its program was ended by the signal SIGKILL in the middle of a match"),
        ("hangs_up", "its program runs on, but has closed its standard output"),
    ],
)
def test_how_it_went_away_is_told(
    name: str, said: str, engines: ProgramEngines, tmp_path: Path
) -> None:
    assert reason_text(refused(engines.bot(program(tmp_path, name), PATIENT))) == said


@pytest.mark.parametrize(
    ("name", "reason"),
    [("mutters", ForfeitReason.NO_ACTION), ("mutters_a_card", ForfeitReason.ILLEGAL)],
)
def test_what_it_wrote_before_a_wrong_answer_is_kept(
    name: str, reason: ForfeitReason, engines: ProgramEngines, tmp_path: Path
) -> None:
    forfeit = refused(engines.bot(program(tmp_path, name), PATIENT))
    assert forfeit.reason is reason
    assert forfeit.parameters["said"] == "I believe in 9"


def test_it_is_started_again_for_the_next_match(engines: ProgramEngines, tmp_path: Path) -> None:
    """Every ninth decision is its last, and it still begins each match."""
    simulation = Simulation(
        QUICK,
        (engines.bot(program(tmp_path, "crashes_later"), PATIENT), find_bot("random")),
        secret_from_seed("7"),
    )
    for number in (1, 2, 3):
        log = play_match(simulation, number)
        assert isinstance(log[-1], MatchEnded)
        assert log[-1].reason.endswith(" forfeited: its program ended")
        assert len(log) > 10


def test_one_that_has_ended_between_matches_is_only_started_again(
    engines: ProgramEngines, tmp_path: Path
) -> None:
    pids = tmp_path / "pids"
    bot = engines.bot(program(tmp_path, "breeds", pids), PATIENT)
    assert outcomes(bot, 1)[0].forfeited is None
    os.kill(int(pids.read_text().split()[1]), signal.SIGKILL)
    time.sleep(0.5)
    assert outcomes(bot, 1)[0].forfeited is None
    assert len(pids.read_text().split()) == 4


# Nothing stays behind


def is_gone(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    status = Path(f"/proc/{pid}/status")
    return status.exists() and "\nState:\tZ" in status.read_text()


def wait_for(condition: Callable[[], bool], seconds: float = 20) -> bool:
    until = time.monotonic() + seconds
    while not condition() and time.monotonic() < until:
        time.sleep(0.02)
    return condition()


def gone(pids: Path) -> bool:
    return wait_for(lambda: all(is_gone(int(pid)) for pid in pids.read_text().split()))


def test_a_program_that_ignores_all_signals_is_killed_with_its_children(
    engines: ProgramEngines, tmp_path: Path
) -> None:
    pids = tmp_path / "pids"
    ask(engines.bot(program(tmp_path, "breeds", pids), PATIENT))
    ask(engines.bot(program(tmp_path, "stubborn"), PATIENT))
    engines.close()
    assert gone(pids)


def test_what_hangs_is_killed_when_it_has_forfeited(
    engines: ProgramEngines, tmp_path: Path
) -> None:
    pids = tmp_path / "pids"
    bot = engines.bot(program(tmp_path, "breeds", pids), PATIENT)
    ask(bot)
    with pytest.raises(Forfeit):
        Bot(bot.name, "", ProgramEngines().bot(bot.name[4:], 1e-9).policy).policy(view(), Random(1))
    assert gone(pids)


ASKS_AND_WAITS = """\
import sys, time
from random import Random
from cutthroat.adapters.engines import ProgramEngines
from tests.adapters.test_engines import view
bot = ProgramEngines().bot(sys.argv[1], 20)
bot.policy(view(), Random(1))
print("asked", flush=True)
time.sleep(600)
"""


@pytest.mark.parametrize("with_what", [signal.SIGTERM, signal.SIGKILL])
def test_no_program_outlives_the_one_that_is_killed(
    with_what: signal.Signals, tmp_path: Path
) -> None:
    pids = tmp_path / "pids"
    command = program(tmp_path, "breeds", pids)
    with subprocess.Popen(
        [sys.executable, "-c", ASKS_AND_WAITS, command],
        stdout=subprocess.PIPE,
        cwd=Path(__file__).parents[2],
        env=os.environ | {"PYTHONPATH": os.pathsep.join([".", *filter(None, sys.path)])},
    ) as process:
        assert process.stdout
        assert process.stdout.readline() == b"asked\n"
        process.send_signal(with_what)
    assert gone(pids)


def test_every_program_is_tried() -> None:
    source = (
        Path(__file__).read_text()
        + (Path(__file__).parents[1] / "service" / "arena" / "test_conformance.py").read_text()
    )
    assert [name for name in PROGRAMS if f'"{name}"' not in source] == []


def test_a_play_is_a_card(engines: ProgramEngines) -> None:
    match = Match(Rules(), 2, (0, 0), 2, 0, 0, Waiting())
    match = fold(match, deal_cards(match, random_hands(match.rules, 2, Random(1))))
    match = fold(match, decide(match, Bid(1, 4)))
    seen = project(match, 1)
    card = seen.hand.__iter__().__next__()
    line = json.dumps({"action": {"play": card.text}}).encode()
    assert answered(line, seen) == Play(1, Card(card.text))
