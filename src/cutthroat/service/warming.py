"""Getting strong bots ready before somebody waits for them.

What they think with is loaded, which takes a second, or made where there is none, which takes many.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from importlib import import_module
from multiprocessing import get_context
from multiprocessing.connection import Connection
from threading import Thread
from typing import Final

from cutthroat.bots.levels import Strong
from cutthroat.bots.policy import Bot
from cutthroat.bots.warm import Tell, Wait, are_ready, prepare_bots, tell_nobody
from cutthroat.core.rules import Rules
from cutthroat.service.hinting import NO_ENGINE
from cutthroat.service.processes import interrupt_held_back, prepare_process

_SOON: Final = 1.5
"""Seconds that nobody need be told of."""
_AGAIN: Final = 0.2
"""Seconds between two times that it is told how far something is."""


class EngineMissing(Exception):  # noqa: N818  # named after what is the case
    """The compiled engine cannot be loaded; the text says why."""


def load_engine() -> None:
    """Load the compiled engine, which strong bots think with, and which equities need.

    Raises EngineMissing.
    """
    try:
        import_module("cutthroat.bots.equity")
    except NO_ENGINE as error:
        raise EngineMissing(str(error)) from None


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


def get_ready(rules: Rules, seats: int, tell: Tell = tell_nobody) -> None:
    """Load what strong bots need at such a table; what is missing is made, and kept.

    tell: called if something must be made.
    """
    if not are_ready():
        prepare_bots(tell)
    prepare_bots(tell, rules, seats)


class Warming:
    """Getting ready in the background of a program that talks with a person.

    It writes nothing, and when the program ends it ends. What is at hand is loaded in any case;
    what is missing is made at once for bots that play, else only for whoever waits for it.
    """

    def __init__(self, rules: Rules, seats: int, bots: Iterable[Bot]) -> None:
        """Begin, for a table where these bots play."""
        self._table = rules, seats
        self._now = Wait.LOADING, 0.0
        self._ready = self._is_tried = False
        self._thread = _begun(self._make if any(map(needs_warmth, bots)) else self._load)

    def wait(self, tell: Tell) -> None:
        """Come back when all is ready.

        tell: called again and again if that takes longer than somebody waits without asking why.
        """
        self._join(tell)
        if not self._ready and not self._is_tried:
            self._thread = _begun(self._make)
            self._join(tell)

    def _join(self, tell: Tell) -> None:
        self._thread.join(_SOON)
        while self._thread.is_alive():
            tell(*self._now)
            self._thread.join(_AGAIN)

    def _note(self, what: Wait, done: float) -> None:
        self._now = what, done

    def _load(self) -> None:
        # What fails here fails once more where it is needed, and is told there.
        with suppress(Exception):
            self._ready = load(*self._table)

    def _make(self) -> None:
        self._load()
        if not self._ready:
            self._is_tried = True
            with suppress(Exception):
                _get_ready_apart(*self._table, self._note)
            self._load()


def _begun(work: Callable[[], None]) -> Thread:
    thread = Thread(target=work, daemon=True)
    thread.start()
    return thread


def _get_ready_apart(rules: Rules, seats: int, tell: Tell) -> None:
    """Make what is missing in another process: a thread in the midst of it cannot be ended."""
    context = get_context("spawn")
    ours, theirs = context.Pipe(duplex=False)
    process = context.Process(target=_apart, args=(rules, seats, theirs), daemon=True)
    with interrupt_held_back():
        process.start()
    theirs.close()
    with ours, suppress(EOFError):  # it ends with the process
        while True:
            tell(*ours.recv())
    process.join()


def _apart(rules: Rules, seats: int, line: Connection) -> None:
    prepare_process()
    with suppress(Exception):
        get_ready(rules, seats, lambda what, done: line.send((what, done)))
