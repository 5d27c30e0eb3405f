"""The doors of a server that has no sockets."""

from __future__ import annotations

import asyncio
import socket

from cutthroat.service.ports import ServerOptions
from cutthroat.web.doors import Doors


def doors_without_server(options: ServerOptions) -> Doors:
    """Doors that cannot be opened."""
    return Doors(options, (options.host, options.port), _no_server)


async def _no_server(listening: socket.socket) -> asyncio.AbstractServer:
    raise OSError("no server is here to listen")
