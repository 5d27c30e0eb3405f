"""Questions of the scorekeeper, and the answers of whoever sits at the terminal or in a pipe."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Final, TypeVar

from cutthroat.cli.console import Screen
from cutthroat.cli.session import Leave
from cutthroat.i18n.catalogue import _

T = TypeVar("T")

_QUIT: Final = frozenset(("q", "quit", "exit"))
_CANCEL: Final = frozenset(("cancel",))
_EXPLAIN: Final = frozenset(("?", "help"))

NUMBERED: Final = frozenset(("fix", "insert", "remove"))
"""Commands with the number of a line behind them."""
WORDY: Final = NUMBERED | {"count", "next", "stop", "setup", "export"}
"""Commands that words may follow."""
COMMANDS: Final = WORDY | {"pass", "misdeal", "undo", "redo", "sheet", "history", "stats"}
"""What may stand first on a line of the scorekeeper, beside a player."""
RESERVED: Final = COMMANDS | _QUIT | _CANCEL | _EXPLAIN
"""What says something else than a player where one may be typed."""


class NotUnderstood(Exception):  # noqa: N818  # named after what is the case
    """What was typed says nothing here; `sentence` tells why, and what to type."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence


class GivenUp(Exception):  # noqa: N818  # a wish, not an error
    """The person does not want to write this after all."""


class Asker:
    """Asks, on one screen.

    Once lines are asked for, an answer that is none, but a line, is taken for the next one: a slip
    in a file of lines costs one of them, and whoever has changed their mind can go on.
    """

    def __init__(self, screen: Screen) -> None:
        self._screen = screen
        self._asks_lines = False
        self._next: str | None = None
        if sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty():
            with suppress(ImportError):
                import readline  # noqa: F401, PLC0415  # `input` then lets a line be called back

    def say(self, sentence: str = "") -> None:
        """Tell something."""
        self._screen.line(sentence)

    def next_line(self, prompt: str) -> str:
        """The line that was typed instead of an answer, or one that is asked for.

        Raises Leave.
        """
        self._asks_lines = True
        typed, self._next = self._next, None
        return self.line(prompt) if typed is None else typed

    def line(self, question: str) -> str:
        """A line, without blanks around it.

        Raises Leave at the end of the input.
        """
        if sys.stdin is None:
            raise Leave
        try:
            typed = input(f"{question} ")
        except EOFError:
            self.say()
            raise Leave from None
        if not sys.stdin.isatty():
            self.say()
        return typed.strip()

    def answer(self, question: str, explained: str, usual: str = "") -> str:
        """An answer that is not empty.

        explained: what is told to somebody who does not know what to type.
        usual: what an empty line stands for, if for anything.
        Raises Leave, GivenUp.
        """
        while True:
            typed = self.line(question) or usual
            word = typed.casefold()
            if word in _QUIT:
                raise Leave
            if word in _CANCEL:
                raise GivenUp
            if word and word not in _EXPLAIN:
                return typed
            self.say(explained)
            if self._asks_lines:
                self.say(_("cancel: write nothing after all. quit: leave; the sheet is saved."))
            else:
                self.say(_("cancel, or quit: leave; nothing is written."))

    def free_answer(self, question: str, explained: str, is_line: Callable[[str], bool]) -> str:
        """An answer in any words but those of a line, which is the next one then.

        Raises Leave, GivenUp.
        """
        typed = self.answer(question, explained)
        if is_line(typed):
            self._next = typed
            raise GivenUp
        return typed

    def until(self, question: str, explained: str, read: Callable[[str], T], usual: str = "") -> T:
        """The first answer that can be understood, read.

        read: raises NotUnderstood.
        Raises Leave, GivenUp.
        """
        while True:
            typed = self.answer(question, explained, usual)
            try:
                return read(typed)
            except NotUnderstood as error:
                if self._asks_lines and _is_line(typed):
                    self._next = typed
                    raise GivenUp from None
                self.say(error.sentence)

    def is_so(self, question: str) -> bool:
        """Whether the answer is yes.

        Raises Leave, GivenUp.
        """
        return self.until(question, _("Type y for yes, or n for no."), _yes)


def _is_line(typed: str) -> bool:
    """Whether what cannot be an answer is a line; one with a slip in it, at a terminal, is not."""
    word, rest = parted(typed)
    return word in COMMANDS or (bool(rest) and not sys.stdin.isatty())


def parted(typed: str) -> tuple[str, str]:
    """The first word, in small letters, and what follows it."""
    word, rest = [*typed.split(maxsplit=1), "", ""][:2]
    return word.casefold(), rest.strip()


def _yes(typed: str) -> bool:
    word = typed.casefold()
    if word in {"y", "yes", _("yes").casefold()}:
        return True
    if word in {"n", "no", _("no").casefold()}:
        return False
    raise NotUnderstood(_("Type y for yes, or n for no."))
