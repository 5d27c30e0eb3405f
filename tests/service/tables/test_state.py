"""A table is a fold of its log: what is decided and what is read again are the same."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, strategies as st

from cutthroat.core.events import MatchStarted, Played
from cutthroat.core.match import replay
from cutthroat.service.tables.happenings import NoncesFixed, Settings, TableEvent
from cutthroat.service.tables.ports import Waits
from cutthroat.service.tables.state import TableState, fold
from cutthroat.service.tables.wire import unpack
from tests.kit import strategies
from tests.kit.tables import NOON, Anything, Log

tables = given(
    strategies.rules(), strategies.seat_counts(), strategies.generators(), st.integers(0, 2)
)


def anything(rules: object, seats: int, rng: Random, bots: int) -> Log:
    return Anything(rng, seats, rules=str(rules), bots=min(bots, seats - 1)).happens(40)


@tables
def test_any_beginning_of_a_log_folds_to_the_state_there_was(
    rules: object, seats: int, rng: Random, bots: int
) -> None:
    states: list[TableState] = []

    class Watched(Log):
        def do(self, items, by=None, at=None):  # type: ignore[no-untyped-def]
            before = len(self.entries)
            super().do(items, by, at)
            if len(self.entries) > before:
                states.append(self.state)
            return self

    random = Anything(rng, seats, rules=str(rules), bots=min(bots, seats - 1))
    random.log = Watched(seats, rules=str(rules), bots=["random"] * min(bots, seats - 1))
    log = random.happens(40)
    for upto, state in enumerate(states, start=1):
        assert log.fold(upto) == state
        entry = log.entries[upto - 1]
        assert entry.last == state.version
        assert entry.waits is state.waits
        assert entry.when == state.touched


@tables
def test_events_of_an_entry_fold_one_by_one_as_together(
    rules: object, seats: int, rng: Random, bots: int
) -> None:
    log = anything(rules, seats, rng, bots)
    state: TableState | None = None
    number = 0
    for entry in log.entries:
        assert entry.number == number + 1
        for item in unpack(entry.body):
            state = fold(state, (item,), entry.when)
            number += 1
            assert state.version == number
            assert state.moved <= state.version
            assert state.since <= state.touched == entry.when
    assert state == log.state


@tables
def test_the_last_match_is_that_of_its_own_events(
    rules: object, seats: int, rng: Random, bots: int
) -> None:
    log = anything(rules, seats, rng, bots)
    items = log.items
    begun = [place for place, item in enumerate(items) if isinstance(item, NoncesFixed)]
    if not begun:
        assert log.state.match is None
        return
    events = [item for item in items[begun[-1] :] if not isinstance(item, TableEvent)]
    assert log.state.match == replay(events)


@tables
def test_what_holds_of_every_table(rules: object, seats: int, rng: Random, bots: int) -> None:
    """Who plays sits there, secrets are shown at the end and no sooner, and nothing after it."""
    log = anything(rules, seats, rng, bots)
    for upto in range(1, len(log.entries) + 1):
        state = log.fold(upto)
        assert set(state.players) <= set(state.humans)
        assert state.away <= set(state.humans)
        assert not (state.running and state.preparation)
        assert not (state.running and not state.full)
        assert state.fair is None or state.secret_shown == state.over or state.closed
        assert (state.waits is Waits.NOBODY) == bool(state.closed)
        if state.closed:
            assert upto == len(log.entries)
        if state.waits is Waits.BOT:
            assert state.turn
            assert state.by_bot(state.turn)


def test_a_log_that_no_decision_made_is_refused() -> None:
    log = Log(2).sit("Ada", "Bea")
    begin = unpack(log.entries[0].body)
    with pytest.raises(ValueError, match="starts with"):
        fold(None, begin[1:], NOON)
    with pytest.raises(ValueError, match="without events"):
        fold(None, (), NOON)
    with pytest.raises(ValueError, match="once"):
        fold(log.state, begin, NOON)
    with pytest.raises(ValueError, match="without a match"):
        fold(Log(2).state, [item for item in _played(log) if isinstance(item, Played)], NOON)
    with pytest.raises(ValueError, match="no match was prepared"):
        fold(log.state, (NoncesFixed("abcd-1", ("", "")),), NOON)
    started = next(item for item in log.items if isinstance(item, MatchStarted))
    assert fold(Log(2).state, (started,), NOON).running


def _played(log: Log) -> list[object]:
    return list(log.play(Random(1), 6).items)


@pytest.mark.parametrize(
    ("settings", "waits"), [(Settings(), Waits.PEOPLE), (Settings(clock=30), Waits.CLOCK)]
)
def test_a_persons_turn_waits_for_people_or_for_the_clock(settings: Settings, waits: Waits) -> None:
    assert Log(2, settings=settings).sit("Ada", "Bea").state.waits is waits
