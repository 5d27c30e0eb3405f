"""`cutthroat score`: the scorekeeper for a table where real cards are played."""

from __future__ import annotations

import shlex
from contextlib import suppress
from pathlib import Path
from typing import Final

import click
from click.core import ParameterSource

from cutthroat.cli.console import Screen, Suits, screen, standard_input
from cutthroat.cli.options import rules_options, text_from
from cutthroat.cli.safe import clean
from cutthroat.cli.score_ask import Asker, GivenUp, NotUnderstood
from cutthroat.cli.score_book import last_touched, list_sheets, sheet_errors
from cutthroat.cli.score_session import ScoreSession, export_sheet
from cutthroat.cli.score_setup import SetupDialog, checked_names
from cutthroat.cli.session import Leave
from cutthroat.core.rules import Rules
from cutthroat.i18n.catalogue import _
from cutthroat.scorepad.entries import Setup
from cutthroat.service.ports import Entropy, Ports
from cutthroat.service.scorebook import (
    OpenSheet,
    begin_sheet,
    bring_sheet,
    read_sheet,
    record_of,
    take_up,
)

_KEEP_LINES: Final = "\b\n"
"""Tells click to leave the lines of a paragraph as they are."""
_SAMPLE: Final = """\
$ cutthroat score --names "Ana, Ben, Cleo" --dealer ana
Deal 1, Ana deals > ben 3 ana ben - ben
Line 1: Ben bid 3. High: Ana. Low: Ben. Jack: nobody. Game: Ben.
Set: Ben bid 3, won only 2, and loses 3 (R21)."""
_HELP: Final = "\n\n".join(
    (
        _("Keep the score of a table where real cards are played."),
        _(
            "After each deal type who won the auction, with how much, and who has High, Low, Jack"
            " and Game; - is nobody, and what you leave out is asked:"
        ),
        _KEEP_LINES + _SAMPLE,
        _(
            "It tells the scores, who deals next, who may win now and how, and who has won. Any"
            " line can be corrected later, and everything after it is reckoned again; `help` there"
            " tells how. Every line is saved at once: --resume goes on with the sheet that you"
            " touched last, or with SHEET, its name in --list."
        ),
    )
)


@click.command(help=_HELP)
@click.argument("sheet", required=False, callback=text_from)
@click.option("--names", callback=text_from, help=_('Who plays, clockwise: "Ana, Ben, Cleo".'))
@rules_options
@click.option("--dealer", callback=text_from, help=_("Who deals first: a name, a seat, or draw."))
@click.option("--resume", is_flag=True, help=_("Go on with a sheet, exactly where you left it."))
@click.option("--list", "listing", is_flag=True, help=_("List your sheets, and do nothing else."))
@click.option(
    "--import",
    "record",
    metavar="FILE",
    callback=text_from,
    help=_("Begin a sheet with the matches of a .smear file; - is standard input."),
)
@click.option(
    "--export",
    "file",
    metavar="FILE",
    callback=text_from,
    help=_("Write a sheet as a .smear file, and do nothing else; - is standard output."),
)
@click.option("--plain", is_flag=True, help=_("Plain lines, as for a screen reader."))
@click.option(
    "--suits",
    type=click.Choice(["symbols", "letters", "words"]),
    help=_("How cards are written: A♠, AS, or ace of spades."),
)
@click.pass_context
def score(
    context: click.Context,
    *,
    sheet: str | None,
    names: str | None,
    rules: Rules,
    dealer: str | None,
    resume: bool,
    listing: bool,
    record: str | None,
    file: str | None,
    plain: bool,
    suits: Suits | None,
) -> None:
    """Begin a sheet, or take one up, and write on it."""
    shown = screen(plain=plain, suits=suits)
    _check_wishes(context)
    ports: Ports = context.obj
    asker = Asker(shown)
    if listing:
        list_sheets(shown, ports.sheets)
    elif file is not None:
        _export(ports, asker, sheet or last_touched(ports.sheets), file)
    elif resume or sheet is not None:
        name = sheet or last_touched(ports.sheets)
        with sheet_errors(name):
            opened = take_up(ports, name)
        shown.line(_("Sheet {name}, from where it stopped.", name=clean(name)))
        _keep_score(opened, shown, ports.entropy)
    elif record is not None:
        with sheet_errors(record):
            opened = bring_sheet(ports, _bytes_of(record))
        _keep_score(opened, shown, ports.entropy)
    else:
        dialog = SetupDialog(asker, ports.entropy)
        try:
            setup = _setup(context, dialog, names=names, rules=rules, dealer=dealer)
        except (Leave, GivenUp, KeyboardInterrupt) as left:
            shown.line(_("No sheet was begun."))
            if isinstance(left, KeyboardInterrupt):
                raise
            return
        with sheet_errors(_("The folder of sheets")):
            opened = begin_sheet(ports, setup)
        _keep_score(opened, shown, ports.entropy)


