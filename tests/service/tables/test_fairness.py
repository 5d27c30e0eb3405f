"""The fair deal at a table: fixed before it is known, shown when it is over, never reused."""

from __future__ import annotations

import hashlib
import io

import pytest

from cutthroat.core.events import MatchStarted
from cutthroat.record.read import read_matches
from cutthroat.service.tables import decide
from cutthroat.service.tables.decide import Nonce
from cutthroat.service.tables.errors import TableReason
from cutthroat.service.tables.happenings import (
    MatchPrepared,
    NoncesFixed,
    SeatFreed,
    SecretShown,
)
from cutthroat.service.tables.records import match_record
from cutthroat.service.tables.state import Preparation
from tests.kit.tables import Log, hash_of, nonce_of, refused


def preparation(log: Log) -> Preparation:
    assert log.state.preparation
    return log.state.preparation


def test_the_commitment_is_there_before_anybody_sits_down() -> None:
    log = Log(3)
    prepared = preparation(log)
    assert prepared.commitment == hashlib.sha256(prepared.secret).hexdigest()
    log.sit("Ada", "Bea", "Cid", given="hash").show(2, 3, 1)
    assert log.state.fair
    assert log.state.fair.commitment == prepared.commitment
    assert log.state.fair.match == prepared.match == "abcd-1"
    assert log.state.fair.nonces == tuple(nonce_of(seat, 1) for seat in (1, 2, 3))


def test_the_first_dealer_and_every_deal_are_those_of_the_secret() -> None:
    log = Log(2).sit("Ada", "Bea").act("pass pass")
    fair, match = log.state.fair, log.state.match
    assert fair
    assert match
    started = next(item for item in log.items if isinstance(item, MatchStarted))
    assert started.dealer == fair.first_dealer()
    assert match.deal == 2
    hands = fair.hands(2, match.dealer)
    phase_hands = getattr(match.phase, "hands", ())
    assert [set(hand) for hand in phase_hands] == [set(hand) for hand in hands]


def late_to_show() -> Log:
    """Everybody has fixed a nonce, one of three has shown it, and time is up."""
    log = Log(3).sit("Ada", "Bea", "Cid", given="hash").show(1)
    return log.do(decide.nonces_overdue(log.state, log.secret()))


def test_who_is_late_to_show_loses_the_seat_and_everything_is_fixed_anew() -> None:
    first = preparation(Log(3))
    log = late_to_show()
    assert log.items[-4:-1] == [
        SeatFreed(2, "no_nonce"),
        SeatFreed(3, "no_nonce"),
        SecretShown("abcd-1", first.secret.hex()),
    ]
    assert isinstance(log.items[-1], MatchPrepared)
    now = preparation(log)
    assert now.match == "abcd-2"
    assert now.secret != first.secret
    assert now.commitment != first.commitment
    assert now.pledges == (None, None, None)
    assert log.state.seats[1:] == (None, None)


def test_after_that_a_nonce_is_for_the_new_match() -> None:
    log = late_to_show().sit("Dan", "Eve", given="hash")
    assert not log.state.showing
    shown_before = Nonce(nonce_of(1, 1))
    log.do(decide.give_nonce(log.state, 1, Nonce(hash=hash_of(nonce_of(1, 2)))))
    assert refused(decide.give_nonce, log.state, 1, shown_before) == TableReason.NONCE_MISMATCH
    log.show(3, 2, 1)
    assert log.state.fair
    assert log.state.fair.match == "abcd-2"
    assert log.state.fair.nonces == tuple(nonce_of(seat, 2) for seat in (1, 2, 3))
    log.do(decide.close(log.state, "idle"))
    (record,) = read_matches(io.BytesIO(match_record(log.entries, None).encode()))
    assert record.header.fair == log.state.fair


