"""The bot `spoiler`: who might go out is outbid; otherwise it plays as `easy`. R24."""

from __future__ import annotations

from random import Random

import pytest

from cutthroat.bots.easy import easy
from cutthroat.bots.spoiler import spoiler
from cutthroat.core.actions import Action, Bid
from cutthroat.core.match import Match, decide, fold, legal_actions
from cutthroat.core.view import project
from tests.kernel.moments import moments
from tests.kernel.tables_of_rules import SETTINGS, Setting
from tests.kit.script import act, dealt, table

POOR = "QS 8S 9H 6H TD 5C"
OTHERS = ("3S 4S 3H 4H 3D 4D", "3C 4C 6C 7H 7D 7C")


def asked(match: Match, calls: str) -> Action:
    """What the spoiler does with the same poor hand, wherever it sits."""
    seat = (match.dealer + len(calls.split())) % match.seats
    hands = [*OTHERS[: match.seats - 1]]
    hands.insert(seat, POOR)
    view = project(act(dealt(match, *hands), calls), seat + 1)
    return spoiler(view, Random(0))


SPOILS = Bid(2, 4)


@pytest.mark.parametrize(
    ("scores", "calls", "spoils"),
    [
        ((11, 0), "2", True),  # it would go out by its bid
        ((11, 0), "3", True),
        ((14, 0), "2", True),
        ((10, 0), "2", False),  # from 10 nobody goes out
        ((11, 0), "pass", False),  # who has passed plays no bid: R10
        ((0, 11), "2", False),  # no rival
        ((11, 12), "2", True),
        ((11, 0, 0), "2", True),
        ((11, 0, 0), "pass", False),
        ((0, 0, 11), "pass", True),  # it is yet to call
        ((0, 0, 11), "2", True),
        ((0, 0, 10), "2", False),
        ((12, 0, 0), "3", True),
    ],
)
def test_who_is_at_the_target_and_may_play_a_bid_is_outbid(
    scores: tuple[int, ...], calls: str, *, spoils: bool
) -> None:
    """Seat 2 is asked, after seat 1 has called; the last seat deals. R12, R24."""
    assert (asked(table(*scores), calls) == SPOILS) is spoils


def test_who_was_outbid_is_no_danger_any_more() -> None:
    """R10: each seat has exactly one call."""
    assert asked(table(11, 0, 0), "2 3") != Bid(3, 4)
    assert asked(table(0, 11, 0), "2 3") == Bid(3, 4)


@pytest.mark.parametrize(("rules", "spoils"), [("target=15", False), ("target=9", True)])
def test_it_is_the_target_of_the_table(rules: str, *, spoils: bool) -> None:
    assert (asked(table(10, 0, rules=rules), "2") == SPOILS) is spoils


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_everything_else_is_as_easy_does_it(setting: Setting) -> None:
    for match, _ in moments(setting, 5, 61):
        view = project(match, match.turn)
        chosen = spoiler(view, Random(0))
        assert chosen in legal_actions(match)
        if chosen != easy(view, Random(0)):
            assert chosen == Bid(chosen.seat, 4)
            assert any(
                score >= setting.rules.target
                for seat, score in enumerate(view.scores, start=1)
                if seat != chosen.seat
            )


def test_against_a_bid_of_4_nothing_can_be_done() -> None:
    """The auction is over then: R12."""
    match = act(dealt(table(11, 0), *OTHERS), "4")
    assert match.turn == 1
    led = fold(match, decide(match, legal_actions(match)[0]))
    view = project(led, 2)
    assert spoiler(view, Random(0)) == easy(view, Random(0))


@pytest.mark.parametrize("viewer", [1, None])
def test_it_is_asked_when_it_is_its_turn(viewer: int | None) -> None:
    match = act(dealt(table(0, 0), *OTHERS), "2")
    with pytest.raises(ValueError, match="turn"):
        spoiler(project(match, viewer), Random(0))
