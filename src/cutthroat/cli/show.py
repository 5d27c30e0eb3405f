"""`cutthroat show`: a record told deal by deal, with all hands open."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace as changed
from pathlib import Path

import click

from cutthroat.cli.console import Screen, Suits, screen, standard_input
from cutthroat.cli.narrator import Narrator
from cutthroat.cli.safe import clean
from cutthroat.cli.saving import saved_match_errors
from cutthroat.core.events import (
    DealStarted,
    Event,
    HandDealt,
    MatchStarted,
)
from cutthroat.core.match import Over, replay
from cutthroat.i18n.catalogue import _
from cutthroat.i18n.telling import Teller
from cutthroat.record.header import Header
from cutthroat.record.read import Record, read_matches
from cutthroat.record.unfinished import given_out
from cutthroat.service.ports import Ports
from cutthroat.service.saved import read_saved


@click.command(
    help=_(
        "Tell what happened in a record, deal by deal.\n\n"
        "FILE is a .smear file, the name of a saved match, or - for standard input. "
        "Every hand is shown, but of a match that you are still playing against bots: there the "
        "hands of the running deal, and of those thrown in, stay hidden."
    )
)
@click.argument("file")
@click.option("--match", "wanted_match", type=click.IntRange(1), help=_("Only the Nth match."))
@click.option("--deal", "wanted_deal", type=click.IntRange(1), help=_("Only deal N."))
@click.option("--plain", is_flag=True, help=_("Plain lines, as for a screen reader."))
@click.option(
    "--suits",
    type=click.Choice(["symbols", "letters", "words"]),
    help=_("How cards are written: A♠, AS, or ace of spades."),
)
@click.pass_obj
def show(
    ports: Ports,
    *,
    file: str,
    wanted_match: int | None,
    wanted_deal: int | None,
    plain: bool,
    suits: Suits | None,
) -> None:
    """Tell the matches of a file."""
    shown = screen(plain=plain, suits=suits)
    told = False
    with saved_match_errors(file):
        for number, record in enumerate(_records(ports, file), start=1):
            if wanted_match in (None, number):
                told |= _tell_match(shown, record, number, wanted_deal)
    if not told:
        raise click.ClickException(_not_found(file, wanted_match, wanted_deal))


def _records(ports: Ports, file: str) -> Iterator[Record]:
    """The matches of a file or of standard input, or a saved match as far as its finished deals."""
    if file == "-":
        yield from map(_open_part, read_matches(standard_input()))
    elif Path(file).exists():
        with Path(file).open("rb") as stream:
            yield from map(_open_part, read_matches(stream))
    else:
        yield _open_part(read_saved(ports.library.read(file)))


def _open_part(record: Record) -> Record:
    """A record less what the person who still plays it against bots has not seen."""
    running = bool(record.events) and not isinstance(replay(record.events).phase, Over)
    seating = {tag.name for tag in record.header.tags if tag.name.startswith("Bot")}
    if running and 0 < len(seating) < record.header.seats:
        return changed(record, events=given_out(record.events))
    return record


def _not_found(file: str, match: int | None, deal: int | None) -> str:
    if deal is not None:
        return _("There is no deal {deal} to show in {file}.", deal=deal, file=clean(file))
    if match is not None:
        return _("There is no match {match} in {file}.", match=match, file=clean(file))
    return _("There is no match in {file}.", file=clean(file))


def _tell_match(shown: Screen, record: Record, number: int, wanted_deal: int | None) -> bool:
    """Tell a match, or one deal of it; whether there was anything to tell."""
    header = record.header
    seats = range(1, header.seats + 1)
    names = tuple(clean(header.value(f"Seat{seat}") or "") for seat in seats)
    told = wanted_deal is None
    if told:
        for line in _title_lines(header, names, number):
            shown.line(line)
    narrator: Narrator | None = None
    deal = 0
    for event in record.events:
        if isinstance(event, MatchStarted):
            narrator = Narrator(shown, Teller(shown, names, None), event)
        elif narrator:
            deal = event.deal if isinstance(event, DealStarted) else deal
            wanted = wanted_deal in (None, deal)
            told |= wanted
            _tell(narrator, event, wanted=wanted)
    return told


def _tell(narrator: Narrator, event: Event, *, wanted: bool) -> None:
    if isinstance(event, HandDealt):
        if wanted:
            trump = narrator.view.trump
            narrator.screen.line(narrator.teller.hand(event.seat, event.hand, trump))
    elif wanted:
        narrator.tell(event)
    else:
        narrator.skip(event)


def _title_lines(header: Header, names: tuple[str, ...], number: int) -> Iterator[str]:
    yield _("Match {number}: {players}", number=number, players=", ".join(names))
    date = header.value("Date")
    if date:
        yield _("Date: {date}", date=clean(date))
    if str(header.rules):
        yield _("House rules: {rules}", rules=str(header.rules))
