"""Single deals from given scores: the same cards from the same scores, with the seats changed."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final, NamedTuple, Protocol, TypeVar

from cutthroat.bots.easy import easy
from cutthroat.bots.uniform import uniform
from cutthroat.core.actions import Seat
from cutthroat.core.events import Event
from cutthroat.core.match import Match, Waiting
from cutthroat.core.rules import Rules
from cutthroat.service.arena.contest import Contest
from cutthroat.service.arena.results import match_shares
from cutthroat.service.sharing import MOST_JOBS, batches, in_order, processors, shared_out
from cutthroat.service.simulation import Outcome, forfeited_by, match_outcome, seated_bots
from cutthroat.service.table import Table

Number = TypeVar("Number", int, float)

_TWO: Final = (
    *((0, 0), (4, 2), (7, 7), (9, 3), (10, 8), (11, 5)),
    *((11, 10), (12, 12), (6, -4)),
)
_THREE: Final = (
    *((0, 0, 0), (5, 3, 0), (8, 8, 4), (10, 6, 2), (11, 7, 3), (10, 10, 10)),
    *((11, 10, 5), (12, 11, 11), (9, 3, -4)),
)
_TARGET: Final = 11
"""The target that these scores are meant for."""

_BATCH: Final = 48
_SHARE_OF_QUICK: Final = 600
"""Deals of bots that answer at once from which on a process is worth its start."""


def usual_scores(rules: Rules, seats: int) -> tuple[tuple[int, ...], ...]:
    """A spread of scores: level, ahead, about to win, and far behind, by the target."""
    scores = _TWO if seats == 2 else _THREE
    return tuple(tuple(round(one * rules.target / _TARGET) for one in each) for each in scores)


class Worth(Protocol):
    """What a match is worth, by its scores; see `bots.equity`."""

    def at(self, scores: Sequence[int], dealer: Seat, scored_deals: int = 0) -> Sequence[float]:
        """The chance of winning for each seat, seat 1 first, when `dealer` is about to deal."""
        ...


@dataclass(frozen=True, slots=True)
class DealContest(Contest):
    """Single deals in sets that have the same cards, scores and dealer.

    scores: where a deal may begin, seat 1 first; the sets take them in turn. From one turn to the
        next another seat deals, and three bots sit the other way round: after six turns at three
        seats, each of the scores has had every dealer with both orders.
    """

    scores: tuple[tuple[int, ...], ...]

    def start(self, number: int) -> Match:
        """The match in which a deal is the next. Every seat deals as often as another."""
        turn, place = self._turn(number)
        dealer = turn % self.size + 1
        return Match(self.rules, self.size, self.scores[place], dealer, 0, 0, Waiting())

    def _is_turned(self, number: int) -> bool:
        """By turns and not by sets: of an even number of scores, half would have one order only."""
        return self._turn(number)[0] % 2 == 1

    def _turn(self, number: int) -> tuple[int, int]:
        """How often all scores were had before a deal, and which of them it begins from."""
        return divmod(self.set_of(number) - 1, len(self.scores))


class PlayedDeal(NamedTuple):
    """What a deal came to.

    outcome: its points are what the scores changed by; it has a winner if the deal won the match.
    scores, dealer, scored_deals: where the match stands after it, seat 1 first.
    """

    outcome: Outcome
    scores: tuple[int, ...]
    dealer: Seat
    scored_deals: int


def play_deal(contest: DealContest, number: int) -> PlayedDeal:
    """Play a deal, to its score or until it is thrown in."""
    bots = seated_bots(contest, number)
    log: list[Event] = []
    before = contest.start(number)
    table = Table(before, contest.fair_deal(number), bots, log.extend)
    table.step()
    while not (table.over or table.between_deals):
        table.step()
    after = table.view(None)
    forfeited = forfeited_by(contest, number, table)
    changes = tuple(now - then for now, then in zip(after.scores, before.scores, strict=True))
    outcome = match_outcome(contest, number, log, forfeited=forfeited)
    outcome = replace(outcome, points=_by_bot(contest, number, changes))
    return PlayedDeal(outcome, after.scores, after.dealer, after.scored_deals)


def _by_bot(contest: DealContest, number: int, by_seat: Sequence[Number]) -> tuple[Number, ...]:
    """The same numbers in the order of the bots."""
    seats = sorted(range(1, contest.size + 1), key=lambda seat: contest.bot_in(seat, number))
    return tuple(by_seat[seat - 1] for seat in seats)


def play_some(contest: DealContest, numbers: Sequence[int]) -> list[PlayedDeal]:
    """Some deals, in their order."""
    return [play_deal(contest, number) for number in numbers]


def play_deals(
    contest: DealContest, deals: int, *, jobs: int = 1
) -> Generator[PlayedDeal, None, None]:
    """Deals 1 to `deals`, in this order and the same for any number of processes."""
    if jobs == 1:
        for numbers in in_order(deals, 1):
            yield from play_some(contest, numbers)
    else:
        most = _BATCH if _quick(contest) else contest.size
        yield from shared_out(partial(play_some, contest), batches(deals, jobs, most), jobs)


def jobs_for_deals(contest: DealContest, deals: int) -> int:
    """A process for each processor, but none that would have little to do."""
    share = _SHARE_OF_QUICK if _quick(contest) else contest.size
    return max(1, min(processors(), MOST_JOBS, deals // share))


def _quick(contest: DealContest) -> bool:
    return all(bot.policy in (easy, uniform) for bot in contest.bots)


def equity_changes(
    contest: DealContest, number: int, played: PlayedDeal, worth: Worth
) -> tuple[float, ...]:
    """What a deal changed the chance of winning by, for each bot.

    A bot that forfeits it has lost the match, and the others are as likely to win it.
    """
    start = contest.start(number)
    before = worth.at(start.scores, start.dealer, start.scored_deals)
    outcome = played.outcome
    if outcome.winner is None and outcome.forfeited is None:
        after = worth.at(played.scores, played.dealer, played.scored_deals)
        by_seat = [now - then for now, then in zip(after, before, strict=True)]
        return _by_bot(contest, number, by_seat)
    shares = match_shares(outcome, contest.size)
    return tuple(
        share - then for share, then in zip(shares, _by_bot(contest, number, before), strict=True)
    )
