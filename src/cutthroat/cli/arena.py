"""`cutthroat arena`: which bot is the better one, by the same cards with the seats changed."""

from __future__ import annotations

import sys
from collections.abc import Generator
from contextlib import closing
from dataclasses import dataclass
from typing import Final

import click

from cutthroat.bots.policy import Bot
from cutthroat.cli.arena_report import Report, as_json, tell
from cutthroat.cli.options import BotType, engine_options, rules_options, text_from
from cutthroat.cli.running import make_ready, progress, records, screen_beside
from cutthroat.core.rules import Rules
from cutthroat.core.shuffle import secret_from_seed
from cutthroat.i18n.catalogue import _
from cutthroat.service import simulation as service
from cutthroat.service.arena.contest import Contest, Entrants
from cutthroat.service.arena.deals import DealContest, jobs_for_deals, usual_scores
from cutthroat.service.arena.results import Results
from cutthroat.service.arena.running import Scope, compare_deals, compare_matches, whole_sets
from cutthroat.service.arena.sprt import SequentialTest
from cutthroat.service.ports import Ports
from cutthroat.service.sharing import MOST_JOBS
from cutthroat.service.simulation import Outcome

USUAL_MATCHES: Final = 600
"""Matches of a comparison that names no number."""
_INTERRUPTED: Final = 130
_LOWEST, _HIGHEST = -99, 99


def scores_from(
    _context: click.Context, _option: click.Parameter, texts: tuple[str, ...]
) -> tuple[tuple[int, ...], ...]:
    """Callback of an option that takes scores, seat 1 first, with commas between them.

    Raises BadParameter.
    """
    return tuple(_scores(text) for text in texts)


def _scores(text: str) -> tuple[int, ...]:
    try:
        scores = tuple(int(part) for part in text.split(","))
    except ValueError:
        scores = ()
    if len(scores) not in (2, 3) or any(not _LOWEST <= one <= _HIGHEST for one in scores):
        raise click.BadParameter(
            _(
                "scores are two or three numbers from {lowest} to {highest}, such as 5,3,0",
                lowest=_LOWEST,
                highest=_HIGHEST,
            )
        )
    return scores


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
        "counts as one that changed nothing.\n\n"
        "--sprt MARGIN stops as soon as it is sure, with errors of 5 %, that A's score is above "
        "par by MARGIN (0.03 is three matches in a hundred) rather than at par, or the reverse; "
        "with --deals, that A gains MARGIN of equity a deal. It is the generalised sequential "
        "probability ratio test by which chess programs are tested, on whole sets.\n\n"
        "The seed fixes everything but what programs make of it, whatever --jobs says. Ctrl-C ends "
        "with what there is so far.\n\n"
        "--check ENGINE plays a program through all situations instead, says what it got wrong, "
        "and ends with code 1 if there was anything.\n\n"
        "--json prints one object; docs/engines.md explains its keys.",
        limit=service.DEAL_LIMIT,
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
    help=_("How many matches are played, more at most to make the last set whole (600)."),
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
    callback=scores_from,
    help=_(
        "What the scores of seats 1, 2 and 3 are when a deal of --deals begins; may be given more "
        "than once (nine different ones, from level to far behind)."
    ),
)
@click.option(
    "--sprt",
    metavar="MARGIN",
    type=click.FloatRange(0, 1, min_open=True),
    help=_("Stop when it is sure whether A is better than par by so much."),
)
@click.option("--check", "checked", metavar="ENGINE", type=BotType(), help=_("Test a program."))
@engine_options
@rules_options
@click.option("--seed", callback=text_from, help=_("A text that fixes all cards and bots."))
@click.option(
    "--jobs",
    metavar="J",
    type=click.IntRange(1, MOST_JOBS),
    help=_("How many processes play (one for each processor)."),
)
@click.option(
    "--out",
    metavar="FILE",
    help=_(
        "Write the records of matches there, in place of what it holds; - is standard output, and "
        "the results go to standard error."
    ),
)
@click.option("--json", "json_wanted", is_flag=True, help=_("Print the results as JSON."))
@click.option("--plain", is_flag=True, help=_("Plain lines, as for a screen reader."))
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
    seed: str | None,
    jobs: int | None,
    out: str | None,
    json_wanted: bool,
    plain: bool,
) -> None:
    """Compare bots, or check a program."""
    if checked:
        if bots or named:
            raise click.UsageError(_("--check takes one program, and no bots to compare"))
        from cutthroat.cli.arena_check import check  # noqa: PLC0415  # other commands start quicker

        sys.exit(check(ports, checked, json_wanted=json_wanted, plain=plain))
    _refuse_together(
        (_("--json and --out - both want standard output: choose one"), json_wanted, out == "-"),
        (_("--matches or --deals: choose one"), matches, deals),
        (_("--out keeps records of matches, not of --deals"), out, deals),
        (_("--scores goes with --deals"), scores, deals is None),
    )
    seed = ports.entropy.identifier() if seed is None else seed
    entrants = _entrants((*bots, *named), players)
    secret = secret_from_seed(seed)
    wanted = Wanted(matches or deals or USUAL_MATCHES, sprt, jobs, out)
    make_ready(entrants.playing, rules)
    with closing(ports.engines):
        if deals:
            starts = _starts(scores, rules, entrants.seats)
            report = _deals(DealContest(rules, entrants.playing, secret, starts), entrants, wanted)
        else:
            report = _matches(Contest(rules, entrants.playing, secret), entrants, wanted)
    report.seed = seed
    if json_wanted:
        click.echo(as_json(report))
    else:
        tell(report, screen_beside(out, plain=plain))
    if report.interrupted:
        sys.exit(_INTERRUPTED)


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
    """How much is to be played, how sure one wants to be, and where records go."""

    matches: int
    margin: float | None
    jobs: int | None
    out: str | None

    @property
    def test(self) -> SequentialTest | None:
        """A new test, if one is wanted."""
        return SequentialTest(self.margin) if self.margin else None


