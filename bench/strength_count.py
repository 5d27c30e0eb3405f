"""What the played sets of a row come to: a share with its interval, a test, the cost."""

from __future__ import annotations

import statistics
from collections.abc import Iterable, Mapping
from typing import Any, Final, NamedTuple

from bench.strength_play import PlayedSet
from bench.strength_rows import Row
from cutthroat.service.arena.sprt import BOUND, SequentialTest, Verdict
from cutthroat.service.arena.statistics import Estimate, Mean, Ratio
from cutthroat.service.simulation import wilson_share

MARGIN: Final = 0.005
"""What the test of deals is to tell from nothing: half a hundredth of a match gained in a deal."""


class Counted(NamedTuple):
    """A row so far.

    share: what the first bot won of the matches that somebody won; or of deals, what it gains
    in a deal in chances to win the match. None while there is nothing.
    test: of deals, whether it is better; of the sets before the first that is missing.
    times: of each bot, CPU milliseconds of its decisions.
    """

    share: Estimate | None
    test: SequentialTest
    sets: int
    won: int
    capped: int
    forfeits: list[str]
    deals: int
    times: list[list[float]]


def counted(row: Row, played: Iterable[PlayedSet]) -> Counted:
    """Count the sets of a row in the order of their numbers.

    Matches of a set have the same cards and are not independent: intervals are taken from sets.
    """
    sets = sorted(played, key=lambda each: each.number)
    wins, gains, test = Ratio(), Mean(), SequentialTest(MARGIN)
    for each in sets:
        wins.add(each.wins[0], sum(each.wins))
        if each.gain is not None:
            gains.add(each.gain)
    feed(test, {each.number: each for each in sets})
    return Counted(
        share=_share(wins) if row.matches else gains.estimate if gains.count else None,
        test=test,
        sets=len(sets),
        won=sum(sum(each.wins) for each in sets),
        capped=sum(each.capped for each in sets),
        forfeits=[why for each in sets for why in each.forfeits],
        deals=sum(each.deals for each in sets),
        times=[
            [time for each in sets if each.times for time in each.times[bot]]
            for bot in range(len(row.bots))
        ],
    )


def feed(test: SequentialTest, known: Mapping[int, PlayedSet]) -> None:
    """Let a test take in more sets of deals, always in the order of their numbers.

    It waits where one is missing: what is played later, or came sooner, changes nothing then.
    """
    while test.verdict is Verdict.UNDECIDED:
        each = known.get(test.sets + 1)
        if each is None or each.gain is None:
            return
        test.add(each.gain)


def _share(wins: Ratio) -> Estimate | None:
    """The share, with an interval that says nothing impossible: of few sets it is wide.

    Where all sets went the same way it is Wilson's, with the sets as trials.
    """
    found = wins.estimate
    if found is None:
        return None
    if not found.known:
        return Estimate(*wilson_share(found.value, wins.count))
    return Estimate(found.value, max(0.0, found.low), min(1.0, found.high))


def tell(row: Row, count: Counted) -> None:
    """Print what a row came to."""
    print(f"\n{row.name}: {row.told}")
    if count.share:
        print(f"  {_told_share(row, count.share)}")
    if row.matches:
        print(
            f"  {count.won} matches won by somebody, {count.capped} capped,"
            f" {len(count.forfeits)} forfeited; {count.sets} sets, {count.deals} deals"
        )
    else:
        test = count.test
        print(
            f"  SPRT of a gain of {100 * MARGIN:g}: {test.verdict} after {test.sets} sets"
            f" ({test.log_ratio:.2f} of {BOUND:.2f}); {count.deals} deals scored,"
            f" {len(count.forfeits)} forfeited"
        )
    for why in count.forfeits[-3:]:
        print(f"  forfeited by {why}")
    for name, times in zip(row.bots, count.times, strict=True):
        if times:
            median, mean = statistics.median(times), statistics.fmean(times)
            print(f"  {name}: {median:.2f} ms a decision, mean {mean:.2f}, of {len(times)}")


def _told_share(row: Row, share: Estimate) -> str:
    value, low, high = (100 * part for part in share)
    if row.deals:
        return f"gains {value:.2f} % [{low:.2f} .. {high:.2f}] of a match in a deal"
    said = f"wins {value:.1f} % [{low:.1f} .. {high:.1f}], par {100 * row.par:.1f}"
    if row.goal is None:
        return said
    return f"{said}, goal {100 * row.goal:g} {'reached' if value >= 100 * row.goal else 'missed'}"


def summary(row: Row, count: Counted) -> dict[str, Any]:
    """What is kept of a row for the chart and the documents."""
    share = count.share
    return {
        "told": row.told,
        "bots": row.bots,
        "rules": row.rules,
        "of": "matches" if row.matches else "deals",
        "share": [round(part, 4) for part in share] if share and share.known else None,
        "par": round(row.par, 4),
        "goal": row.goal,
        "sets": count.sets,
        "won": count.won,
        "capped": count.capped,
        "forfeits": len(count.forfeits),
        "deals": count.deals,
        "test": count.test.verdict if row.deals else None,
        # To a tenth of a microsecond: a decision of `random` takes three.
        "median_ms": [round(statistics.median(each), 4) if each else None for each in count.times],
        "mean_ms": [round(statistics.fmean(each), 4) if each else None for each in count.times],
    }
