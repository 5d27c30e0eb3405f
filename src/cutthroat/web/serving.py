"""Running the server until it is told to stop."""

from __future__ import annotations

import logging
import socket
import sys
from collections.abc import Callable
from typing import Final

import structlog
import uvicorn
from itsdangerous import Signer

from cutthroat.service.ports import ServerOptions
from cutthroat.service.tables.hall import Hall
from cutthroat.service.tables.people import People
from cutthroat.web.application import application
from cutthroat.web.limits import Limits
from cutthroat.web.site import Site

_SHUTDOWN: Final = 10
"""Seconds that requests may take to end when the server stops."""


class _Server(uvicorn.Server):
    """A server that ends its streams first when it is told to stop."""

    def __init__(self, config: uvicorn.Config, before_shutdown: Callable[[], None]) -> None:
        super().__init__(config)
        self._before_shutdown = before_shutdown

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End streams, then requests, then the application."""
        self._before_shutdown()
        await super().shutdown(sockets)


async def serve(
    hall: Hall,
    people: People,
    key: bytes,
    options: ServerOptions,
    listening: socket.socket,
) -> None:
    """Serve until SIGTERM or Ctrl-C.

    key: signs the cookies. listening: where requests come in.
    """
    site = Site(
        hall=hall,
        people=people,
        limits=Limits(),
        signer=Signer(key, salt="device"),
        options=options,
    )
    config = uvicorn.Config(
        application(site),
        log_config=None,
        access_log=False,
        server_header=False,
        root_path=options.root_path,
        proxy_headers=bool(options.proxies),
        forwarded_allow_ips=options.proxies,
        timeout_graceful_shutdown=_SHUTDOWN,
        h11_max_incomplete_event_size=16_384,
    )
    await _Server(config, hall.end_streams).serve([listening])


def listen(host: str, port: int) -> socket.socket:
    """A socket that takes requests.

    Raises OSError if the address cannot be had.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    found = socket.getaddrinfo(host, port, family, socket.SOCK_STREAM)[0]
    listening = socket.socket(found[0], found[1])
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(found[4])
        listening.listen(1024)
    except BaseException:
        listening.close()
        raise
    return listening


def set_up_logs() -> None:
    """One line of JSON an event, on standard error; no request body, token or address of one."""
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.dict_tracebacks,
            structlog.processors.JSONRenderer(),
        ],
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        cache_logger_on_first_use=True,
    )
    logging.basicConfig(stream=sys.stderr, level=logging.WARNING)
