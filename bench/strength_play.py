"""Plays the sets of a row: as many matches or deals as there are seats, with the same cards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Final

from bench.strength_bots import bot_named, identity, timed
from bench.strength_rows import ROWS, Row
from cutthroat.bots.equity import EquityTable, equity_for
from cutthroat.bots.policy import Bot
from cutthroat.core.rules import Rules
from cutthroat.core.shuffle import secret_from_seed
from cutthroat.service.arena.contest import Contest
from cutthroat.service.arena.deals import DealContest, equity_changes, play_deal, usual_scores
from cutthroat.service.simulation import Outcome, play_matches

SECRET: Final = secret_from_seed("strength")
"""Fixes the cards of all rows."""


@dataclass(frozen=True, slots=True)
class PlayedSet:
    """What a set came to, as a line of the results keeps it. Lists hold one entry a bot.

    number: which set of the row it is, from 1. wins: matches won.
    capped: matches that nobody won. forfeits: why matches or deals were forfeited.
    gain: of deals, what the first bot gained in chances to win the match, on average.
    times: CPU milliseconds of each decision. bots: which they were, see `identity`.
    """

    row: str
    number: int
    wins: list[int]
    capped: int = 0
    forfeits: list[str] = field(default_factory=list)
    gain: float | None = None
    deals: int = 0
    times: list[list[float]] = field(default_factory=list)
    bots: list[str] = field(default_factory=list)


def play_sets(name: str, openspiel: str | None, numbers: Sequence[int]) -> list[PlayedSet]:
    """Play some sets of a row. openspiel: the Python that has OpenSpiel, if it is needed.

    Raises PeerError or InvalidNotation for a bot that cannot be had.
    """
    row = ROWS[name]
    play = set_of_matches if row.matches else set_of_deals
    return [play(row, openspiel, number) for number in numbers]


def set_of_matches(row: Row, openspiel: str | None, number: int) -> PlayedSet:
    """Play whole matches."""
    bots, clocks = seated(row.bots, openspiel)
    outcomes = play_matches(
        Contest(row.house, bots, SECRET), numbers_of(row, number), with_records=False
    )
    found = counts(outcomes, bots)
    return PlayedSet(row.name, number, **found, times=taken(clocks), bots=identities(row))


def set_of_deals(row: Row, openspiel: str | None, number: int) -> PlayedSet:
    """Play single deals from one of the usual scores."""
    bots, clocks = seated(row.bots, openspiel)
    contest = DealContest(row.house, bots, SECRET, usual_scores(row.house, len(bots)))
    worth = equity_table(row.house, len(bots))
    played = {each: play_deal(contest, each) for each in numbers_of(row, number)}
    gains = [equity_changes(contest, each, deal, worth)[0] for each, deal in played.items()]
    found = counts([deal.outcome for deal in played.values()], bots)
    found |= {"capped": 0, "gain": round(sum(gains) / len(gains), 6)}
    return PlayedSet(row.name, number, **found, times=taken(clocks), bots=identities(row))


def identities(row: Row) -> list[str]:
    """Which bots play a row now."""
    return [identity(name) for name in row.bots]


def numbers_of(row: Row, number: int) -> range:
    """The matches or deals of a set, as a contest numbers them."""
    size = len(row.bots)
    return range((number - 1) * size + 1, number * size + 1)


def counts(outcomes: Sequence[Outcome], bots: Sequence[Bot]) -> dict[str, Any]:
    """The members of a played set that outcomes tell."""
    winners = [outcome.winner for outcome in outcomes]
    lost = [outcome.forfeited for outcome in outcomes if outcome.forfeited]
    return {
        "wins": [winners.count(bot) for bot in range(len(bots))],
        "capped": winners.count(None) - len(lost),
        "forfeits": [f"{bots[each.bot].name}: {each.forfeit}" for each in lost],
        "deals": sum(outcome.deals for outcome in outcomes),
    }


Seated = tuple[tuple[Bot, ...], tuple[list[float], ...]]


@cache
def seated(names: tuple[str, ...], openspiel: str | None) -> Seated:
    """The bots of a row, made once a process, and where the times of each are noted."""
    both = [timed(bot_named(name, openspiel)) for name in names]
    return tuple(bot for bot, _ in both), tuple(clock for _, clock in both)


def taken(clocks: Sequence[list[float]]) -> list[list[float]]:
    """The times noted since they were last taken."""
    times = [[*clock] for clock in clocks]
    for clock in clocks:
        clock.clear()
    return times


@cache
def equity_table(rules: Rules, seats: int) -> EquityTable:
    """The table for some rules, loaded once."""
    return equity_for(rules, seats)
