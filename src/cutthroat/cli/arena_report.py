"""What a comparison has come to: as a table, as plain lines, or as JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from math import isfinite
from typing import Final, TypeAlias

from rich.table import Table as Grid

from cutthroat.cli.console import Screen
from cutthroat.cli.safe import clean
from cutthroat.i18n.catalogue import N_, _, _n
from cutthroat.i18n.numbers import fixed
from cutthroat.i18n.reasons import reason_text
from cutthroat.service.arena.contest import Contest
from cutthroat.service.arena.deals import DealContest
from cutthroat.service.arena.results import ForfeitAt, Results, Standing
from cutthroat.service.arena.sprt import BOUND, ERROR, LEAST_SETS, SequentialTest, Verdict
from cutthroat.service.arena.statistics import Estimate
from cutthroat.service.simulation import DEAL_LIMIT, Rate


@dataclass(slots=True)
class Report:
    """A comparison, as far as it has come.

    test: None if none was wanted. interrupted: whether Ctrl-C ended it.
    """

    contest: Contest
    results: Results
    test: SequentialTest | None
    seed: str = ""
    interrupted: bool = False

    @property
    def of_deals(self) -> bool:
        """Whether single deals are played."""
        return isinstance(self.contest, DealContest)

    @property
    def status(self) -> str:
        """How the first bot does, in few words."""
        standing = self.results.standings[0]
        found = standing.equity.estimate if self.of_deals else standing.score
        return _between(found)


_VERDICTS: Final = {
    Verdict.BETTER: N_("{bot} is better than par by {margin}, rather than at par"),
    Verdict.NOT_BETTER: N_("{bot} is not better than par by {margin}"),
    Verdict.UNDECIDED: N_("not sure yet whether {bot} is better than par by {margin}"),
}
_TOO_FEW: Final = N_(
    "too few sets to tell whether {bot} is better than par by {margin}: at least {least}"
)
_AHEAD: Final = N_("{bot} is ahead of the others by {lead} points a deal")
_BEHIND: Final = N_("{bot} is behind the others by {lead} points a deal")
_UNKNOWN: Final = "?"
"""Stands for an interval of which nothing is known; `_lines` says why."""
_DIGITS: Final = 6
"""Digits after the point of estimates in JSON: those beyond are of rounding."""


def tell(report: Report, shown: Screen) -> None:
    """Print what came out for each of those compared, and then for all."""
    tables = [_of_deals(report)] if report.of_deals else [_wins(report), _scores(report)]
    for headings, rows in tables:
        if shown.plain:
            for name, *cells in rows:
                told = [f"{heading} {cell}" for heading, cell in zip(headings, cells, strict=True)]
                shown.line(f"{name}: {', '.join(told)}")
        else:
            shown.console.print(_grid(headings, rows))
    for line in _lines(report):
        shown.line(line)


Cells: TypeAlias = tuple[tuple[str, ...], list[tuple[str, ...]]]
"""The headings of a table less the first, and its rows, which begin with the names of the bots."""


def _grid(headings: tuple[str, ...], rows: list[tuple[str, ...]]) -> Grid:
    grid = Grid(_("Bot"))
    for heading in headings:
        grid.add_column(heading, justify="right")
    for row in rows:
        grid.add_row(*row)
    return grid


def _named(report: Report) -> Iterator[tuple[int, str, Standing]]:
    """The number, name and standing of each of those compared."""
    results = report.results
    pairs = zip(results.entrants.labels, results.standings, strict=True)
    for entrant, (label, standing) in enumerate(pairs):
        yield entrant, clean(label), standing


def _wins(report: Report) -> Cells:
    rows: list[tuple[str, ...]] = []
    for entrant, name, standing in _named(report):
        rate = report.results.win_rate(entrant)
        share, interval = (_share(rate.share), _between(rate)) if rate else ("-", "-")
        rows.append((name, str(standing.wins), share, interval))
    return (_("Wins"), _("Win rate"), _("95 % interval")), rows


def _scores(report: Report) -> Cells:
    rows: list[tuple[str, ...]] = [
        (
            name,
            _share(standing.score.value),
            _between(standing.score),
            _share(report.results.entrants.par(entrant)),
            _number(standing.points.estimate),
        )
        for entrant, name, standing in _named(report)
    ]
    return (_("Score"), _("95 % by sets"), _("Par"), _("Points a deal")), rows


def _of_deals(report: Report) -> Cells:
    rows: list[tuple[str, ...]] = [
        (
            name,
            _number(standing.points.estimate),
            _share(standing.equity.estimate.value),
            _between(standing.equity.estimate),
            str(standing.wins),
        )
        for _entrant, name, standing in _named(report)
    ]
    headings = _("Points a deal"), _("Equity a deal"), _("95 % by sets"), _("Matches won")
    return headings, rows


def _share(share: float) -> str:
    return _("{share} %", share=_percent(share))


def _between(found: Estimate | Rate) -> str:
    if not (isfinite(found.low) and isfinite(found.high)):
        return _UNKNOWN
    return _("{low} to {high} %", low=_percent(found.low), high=_percent(found.high))


def _number(found: Estimate | None) -> str:
    if found is None:
        return "-"
    reach = _hundredths(found.reach) if found.known else _UNKNOWN
    return _("{value} ± {reach}", value=_hundredths(found.value), reach=reach)


def _hundredths(number: float) -> str:
    return fixed(number, 2)


def _percent(share: float) -> str:
    return fixed(100 * share, 1)


def _lines(report: Report) -> Iterator[str]:
    results = report.results
    if report.interrupted:
        yield _("Interrupted: this is what there was.")
    first = clean(results.entrants.labels[0])
    if lead := results.lead.estimate:  # there is none where no deal was scored
        yield _lead_line(lead, first)
    if any(not found.known for found in _estimates(report)):
        yield _(
            "{mark} stands for an interval that nothing is known of, as long as all sets come to "
            "the same, or there is but one.",
            mark=_UNKNOWN,
        )
    if report.test:
        yield _test_line(report.test, first)
    yield from _counts(report)
    yield from _forfeits(report)
    if str(report.contest.rules):
        yield _("House rules: {rules}", rules=str(report.contest.rules))
    yield _("Seed: {seed}", seed=clean(report.seed))


def _lead_line(lead: Estimate, bot: str) -> str:
    if round(lead.value, 2) >= 0:
        return _(_AHEAD, bot=bot, lead=_number(lead))
    return _(_BEHIND, bot=bot, lead=_number(Estimate(-lead.value, -lead.high, -lead.low)))


def _estimates(report: Report) -> Iterator[Estimate]:
    """All whose intervals are told with a mark where nothing is known of them."""
    of = report.results
    yield from filter(None, [of.lead.estimate, *(one.points.estimate for one in of.standings)])
    if report.of_deals:
        yield from (one.equity.estimate for one in of.standings if of.sets)
    else:
        yield from (one.score for one in of.standings if of.sets)


def _test_line(test: SequentialTest, bot: str) -> str:
    margin = _("{share} %", share=f"{100 * test.margin:g}")
    text = _TOO_FEW if test.sets < LEAST_SETS else _VERDICTS[test.verdict]
    verdict = _(text, bot=bot, margin=margin, least=LEAST_SETS)
    return _n(
        "Sequential test, after {count} set: {verdict} (log-likelihood ratio {ratio}, sure at "
        "±{bound})",
        "Sequential test, after {count} sets: {verdict} (log-likelihood ratio {ratio}, sure at "
        "±{bound})",
        test.sets,
        verdict=verdict,
        ratio=_hundredths(test.log_ratio) if isfinite(test.log_ratio) else "-",
        bound=_hundredths(BOUND),
    )


def _counts(report: Report) -> Iterator[str]:
    results = report.results
    if report.of_deals:
        yield _n(
            "Deals: {deals} in {count} set with the same cards, {redeals} of them thrown in",
            "Deals: {deals} in {count} sets with the same cards, {redeals} of them thrown in",
            results.sets,
            deals=results.matches,
            redeals=results.redeals,
        )
        return
    mean = f"{results.deals / results.matches:.1f}" if results.matches else "-"
    yield _n(
        "Matches: {matches} in {count} set with the same cards, of {deals} deals on average",
        "Matches: {matches} in {count} sets with the same cards, of {deals} deals on average",
        results.sets,
        matches=results.matches,
        deals=mean,
    )
    yield _(
        "Matches closed because nobody had won after {limit} deals: {closed}",
        limit=DEAL_LIMIT,
        closed=results.closed,
    )


_FORFEITED: Final = N_(
    "{bot} forfeited {count}, the last time in match {number} (set {set}): {why}"
)
_FORFEITED_DEAL: Final = N_(
    "{bot} forfeited {count}, the last time in deal {number} (set {set}): {why}"
)


def _forfeits(report: Report) -> Iterator[str]:
    for _entrant, name, standing in _named(report):
        last = standing.last_forfeit
        if not last:
            continue
        text = _FORFEITED_DEAL if report.of_deals else _FORFEITED
        yield _(
            text,
            bot=name,
            count=standing.forfeits.total(),
            number=last.match,
            set=last.set,
            why=clean(reason_text(last.forfeit)),
        )
        if said := _said(last):
            yield _("It wrote last: {said}", said=clean(said))


def _said(last: ForfeitAt) -> str:
    """What a program that forfeited wrote last to standard error, or nothing."""
    return str(last.forfeit.parameters.get("said", ""))


# JSON


def as_json(report: Report) -> str:
    """One JSON object on one line; docs/engines.md explains its keys."""
    results, contest, test = report.results, report.contest, report.test
    return json.dumps(
        {
            "seed": report.seed,
            "rules": str(contest.rules),
            "players": contest.size,
            "played": "deals" if report.of_deals else "matches",
            "scores": contest.scores if isinstance(contest, DealContest) else None,
            "sets": results.sets,
            "matches": results.matches,
            "won": results.won,
            "closed": None if report.of_deals else results.closed,
            "cap": DEAL_LIMIT,
            "deals": results.deals,
            "redeals": results.redeals,
            "interrupted": report.interrupted,
            **_interval("lead", results.lead.estimate),
            "sprt": _test_object(test) if test else None,
            "bots": [_bot_object(report, entrant) for entrant in range(len(results.standings))],
        }
    )


def _test_object(test: SequentialTest) -> dict[str, object]:
    return {
        "margin": test.margin,
        "error": ERROR,
        "verdict": test.verdict.value,
        "log_ratio": test.log_ratio if isfinite(test.log_ratio) else None,
        "bound": BOUND,
        "sets": test.sets,
    }


def _bot_object(report: Report, entrant: int) -> dict[str, object]:
    results = report.results
    bot, standing = results.entrants.bots[entrant], results.standings[entrant]
    of_deals = report.of_deals
    rate = results.win_rate(entrant)
    return {
        "label": results.entrants.labels[entrant],
        "bot": bot.name,
        "version": bot.version,
        "seats": len(results.entrants.places(entrant)),
        "par": results.entrants.par(entrant),
        "wins": standing.wins,
        "win_rate": _rounded(rate.share) if rate else None,
        "win_rate_low": _rounded(rate.low) if rate else None,
        "win_rate_high": _rounded(rate.high) if rate else None,
        "forfeits": dict(standing.forfeits),
        "last_forfeit": _forfeit_object(standing.last_forfeit) if standing.last_forfeit else None,
        **_interval("score", standing.score if standing.share.count and not of_deals else None),
        **_interval("points_per_deal", standing.points.estimate),
        **_interval("equity_per_deal", standing.equity.estimate if standing.equity.count else None),
    }


def _forfeit_object(last: ForfeitAt) -> dict[str, object]:
    return {
        "match": last.match,
        "set": last.set,
        "reason": last.forfeit.reason.value,
        "why": reason_text(last.forfeit),
        "said": _said(last) or None,
    }


def _interval(name: str, found: Estimate | None) -> dict[str, float | None]:
    return {
        name: _rounded(found.value) if found else None,
        f"{name}_low": _rounded(found.low) if found and found.known else None,
        f"{name}_high": _rounded(found.high) if found and found.known else None,
    }


def _rounded(number: float) -> float:
    return round(number, _DIGITS) + 0.0  # which makes 0 of -0
