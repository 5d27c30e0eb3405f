"""`cutthroat play` and `cutthroat resume`: a match against computer players."""

from __future__ import annotations

import os
import shlex
from collections.abc import Callable
from typing import Any, Final, TypeVar

import click

from cutthroat.bots.policy import Bot
from cutthroat.bots.registry import find_bot
from cutthroat.cli.console import Screen, Suits, screen
from cutthroat.cli.options import (
    BotType,
    NumberRange,
    engine_options,
    engine_seconds,
    rules_options,
    seed_from,
    text_from,
)
from cutthroat.cli.safe import clean
from cutthroat.cli.saving import saved_match_errors
from cutthroat.cli.session import Leave, Session
from cutthroat.cli.shelf import unfinished
from cutthroat.core.rules import Rules
from cutthroat.i18n.catalogue import N_, _
from cutthroat.i18n.reasons import reason_text
from cutthroat.record.parse import is_tag_value
from cutthroat.service.engines import USUAL_SECONDS, Engine
from cutthroat.service.ports import Ports
from cutthroat.service.saved import NotResumable, SavedMatch, Seating, begin_match, resume_match
from cutthroat.service.warming import EngineMissing, Warming

BOT_PLAYERS: Final = ("Bo", "Chi")
"""What the computer players are called at the table, clockwise from the person's left."""
LONGEST_NAME: Final = 64
"""Characters that the name of a player may have."""
USUAL_BOT: Final = "hard"
USUAL_PACE: Final = 0.4
"""Seconds after what another seat does, on a terminal."""

F = TypeVar("F", bound=Callable[..., Any])


def screen_options(command: F) -> F:
    """Give a command the options of how it shows a match."""
    for option in (
        click.option(
            "--pace",
            type=NumberRange(0, 10),
            help=_(
                "Seconds to wait after what the others do ({usual} on a terminal, else 0).",
                usual=USUAL_PACE,
            ),
        ),
        click.option(
            "--plain",
            is_flag=True,
            help=_("Plain lines, as for a screen reader; usual without a terminal."),
        ),
        click.option(
            "--suits",
            type=click.Choice(["symbols", "letters", "words"]),
            help=_("How cards are written: A♠, AS, or ace of spades."),
        ),
    ):
        command = option(command)
    return command


@click.command(
    help=_(
        "Play a match against computer players.\n\n"
        "You sit in seat 1. Type a card in any sensible way (AS, 10h, A♠) or its number in the "
        "list; ? explains the moment, t gives a hint, h tells the deal so far, r the rules, and q "
        "leaves. "
        "Everything is saved as it happens: `cutthroat resume` goes on."
    )
)
@click.option(
    "--players",
    type=click.IntRange(2, 3),
    help=_("How many play, with you (3, or as many as --bot says)."),
)
@click.option(
    "--bot",
    "bots",
    multiple=True,
    type=BotType(),
    help=_(
        "A computer player; once for each (hard). `cutthroat bots` lists them; easy suits a first "
        "match; "
        '"cmd:COMMAND" is a program of yours.'
    ),
)
@engine_options
@rules_options
@click.option(
    "--seed",
    callback=seed_from,
    help=_("A text that fixes the cards and the bots: the same match again."),
)
@click.option(
    "--save",
    type=click.Path(dir_okay=False),
    callback=text_from,
    help=_("Keep the record in this file instead of among your saved matches."),
)
@click.option("--name", default=N_("Player"), help=_("Your name in the record."))
@screen_options
@click.pass_obj
def play(
    ports: Ports,
    *,
    players: int | None,
    bots: tuple[Bot, ...],
    rules: Rules,
    seed: str | None,
    save: str | None,
    name: str,
    pace: float | None,
    plain: bool,
    suits: Suits | None,
) -> None:
    """Begin a match and play it."""
    seating = _seating(name, players, bots)
    file = None if save is None else _as_path(save)
    with saved_match_errors(save or _("The folder of saved matches")):
        saved = begin_match(ports, seating, rules, seed=seed, name=file)
    shown = screen(plain=plain, suits=suits)
    shown.line(_welcome(seating, rules))
    _play_out(ports, saved, shown, pace)


def _as_path(save: str) -> str:
    """A file's name that the library will not take for an identifier."""
    if not save:
        raise click.BadParameter(_("A file has a name."), param_hint="--save")
    return save if "/" in save or "\\" in save else f"./{save}"


def _seating(name: str, players: int | None, bots: tuple[Bot, ...]) -> Seating:
    if not is_tag_value(name):
        raise click.BadParameter(_("A name holds no control characters."), param_hint="--name")
    if len(name) > LONGEST_NAME:
        said = _("A name has at most {limit} characters.", limit=LONGEST_NAME)
        raise click.BadParameter(said, param_hint="--name")
    others = len(bots) if players is None and bots else (players or 3) - 1
    if others not in (1, 2) or len(bots) > others:
        raise click.UsageError(
            _(
                "You play against one or two: {bots} computer players do not fit {players} seats.",
                bots=len(bots),
                players=others + 1,
            )
        )
    chosen = [*bots, *[(bots or (find_bot(USUAL_BOT),))[-1]] * (others - len(bots))]
    seated = dict(enumerate(chosen, start=2))
    return Seating((name, *BOT_PLAYERS[:others]), seated)


