"""A match as one seat sees it, as JSON: the same for the tables of a server and for engines.

`docs/api.md` tells what they mean.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

import msgspec

from cutthroat.core.actions import Seat
from cutthroat.core.cards import Card
from cutthroat.core.rules import Rules
from cutthroat.core.trick import TakenTrick, Trick
from cutthroat.core.view import View
from cutthroat.service.tables.wire import call_wire, summary_wire

_encode = msgspec.json.Encoder().encode


@lru_cache(maxsize=256)
def rules_json(rules: Rules) -> msgspec.Raw:
    """The house rules that differ from the defaults."""
    words = (word.partition("=") for word in str(rules).split())
    return msgspec.Raw(_encode({name: value for name, _, value in words}))


def match_members(view: View) -> dict[str, object]:
    """What all may know of a match."""
    return {
        "phase": view.stage,
        "deal": view.deal,
        "scored_deals": view.scored_deals,
        "dealer": view.dealer,
        "turn": view.turn,
        "calls": [{"seat": call.seat, "call": call_wire(call)} for call in view.calls],
        "bidder": view.bidder,
        "bid": view.bid,
        "trump": view.trump,
        "tricks": [_taken_json(taken) for taken in view.tricks],
        "trick": _trick_json(view.trick) if view.trick else None,
        "summary": summary_wire(view.summary) if view.summary else None,
        "winner": view.winner,
        "won_by": view.win_reason,
        "ended": view.ended,
    }


def _taken_json(taken: TakenTrick) -> dict[str, object]:
    return {**_trick_json(taken.trick), "taker": taken.taker}


def _trick_json(trick: Trick) -> dict[str, object]:
    return {"leader": trick.leader, "cards": [card.text for card in trick.cards]}


def seat_view(view: View) -> dict[str, object]:
    """All members of the view of a seat of a match that no server hosts."""
    return {
        "rules": rules_json(view.rules),
        "target": view.rules.target,
        "you": view.you,
        "seats": [_seat_json(view, seat) for seat in range(1, view.seats + 1)],
        **match_members(view),
        "hand": _texts(view.hand),
        "legal": {
            "calls": [call_wire(call) for call in view.legal_calls],
            "plays": _texts(view.legal_plays),
        },
        "unseen": _texts(view.unseen),
    }


def seat_view_text(view: View) -> str:
    """The same as text."""
    return _encode(seat_view(view)).decode()


def _texts(cards: Iterable[Card]) -> list[str]:
    return [card.text for card in cards]


def _seat_json(view: View, seat: Seat) -> dict[str, object]:
    place = seat - 1
    return {
        "seat": seat,
        "cards": view.hand_sizes[place],
        "score": view.scores[place],
        "taken": view.taken[place],
        "card_points": view.card_points[place],
    }
