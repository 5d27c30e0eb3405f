"""Whether a program plays as it must: it is led through every kind of situation."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from random import Random
from statistics import median
from typing import Final, NamedTuple

from cutthroat.bots.policy import Bot, Policy
from cutthroat.bots.uniform import uniform
from cutthroat.core.actions import Action
from cutthroat.core.rules import Rules, parse_rules, preset
from cutthroat.core.shuffle import secret_from_seed
from cutthroat.core.view import View
from cutthroat.service.arena.contest import Contest
from cutthroat.service.arena.deals import DealContest, play_deal, usual_scores
from cutthroat.service.engines import Engine, Engines, Forfeit
from cutthroat.service.simulation import play_matches

HOUSES: Final = (
    "",
    "high=highest out=reach",
    "joker=yes",
    "joker=yes follow=strict low_to=winner",
    "follow=strict all_pass=stick",
    "low=numeric tie=bidder four=any",
    "all_pass=next four=off limit=5",
    "target=5 limit=5",
)
"""House rules that a program is tried with: each value of each option, alone or with others."""
DEALS: Final = 6
"""Deals for each of them and each number of seats, from different scores."""
PROMPT: Final = 0.8
"""Seconds in which a program that ends when its input does has ended."""

_SEED: Final = "conformance"
_STRANGER: Final = Bot("random", "1.0", uniform)


class Kind(StrEnum):
    """What is looked at."""

    STARTS = "starts"
    HOUSE = "house"
    MATCH = "match"
    RESUMES = "resumes"
    REPEATS = "repeats"
    TIME = "time"
    ENDS = "ends"


class Check(NamedTuple):
    """What came of one look.

    passed: None where there is no right or wrong, and `agrees` tells what was seen.
    forfeit, view: why it failed, and the view at which it did, if at one.
    """

    kind: Kind
    passed: bool | None
    seats: int = 0
    rules: Rules = Rules()
    agrees: bool = True
    forfeit: Forfeit | None = None
    view: View | None = None
    decisions: int = 0
    usual: float = 0.0
    longest: float = 0.0


class Trial(NamedTuple):
    """So many deals by some house rules."""

    kind: Kind
    seats: int
    rules: Rules
    deals: int


@dataclass(slots=True)
class Watched:
    """The policy of a program, and what was seen of it."""

    policy: Policy
    seconds: list[float] = field(default_factory=list)
    last: View | None = None
    middle: View | None = None
    """A view from the middle of a deal."""

    def begin_match(self) -> None:
        """Pass it on."""
        if isinstance(self.policy, Engine):
            self.policy.begin_match()

    def __call__(self, view: View, rng: Random) -> Action:
        """What the program does, timed. Raises Forfeit."""
        self.last = view
        if len(view.tricks) == 2:
            self.middle = view
        before = time.monotonic()
        try:
            return self.policy(view, rng)
        finally:
            self.seconds.append(time.monotonic() - before)


def checks(bot: Bot, engines: Engines) -> Iterator[Check]:
    """Look at one thing after another. If the program does not even start, that is all."""
    watched = Watched(bot.policy)
    player = Bot(bot.name, bot.version, watched)
    first = _plays(player, watched, Trial(Kind.STARTS, 2, Rules(), 1))
    yield first
    if not first.passed:
        return
    for seats in (2, 3):
        for words in HOUSES:
            yield _plays(player, watched, Trial(Kind.HOUSE, seats, parse_rules(words), DEALS))
    yield _match(player, watched)
    yield from _asked_again(watched, engines)
    yield Check(
        Kind.TIME,
        passed=None,
        decisions=len(watched.seconds),
        usual=median(watched.seconds),
        longest=max(watched.seconds),
    )
    before = time.monotonic()
    engines.close()
    yield Check(Kind.ENDS, passed=None, agrees=time.monotonic() - before < PROMPT)


def _plays(player: Bot, watched: Watched, trial: Trial) -> Check:
    """Have it play single deals from different scores, against seats that do anything."""
    kind, seats, rules, deals = trial
    bots = (player, *[_STRANGER] * (seats - 1))
    starts = usual_scores(rules, seats)
    contest = DealContest(rules, bots, secret_from_seed(_SEED), starts)
    for deal in range(deals):
        number = 1 + deal * (seats + 1)  # other cards and another seat each time
        forfeited = play_deal(contest, number).outcome.forfeited
        if forfeited:
            return _failed(kind, watched, forfeited.forfeit, seats, rules)
    return Check(kind, passed=True, seats=seats, rules=rules)


def _match(player: Bot, watched: Watched) -> Check:
    """Have it play a whole match against itself: two programs beside each other."""
    rules = preset("short")
    contest = Contest(rules, (player, player), secret_from_seed(_SEED))
    (outcome,) = play_matches(contest, [1], with_records=False)
    if outcome.forfeited:
        return _failed(Kind.MATCH, watched, outcome.forfeited.forfeit, 2, rules)
    return Check(Kind.MATCH, passed=True, seats=2, rules=rules)


def _asked_again(watched: Watched, engines: Engines) -> Iterator[Check]:
    """Ask it twice, each time started afresh, for what to do in the middle of a deal."""
    view = watched.middle
    if view is None:
        return
    chosen = []
    try:
        for _ in range(2):
            engines.close()
            chosen.append(watched(view, Random(1)))  # noqa: S311  # no secret
    except Forfeit as forfeit:
        yield _failed(Kind.RESUMES, watched, forfeit, view.seats, view.rules)
        return
    yield Check(Kind.RESUMES, passed=True)
    yield Check(Kind.REPEATS, passed=None, agrees=chosen[0] == chosen[1])


def _failed(kind: Kind, watched: Watched, forfeit: Forfeit, seats: int, rules: Rules) -> Check:
    return Check(kind, passed=False, seats=seats, rules=rules, forfeit=forfeit, view=watched.last)
