"""What a reader is shown of a table, as JSON.

What all may know is made once from a spectator's view. A seat's own part, its hand and what
follows from it, is made from that seat's view, and the two are put side by side.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from functools import lru_cache
from typing import Final

import msgspec

from cutthroat.core.actions import Play, Seat
from cutthroat.core.cards import CardSet, deck
from cutthroat.core.decided import points_decided
from cutthroat.core.match import Match, legal_actions
from cutthroat.core.shuffle import FairDeal
from cutthroat.core.view import Stage, View, hand_of, project
from cutthroat.service.match_json import match_members, rules_json
from cutthroat.service.tables.decide import has_shown, pledged
from cutthroat.service.tables.happenings import Machine
from cutthroat.service.tables.state import Human, TableState, trusting
from cutthroat.service.tables.times import Presence
from cutthroat.service.tables.wire import call_wire

FORMAT: Final = 1
"""The version of the form of views and events."""

_encode = msgspec.json.Encoder().encode


def spectator_view(state: TableState) -> View | None:
    """What all may know of the match; None before the first."""
    return project(state.match, None) if state.match else None


def common_json(
    state: TableState,
    view: View | None,
    presence: Mapping[Seat, Presence],
    deadline: int | None,
) -> bytes:
    """The members of a view that are the same for everybody, without the braces around them.

    view: the spectator's, of this state.
    deadline: when the turn's clock runs out, milliseconds since 1970 UTC; None without a clock.
    """
    members = _table_members(state, view, presence, deadline)
    members.update(match_members(view) if view else _NO_MATCH)
    members["decided"] = points_decided(view) if view else False
    return _encode(members)[1:-1]


def around_json(
    state: TableState, presence: Mapping[Seat, Presence], deadline: int | None
) -> bytes:
    """Of the members that are the same for everybody, as JSON, those that tell of no card.

    For a face that draws the match from its view.
    """
    return _encode(_table_members(state, None, presence, deadline))


def around_facts(
    state: TableState, presence: Mapping[Seat, Presence], deadline: int | None
) -> tuple[object, ...]:
    """What `around_json` is made from: as long as these are equal, so is that."""
    return (
        *(state.seats, state.away, state.ready, state.ending, state.finishing),
        *(state.preparation, state.fair, state.at_once, state.secret_shown, state.closed),
        *(tuple(one.here for one in presence.values()), deadline),
    )


def _table_members(
    state: TableState,
    view: View | None,
    presence: Mapping[Seat, Presence],
    deadline: int | None,
) -> dict[str, object]:
    return {
        "table": state.table,
        "match": _match_name(state),
        "rules": rules_json(state.rules),
        "target": state.rules.target,
        "seats": [_seat_json(state, presence, view, seat) for seat in state.numbers],
        "deadline": moment(deadline) if deadline is not None else None,
        "settings": state.settings,
        "fair": _fair_json(state),
        "rematch": _rematch_json(state),
        "closed": state.closed,
    }


_NO_MATCH: Final[dict[str, object]] = {
    "phase": "waiting",
    "deal": 0,
    "scored_deals": 0,
    "dealer": None,
    "turn": None,
    "calls": [],
    "bidder": None,
    "bid": None,
    "trump": None,
    "tricks": [],
    "trick": None,
    "summary": None,
    "winner": None,
    "won_by": None,
    "ended": None,
}


def _match_name(state: TableState) -> str | None:
    if state.fair:
        return state.fair.match
    return state.preparation.match if state.preparation else None


def _seat_json(
    state: TableState, presence: Mapping[Seat, Presence], view: View | None, seat: Seat
) -> dict[str, object]:
    who = state.seats[seat - 1]
    place = seat - 1
    told: dict[str, object] = {"seat": seat, **_who_json(who)}
    told["cards"] = view.hand_sizes[place] if view else 0
    is_here = state.human(seat) is not None and presence[seat].here  # not who sat there before
    told["connected"] = isinstance(who, Machine) or is_here
    told["away"] = seat in state.away
    told["score"] = view.scores[place] if view else 0
    told["taken"] = view.taken[place] if view else 0
    told["card_points"] = view.card_points[place] if view else 0
    told["ready"] = isinstance(who, Machine) or seat in state.ready
    told["wants_end"] = seat in state.ending
    told["wants_finish"] = seat in state.finishing
    return told


def _who_json(who: Human | Machine | None) -> dict[str, object]:
    if who is None:
        return {"name": None, "kind": "free"}
    if isinstance(who, Machine):
        return {"name": who.level, "kind": "bot", "level": who.level}
    return {"name": who.name, "kind": "person", "left": who.left}


def _fair_json(state: TableState) -> msgspec.Raw:
    if state.fair is None:
        return _encode_raw(_preparation_json(state))
    return _fixed_json(state.fair, state.at_once, shown=state.secret_shown)


@lru_cache(maxsize=4096)
def _fixed_json(fair: FairDeal, at_once: frozenset[Seat], *, shown: bool) -> msgspec.Raw:
    """The fair deal of a match that has begun."""
    secret = fair.secret.hex() if shown else None
    return _encode_raw(
        {
            "commitment": fair.commitment,
            "nonces": fair.nonces,
            "secret": secret,
            "at_once": sorted(at_once),
        }
    )


def _encode_raw(told: Mapping[str, object]) -> msgspec.Raw:
    return msgspec.Raw(_encode(told))


def _rematch_json(state: TableState) -> dict[str, object] | None:
    """The match that is prepared after the one shown."""
    if state.fair is None or state.preparation is None:
        return None
    return {"match": state.preparation.match, **_preparation_json(state)}


def _preparation_json(state: TableState) -> dict[str, object]:
    preparation = state.preparation
    if preparation is None:
        return {"commitment": None, "nonces": [], "secret": None, "at_once": []}
    return {
        "commitment": preparation.commitment,
        "nonces": [None] * len(state.seats),
        "secret": None,
        "at_once": sorted(trusting(preparation.pledges)),
        "hashes": [pledge.hash if pledge else None for pledge in preparation.pledges],
        "fixed": [pledged(state, seat) for seat in state.numbers],
        "shown": [has_shown(state, seat) for seat in state.numbers],
    }


def moment(when: int) -> str:
    """A moment in UTC to the second, as RFC 3339 writes it."""
    return datetime.fromtimestamp(when // 1000, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


_NOTHING_LEGAL: Final = b'"legal":{"calls":[],"plays":[]}'


def own_json(state: TableState, view: View | None, seat: Seat | None) -> bytes:
    """The members of a view that are a seat's own, without the braces; None for a spectator.

    view: the spectator's, of this state; a seat has seen its own hand besides.
    """
    if state.match is None or view is None:
        unseen = _cards_json(CardSet(deck(joker=state.rules.has_joker)))
        return b'"you":%s,"hand":[],%s,"unseen":%s' % (_encode(seat), _NOTHING_LEGAL, unseen)
    hand = hand_of(state.match, seat) if seat else CardSet()
    return b'"you":%s,"hand":%s,%s,"unseen":%s' % (
        _encode(seat),
        _cards_json(hand),
        _legal_json(state.match) if seat is not None and seat == view.turn else _NOTHING_LEGAL,
        _cards_json(view.unseen.difference(hand)),
    )


def _legal_json(match: Match) -> bytes:
    """What the seat whose turn it is may do."""
    actions = legal_actions(match)
    plays = [action.card.text for action in actions if isinstance(action, Play)]
    calls = [call_wire(action) for action in actions if not isinstance(action, Play)]
    return b'"legal":' + _encode({"calls": calls, "plays": plays})


def _cards_json(cards: CardSet) -> bytes:
    text = str(cards)
    return b'["' + text.replace(" ", '","').encode() + b'"]' if text else b"[]"


def view_json(version: int, common: bytes, own: bytes, events: bytes | None = None) -> bytes:
    """A whole view with its version, and what happened since the reader's last one.

    events: the members of the list, without its brackets; None for a view without the list.
    """
    head = b'{"format":%d,"version":%d,"view":{' % (FORMAT, version)
    if events is None:
        return b"%s%s,%s}}" % (head, common, own)
    return b'%s%s,%s},"events":[%s]}' % (head, common, own, events)


def stage(state: TableState) -> Stage:
    """Where the table's match stands, as everybody sees it."""
    return project(state.match, None).stage if state.match else Stage.WAITING
