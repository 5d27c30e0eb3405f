"""What the match score makes of a deal. R20 to R26. As `bots.easy_stakes`."""

from __future__ import annotations

from cutthroat.kernel.compiled import compiled_inside
from cutthroat.kernel.options import limit
from cutthroat.kernel.scoring import NO_WIN, way_out
from cutthroat.kernel.state import SCORE, SCORED, Row


@compiled_inside
def wins_match(row: Row, seat: int, bid: int, points: int, options: int) -> bool:
    """Whether a seat that bids `bid` and wins `points` points, enough for it, wins the match."""
    score = row[SCORE + seat]
    return way_out(score, score + points, bid, options) != NO_WIN


@compiled_inside
def is_last_deal(row: Row, options: int) -> bool:
    """Whether the score after this deal decides the match, unless the top is tied (`limit`)."""
    return limit(options) != 0 and row[SCORED] + 1 >= limit(options)


@compiled_inside
def lead_in_match(row: Row, me: int, seats: int) -> int:
    """By how much a seat's score exceeds the best of the others'; negative when it is behind."""
    best = row[SCORE + (1 if me == 0 else 0)]
    if seats == 3:
        best = max(best, row[SCORE + (1 if me == 2 else 2)])
    return row[SCORE + me] - best  # type: ignore[no-any-return]
