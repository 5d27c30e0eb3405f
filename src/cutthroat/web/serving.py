"""Running the server until it is told to stop."""

from __future__ import annotations

import asyncio
import logging
import socket
import sys
from collections.abc import Callable
from contextlib import suppress
from types import FrameType
from typing import Final

import structlog
import uvicorn
from itsdangerous import Signer
from structlog.tracebacks import ExceptionDictTransformer
from structlog.typing import Processor

from cutthroat.service.ports import ServerOptions
from cutthroat.service.sheets.desk import Desk
from cutthroat.service.tables.hall import Hall
from cutthroat.service.tables.kept import KeptRecords
from cutthroat.service.tables.people import People
from cutthroat.web.application import application
from cutthroat.web.doors import Doors
from cutthroat.web.limits import Limits
from cutthroat.web.site import Site

_KEEP_ALIVE: Final = 75
"""Seconds that a line may be silent between two requests: a player thinks for some."""
_SHUTDOWN: Final = 10
"""Seconds that requests may take to end when the server stops."""


class _Server(uvicorn.Server):
    """A server that ends its streams first when it is told to stop."""

    def __init__(
        self,
        config: uvicorn.Config,
        *,
        after_startup: Callable[[], None],
        before_shutdown: Callable[[], None],
    ) -> None:
        super().__init__(config)
        self._after_startup = after_startup
        self._before_shutdown = before_shutdown

    async def take(self, listening: socket.socket) -> asyncio.AbstractServer:
        """Take the requests of another socket too. Its lines end with all others."""

        def line() -> asyncio.Protocol:
            """What uvicorn's own startup makes for each line."""
            made: asyncio.Protocol = self.config.http_protocol_class(  # type: ignore[call-arg]  # a name or a class
                config=self.config,
                server_state=self.server_state,
                app_state=self.lifespan.state,
            )
            return made

        loop = asyncio.get_running_loop()
        return await loop.create_server(line, sock=listening, backlog=self.config.backlog)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Take requests, and say so."""
        await super().startup(sockets)
        if self.started:
            self._after_startup()

    def handle_exit(self, _signal: int, _frame: FrameType | None) -> None:
        """Take a signal as the word to end; a second one changes nothing.

        Uvicorn would leave out half of the end at a second Ctrl-C, and raise the signal again
        afterwards, which would end the process before its files are closed.
        """
        self.should_exit = True

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End streams, then requests, then the application."""
        self._before_shutdown()
        await super().shutdown(sockets)


async def serve(
    hall: Hall,
    people: People,
    records: KeptRecords,
    desk: Desk,
    options: ServerOptions,
    *,
    key: bytes,
    listening: socket.socket,
    ready: Callable[[], None],
) -> None:
    """Serve until SIGTERM or Ctrl-C.

    key: signs the cookies. listening: where requests come in. ready: called when they are taken.
    """

    async def take(another: socket.socket) -> asyncio.AbstractServer:
        return await server.take(another)

    doors = Doors(options, listening.getsockname()[:2], take)
    site = Site(
        hall=hall,
        people=people,
        records=records,
        desk=desk,
        limits=Limits(),
        signer=Signer(key, salt="device"),
        options=options,
        doors=doors,
    )
    config = uvicorn.Config(
        application(site),
        log_config=None,
        ws="none",
        access_log=False,
        server_header=False,
        root_path=options.root_path,
        proxy_headers=bool(options.proxies),
        forwarded_allow_ips=options.proxies,
        timeout_keep_alive=_KEEP_ALIVE,
        timeout_graceful_shutdown=_SHUTDOWN,
        h11_max_incomplete_event_size=16_384,
    )

    def end() -> None:
        doors.close()
        hall.end_streams()
        desk.end_streams()

    server = _Server(config, after_startup=ready, before_shutdown=end)
    await server.serve([listening])


class _Logger(structlog.PrintLogger):
    """Writes to standard error. What that does not take is lost, and nothing else with it.

    Its file may lie on the very disk whose being full is to be told.
    """

    def msg(self, message: str) -> None:
        """Write a line, or do not."""
        with suppress(OSError):
            super().msg(message)

    log = debug = info = warn = warning = msg
    fatal = failure = err = error = critical = exception = msg


def _logger(*_names: object) -> _Logger:
    return _Logger(sys.stderr)


def set_up_logs() -> None:
    """One line of JSON an event, on standard error; no request body, token or address of one."""
    begins: list[Processor] = [
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    ends: list[Processor] = [
        # Without the values of variables: among them are tokens, secrets and cards.
        structlog.processors.ExceptionRenderer(ExceptionDictTransformer(show_locals=False)),
        structlog.processors.JSONRenderer(),
    ]
    structlog.configure(
        processors=[*begins, *ends], logger_factory=_logger, cache_logger_on_first_use=True
    )
    handler = logging.StreamHandler(sys.stderr)
    without_marks = structlog.stdlib.ProcessorFormatter.remove_processors_meta
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=begins, processors=[without_marks, *ends]
        )
    )
    logging.basicConfig(handlers=[handler], level=logging.WARNING)
    # Its warnings are about requests that are none: anybody could fill the disk with them.
    logging.getLogger("uvicorn.error").setLevel(logging.ERROR)
