"""What a change made of a sheet, so that nobody overlooks it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice, takewhile

from cutthroat.core.events import MatchWon
from cutthroat.scorepad.reckoning import Line, Reckoning
from cutthroat.scorepad.sheet import Sheet


@dataclass(frozen=True, slots=True)
class ChangedWinner:
    """A match that another seat has won than before; None is nobody."""

    match: int
    before: MatchWon | None
    after: MatchWon | None


@dataclass(frozen=True, slots=True)
class Effect:
    """What a change made of a sheet beside the line itself.

    winners: of matches that were there before and are still.
    scores: of the last match before and after, if they are not the same.
    uncounted: the lines that do not count now.
    """

    winners: tuple[ChangedWinner, ...]
    scores: tuple[tuple[int, ...], tuple[int, ...]] | None
    uncounted: tuple[Line, ...]


def effect_of(before: Sheet, after: Sheet) -> Effect:
    """What a change made of a sheet."""
    then, now = before.reckoning, after.reckoning
    scores = (then.now.scores, now.now.scores)
    return Effect(
        winners=tuple(_winners(then, now)),
        scores=scores if scores[0] != scores[1] else None,
        uncounted=tuple(line for line in now.lines if line.refused is not None),
    )


def _winners(then: Reckoning, now: Reckoning) -> Iterator[ChangedWinner]:
    # Matches from the first that is not as it was to the last: where one is put in between,
    # those behind it only have another number.
    same = sum(1 for _log in takewhile(_is_same, zip(then.logs, now.logs, strict=False)))
    # A match that is there only before or after has no other winner than before: it is another.
    rest = zip(then.logs[same:], now.logs[same:], strict=False)
    behind = zip(reversed(then.logs[same:]), reversed(now.logs[same:]), strict=False)
    changed = sum(1 for _pair in rest) - sum(1 for _log in takewhile(_is_same, behind))
    pairs = zip(then.winners[same:], now.winners[same:], strict=False)
    for match, (old, new) in enumerate(islice(pairs, max(0, changed)), start=same + 1):
        if (old and old.seat) != (new and new.seat):
            yield ChangedWinner(match, old, new)


def _is_same(logs: tuple[object, object]) -> bool:
    return logs[0] == logs[1]
