"""The first page, and what begins from it: a match at once, a table for friends, open tables."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Mapping
from dataclasses import dataclass
from http import HTTPStatus
from typing import Final

from starlette.responses import Response

from cutthroat.core.errors import InvalidNotation
from cutthroat.core.rules import OPTIONS, PRESETS, Choice, Rules, parse_rules, preset
from cutthroat.i18n.catalogue import N_, _
from cutthroat.i18n.options import number_text, option_text
from cutthroat.service.tables.decide.seating import ABSENT, CLOCKS
from cutthroat.service.tables.errors import Refused, TableReason
from cutthroat.service.tables.happenings import Settings
from cutthroat.web.limits import READS
from cutthroat.web.lobby import listed_tables
from cutthroat.web.mine import seats_of
from cutthroat.web.pages.forms import said_to_you
from cutthroat.web.pages.founding import found
from cutthroat.web.pages.once import fresh
from cutthroat.web.pages.page import Visit
from cutthroat.web.problems import Denied, WebReason, status_of

OPPONENT: Final = "hard"
"""The strongest bot that answers at once."""
_PRESET: Final = "classic"

_PRESETS: Final = {
    "seed": N_("By the book: to 11, and then you must still make a bid to go out"),
    "classic": N_("Classic: the highest trump is High; a made bid that reaches 11 wins"),
    "short": N_("Short: to 7, for a quick match"),
}
_LEVELS: Final = {
    "easy": N_("easy, for a first match"),
    "medium": N_("medium"),
    "hard": N_("hard, and still quick"),
    "expert": N_("expert, as hard as it gets"),
}
_CLOCKS: Final = {
    None: N_("no clock"),
    30: N_("30 seconds a turn"),
    60: N_("a minute a turn"),
    86_400: N_("a day a turn"),
}
_ABSENT: Final = {
    "bot": N_("a bot plays for anyone who is away"),
    "nobody": N_("the table waits for anyone who is away"),
}


@dataclass(frozen=True, slots=True)
class OptionShown:
    """A house rule to be chosen: its values with what they mean, the default first.

    span: the lowest and highest number of one that counts; None for named values.
    """

    name: str
    values: tuple[tuple[str, str], ...]
    span: tuple[int, int] | None
    meaning: str


def presets_shown() -> list[tuple[str, str]]:
    """The house rules that go by a name, with what they are."""
    return [(name, _(_PRESETS[name])) for name in PRESETS]


def options_shown() -> Iterator[OptionShown]:
    """Every house rule, in the order of the rules' table."""
    for option in OPTIONS:
        if isinstance(option, Choice):
            values = tuple(
                (value.value, option_text(option.name, value)) for value in type(option.default)
            )
            yield OptionShown(option.name, values, None, "")
        else:
            span = (option.low, option.high)
            yield OptionShown(option.name, (), span, number_text(option.name))


async def get_home(visit: Visit) -> Response:
    """The first page."""
    person = await visit.person()
    seats = await seats_of(visit.site, visit.request, person) if person else []
    going_on = [seat for seat in seats if seat.phase != "over"]
    left = visit.query.get("left") == "yes"
    return visit.show("home.html", once=fresh(), going_on=going_on, left=left)


async def post_play_now(visit: Visit) -> Response:
    """Make a table with two bots, and sit down at it."""
    rules = preset(_PRESET)

    async def made() -> str:
        return await found(visit, rules, [OPPONENT, OPPONENT], 3, Settings())

    return await _made_once(visit, made)


async def get_new(visit: Visit) -> Response:
    """The form for a table with friends."""
    usual = {"seats": "3", "bots": "0", "level": OPPONENT, "preset": _PRESET}
    usual |= {"hints": "on", "spectators": "on"}
    if visit.query.get("open") == "yes":
        usual["listed"] = "on"
    return await _form(visit, usual)


async def _form(
    visit: Visit, filled: Mapping[str, str], alert: str = "", status: int = HTTPStatus.OK
) -> Response:
    """The form for a table, as it was filled in; `alert` says what is wrong with that."""
    person = await visit.person()
    known = await visit.site.people.person(person) if person else None
    return visit.show(
        "new.html",
        status,
        once=fresh(),
        filled={"name": known.name if known else "", **filled},
        alert=alert,
        presets=presets_shown(),
        options=tuple(options_shown()),
        levels=[(level, _(text)) for level, text in _LEVELS.items()],
        clocks=[(clock or "", _(text)) for clock, text in _CLOCKS.items()],
        absent=[(value, _(_ABSENT[value])) for value in ABSENT],
    )


async def post_new(visit: Visit) -> Response:
    """Make the table that was asked for; the form again for what there is not."""
    try:
        return await _new(visit)
    except (InvalidNotation, Refused) as error:
        return await _form(visit, visit.form, said_to_you(error), status_of(error))


async def _new(visit: Visit) -> Response:
    form = visit.form
    seats = 2 if form.get("seats") == "2" else 3
    bots = _small_number(form.get("bots", "0"))
    if bots >= seats:  # one seat is for whoever makes the table
        raise Refused(TableReason.TOO_MANY_BOTS, bots=bots, seats=seats)
    rules, settings = rules_of(form), _settings(form)
    level = form.get("level", OPPONENT)

    async def made() -> str:
        return await found(visit, rules, [level] * bots, seats, settings)

    return await _made_once(visit, made)


async def _made_once(visit: Visit, made: Callable[[], Awaitable[str]]) -> Response:
    once = visit.form.get("once", "")[:40]
    table = await visit.kit.once.result(visit.secret or "", once, made)
    return visit.go(f"/tables/{table}")


def _small_number(text: str) -> int:
    if text not in ("0", "1", "2"):
        raise Denied(WebReason.BAD_FIELD, detail=text[:20])
    return int(text)


def rules_of(form: Mapping[str, str]) -> Rules:
    """The house rules that a form chooses: a preset, and options over it.

    Raises InvalidNotation for what there is not.
    """
    chosen = [
        f"{option.name}={value}"
        for option in OPTIONS
        if (value := form.get(f"option-{option.name}", "").strip())
    ]
    return parse_rules(" ".join(chosen), preset(form.get("preset", _PRESET)))


def _settings(form: Mapping[str, str]) -> Settings:
    clock = form.get("clock", "")
    return Settings(
        clock=int(clock) if clock in map(str, CLOCKS) else None,
        absent="nobody" if form.get("absent") == "nobody" else "bot",
        spectators="spectators" in form,
        hints="hints" in form,
        listed="listed" in form,
    )


async def get_back(visit: Visit) -> Response:
    """An address that only takes a form: whoever looks at it begins anew."""
    return visit.go("/")


async def get_open(visit: Visit) -> Response:
    """The tables that strangers may join."""
    visit.site.spend(visit.request, READS, None)
    tables = await listed_tables(visit.site)
    return visit.show(
        "open.html",
        tables=[(one, _rules_text(one.rules)) for one in tables],
        clocks={clock: _(text) for clock, text in _CLOCKS.items()},
    )


def _rules_text(rules: str) -> str | None:
    """A preset in words; None for house rules that are no preset."""
    return next((_(_PRESETS[name]) for name, one in PRESETS.items() if str(one) == rules), None)
