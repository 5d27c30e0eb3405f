"""A decided deal plays itself when all persons that play agree. R15 to R26."""

from __future__ import annotations

import io
import json
from collections.abc import Sequence
from itertools import count
from random import Random

import pytest
from hypothesis import given

from cutthroat.core import match as matches
from cutthroat.core.actions import Play, Seat
from cutthroat.core.decided import points_decided
from cutthroat.core.errors import Reason
from cutthroat.core.events import DealScored, Event, Played, TrickTaken
from cutthroat.core.match import Match, Over, Scored, replay
from cutthroat.core.view import project
from cutthroat.record.read import read_matches
from cutthroat.service.tables import decide, seen
from cutthroat.service.tables.decide import agree_to_finish
from cutthroat.service.tables.errors import TableReason
from cutthroat.service.tables.happenings import (
    CameBack,
    FinishAgreed,
    Item,
    SecretShown,
    Settings,
    TableEvent,
)
from cutthroat.service.tables.records import match_record
from cutthroat.service.tables.times import Presence
from tests.kit import strategies
from tests.kit.tables import Log, refused

SECRET = bytes(32)


def match_of(log: Log) -> Match:
    assert log.state.match
    return log.state.match


def is_decided(log: Log) -> bool:
    return points_decided(project(match_of(log), None))


def decided(*names: str, bots: Sequence[str] = (), left: int = 1, rules: str = "") -> Log:
    """A table of people and bots where all can see what will come of the deal.

    left: how many cards are still held, at least.
    """
    for seed in count():
        log = Log(len(names) + len(bots), rules=rules, bots=bots, settings=Settings()).sit(*names)
        rng = Random(seed)
        while log.state.running and match_of(log).scored_deals < 4:
            log.play(rng, 1)
            if is_decided(log) and sum(project(match_of(log), None).hand_sizes) >= left:
                return log
    raise AssertionError


def agree(log: Log, seat: Seat, *, agrees: bool = True) -> Log:
    return log.do(agree_to_finish(log.state, seat, agrees=agrees), seat)


def last_items(log: Log) -> list[Item]:
    """What the last entry of the log holds."""
    return log.items[-log.entries[-1].count :]


def one_by_one(match: Match) -> tuple[list[Event], Match]:
    """A deal that is played to its end by the lowest legal card of whoever's turn it is."""
    events: list[Event] = []
    while match.turn is not None:
        legal = {str(action.card): action for action in plays_of(match)}
        lowest = next(text for text in FROM_LOW_TO_HIGH if text in legal)
        more = matches.decide(match, legal[lowest])
        events += more
        match = matches.fold(match, more)
    return events, match


def plays_of(match: Match) -> list[Play]:
    """The cards that may be played."""
    return [action for action in matches.legal_actions(match) if isinstance(action, Play)]


FROM_LOW_TO_HIGH = ["JK", *(rank + suit for rank in "23456789TJQKA" for suit in "CDHS")]


# Agreement


@pytest.mark.parametrize("left", [1, 2])
def test_two_persons_agree_and_the_bot_need_not(left: int) -> None:
    """R19 to R22: the deal is scored as if the cards had been played one by one."""
    log = decided("Ada", "Bea", bots=["random"], left=left)
    before = match_of(log)
    agree(log, 1)
    assert last_items(log) == [FinishAgreed(1, agrees=True)]
    assert log.state.finishing == {1}
    assert match_of(log) == before
    entries = len(log.entries)
    agree(log, 2)
    assert len(log.entries) == entries + 1, "in the same entry"
    events, after = one_by_one(before)
    assert last_items(log) == [FinishAgreed(2, agrees=True), *events]
    assert {type(event) for event in events} == {Played, TrickTaken, DealScored}
    assert match_of(log) == after
    assert isinstance(after.phase, Scored)
    assert log.state.finishing == frozenset()
    assert log.fold() == log.state


def test_agreement_can_be_taken_back() -> None:
    log = decided("Ada", "Bea")
    agree(log, 1)
    assert agree_to_finish(log.state, 1, agrees=True) == ()
    assert agree_to_finish(log.state, 1, agrees=False) == (FinishAgreed(1, agrees=False),)
    agree(log, 1, agrees=False)
    assert log.state.finishing == frozenset()
    assert agree_to_finish(log.state, 1, agrees=False) == ()
    agree(log, 2)
    assert isinstance(log.state.turn, int)
    agree(log, 1)
    assert isinstance(match_of(log).phase, Scored)


