"""Who plays, by which rules, who deals first: of a sheet to be begun, and corrected later."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from starlette.responses import Response

from cutthroat.core.rules import PRESETS, Rules
from cutthroat.scorepad.changes import SetUpAgain
from cutthroat.scorepad.entries import Setup
from cutthroat.web.pages.home import options_shown, presets_shown, rules_of
from cutthroat.web.pages.once import fresh
from cutthroat.web.pages.page import Visit
from cutthroat.web.pages.score.filling import key_of, version_of
from cutthroat.web.pages.score.finding import Reading, own
from cutthroat.web.pages.score.form import CORRECTABLE, Asked, refused
from cutthroat.web.problems import Denied, WebReason

DRAW = "draw"
"""What the form says for a first dealer that is to be drawn."""
_SEATS = (1, 2, 3)


def setup_of(form: Mapping[str, str], secret: bytes) -> Setup:
    """What a form says is known before the first deal: two or three names, in the order of seats.

    secret: 32 bytes that nobody can foresee, by which the first dealer is drawn if that is wanted.
    Raises InvalidNotation for house rules that there are not, Denied for what such a form never
    sends.
    """
    given = [" ".join(form.get(f"name{seat}", "").split()) for seat in _SEATS]
    names = tuple(given if given[-1] else given[:-1])
    return Setup(names, rules_of(form), _dealer(form.get("dealer", DRAW), len(names), secret))


def _dealer(text: str, seats: int, secret: bytes) -> int:
    if text == DRAW:
        return int.from_bytes(secret) % seats + 1  # 2**256 is so large that none is favoured
    if text not in map(str, _SEATS):
        raise Denied(WebReason.BAD_FIELD, detail=text[:20])
    return int(text)


def filled_setup(setup: Setup) -> Mapping[str, str]:
    """How the form is filled in that asks for a setup."""
    return dict(_fields(setup))


def _fields(setup: Setup) -> Iterator[tuple[str, str]]:
    for seat, name in enumerate(setup.names, start=1):
        yield f"name{seat}", name
    yield "dealer", str(setup.dealer)
    yield from _rules_fields(setup.rules)


def _rules_fields(rules: Rules) -> Iterator[tuple[str, str]]:
    """A preset, or the single rules over the one without options."""
    for name, one in PRESETS.items():
        if one == rules:
            yield "preset", name
            return
    yield "preset", "seed"
    for word in str(rules).split():
        name, _equals, value = word.partition("=")
        yield f"option-{name}", value


def rules_places() -> dict[str, object]:
    """What the templates ask for that let somebody choose house rules."""
    return {"presets": presets_shown(), "options": tuple(options_shown())}


# Correcting it


async def get_setup(visit: Visit) -> Response:
    """The form for it, as it stands."""
    found = await own(visit)
    return _show(visit, found, Asked(filled=filled_setup(found.kept.sheet.setup)))


async def post_setup(visit: Visit) -> Response:
    """Correct it; the sheet is reckoned again."""
    found, form = await own(visit), visit.form
    try:
        setup = setup_of(form, visit.site.hall.fresh_secret())
        edit, at = SetUpAgain(setup), version_of(form)
        await found.kept.change(edit, by=found.person or "", at=at, key=key_of(form, edit))
    except CORRECTABLE as error:
        return _show(visit, found, refused(visit, error))
    return visit.go(f"{found.path}#now")


def _show(visit: Visit, found: Reading, asked: Asked) -> Response:
    sheet = found.kept.sheet
    return visit.show(
        "score/setup.html",
        asked.status,
        path=found.path,
        version=sheet.version,
        key=fresh(),
        seats=range(1, sheet.setup.seats + 1),
        filled=asked.filled,
        alert=asked.alert,
        is_open=any(name.startswith("option-") for name in asked.filled),
        **rules_places(),
    )
