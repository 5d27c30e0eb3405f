"""How somebody wants the pages, what they are called here, and the way out."""

from __future__ import annotations

from dataclasses import dataclass
from http import HTTPStatus
from typing import Final

from starlette.responses import Response

from cutthroat.i18n.catalogue import N_, _, languages
from cutthroat.i18n.locales import bcp47, direction, own_name
from cutthroat.service.tables.decide import player_name
from cutthroat.service.tables.errors import Refused
from cutthroat.web.limits import PERSONAL
from cutthroat.web.pages import looks
from cutthroat.web.pages.forms import said_to_you
from cutthroat.web.pages.network import links_to, may_offer
from cutthroat.web.pages.page import Visit
from cutthroat.web.pages.returning import local_path
from cutthroat.web.problems import status_of
from cutthroat.web.site import COOKIE

_SAVED: Final = {
    "look": N_("Saved. This browser keeps it."),
    "name": N_("Saved. Tables to come show this name."),
}
_SPEEDS: Final = {
    "slow": (N_("Slow"), N_("time to look at every card, and to have it read out")),
    "normal": (N_("Normal"), N_("as at a table of friends")),
    "quick": (N_("Quick"), N_("brief pauses, for those who know the game")),
    "at_once": (N_("At once"), N_("no movement, no pauses")),
}


@dataclass(frozen=True, slots=True)
class Spoken:
    """A language to be chosen.

    tag: as the cookie keeps it. lang, dir: as HTML wants them. name: in the language itself.
    """

    tag: str
    lang: str
    dir: str
    name: str


def spoken() -> list[Spoken]:
    """The languages that there are."""
    return [Spoken(tag, bcp47(tag), direction(tag), own_name(tag)) for tag in languages()]


async def get_settings(visit: Visit) -> Response:
    """All that can be set; also for somebody who is not known here yet."""
    saved = _SAVED.get(visit.query.get("saved", ""))
    return await _shown(visit, notice=_(saved) if saved else "")


async def post_settings(visit: Visit) -> Response:
    """Keep how somebody wants the pages, and go back to where they came from."""
    look = looks.chosen(visit.form)
    response = visit.go(_back(visit) or "/settings?saved=look")
    response.set_cookie(
        looks.COOKIE,
        looks.cookie_text(look),
        max_age=looks.COOKIE_LIFE,
        path=_root(visit),
        secure=visit.site.is_secure(visit.request),
        httponly=True,
        samesite="lax",
    )
    return response


async def post_name(visit: Visit) -> Response:
    """Have another name at tables to come."""
    person = await known(visit)
    if person is None:
        return await not_known(visit)
    try:
        name = player_name(visit.form.get("name", ""))
    except Refused as error:
        typed = visit.form.get("name", "")
        return await _shown(visit, alert=said_to_you(error), status=status_of(error), name=typed)
    await visit.site.people.rename(person, name)
    return visit.go("/settings?saved=name#name")


async def post_feed(visit: Visit) -> Response:
    """Make the address of a feed that tells whose turn it is, and show it."""
    person = await known(visit)
    if person is None:
        return await not_known(visit)
    key = await visit.site.people.feed(person)
    return visit.show("settings_feed.html", url=f"{visit.site.base(visit.request)}/feeds/{key}")


async def post_forget(visit: Visit) -> Response:
    """Delete all that is kept of whoever visits; done twice it is done."""
    if "sure" not in visit.form:
        return await _shown(
            visit,
            alert=_("Nothing was deleted: tick the box to say that you mean it."),
            status=HTTPStatus.UNPROCESSABLE_ENTITY,
        )
    if (person := await known(visit)) is not None:
        await visit.site.forget(person)
    response = visit.show("settings_gone.html")
    for cookie in (COOKIE, looks.COOKIE):
        response.delete_cookie(cookie, path=_root(visit))
    return response


async def known(visit: Visit) -> str | None:
    """Whoever visits, if known here, counted as having asked once more.

    Raises Denied if it is once too often.
    """
    person = await visit.person()
    visit.site.spend(visit.request, PERSONAL, person)
    return person


async def not_known(visit: Visit) -> Response:
    """The settings, for somebody who wants what is only for those who sat somewhere."""
    return await _shown(
        visit,
        alert=_("That is to be had after your first seat: this browser is not known here yet."),
        status=HTTPStatus.FORBIDDEN,
    )


async def _shown(
    visit: Visit,
    *,
    notice: str = "",
    alert: str = "",
    status: int = HTTPStatus.OK,
    name: str | None = None,
) -> Response:
    """The settings.

    notice: what was done. alert: why something was not. name: what was filled in as the name.
    """
    identifier = await visit.person()
    person = await visit.site.people.person(identifier) if identifier else None
    return visit.show(
        "settings.html",
        status,
        notice=notice,
        alert=alert,
        languages=spoken(),
        speeds=[(value, _(word), _(meaning)) for value, (word, meaning) in _SPEEDS.items()],
        back=_back(visit) or "",
        is_known=person is not None,
        my_name=name if name is not None or person is None else person.name,
        is_reachable=bool(await links_to(visit, "/")),
        offer=may_offer(visit),
    )


def _back(visit: Visit) -> str | None:
    """The page of this server that somebody came from, and wants to go back to."""
    return local_path(visit.form.get("from") or visit.query.get("from", ""))


def _root(visit: Visit) -> str:
    return visit.request.scope.get("root_path") or "/"