def _matches(contest: Contest, entrants: Entrants, wanted: Wanted) -> Report:
    report = Report(contest, Results(entrants), wanted.test)
    matches = whole_sets(wanted.matches, contest.size)
    if service.must_compile(contest, matches):
        click.echo(_("The first run compiles the rules; that takes some seconds."), err=True)
    jobs = wanted.jobs or service.jobs_for(contest, matches)
    scope = Scope(matches, jobs, with_records=wanted.out is not None)
    _watch(report, compare_matches(contest, report.results, report.test, scope), scope, wanted.out)
    return report


def _deals(contest: DealContest, entrants: Entrants, wanted: Wanted) -> Report:
    from cutthroat.bots.equity import equity_for  # noqa: PLC0415  # it brings NumPy

    report = Report(contest, Results(entrants), wanted.test)
    worth = equity_for(contest.rules, contest.size, _tell_of_equity)
    deals = whole_sets(wanted.matches, contest.size)
    scope = Scope(deals, wanted.jobs or jobs_for_deals(contest, deals))
    _watch(report, compare_deals(contest, worth, report.results, report.test, scope), scope, None)
    return report


def _tell_of_equity() -> None:
    said = _("What a match is worth by these rules is worked out; that is done once.")
    click.echo(said, err=True)


def _watch(
    report: Report, sets: Generator[list[Outcome], None, None], scope: Scope, out: str | None
) -> None:
    """Play set after set, until all are played, the test is sure, or Ctrl-C."""
    with records(out) as write, progress(scope.matches, out) as advance, closing(sets):
        try:
            for played in sets:
                for outcome in played:
                    write(outcome.record)
                advance(len(played), report.status)
        except KeyboardInterrupt:
            report.interrupted = True