def test_one_person_among_bots_agrees_alone() -> None:
    log = decided("Ada", bots=["random", "random"])
    agree(log, 1)
    assert isinstance(match_of(log).phase, Scored)


def test_a_person_that_goes_away_need_not_agree() -> None:
    log = decided("Ada", "Bea")
    turn = log.state.turn
    assert turn
    agree(log, 3 - turn)
    assert log.state.turn == turn
    log.do(decide.go_away(log.state, turn, "clock"))
    assert isinstance(match_of(log).phase, Scored)


def test_a_person_that_leaves_need_not_agree() -> None:
    log = decided("Ada", "Bea", "Cid")
    agree(log, 1)
    agree(log, 3)
    assert log.state.turn
    log.do(decide.leave(log.state, 2, SECRET))
    assert isinstance(match_of(log).phase, Scored)


def test_who_comes_back_is_asked_again() -> None:
    log = decided("Ada", "Bea")
    turn = log.state.turn
    assert turn
    log.do(decide.go_away(log.state, turn, "absent"))
    assert agree_to_finish(log.state, turn, agrees=True) == (
        CameBack(turn),
        FinishAgreed(turn, agrees=True),
    )
    log.do(decide.come_back(log.state, turn))
    agree(log, 3 - turn)
    assert log.state.turn == turn


def test_where_no_person_plays_nothing_is_finished() -> None:
    """One agrees and goes away when the turn comes, while the other is away."""
    log = decided("Ada", "Bea", left=2)
    turn = log.state.turn
    assert turn
    agree(log, turn)
    log.do(decide.go_away(log.state, turn, "absent"))
    while log.state.turn == turn:
        log.play(Random(1), 1)
    assert log.state.turn
    assert log.state.finishing == {turn}
    log.do(decide.go_away(log.state, log.state.turn, "absent"))
    assert log.state.players == ()
    assert log.state.turn


def test_who_has_agreed_may_play_on() -> None:
    """The version that one acts upon is no older for it, and other cards change nothing of it."""
    log = decided("Ada", "Bea", left=2)
    turn, at = log.state.turn, log.state.version
    assert turn
    agree(log, turn)
    action = matches.legal_actions(match_of(log))[0]
    log.do(decide.act(log.state, turn, action, at), turn, at)
    assert log.state.finishing == {turn}
    agree(log, 3 - turn)
    assert isinstance(match_of(log).phase, Scored)


def test_what_was_agreed_holds_for_one_deal() -> None:
    log = decided("Ada", "Bea")
    agree(log, 1)
    while log.state.turn:
        log.play(Random(1), 1)
    assert isinstance(match_of(log).phase, Scored)
    assert log.state.finishing == frozenset()
    log.play(Random(1), 1)
    assert match_of(log).deal > match_of(log).scored_deals
    assert log.state.finishing == frozenset()


def test_nobody_wants_to_finish_a_match_that_has_ended() -> None:
    log = decided("Ada", "Bea")
    agree(log, 1)
    log.do(decide.concede(log.state, 2), 2)
    assert log.state.over
    assert log.state.finishing == frozenset()


# Refusals


def test_before_all_can_see_it_nothing_is_agreed() -> None:
    """R10, R15: in the auction, before the first lead, and while a point is open."""
    log = Log(2).sit("Ada", "Bea")
    rng = Random(1)
    while log.state.turn and not is_decided(log):
        for seat in (1, 2):
            for agrees in (True, False):
                why = refused(agree_to_finish, log.state, seat, agrees=agrees)
                assert why == TableReason.NOT_DECIDED
        log.play(rng, 1)
    assert match_of(log).deal == 1


def test_without_a_deal_or_a_match_nothing_is_agreed() -> None:
    assert refused(agree_to_finish, Log(2).state, 1, agrees=True) == TableReason.NOT_STARTED
    log = decided("Ada", "Bea")
    for seat in (1, 2):
        agree(log, seat)
    assert refused(agree_to_finish, log.state, 1, agrees=True) == Reason.NO_DEAL
    log.do(decide.concede(log.state, 1))
    assert refused(agree_to_finish, log.state, 1, agrees=True) == Reason.MATCH_OVER
    log.do(decide.close(log.state, "idle"))
    assert refused(agree_to_finish, log.state, 1, agrees=True) == TableReason.TABLE_CLOSED


