"""What is told while somebody waits for what is made once: a sentence for each thing, and a bar."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TimeRemainingColumn

from cutthroat.bots.warm import Wait
from cutthroat.i18n.catalogue import N_, _

_SAID: Final = {
    Wait.LOADING: N_("The strong players are being loaded."),
    Wait.COMPILING: N_("The engine is compiled; that takes up to a minute, once."),
    Wait.EQUITIES: N_(
        "What a match is worth by these rules is worked out; that takes up to a minute, once."
    ),
}
_STEPS: Final = 4
"""How often it is told, where no bar can be drawn, how far something is."""


class Waiting:
    """Tells what is waited for, each thing once, and how far it is; see `bots.warm.Tell`.

    told: what was told of.
    """

    def __init__(self, console: Console, *, plain: bool) -> None:
        self.told: set[Wait] = set()
        self._console = console
        self._draws = console.is_terminal and not plain
        self._progress: Progress | None = None
        self._step = 0

    def __call__(self, what: Wait, done: float) -> None:
        """Take note of it. done: from 0 to 1; 0 where nobody knows."""
        if what not in self.told:
            self.told.add(what)
            self._line(_(_SAID[what]))
        if done and self._draws:
            self._move(done)
        elif done:
            self._count(done)

    def _line(self, text: str) -> None:
        self._console.print(text, soft_wrap=True, markup=False, highlight=False)

    def _move(self, done: float) -> None:
        if self._progress is None:
            columns = BarColumn(), TaskProgressColumn(), TimeRemainingColumn()
            self._progress = Progress(*columns, console=self._console, transient=True)
            self._progress.add_task("", total=1.0)
            self._progress.start()
        self._progress.update(self._progress.task_ids[0], completed=done)

    def _count(self, done: float) -> None:
        step = int(_STEPS * done)
        if self._step < step < _STEPS:
            self._line(_("{percent} %", percent=100 * step // _STEPS))
        self._step = max(self._step, step)

    def remove_bar(self) -> None:
        """Leave nothing of the bar behind, if there is one."""
        if self._progress is not None:
            self._progress.stop()

    def say_ready(self) -> None:
        """Say that nobody need wait any more, to whoever was told to."""
        if self.told:
            self._line(_("Ready."))


@contextmanager
def waiting(console: Console | None = None, *, plain: bool = False) -> Iterator[Waiting]:
    """What tells on a console, by default standard error, for as long as something is made.

    plain: nothing is drawn.
    """
    shown = Waiting(console or Console(stderr=True), plain=plain)
    try:
        yield shown
    finally:
        shown.remove_bar()
    shown.say_ready()
