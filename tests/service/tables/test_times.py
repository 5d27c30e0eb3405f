"""What time brings to a table, and when."""

from __future__ import annotations

from random import Random

import pytest

from cutthroat.service.tables import decide, times
from cutthroat.service.tables.happenings import Settings
from cutthroat.service.tables.times import DAY, SECOND, Due, Kind, Presence
from tests.kit.tables import NOON, Log

HERE = Presence(here=True)
GONE = Presence()
MINUTE = 60 * SECOND


def due(log: Log, *presence: Presence, begun: int = NOON) -> Due:
    seats = dict(zip(log.state.numbers, presence or (GONE,) * 3, strict=False))
    return times.due(log.state, seats, begun)


def playing(clock: int | None = None, absent: str = "bot", seats: int = 2) -> Log:
    settings = Settings(clock=clock, absent=absent)
    return Log(seats, settings=settings).sit(*("Ada", "Bea", "Cid")[:seats])


def of_turn(log: Log, turn: Presence, others: Presence = HERE) -> dict[int, Presence]:
    """Who is there: whoever's turn it is, and the others."""
    return {seat: turn if seat == log.state.turn else others for seat in log.state.numbers}


# Nonces


def test_thirty_seconds_to_fix_a_nonce_from_when_the_seats_are_full() -> None:
    log = Log(2).sit("Ada", given="hash")
    assert due(log).kind is Kind.IDLE
    log.sit("Bea", given=None)
    assert due(log) == Due(log.now + 30 * SECOND, Kind.NONCES)


def test_thirty_seconds_to_show_a_nonce_from_when_the_last_was_fixed() -> None:
    log = Log(2).sit("Ada", "Bea", given="hash")
    fixed = log.now
    assert due(log) == Due(fixed + 30 * SECOND, Kind.NONCES)
    log.show(1).do(decide.react(log.state, 1, "hello"))
    assert due(log) == Due(fixed + 30 * SECOND, Kind.NONCES)
    assert due(log, begun=fixed + DAY) == Due(fixed + DAY + 30 * SECOND, Kind.NONCES)


def test_nobody_need_want_a_rematch_but_who_fixed_a_nonce_must_show_it() -> None:
    log = playing()
    log.do(decide.concede(log.state, 1)).rematch(1)
    assert due(log).kind is Kind.IDLE
    log = Log(2).sit("Ada", "Bea", given="hash").show(1, 2)
    log.do(decide.concede(log.state, 1))
    for seat in (1, 2):
        given = decide.Nonce(hash=f"{seat:064}")
        log.do(decide.rematch(log.state, seat, given, log.secret()))
    assert due(log) == Due(log.now + 30 * SECOND, Kind.NONCES)


# Turns


@pytest.mark.parametrize("clock", [30, 60])
def test_a_clock_starts_when_the_reader_has_caught_up(clock: int) -> None:
    log = playing(clock)
    since = log.state.since
    seat = log.state.turn or 0
    caught_up = of_turn(log, Presence(here=True, caught_up=since + 3 * SECOND))
    ends = since + 3 * SECOND + clock * SECOND
    assert times.deadline(log.state, caught_up, NOON) == ends
    assert times.due(log.state, caught_up, NOON) == Due(ends, Kind.TIME_OUT, seat)


@pytest.mark.parametrize("caught_up", [None, NOON + DAY])
def test_a_clock_waits_ten_seconds_for_a_reader(caught_up: int | None) -> None:
    log = playing(30)
    presence = of_turn(log, Presence(here=caught_up is not None, caught_up=caught_up))
    assert times.deadline(log.state, presence, NOON) == log.state.since + 40 * SECOND


def test_a_clock_starts_no_sooner_than_the_turn() -> None:
    log = playing(30)
    presence = of_turn(log, Presence(here=True, caught_up=log.state.since - 5 * SECOND))
    assert times.deadline(log.state, presence, NOON) == log.state.since + 30 * SECOND


def test_a_clock_starts_again_with_the_server_but_for_one_of_a_day() -> None:
    begun = NOON + 10 * MINUTE
    minute, day = playing(60), playing(86_400)
    assert times.deadline(minute.state, of_turn(minute, GONE), begun) == begun + 70 * SECOND
    assert times.deadline(day.state, of_turn(day, GONE), begun) == day.state.since + DAY


def test_a_clock_is_not_put_back_by_what_is_no_move() -> None:
    log = playing(30)
    before = times.deadline(log.state, of_turn(log, GONE), NOON)
    log.do(decide.react(log.state, 1, "thinking"))
    assert times.deadline(log.state, of_turn(log, GONE), NOON) == before
    log.act("pass")
    assert times.deadline(log.state, of_turn(log, GONE), NOON) == log.now + 40 * SECOND


def test_no_clock_runs_for_a_bot_or_between_deals() -> None:
    log = playing(30)
    log.do(decide.go_away(log.state, log.state.turn or 0, "clock"))
    assert times.deadline(log.state, of_turn(log, GONE), NOON) is None
    assert times.deadline(Log(2).state, {}, NOON) is None
    assert times.deadline(playing().state, of_turn(playing(), GONE), NOON) is None


def test_where_nobody_plays_for_another_a_clock_only_tells() -> None:
    log = playing(30, absent="nobody")
    assert times.deadline(log.state, of_turn(log, GONE), NOON)
    assert times.due(log.state, of_turn(log, GONE), NOON).kind is Kind.IDLE


def test_without_a_clock_a_bot_plays_after_a_minute_if_somebody_waits() -> None:
    log = playing()
    seat = log.state.turn or 0
    away = Due(log.state.since + MINUTE, Kind.AWAY, seat)
    assert times.due(log.state, of_turn(log, GONE), NOON) == away
    assert times.due(log.state, of_turn(log, HERE), NOON).kind is Kind.IDLE
    assert times.due(log.state, of_turn(log, GONE, GONE), NOON).kind is Kind.IDLE
    begun = NOON + DAY
    assert times.due(log.state, of_turn(log, GONE), begun).when == begun + MINUTE


# Between deals


def test_a_result_stays_for_thirty_seconds_and_for_four_among_bots() -> None:
    log, bots = playing(), Log(2, bots=["random", "random"])
    for one in (log, bots):
        while one.state.turn is not None:
            one.play(Random(3), 1)
    assert due(log) == Due(log.now + 30 * SECOND, Kind.DEAL)
    assert due(bots) == Due(bots.now + 4 * SECOND, Kind.DEAL)
    log.do(decide.ready(log.state, 1))
    assert due(log) == Due(log.now - SECOND + 30 * SECOND, Kind.DEAL)


# Idleness


def test_tables_nobody_touches_are_closed_in_a_week_and_running_ones_in_a_month() -> None:
    assert due(Log(2)) == Due(NOON + SECOND + 7 * DAY, Kind.IDLE)
    log = playing()
    assert due(log, HERE, HERE) == Due(log.now + 30 * DAY, Kind.IDLE)
    log.do(decide.react(log.state, 1, "hello"))
    assert due(log, HERE, HERE) == Due(log.now + 30 * DAY, Kind.IDLE)
    log.do(decide.concede(log.state, 1))
    assert due(log) == Due(log.now + 7 * DAY, Kind.IDLE)
