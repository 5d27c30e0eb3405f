"""Bots that are programs: lines of JSON on their standard input and output. See docs/engines.md."""

from __future__ import annotations

import shlex
import shutil
from dataclasses import dataclass
from random import Random
from typing import Final, Literal

import msgspec
from msgspec import UNSET, Struct, UnsetType

from cutthroat.adapters.engine_process import EngineProcess
from cutthroat.bots.policy import Bot, seat_to_act
from cutthroat.core.actions import Action, Bid, Pass, Play, Seat
from cutthroat.core.cards import Card
from cutthroat.core.errors import InvalidNotation
from cutthroat.core.view import View
from cutthroat.record.parse import is_tag_value
from cutthroat.service.engines import (
    MARK,
    CannotPlay,
    EngineReason,
    Forfeit,
    ForfeitReason,
)
from cutthroat.service.match_json import seat_view

LONGEST_COMMAND: Final = 500
"""Characters of a command: records carry it."""

_TOLD: Final = 100
"""Characters of an answer that are told where it is wrong."""

Words = tuple[str, ...]


class ActionWire(Struct):
    """One of the two."""

    call: Literal[2, 3, 4, "pass"] | UnsetType = UNSET
    play: str | UnsetType = UNSET


class AnswerWire(Struct):
    """What a program writes; members that we do not know are passed over."""

    action: ActionWire


_encode = msgspec.json.Encoder().encode
_decoder = msgspec.json.Decoder(AnswerWire)


def question(view: View, seed: int, seconds: float, *, new_match: bool) -> bytes:
    """What a program reads: the view of a seat whose turn it is, on one line."""
    return _encode(
        {"view": seat_view(view), "seed": seed, "seconds": seconds, "new_match": new_match}
    )


def answered(line: bytes, view: View) -> Action:
    """The action in an answer.

    Raises Forfeit, without `said`, if there is none, or the viewer may not do it. R11, R14 to R17.
    """
    if not line.strip():
        raise Forfeit(ForfeitReason.EMPTY)
    try:
        asked = _decoder.decode(line).action
        action = _action(asked, view.you or 0)
    except (msgspec.DecodeError, InvalidNotation, ValueError, RecursionError):
        raise _wrong(ForfeitReason.NO_ACTION, line) from None
    if action in view.legal_calls or (isinstance(action, Play) and action.card in view.legal_plays):
        return action
    raise _wrong(ForfeitReason.ILLEGAL, line)


def _action(asked: ActionWire, seat: Seat) -> Action:
    if (asked.call is UNSET) == (asked.play is UNSET):
        raise ValueError("one of call and play")
    if isinstance(asked.play, str):
        return Play(seat, Card(asked.play))
    return Bid(seat, asked.call) if isinstance(asked.call, int) else Pass(seat)


def _wrong(reason: ForfeitReason, line: bytes) -> Forfeit:
    return Forfeit(reason, line=line.decode(errors="replace")[:_TOLD])


class _Room:
    """The programs that this process has started, and where they sit.

    One plays one seat at a time. It is kept from match to match, so that it need not start anew.
    """

    def __init__(self) -> None:
        self._idle: dict[Words, list[EngineProcess]] = {}
        self._seated: dict[tuple[Words, Seat], EngineProcess] = {}
        self._leaving: list[EngineProcess] = []

    def begin_match(self, words: Words) -> None:
        """Have all programs of a command leave their seats."""
        for key in [key for key in self._seated if key[0] == words]:
            process = self._seated.pop(key)
            process.fresh = True
            self._idle.setdefault(words, []).append(process)

    def at(self, words: Words, seat: Seat) -> EngineProcess:
        """The program of a command in a seat. Raises Forfeit."""
        key = words, seat
        if key not in self._seated:
            self._seated[key] = self._idle_one(words) or EngineProcess(words)
        return self._seated[key]

    def _idle_one(self, words: Words) -> EngineProcess | None:
        """One that waits for a match; those that have ended since the last are let go."""
        idle = self._idle.get(words, [])
        while idle:
            process = idle.pop(0)
            if not process.ended:
                return process
            self._let_go(process)
        return None

    def discard(self, words: Words, seat: Seat) -> None:
        """End the program in a seat: the next match gets another one."""
        if process := self._seated.pop((words, seat), None):
            self._let_go(process)

    def _let_go(self, process: EngineProcess) -> None:
        process.close()
        self._leaving = [left for left in self._leaving if not left.ended] + [process]

    def close(self) -> None:
        """End all."""
        waiting = [process for idle in self._idle.values() for process in idle]
        for process in (*waiting, *self._seated.values()):
            self._let_go(process)
        self._idle, self._seated = {}, {}
        for process in self._leaving:
            process.wait()
        self._leaving = []


_room: Final = _Room()
"""No part of a policy: that is pickled for other processes, where it finds the room of theirs."""


@dataclass(frozen=True, slots=True)
class EnginePolicy:
    """Chooses as a program does.

    words: what starts it. seconds: how long it may take for an action.
    """

    words: Words
    seconds: float

    def begin_match(self) -> None:
        """Note that the next view is of another match."""
        _room.begin_match(self.words)

    def __call__(self, view: View, rng: Random) -> Action:
        """What the program does. It is ended, if it is still there, where that is nothing legal.

        Raises Forfeit, ValueError if it is not the viewer's turn.
        """
        me = seat_to_act(view)
        process = _room.at(self.words, me)
        asked = question(view, rng.getrandbits(32), self.seconds, new_match=process.fresh)
        process.fresh = False
        try:
            return answered(process.ask(asked, self.seconds), view)
        except BaseException as error:
            if isinstance(error, Forfeit):
                error.parameters.setdefault("said", process.said)
            _room.discard(self.words, me)
            raise


class ProgramEngines:
    """Starts programs as processes of this machine."""

    def bot(self, command: str, seconds: float) -> Bot:
        """A bot that a command starts when it is first asked; no shell reads the command.

        Raises CannotPlay for a command that starts nothing.
        """
        words = _words(command)
        return Bot(f"{MARK}{command}", "", EnginePolicy(words, seconds))

    def close(self) -> None:
        """End all programs that this process has started."""
        _room.close()


def _words(command: str) -> Words:
    """The words of a command, by the quoting rules of a shell."""
    if len(command) > LONGEST_COMMAND or not is_tag_value(command):
        raise CannotPlay(EngineReason.BAD_COMMAND, limit=LONGEST_COMMAND)
    try:
        words = tuple(shlex.split(command))
    except ValueError:
        raise CannotPlay(EngineReason.BAD_QUOTES, command=command) from None
    if not words:
        raise CannotPlay(EngineReason.NO_COMMAND)
    if shutil.which(words[0]) is None:
        raise CannotPlay(EngineReason.NO_SUCH_PROGRAM, program=words[0])
    return words
