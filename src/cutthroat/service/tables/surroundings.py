"""What every table of a server works with."""

from __future__ import annotations

from dataclasses import dataclass

from cutthroat.service.ports import Clock, Entropy
from cutthroat.service.tables.ports import EventStore, Thinkers


@dataclass(frozen=True, slots=True, kw_only=True)
class Surroundings:
    """What every table of a server works with.

    bot_pause: seconds that a bot's move takes at least, so that its speed tells nothing.
    begun: when the server started, milliseconds since 1970 UTC.
    """

    store: EventStore
    clock: Clock
    entropy: Entropy
    thinkers: Thinkers
    bot_pause: float
    begun: int
