"""Draws docs/play.svg, the picture in the README, from what the command really prints.

Run it with the development environment: `.venv/bin/python tools/picture.py`.
"""

from __future__ import annotations

import io
import os
import sys
import tempfile
from pathlib import Path

import pexpect
from rich.console import Console
from rich.terminal_theme import TerminalTheme
from rich.text import Text

ROOT = Path(__file__).parent.parent
WIDTH, HEIGHT = 78, 44
SEED = "picture"

THEME = TerminalTheme(
    (24, 26, 31),
    (220, 223, 228),
    [
        (24, 26, 31),
        (240, 113, 120),
        (126, 200, 110),
        (220, 190, 90),
        (110, 170, 250),
        (200, 130, 230),
        (90, 200, 200),
        (235, 235, 235),
    ],
)
FRAME = """\
<svg viewBox="0 0 {width} {height}" xmlns="http://www.w3.org/2000/svg">
<style>.{unique_id}-matrix {{
font-family: ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace;
font-size: {char_height}px; line-height: {line_height}px; }}
{styles}</style>
<defs><clipPath id="{unique_id}-clip-terminal">
<rect x="0" y="0" width="{terminal_width}" height="{terminal_height}" /></clipPath>{lines}</defs>
{chrome}<g transform="translate({terminal_x}, {terminal_y})"
clip-path="url(#{unique_id}-clip-terminal)">{backgrounds}
<g class="{unique_id}-matrix">{matrix}</g></g></svg>
"""


def screen() -> str:
    """What a short sitting shows: the first deal, always the first card of the list."""
    with tempfile.TemporaryDirectory() as home:
        child = pexpect.spawn(
            sys.executable,
            ["-m", "cutthroat", "play", "--seed", SEED, "--pace", "0"],
            env={**os.environ, "XDG_DATA_HOME": home, "TERM": "xterm-256color"},
            dimensions=(HEIGHT, WIDTH),
            encoding="utf-8",
            timeout=30,
        )
        shown = ""
        while "After deal 1" not in shown:
            asked = child.expect([r"Your call: .*explains\) ", r"Which card.*explains\) "])
            shown += (child.before or "") + (child.after if isinstance(child.after, str) else "")
            child.sendline("pass" if asked == 0 else "1")
        child.close(force=True)
    return shown.replace("\r\n", "\n")


def drawn(shown: str) -> str:
    """The last part of the screen as SVG, with no font fetched from anywhere."""
    console = Console(record=True, width=WIDTH, file=io.StringIO())
    story = Text.from_ansi(shown).split("\n")
    until = next(place for place, line in enumerate(story) if line.plain.startswith("Deal 2."))
    for line in story[max(0, until - HEIGHT) : until]:
        console.print(line, no_wrap=True, overflow="crop")
    return console.export_svg(title="cutthroat play", theme=THEME, code_format=FRAME, unique_id="p")


if __name__ == "__main__":
    (ROOT / "docs" / "play.svg").write_text(drawn(screen()), encoding="utf-8")
