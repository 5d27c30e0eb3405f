"""`cutthroat arena`: which bot is the better one, by the same cards with the seats changed."""

from __future__ import annotations

import sys
from collections.abc import Generator
from contextlib import closing
from dataclasses import dataclass
from typing import Final

import click
from click.core import ParameterSource

from cutthroat.bots.policy import Bot
from cutthroat.cli.arena_report import Report, as_json, tell
from cutthroat.cli.options import (
    BotType,
    NumberRange,
    RunOptions,
    engine_options,
    rules_options,
    run_options,
    scores_from,
)
from cutthroat.cli.running import (
    equities,
    make_matches_ready,
    make_ready,
    need_engine,
    progress,
    records,
    screen_beside,
)
from cutthroat.core.rules import Rules
from cutthroat.core.shuffle import secret_from_seed
from cutthroat.i18n.catalogue import _
from cutthroat.service import simulation as service
from cutthroat.service.arena.contest import Contest, Entrants
from cutthroat.service.arena.deals import DealContest, jobs_for_deals, usual_scores
from cutthroat.service.arena.results import Results
from cutthroat.service.arena.running import Scope, compare_deals, compare_matches, whole_sets
from cutthroat.service.arena.sprt import LEAST_SETS, SequentialTest
from cutthroat.service.ports import Ports
from cutthroat.service.simulation import Outcome

USUAL_MATCHES: Final = 600
"""Matches of a comparison that names no number."""
_INTERRUPTED: Final = 130
_BESIDE_CHECK: Final = frozenset(
    {"checked", "bots", "named", "engine_seconds", "json_wanted", "plain"}
)
"""Parameters that --check takes, or refuses with a sentence of its own."""


def _all_scores(
    _context: click.Context, _option: click.Parameter, texts: tuple[str, ...]
) -> tuple[tuple[int, ...], ...]:
    """Callback of an option that takes scores and may be given more than once.

    Raises BadParameter.
    """
    return tuple(map(scores_from, texts))


@click.command(
    help=_(
        "Compare bots: the same cards are played again with the seats changed.\n\n"
        "A and B, or A, B and C, are names of bots (`cutthroat bots` lists them) or programs of "
        'yours, "cmd:COMMAND" (docs/engines.md). Two bots with --players 3 are A against two B. '
        "Matches are played in sets of as many as there are seats. Those of a set have the same "
        "cards and first dealer, and each bot plays each seat once; of three bots, the order goes "
        "the other way round in every second set.\n\n"
        "The win rate is the share of the matches that somebody won, with its 95 % Wilson "
        "interval; a match that a bot forfeits counts as one more that it did not win. The score "
        "is its share of all matches, in which one closed after {limit} deals is shared by all "
        "alike, and one forfeited by the others; its interval, and that of points a deal, comes "
        "from the sets, so it has what the pairing gains. Par is the score if all were as good.\n\n"
        "--deals plays single deals instead, from fixed scores, and tells points a deal, and what "
        "a deal changed the chance of winning the match by (equity). A deal that is thrown in "
        "counts for equity, as under all_pass=next the dealer changes, and not for points a "
        "deal.\n\n"
        "--sprt MARGIN stops as soon as it is sure, with errors of 5 %, that A's score is above "
        "par by MARGIN (0.03 is three matches in a hundred) rather than at par, or the reverse; "
        "with --deals, that A gains MARGIN of equity a deal. It is the generalised sequential "
        "probability ratio test by which chess programs are tested, on whole sets; it never stops "
        "before {least} of them. It stops when the results happen to be clear, so a score and its "
        "interval are then biased: where you want those, play a fixed number of matches.\n\n"
        "The seed fixes everything but what programs make of it, whatever --jobs says. Ctrl-C ends "
        "with what there is so far.\n\n"
        "--check ENGINE plays a program through all situations instead, says what it got wrong, "
        "and ends with code 1 if there was anything. Only --engine-seconds, --json and --plain go "
        "with it.\n\n"
        "--json prints one object; docs/engines.md explains its keys.",
        limit=service.DEAL_LIMIT,
        least=LEAST_SETS,
    )
)
@click.argument("bots", metavar="A B [C]", nargs=-1, type=BotType())
@click.option(
    "--bot",
    "named",
    multiple=True,
    type=BotType(),
    help=_("One more bot, as if it were named after A and B."),
)
@click.option(
    "--players", type=click.IntRange(2, 3), help=_("How many play (as many as are named).")
)
@click.option(
    "--matches",
    metavar="N",
    type=click.IntRange(min=1),
    help=_(
        "How many matches are played, more at most to make the last set whole ({usual}).",
        usual=USUAL_MATCHES,
    ),
)
@click.option(
    "--deals",
    metavar="N",
    type=click.IntRange(min=1),
    help=_("Play so many single deals, in sets as matches are."),
)
@click.option(
    "--scores",
    metavar="S,S[,S]",
    multiple=True,
    callback=_all_scores,
    help=_(
        "What the scores of seats 1, 2 and 3 are when a deal of --deals begins; may be given more "
        "than once ({usual} different ones, from level to far behind).",
        usual=len(usual_scores(Rules(), 2)),
    ),
)
@click.option(
    "--sprt",
    metavar="MARGIN",
    type=NumberRange(0, 1, min_open=True),
    help=_("Stop when it is sure whether A is better than par by so much."),
)
@click.option("--check", "checked", metavar="ENGINE", type=BotType(), help=_("Test a program."))
@engine_options
@rules_options
@run_options
@click.pass_obj
def arena(
    ports: Ports,
    *,
    bots: tuple[Bot, ...],
    named: tuple[Bot, ...],
    players: int | None,
    matches: int | None,
    deals: int | None,
    scores: tuple[tuple[int, ...], ...],
    sprt: float | None,
    checked: Bot | None,
    rules: Rules,
    run: RunOptions,
) -> None:
    """Compare bots, or check a program."""
    if checked:
        sys.exit(_check(ports, checked, (*bots, *named), run))
    _refuse_together(
        (_("--matches or --deals: choose one"), matches, deals),
        (_("--out keeps records of matches, not of --deals"), run.out, deals),
        (_("--scores goes with --deals"), scores, deals is None),
    )
    seed = ports.entropy.identifier() if run.seed is None else run.seed
    entrants = _entrants((*bots, *named), players)
    wanted = Wanted(matches or deals or USUAL_MATCHES, sprt, run)
    _warn_of_few_sets(wanted, entrants.seats)
    make_ready(entrants.playing, rules)
    with closing(ports.engines):
        fixed = rules, entrants.playing, secret_from_seed(seed)
        if deals:
            starts = _starts(scores, rules, entrants.seats)
            report = _deals(DealContest(*fixed, starts), entrants, wanted)
        else:
            report = _matches(Contest(*fixed), entrants, wanted)
    report.seed = seed
    _tell(report, run)


