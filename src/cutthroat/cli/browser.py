"""Having the user's browser open an address."""

from __future__ import annotations

import threading
import webbrowser
from contextlib import suppress

import click

from cutthroat.i18n.catalogue import _


def open_browser(address: str) -> None:
    """Open a browser at a server of this machine, or say what to do where there is none.

    A browser for the terminal is waited for.
    """
    here = from_here(address)
    if not _open(here):
        said = _(
            "No browser could be opened. Open this address in a browser on this machine: {address}",
            address=here,
        )
        click.echo(said)


def open_browser_beside(address: str) -> threading.Thread:
    """Do the same while the caller goes on: the browser may want an answer before it is waited for.

    The thread ends with the process.
    """

    def work() -> None:
        with suppress(OSError):  # nobody reads any more what would be said
            open_browser(address)

    thread = threading.Thread(target=work, name="browser", daemon=True)
    thread.start()
    return thread


def from_here(address: str) -> str:
    """The address of a server for this machine: browsers do not go to that of all networks."""
    return address.replace("//0.0.0.0:", "//127.0.0.1:").replace("//[::]:", "//[::1]:")


def _open(address: str) -> bool:
    try:
        return webbrowser.open(address)
    except webbrowser.Error:
        return False
