"""`cutthroat serve`: tables for people and programs, over HTTP."""

from __future__ import annotations

from ipaddress import ip_network
from typing import Any, Final
from urllib.parse import urlsplit

import click

from cutthroat.cli.browser import open_browser_beside
from cutthroat.cli.options import NumberRange, database_option, variable_option
from cutthroat.i18n.catalogue import _
from cutthroat.i18n.reasons import reason_text
from cutthroat.service.ports import CannotServe, Ports, ServerOptions

_USUAL: Final = ServerOptions()


def _address(_context: click.Context, _option: click.Parameter, text: str | None) -> str | None:
    """An address that people can reach, without a slash at its end."""
    if text is None:
        return None
    try:
        parts = urlsplit(text)
    except ValueError:
        parts = urlsplit("")
    if parts.scheme not in ("http", "https") or not parts.netloc or parts.query or parts.fragment:
        raise click.BadParameter(_("write it as https://HOST or https://HOST/PATH"))
    return text.rstrip("/")


def _path(_context: click.Context, _option: click.Parameter, text: str) -> str:
    """A part of a path: a slash before it and none after it."""
    if text.strip("/") and not text.startswith("/"):
        raise click.BadParameter(_("write it with a slash before it, as /cards"))
    return text.rstrip("/")


def _networks(_context: click.Context, _option: click.Parameter, text: str) -> str:
    """Addresses and networks; a name would never be that of a client."""
    if text.strip() == "*":
        return "*"
    found = [one.strip() for one in text.split(",") if one.strip()]
    for one in found:
        try:
            ip_network(one)
        except ValueError:
            said = _('"{text}" is no address and no network, such as 10.0.0.0/8', text=one)
            raise click.BadParameter(said) from None
    return ",".join(found)


def say(address: str) -> None:
    """Say where the server is."""
    click.echo(_("Serving at {address}; Ctrl-C ends it.", address=address))


def say_and_open(address: str) -> None:
    """Say where the server is, and open a browser there."""
    say(address)
    open_browser_beside(address)


@click.command(
    help=_(
        "Serve tables where people and programs play.\n\n"
        "The server speaks HTTP; docs/api.md tells how to play with it, and docs/hosting.md how"
        " to run it for others. It ends with Ctrl-C or SIGTERM; every match goes on where it was"
        " when it starts again."
    )
)
@variable_option(
    "--host",
    _("Where to listen; 0.0.0.0 lets other machines in."),
    default=_USUAL.host,
    show_default=True,
)
@variable_option(
    "--port",
    _("The port to listen at; 0 takes any that is free."),
    type=click.IntRange(0, 65_535),
    default=_USUAL.port,
    show_default=True,
)
@database_option
@variable_option(
    "--public-url",
    _("How people reach the server, where a proxy stands before it."),
    callback=_address,
    metavar="URL",
)
@variable_option(
    "--root-path",
    _("The part of the path that a proxy takes away."),
    default=_USUAL.root_path,
    callback=_path,
    metavar="PATH",
)
@variable_option(
    "--proxies",
    _("Addresses of proxies, with commas: what they say of a client's address is believed."),
    default=_USUAL.proxies,
    callback=_networks,
    metavar="ADDRESSES",
)
@variable_option(
    "--metrics-key",
    _("Lets whoever has this key read /metrics; otherwise only this machine may."),
    metavar="KEY",
)
@variable_option(
    "--bot-seconds",
    _("How long a bot's move takes at least, so that its speed tells nothing."),
    type=NumberRange(0, 60),
    default=_USUAL.bot_seconds,
    show_default=True,
)
@variable_option(
    "--bot-processes",
    _("How many bots think at once."),
    type=click.IntRange(1, 64),
    default=_USUAL.bot_processes,
    show_default=True,
)
@variable_option(
    "--browser/--no-browser",
    _("Open the address in a browser, or do not."),
    default=False,
    show_default=True,
)
@click.pass_obj
def serve(ports: Ports, /, *, browser: bool, **options: Any) -> None:  # noqa: ANN401  # as given above
    """Run a server."""
    try:
        ports.serve(ServerOptions(**options), say_and_open if browser else say)
    except CannotServe as error:
        raise click.ClickException(reason_text(error)) from None
