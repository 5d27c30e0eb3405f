"""Starts a program that plays, and sees to it that it ends: run as a script, with nothing else.

    python engine_keeper.py DESCRIPTOR WORD...

The words start the program, which has our standard streams. DESCRIPTOR is the reading end of a pipe
whose other end is held by whoever wants the program. When that is let go of, be it by `kill -9`,
the program has a moment to end by itself; then it is killed, with all that it has started in its
own process group.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time

MOMENT = 1.0
"""Seconds that the program has to end by itself."""
NOT_STARTED = 127
"""Exit code if the program cannot be started, as shells have it."""


def main() -> None:
    """Start the program, and end with its exit code."""
    lifeline, words = int(sys.argv[1]), sys.argv[2:]
    try:
        program = subprocess.Popen(words, start_new_session=True)  # noqa: S603  # as the user wishes
    except OSError as error:
        sys.stderr.write(f"{words[0]}: {error.strerror}\n")
        sys.exit(NOT_STARTED)
    _let_go_of_streams()
    threading.Thread(target=_watch, args=(lifeline, program.pid), daemon=True).start()
    code = program.wait()
    _kill(program.pid)
    os._exit(code if code >= 0 else 128 - code)


def _let_go_of_streams() -> None:
    """Leave the streams to the program, so that they end with it."""
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in range(3):
        os.dup2(nowhere, stream)


def _watch(lifeline: int, group: int) -> None:
    os.read(lifeline, 1)
    time.sleep(MOMENT)
    _kill(group)


def _kill(group: int) -> None:
    """Kill the program and all that is in its process group."""
    try:
        os.killpg(group, signal.SIGKILL)
    except (ProcessLookupError, PermissionError):
        return


if __name__ == "__main__":
    main()
