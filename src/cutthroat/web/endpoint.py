"""One address of the API: what it takes, and what it answers."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from cutthroat.core.errors import CutthroatError
from cutthroat.web.answering import Answerer, body_of, raw
from cutthroat.web.problems import Denied, WebReason, problem, request_id
from cutthroat.web.shapes import Nothing
from cutthroat.web.site import Site

HEADERS: Final = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}

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


def refuse(error: CutthroatError) -> Response:
    """The answer to a request that no endpoint takes."""
    response = problem(error, request_id())
    response.raw_headers.extend(raw(HEADERS))
    return response


class ApiAnswerer(Answerer):
    """Runs the requests of one endpoint."""

    def __init__(self, site: Site, endpoint: Endpoint) -> None:
        super().__init__(site, endpoint.method, endpoint.path, HEADERS)
        self._endpoint = endpoint
        self._decoder = msgspec.json.Decoder(endpoint.takes or Nothing)

    async def respond(self, request: Request) -> Response:
        """The answer to a request."""
        body = None if self._endpoint.method == "GET" else self._decoded(await body_of(request))
        return await self._endpoint.handler(self._site, request, body)

    def problem(self, _request: Request, error: Exception, identifier: str) -> Response:
        """What went wrong, as JSON."""
        return problem(error, identifier)

    def _decoded(self, data: bytes) -> msgspec.Struct:
        if not data.strip():
            data = b"{}"
        try:
            body: msgspec.Struct = self._decoder.decode(data)
        except msgspec.ValidationError as error:
            raise Denied(WebReason.BAD_FIELD, detail=str(error)) from None
        except (msgspec.DecodeError, RecursionError) as error:
            raise Denied(WebReason.NOT_JSON, detail=str(error)) from None
        return body
