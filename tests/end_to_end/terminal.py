"""A person at the command, as a program: reads the screen, answers the prompts."""

from __future__ import annotations

import os
import re
import sys
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import pexpect

CALL = r"Your call: ([^?]*)\? \(\? explains\) "
CARD = r"Which card\? \(\? explains\) "


def environment(home: Path) -> dict[str, str]:
    """The environment of a user whose data lies under `home`."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("XDG_")}
    return kept | {
        "XDG_DATA_HOME": str(home / "data"),
        "XDG_STATE_HOME": str(home / "state"),
        "HOME": str(home),
        "COLUMNS": "100",
        "TERM": "xterm-256color",
        "NO_COLOR": "1",
        "LANGUAGE": "en",
    }


@dataclass
class Person:
    """Plays at random on a pseudo-terminal.

    seen: everything that the screen showed, over all programs started.
    """

    home: Path
    chance: Random
    seen: str = ""
    answers: int = 0
    child: pexpect.spawn[str] | None = field(default=None)

    def start(self, *arguments: str) -> None:
        """Start the command."""
        self.child = pexpect.spawn(
            sys.executable,
            ["-m", "cutthroat", *arguments],
            env=environment(self.home),
            dimensions=(60, 100),
            encoding="utf-8",
            timeout=60,
        )

    def answer_once(self) -> bool:
        """Answer the next prompt; False if the program has ended instead."""
        assert self.child
        found = self.child.expect([CALL, CARD, pexpect.EOF])
        self.seen += self.child.before or ""
        if found == 2:
            self.child.close()
            return False
        self.child.sendline(self._call() if found == 0 else self._card())
        self.answers += 1
        return True

    def _call(self) -> str:
        assert self.child
        assert isinstance(self.child.match, re.Match)
        choices = str(self.child.match[1]).split(", ")
        # Mostly low, so that matches do not drown in failed bids of 4.
        return choices[0] if self.chance.random() < 0.6 else self.chance.choice(choices[:2])

    def _card(self) -> str:
        listed = re.findall(r"You may play: (.*)", self.seen)[-1]
        numbers: list[str] = re.findall(r"\b([1-6]) ", listed)
        return self.chance.choice(numbers)

    def kill(self) -> None:
        """Kill the program as `kill -9` does, and note what the screen had shown."""
        assert self.child
        self.child.kill(9)
        self.child.expect(pexpect.EOF)
        self.seen += self.child.before or ""
        self.child.close(force=True)

    @property
    def exit_code(self) -> int | None:
        """How the program ended."""
        assert self.child
        return self.child.exitstatus
