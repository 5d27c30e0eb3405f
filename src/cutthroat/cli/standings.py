"""What a run of bot matches came to: as tables, as plain lines, or as JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass

from rich.table import Table as Grid

from cutthroat.cli.console import Screen
from cutthroat.cli.safe import clean
from cutthroat.core.auction import HIGHEST_BID, LOWEST_BID
from cutthroat.i18n.catalogue import _
from cutthroat.i18n.numbers import fixed
from cutthroat.service.simulation import DEAL_LIMIT, SettledBid, Simulation, Tally

_BIDS = range(LOWEST_BID, HIGHEST_BID + 1)


@dataclass(frozen=True, slots=True)
class Run:
    """Matches that were played, and the seed that plays them again."""

    simulation: Simulation
    tally: Tally
    seed: str

    def settled(self, bot: int, bid: int, *, made: bool) -> int:
        """How many bids of a size a bot made, or was set with."""
        return self.tally.bids[SettledBid(bot, bid, made)]


def tell(run: Run, shown: Screen) -> None:
    """Print what came out for each bot, and then for all."""
    if shown.plain:
        for bot in range(len(run.simulation.bots)):
            for line in _lines(run, bot):
                shown.line(line)
    else:
        shown.console.print(_results(run), _bids(run))
    for line in _totals(run):
        shown.line(line)


def _lines(run: Run, bot: int) -> Iterator[str]:
    name, matches, wins, rate, interval, points = _row(run, bot)
    yield _(
        "{bot}: matches {matches}, wins {wins}, win rate {rate}, 95 % interval {interval}, "
        "points a deal {points}",
        bot=name,
        matches=matches,
        wins=wins,
        rate=rate,
        interval=interval,
        points=points,
    )
    for bid in _BIDS:
        yield _(
            "{bot}, bids of {bid}: made {made}, set {lost}",
            bot=name,
            bid=bid,
            made=run.settled(bot, bid, made=True),
            lost=run.settled(bot, bid, made=False),
        )


def _results(run: Run) -> Grid:
    grid = Grid(_("Bot"))
    for heading in (
        _("Matches"),
        _("Wins"),
        _("Win rate"),
        _("95 % interval"),
        _("Points a deal"),
    ):
        grid.add_column(heading, justify="right")
    for bot in range(len(run.simulation.bots)):
        grid.add_row(*_row(run, bot))
    return grid


def _bids(run: Run) -> Grid:
    grid = Grid(_("Bids"))
    for bid in _BIDS:
        grid.add_column(_("{bid} made", bid=bid), justify="right")
        grid.add_column(_("{bid} set", bid=bid), justify="right")
    for bot, label in enumerate(run.simulation.labels):
        counts = (run.settled(bot, bid, made=made) for bid in _BIDS for made in (True, False))
        grid.add_row(clean(label), *map(str, counts))
    return grid


def _row(run: Run, bot: int) -> tuple[str, str, str, str, str, str]:
    """What a bot did: its label, matches, wins, win rate, where that lies, and points a deal."""
    tally = run.tally
    rate = tally.win_rate(bot)
    points = tally.points_per_deal(bot)
    return (
        clean(run.simulation.labels[bot]),
        str(tally.matches),
        str(tally.wins[bot]),
        _("{share} %", share=_percent(rate.share)) if rate else "-",
        _("{low} to {high} %", low=_percent(rate.low), high=_percent(rate.high)) if rate else "-",
        "-" if points is None else fixed(points, 2),
    )


def _mean(total: int, count: int) -> str:
    return f"{total / count:.2f}"


def _percent(share: float) -> str:
    return f"{100 * share:.1f}"


def _totals(run: Run) -> Iterator[str]:
    tally = run.tally
    yield _(
        "Deals a match: {scored} scored, {redeals} thrown in",
        scored=_mean(tally.deals, tally.matches),
        redeals=_mean(tally.redeals, tally.matches),
    )
    yield _(
        "Matches closed because nobody had won after {limit} deals: {closed}",
        limit=DEAL_LIMIT,
        closed=tally.unfinished,
    )
    for bot, forfeits in enumerate(tally.forfeits):
        if forfeits:
            label = clean(run.simulation.labels[bot])
            yield _("Matches that {bot} forfeited: {count}", bot=label, count=forfeits)
    if str(run.simulation.rules):
        yield _("House rules: {rules}", rules=str(run.simulation.rules))
    yield _("Seed: {seed}", seed=clean(run.seed))


def as_json(run: Run) -> str:
    """One JSON object on one line; the help of `cutthroat simulate` explains its keys."""
    tally = run.tally
    return json.dumps(
        {
            "seed": run.seed,
            "rules": str(run.simulation.rules),
            "players": len(run.simulation.bots),
            "matches": tally.matches,
            "finished": tally.finished,
            "unfinished": tally.unfinished,
            "forfeited": sum(tally.forfeits),
            "deals": tally.deals,
            "redeals": tally.redeals,
            "bots": [_bot_object(run, bot) for bot in range(len(run.simulation.bots))],
        }
    )


def _bot_object(run: Run, bot: int) -> dict[str, object]:
    rate = run.tally.win_rate(bot)
    return {
        "label": run.simulation.labels[bot],
        "bot": run.simulation.bots[bot].name,
        "version": run.simulation.bots[bot].version,
        "matches": run.tally.matches,
        "wins": run.tally.wins[bot],
        "win_rate": rate.share if rate else None,
        "win_rate_low": rate.low if rate else None,
        "win_rate_high": rate.high if rate else None,
        "forfeits": run.tally.forfeits[bot],
        "points": run.tally.points[bot],
        "points_per_deal": run.tally.points_per_deal(bot),
        "bids": {
            str(bid): {
                "made": run.settled(bot, bid, made=True),
                "set": run.settled(bot, bid, made=False),
            }
            for bid in _BIDS
        },
    }
