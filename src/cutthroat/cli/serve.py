"""`cutthroat serve`: tables for people and programs, over HTTP."""

from __future__ import annotations

import webbrowser
from collections.abc import Callable
from typing import Any, Final, TypeVar

import click

from cutthroat.i18n.catalogue import _
from cutthroat.i18n.reasons import reason_text
from cutthroat.service.ports import CannotServe, Ports, ServerOptions

Command = TypeVar("Command", bound=Callable[..., object])
_USUAL: Final = ServerOptions()


def _option(name: str, help_text: str, **more: Any) -> Callable[[Command], Command]:  # noqa: ANN401  # as click has it
    """An option that can also come from the environment."""
    variable = "CUTTHROAT_" + name.removeprefix("--").split("/")[0].upper().replace("-", "_")
    return click.option(name, help=help_text, envvar=variable, show_envvar=True, **more)


@click.command(
    help=_(
        "Serve tables where people and programs play.\n\n"
        "The server speaks HTTP; docs/api.md tells how to play with it, and docs/hosting.md how"
        " to run it for others. It ends with Ctrl-C or SIGTERM; every match goes on where it was"
        " when it starts again."
    )
)
@_option(
    "--host",
    _("Where to listen; 0.0.0.0 lets other machines in."),
    default=_USUAL.host,
    show_default=True,
)
@_option(
    "--port",
    _("The port to listen at; 0 takes any that is free."),
    type=click.IntRange(0, 65_535),
    default=_USUAL.port,
    show_default=True,
)
@_option(
    "--database",
    _(
        "Where tables are kept: sqlite:///FILE or postgresql://USER@HOST/NAME. By default a file"
        " in your own data folder."
    ),
    metavar="URL",
)
@_option(
    "--public-url",
    _("How people reach the server, where a proxy stands before it."),
    metavar="URL",
)
@_option(
    "--root-path",
    _("The part of the path that a proxy takes away."),
    default=_USUAL.root_path,
    metavar="PATH",
)
@_option(
    "--proxies",
    _("Addresses of proxies, with commas: what they say of a client's address is believed."),
    default=_USUAL.proxies,
    metavar="ADDRESSES",
)
@_option(
    "--metrics-key",
    _("Lets whoever has this key read /metrics; otherwise only this machine may."),
    metavar="KEY",
)
@_option(
    "--bot-seconds",
    _("How long a bot's move takes at least, so that its speed tells nothing."),
    type=click.FloatRange(0, 60),
    default=_USUAL.bot_seconds,
    show_default=True,
)
@_option(
    "--bot-processes",
    _("How many bots think at once."),
    type=click.IntRange(1, 64),
    default=_USUAL.bot_processes,
    show_default=True,
)
@_option(
    "--browser/--no-browser",
    _("Open the address in a browser, or do not."),
    default=False,
    show_default=True,
)
@click.pass_obj
def serve(ports: Ports, /, *, browser: bool, **options: Any) -> None:  # noqa: ANN401  # as given above
    """Run a server."""

    def ready(address: str) -> None:
        click.echo(_("Serving at {address}; Ctrl-C ends it.", address=address))
        if browser:
            webbrowser.open(address)

    try:
        ports.serve(ServerOptions(**options), ready)
    except CannotServe as error:
        raise click.ClickException(reason_text(error)) from None
