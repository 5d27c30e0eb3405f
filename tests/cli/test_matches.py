"""`cutthroat matches`: the list of saved matches."""

from __future__ import annotations

from pathlib import Path

from click.testing import CliRunner

from cutthroat.cli.matches import matches
from cutthroat.cli.play import play
from tests.kit.world import world


def listed(folder: Path) -> str:
    shown = CliRunner().invoke(matches, [], obj=world(folder))
    assert shown.exit_code == 0
    return shown.output


def begin(folder: Path, *arguments: str, typed: str = "q\n") -> None:
    done = CliRunner().invoke(play, ["--seed", "7", *arguments], obj=world(folder), input=typed)
    assert done.exit_code == 0


def test_an_empty_list_says_how_to_begin(tmp_path: Path) -> None:
    assert listed(tmp_path) == "No match is saved. Begin one: cutthroat play\n"


def test_a_match_that_runs(tmp_path: Path) -> None:
    begin(tmp_path, "--name", "Ana")
    assert listed(tmp_path) == "match-1, 2026-11-30: Ana 0, Bo 0, Chi 0; in deal 1\n"


def test_a_match_that_was_won(tmp_path: Path) -> None:
    begin(tmp_path, "--preset", "short", "--rules", "limit=5", typed="pass\n2\n1\n" * 300)
    shown = listed(tmp_path)
    assert "; won by " in shown
    assert " in deal " not in shown


def test_a_match_that_ended_without_a_winner(tmp_path: Path) -> None:
    text = '[Seat1 "Ana"]\n[Seat2 "B"]\n[Ended "seat 2\u202e left"]\ndeal 1 dealer 1\n'
    (tmp_path / "left.smear").write_text(text)
    assert listed(tmp_path) == "left, : Ana 0, B 0; ended: seat 2\ufffd left\n"


def test_a_file_that_cannot_be_read_is_listed_as_such(tmp_path: Path) -> None:
    (tmp_path / "broken.smear").write_bytes(b"\xff\n\n")
    assert listed(tmp_path) == "broken: cannot be read\n"


def test_names_cannot_steer_the_terminal(tmp_path: Path) -> None:
    (tmp_path / "x.smear").write_text('[Seat1 "\u202eabc"]\n[Seat2 "[bold]b"]\n')
    assert listed(tmp_path) == "x, : \ufffdabc 0, [bold]b 0; not begun\n"