def _tell(report: Report, run: RunOptions) -> None:
    """Print what came out, and end with the code of an interrupt if there was one."""
    if run.json_wanted:
        click.echo(as_json(report))
    else:
        tell(report, screen_beside(run.out, plain=run.plain))
    if report.interrupted:
        sys.exit(_INTERRUPTED)


def _check(ports: Ports, checked: Bot, bots: tuple[Bot, ...], run: RunOptions) -> int:
    """Check a program, and return the exit code.

    Raises UsageError for options that say how bots are compared.
    """
    if bots:
        raise click.UsageError(_("--check takes one program, and no bots to compare"))
    context = click.get_current_context()
    for option in context.command.params:
        source = context.get_parameter_source(option.name or "")
        if option.name not in _BESIDE_CHECK and source is ParameterSource.COMMANDLINE:
            raise click.UsageError(
                _(
                    "{option} says how bots are compared: it does not go with --check",
                    option=option.opts[0],
                )
            )
    from cutthroat.cli.arena_check import check  # noqa: PLC0415  # other commands start quicker

    return check(ports, checked, json_wanted=run.json_wanted, plain=run.plain)


def _refuse_together(*cases: tuple[str, object, object]) -> None:
    """Raise UsageError for the first sentence whose two wishes do not go together."""
    for sentence, one, other in cases:
        if one and other:
            raise click.UsageError(sentence)


def _entrants(bots: tuple[Bot, ...], players: int | None) -> Entrants:
    seats = players or len(bots)
    if not 2 <= len(bots) <= 3:
        raise click.UsageError(
            _("two or three bots are compared: {bots} are named", bots=len(bots))
        )
    if len(bots) > seats:
        raise click.UsageError(
            _("{bots} bots do not fit {players} seats", bots=len(bots), players=seats)
        )
    return Entrants(bots, seats)


def _starts(
    scores: tuple[tuple[int, ...], ...], rules: Rules, seats: int
) -> tuple[tuple[int, ...], ...]:
    if any(len(one) != seats for one in scores):
        raise click.UsageError(_("--scores names one score for each of {seats} seats", seats=seats))
    return scores or usual_scores(rules, seats)


@dataclass(frozen=True, slots=True)
class Wanted:
    """How much is to be played, how sure one wants to be, and how it is run."""

    matches: int
    margin: float | None
    run: RunOptions

    @property
    def test(self) -> SequentialTest | None:
        """A new test, if one is wanted."""
        return SequentialTest(self.margin) if self.margin else None


def _warn_of_few_sets(wanted: Wanted, seats: int) -> None:
    """Say that the test cannot come to a verdict, if it cannot."""
    if wanted.margin and whole_sets(wanted.matches, seats) < LEAST_SETS * seats:
        said = _(
            "Too few sets for --sprt, which is sure of nothing before {least}: let at least "
            "{matches} be played.",
            least=LEAST_SETS,
            matches=LEAST_SETS * seats,
        )
        click.echo(said, err=True)


def _matches(contest: Contest, entrants: Entrants, wanted: Wanted) -> Report:
    report = Report(contest, Results(entrants), wanted.test)
    matches = whole_sets(wanted.matches, contest.size)
    make_matches_ready(contest, matches)
    jobs = wanted.run.jobs or service.jobs_for(contest, matches)
    scope = Scope(matches, jobs, with_records=wanted.run.out is not None)
    sets = compare_matches(contest, report.results, report.test, scope)
    _watch(report, sets, matches, wanted.run)
    return report


def _deals(contest: DealContest, entrants: Entrants, wanted: Wanted) -> Report:
    need_engine()
    report = Report(contest, Results(entrants), wanted.test)
    worth = equities(contest.rules, contest.size, plain=wanted.run.plain)
    deals = whole_sets(wanted.matches, contest.size)
    scope = Scope(deals, wanted.run.jobs or jobs_for_deals(contest, deals))
    sets = compare_deals(contest, worth, report.results, report.test, scope)
    _watch(report, sets, deals, wanted.run)
    return report


def _watch(
    report: Report, sets: Generator[list[Outcome], None, None], matches: int, run: RunOptions
) -> None:
    """Play set after set, until all are played, the test is sure, or Ctrl-C."""
    bar = progress(matches, run.out, plain=run.plain)
    with records(run.out) as write, bar as advance, closing(sets):
        try:
            for played in sets:
                for outcome in played:
                    write(outcome.record)
                advance(len(played), report.status)
        except KeyboardInterrupt:
            report.interrupted = True
