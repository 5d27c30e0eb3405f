"""The ASGI application: routes, and what begins and ends with it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route, Router
from starlette.types import Receive, Scope, Send

from cutthroat.web.api import ENDPOINTS
from cutthroat.web.endpoint import Answerer, Endpoint, refuse
from cutthroat.web.openapi import description
from cutthroat.web.problems import Denied, WebReason
from cutthroat.web.site import Site


def application(site: Site) -> Router:
    """The service of a site, ready to be served.

    A bare router: every endpoint answers for what goes wrong in it, and layers of middleware
    would be passed by each event of each stream.
    """

    @asynccontextmanager
    async def lifespan(_app: Router) -> AsyncIterator[None]:
        site.hall.start()
        tidying = asyncio.create_task(site.people.tidy())
        yield
        tidying.cancel()
        await site.hall.stop()

    told = msgspec.json.encode(description(ENDPOINTS))

    async def openapi(_site: Site, _request: Request, _body: None) -> Response:
        """The description of the API."""
        return Response(told, media_type="application/json")

    described = Endpoint("GET", "/openapi.json", "This description.", openapi)
    paths: dict[str, dict[str, Answerer]] = {}
    for one in (*ENDPOINTS, described):
        paths.setdefault(one.path, {})[one.method] = Answerer(site, one)
    routes = [Route(path, _Methods(answerers)) for path, answerers in paths.items()]
    return Router(routes, redirect_slashes=False, default=_not_found, lifespan=lifespan)


class _Methods:
    """An address, with what answers each method."""

    def __init__(self, answerers: Mapping[str, Answerer]) -> None:
        if "GET" in answerers:
            answerers = {**answerers, "HEAD": answerers["GET"]}  # uvicorn leaves the body out
        self._answerers = answerers
        self._allowed = ", ".join(sorted(answerers))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or say which methods there are."""
        answerer = self._answerers.get(scope["method"])
        if answerer is not None:
            await answerer(scope, receive, send)
            return
        response = refuse(Denied(WebReason.NO_SUCH_METHOD))
        response.headers["Allow"] = self._allowed
        await response(scope, receive, send)


async def _not_found(scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == "http":
        await refuse(Denied(WebReason.NO_SUCH_PAGE))(scope, receive, send)
        return
    await send({"type": "websocket.close", "code": 1000, "reason": ""})
