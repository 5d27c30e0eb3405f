"""What a reader is shown of a table."""

from __future__ import annotations

import json

from cutthroat.core.rules import Rules
from cutthroat.service.tables import decide, seen
from cutthroat.service.tables.decide import Nonce
from cutthroat.service.tables.happenings import Settings
from cutthroat.service.tables.state import TableState, fold
from cutthroat.service.tables.times import Presence

SECRET = bytes(32)


def table_with_one() -> TableState:
    """A table of two where one person sits."""
    opened = decide.open_table("table", Rules(), (None, None), Settings(), SECRET)
    state = fold(None, opened, 0)
    return fold(state, decide.take_seat(state, "ann", "Ann", Nonce("a"))[1], 0)


def connected(state: TableState) -> list[bool]:
    """Who is there, as readers see it, while everybody that was there counts as there."""
    presence = dict.fromkeys(state.numbers, Presence(here=True))
    members = seen.common_json(state, seen.spectator_view(state), presence, None)
    seats = json.loads(b"{%s}" % members)["seats"]
    return [seat["connected"] for seat in seats]


def test_nobody_is_connected_in_a_free_seat() -> None:
    assert connected(table_with_one()) == [True, False]


def test_whoever_has_left_is_not_connected() -> None:
    state = table_with_one()
    state = fold(state, decide.leave(state, 1, SECRET), 0)
    assert connected(state) == [False, False]
