"""`cutthroat` without a command: a server and the browser, for somebody at home."""

from __future__ import annotations

import json
import time
from dataclasses import replace
from http.client import HTTPConnection, HTTPException
from typing import Final
from urllib.parse import urlsplit

import click

from cutthroat.cli.browser import from_here, open_browser
from cutthroat.cli.serve import say, say_and_open, serve
from cutthroat.i18n.catalogue import _
from cutthroat.i18n.reasons import reason_text
from cutthroat.service.ports import CannotServe, Ports, Ready, ServeReason, ServerOptions

_TAKEN: Final = {ServeReason.DATABASE_IN_USE, ServeReason.CANNOT_LISTEN}
"""What there may be a running server of ours behind."""
_ANSWER: Final = 2.0
"""Seconds that another program may take to answer."""
_BEGINNING: Final = 3.0
"""Seconds that a server may need from having its database to taking requests."""


def start(context: click.Context, ports: Ports) -> None:
    """Serve as `cutthroat serve --browser` does, or open the browser at the server that runs.

    Raises ClickException if there is neither.
    """
    wishes = serve.make_context("serve", [], parent=context, default_map={"browser": True}).params
    browser = wishes.pop("browser")
    options = ServerOptions(**wishes)
    ready = say_and_open if browser else say
    try:
        ports.serve(options, ready)
    except CannotServe as error:
        refused = error
    else:
        return
    if refused.reason in _TAKEN and _runs_already(options, refused):
        address = from_here(options.address(options.port))
        click.echo(_("A server runs already: {address}", address=address))
        if browser:
            open_browser(address)
    elif refused.reason is ServeReason.CANNOT_LISTEN:
        _serve_elsewhere(ports, options, ready, refused)
    else:
        raise click.ClickException(reason_text(refused))


def _serve_elsewhere(ports: Ports, options: ServerOptions, ready: Ready, why: CannotServe) -> None:
    """Serve at any free port.

    why: what was wrong with the port that was wanted.
    """

    def ready_elsewhere(address: str) -> None:
        said = _(
            "Port {port} cannot be had: {why}. A free one is taken instead.",
            port=options.port,
            why=why.parameters["why"],
        )
        click.echo(said)
        ready(address)

    try:
        ports.serve(replace(options, port=0), ready_elsewhere)
    except CannotServe:
        # The port was not what is wrong.
        raise click.ClickException(reason_text(why)) from None


def _runs_already(options: ServerOptions, refused: CannotServe) -> bool:
    """Whether a server of ours answers at the port, or does so after a moment.

    Who has the database may be about to take the port, as after a double click.
    """
    ends = time.monotonic()
    if refused.reason is ServeReason.DATABASE_IN_USE:
        ends += _BEGINNING
    while not (answers := _answers(options)) and time.monotonic() < ends:
        time.sleep(0.2)
    return answers


def _answers(options: ServerOptions) -> bool:
    """Whether a server of ours answers at the port, asked directly and through no proxy."""
    url = urlsplit(from_here(replace(options, public_url=None).address(options.port)))
    line = HTTPConnection(url.hostname or "", url.port, timeout=_ANSWER)
    try:
        line.request("GET", "/healthz")
        answer = line.getresponse()
        return answer.status == 200 and json.loads(answer.read(100)) == {"status": "ok"}
    except (OSError, HTTPException, ValueError):
        return False
    finally:
        line.close()
