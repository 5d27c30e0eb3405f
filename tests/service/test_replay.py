"""Replays: every position of a record, from any seat, and where its deals begin."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, strategies as st

from cutthroat.core.cards import CardSet, cards
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
)
from cutthroat.core.match import Over, replay
from cutthroat.core.rules import Rules
from cutthroat.core.view import Stage, project
from cutthroat.record.errors import Fault, InvalidRecord
from cutthroat.record.statements import Tag
from cutthroat.record.write import record_text
from cutthroat.service.replay import DealPlace, Replay, read_replays
from tests.kit import strategies
from tests.kit.walk import walk
from tests.record.texts import (
    BROKEN,
    DEALT,
    EXAMPLE,
    HANDS,
    KEPT,
    PLAYED,
    TAKEN,
    TWO,
    VALID,
    Case,
    after,
    read_all,
)


def replay_of(text: str) -> Replay:
    """The only match of a text."""
    (found,) = read_replays(text.encode())
    return found


def kinds(found: Replay) -> list[type[Event]]:
    return [type(step.event) for step in found.steps]


def told(found: Replay) -> list[int]:
    """The numbers of the deals that can be jumped to, each of which must lead to that deal."""
    for place in found.steps.deals:
        assert found.steps[place.step].match.deal == place.deal
        assert place.step == 0 or found.steps[place.step - 1].match.deal == place.deal - 1
    return [place.deal for place in found.steps.deals]


def check(found: Replay, log: tuple[Event, ...]) -> None:
    """Every step is what the log folds to after its event, and none is left out."""
    quiet = (MatchStarted, DealStarted, HandDealt)
    ends = [n for n, event in enumerate(log) if not isinstance(event, quiet)]
    if log and (not ends or ends[-1] != len(log) - 1):
        ends.append(len(log) - 1)
    assert len(found.steps) == len(ends)
    for end, step in zip(ends, found.steps, strict=True):
        assert step.event == log[end]
        assert step.match == replay(log[: end + 1])
    assert told(found) == [event.deal for event in log if isinstance(event, DealStarted)]


@pytest.mark.parametrize("case", VALID, ids=lambda case: case.name)
def test_every_record_can_be_replayed(case: Case) -> None:
    for found, record in zip(read_replays(case.data), read_all(case.data), strict=True):
        check(found, record.events)
        final = replay(record.events)
        assert found.scores == final.scores
        assert found.over == (final.phase if isinstance(final.phase, Over) else None)
        assert found.header == record.header


@given(strategies.rules(), strategies.seat_counts(), strategies.generators(), st.integers(1, 60))
def test_steps_are_the_positions_of_the_match(
    rules: Rules, seats: int, rng: Random, cut: int
) -> None:
    log = walk(rules, seats, rng, deals=3).events
    tags = [Tag(f"Seat{seat}", "") for seat in range(1, seats + 1)]
    text = record_text([*tags, Tag("Rules", str(rules))], log)
    lines = text.splitlines(keepends=True)
    for part in (text, "".join(lines[: len(tags) + 1 + cut])):
        (record,) = read_all(part)
        check(replay_of(part), record.events)


@given(strategies.seat_counts(), strategies.generators())
def test_a_step_is_seen_as_its_seat_saw_it(seats: int, rng: Random) -> None:
    log = walk(Rules(), seats, rng, deals=1).events
    tags = [Tag(f"Seat{seat}", "") for seat in range(1, seats + 1)]
    for step in replay_of(record_text(tags, log)).steps:
        for seat in range(1, seats + 1):
            assert step.view(seat) == project(step.match, seat)
            assert step.view(seat).hand == step.hands[seat - 1]
        assert step.view(None).hand == CardSet()
        with pytest.raises(ValueError, match="no seat"):
            step.view(seats + 1)


def test_the_steps_of_a_deal() -> None:
    found = replay_of(EXAMPLE)
    trick = [Played, Played, Played, TrickTaken]
    assert kinds(found) == [AuctionOpened, Called, Called, Called, *trick * 6, DealScored]
    first, last = found.steps[0], found.steps[28]
    assert first.hands[0] == CardSet(cards("4C AH KC AD 8D JC"))
    assert first.view(2).hand == CardSet(cards("7D QS 4D 5H JD 7C"))
    assert first.view(2).stage is Stage.AUCTION
    assert last.view(None).summary
    assert last.hands == (CardSet(),) * 3
    assert found.scores == (2, -3, 0)
    assert found.over is None


def test_what_its_tags_tell() -> None:
    found = replay_of(EXAMPLE.replace("[Rules", '[Bot2 "expert 1.0"]\n[Rules'))
    assert found.names == ("Ana", "Bot expert", "Chi")
    assert found.bots == (None, "expert 1.0", None)
    assert found.date == "2026-11-30"
    assert str(found.header.rules) == "high=highest out=reach"
    assert list(found.seats) == [1, 2, 3]
    assert replay_of(TWO).date is None


def test_a_deal_that_is_cut_short_shows_as_far_as_it_goes() -> None:
    begun = replay_of(f"{TWO}deal 1 dealer 2\n")
    assert kinds(begun) == [DealStarted]
    half = replay_of(f"{TWO}deal 1 dealer 2\n{HANDS.splitlines()[0]}\n")
    assert kinds(half) == [HandDealt]
    assert [len(hand) for hand in half.steps[0].hands] == [6, 0]
    in_trick = replay_of(TWO + TAKEN.removesuffix(" 8H\n") + "\n")
    assert kinds(in_trick)[-1] is Played
    assert in_trick.steps[len(in_trick.steps) - 1].view(2).turn == 2


def test_misdeals_and_thrown_in_deals_are_steps() -> None:
    passed = DEALT + "bid 1 pass\nbid 2 pass\n"
    again = DEALT.replace("deal 1", "deal 2") + "void\n" + KEPT.replace("deal 1", "deal 3")
    found = replay_of(TWO + passed + again)
    auction = [AuctionOpened, Called, Called, ThrownIn]
    assert kinds(found) == [*auction, AuctionOpened, Misdealt, DealScored]
    assert found.steps.deals == (DealPlace(1, 0), DealPlace(2, 4), DealPlace(3, 6))


def test_a_deal_without_cards_is_its_score() -> None:
    found = replay_of(TWO + KEPT)
    assert kinds(found) == [DealScored]
    view = found.steps[0].view(1)
    assert (view.scores, view.tricks, len(view.hand)) == ((2, 1), (), 0)
    assert view.summary
    assert view.summary.tally is None


def test_ends_are_steps_and_told() -> None:
    """A made bid of 4 wins under `four=any` (R25)."""
    won = replay_of(
        after(PLAYED.replace("bid 1 2", "bid 1 4").replace("bid 2 pass\n", ""), "four=any")
    )
    assert kinds(won)[-2:] == [DealScored, MatchWon]
    assert won.over
    assert won.over.winner == 1
    ended = replay_of(TWO + '[Ended "seat 2 left"]\n' + PLAYED)
    assert kinds(ended)[-2:] == [DealScored, MatchEnded]
    assert ended.over
    assert (ended.over.winner, ended.over.reason) == (None, "seat 2 left")


def test_a_record_without_a_deal_has_no_step() -> None:
    found = replay_of(TWO + '[Ended "by agreement"]\n')
    assert (len(found.steps), found.steps.deals, found.over) == (0, (), None)
    assert found.scores == (0, 0)
    assert found.header.ended == "by agreement"


def test_steps_that_there_are_not() -> None:
    found = replay_of(EXAMPLE)
    for index in (-1, 29, 10**9):
        with pytest.raises(IndexError):
            found.steps[index]


def test_a_file_may_hold_many_matches() -> None:
    names = [found.names for found in read_replays(f"{EXAMPLE}{TWO}{KEPT}".encode())]
    assert names == [("Ana", "Bot expert", "Chi"), ("Ana", "Béla")]


@pytest.mark.parametrize("case", BROKEN, ids=lambda case: case.name)
def test_what_cannot_stand_is_refused_with_its_line(case: Case) -> None:
    with pytest.raises(InvalidRecord) as refused:
        read_replays(case.data)
    assert refused.value.line == case.line


@pytest.mark.parametrize("text", ["", "\n# nothing\n"])
def test_a_file_without_a_match_is_refused(text: str) -> None:
    with pytest.raises(InvalidRecord) as refused:
        read_replays(text.encode())
    assert (refused.value.reason, refused.value.line) == (Fault.WRONG_SEAT_TAGS, 1)
