"""Bots that are programs of their own, as the service knows them: they may forfeit a match."""

from __future__ import annotations

from enum import StrEnum
from random import Random
from typing import Final, NamedTuple, Protocol, runtime_checkable

from cutthroat.bots.policy import Bot
from cutthroat.core.actions import Action, Seat
from cutthroat.core.errors import CutthroatError
from cutthroat.core.view import View

MARK: Final = "cmd:"
"""What the name of such a bot begins with; the rest is the command that starts it."""
USUAL_SECONDS: Final = 10.0
"""How long such a bot may take for an action."""


class ForfeitReason(StrEnum):
    """Why a bot loses the match that it plays."""

    NOT_STARTED = "engine_not_started"
    ENDED = "engine_ended"
    KILLED = "engine_killed"
    HUNG_UP = "engine_hung_up"
    TOO_SLOW = "engine_too_slow"
    EMPTY = "engine_empty"
    NO_ACTION = "engine_no_action"
    ILLEGAL = "engine_illegal"
    UNASKED = "engine_unasked"
    TOO_MUCH = "engine_too_much"
    NOT_READING = "engine_not_reading"


_IN_RECORDS: Final = {
    ForfeitReason.NOT_STARTED: "its program could not be started",
    ForfeitReason.ENDED: "its program ended",
    ForfeitReason.KILLED: "its program ended",
    ForfeitReason.HUNG_UP: "its program closed its output",
    ForfeitReason.TOO_SLOW: "took too long",
    ForfeitReason.EMPTY: "its answer was no action",
    ForfeitReason.NO_ACTION: "its answer was no action",
    ForfeitReason.ILLEGAL: "its action was illegal",
    ForfeitReason.UNASKED: "answered unasked",
    ForfeitReason.TOO_MUCH: "wrote too much",
    ForfeitReason.NOT_READING: "did not read",
}
"""Why a match ended, as its record tells it, in any language of the user."""


class Forfeit(CutthroatError):  # noqa: N818  # named after what is the case
    """A policy failed so that its seat loses the match.

    Its parameters hold, besides what the sentence needs, `said`: what the program wrote last to
    standard error, or nothing.
    """


def ended_text(seat: Seat, forfeit: Forfeit) -> str:
    """Why the match ended, for its record."""
    return f"seat {seat} forfeited: {_IN_RECORDS[ForfeitReason(forfeit.reason)]}"


class EngineReason(StrEnum):
    """Why a program cannot play."""

    NO_COMMAND = "engine_no_command"
    BAD_QUOTES = "engine_bad_quotes"
    NO_SUCH_PROGRAM = "engine_no_such_program"
    BAD_COMMAND = "engine_bad_command"
    AGAIN = "engine_again"


class CannotPlay(CutthroatError):  # noqa: N818  # named after what is the case
    """The command of a bot starts no program."""


@runtime_checkable
class Engine(Protocol):
    """The policy of a bot that is a program. It raises Forfeit where a match cannot go on."""

    def begin_match(self) -> None:
        """Note that the next view is of another match."""
        ...

    def __call__(self, view: View, rng: Random) -> Action:
        """One of the viewer's legal actions. Raises Forfeit."""
        ...


class Engines(Protocol):
    """Starts programs that play, and ends them."""

    def bot(self, command: str, seconds: float) -> Bot:
        """A bot that a command starts when it is first asked; no shell reads the command.

        seconds: how long it may take for an action.
        Raises CannotPlay.
        """
        ...

    def close(self) -> None:
        """End all programs that this process has started; asked again, they start again."""
        ...


class Forfeited(NamedTuple):
    """Who forfeited a match, and why; `bot` is its index in the simulation."""

    bot: int
    forfeit: Forfeit
