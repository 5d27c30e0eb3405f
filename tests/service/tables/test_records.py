"""The record of a match: what is over while it runs, all of it when it is over."""

from __future__ import annotations

import io
from random import Random

import pytest
from hypothesis import given, strategies as st

from cutthroat.core.deal import Auction, Opening, Playing
from cutthroat.core.events import DealScored, DealStarted, HandDealt, ThrownIn
from cutthroat.core.match import replay
from cutthroat.record.read import Record, read_matches
from cutthroat.service.tables import decide
from cutthroat.service.tables.errors import TableReason
from cutthroat.service.tables.records import match_record
from tests.kit import strategies
from tests.kit.tables import Log, refused


def read(text: str) -> Record:
    """The only match of a text; every line of it was checked on the way."""
    (record,) = read_matches(io.BytesIO(text.encode()))
    return record


def kinds(record: Record, kind: type[object]) -> int:
    return sum(isinstance(event, kind) for event in record.events)


@given(
    strategies.rules(),
    strategies.seat_counts(),
    strategies.generators(),
    st.integers(0, 60),
)
def test_a_record_holds_what_is_over_and_nothing_that_is_hidden(
    rules: object, seats: int, rng: Random, actions: int
) -> None:
    log = Log(seats, rules=str(rules)).sit(*("Ada", "Bea", "Cid")[:seats]).play(rng, actions)
    record = read(match_record(log.entries, None))
    state = log.state
    assert state.match
    assert state.fair
    text = record.text
    assert state.fair.commitment in text
    if state.over:
        assert replay(record.events) == state.match
        assert state.fair.secret.hex() in text
        return
    assert state.fair.secret.hex() not in text
    assert kinds(record, DealScored) == state.match.scored_deals
    runs = isinstance(state.match.phase, Auction | Opening | Playing)
    assert kinds(record, DealStarted) == (state.match.deal - runs if record.events else 0)
    assert kinds(record, HandDealt) == seats * state.match.scored_deals
    held = getattr(state.match.phase, "hands", ())
    assert all(str(hand) not in text for hand in held if len(hand) == 6)


def test_a_deal_thrown_in_keeps_its_hands_until_the_end() -> None:
    log = Log(2).sit("Ada", "Bea").act("pass pass")
    running = read(match_record(log.entries, None))
    assert kinds(running, ThrownIn) == 1
    assert kinds(running, HandDealt) == 0
    log.do(decide.concede(log.state, 1))
    over = read(match_record(log.entries, None))
    assert kinds(over, HandDealt) == 4


@pytest.mark.parametrize("seats", [2, 3])
def test_the_record_of_a_finished_match_verifies_with_its_fairness(seats: int) -> None:
    """Reading checks the deals against secret, commitment and nonces."""
    log = Log(seats, rules="target=5 out=reach limit=30").sit(*("Ada", "Bea", "Cid")[:seats])
    log.play(Random(seats))
    text = match_record(log.entries, None)
    record = read(text)
    assert replay(record.events) == log.state.match
    assert log.state.fair
    assert record.header.fair == log.state.fair
    assert '[Seat1 "Ada"]' in text
    assert '[Date "2026-' in text
    with pytest.raises(ValueError, match="secret"):
        read(text.replace(log.state.fair.secret.hex(), "0" * 64))


def test_each_match_of_a_table_has_a_record() -> None:
    log = Log(2, bots=["random"]).sit("Ada")
    log.do(decide.concede(log.state, 1)).rematch(1).play(Random(1), 30)
    log.do(decide.concede(log.state, 1)).rematch(1)
    for number in (1, 2, 3):
        record = read(match_record(log.entries, f"abcd-{number}"))
        assert record.header.value("Match") == f"abcd-{number}"
        assert (record.header.fair is None) == (number == 3)
        assert '[Bot2 "random 1.0"]' in record.text
    assert match_record(log.entries, None) == match_record(log.entries, "abcd-3")
    assert '[Ended "seat 1 conceded"]' in match_record(log.entries, "abcd-2")


@pytest.mark.parametrize("name", ['"', "\\", '"] [Secret "x', "a]b", "'", "é 猫", "-"])
def test_any_name_can_stand_in_a_record(name: str) -> None:
    record = read(match_record(Log(2).sit(name, "Bea").entries, None))
    assert record.header.value("Seat1") == name


def test_matches_that_there_are_not() -> None:
    assert refused(match_record, Log(2).entries, None) == TableReason.NO_SUCH_MATCH
    playing = Log(2).sit("Ada", "Bea")
    assert refused(match_record, playing.entries, "abcd-2") == TableReason.NO_SUCH_MATCH
