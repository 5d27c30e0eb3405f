"""Matches between bots, as many as are wanted, which a seed and the same bots play again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Sequence
from dataclasses import dataclass
from functools import partial
from math import sqrt
from typing import Final, NamedTuple, Protocol

from cutthroat.bots.easy import easy
from cutthroat.bots.policy import Bot
from cutthroat.bots.uniform import uniform
from cutthroat.core.actions import Seat
from cutthroat.core.events import DealScored, Event, MatchEnded, MatchWon, ThrownIn
from cutthroat.core.rules import Rules
from cutthroat.core.shuffle import FairDeal
from cutthroat.record.statements import Tag
from cutthroat.record.write import header_text, match_tags, record_text
from cutthroat.service.engines import Engine, Forfeited
from cutthroat.service.sharing import MOST_JOBS, batches, in_order, processors, shared_out
from cutthroat.service.table import Table, open_table

DEAL_LIMIT: Final = 500
"""Deals after which a match that nobody has won is closed; redeals count."""
CLOSED: Final = f"{DEAL_LIMIT} deals"
"""Why such a match ended, as its record tells."""

_BATCH: Final = 8
"""Matches that a process is given at a time: enough to be worth the way, few to keep in memory."""

_WORTH_THE_KERNEL: Final = 32
"""Matches from which on the kernel is done sooner than the core: loading it takes a second."""
_WINDOW: Final = 128
"""Matches that the kernel plays together: many for speed, few to keep in memory."""
_SHARE_OF_EASY: Final = 16_384
"""Matches of `easy` from which on one more process is worth its start."""
_SHARE_OF_RANDOM: Final = 128
"""The same with `random` at the table: matches take longer, and each of its choices its chance."""


def told_apart(names: Sequence[str]) -> tuple[str, ...]:
    """The names, with those that are the same told apart by their position, from 1.

    >>> told_apart(["easy", "hard", "easy"])
    ('easy (1)', 'hard', 'easy (3)')
    """
    return tuple(
        name if names.count(name) == 1 else f"{name} ({position})"
        for position, name in enumerate(names, start=1)
    )


@dataclass(frozen=True, slots=True)
class Simulation:
    """What fixes every match of a run.

    bots: who plays; they change seats from match to match, see `bot_in`.
    secret: fixes the cards; the identifier of a match is its number, from 1.
    """

    rules: Rules
    bots: tuple[Bot, ...]
    secret: bytes

    @property
    def labels(self) -> tuple[str, ...]:
        """The bots' names, those of the same name told apart by their position, from 1."""
        return told_apart([bot.name for bot in self.bots])

    def bot_in(self, seat: int, number: int) -> int:
        """Index of the bot in a seat of a match: each match, every bot moves a seat to the left."""
        return (seat - number) % len(self.bots)

    def fair_deal(self, number: int) -> FairDeal:
        """What fixes the cards of a match."""
        nonces = ("",) * len(self.bots)
        return FairDeal(self.secret, str(number), nonces, self.rules.has_joker)


