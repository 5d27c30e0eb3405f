"""Getting strong bots ready before somebody waits for them.

What they think with is loaded, which takes a second, or made where there is none, which takes many.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from multiprocessing import get_context
from threading import Thread
from typing import Final

from cutthroat.bots.levels import Strong
from cutthroat.bots.policy import Bot
from cutthroat.bots.warm import are_ready, prepare_bots
from cutthroat.core.rules import Rules
from cutthroat.service.processes import interrupt_held_back, prepare_process

_SOON: Final = 1.5
"""Seconds that nobody need be told of."""


def needs_warmth(bot: Bot) -> bool:
    """Whether a bot has something to get ready."""
    return isinstance(bot.policy, Strong)


def load(rules: Rules, seats: int) -> bool:
    """Load what strong bots need at such a table; false, at once, if some of it must be made."""
    if not are_ready():
        return False
    from cutthroat.bots.equity import is_at_hand  # noqa: PLC0415  # it loads Numba

    if not is_at_hand(rules, seats):
        return False
    prepare_bots(rules=rules, seats=seats)
    return True


def get_ready(rules: Rules, seats: int) -> None:
    """Load what strong bots need at such a table; what is missing is made, and kept."""
    if not are_ready():
        prepare_bots()
    prepare_bots(rules=rules, seats=seats)


class Warming:
    """Getting ready in the background of a program that talks with a person.

    It writes nothing, and when the program ends it ends. What is at hand is loaded in any case;
    what is missing is made at once for bots that play, else only for whoever waits for it.
    """

    def __init__(self, rules: Rules, seats: int, bots: Iterable[Bot]) -> None:
        """Begin, for a table where these bots play."""
        self._table = rules, seats
        work = self._make if any(map(needs_warmth, bots)) else self._load
        self._ready = self._is_tried = False
        self._thread = Thread(target=work, daemon=True)
        self._thread.start()

    def wait(self, tell: Callable[[], None]) -> None:
        """Come back when all is ready.

        tell: called if that takes longer than somebody waits without asking why.
        """
        self._thread.join(_SOON)
        if self._thread.is_alive():
            tell()
            self._thread.join()
        if not self._ready and not self._is_tried:
            tell()
            self._make()

    def _load(self) -> None:
        # What fails here fails once more where it is needed, and is told there.
        with suppress(Exception):
            self._ready = load(*self._table)

    def _make(self) -> None:
        self._load()
        if not self._ready:
            self._is_tried = True
            with suppress(Exception):
                _get_ready_apart(*self._table)
            self._load()


def _get_ready_apart(rules: Rules, seats: int) -> None:
    """Make what is missing in another process: a thread in the midst of it cannot be ended."""
    process = get_context("spawn").Process(target=_apart, args=(rules, seats), daemon=True)
    with interrupt_held_back():
        process.start()
    process.join()


def _apart(rules: Rules, seats: int) -> None:
    prepare_process()
    with suppress(Exception):
        get_ready(rules, seats)
