"""A form that is sent twice, by a double click or a second try, does once what it does."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Awaitable, Callable
from time import monotonic
from typing import Final

_REMEMBERED: Final = 30.0
"""Seconds after which the same form does it again: by then it was meant."""


def fresh() -> str:
    """What a form is known by."""
    return secrets.token_urlsafe(9)


class Once:
    """What came of the forms of the last half minute."""

    def __init__(self, now: Callable[[], float] = monotonic) -> None:
        """Begin with none; `now` tells seconds."""
        self._now = now
        self._results: dict[tuple[str, str], tuple[float, asyncio.Task[str]]] = {}

    async def result(self, who: str, form: str, work: Callable[[], Awaitable[str]]) -> str:
        """What comes of a form: of its first sending, also for those after it.

        who: whoever sends it. form: what it is known by; empty for a form that is known by nothing.
        Raises what `work` raises; then the form may be sent again.
        """
        if not form:
            return await work()
        now = self._now()
        for key in [key for key, (ends, _task) in self._results.items() if ends < now]:
            del self._results[key]
        found = self._results.get((who, form))
        if found is None:
            task = asyncio.ensure_future(_awaited(work))
            found = self._results[who, form] = now + _REMEMBERED, task
        try:
            return await asyncio.shield(found[1])
        except BaseException:
            # Whoever waits may go; the work goes on, and a second try is to find what came of it.
            if found[1].done() and self._results.get((who, form)) is found:
                del self._results[who, form]
            raise


async def _awaited(work: Callable[[], Awaitable[str]]) -> str:
    return await work()
