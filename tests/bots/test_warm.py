"""Strong bots that were made ready answer without compiling anything, and nobody is told twice."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

READY = """
import sys
from numba.core.event import install_recorder
from cutthroat.bots.registry import find_bot
from cutthroat.bots.warm import Wait, are_ready, prepare_bots
from cutthroat.core.rules import Rules, preset
from cutthroat.core.shuffle import FairDeal, secret_from_seed
from cutthroat.service.table import open_table

told = []
prepare_bots(lambda *what: told.append(what))
assert told in ([], [(Wait.COMPILING, 0)]), told
assert are_ready()
told.clear()
prepare_bots(lambda *what: told.append(what), preset("classic"), 3)
assert not told, "the presets have nothing to wait for"

with install_recorder("numba:compile") as compiled:
    for rules in (Rules(), preset("classic")):
        for seats in (2, 3):
            bots = {seat: find_bot(name) for seat, name in zip(range(1, seats + 1), BOTS)}
            fair = FairDeal(secret_from_seed("warm"), "warm", ("",) * seats)
            table = open_table(rules, fair, bots, lambda events: None)
            while table.deal < 3:
                table.step()
assert not compiled.buffer, compiled.buffer
"""


def run(program: str, **variables: str) -> str:
    """What another Python prints, with warnings for errors."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("NUMBA_")}
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", program],
        env=kept | {"PYTHONPATH": str(ROOT / "src")} | variables,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


UNSIGNED = """
from cutthroat.bots import warm
from cutthroat.core.rules import Rules
from cutthroat.kernel.warm import _file_of

warm._NAME = "bots-unsigned"
told = []
try:
    warm.prepare_bots(lambda *what: told.append(what), Rules(), 2)
    print(len(told), warm.are_ready())
    warm.prepare_bots(lambda *what: told.append(what))
    print(len(told), warm.are_ready())
    warm.prepare_bots(lambda *what: told.append(what), Rules(), 2)
    print(len(told), warm.are_ready())
finally:
    _file_of("bots-unsigned").unlink(missing_ok=True)
"""


@pytest.mark.slow
def test_one_table_alone_does_not_make_bots_count_as_ready() -> None:
    assert run(UNSIGNED).splitlines() == ["1 False", "2 True", "2 True"]


@pytest.mark.slow
def test_bots_that_are_ready_compile_nothing_any_more() -> None:
    run(READY.replace("BOTS", "('medium', 'hard', 'medium')"))


def test_without_machine_code_they_are_not_ready(tmp_path: Path) -> None:
    ask = "from cutthroat.bots.warm import are_ready; print(are_ready())"
    assert run(ask, NUMBA_CACHE_DIR=str(tmp_path)) == "False"


def test_where_nothing_is_compiled_they_are_ready_at_once(tmp_path: Path) -> None:
    ask = (
        "from cutthroat.bots.warm import are_ready, prepare_bots\n"
        "prepare_bots(lambda *what: print('told'))\n"
        "print(are_ready())"
    )
    assert run(ask, NUMBA_CACHE_DIR=str(tmp_path), NUMBA_DISABLE_JIT="1") == "True"
    assert not [*tmp_path.rglob("*.nbi")]


TABLES = """
from numba.core.event import install_recorder
from cutthroat.bots.warm import Wait, can_make_tables, prepare_tables, table_of
from cutthroat.core.rules import parse_rules

told = []
prepare_tables(lambda *what: told.append(what))
assert told in ([], [(Wait.COMPILING, 0)]), told
assert can_make_tables()
told.clear()
with install_recorder("numba:compile") as compiled:
    for seats in (2, 3):
        for words in ("target=5 high=ace tie=bidder", "target=5 limit=5 joker=yes"):
            table_of(parse_rules(words), seats, lambda *what: told.append(what))
            assert told[0] == (Wait.EQUITIES, 0), told[0]
            parts = [part for what, part in told if what is Wait.EQUITIES]
            assert parts == sorted(parts) and len({*parts}) > 5 and parts[-1] == 1
            assert len(parts) == len(told), "nothing else is to be waited for"
            table_of(parse_rules(words), seats, lambda *what: told.clear())
            assert told, "it is there now"
            told.clear()
assert not compiled.buffer, compiled.buffer
"""


@pytest.mark.slow
def test_tables_are_made_without_compiling_anything_once_that_was_done(tmp_path: Path) -> None:
    run(TABLES, XDG_CACHE_HOME=str(tmp_path))


def test_without_machine_code_no_table_can_be_made_at_once(tmp_path: Path) -> None:
    ask = "from cutthroat.bots.warm import can_make_tables; print(can_make_tables())"
    assert run(ask, NUMBA_CACHE_DIR=str(tmp_path)) == "False"