def _welcome(seating: Seating, rules: Rules) -> str:
    opponents = ", ".join(
        _("{name} ({bot})", name=seating.names[seat - 1], bot=clean(bot.name))
        for seat, bot in seating.bots.items()
    )
    if str(rules):
        return _(
            "A match to {target} against {opponents}. House rules: {rules}.",
            target=rules.target,
            opponents=opponents,
            rules=str(rules),
        )
    return _("A match to {target} against {opponents}.", target=rules.target, opponents=opponents)


@click.command(
    help=_(
        "Go on with a saved match, exactly where it stopped.\n\n"
        "MATCH is its name in `cutthroat matches`, or the file that --save named. Without it, the "
        "unfinished match that you touched last."
    )
)
@click.argument("match", required=False)
@click.option(
    "--bot",
    "bots",
    multiple=True,
    type=BotType(),
    help=_('A program that plays in the match, "cmd:COMMAND" as it was: none starts unnamed.'),
)
@engine_options
@screen_options
@click.pass_obj
def resume(
    ports: Ports,
    *,
    match: str | None,
    bots: tuple[Bot, ...],
    pace: float | None,
    plain: bool,
    suits: Suits | None,
) -> None:
    """Take a match up and play it."""
    name = match or unfinished(ports.library)
    if name is None:
        raise click.UsageError(_("There is no unfinished match. Begin one: cutthroat play"))
    with saved_match_errors(name):
        saved = resume_match(ports, name, {str(bot): bot for bot in bots})
        if len(saved.seating.people) != 1:
            saved.log.close()
            raise NotResumable
        if strangers := {str(bot) for bot in bots} - {*map(str, saved.seating.bots.values())}:
            saved.log.close()
            message = _("{bot} does not play in this match", bot=clean(min(strangers)))
            raise click.BadParameter(message, param_hint="'--bot'")
    shown = screen(plain=plain, suits=suits)
    shown.line(_("Match {name}, from where it stopped.", name=clean(name)))
    _play_out(ports, saved, shown, pace)


def _quoted(name: str) -> str:
    """The name of a saved match, or of a bot, as it can be typed at a shell.

    What could steer the terminal is written in ANSI-C quotes, which bash, zsh and ksh read.
    """
    if clean(name) == name:
        return shlex.quote(name)
    return "$'" + "".join(map(_escaped, name)) + "'"


def _escaped(character: str) -> str:
    if character in "\\'" or clean(character) != character:
        return "".join(f"\\x{byte:02x}" for byte in os.fsencode(character))
    return character


def _to_resume(saved: SavedMatch) -> str:
    """What to type after `cutthroat resume`: programs start only if they are named."""
    bots = {str(bot) for bot in saved.seating.bots.values() if isinstance(bot.policy, Engine)}
    words = [_quoted(saved.name), *(f"--bot {_quoted(bot)}" for bot in sorted(bots))]
    if bots and engine_seconds() != USUAL_SECONDS:
        words.append(f"--engine-seconds {engine_seconds():g}")
    return " ".join(words)


def _play_out(ports: Ports, saved: SavedMatch, shown: Screen, pace: float | None) -> None:
    """Play a match until it is over or the person leaves, and close what it needs."""
    try:
        _play_on(saved, shown, pace)
    finally:
        try:
            saved.log.close()
        finally:
            ports.engines.close()


def _play_on(saved: SavedMatch, shown: Screen, pace: float | None) -> None:
    usual = 0.0 if shown.plain else USUAL_PACE
    try:
        you = saved.seating.people[0]
        warming = Warming(saved.rules, len(saved.seating.names), saved.seating.bots.values())
        Session(saved, you, shown, pace=usual if pace is None else pace, warming=warming).play()
    except (Leave, KeyboardInterrupt) as left:
        shown.line()
        shown.line(
            _("The match is saved. Go on with: cutthroat resume {name}", name=_to_resume(saved))
        )
        if isinstance(left, KeyboardInterrupt):
            raise
    except EngineMissing as missing:
        raise click.ClickException(
            _(
                "A strong player needs the compiled engine, which cannot be loaded: {why}. "
                "Play without: cutthroat play --bot easy. This match is saved; once the engine "
                "works, go on with: cutthroat resume {name}",
                why=clean(str(missing)),
                name=_to_resume(saved),
            )
        ) from None
    except OSError as error:
        if isinstance(error, BrokenPipeError):
            raise
        raise click.ClickException(
            _(
                "{place} cannot be written ({why}). What was told is saved: make room, "
                "then cutthroat resume {name}",
                place=clean(saved.log.place),
                why=error.strerror or str(error),
                name=_to_resume(saved),
            )
        ) from None
    else:
        _tell_forfeit(saved, shown)
        shown.line(_("The record of the match: {place}", place=clean(saved.log.place)))
        shown.line(_("Look at it with: cutthroat show {name}", name=_quoted(saved.name)))


def _tell_forfeit(saved: SavedMatch, shown: Screen) -> None:
    """Say why a program could not go on."""
    if saved.table.forfeit is None:
        return
    seat, forfeit = saved.table.forfeit
    name = clean(saved.seating.names[seat - 1])
    why = clean(reason_text(forfeit))
    shown.line(_("{name} forfeited the match: {why}", name=name, why=why))
    if said := str(forfeit.parameters.get("said", "")):
        shown.line(_("It wrote last: {said}", said=clean(said)))
