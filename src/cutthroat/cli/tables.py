"""`cutthroat tables`: what an operator does to the tables of a server that is stopped."""

from __future__ import annotations

import click

from cutthroat.cli.options import database_option
from cutthroat.cli.safe import clean
from cutthroat.core.errors import CutthroatError
from cutthroat.i18n.catalogue import _
from cutthroat.i18n.reasons import reason_text
from cutthroat.service.ports import CloseTable, ForgetPerson, Operation, Ports, Sure


@click.group(
    help=_(
        "Look after the tables of a server of yours.\n\n"
        "Stop the server first, and give the same database as `cutthroat serve` has."
    )
)
def tables() -> None:
    """The command that the others belong to."""


@tables.command(
    help=_(
        "Close a table for good.\n\n"
        "A match that runs there ends without a winner, and the secrets of the deals are shown."
    )
)
@click.argument("table", metavar="TABLE")
@database_option
@click.pass_obj
def close(ports: Ports, *, table: str, database: str | None) -> None:
    """Close a table."""
    _operate(ports, CloseTable(table=table, database=database), _always)
    click.echo(_("The table {table} is closed.", table=clean(table)))


@tables.command(
    help=_(
        "Delete all data of the person who sits in a seat.\n\n"
        "Their name goes from every table and record, what opens their seats goes, and a match"
        " that runs goes on with a bot. It cannot be undone."
    )
)
@click.argument("table", metavar="TABLE")
@click.argument("seat", metavar="SEAT", type=click.IntRange(1, 3))
@click.option("--yes", is_flag=True, help=_("Do not ask whether it is the right person."))
@database_option
@click.pass_obj
def forget(ports: Ports, *, table: str, seat: int, yes: bool, database: str | None) -> None:
    """Delete the data of a person."""

    def sure(name: str) -> bool:
        return click.confirm(
            _(
                "{name} sits in seat {seat}. Delete all data of this person, at all tables?",
                name=clean(name),
                seat=seat,
            )
        )

    asked = ForgetPerson(table=table, seat=seat, database=database)
    if not _operate(ports, asked, _always if yes else sure):
        raise click.ClickException(_("nothing was deleted"))
    click.echo(_("All data of the person in seat {seat} were deleted.", seat=seat))


def _always(_name: str) -> bool:
    return True


def _operate(ports: Ports, operation: Operation, sure: Sure) -> bool:
    """Have it done.

    Raises ClickException for what cannot be done.
    """
    try:
        return ports.operate(operation, sure)
    except CutthroatError as error:
        raise click.ClickException(clean(reason_text(error))) from None
