"""What a visitor does at a table by its forms: call, play, sit down, agree, leave."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from http import HTTPStatus
from typing import Final

from starlette.responses import Response

from cutthroat.core.actions import Action, Bid, Pass, Play, Seat
from cutthroat.core.cards import Card
from cutthroat.core.errors import CutthroatError, IllegalAction, Reason
from cutthroat.i18n.cards import NamedCards
from cutthroat.i18n.reasons import reason_text
from cutthroat.i18n.refusal import refusal
from cutthroat.service.tables import decide
from cutthroat.service.tables.errors import Refused
from cutthroat.service.tables.hosting import HostedTable
from cutthroat.web.answers import json
from cutthroat.web.asking import may_watch, seated, table_of
from cutthroat.web.limits import TABLES, TALK
from cutthroat.web.lobby import sit_down
from cutthroat.web.pages.founding import name_of, nonce_of
from cutthroat.web.pages.hint import hinted
from cutthroat.web.pages.page import Visit
from cutthroat.web.pages.table import show_table
from cutthroat.web.problems import Denied, WebReason, status_of
from cutthroat.web.site import seat_of


async def post_form(visit: Visit) -> Response:
    """Do what a form of a table's page asks for, and show the table again."""
    form = FORMS.get(visit.path["form"])
    if form is None:
        raise Denied(WebReason.NO_SUCH_PAGE)
    table = await table_of(visit.site, visit.request)
    try:
        told = await form(visit, table)
    except (Refused, IllegalAction) as error:
        return await _refused(visit, table, error)
    seat = await visit.site.find_seat(visit.request, table)
    is_gone = seat is None and visit.path["form"] in ("leave", "concede")
    where = "/?left=yes" if is_gone else f"/tables/{table.state.table}"
    if visit.wants_json:
        where = visit.kit.studio.at(where) if is_gone else ""
        return json({"version": table.version, "said": told, "where": where}, HTTPStatus.OK)
    if told is None:
        return visit.go(where)
    return await show_table(visit, table, seat, notice=told)


async def _refused(visit: Visit, table: HostedTable, error: CutthroatError) -> Response:
    """Why it was not done; with the table, unless the page's script asks."""
    status, said = status_of(error), said_to_you(error)
    if visit.wants_json:
        return json({"reason": error.reason.value, "message": said}, status)
    seat = await visit.site.find_seat(visit.request, table)
    if seat is None and not may_watch(table):
        raise error
    return await show_table(visit, table, seat, notice=said, alert=True, status=status)


def said_to_you(error: CutthroatError) -> str:
    """Why it was refused, to the person who wanted it."""
    if isinstance(error, IllegalAction):
        return _capital(refusal(error, NamedCards()))
    return _capital(reason_text(error))


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


# The forms. Each returns what there is to tell, None for nothing but the table.


async def _move(visit: Visit, table: HostedTable) -> None:
    """Call, or play a card."""
    _table, seat = await seated(visit.site, visit.request)
    action, at = _action(visit.form, seat), visit.form.get("at", "")
    turn = table.state.turn
    if not at and turn != seat:
        raise IllegalAction(Reason.NOT_YOUR_TURN, "R16", seat=seat, turn=turn)
    await table.act(seat, action, _number(at) if at else 0)


def _action(form: Mapping[str, str], seat: Seat) -> Action:
    """What was chosen. A card that may not be played is tried, to hear why not."""
    if (call := form.get("call")) is not None:
        return Pass(seat) if call == "pass" else Bid(seat, _number(call))
    for name in ("play", "try", "queue"):
        if (card := form.get(name)) is not None:
            return Play(seat, Card(card))
    raise Denied(WebReason.ONE_ACTION)


def _number(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 16):
        raise Denied(WebReason.BAD_FIELD, detail=text[:20])
    return int(text)


async def _ready(visit: Visit, table: HostedTable) -> None:
    """Go on after the result of a deal."""
    _table, seat = await seated(visit.site, visit.request)
    await table.decide(lambda state: decide.ready(state, seat), seat)


async def _react(visit: Visit, table: HostedTable) -> None:
    """Say something from the list."""
    _table, seat = await seated(visit.site, visit.request)
    visit.site.limits.spend(TALK, f"{table.state.table} {seat}")
    reaction = visit.form.get("reaction", "")
    await table.decide(lambda state: decide.react(state, seat, reaction), seat)


async def _end(visit: Visit, table: HostedTable) -> None:
    """Agree that the match ends without a winner, or no longer."""
    _table, seat = await seated(visit.site, visit.request)
    visit.site.limits.spend(TALK, f"{table.state.table} {seat}")
    agrees = _agrees(visit)
    await table.decide(
        lambda state: decide.agree_to_end(state, seat, agrees=agrees, absent=table.absent), seat
    )


async def _finish(visit: Visit, table: HostedTable) -> None:
    """Agree to finish a deal quickly whose points are decided, or no longer."""
    _table, seat = await seated(visit.site, visit.request)
    visit.site.limits.spend(TALK, f"{table.state.table} {seat}")
    agrees = _agrees(visit)
    await table.decide(lambda state: decide.agree_to_finish(state, seat, agrees=agrees), seat)


def _agrees(visit: Visit) -> bool:
    return visit.form.get("agree", "yes") != "no"


async def _concede(visit: Visit, table: HostedTable) -> None:
    """Give up the match."""
    _table, seat = await seated(visit.site, visit.request)
    await table.decide(lambda state: decide.concede(state, seat), seat)


async def _leave(visit: Visit, table: HostedTable) -> None:
    """Leave the table for good."""
    _table, seat = await seated(visit.site, visit.request)
    secret = visit.site.hall.fresh_secret()
    await table.decide(lambda state: decide.leave(state, seat, secret), seat)


async def _sit(visit: Visit, table: HostedTable) -> None:
    """Sit down; who sits here already stays there."""
    name, given = name_of(visit), nonce_of(visit)
    person = await visit.person()
    visit.site.spend(visit.request, TABLES, person)
    if person is None or seat_of(table.state, person) is None:
        decide.check_free(table.state)
    player = await visit.player(name)
    seat = await sit_down(table, player.identifier, player.name, given)
    await visit.site.people.sits(player.identifier, table.state.table, seat)


async def _nonce(visit: Visit, table: HostedTable) -> None:
    """Fix a nonce, or show the one whose hash was given."""
    _table, seat = await seated(visit.site, visit.request)
    given = nonce_of(visit)
    await table.decide(lambda state: decide.give_nonce(state, seat, given), seat)


async def _rematch(visit: Visit, table: HostedTable) -> None:
    """Ask for another match, or join those who did."""
    _table, seat = await seated(visit.site, visit.request)
    given, secret = nonce_of(visit), visit.site.hall.fresh_secret()
    await table.decide(lambda state: decide.rematch(state, seat, given, secret), seat)


Form = Callable[[Visit, HostedTable], Awaitable[str | None]]

FORMS: Final[Mapping[str, Form]] = {
    "move": _move,
    "ready": _ready,
    "hint": hinted,
    "react": _react,
    "end": _end,
    "finish": _finish,
    "concede": _concede,
    "leave": _leave,
    "seat": _sit,
    "nonce": _nonce,
    "rematch": _rematch,
}
"""What the forms of a table's page do, by the last part of their address."""