def test_who_has_left_agrees_to_nothing() -> None:
    log = decided("Ada", "Bea", "Cid")
    log.do(decide.leave(log.state, 2, SECRET))
    assert refused(agree_to_finish, log.state, 2, agrees=True) == TableReason.LEFT_FOR_GOOD


# Whole matches


@pytest.mark.parametrize("seats", [2, 3])
def test_a_match_of_deals_that_finish_quickly_verifies(seats: int) -> None:
    """Reading the record checks every card, score and deal."""
    names = ("Ada", "Bea", "Cid")[:seats]
    log = Log(seats, rules="target=30 limit=40 high=highest").sit(*names)
    rng = Random(seats)
    finished = 0
    while log.state.running:
        if log.state.turn and is_decided(log):
            for seat in log.state.numbers:
                agree(log, seat)
            finished += 1
        else:
            log.play(rng, 1)
    assert finished >= 3
    (record,) = read_matches(io.BytesIO(match_record(log.entries, None).encode()))
    assert replay(record.events) == log.state.match
    assert record.header.fair == log.state.fair
    assert log.fold() == log.state


def test_a_deal_that_finishes_quickly_may_end_the_match() -> None:
    """R24: the secret is then shown in the same entry."""
    log = next(filter(None, map(_last_deal, count())))
    for seat in (1, 2):
        agree(log, seat)
    assert log.state.over
    assert isinstance(last_items(log)[-1], SecretShown)


def _last_deal(seed: int) -> Log | None:
    """A table where a deal is decided that ends the match; None if this is another table."""
    log = Log(2, rules="target=5 out=reach limit=5").sit("Ada", "Bea")
    rng = Random(seed)
    while log.state.running and not is_decided(log):
        log.play(rng, 1)
    ends = log.state.running and isinstance(one_by_one(match_of(log))[1].phase, Over)
    return log if ends else None


@given(strategies.rules(), strategies.seat_counts(), strategies.generators())
def test_no_point_changes_because_all_agree(rules: object, seats: int, rng: Random) -> None:
    """R5 to R8, R20 to R22: played on by others or by itself, a decided deal has one score."""
    log = Log(seats, rules=str(rules)).sit(*("Ada", "Bea", "Cid")[:seats])
    for _ in range(3 * seats * 7):
        if not log.state.running:
            return
        if log.state.turn and is_decided(log):
            break
        log.play(rng, 1)
    else:
        return
    other = match_of(log)
    while other.turn is not None:
        action = rng.choice(matches.legal_actions(other))
        other = matches.fold(other, matches.decide(other, action))
    for seat in log.state.numbers:
        agree(log, seat)
    assert match_of(log).scores == other.scores
    assert log.state.over == isinstance(other.phase, Over)


# What readers are shown


def shown(log: Log) -> dict[str, object]:
    presence = dict.fromkeys(log.state.numbers, Presence(here=True))
    members = seen.common_json(log.state, seen.spectator_view(log.state), presence, None)
    told = json.loads(b"{%s}" % members)
    return {
        "decided": told["decided"],
        "wants_finish": [seat["wants_finish"] for seat in told["seats"]],
    }


def test_all_are_shown_that_a_deal_is_decided_and_who_wants_to_finish() -> None:
    nothing = {"decided": False, "wants_finish": [False, False]}
    assert shown(Log(2)) == nothing
    log = Log(2).sit("Ada", "Bea")
    assert shown(log) == nothing
    log = decided("Ada", "Bea")
    assert shown(log) == {"decided": True, "wants_finish": [False, False]}
    agree(log, 2)
    assert shown(log) == {"decided": True, "wants_finish": [False, True]}
    agree(log, 1)
    assert shown(log) == nothing


def test_agreement_is_told_to_all_with_what_follows() -> None:
    log = decided("Ada", bots=["random"])
    agree(log, 1)
    kinds = [type(item) for item in last_items(log)]
    assert kinds[:2] == [FinishAgreed, Played]
    assert not any(issubclass(kind, TableEvent) for kind in kinds[1:])
