"""Who is there: readers, those who asked for something lately, and for how long."""

from __future__ import annotations

from cutthroat.service.tables.attendance import Attendance
from cutthroat.service.tables.times import SECOND, Presence


def here(attendance: Attendance, now: int) -> list[int]:
    attendance.refresh(now)
    return [seat for seat, known in attendance.presence.items() if known.here]


def test_nobody_is_there_at_first() -> None:
    attendance = Attendance((1, 2))
    assert here(attendance, 0) == []
    assert attendance.next_lapse(0) is None


def test_a_reader_is_there_and_five_seconds_longer() -> None:
    attendance = Attendance((1, 2))
    attendance.reads(2)
    assert here(attendance, 100 * SECOND) == [2]
    assert attendance.next_lapse(100 * SECOND) is None
    attendance.stops_reading(2, 100 * SECOND)
    assert attendance.next_lapse(100 * SECOND) == 105 * SECOND
    assert here(attendance, 105 * SECOND - 1) == [2]
    assert here(attendance, 105 * SECOND) == []


def test_of_two_readers_one_is_enough() -> None:
    attendance = Attendance((1,))
    attendance.reads(1)
    attendance.reads(1)
    attendance.stops_reading(1, 0)
    assert here(attendance, 1000 * SECOND) == [1]


def test_who_asks_without_reading_is_there_for_a_minute() -> None:
    attendance = Attendance((1, 2))
    attendance.asks(1, 0)
    attendance.asks(2, 10 * SECOND)
    assert attendance.next_lapse(10 * SECOND) == 60 * SECOND
    assert here(attendance, 59 * SECOND) == [1, 2]
    assert here(attendance, 60 * SECOND) == [2]
    assert attendance.next_lapse(60 * SECOND) == 70 * SECOND
    assert here(attendance, 70 * SECOND) == []


def test_a_reader_that_goes_takes_no_time_from_who_asked() -> None:
    attendance = Attendance((1,))
    attendance.asks(1, 0)
    attendance.reads(1)
    attendance.stops_reading(1, SECOND)
    assert here(attendance, 59 * SECOND) == [1]


def test_what_has_changed_is_noticed_once() -> None:
    attendance = Attendance((1,))
    attendance.asks(1, 0)
    assert attendance.refresh(0)
    assert not attendance.refresh(1)
    assert attendance.refresh(60 * SECOND)


def test_a_seat_has_caught_up_when_its_first_reader_has() -> None:
    attendance = Attendance((1, 2))
    attendance.reads(1)
    attendance.refresh(0)
    attendance.catches_up(1, 3 * SECOND)
    attendance.catches_up(1, 9 * SECOND)
    assert attendance.presence[1] == Presence(here=True, caught_up=3 * SECOND)
    attendance.falls_behind()
    assert attendance.presence[1] == Presence(here=True, caught_up=None)
    attendance.catches_up(1, 12 * SECOND)
    assert attendance.presence[1] == Presence(here=True, caught_up=12 * SECOND)


def test_who_leaves_a_seat_is_gone_at_once() -> None:
    attendance = Attendance((1,))
    attendance.asks(1, 0)
    attendance.leaves(1)
    assert here(attendance, SECOND) == []
