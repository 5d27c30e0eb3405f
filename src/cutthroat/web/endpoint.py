"""One address of the API: what it takes, what it answers, and the way a request goes."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

import msgspec
import structlog
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from cutthroat.core.errors import CutthroatError
from cutthroat.service.tables.ports import BotFailed, StoreUnavailable
from cutthroat.web.metrics import ANSWERS
from cutthroat.web.problems import Denied, WebReason, problem, request_id
from cutthroat.web.shapes import Nothing
from cutthroat.web.site import RAW_HEADERS, Site

BODY_LIMIT: Final = 16_384
"""Bytes of the largest request: a table with all its settings is a tenth of that."""

HEADERS: Final = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}

_BODY_TIME: Final = 5
"""Seconds in which the whole of a request must come."""

_RAW_HEADERS: Final = [(name.lower().encode(), value.encode()) for name, value in HEADERS.items()]

_log = structlog.get_logger()

Handler = Callable[[Site, Request, Any], Awaitable[Response]]
"""Answers a request; the third argument is its body, decoded."""


@dataclass(frozen=True)
class Endpoint:
    """An address and method of the API.

    path: with `{table}` and the like for what varies.
    summary: one line for the API's description.
    takes: the type of the body, None for no body.
    gives: the type of the answer, by status, or the media type of one that is no JSON.
    refusals: the statuses of refusals, besides those that any request may meet.
    parameters: queries and headers that it looks at, as OpenAPI describes them.
    """

    method: str
    path: str
    summary: str
    handler: Handler
    takes: type[msgspec.Struct] | None = None
    gives: Mapping[int, type[msgspec.Struct] | str] = field(default_factory=dict)
    refusals: tuple[int, ...] = ()
    parameters: tuple[dict[str, object], ...] = ()


async def _all_of(receive: Receive) -> bytes:
    """The whole body of a request.

    Raises Denied for a large one, ClientDisconnect if it breaks off.
    """
    data = bytearray()
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise ClientDisconnect
        data += message.get("body", b"")
        if len(data) > BODY_LIMIT:
            raise Denied(WebReason.TOO_LARGE, limit=BODY_LIMIT)
        if not message.get("more_body", False):
            return bytes(data)


def refuse(error: CutthroatError) -> Response:
    """The answer to a request that no endpoint takes."""
    response = problem(error, request_id())
    _dress(response)
    return response


def _dress(response: Response) -> None:
    """Give an answer the headers that all have."""
    response.raw_headers.extend(_RAW_HEADERS)


class Answerer:
    """Runs the requests of one endpoint, and sees that whatever goes wrong has an answer."""

    def __init__(self, site: Site, endpoint: Endpoint) -> None:
        self._site = site
        self._endpoint = endpoint
        self._decoder = msgspec.json.Decoder(endpoint.takes or Nothing)
        self._answers: dict[int, Any] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        started = time.perf_counter()
        try:
            response = await self._answer(Request(scope, receive, send))
        except ClientDisconnect:
            return
        _dress(response)
        self._count(response.status_code, time.perf_counter() - started)
        scope.pop(RAW_HEADERS, None)  # a stream lasts for hours, and needs them no more
        await response(scope, receive, send)

    async def _answer(self, request: Request) -> Response:
        """The answer, or what is said instead."""
        try:
            return await self._response(request)
        except ClientDisconnect:
            raise
        except (CutthroatError, StoreUnavailable, BotFailed) as error:
            identifier = request_id()
            response = problem(error, identifier)
            if response.status_code == 429:
                await self._site.limits.slow_down()
            if response.status_code >= 500:
                _log.warning("unavailable", id=identifier, path=self._endpoint.path)
            return response
        except Exception as error:  # noqa: BLE001  # whatever it is, the caller gets an answer
            identifier = request_id()
            _log.exception("fault", id=identifier, path=self._endpoint.path)
            return problem(error, identifier)

    async def _response(self, request: Request) -> Response:
        if self._endpoint.method == "GET":
            return await self._endpoint.handler(self._site, request, None)
        self._site.check_origin(request)
        body = await self._body(request)
        return await self._endpoint.handler(self._site, request, body)

    async def _body(self, request: Request) -> msgspec.Struct:
        try:
            async with asyncio.timeout(_BODY_TIME):
                data = await _all_of(request.receive)
        except TimeoutError:
            raise Denied(WebReason.TOO_SLOW, seconds=_BODY_TIME) from None
        if not data.strip():
            data = b"{}"
        try:
            return self._decoder.decode(data)
        except msgspec.ValidationError as error:
            raise Denied(WebReason.BAD_FIELD, detail=str(error)) from None
        except (msgspec.DecodeError, RecursionError) as error:
            raise Denied(WebReason.NOT_JSON, detail=str(error)) from None

    def _count(self, status: int, seconds: float) -> None:
        counted = self._answers.get(status)
        if counted is None:
            path, method = self._endpoint.path, self._endpoint.method
            counted = self._answers[status] = ANSWERS.labels(method, path, str(status))
        counted.observe(seconds)
