"""How much one person, and one address, may ask for."""

from __future__ import annotations

import asyncio
import math
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from time import monotonic
from typing import Final

from cutthroat.web.problems import Denied, WebReason


@dataclass(frozen=True, slots=True)
class Limit:
    """So many requests of a kind in so many seconds, for one person.

    name: the kind.
    """

    name: str
    amount: int
    seconds: int


ACTIONS: Final = Limit("actions", 1000, 10)
READS: Final = Limit("reads", 600, 10)
TABLES: Final = Limit("tables", 120, 3600)
UNUSUAL: Final = Limit("unusual", 20, 3600)
"""Tables with house rules that are no preset: hints and strong bots prepare seconds for them."""
RECORDS: Final = Limit("records", 60, 60)
"""Each is made from a whole log."""
HINTS: Final = Limit("hints", 60, 60)
"""Each is a thought of a bot, which others wait behind."""
TALK: Final = Limit("talk", 60, 60)
PERSONAL: Final = Limit("personal", 60, 60)
UPLOADS: Final = Limit("uploads", 30, 600)
"""Records that are to be kept; a large one is read for seconds."""
HISTORIES: Final = Limit("histories", 30, 60)
"""Each looks at many logs."""
EXPORTS: Final = Limit("exports", 5, 600)
"""Each looks at all of a person's logs."""
GUESSES: Final = Limit("guesses", 30, 60)
"""Credentials that open nothing, from one address."""

CROWD: Final = 10
"""How many persons' worth of requests may come from one address: families, schools, offices."""
STREAMS: Final = 12
"""Streams that one person may have open."""
STREAMS_OF_ADDRESS: Final = 200
ALL_STREAMS: Final = 20_000
_SLOW: Final = 0.25
"""Seconds until somebody who asks for too much hears so."""
_MOST_SLOWED: Final = 500
_TIDY: Final = 10_000
"""Windows after which those that are past are forgotten."""


@dataclass(slots=True)
class _Window:
    ends: float
    left: int


class Limits:
    """Counts what comes from whom, in memory, in windows that begin with the first request."""

    def __init__(self, now: Callable[[], float] = monotonic) -> None:
        """Begin with nothing counted; `now` tells seconds."""
        self._now = now
        self._windows: dict[tuple[str, str], _Window] = {}
        self._tidy_at = _TIDY
        self._streams = Counter[str]()
        self._slowed = 0

    def spend(self, limit: Limit, who: str, times: int = 1) -> None:
        """Count a request.

        times: how often `who` may do what one person may.
        Raises Denied if it is one too many.
        """
        now = self._now()
        window = self._windows.get((limit.name, who))
        if window is None or now >= window.ends:
            window = self._open(limit, who, now, times)
        if window.left <= 0:
            raise Denied(WebReason.TOO_MANY, retry=max(1, math.ceil(window.ends - now)))
        window.left -= 1

    def _open(self, limit: Limit, who: str, now: float, times: int) -> _Window:
        if len(self._windows) >= self._tidy_at:
            self._windows = {k: one for k, one in self._windows.items() if now < one.ends}
            self._tidy_at = max(_TIDY, 2 * len(self._windows))
        window = _Window(now + limit.seconds, limit.amount * times)
        self._windows[limit.name, who] = window
        return window

    async def slow_down(self) -> None:
        """Let those wait who ask for too much: a flood then takes little from the others."""
        if self._slowed < _MOST_SLOWED:
            self._slowed += 1
            try:
                await asyncio.sleep(_SLOW)
            finally:
                self._slowed -= 1

    def open_stream(self, *bounds: tuple[str, int]) -> None:
        """Count a stream for each of these keys, up to their bounds.

        Raises Denied if one has too many.
        """
        for key, most in bounds:
            if self._streams[key] >= most:
                raise Denied(WebReason.TOO_MANY, retry=5)
        for key, _most in bounds:
            self._streams[key] += 1

    def close_stream(self, *bounds: tuple[str, int]) -> None:
        """A stream has ended."""
        for key, _most in bounds:
            self._streams[key] -= 1
            if not self._streams[key]:
                del self._streams[key]

    @property
    def streams(self) -> int:
        """How many streams are open."""
        return self._streams["all"]
