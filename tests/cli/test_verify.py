"""`cutthroat verify`."""

from __future__ import annotations

import os
import subprocess
import sys
import tracemalloc
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from cutthroat.cli.verify import verify
from cutthroat.i18n.reasons import reason_text
from tests.record.texts import EXAMPLE, PLAYED, TWO, refused

VOID = f"{TWO}deal 1 dealer 1\nvoid\ndeal 2 dealer 1\n"


def run(*files: str | Path, given: str | bytes = "") -> Result:
    return CliRunner().invoke(verify, [str(file) for file in files], input=given)


@pytest.fixture
def good(tmp_path: Path) -> Path:
    """Two matches of three deals in all."""
    file = tmp_path / "good.smear"
    file.write_text(EXAMPLE + VOID)
    return file


@pytest.fixture
def bad(tmp_path: Path) -> Path:
    """A match that breaks a rule in line 14: seat 3 does not follow suit."""
    file = tmp_path / "bad.smear"
    file.write_text(EXAMPLE.replace("trick 2 JD 8H AD", "trick 2 7C 8H KC"))
    return file


def test_what_stands_is_counted(good: Path) -> None:
    done = run(good)
    assert (done.exit_code, done.stdout, done.stderr) == (0, f"{good}: 2 matches, 3 deals\n", "")


def test_one_is_told_as_one(tmp_path: Path) -> None:
    file = tmp_path / "one"
    file.write_text(TWO + PLAYED)
    assert run(file).stdout == f"{file}: 1 match, 1 deal\n"


def test_an_empty_file_holds_nothing(tmp_path: Path) -> None:
    file = tmp_path / "empty"
    file.touch()
    done = run(file)
    assert (done.exit_code, done.stdout) == (0, f"{file}: 0 matches, 0 deals\n")


def test_standard_input_is_a_file_too(good: Path) -> None:
    done = run("-", given=good.read_bytes())
    assert (done.exit_code, done.stdout) == (0, "-: 2 matches, 3 deals\n")


VIOLATIONS = [
    ("bid 3 pass", "bid 3 2", 12, " (R11)"),
    ("low=2", "low=1", 20, " (R6)"),
    ("scores 2 -3 0", "scores 2 3 0", 21, " (R21)"),
    ("2 -3 0\n", "2 -3 0\nwinner 1\n", 22, " (R24)"),
    ('Seat3 "Chi"', 'Seat2 "Chi"', 5, ""),
    ("bid 3 pass", "bid 3 5", 12, ""),
]
"""What stands in the example, what is put there instead, the line and the clause that are told."""


@pytest.mark.parametrize(("old", "new", "line", "clause"), VIOLATIONS)
def test_a_violation_is_told_with_line_reason_and_clause(
    old: str, new: str, line: int, clause: str, tmp_path: Path
) -> None:
    file = tmp_path / "bad.smear"
    file.write_text(EXAMPLE.replace(old, new))
    reason = reason_text(refused(file.read_text()))
    done = run(file)
    assert (done.exit_code, done.stderr) == (1, "")
    assert done.stdout == f"{file}:{line}: {reason}{clause}\n"


def test_a_violation_does_not_keep_the_other_files_from_being_checked(
    bad: Path, good: Path
) -> None:
    done = run(good, bad, good)
    assert done.exit_code == 1
    first, second, third = done.stdout.splitlines()
    assert first == third == f"{good}: 2 matches, 3 deals"
    assert second.startswith(f"{bad}:14: ")


def test_a_violation_in_a_later_match_counts_lines_from_the_top(good: Path) -> None:
    good.write_text(good.read_text() + "deal 4 dealer 1\n")
    assert run(good).stdout.startswith(f"{good}:{len(good.read_text().splitlines())}: ")


def test_a_missing_file_and_a_folder_cannot_be_read(good: Path, tmp_path: Path) -> None:
    missing = tmp_path / "missing"
    done = run(missing, tmp_path, good)
    assert done.exit_code == 2
    assert done.stdout == f"{good}: 2 matches, 3 deals\n"
    assert done.stderr.splitlines() == [
        f"{missing} cannot be read: No such file or directory",
        f"{tmp_path} cannot be read: Is a directory",
    ]


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read anything")
def test_a_file_of_someone_else_cannot_be_read(good: Path) -> None:
    good.chmod(0)
    done = run(good)
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr == f"{good} cannot be read: Permission denied\n"


