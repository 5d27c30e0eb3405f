"""`cutthroat arena --check`: whether a program plays as it must."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import closing
from typing import Final

import click

from cutthroat.bots.policy import Bot
from cutthroat.cli.console import Screen, screen
from cutthroat.cli.safe import clean
from cutthroat.i18n.catalogue import N_, _
from cutthroat.i18n.reasons import reason_text
from cutthroat.service.arena.conformance import Check, Kind, checks
from cutthroat.service.engines import Engine
from cutthroat.service.match_json import seat_view_text
from cutthroat.service.ports import Ports

_ABOUT: Final = {
    Kind.STARTS: N_("starts, and answers"),
    Kind.HOUSE: N_("plays {seats} seats with these house rules: {rules}"),
    Kind.MATCH: N_("plays a match against itself"),
    Kind.RESUMES: N_("started afresh, goes on in the middle of a deal"),
    Kind.REPEATS: N_("gives the same answer to the same view and seed"),
    Kind.TIME: N_("answers: {decisions}; half of them within {usual} ms, the slowest {longest} ms"),
    Kind.ENDS: N_("ends by itself when its input does"),
}
_OTHERWISE: Final = {
    Kind.REPEATS: N_("gives another answer to the same view and seed: no match can be repeated"),
    Kind.ENDS: N_("goes on when its input ends, and is killed"),
}


def check(ports: Ports, bot: Bot, *, json_wanted: bool, plain: bool) -> int:
    """Check a program, tell what it got wrong, and return the exit code: 1 if there was anything.

    Raises click.UsageError for a bot that is no program.
    """
    if not isinstance(bot.policy, Engine):
        raise click.UsageError(_('--check is for a program: "cmd:COMMAND"'))
    done: list[Check] = []
    with closing(ports.engines):
        shown = None if json_wanted else screen(plain=plain)
        for one in checks(bot, ports.engines):
            done.append(one)
            if shown:
                _tell(one, shown)
    failed = [one for one in done if one.passed is False]
    if json_wanted:
        click.echo(json.dumps(_object(bot, done)))
    elif shown:
        shown.line(_summed_up(len(failed)))
    return 1 if failed else 0


def _summed_up(failed: int) -> str:
    if failed:
        return _("It does not conform: {failed} of these went wrong.", failed=failed)
    return _("It conforms.")


def _tell(one: Check, shown: Screen) -> None:
    about = _about(one)
    if one.passed is None:
        shown.line(_("note: {about}", about=about))
    elif one.passed:
        shown.line(_("passed: {about}", about=about))
    else:
        shown.line(_("FAILED: {about}", about=about))
        for line in _why(one):
            shown.line(f"    {line}")


def _about(one: Check) -> str:
    """What was looked at, or what was seen."""
    text = _ABOUT[one.kind] if one.agrees else _OTHERWISE[one.kind]
    return _(
        text,
        seats=one.seats,
        rules=str(one.rules) or "-",
        decisions=one.decisions,
        usual=_milliseconds(one.usual),
        longest=_milliseconds(one.longest),
    )


def _milliseconds(seconds: float) -> str:
    return f"{1000 * seconds:.1f}"


def _why(one: Check) -> Iterator[str]:
    """Why it failed, what the program wrote last, and where it was."""
    if one.forfeit is None:
        return
    yield clean(reason_text(one.forfeit))
    if said := _said(one):
        yield _("It wrote last: {said}", said=clean(said))
    if one.view:
        yield _("The view: {view}", view=seat_view_text(one.view))


def _said(one: Check) -> str:
    return str(one.forfeit.parameters.get("said", "")) if one.forfeit else ""


def _object(bot: Bot, done: list[Check]) -> dict[str, object]:
    """The keys are explained in docs/engines.md."""
    return {
        "engine": bot.name,
        "conforms": all(one.passed is not False for one in done),
        "checks": [
            {
                "check": one.kind.value,
                "passed": one.passed,
                "agrees": one.agrees if one.passed is None else None,
                "seats": one.seats or None,
                "rules": str(one.rules),
                "reason": one.forfeit.reason.value if one.forfeit else None,
                "why": reason_text(one.forfeit) if one.forfeit else None,
                "said": _said(one) or None,
                "view": json.loads(seat_view_text(one.view)) if one.forfeit and one.view else None,
            }
            for one in done
        ],
        "decisions": max((one.decisions for one in done), default=0),
        "usual_seconds": max((one.usual for one in done), default=0.0),
        "longest_seconds": max((one.longest for one in done), default=0.0),
    }