@pytest.mark.parametrize("why", ["left", "deleted"])
def test_who_leaves_when_nonces_were_shown_also_makes_all_fix_new_ones(why: str) -> None:
    """Whoever takes the seat might know those that were shown, and the secret."""
    log = Log(2).sit("Ada", "Bea", given="hash").show(1)
    given_up = preparation(log).secret.hex()
    log.do(decide.leave(log.state, 2, log.secret(), why))
    assert log.items[-3:-1] == [SeatFreed(2, why), SecretShown("abcd-1", given_up)]
    assert preparation(log).match == "abcd-2"
    assert preparation(log).pledges == (None, None)


def test_who_leaves_before_any_was_shown_changes_nothing_for_the_others() -> None:
    log = Log(3).sit("Ada", "Bea", "Cid", given="hash")
    before = preparation(log)
    log.do(decide.leave(log.state, 2, log.secret()))
    assert preparation(log).match == before.match
    assert preparation(log).pledges == (before.pledges[0], None, before.pledges[2])


def test_who_fixes_no_nonce_in_time_loses_the_seat_and_the_others_keep_theirs() -> None:
    log = Log(2).sit("Ada", given="hash").sit("Bea", given=None)
    items = decide.nonces_overdue(log.state, log.secret())
    assert items == (SeatFreed(2, "no_nonce"),)
    log.do(items)
    assert preparation(log).match == "abcd-1"
    assert preparation(log).pledges[0]
    assert decide.nonces_overdue(log.state, log.secret()) == ()


def test_time_takes_no_seat_that_need_not_fix_anything() -> None:
    log = Log(2, bots=["easy"]).sit("Ada", given="hash")
    assert decide.nonces_overdue(log.state, log.secret()) == (
        SeatFreed(1, "no_nonce"),
        SecretShown("abcd-1", log_secret(2)),
        MatchPrepared("abcd-2", log_secret(3)),
    )
    log.show(1)
    assert decide.nonces_overdue(log.state, log.secret()) == ()
    log.do(decide.agree_to_end(log.state, 1, agrees=True, absent=()))
    assert log.state.over
    assert decide.nonces_overdue(log.state, log.secret()) == ()


def log_secret(number: int) -> str:
    return hashlib.sha256(b"%d" % (number - 1)).hexdigest()


def test_a_rematch_has_a_secret_and_nonces_of_its_own() -> None:
    log = Log(2).sit("Ada", "Bea")
    first = log.state.fair
    log.do(decide.concede(log.state, 1)).rematch(1)
    assert preparation(log).match == "abcd-2"
    assert not [item for item in log.items if isinstance(item, SecretShown)][1:]
    log.rematch(2)
    second = log.state.fair
    assert first
    assert second
    assert first.secret != second.secret
    assert first.commitment != second.commitment
    assert first.nonces != second.nonces
    assert not log.state.secret_shown


def test_the_secret_is_shown_when_the_match_is_over_and_with_what_ended_it() -> None:
    log = Log(2).sit("Ada", "Bea")
    assert log.state.fair
    shown = SecretShown("abcd-1", log.state.fair.secret.hex())
    assert shown not in log.items
    log.do(decide.concede(log.state, 1))
    assert log.items[-1] == shown
    assert log.entries[-1].count == 2


def test_an_abandoned_match_shows_its_secret_when_it_is_closed() -> None:
    log = Log(2).sit("Ada", "Bea").act("pass")
    assert log.state.fair
    log.do(decide.close(log.state, "idle"))
    assert SecretShown("abcd-1", log.state.fair.secret.hex()) in log.items
    (record,) = read_matches(io.BytesIO(match_record(log.entries, None).encode()))
    assert record.header.fair == log.state.fair


def test_a_match_that_never_began_shows_its_secret_when_the_table_is_closed() -> None:
    log = Log(2)
    secret = preparation(log).secret.hex()
    log.do(decide.close(log.state, "idle"))
    assert SecretShown("abcd-1", secret) in log.items


def test_nonces_are_fixed_in_one_event_when_all_are_known() -> None:
    log = Log(2).sit("Ada", "Bea", given="hash").show(2)
    assert not any(isinstance(item, NoncesFixed) for item in log.items)
    log.show(1)
    assert NoncesFixed("abcd-1", (nonce_of(1, 1), nonce_of(2, 1))) in log.items
