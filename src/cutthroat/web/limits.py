"""How much one person, and one address, may ask for."""

from __future__ import annotations

import math
import time
from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from limits import RateLimitItem, parse
from limits.storage import MemoryStorage
from limits.strategies import FixedWindowRateLimiter

from cutthroat.web.problems import Denied, WebReason


@dataclass(frozen=True, slots=True)
class Limit:
    """So many requests of a kind in so much time.

    name: the kind. by: what one person may do.
    """

    name: str
    by: RateLimitItem


ACTIONS: Final = Limit("actions", parse("1000 per 10 second"))
READS: Final = Limit("reads", parse("600 per 10 second"))
TABLES: Final = Limit("tables", parse("120 per hour"))
TALK: Final = Limit("talk", parse("60 per minute"))
PERSONAL: Final = Limit("personal", parse("60 per minute"))
GUESSES: Final = Limit("guesses", parse("30 per minute"))
"""Credentials that open nothing, from one address."""

CROWD: Final = 10
"""How many persons' worth of requests may come from one address: families, schools, offices."""
STREAMS: Final = 12
"""Streams that one person may have open."""
STREAMS_OF_ADDRESS: Final = 200
ALL_STREAMS: Final = 20_000


class Limits:
    """Counts what comes from whom, in memory."""

    def __init__(self) -> None:
        self._limiter = FixedWindowRateLimiter(MemoryStorage())
        self._streams = Counter[str]()

    def spend(self, limit: Limit, who: str, times: int = 1) -> None:
        """Count a request.

        times: how often `who` may do what one person may.
        Raises Denied if it is one too many.
        """
        item = limit.by if times == 1 else _crowd(limit.by, times)
        if not self._limiter.hit(item, limit.name, who):
            resets = self._limiter.get_window_stats(item, limit.name, who).reset_time
            raise Denied(WebReason.TOO_MANY, retry=max(1, math.ceil(resets - time.time())))

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


@lru_cache
def _crowd(item: RateLimitItem, times: int) -> RateLimitItem:
    return type(item)(item.amount * times, item.multiples)
