"""The ASGI application: routes, and what begins and ends with it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager

import msgspec
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Mount, Route, Router
from starlette.types import Receive, Scope, Send

from cutthroat.web.answering import Answerer
from cutthroat.web.api import ENDPOINTS
from cutthroat.web.endpoint import ApiAnswerer, Endpoint, refuse
from cutthroat.web.openapi import description
from cutthroat.web.pages.addresses import PAGES
from cutthroat.web.pages.drawing import ASSETS, Assets, Studio
from cutthroat.web.pages.once import Once
from cutthroat.web.pages.page import Kit, PageAnswerer, refused_page
from cutthroat.web.pages.showing import Showings
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
        tidying = [asyncio.create_task(one.tidy()) for one in (site.people, site.records)]
        yield
        for task in tidying:
            task.cancel()
        await site.hall.stop()

    studio = Studio(site.options.root_path)
    return Router(
        _routes(site, studio),
        redirect_slashes=False,
        default=_Nowhere(studio),
        lifespan=lifespan,
    )


def _routes(site: Site, studio: Studio) -> list[BaseRoute]:
    told = msgspec.json.encode(description(ENDPOINTS))

    async def openapi(_site: Site, _request: Request, _body: None) -> Response:
        """The description of the API."""
        return Response(told, media_type="application/json")

    described = Endpoint("GET", "/openapi.json", "This description.", openapi)
    for_programs: dict[str, dict[str, Answerer]] = {}
    for_people: dict[str, dict[str, Answerer]] = {}
    for one in (*ENDPOINTS, described):
        for_programs.setdefault(one.path, {})[one.method] = ApiAnswerer(site, one)
    kit = Kit(studio, Showings(studio), Once())
    for page in PAGES:
        for_people.setdefault(page.path, {})[page.method] = PageAnswerer(site, kit, page)
    nowhere = _Nowhere(studio)
    routes: list[BaseRoute] = [
        Route(path, _Methods(for_programs.get(path, {}), for_people.get(path, {}), nowhere))
        for path in sorted({**for_programs, **for_people}, key=_is_rare)
    ]
    return [*routes, Mount(ASSETS, GZipMiddleware(Assets()))]


def _is_rare(path: str) -> bool:
    """Whether an address is none of a table: routes are tried in order, and tables are busy."""
    return not path.startswith("/tables/{table}")


class _Methods:
    """An address, with what answers each method: to programs, and to people in a browser."""

    def __init__(
        self,
        for_programs: Mapping[str, Answerer],
        for_people: Mapping[str, Answerer],
        nowhere: _Nowhere,
    ) -> None:
        self._for_programs = _with_head(for_programs)
        self._for_people = _with_head(for_people)
        self._nowhere = nowhere
        self._allowed = ", ".join(sorted({*self._for_programs, *self._for_people}))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or say which methods there are."""
        method = scope["method"]
        answerer = self._for_programs.get(method)
        page = self._for_people.get(method)
        if page is not None and (answerer is None or _is_for_people(scope)):
            answerer = page
        if answerer is not None:
            await answerer(scope, receive, send)
            return
        response = self._nowhere.refused(scope, receive, WebReason.NO_SUCH_METHOD)
        response.headers["Allow"] = self._allowed
        await response(scope, receive, send)


def _with_head(answerers: Mapping[str, Answerer]) -> Mapping[str, Answerer]:
    if "GET" in answerers:
        return {**answerers, "HEAD": answerers["GET"]}  # uvicorn leaves the body out
    return answerers


def _is_for_people(scope: Scope) -> bool:
    """Whether a browser asks for a page, or a page's script for a part of it."""
    if b"as=html" in scope["query_string"].split(b"&"):
        return True
    return any(name == b"accept" and b"text/html" in value for name, value in scope["headers"])


class _Nowhere:
    """Answers for addresses that there are not."""

    def __init__(self, studio: Studio) -> None:
        self._studio = studio

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Say that there is no such page."""
        if scope["type"] == "http":
            await self.refused(scope, receive, WebReason.NO_SUCH_PAGE)(scope, receive, send)
            return
        await send({"type": "websocket.close", "code": 1000, "reason": ""})

    def refused(self, scope: Scope, receive: Receive, reason: WebReason) -> Response:
        """The answer, as a page for people."""
        if _is_for_people(scope):
            return refused_page(self._studio, Request(scope, receive), Denied(reason))
        return refuse(Denied(reason))
