"""Shell completion: the script, and what it offers."""

import os
import shutil
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import click
import pytest
from click.shell_completion import BashComplete, FishComplete, ShellComplete, ZshComplete
from click.testing import CliRunner

from cutthroat.cli.completions import completions

SHELLS: dict[str, type[ShellComplete]] = {
    "bash": BashComplete,
    "zsh": ZshComplete,
    "fish": FishComplete,
}


@pytest.mark.parametrize("shell", SHELLS)
def test_the_script_is_what_click_makes(shell: str) -> None:
    made = SHELLS[shell](completions, {}, "cutthroat", "_CUTTHROAT_COMPLETE").source()
    done = CliRunner().invoke(completions, [shell])
    assert (done.exit_code, done.stdout) == (0, f"{made}\n")
    assert "_CUTTHROAT_COMPLETE=" in made


@pytest.mark.parametrize("arguments", [[], ["powershell"], ["bash", "zsh"]])
def test_another_shell_is_a_mistake_in_the_call(arguments: list[str]) -> None:
    done = CliRunner().invoke(completions, arguments)
    assert done.exit_code == 2
    assert done.stdout == ""
    assert "Usage: " in done.stderr


def test_the_help_tells_each_shell_where_the_script_goes() -> None:
    told = CliRunner().invoke(completions, ["--help"]).stdout
    for line in (
        "bash, in ~/.bashrc:",
        '    eval "$(cutthroat completions bash)"',
        "zsh, in ~/.zshrc, after compinit:",
        '    eval "$(cutthroat completions zsh)"',
        "fish, in ~/.config/fish/config.fish:",
        "    cutthroat completions fish | source",
    ):
        assert line in told


def offered(*words: str) -> set[str]:
    """What bash is told to offer for the last word."""
    asked = {
        "_CUTTHROAT_COMPLETE": "bash_complete",
        "COMP_WORDS": " ".join(["cutthroat", *words]),
        "COMP_CWORD": str(len(words)),
    }
    done = subprocess.run(
        [sys.executable, "-m", "cutthroat"],
        env=os.environ | asked,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stderr == ""
    return {line.partition(",")[2] for line in done.stdout.splitlines()}


def test_commands_are_offered() -> None:
    group = import_module("cutthroat.cli.main").cutthroat
    assert isinstance(group, click.Group)
    assert offered("") == {*group.commands}
    assert {"play", "simulate", "rules", "completions"} <= {*group.commands}


def test_what_a_command_takes_is_offered() -> None:
    assert offered("completions", "") == {*SHELLS}
    assert offered("rules", "--preset", "") == {"seed", "classic", "short"}
    assert {"--preset", "--rules", "--options", "--plain"} <= offered("rules", "--")
    assert offered("rules", "--opt") == {"--options"}


@pytest.mark.skipif(not shutil.which("bash"), reason="bash is not installed")
def test_bash_completes_with_the_script(tmp_path: Path) -> None:
    command = tmp_path / "cutthroat"
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m cutthroat "$@"\n')
    command.chmod(0o755)
    script = """
        eval "$(cutthroat completions bash)"
        COMP_WORDS=(cutthroat completions z) COMP_CWORD=2
        _cutthroat_completion cutthroat
        echo "${COMPREPLY[@]}"
    """
    path = f"{tmp_path}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        ["bash", "--norc", "-c", script],
        env=os.environ | {"PATH": path},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == "zsh\n"