@pytest.mark.parametrize("turned", [False, True])
def test_unreadable_counts_more_than_wrong(turned: bool, bad: Path, tmp_path: Path) -> None:
    files = [bad, tmp_path / "missing"]
    assert run(*(reversed(files) if turned else files)).exit_code == 2


def test_a_file_that_fails_in_the_middle_cannot_be_read() -> None:
    """What Linux gives for the memory of a process at the address 0."""
    memory = Path("/proc/self/mem")
    if not memory.exists():
        pytest.skip("no such file here")
    done = run(memory)
    assert done.exit_code == 2
    assert done.stderr == f"{memory} cannot be read: Input/output error\n"


def test_no_file_is_wrong_usage() -> None:
    done = run()
    assert done.exit_code == 2
    assert "Missing argument 'FILE...'" in done.stderr


def test_what_could_steer_the_terminal_is_not_printed(tmp_path: Path) -> None:
    file = tmp_path / "\x1b[2J\n.smear"
    file.write_text(f"{TWO}\x1b[2J\n")
    missing = tmp_path / "\x1b]0;title\x07"
    done = run(file, missing)
    assert done.exit_code == 2
    assert "\x1b" not in done.output
    assert done.stdout.startswith(f'{tmp_path}/�[2J�.smear:3: "�[2J" begins no statement')
    assert done.stderr == f"{tmp_path}/�]0;title� cannot be read: No such file or directory\n"


def test_braces_in_a_name_are_only_a_name(tmp_path: Path) -> None:
    file = tmp_path / "{file} {0}"
    file.write_text(TWO)
    assert run(file).stdout == f"{file}: 1 match, 0 deals\n"


def test_help_teaches_what_is_printed() -> None:
    done = run("--help")
    assert "good.smear: 2 matches, 31 deals" in done.stdout
    assert "5H: it holds spades, the led suit (R16)" in done.stdout
    assert done.exit_code == 0


def peak_memory(file: Path, matches: int) -> int:
    """Bytes in use at the most while a file of so many matches is checked."""
    note = "n" * 1000
    file.write_text(f'{TWO}[Note "{note}"]\ndeal 1 dealer 1\n' * matches)
    tracemalloc.start()
    try:
        assert run(file).stdout == f"{file}: {matches} matches, {matches} deals\n"
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def test_memory_does_not_grow_with_the_file(tmp_path: Path) -> None:
    file = tmp_path / "large"
    peak_memory(file, 10)
    assert peak_memory(file, 300) < peak_memory(file, 10) + 100_000


def command(*arguments: str | Path, stdin: int | None = subprocess.DEVNULL) -> tuple[int, str, str]:
    done = subprocess.run(
        [sys.executable, "-m", "cutthroat", "verify", *arguments],
        stdin=stdin,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    return done.returncode, done.stdout, done.stderr


def test_the_process_ends_with_these_codes(good: Path, bad: Path, tmp_path: Path) -> None:
    assert command(good) == (0, f"{good}: 2 matches, 3 deals\n", "")
    code, out, err = command(bad, good)
    assert (code, len(out.splitlines()), err) == (1, 2, "")
    assert command(tmp_path)[0] == 2
    assert command()[0] == 2


def test_without_a_standard_input_it_cannot_be_read() -> None:
    script = 'exec "$0" -m cutthroat verify - <&-'
    done = subprocess.run(
        ["sh", "-c", script, sys.executable],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "- cannot be read: Bad file descriptor\n"


def test_a_large_file_has_a_bar_on_a_terminal_and_only_there(tmp_path: Path) -> None:
    file = tmp_path / "large"
    file.write_text(f"{TWO}deal 1 dealer 1\n" + f"{TWO}# {'n' * 60_000}\ndeal 1 dealer 1\n" * 20)
    ours, theirs = os.openpty()
    done = subprocess.run(
        [sys.executable, "-m", "cutthroat", "verify", file],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=theirs,
        env=os.environ | {"TERM": "xterm"},
        timeout=60,
        check=True,
    )
    os.close(theirs)
    shown = os.read(ours, 10_000)
    os.close(ours)
    assert b"large" in shown
    assert done.stdout.decode() == f"{file}: 21 matches, 21 deals\n"
