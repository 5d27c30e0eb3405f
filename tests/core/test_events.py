"""Who may see what happened. R4: hands are for their seats only."""

import pickle

import pytest

from cutthroat.core.actions import Bid, Pass
from cutthroat.core.cards import Card, CardSet
from cutthroat.core.events import (
    AuctionOpened,
    Called,
    DealScored,
    DealStarted,
    Event,
    HandDealt,
    MatchEnded,
    MatchStarted,
    MatchWon,
    Misdealt,
    Played,
    ThrownIn,
    TrickTaken,
    WinReason,
    visible_to,
)
from cutthroat.core.rules import Rules
from cutthroat.core.scoring import Points, Summary

SUMMARY = Summary(
    deal=1,
    bidder=1,
    bid=2,
    made=True,
    points=Points(high=1, low=1),
    tally=None,
    earned=(2, 0),
    change=(2, 0),
    scores=(2, 0),
)
PUBLIC: tuple[Event, ...] = (
    MatchStarted(Rules(), 3, 1),
    DealStarted(1, 1),
    AuctionOpened(),
    Called(Pass(2)),
    Called(Bid(2, 3)),
    ThrownIn(),
    Misdealt(),
    Played(2, Card("AS")),
    TrickTaken(2),
    DealScored(SUMMARY),
    MatchWon(1, WinReason.FOUR),
    MatchEnded("seat 2 left"),
)


@pytest.mark.parametrize("event", PUBLIC, ids=lambda event: type(event).__name__)
def test_what_happens_on_the_table_is_for_all(event: Event) -> None:
    assert event.audience is None
    assert all(visible_to(event, viewer) for viewer in (1, 2, 3, None))


@pytest.mark.parametrize("seat", [1, 2, 3])
def test_r4_a_hand_is_for_its_seat_only(seat: int) -> None:
    event = HandDealt(seat, CardSet.of("2C 3C 4C 5C 6C 7C"))
    assert event.audience == seat
    assert [viewer for viewer in (1, 2, 3, None) if visible_to(event, viewer)] == [seat]


@pytest.mark.parametrize("event", PUBLIC, ids=lambda event: type(event).__name__)
def test_an_event_crosses_processes_whole(event: Event) -> None:
    assert pickle.loads(pickle.dumps(event)) == event


def test_reasons_to_win_are_written_as_the_options_that_decide() -> None:
    """R24, R25, out=reach, limit."""
    assert [reason.value for reason in WinReason] == ["from_target", "reach", "four", "limit"]
