"""`cutthroat simulate`: bots against each other."""

from __future__ import annotations

from contextlib import closing

import click

from cutthroat.bots.policy import Bot
from cutthroat.bots.registry import find_bot
from cutthroat.cli.options import (
    BotType,
    RunOptions,
    bots_from,
    engine_options,
    rules_options,
    run_options,
)
from cutthroat.cli.running import make_matches_ready, make_ready, progress, records, screen_beside
from cutthroat.cli.standings import Run, as_json, tell
from cutthroat.core.rules import Rules
from cutthroat.core.shuffle import secret_from_seed
from cutthroat.i18n.catalogue import _
from cutthroat.service import simulation as service
from cutthroat.service.ports import Ports
from cutthroat.service.simulation import Simulation, Tally


@click.command(
    help=_(
        "Let bots play N matches against each other, and tell how they did.\n\n"
        "Every bot plays every match, and nobody gets the better seat: after each match all move "
        "one seat to the left. With PLAYERS players, bot I of --bots sits in seat "
        "(I + K - 2) mod PLAYERS + 1 in match K; I and K count from 1.\n\n"
        "The win rate is a bot's share of the matches that somebody won, with its 95 % Wilson "
        "interval. Points a deal are what the score changed by, on average over the scored deals. "
        "A match that nobody has won after {limit} deals, redeals included, is closed and counted "
        "apart. So is one that a program forfeits: nobody has won it.\n\n"
        "The seed fixes everything: the same seed, bots, rules and N give the same records, byte "
        "for byte, whatever --jobs says. Without --seed one is drawn and told at the end. Each "
        "record shows the secret of its deals, so `cutthroat verify` checks every hand.\n\n"
        "--json prints one object. Of the run: seed, rules (what differs from the seed preset), "
        "players, matches, finished, unfinished, forfeited, deals (scored), redeals, bots. Of each "
        "of the bots, in the order of --bots: label, bot, version, matches, wins, win_rate, "
        "win_rate_low, win_rate_high, forfeits, points, points_per_deal, and bids, which gives for "
        "the sizes 2, 3 and 4 how many were made and set. A rate of nothing is null.",
        limit=service.DEAL_LIMIT,
    )
)
@click.argument("matches", metavar="N", type=click.IntRange(min=1))
@click.option(
    "--players",
    type=click.IntRange(2, 3),
    help=_("How many play (3, or as many as --bots names)."),
)
@click.option(
    "--bots",
    metavar="A,B[,C]",
    callback=bots_from,
    help=_(
        "One bot for each player (easy for all). `cutthroat bots` lists them. A command that has "
        "commas wants --bot."
    ),
)
@click.option(
    "--bot",
    "named",
    multiple=True,
    type=BotType(),
    help=_(
        'The same one by one, once for each player; "cmd:COMMAND" is a program of yours: see'
        " docs/engines.md."
    ),
)
@engine_options
@rules_options
@run_options
@click.pass_obj
def simulate(
    ports: Ports,
    *,
    matches: int,
    players: int | None,
    bots: tuple[Bot, ...] | None,
    named: tuple[Bot, ...],
    rules: Rules,
    run: RunOptions,
) -> None:
    """Play the matches, write their records, and tell the results."""
    if bots and named:
        raise click.UsageError(_("--bots and --bot both say who plays: choose one"))
    seed = ports.entropy.identifier() if run.seed is None else run.seed
    seated = _one_a_seat(players, bots or named or None)
    simulation = Simulation(rules, seated, secret_from_seed(seed))
    make_ready(seated, rules)
    with closing(ports.engines):
        played = Run(simulation, _play(simulation, matches, run), seed)
    if run.json_wanted:
        click.echo(as_json(played))
    else:
        tell(played, screen_beside(run.out, plain=run.plain))


def _one_a_seat(players: int | None, bots: tuple[Bot, ...] | None) -> tuple[Bot, ...]:
    if bots is None:
        return (find_bot("easy"),) * (players or 3)
    if len(bots) not in (2, 3):
        raise click.UsageError(_("two or three play: --bots names {bots}", bots=len(bots)))
    if players not in (None, len(bots)):
        raise click.UsageError(
            _(
                "--bots names one bot for each player: {bots} are not {players}",
                bots=len(bots),
                players=players,
            )
        )
    return bots


def _play(simulation: Simulation, matches: int, run: RunOptions) -> Tally:
    """Play a run, keeping of each match no more than its counts, and its record in the file."""
    jobs, out = run.jobs or service.jobs_for(simulation, matches), run.out
    tally = Tally(len(simulation.bots))
    make_matches_ready(simulation, matches)
    with records(out) as write, progress(matches, out, plain=run.plain) as advance:
        outcomes = service.simulate(simulation, matches, jobs=jobs, with_records=out is not None)
        with closing(outcomes):
            for outcome in outcomes:
                write(outcome.record)
                tally.add(outcome)
                advance(1)
    return tally