class SettledBid(NamedTuple):
    """A winning bid and what became of it; `bot` is the index of the bidder."""

    bot: int
    points: int
    made: bool


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a match came to.

    winner: index of the bot that won; None if the match was closed, or a bot forfeited it.
    deals: how many were scored. redeals: how many were thrown in.
    points: what each bot scored, in the order of the simulation.
    record: the record of the match, if it was asked for.
    forfeited: which bot forfeited the match and why, if one did.
    """

    winner: int | None
    deals: int
    redeals: int
    points: tuple[int, ...]
    bids: tuple[SettledBid, ...]
    record: str = ""
    forfeited: Forfeited | None = None


def play_match(simulation: Simulation, number: int) -> tuple[Event, ...]:
    """The whole log of a match, which is closed if nobody has won it after 500 deals.

    A bot that forfeits ends it.
    """
    return _played(simulation, number)[0]


def _played(simulation: Simulation, number: int) -> tuple[tuple[Event, ...], Forfeited | None]:
    """The log of a match, and who forfeited it."""
    bots = seated_bots(simulation, number)
    log: list[Event] = []
    table = open_table(simulation.rules, simulation.fair_deal(number), bots, log.extend)
    while not table.over:
        if table.between_deals and table.deal == DEAL_LIMIT:
            table.end(CLOSED)
        else:
            table.step()
    return tuple(log), forfeited_by(simulation, number, table)


def seated_bots(simulation: Simulation, number: int) -> dict[Seat, Bot]:
    """The bot in each seat of a match; those that are programs hear that it begins."""
    seats = range(1, len(simulation.bots) + 1)
    bots = {seat: simulation.bots[simulation.bot_in(seat, number)] for seat in seats}
    for bot in bots.values():
        if isinstance(bot.policy, Engine):
            bot.policy.begin_match()
    return bots


def forfeited_by(simulation: Simulation, number: int, table: Table) -> Forfeited | None:
    """Which bot forfeited what was played at a table, if one did."""
    if table.forfeit is None:
        return None
    seat, forfeit = table.forfeit
    return Forfeited(simulation.bot_in(seat, number), forfeit)


def match_record(simulation: Simulation, number: int, log: Sequence[Event]) -> str:
    """The record of a match, the same whenever and wherever it is played: it has no date."""
    ended = [event.reason for event in log if isinstance(event, MatchEnded)]
    return record_text(_match_tags(simulation, number, ended), log)


def match_head(simulation: Simulation, number: int, ended: str | None) -> str:
    """The tags of the record of a match. ended: why it ended if nobody won it."""
    return header_text(_match_tags(simulation, number, [ended] if ended else []))


def _match_tags(simulation: Simulation, number: int, ended: Sequence[str]) -> list[Tag]:
    seats = range(1, len(simulation.bots) + 1)
    seated = [simulation.bot_in(seat, number) for seat in seats]
    names = [simulation.labels[bot] for bot in seated]
    fair = simulation.fair_deal(number)
    return [
        *match_tags(names, simulation.rules, fair, secret_shown=True),
        *(Tag(f"Bot{seat}", str(simulation.bots[bot])) for seat, bot in enumerate(seated, start=1)),
        *(Tag("Ended", reason) for reason in ended),
    ]


def match_outcome(
    simulation: Simulation,
    number: int,
    log: Sequence[Event],
    record: str = "",
    forfeited: Forfeited | None = None,
) -> Outcome:
    """What a match came to, by its log; `record` and `forfeited` as in an outcome."""
    won = [event.seat for event in log if isinstance(event, MatchWon)]
    scored = [event.summary for event in log if isinstance(event, DealScored)]
    size = len(simulation.bots)
    scores = scored[-1].scores if scored else (0,) * size
    by_bot = sorted(range(1, size + 1), key=lambda seat: simulation.bot_in(seat, number))
    return Outcome(
        winner=simulation.bot_in(won[0], number) if won else None,
        deals=len(scored),
        redeals=sum(isinstance(event, ThrownIn) for event in log),
        points=tuple(scores[seat - 1] for seat in by_bot),
        bids=tuple(
            SettledBid(simulation.bot_in(deal.bidder, number), deal.bid, deal.made)
            for deal in scored
        ),
        record=record,
        forfeited=forfeited,
    )


def simulate(
    simulation: Simulation, matches: int, *, jobs: int = 1, with_records: bool = False
) -> Generator[Outcome, None, None]:
    """The outcomes of matches 1 to `matches`, in this order and the same for any number of jobs.

    jobs: processes that play. Close the generator to stop them early.
    """
    player = player_for(simulation, matches)
    if jobs == 1:
        for numbers in in_order(matches, player.alone):
            yield from player.play(simulation, numbers, with_records=with_records)
    else:
        if must_compile(simulation, matches):
            # Once, and not by several processes beside each other.
            player.play(simulation, range(1, 2), with_records=with_records)
        work = partial(player.play, simulation, with_records=with_records)
        yield from shared_out(work, batches(matches, jobs, player.batch), jobs)


def usual_jobs(matches: int) -> int:
    """A process for each processor that this one may use, but none that would have little to do."""
    return max(1, min(processors(), MOST_JOBS, matches // _BATCH))


def play_matches(
    simulation: Simulation, numbers: Sequence[int], *, with_records: bool
) -> list[Outcome]:
    """The outcomes of some matches, in their order."""
    return [_play(simulation, number, with_records=with_records) for number in numbers]


def _play(simulation: Simulation, number: int, *, with_records: bool) -> Outcome:
    log, forfeited = _played(simulation, number)
    record = match_record(simulation, number, log) if with_records else ""
    return match_outcome(simulation, number, log, record, forfeited)


# Who plays them


class Play(Protocol):
    """Plays some matches; see `play_matches`."""

    def __call__(
        self, simulation: Simulation, numbers: Sequence[int], *, with_records: bool
    ) -> list[Outcome]:
        """The outcomes of some matches, in their order."""
        ...


class Player(NamedTuple):
    """A way to play matches.

    alone: matches at a time for a process that plays by itself; their outcomes come together.
    batch: matches that one of several processes is given at a time.
    share: matches that are worth a process of their own.
    """

    play: Play
    alone: int
    batch: int
    share: int


_CORE: Final = Player(play_matches, alone=1, batch=_BATCH, share=_BATCH)
_CORE_SLOWLY: Final = Player(play_matches, alone=1, batch=1, share=2)
"""The same for bots that think: a match is worth its way, and two are worth a process."""


def player_for(simulation: Simulation, matches: int) -> Player:
    """The kernel for many matches between bots that it has, where Numba is; else the core."""
    policies = [bot.policy for bot in simulation.bots]
    if any(each not in (easy, uniform) for each in policies):
        return _CORE_SLOWLY
    if matches < _WORTH_THE_KERNEL:
        return _CORE
    try:
        from cutthroat.service import fast_simulation as fast  # noqa: PLC0415  # it brings Numba
    except (ImportError, OSError):
        return _CORE
    share = _SHARE_OF_RANDOM if uniform in policies else _SHARE_OF_EASY
    return Player(fast.play_matches, alone=_WINDOW, batch=_WINDOW, share=share)


def jobs_for(simulation: Simulation, matches: int) -> int:
    """As `usual_jobs`, by what the matches cost: the kernel plays thousands in a second."""
    share = player_for(simulation, matches).share
    return usual_jobs(matches * _BATCH // share)


def must_compile(simulation: Simulation, matches: int) -> bool:
    """Whether the kernel plays these matches and is to be compiled first: that takes seconds."""
    if player_for(simulation, matches).play is play_matches:
        return False
    from cutthroat.kernel.fair_play import is_compiled  # noqa: PLC0415  # it brings Numba

    return not is_compiled()


# Counting


class Rate(NamedTuple):
    """A share of something, and where it lies with a confidence of 95 %."""

    share: float
    low: float
    high: float


def wilson(hits: int, tries: int) -> Rate:
    """The rate of hits, with its Wilson score interval.

    Raises ValueError without tries.

    >>> [round(part, 3) for part in wilson(1, 4)]
    [0.25, 0.046, 0.699]
    """
    if tries < 1:
        raise ValueError("no rate without tries")
    return wilson_share(hits / tries, tries)


def wilson_share(share: float, tries: int) -> Rate:
    """The same for a share of the tries, which need not be a whole number of them."""
    z = 1.959963984540054
    scale = 1 + z * z / tries
    middle = (share + z * z / (2 * tries)) / scale
    reach = z * sqrt(share * (1 - share) / tries + z * z / (4 * tries * tries)) / scale
    return Rate(share, max(0.0, middle - reach), min(1.0, middle + reach))


class Tally:
    """What a run has come to so far. Lists hold one entry a bot, in the order of the simulation."""

    def __init__(self, bots: int) -> None:
        self.matches = 0
        self.unfinished = 0
        self.forfeits = [0] * bots
        self.deals = 0
        self.redeals = 0
        self.wins = [0] * bots
        self.points = [0] * bots
        self.bids = Counter[SettledBid]()

    def add(self, outcome: Outcome) -> None:
        """Count a match."""
        self.matches += 1
        self.deals += outcome.deals
        self.redeals += outcome.redeals
        self.bids.update(outcome.bids)
        for bot, points in enumerate(outcome.points):
            self.points[bot] += points
        if outcome.forfeited:
            self.forfeits[outcome.forfeited.bot] += 1
        elif outcome.winner is None:
            self.unfinished += 1
        else:
            self.wins[outcome.winner] += 1

    @property
    def finished(self) -> int:
        """How many matches somebody won."""
        return sum(self.wins)

    def win_rate(self, bot: int) -> Rate | None:
        """The share of the finished matches that a bot won; None if there are none."""
        return wilson(self.wins[bot], self.finished) if self.finished else None

    def points_per_deal(self, bot: int) -> float | None:
        """What a bot scored in a scored deal on average; None if there are none."""
        return self.points[bot] / self.deals if self.deals else None
