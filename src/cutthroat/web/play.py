"""Playing: the stream of a table, actions, and what players say to each other."""

from __future__ import annotations

from typing import Final

from msgspec import UNSET
from starlette.requests import Request
from starlette.responses import Response

from cutthroat.bots.judgement import Option
from cutthroat.core.actions import Action, Bid, Pass, Play, Seat
from cutthroat.core.cards import Card
from cutthroat.service.tables import decide
from cutthroat.service.tables.decide import Nonce
from cutthroat.service.tables.wire import call_wire
from cutthroat.web.answers import Json, json
from cutthroat.web.asking import reader_seat, seated, table_of
from cutthroat.web.limits import HINTS, TALK
from cutthroat.web.problems import Denied, WebReason
from cutthroat.web.shapes import (
    Act,
    Agreement,
    Done,
    Hint,
    HintOption,
    NonceGiven,
    Nothing,
    Reaction,
)
from cutthroat.web.site import Site
from cutthroat.web.streams import EventStream

_DIGITS: Final = 4
"""What stands behind them is chance."""


async def get_table(site: Site, request: Request, _body: None) -> Response:
    """The table as the reader sees it."""
    table = await table_of(site, request)
    seat = await reader_seat(site, request, table)
    if seat is not None:
        table.asked(seat)
    return Json(table.view(seat))


async def get_stream(site: Site, request: Request, _body: None) -> Response:
    """The table as the reader sees it, now and whenever it changes."""
    table = await table_of(site, request)
    seat = await reader_seat(site, request, table)
    after = _last_id(request)
    if request.method == "HEAD":
        return Response(media_type=EventStream.media_type)
    return EventStream(site, request, table, seat, after)


def _last_id(request: Request) -> int | None:
    """The version that the reader had last, as a browser says it when it comes back."""
    given = request.headers.get("last-event-id") or request.query_params.get("after")
    if not given:
        return None
    if not (given.isascii() and given.isdigit() and len(given) < 16):
        raise Denied(WebReason.BAD_EVENT_ID)
    return int(given)


async def post_action(site: Site, request: Request, body: Act) -> Response:
    """Call, or play a card."""
    table, seat = await seated(site, request)
    version = await table.act(seat, _action(seat, body), body.at)
    return json(Done(version))


def _action(seat: Seat, body: Act) -> Action:
    if (body.call is UNSET) is (body.play is UNSET):
        raise Denied(WebReason.ONE_ACTION)
    if isinstance(body.play, str):
        return Play(seat, Card(body.play))
    return Bid(seat, body.call) if isinstance(body.call, int) else Pass(seat)


async def post_ready(site: Site, request: Request, _body: Nothing) -> Response:
    """Say that one has seen the result of the deal."""
    table, seat = await seated(site, request)
    return json(Done(await table.decide(lambda state: decide.ready(state, seat), seat)))


async def post_nonce(site: Site, request: Request, body: NonceGiven) -> Response:
    """Fix a nonce, or show the one whose hash was given."""
    table, seat = await seated(site, request)
    given = Nonce(body.nonce, body.nonce_hash)
    return json(Done(await table.decide(lambda state: decide.give_nonce(state, seat, given), seat)))


async def post_leave(site: Site, request: Request, _body: Nothing) -> Response:
    """Leave the table for good."""
    table, seat = await seated(site, request)
    secret = site.hall.fresh_secret()
    return json(Done(await table.decide(lambda state: decide.leave(state, seat, secret), seat)))


async def post_concede(site: Site, request: Request, _body: Nothing) -> Response:
    """Give up the match."""
    table, seat = await seated(site, request)
    return json(Done(await table.decide(lambda state: decide.concede(state, seat), seat)))


async def post_end(site: Site, request: Request, body: Agreement) -> Response:
    """Agree that the match ends without a winner, or no longer agree."""
    table, seat = await seated(site, request)
    site.limits.spend(TALK, f"{table.state.table} {seat}")
    version = await table.decide(
        lambda state: decide.agree_to_end(state, seat, agrees=body.agree, absent=table.absent),
        seat,
    )
    return json(Done(version))


async def post_finish(site: Site, request: Request, body: Agreement) -> Response:
    """Agree that the rest of a decided deal plays itself, or no longer agree."""
    table, seat = await seated(site, request)
    site.limits.spend(TALK, f"{table.state.table} {seat}")
    version = await table.decide(
        lambda state: decide.agree_to_finish(state, seat, agrees=body.agree), seat
    )
    return json(Done(version))


async def post_rematch(site: Site, request: Request, body: NonceGiven) -> Response:
    """Ask for another match, or join those who did."""
    table, seat = await seated(site, request)
    given = Nonce(body.nonce, body.nonce_hash)
    secret = site.hall.fresh_secret()
    version = await table.decide(lambda state: decide.rematch(state, seat, given, secret), seat)
    return json(Done(version))


async def post_reaction(site: Site, request: Request, body: Reaction) -> Response:
    """Make a remark."""
    table, seat = await seated(site, request)
    site.limits.spend(TALK, f"{table.state.table} {seat}")
    version = await table.decide(lambda state: decide.react(state, seat, body.reaction), seat)
    return json(Done(version))


async def get_hint(site: Site, request: Request, _body: None) -> Response:
    """What a bot would do, and what it thinks of everything else."""
    table, seat = await seated(site, request)
    site.limits.spend(HINTS, f"{table.state.table} {seat}")
    by, judgement = await table.hint(seat)
    options = [_judged(option) for option in judgement.options]
    best = options[0]
    return json(Hint(by, judgement.worlds, options, call=best.call, play=best.play))


def _judged(option: Option) -> HintOption:
    action = option.action
    return HintOption(
        call=UNSET if isinstance(action, Play) else call_wire(action),
        play=action.card.text if isinstance(action, Play) else UNSET,
        equity=round(option.equity, _DIGITS),
        made=None if option.made is None else round(option.made, _DIGITS),
        points=round(option.points, _DIGITS),
    )
