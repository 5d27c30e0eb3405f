"""What is given out of a match that is still being played."""

from __future__ import annotations

from collections.abc import Sequence

from cutthroat.core.events import (
    Called,
    DealScored,
    DealStarted,
    Event,
    HandDealt,
    MatchEnded,
    MatchStarted,
    MatchWon,
    Misdealt,
    ThrownIn,
)


def given_out(events: Sequence[Event]) -> tuple[Event, ...]:
    """The events without a deal that is being played, and without hands that were thrown in.

    All of a match that is over.
    """
    if _is_over(events):
        return tuple(events)
    shown: list[Event] = []
    for event in _to_the_last_end(events):
        if isinstance(event, ThrownIn | Misdealt):
            begun = max(place for place, e in enumerate(shown) if isinstance(e, DealStarted))
            shown[begun:] = [e for e in shown[begun:] if not isinstance(e, HandDealt)]
        shown.append(event)
    return tuple(shown)


def written_part(events: Sequence[Event]) -> tuple[Event, ...]:
    """What a record has of a match: as `given_out`, with a thrown-in deal as a scored one.

    Its hands were never shown, and a deal without hands has no calls but the last.
    """
    if _is_over(events):
        return tuple(events)
    kept: list[Event] = []
    for event in given_out(events):
        if isinstance(event, ThrownIn):
            while kept and isinstance(kept[-1], Called):
                kept.pop()
        kept.append(event)
    return tuple(kept)


def _is_over(events: Sequence[Event]) -> bool:
    return any(isinstance(event, MatchWon | MatchEnded) for event in events)


def _to_the_last_end(events: Sequence[Event]) -> tuple[Event, ...]:
    ends = (MatchStarted, DealScored, ThrownIn, Misdealt)
    last = max((place for place, e in enumerate(events) if isinstance(e, ends)), default=-1)
    return tuple(events[: last + 1])
