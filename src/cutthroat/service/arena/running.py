"""A comparison from its first set to the last, or to the one that makes the test sure."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass
from typing import TypeVar

from cutthroat.service.arena.contest import Contest
from cutthroat.service.arena.deals import DealContest, Worth, equity_changes, play_deals
from cutthroat.service.arena.results import Results, match_shares
from cutthroat.service.arena.sprt import SequentialTest, Verdict
from cutthroat.service.processes import interrupt_held_back
from cutthroat.service.simulation import Outcome, simulate

Played = TypeVar("Played")


@dataclass(frozen=True, slots=True)
class Scope:
    """How much is played, and by how many processes.

    matches: or deals; whole sets are played, so it may be a few more.
    """

    matches: int
    jobs: int
    with_records: bool = False


def whole_sets(matches: int, size: int) -> int:
    """So many matches, or the few more that make the last set whole."""
    return -(-matches // size) * size


def compare_matches(
    contest: Contest, results: Results, test: SequentialTest | None, scope: Scope
) -> Generator[list[Outcome], None, None]:
    """Play whole matches and count them; a set is given out when it is counted.

    The test, if any, is of the share of the matches that the first bot wins, par taken off.
    """
    par = results.entrants.par(0)
    matches = whole_sets(scope.matches, contest.size)
    outcomes = simulate(contest, matches, jobs=scope.jobs, with_records=scope.with_records)
    with closing(outcomes):
        for played in _in_sets(outcomes, contest.size):
            shares = [match_shares(outcome, contest.size)[0] for outcome in played]
            with interrupt_held_back():  # a set counts, or it does not
                results.add(played)
                if test:
                    test.add(sum(shares) / contest.size - par)
            yield played
            if test and test.verdict is not Verdict.UNDECIDED:
                return


def compare_deals(
    contest: DealContest,
    worth: Worth,
    results: Results,
    test: SequentialTest | None,
    scope: Scope,
) -> Generator[list[Outcome], None, None]:
    """The same with single deals; the test is of what the first bot gains in chances to win."""
    deals = play_deals(contest, whole_sets(scope.matches, contest.size), jobs=scope.jobs)
    number = 0
    with closing(deals):
        for played in _in_sets(deals, contest.size):
            changes = [
                equity_changes(contest, number + place, deal, worth)
                for place, deal in enumerate(played, start=1)
            ]
            number += len(played)
            outcomes = [deal.outcome for deal in played]
            with interrupt_held_back():
                results.add(outcomes, changes)
                if test:
                    test.add(sum(change[0] for change in changes) / contest.size)
            yield outcomes
            if test and test.verdict is not Verdict.UNDECIDED:
                return


def _in_sets(played: Iterable[Played], size: int) -> Iterator[list[Played]]:
    """What was played, a set at a time; a last one that is not whole is left out."""
    together: list[Played] = []
    for one in played:
        together.append(one)
        if len(together) == size:
            yield together
            together = []
