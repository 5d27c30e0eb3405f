"""A person at `cutthroat play`, who answers at once and takes the time that the bots take."""

from __future__ import annotations

import os
import re
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import pexpect

DEALT = r"Deal \d+\. "
BOT = r"\n(?:Bo|Chi) (?:bids|passes|leads|follows|trumps|throws off)\b"
CALL = r"Your call: ([^?]*)\? "
CARD = r"Which card\? "
PATIENCE = 120.0


def environment(home: Path) -> dict[str, str]:
    """That of somebody who has played nothing yet, who reads English, and who keeps bytecode."""
    kept = {name: each for name, each in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return kept | {
        "XDG_DATA_HOME": str(home / "data"),
        "XDG_STATE_HOME": str(home / "state"),
        "NO_COLOR": "1",
        "COLUMNS": "100",
        "TERM": "xterm-256color",
        "LANGUAGE": "en",
    }


def in_terminal(home: Path, bots: Sequence[str], count: int) -> list[float]:
    """Seconds from each move to the answer of the bot that comes next.

    Before the first move they are counted from when the screen shows that cards are dealt.
    """
    named = [word for bot in bots for word in ("--bot", bot)]
    child = pexpect.spawn(
        sys.executable,
        ["-m", "cutthroat", "play", *named, "--pace", "0"],
        env=environment(home),
        dimensions=(60, 100),
        encoding="utf-8",
        timeout=PATIENCE,
    )
    child.delaybeforesend = None
    try:
        return _waits(child, count)
    finally:
        child.close(force=True)


def _waits(child: pexpect.spawn[str], count: int) -> list[float]:
    waits: list[float] = []
    moved = time.monotonic()
    while len(waits) < count:
        found = child.expect([BOT, DEALT, CALL, CARD, pexpect.EOF])
        now = time.monotonic()
        if found == 4:
            break
        if found == 0:
            waits.append(now - moved)
        elif found > 1:
            child.sendline(_call(child) if found == 2 else "1")
        moved = time.monotonic() if found > 1 else now
    return waits


def _call(child: pexpect.spawn[str]) -> str:
    """A low one: then all go on playing."""
    assert isinstance(child.match, re.Match)
    return str(child.match[1]).split(", ")[0]
