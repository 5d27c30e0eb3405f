"""One page: what it takes, and the way a visit to it goes."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field, replace
from http import HTTPStatus
from typing import Any, Final

from itsdangerous import BadSignature
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from cutthroat.core.errors import CutthroatError
from cutthroat.i18n.catalogue import N_, _, use
from cutthroat.i18n.locales import bcp47, direction
from cutthroat.service.replay import Replay
from cutthroat.service.tables.ports import CredentialKind, Person
from cutthroat.web.answering import BODY_LIMIT, Answerer, body_of
from cutthroat.web.pages.drawing import Studio
from cutthroat.web.pages.filled import fields_of, uploaded
from cutthroat.web.pages.looks import Look, look_of
from cutthroat.web.pages.once import Once
from cutthroat.web.pages.recent import Recent, Recorded
from cutthroat.web.pages.score.showing import Pads
from cutthroat.web.pages.showing import Showings
from cutthroat.web.problems import Denied, WebReason, explained, problem_of
from cutthroat.web.site import COOKIE, Site

HEADERS: Final = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": (
        "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    # Without a referrer browsers would send forms from nowhere, and they would be refused.
    "Referrer-Policy": "same-origin",
    "Vary": "Accept, Accept-Language, Cookie",
    "X-Content-Type-Options": "nosniff",
}
GUEST: Final = N_("Guest")
"""The name of somebody who gave none."""


@dataclass(frozen=True, slots=True)
class Page:
    """An address and method for people.

    limit: the most bytes of a form.
    """

    method: str
    path: str
    handler: Callable[[Visit], Awaitable[Response]]
    limit: int = BODY_LIMIT


@dataclass(frozen=True, slots=True)
class Kit:
    """What the pages of a server share.

    showings: the tables as HTML. pads: the sheets as HTML.
    once: what came of the forms that were sent lately.
    matches, uploads: what was replayed lately.
    """

    studio: Studio
    showings: Showings
    once: Once
    pads: Pads = field(default_factory=Pads)
    matches: Recent[Recorded] = field(default_factory=Recent)
    uploads: Recent[tuple[Replay, ...]] = field(default_factory=Recent)


@dataclass(slots=True)
class Visit:
    """A request for a page, and what answers it.

    secret: of the device; None if the browser has yet to keep one.
    form: what was filled in, empty for a page that is only looked at.
    uploads: the files among it.
    """

    site: Site
    kit: Kit
    request: Request
    look: Look
    secret: str | None
    form: Mapping[str, str] = field(default_factory=dict)
    uploads: Mapping[str, bytes] = field(default_factory=dict)

    @property
    def path(self) -> Mapping[str, str]:
        """What varies in the address."""
        return self.request.path_params

    @property
    def query(self) -> Mapping[str, str]:
        """What the address asks for."""
        return self.request.query_params

    @property
    def is_new(self) -> bool:
        """Whether the browser keeps nothing by which it could be known again."""
        return self.secret is None

    @property
    def wants_json(self) -> bool:
        """Whether the page's own script asks, which shows the answer itself."""
        return self.request.headers.get("accept", "").startswith("application/json")

    async def person(self) -> str | None:
        """Whoever visits, if known here; somebody is from the first seat on."""
        if self.secret is None:
            return None
        device = await self.site.people.opens(self.secret, CredentialKind.DEVICE)
        return device.person if device else None

    async def player(self, name: str | None = None) -> Person:
        """Whoever visits, made known here if this is the first time.

        name: what they want to be called from now on.
        Raises Denied for a browser that keeps no cookie: it could not come back.
        """
        if self.secret is None:
            raise Denied(WebReason.NO_COOKIE)
        return await self.site.people.visitor(self.secret, name, _(GUEST))

    def show(self, template: str, status: int = HTTPStatus.OK, **places: object) -> Response:
        """A page."""
        return HTMLResponse(self.text(template, **places), status)

    def text(self, template: str, **places: object) -> str:
        """A page as text."""
        language = self.look.language
        return self.kit.studio.text(
            template,
            look=self.look,
            lang=bcp47(language),
            dir=direction(language),
            **places,
        )

    def go(self, path: str) -> Response:
        """Have the browser look at another page."""
        return RedirectResponse(self.kit.studio.at(path), HTTPStatus.SEE_OTHER)


class PageAnswerer(Answerer):
    """Runs the visits to one page."""

    def __init__(self, site: Site, kit: Kit, page: Page) -> None:
        super().__init__(site, page.method, page.path, HEADERS)
        self._kit = kit
        self._page = page

    async def respond(self, request: Request) -> Response:
        """The page, or what follows from its form."""
        visit = self._visit(request)
        use([visit.look.language])
        if self._page.method == "POST":
            await _read_form(visit, self._page.limit)
        response = await self._page.handler(visit)
        if visit.is_new and self._page.method == "GET" and isinstance(response, HTMLResponse):
            # Before the first form, so that one which is sent twice comes from one device.
            self._site.remember(request, response, self._site.people.fresh_secret())
        return response

    def problem(self, request: Request, error: Exception, identifier: str) -> Response:
        """What went wrong, as a page; as JSON for the page's own script."""
        visit = self._visit(request)
        use([visit.look.language])
        told = explained(error, identifier)
        if visit.wants_json:  # its script shows the message as it comes
            return problem_of(replace(told, message=_sentence(told.message)), identifier)
        response = visit.show("problem.html", told.status, message=told.message, id=identifier)
        if told.retry is not None:
            response.headers["Retry-After"] = str(told.retry)
        return response

    def _visit(self, request: Request) -> Visit:
        secret = _device_of(self._site, request)
        return Visit(self._site, self._kit, request, look_of(request), secret)


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}."


def _device_of(site: Site, request: Request) -> str | None:
    """The secret in the browser's cookie; None for none of ours."""
    cookie = request.cookies.get(COOKIE)
    if not cookie:
        return None
    try:
        return site.signer.unsign(cookie).decode()
    except BadSignature:
        return None


async def _read_form(visit: Visit, limit: int) -> None:
    """Read what was filled in."""
    body = await body_of(visit.request, limit)
    kind = visit.request.headers.get("content-type", "")
    if kind.startswith("multipart/form-data"):
        visit.form, visit.uploads = await uploaded(visit.request, body)
    else:
        visit.form = fields_of(body)


def refused_page(studio: Studio, request: Request, error: CutthroatError) -> Response:
    """The answer for an address that is none."""
    look = look_of(request)
    use([look.language])
    told = explained(error, "")
    places: dict[str, Any] = {"look": look, "lang": bcp47(look.language)}
    text = studio.text(
        "problem.html", message=told.message, id="", dir=direction(look.language), **places
    )
    return HTMLResponse(text, told.status, headers=dict(HEADERS))
