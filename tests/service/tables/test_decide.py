"""What a table answers when somebody asks for something: with events, or with a reason."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from msgspec import structs

from cutthroat.core.actions import Bid, Pass
from cutthroat.core.errors import Reason
from cutthroat.core.events import DealStarted, MatchEnded
from cutthroat.core.match import Over, Waiting
from cutthroat.core.rules import Rules
from cutthroat.service.tables import decide
from cutthroat.service.tables.decide import Nonce
from cutthroat.service.tables.errors import TableReason
from cutthroat.service.tables.hall import machines
from cutthroat.service.tables.happenings import (
    REACTIONS,
    CameBack,
    EndAgreed,
    Left,
    Reacted,
    Ready,
    SeatFreed,
    SeatTaken,
    SecretShown,
    Settings,
    TableClosed,
    WentAway,
)
from cutthroat.service.tables.ports import Waits
from tests.kit.tables import Log, hash_of, nonce_of, refused

SECRET = bytes(32)
NOBODY = Settings(absent="nobody")


def playing(seats: int = 2, settings: Settings | None = None, rules: str = "") -> Log:
    """A table of people whose first auction is open."""
    return Log(seats, rules=rules, settings=settings).sit(*("Ada", "Bea", "Cid")[:seats])


def scored(seats: int = 2, settings: Settings | None = None) -> Log:
    """A table of people that look at the result of a deal."""
    log = playing(seats, settings)
    rng = Random(3)
    while log.state.turn is not None:
        log.play(rng, 1)
    return log


def over(seats: int = 2) -> Log:
    log = playing(seats)
    for seat in log.state.numbers:
        log.do(decide.agree_to_end(log.state, seat, agrees=True, absent=()))
    assert log.state.over
    return log


def closed() -> Log:
    log = playing()
    return log.do(decide.close(log.state, "idle"))


# Before the match


def test_a_table_is_made_with_the_first_match_prepared() -> None:
    log = Log(3, bots=["easy"])
    assert [type(item).__name__ for item in log.items] == ["TableOpened", "MatchPrepared"]
    assert log.state.seats[:2] == (None, None)
    assert log.state.preparation
    assert log.state.preparation.match == "abcd-1"
    assert log.state.waits is Waits.PEOPLE


def test_a_table_for_strangers_is_listed_while_a_seat_is_free() -> None:
    log = Log(2, settings=Settings(listed=True))
    assert log.state.waits is Waits.STRANGERS
    assert log.sit("Ada").state.waits is Waits.STRANGERS
    assert log.sit("Bea").state.waits is Waits.PEOPLE


@pytest.mark.parametrize(
    ("settings", "reason"),
    [
        (Settings(clock=31), TableReason.BAD_CLOCK),
        (Settings(clock=0), TableReason.BAD_CLOCK),
        (Settings(absent="me"), TableReason.BAD_ABSENT),
    ],
)
def test_settings_that_there_are_not(settings: Settings, reason: TableReason) -> None:
    assert refused(decide.open_table, "abcd", Rules(), (None, None), settings, SECRET) == reason


def test_bots_take_the_last_seats_and_no_more_than_there_are() -> None:
    assert [machine and machine.level for machine in machines(["easy"], 3)] == [None, None, "easy"]
    assert refused(machines, ["easy"] * 3, 2) == TableReason.TOO_MANY_BOTS
    assert refused(machines, ["nobody"], 2) == "no_such_bot"


def test_a_name_is_one_line_that_can_be_seen() -> None:
    assert decide.player_name("  Ada \n Lovelace ") == "Ada Lovelace"
    assert decide.player_name("x" * 40) == "x" * 40
    for bad in ("", "   ", "x" * 41, "a\x00b", "a\u202eb"):
        assert refused(decide.player_name, bad) == TableReason.BAD_NAME


def test_people_sit_down_in_the_first_free_seat_until_none_is_free() -> None:
    log = Log(3, bots=["easy"])
    seat, items = decide.take_seat(log.state, "ada", "Ada", None)
    assert (seat, items) == (1, (SeatTaken(1, "ada", "Ada"),))
    log.do(items).sit("Bea", given=None)
    assert refused(decide.take_seat, log.state, "cid", "Cid", None) == TableReason.TABLE_FULL
    log.do(decide.leave(log.state, 1, SECRET))
    assert decide.take_seat(log.state, "cid", "Cid", None)[0] == 1


def test_nobody_sits_down_at_a_match_that_runs_or_a_closed_table() -> None:
    running = playing(3).do(decide.leave(playing(3).state, 1, SECRET))
    assert refused(decide.check_free, running.state) == TableReason.TABLE_FULL
    assert refused(decide.check_free, closed().state) == TableReason.TABLE_CLOSED


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        (Nonce("no spaces"), TableReason.BAD_NONCE),
        (Nonce("x" * 65), TableReason.BAD_NONCE),
        (Nonce("ünder"), TableReason.BAD_NONCE),
        (Nonce("x\n"), TableReason.BAD_NONCE),
        (Nonce(hash="0" * 63), TableReason.BAD_HASH),
        (Nonce(hash="A" * 64), TableReason.BAD_HASH),
        (Nonce("x", "0" * 64), TableReason.TWO_NONCES),
    ],
)
def test_nonces_and_hashes_have_a_form(given: Nonce, reason: TableReason) -> None:
    assert refused(decide.check_nonce, given) == reason
    log = Log(2).sit("Ada", given=None)
    assert refused(decide.give_nonce, log.state, 1, given) == reason


def test_a_nonce_is_pledged_once_and_the_same_again_changes_nothing() -> None:
    log = Log(2).sit("Ada", given="hash")
    same = Nonce(hash=hash_of(nonce_of(1, 1)))
    assert decide.give_nonce(log.state, 1, same) == ()
    other = Nonce(hash=hash_of("other"))
    assert refused(decide.give_nonce, log.state, 1, other) == TableReason.PLEDGED_ALREADY
    plain = Log(2).sit("Ada", given="plain")
    assert decide.give_nonce(plain.state, 1, Nonce(nonce_of(1, 1))) == ()
    assert refused(decide.give_nonce, plain.state, 1, Nonce("x")) == TableReason.PLEDGED_ALREADY
    assert refused(decide.give_nonce, plain.state, 1, other) == TableReason.PLEDGED_ALREADY


def test_a_nonce_is_shown_when_all_are_fixed_and_fits_its_hash() -> None:
    log = Log(2).sit("Ada", given="hash")
    shown = Nonce(nonce_of(1, 1))
    assert refused(decide.give_nonce, log.state, 1, shown) == TableReason.NONCE_TOO_EARLY
    log.sit("Bea", given="hash")
    assert refused(decide.give_nonce, log.state, 1, Nonce("x")) == TableReason.NONCE_MISMATCH
    assert refused(decide.give_nonce, log.state, 1, Nonce()) == TableReason.BAD_NONCE
    assert refused(decide.give_nonce, log.state, 1, Nonce("")) == TableReason.BAD_NONCE
    log.show(1)
    assert decide.has_shown(log.state, 1)
    assert not decide.has_shown(log.state, 2)
    assert decide.give_nonce(log.state, 1, shown) == ()
    assert refused(decide.give_nonce, log.state, 1, Nonce("x")) == TableReason.NONCE_MISMATCH
    assert not log.state.running
    assert log.show(2).state.running


def test_no_nonce_is_asked_for_while_a_match_runs() -> None:
    state = playing().state
    assert refused(decide.give_nonce, state, 1, Nonce("x")) == TableReason.NONCE_NOT_ASKED
    assert refused(decide.give_nonce, closed().state, 1, Nonce("x")) == TableReason.TABLE_CLOSED


def test_a_player_may_add_nothing() -> None:
    log = Log(2)
    for name in ("ada", "bea"):
        log.do(decide.take_seat(log.state, name, name, Nonce())[1])
    assert log.state.running
    assert log.state.fair
    assert log.state.fair.nonces == ("", "")


# The match


def test_an_action_is_taken_upon_what_matters() -> None:
    log = playing()
    state, seat = log.state, log.state.turn or 0
    assert decide.act(state, seat, Pass(seat), state.version)
    assert decide.act(state, seat, Pass(seat), state.moved)
    for at in (0, state.moved - 1, state.version + 1):
        assert refused(decide.act, state, seat, Pass(seat), at) == TableReason.STALE
    log.do(decide.react(state, seat, "wow"))
    assert decide.act(log.state, seat, Pass(seat), state.version)


def test_actions_that_nothing_waits_for() -> None:
    waiting = Log(2).sit("Ada").state
    assert refused(decide.act, waiting, 1, Pass(1), waiting.version) == TableReason.NOT_STARTED
    state = closed().state
    assert refused(decide.act, state, 1, Pass(1), state.version) == TableReason.TABLE_CLOSED
    state = over().state
    assert refused(decide.act, state, 1, Pass(1), state.version) == Reason.MATCH_OVER
    state = playing().state
    other = 3 - (state.turn or 0)
    assert refused(decide.act, state, other, Pass(other), state.version) == Reason.NOT_YOUR_TURN
    state = scored().state
    assert refused(decide.act, state, 1, Pass(1), state.version) == Reason.NO_DEAL


def test_who_acts_is_back_and_who_left_acts_no_more() -> None:
    log = playing(3)
    seat = log.state.turn or 0
    log.do(decide.go_away(log.state, seat, "absent"))
    assert log.state.waits is Waits.BOT
    items = decide.act(log.state, seat, Bid(seat, 2), log.state.version)
    assert items[0] == CameBack(seat)
    gone = log.do(decide.leave(log.state, seat, SECRET)).state
    assert refused(decide.act, gone, seat, Pass(seat), gone.version) == TableReason.LEFT_FOR_GOOD


def test_a_bot_acts_only_for_whom_it_plays_and_upon_the_newest_move() -> None:
    log = playing()
    seat = log.state.turn or 0
    state = log.state
    assert refused(decide.act_for, state, seat, Pass(seat), state.version) == TableReason.STALE
    log.do(decide.go_away(state, seat, "clock"))
    state = log.state
    assert decide.act_for(state, seat, Pass(seat), state.moved)
    assert refused(decide.act_for, state, seat, Pass(seat), state.moved - 1) == TableReason.STALE
    state = closed().state
    assert refused(decide.act_for, state, 1, Pass(1), state.version) == TableReason.TABLE_CLOSED
    state = Log(2).state
    assert refused(decide.act_for, state, 1, Pass(1), state.version) == TableReason.STALE


def test_ready_ends_the_look_at_a_result_when_all_people_are() -> None:
    log = scored(3)
    assert decide.ready(log.state, 1) == (Ready(1),)
    log.do(decide.ready(log.state, 1)).do(decide.ready(log.state, 2))
    assert decide.ready(log.state, 2) == ()
    assert log.state.turn is None
    log = log.do(decide.ready(log.state, 3))
    assert log.state.match
    assert log.state.turn is not None
    assert log.state.match.deal == 2
    assert refused(decide.ready, log.state, 1) == TableReason.NO_RESULT
    assert refused(decide.ready, over().state, 1) == TableReason.NO_RESULT
    assert refused(decide.ready, closed().state, 1) == TableReason.TABLE_CLOSED


def test_nobody_waits_for_the_ready_of_a_player_who_left() -> None:
    log = scored(3)
    log.do(decide.ready(log.state, 1)).do(decide.ready(log.state, 2))
    log.do(decide.leave(log.state, 3, SECRET))
    assert log.state.match
    assert log.state.match.deal == 2
    assert refused(decide.ready, scored(3).do((Left(3, "left"),)).state, 3) == "left_for_good"


def test_away_and_back() -> None:
    log = playing()
    seat = log.state.turn or 0
    assert decide.go_away(log.state, 3 - seat, "clock") == ()
    assert decide.come_back(log.state, seat) == ()
    assert decide.go_away(log.state, seat, "clock") == (WentAway(seat, "clock"),)
    log.do(decide.go_away(log.state, seat, "clock"))
    assert decide.go_away(log.state, seat, "clock") == ()
    assert decide.come_back(log.state, seat) == (CameBack(seat),)
    assert decide.go_away(playing(settings=NOBODY).state, seat, "clock") == ()


def test_nobody_comes_back_to_a_closed_table() -> None:
    log = playing()
    seat = log.state.turn or 0
    log.do(decide.go_away(log.state, seat, "absent")).do(decide.close(log.state, "idle"))
    assert decide.come_back(log.state, seat) == ()


def test_remarks_are_those_of_a_list() -> None:
    log = playing()
    for reaction in REACTIONS:
        assert decide.react(log.state, 1, reaction) == (Reacted(1, reaction),)
    assert refused(decide.react, log.state, 1, "<b>") == TableReason.NO_SUCH_REACTION
    assert refused(decide.react, closed().state, 1, "wow") == TableReason.TABLE_CLOSED


# Ends


def test_leaving_before_the_match_frees_the_seat() -> None:
    log = Log(3).sit("Ada", "Bea")
    assert decide.leave(log.state, 1, SECRET) == (SeatFreed(1, "left"),)
    assert decide.leave(log.state, 3, SECRET) == ()
    log.do(decide.leave(log.state, 1, SECRET))
    assert log.state.seats[0] is None
    assert log.state.preparation
    assert log.state.preparation.pledges[0] is None
    assert not log.state.closed


def test_a_table_that_its_last_person_leaves_is_closed() -> None:
    log = Log(2).sit("Ada")
    log.do(decide.leave(log.state, 1, SECRET))
    assert log.state.closed == "empty"


def test_the_match_ends_when_all_who_still_play_have_agreed() -> None:
    log = playing(3)
    for seat in (1, 2):
        log.do(decide.agree_to_end(log.state, seat, agrees=True, absent=()))
    assert log.state.running
    log.do(decide.leave(log.state, 3, SECRET))
    assert log.state.over
    assert log.state.match
    assert log.state.match.phase == Over(None, None, "by agreement")


def test_who_gave_a_nonce_at_once_is_known_for_the_whole_match() -> None:
    log = Log(2).sit("Ada", given="hash").sit("Bea")
    assert not log.state.at_once
    log.show(1)
    assert log.state.running
    assert log.state.at_once == {2}


def test_sitting_down_again_takes_no_other_nonce() -> None:
    log = Log(3).sit("Ada", given="hash")
    assert decide.sit_again(log.state, 1, Nonce()) == ()
    assert decide.sit_again(log.state, 1, Nonce(hash=hash_of(nonce_of(1, 1)))) == ()
    other = Nonce(hash=hash_of("other"))
    assert refused(decide.sit_again, log.state, 1, other) == TableReason.PLEDGED_ALREADY


def test_a_match_that_only_bots_play_ends_after_500_deals() -> None:
    log = Log(2, bots=["easy", "easy"])
    assert log.state.match
    match = replace(log.state.match, deal=499, phase=Waiting())
    state = structs.replace(log.state, match=match)
    assert isinstance(decide.deal(state)[0], DealStarted)
    state = structs.replace(state, match=replace(match, deal=500))
    assert decide.deal(state) == (MatchEnded("500 deals"),)


def test_leaving_a_match_of_three_leaves_a_bot_behind() -> None:
    log = playing(3)
    log.do(decide.leave(log.state, 2, SECRET))
    assert log.state.running
    assert log.state.by_bot(2)
    assert decide.leave(log.state, 2, SECRET) == ()
    assert log.state.humans == (1, 3)


@pytest.mark.parametrize("settings", [NOBODY, Settings()])
def test_leaving_ends_a_match_that_cannot_go_on(settings: Settings) -> None:
    """Where nobody plays for another, or no other person is left."""
    log = playing(3, settings)
    if settings.absent == "bot":
        log.do(decide.leave(log.state, 1, SECRET)).do(decide.leave(log.state, 3, SECRET))
    assert log.do(decide.leave(log.state, 2, SECRET)).state.over
    assert MatchEnded("seat 2 left") in log.items
    assert log.state.secret_shown


def test_a_table_is_closed_when_the_last_person_leaves_it() -> None:
    log = over()
    log.do(decide.leave(log.state, 1, SECRET))
    assert log.state.closed is None
    last = log.do(decide.leave(log.state, 2, SECRET)).state
    assert last.closed == "empty"
    assert last.waits is Waits.NOBODY


def test_conceding_at_two_seats_ends_the_match_and_at_three_is_leaving() -> None:
    two = playing()
    assert decide.concede(two.state, 1) == (MatchEnded("seat 1 conceded"),)
    three = playing(3)
    assert decide.concede(three.state, 1) == (Left(1, "conceded"),)
    three.do(decide.concede(three.state, 1))
    assert refused(decide.concede, three.state, 1) == TableReason.LEFT_FOR_GOOD
    assert refused(decide.concede, Log(2).state, 1) == TableReason.NOT_STARTED
    assert refused(decide.concede, over().state, 1) == Reason.MATCH_OVER
    assert refused(decide.concede, closed().state, 1) == TableReason.TABLE_CLOSED


def test_a_match_ends_when_all_who_play_agree() -> None:
    log = playing(3)
    agree = decide.agree_to_end
    assert agree(log.state, 1, agrees=False, absent=()) == ()
    log.do(agree(log.state, 1, agrees=True, absent=()))
    assert agree(log.state, 1, agrees=True, absent=()) == ()
    assert agree(log.state, 1, agrees=False, absent=()) == (EndAgreed(1, agrees=False),)
    log.do(agree(log.state, 2, agrees=True, absent=()))
    assert log.state.running
    items = agree(log.state, 3, agrees=True, absent=())
    assert items == (EndAgreed(3, agrees=True), MatchEnded("by agreement"))
    assert refused(agree, over().state, 1, agrees=True, absent=()) == Reason.MATCH_OVER


def test_only_where_nobody_plays_for_them_need_the_absent_not_agree() -> None:
    agree = decide.agree_to_end
    ended = (EndAgreed(1, agrees=True), MatchEnded("by agreement"))
    assert agree(playing(settings=NOBODY).state, 1, agrees=True, absent={2}) == ended
    day = playing(settings=Settings(clock=86_400))
    assert agree(day.state, 1, agrees=True, absent={2}) == ended[:1]
    gone = playing()
    while gone.state.turn != 2:
        gone.play(Random(1), 1)
    gone.do(decide.go_away(gone.state, 2, "absent"))
    assert agree(gone.state, 1, agrees=True, absent=()) == ended


def test_a_rematch_is_asked_for_once_by_each() -> None:
    log = over()
    assert refused(decide.rematch, playing().state, 1, Nonce("x"), SECRET) == TableReason.NOT_OVER
    assert refused(decide.rematch, log.state, 1, Nonce("?"), SECRET) == TableReason.BAD_NONCE
    log.rematch(1)
    assert log.state.preparation
    assert log.state.preparation.match == "abcd-2"
    assert decide.rematch(log.state, 1, Nonce(nonce_of(1, 2)), SECRET) == ()
    again = refused(decide.rematch, log.state, 1, Nonce("other"), SECRET)
    assert again == TableReason.PLEDGED_ALREADY
    log.rematch(2)
    assert log.state.running
    assert log.state.fair
    assert log.state.fair.match == "abcd-2"
    assert refused(decide.rematch, closed().state, 1, Nonce(), SECRET) == TableReason.TABLE_CLOSED


def test_a_rematch_frees_the_seats_of_those_who_left() -> None:
    log = playing(3)
    log.do(decide.leave(log.state, 3, SECRET))
    for seat in (1, 2):
        log.do(decide.agree_to_end(log.state, seat, agrees=True, absent=()))
    assert refused(decide.rematch, log.state, 3, Nonce(), SECRET) == TableReason.LEFT_FOR_GOOD
    log.rematch(1)
    assert log.state.seats[2] is None
    log.sit("Dan").rematch(2)
    assert log.state.running


def test_closing_ends_the_match_and_shows_every_secret() -> None:
    log = playing()
    fair = log.state.fair
    assert fair
    items = decide.close(log.state, "idle")
    shown = SecretShown(fair.match, fair.secret.hex())
    assert items == (MatchEnded("closed"), shown, TableClosed("idle"))
    assert decide.close(log.do(items).state, "idle") == ()
    waiting = over().rematch(1)
    preparation = waiting.state.preparation
    assert preparation
    prepared = SecretShown(preparation.match, preparation.secret.hex())
    assert decide.close(waiting.state, "idle") == (prepared, TableClosed("idle"))


def test_a_closed_table_changes_no_more() -> None:
    full = Log(2).sit("Ada", "Bea", given="hash")
    full.do(decide.close(full.state, "idle"))
    for state in (closed().state, full.state):
        assert decide.nonces_overdue(state, SECRET) == ()
        assert decide.deal(state) == ()
        assert decide.leave(state, 1, SECRET) == ()
        assert decide.go_away(state, 1, "clock") == ()


def test_cards_are_dealt_when_it_is_the_time() -> None:
    assert decide.deal(Log(2).state) == ()
    assert decide.deal(playing().state) == ()
    log = scored()
    assert len(decide.deal(log.state)) == 4
    log.do(decide.deal(log.state))
    assert log.state.turn


def test_a_table_of_bots_has_nobody_to_wait_for() -> None:
    log = Log(2, bots=["random", "random"])
    assert log.state.running
    assert log.state.waits is Waits.BOT
    log.play(Random(1), 40)
    assert log.state.running
    assert not log.state.closed


@pytest.mark.parametrize(
    "name", ["Ana", "李", "\u0639\u0644\u06cc\u200c\u0631\u0636", "👩\u200d🚀", "é̀", "7", "Bo Li"]
)
def test_a_name_may_be_of_any_script(name: str) -> None:
    assert decide.player_name(f"  {name} ") == name


@pytest.mark.parametrize(
    "name",
    [
        *["", " ", "\u3164", "\u2800", "\u115f", "\u200d", "\u0301", "A\u0301\u0302\u0303\u0304"],
        *["\u202eevil", "a\x00b", "x" * 41, "\ud800"],
    ],
)
def test_a_name_shows_something_and_hides_nothing(name: str) -> None:
    assert refused(decide.player_name, name) == TableReason.BAD_NAME
