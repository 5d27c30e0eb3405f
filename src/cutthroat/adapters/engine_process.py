"""A running program that plays: lines to it, lines from it, and never an endless wait."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from queue import Empty, Full, Queue
from threading import Thread
from typing import IO, Final

from cutthroat.adapters.engine_keeper import MOMENT, NOT_STARTED
from cutthroat.service.engines import Forfeit, ForfeitReason

LONGEST_LINE: Final = 64 * 1024
"""Bytes that an answer may have."""

_MOST_LINES: Final = 4
"""Lines that may wait to be read; more are a flood."""
_KEPT: Final = 4096
"""Bytes of standard error that are remembered."""
_SAID: Final = 200
"""Characters of it that are told."""
_OVERHEARD: Final = 0.1
"""Seconds within which what was written to standard error has come to us."""
_READ: Final = 64 * 1024
_KEEPER: Final = Path(__file__).with_name("engine_keeper.py")


class _End:
    """No more lines come, for the program has closed its output or written too much."""

    def __init__(self, reason: ForfeitReason) -> None:
        self.reason = reason


class EngineProcess:
    """A program, from its start to its end.

    fresh: whether the next view is the first that it gets of a match.
    """

    def __init__(self, words: Sequence[str]) -> None:
        """Start it. It gets no shell, and no signal that a terminal sends to us.

        Raises Forfeit if the system cannot start it.
        """
        self.fresh = True
        self._lines: Queue[bytes | _End] = Queue(_MOST_LINES)
        self._errors = bytearray()
        self._flooded = False
        try:
            self._process, self._lifeline = _start(words)
        except OSError as error:
            raise Forfeit(
                ForfeitReason.NOT_STARTED, why=error.strerror or str(error), said=""
            ) from None
        self._threads = [
            Thread(target=self._listen, args=(_pipe(self._process.stdout),), daemon=True),
            Thread(target=self._overhear, args=(_pipe(self._process.stderr),), daemon=True),
        ]
        for thread in self._threads:
            thread.start()

    @property
    def ended(self) -> bool:
        """Whether the program has ended."""
        return self._process.poll() is not None

    def ask(self, question: bytes, seconds: float) -> bytes:
        """Write a line, and return the line that answers it.

        Raises Forfeit if there is none within so many seconds, or one before it.
        """
        self._check_silence()
        self._write(question + b"\n")
        try:
            answer = self._lines.get(timeout=seconds)
        except Empty:
            raise self._forfeit(ForfeitReason.TOO_SLOW, seconds=f"{seconds:g}") from None
        if isinstance(answer, _End):
            raise self._gone(answer)
        if self._flooded:
            raise self._forfeit(ForfeitReason.TOO_MUCH)
        return answer

    def _check_silence(self) -> None:
        """See that nothing was written since the last answer."""
        if self._flooded:
            raise self._forfeit(ForfeitReason.TOO_MUCH)
        with suppress(Empty):
            line = self._lines.get_nowait()
            if isinstance(line, _End):
                raise self._gone(line)
            raise self._forfeit(ForfeitReason.UNASKED, line=_text(line)[:_SAID])

    def _write(self, line: bytes) -> None:
        """Write at once or not at all: one who reads has taken in what came before."""
        stdin = _pipe(self._process.stdin).fileno()
        try:
            written = os.write(stdin, line)
        except BlockingIOError:
            written = 0
        except OSError:  # it has closed its input; what it has written tells the rest
            return
        if written < len(line):
            raise self._forfeit(ForfeitReason.NOT_READING)

    def _gone(self, end: _End) -> Forfeit:
        if end.reason is ForfeitReason.TOO_MUCH:
            return self._forfeit(end.reason)
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(MOMENT)
        code = self._process.poll()
        self._threads[1].join(MOMENT)
        if code == NOT_STARTED:
            return self._forfeit(ForfeitReason.NOT_STARTED, why=self.said or str(code))
        if code is None:
            return self._forfeit(ForfeitReason.HUNG_UP)
        if killer := _signal_of(code):
            return self._forfeit(ForfeitReason.KILLED, signal=killer)
        return self._forfeit(end.reason, code=code)

    def _forfeit(self, reason: ForfeitReason, **parameters: object) -> Forfeit:
        return Forfeit(reason, **parameters, said=self.said)

    @property
    def said(self) -> str:
        """The last line of standard error, which may be on its way to us yet."""
        self._threads[1].join(_OVERHEARD)
        lines = _text(bytes(self._errors)).strip().splitlines()
        return lines[-1].strip()[:_SAID] if lines else ""

    def close(self) -> None:
        """Let the program go: its input ends, and a moment later it does."""
        for stream in (self._process.stdin, self._lifeline):
            if stream:
                with suppress(OSError):
                    stream.close()
        if self._lifeline is None:
            self._process.kill()

    def wait(self) -> None:
        """Wait until the program that was let go has ended, and leave nothing behind."""
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(5 * MOMENT)
        for thread in self._threads:
            thread.join(MOMENT)

    # What the two threads do; each closes its stream

    def _listen(self, stream: IO[bytes]) -> None:
        """Take lines from standard output, but not without end."""
        rest = b""
        reason = ForfeitReason.ENDED
        with stream:
            while data := stream.read(_READ):
                *lines, rest = (rest + data).split(b"\n")
                too_long = any(len(line) > LONGEST_LINE for line in (*lines, rest))
                if too_long or not self._queue(lines):
                    reason = ForfeitReason.TOO_MUCH
                    break
            self._flooded = reason is ForfeitReason.TOO_MUCH
            with suppress(Full):
                self._lines.put_nowait(_End(reason))

    def _queue(self, lines: list[bytes]) -> bool:
        """Have lines wait to be read; false if that are too many."""
        try:
            for line in lines:
                self._lines.put_nowait(line)
        except Full:
            return False
        return True

    def _overhear(self, stream: IO[bytes]) -> None:
        """Remember the end of standard error."""
        with stream:
            while data := stream.read(_READ):
                self._errors += data
                del self._errors[:-_KEPT]


def _start(words: Sequence[str]) -> tuple[subprocess.Popen[bytes], IO[bytes] | None]:
    """A process, and what it lives as long as.

    On Windows, where no keeper can watch over it, None; closing it kills it then.
    """
    pipe = subprocess.PIPE
    if sys.platform == "win32":
        return subprocess.Popen(words, bufsize=0, stdin=pipe, stdout=pipe, stderr=pipe), None  # noqa: S603  # as below
    theirs, ours = os.pipe()
    lifeline = os.fdopen(ours, "wb", buffering=0)
    keeper = [sys.executable, "-I", "-S", str(_KEEPER), str(theirs)]
    try:
        process = subprocess.Popen(  # noqa: S603  # the user's own command, by no shell
            [*keeper, *words],
            bufsize=0,
            stdin=pipe,
            stdout=pipe,
            stderr=pipe,
            pass_fds=(theirs,),
            start_new_session=True,
        )
    except BaseException:
        lifeline.close()
        raise
    finally:
        os.close(theirs)
    os.set_blocking(_pipe(process.stdin).fileno(), False)
    return process, lifeline


def _signal_of(code: int) -> str | None:
    """The name of the signal that ended a process, by its exit code; None for one that exited.

    A program that a signal ends makes its keeper exit as shells do, with 128 more than its number.
    """
    if sys.platform == "win32":
        return None
    with suppress(ValueError):
        return signal.Signals(-code if code < 0 else code - 128).name
    return None


def _pipe(stream: IO[bytes] | None) -> IO[bytes]:
    if stream is None:
        raise ValueError("this stream is no pipe")
    return stream


def _text(data: bytes) -> str:
    return data.decode(errors="replace")