def _given(context: click.Context, *options: str) -> list[str]:
    """Those of the options that were given."""
    usual = (ParameterSource.DEFAULT, None)
    return [name for name in options if context.get_parameter_source(name) not in usual]


def _check_wishes(context: click.Context) -> None:
    """See that what is wanted goes together.

    Raises UsageError.
    """
    wishes = _given(context, "listing", "file", "resume", "record", "sheet")
    is_with_sheet = wishes in (["file", "sheet"], ["resume", "sheet"])
    if len(wishes) > 1 and not is_with_sheet:
        raise click.UsageError(
            _(
                "Choose one of --resume, --list, --import and --export; SHEET goes with the first"
                " and the last."
            )
        )
    if wishes and _given(context, "names", "dealer", "preset_name", "rules_texts"):
        raise click.UsageError(
            _(
                "--names, --dealer, --preset and --rules are for a new sheet; type setup on one"
                " that is there."
            )
        )


def _setup(
    context: click.Context,
    dialog: SetupDialog,
    *,
    names: str | None,
    rules: Rules,
    dealer: str | None,
) -> Setup:
    """Who plays, by which rules, and who deals first; what was not said is asked.

    Raises BadParameter, Leave, GivenUp.
    """
    try:
        players = dialog.names() if names is None else checked_names(names)
    except NotUnderstood as error:
        raise click.BadParameter(error.sentence, param_hint="--names") from None
    if names is None and not _given(context, "preset_name", "rules_texts"):
        rules = dialog.rules()
    try:
        first = dialog.dealer(players) if dealer is None else dialog.dealer_of(dealer, players)
    except NotUnderstood as error:
        raise click.BadParameter(error.sentence, param_hint="--dealer") from None
    return Setup(players, rules, first)


def _bytes_of(record: str) -> bytes:
    """The record to be brought in.

    Raises OSError.
    """
    return standard_input().read() if record == "-" else Path(record).read_bytes()


def _export(ports: Ports, asker: Asker, name: str, file: str) -> None:
    with sheet_errors(name):
        found = read_sheet(ports.sheets.read(name))
    if file == "-":
        click.echo(record_of(found), nl=False)
        return
    try:
        export_sheet(asker, found, file)
    except NotUnderstood as error:
        raise click.ClickException(error.sentence) from None
    except (Leave, GivenUp):
        raise click.ClickException(_("Nothing was written.")) from None


def _keep_score(opened: OpenSheet, shown: Screen, entropy: Entropy) -> None:
    name = shlex.quote(clean(opened.name))
    try:
        ScoreSession(opened, shown, entropy).run()
    except (Leave, KeyboardInterrupt) as left:
        shown.line()
        shown.line(_("The sheet is saved. Go on with: cutthroat score --resume {name}", name=name))
        if isinstance(left, KeyboardInterrupt):
            raise
    except OSError as error:
        if isinstance(error, BrokenPipeError):
            raise
        raise click.ClickException(
            _(
                "{place} cannot be written ({why}). All is saved but the last line: make room, then"
                " cutthroat score --resume {name}",
                place=opened.place,
                why=error.strerror or str(error),
                name=name,
            )
        ) from None
    finally:
        # What could not be written was told; closing tries, and fails, once more.
        with suppress(OSError):
            opened.close()
