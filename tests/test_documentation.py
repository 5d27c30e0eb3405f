"""Every command in the documents runs, and the documents say what the program does."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest

from cutthroat.cli.main import cutthroat
from cutthroat.core.rules import OPTIONS, PRESETS
from tests.end_to_end.terminal import environment

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
_NAMES = "|".join(cutthroat.commands)
_COMMAND = re.compile(
    rf"^(?: {{4}}|\$ |)(?:\./)?cutthroat ((?:{_NAMES})\b.*?)(?:\s+#.*)?$", re.MULTILINE
)
_FENCE = re.compile(r"^```\w*\n(.*?)^```", re.MULTILINE | re.DOTALL)
_INDENTED = re.compile(r"^    .*$", re.MULTILINE)


def commands() -> list[str]:
    """The commands in the code blocks of all pages."""
    found = []
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        blocks = [*_FENCE.findall(text), *_INDENTED.findall(_FENCE.sub("", text))]
        found += [command for block in blocks for command in _COMMAND.findall(block)]
    return sorted(set(found))


def test_there_are_commands_to_test() -> None:
    assert len(commands()) >= 8


@pytest.mark.slow
@pytest.mark.parametrize("command", commands())
def test_a_command_of_the_documents_runs(command: str, tmp_path: Path) -> None:
    before = [sys.executable, "-m", "cutthroat"]
    if command.startswith("serve"):
        _serve([*before, *shlex.split(command)], tmp_path)
        return
    if command.startswith("resume"):
        _run([*before, "play", "--seed", "resumed"], tmp_path)
    if command in ("score --resume", "score --export -"):
        _run([*before, "score", "--names", "Ana, Ben", "--dealer", "draw"], tmp_path)
    done = _run([*before, *shlex.split(command)], tmp_path)
    assert done.returncode == 0, done.stderr


def _serve(command: list[str], home: Path) -> None:
    """Start a server as the documents say, but where nothing else is in its way, and end it."""
    given = dict(pairwise(command))
    if given.get("--database", "").startswith("postgresql"):
        command = [*command, "--database", f"sqlite:///{home}/tables.sqlite"]
    with subprocess.Popen(
        [*command, "--port", "0", "--no-browser"],
        cwd=ROOT,
        env=environment(home),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as server:
        assert server.stdout
        assert server.stderr
        first = server.stdout.readline()
        server.terminate()
        assert server.wait(20) == 0, server.stderr.read()
        assert first.startswith("Serving at "), server.stderr.read()


def _run(command: list[str], home: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command,
        cwd=ROOT,
        env=environment(home),
        input="pass\nq\n",
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


@pytest.mark.parametrize("option", OPTIONS, ids=lambda option: option.name)
def test_every_option_value_is_in_the_rules(option: object) -> None:
    text = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
    name, values = option.name, option.values  # type: ignore[attr-defined]  # two small classes
    assert f"`{name}`" in text
    for value in values:
        low, _, high = value.partition("-")
        said = f"`{low}` to `{high}`" if high else f"`{value}`"
        assert said in text, value


@pytest.mark.parametrize("name", PRESETS)
def test_every_preset_is_in_the_rules(name: str) -> None:
    text = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
    assert f"`{name}`" in text
    assert str(PRESETS[name]) in text


@pytest.mark.parametrize("clause", [f"R{number}" for number in range(1, 27)])
def test_every_clause_is_in_the_rules(clause: str) -> None:
    assert f"**{clause}**" in (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")


def test_the_program_in_the_fair_deal_computes_the_known_deal() -> None:
    text = (ROOT / "docs" / "fairness.md").read_text(encoding="utf-8")
    (program,) = re.findall(r"^```python\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=True
    )
    known = "JS 8D TC 6D 8H 3C / KH 5D 6S AC 5C 9S / 5H QD 7H 6H 8C 2S"
    for card in known.replace("/", "").split():
        assert card in done.stdout


def test_the_program_of_the_fast_environment_runs() -> None:
    text = (ROOT / "docs" / "kernel.md").read_text(encoding="utf-8")
    (program,) = re.findall(r"^```python\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=300, check=True
    )
    first, *cards = done.stdout.splitlines()
    assert first.startswith("deals a match: ")
    assert len(cards) == 6, "the bidder has six cards to lead"


def test_the_program_that_plays_is_the_one_of_the_commands() -> None:
    text = (ROOT / "docs" / "engines.md").read_text(encoding="utf-8")
    (program,) = re.findall(r"^```python\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    assert program == (ROOT / "docs" / "engine_example.py").read_text(encoding="utf-8")
    assert len([line for line in program.splitlines() if line]) <= 20


@pytest.mark.slow
def test_the_program_that_plays_is_saved_and_plays_by_the_page_alone(tmp_path: Path) -> None:
    text = (ROOT / "docs" / "engines.md").read_text(encoding="utf-8")
    (program,) = re.findall(r"^```python\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    mine = tmp_path / "my_bot.py"
    mine.write_text(program, encoding="utf-8")
    bot = f"cmd:python3 {shlex.quote(str(mine))}"
    for arguments in (["--check", bot], [bot, "random", "--matches", "20"]):
        done = _run([sys.executable, "-m", "cutthroat", "arena", *arguments], tmp_path)
        assert (done.returncode, done.stderr) == (0, ""), done.stdout
        assert "FAILED" not in done.stdout
        assert "forfeited" not in done.stdout


@pytest.mark.parametrize("page", ["notation.md", "fairness.md"])
def test_the_records_in_the_documents_verify(page: str) -> None:
    text = (ROOT / "docs" / page).read_text(encoding="utf-8")
    records = re.findall(r"^```smear\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    assert records
    for record in records:
        done = subprocess.run(
            [sys.executable, "-m", "cutthroat", "verify", "-"],
            input=record,
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        assert done.returncode == 0, done.stdout
