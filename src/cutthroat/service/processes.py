"""Processes that work for another one: they do not outlive it, and Ctrl-C is not theirs."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing import parent_process
from threading import Thread


@contextmanager
def interrupt_held_back() -> Iterator[None]:
    """Start processes deaf to Ctrl-C, which a terminal sends to them too; it is ours to answer."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def prepare_process() -> None:
    """Ignore Ctrl-C, and do not outlive the process that asked for this one."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    if parent:
        parent.join()
        os._exit(1)
