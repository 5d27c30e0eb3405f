"""The way that every request goes: answered, refused or failed, never left without an answer."""

from __future__ import annotations

import asyncio
import time
from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any, Final

import structlog
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from cutthroat.core.errors import CutthroatError
from cutthroat.service.tables.ports import BotFailed, PersonGone, StoreUnavailable
from cutthroat.web.metrics import ANSWERS
from cutthroat.web.problems import Denied, WebReason, request_id
from cutthroat.web.site import RAW_HEADERS, Site

BODY_LIMIT: Final = 16_384
"""Bytes of the largest usual request: a table with all its settings is a tenth of that."""
_BODY_TIME: Final = 5
"""Seconds in which the whole of a usual request must come."""
_SLOWEST: Final = 16_384
"""Bytes a second at which a larger one must come."""

_log = structlog.get_logger()


async def body_of(request: Request, limit: int = BODY_LIMIT) -> bytes:
    """The whole body of a request.

    limit: the most bytes that it may have.
    Raises Denied for a large or slow one, ClientDisconnect if it breaks off.
    """
    seconds = _BODY_TIME + (limit - BODY_LIMIT) // _SLOWEST
    try:
        async with asyncio.timeout(seconds):
            return await _all_of(request.receive, limit)
    except TimeoutError:
        raise Denied(WebReason.TOO_SLOW, seconds=seconds) from None


async def _all_of(receive: Receive, limit: int) -> bytes:
    data = bytearray()
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise ClientDisconnect
        data += message.get("body", b"")
        if len(data) > limit:
            raise Denied(WebReason.TOO_LARGE, limit=limit)
        if not message.get("more_body", False):
            return bytes(data)


class Answerer(ABC):
    """Runs the requests of one address, and sees that whatever goes wrong has an answer."""

    def __init__(self, site: Site, method: str, path: str, headers: Mapping[str, str]) -> None:
        """Answer for an address; `headers` are what each of its answers has."""
        self._site = site
        self._method = method
        self._path = path
        self._headers = raw(headers)
        self._answers: dict[int, Any] = {}

    @abstractmethod
    async def respond(self, request: Request) -> Response:
        """The answer to a request."""

    @abstractmethod
    def problem(self, request: Request, error: Exception, identifier: str) -> Response:
        """What is said instead of an answer.

        identifier: what the log calls it.
        """

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        started = time.perf_counter()
        try:
            response = await self._answer(Request(scope, receive, send))
        except ClientDisconnect:
            return
        response.raw_headers.extend(self._headers)
        self._count(response.status_code, time.perf_counter() - started)
        scope.pop(RAW_HEADERS, None)  # a stream lasts for hours, and needs them no more
        await response(scope, receive, send)

    async def _answer(self, request: Request) -> Response:
        """The answer, or what is said instead."""
        try:
            if self._method != "GET":
                self._site.check_origin(request)
            return await self.respond(request)
        except ClientDisconnect:
            raise
        except (CutthroatError, StoreUnavailable, BotFailed, PersonGone) as error:
            identifier = request_id()
            response = self.problem(request, error, identifier)
            if response.status_code == 429:
                await self._site.limits.slow_down()
            if response.status_code >= 500:
                _log.warning("unavailable", id=identifier, path=self._path)
            return response
        except Exception as error:  # noqa: BLE001  # whatever it is, the caller gets an answer
            identifier = request_id()
            _log.exception("fault", id=identifier, path=self._path)
            return self.problem(request, error, identifier)

    def _count(self, status: int, seconds: float) -> None:
        counted = self._answers.get(status)
        if counted is None:
            counted = self._answers[status] = ANSWERS.labels(self._method, self._path, str(status))
        counted.observe(seconds)


def raw(headers: Mapping[str, str]) -> list[tuple[bytes, bytes]]:
    """Headers as they go out."""
    return [(name.lower().encode(), value.encode()) for name, value in headers.items()]
