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
from cutthroat.bots.warm import are_ready, prepare_bots
from cutthroat.core.rules import Rules, parse_rules, preset
from cutthroat.core.shuffle import FairDeal, secret_from_seed
from cutthroat.service.table import open_table

told = []
prepare_bots(lambda: told.append(1))
assert len(told) <= 1, told
assert are_ready()
prepare_bots(lambda: told.append(2), preset("classic"), 3)
assert 2 not in told, "the presets have nothing to wait for"

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


@pytest.mark.slow
def test_bots_that_are_ready_compile_nothing_any_more() -> None:
    run(READY.replace("BOTS", "('medium', 'hard', 'medium')"))


def test_without_machine_code_they_are_not_ready(tmp_path: Path) -> None:
    ask = "from cutthroat.bots.warm import are_ready; print(are_ready())"
    assert run(ask, NUMBA_CACHE_DIR=str(tmp_path)) == "False"


def test_where_nothing_is_compiled_they_are_ready_at_once(tmp_path: Path) -> None:
    ask = (
        "from cutthroat.bots.warm import are_ready, prepare_bots\n"
        "prepare_bots(lambda: print('told'))\n"
        "print(are_ready())"
    )
    assert run(ask, NUMBA_CACHE_DIR=str(tmp_path), NUMBA_DISABLE_JIT="1") == "True"
    assert not [*tmp_path.rglob("*.nbi")]
