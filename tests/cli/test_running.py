"""What commands that play many matches share: the engine that they may need, and a bar."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from cutthroat.bots import warm
from cutthroat.bots.registry import find_bot
from cutthroat.cli.running import make_ready
from cutthroat.core.rules import Rules
from cutthroat.kernel.warm import _file_of

BLOCKED = """
import sys
class Refusing:
    def find_spec(self, name, path=None, target=None):
        if name == "numba":
            raise {fault}
sys.meta_path.insert(0, Refusing())
from cutthroat.app import main
main({arguments!r})
"""


def without_numba(folder: Path, fault: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """What a command says where Numba cannot be loaded."""
    homes = {f"XDG_{kind}_HOME": str(folder / kind) for kind in ("DATA", "STATE")}
    return subprocess.run(
        [sys.executable, "-c", BLOCKED.format(fault=fault, arguments=[*arguments])],
        env=os.environ | homes | {"LANGUAGE": "en"},
        input="pass\n" * 9,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize(
    "arguments",
    [
        ("arena", "hard", "easy", "--matches", "2"),
        ("arena", "easy", "random", "--deals", "2"),
        ("simulate", "1", "--bots", "medium,easy"),
        ("equity",),
        ("equity", "--make", "--rules", "target=5"),
    ],
    ids=" ".join,
)
@pytest.mark.parametrize("fault", ['ImportError("no Numba")', 'OSError("no library")'])
def test_without_the_engine_a_command_says_so(
    arguments: tuple[str, ...], fault: str, tmp_path: Path
) -> None:
    done = without_numba(tmp_path, fault, *arguments)
    assert (done.returncode, done.stdout) == (1, "")
    said = " ".join(done.stderr.split())
    assert said.startswith("Error: This needs the compiled engine, which cannot be loaded: no ")
    assert "easy, random and spoiler can be played without it" in said


@pytest.mark.parametrize(
    "arguments",
    [("arena", "easy", "spoiler", "--matches", "2"), ("simulate", "2", "--bots", "random,easy")],
    ids=" ".join,
)
def test_what_can_be_played_without_the_engine_is(
    arguments: tuple[str, ...], tmp_path: Path
) -> None:
    done = without_numba(tmp_path, 'ImportError("no Numba")', *arguments)
    assert (done.returncode, done.stderr) == (0, "")
    assert "Seed: " in done.stdout


@pytest.mark.parametrize("fault", ['ImportError("no Numba")', 'OSError("no library")'])
def test_a_match_that_the_engine_cannot_go_on_with_is_saved(fault: str, tmp_path: Path) -> None:
    kept = tmp_path / "kept.smear"
    settings = "--bot", "hard", "--seed", "7", "--save", str(kept)
    done = without_numba(tmp_path, fault, "play", *settings)
    assert done.returncode == 1
    said = " ".join(done.stderr.split())
    assert "A strong player needs the compiled engine, which cannot be loaded: no " in said
    assert (
        f"This match is saved; once the engine works, go on with: cutthroat resume {kept}" in said
    )
    assert "cannot be written" not in said
    assert kept.read_text().startswith("[Game ")


# Getting ready


@pytest.fixture
def _never_made_ready(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """As after an installation that compiled nothing, but that the machine code is at hand."""
    monkeypatch.setattr(warm, "_NAME", "bots-never-made-ready")
    yield
    file = _file_of("bots-never-made-ready")
    assert file
    file.unlink(missing_ok=True)


@pytest.mark.usefixtures("_never_made_ready")
def test_that_bots_are_made_ready_is_told_once(capsys: pytest.CaptureFixture[str]) -> None:
    bots = find_bot("medium"), find_bot("easy")
    make_ready(bots, Rules())
    assert capsys.readouterr().err == (
        "The engine is compiled; that takes up to a minute, once.\nReady.\n"
    )
    make_ready(bots, Rules())
    assert capsys.readouterr().err == ""


@pytest.mark.usefixtures("_never_made_ready")
def test_bots_that_need_nothing_are_not_made_ready(capsys: pytest.CaptureFixture[str]) -> None:
    make_ready((find_bot("easy"), find_bot("random")), Rules())
    assert capsys.readouterr().err == ""
    assert not warm.are_ready()
