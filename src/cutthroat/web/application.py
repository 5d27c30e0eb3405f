"""The ASGI application: routes, and what begins and ends with it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import msgspec
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from cutthroat.web.api import ENDPOINTS
from cutthroat.web.endpoint import HEADERS, Answerer, Endpoint
from cutthroat.web.openapi import description
from cutthroat.web.problems import Denied, WebReason, problem, request_id
from cutthroat.web.site import Site


def application(site: Site) -> Starlette:
    """The service of a site, ready to be served."""

    @asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        site.hall.start()
        yield
        await site.hall.stop()

    told = msgspec.json.encode(description(ENDPOINTS))

    async def openapi(_site: Site, _request: Request, _body: None) -> Response:
        """The description of the API."""
        return Response(told, media_type="application/json")

    described = Endpoint("GET", "/openapi.json", "This description.", openapi)
    return Starlette(
        routes=[
            Route(one.path, Answerer(site, one), methods=[one.method])
            for one in (*ENDPOINTS, described)
        ],
        exception_handlers={404: _not_found, 405: _not_allowed},
        lifespan=lifespan,
    )


async def _not_found(_request: Request, _error: Exception) -> Response:
    return _refused(Denied(WebReason.NO_SUCH_PAGE))


async def _not_allowed(_request: Request, error: Exception) -> Response:
    response = _refused(Denied(WebReason.NO_SUCH_METHOD))
    if isinstance(error, HTTPException) and error.headers:
        response.headers.update(error.headers)
    return response


def _refused(error: Denied) -> Response:
    response = problem(error, request_id())
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    return response
