"""What is asked about a line, and what must never be asked of a deal that was played."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from hypothesis import given, strategies as st

from cutthroat.core.cards import CardSet
from cutthroat.core.rules import Low, Rules
from cutthroat.scorepad.doubts import Doubt, doubts
from cutthroat.scorepad.entries import (
    Entry,
    Misdeal,
    NextMatch,
    ScoredDeal,
    Setup,
    Stopped,
    ThrownIn,
)
from cutthroat.scorepad.errors import InvalidEntry
from cutthroat.scorepad.reckoning import reckon
from tests.kit import strategies
from tests.kit.played import as_told, captured_by, played_deals
from tests.kit.sheets import scored, set_up, sweep

UNCERTAIN = {Doubt.NOBODY_NUMERIC_LOW, Doubt.NOBODY_GAME}
"""Doubts about what does happen now and then; the others are about what cannot."""
HONOURS = ("AS JS TS", "KS", "QS")


def asked(rules: str, entry: Entry, seats: int = 3) -> set[Doubt]:
    found = doubts(set_up(rules).rules, seats, entry)
    assert len(set(found)) == len(found)
    return set(found)


@pytest.mark.parametrize(
    ("doubt", "rules", "seats", "entry"),
    [
        (Doubt.NOBODY_LOW, "", 3, scored(1, 2, high=1, game=1)),
        (Doubt.NOBODY_LOW, "low_to=winner joker=yes", 2, scored(1, 2, high=1, game=1)),
        (Doubt.NOBODY_NUMERIC_LOW, "low=numeric", 3, scored(1, 2, high=1, game=1)),
        (Doubt.NOBODY_HIGHEST, "high=highest", 3, scored(1, 2, low=1, game=1)),
        (Doubt.NOBODY_GAME, "", 3, scored(1, 2, high=1, low=1)),
        (Doubt.NOBODY_GAME, "", 2, scored(1, 2, high=1, low=1)),
        (Doubt.NOBODY_GAME, "tie=bidder", 3, scored(1, 2, high=1, low=1)),
        (Doubt.NOBODY_GAME_OF_TWO, "tie=bidder", 2, scored(1, 2, high=1, low=1)),
        (
            Doubt.GAME_NOT_COUNTED,
            "",
            3,
            scored(1, 2, low=1, game=2, captured=("AS JS", "KS", "")),
        ),
        (Doubt.GAME_NOT_COUNTED, "", 3, scored(1, 2, low=1, captured=("AS JS", "KS", ""))),
        (Doubt.GAME_NOT_COUNTED, "", 3, scored(1, 2, low=1, game=1, captured=("AS", "AH", ""))),
        (
            Doubt.GAME_NOT_COUNTED,
            "tie=bidder",
            3,
            scored(1, 2, low=1, captured=("AS", "AH", "")),
        ),
        (
            Doubt.GAME_NOT_COUNTED,
            "tie=bidder",
            3,
            scored(3, 2, low=1, game=1, captured=("AS", "AH", "")),
        ),
        (
            Doubt.HIGH_NOT_CAPTURED,
            "",
            3,
            scored(1, 2, high=2, low=1, game=1, captured=HONOURS),
        ),
        (
            Doubt.JACK_NOT_CAPTURED,
            "",
            3,
            scored(1, 2, high=1, low=1, jack=2, game=1, captured=HONOURS),
        ),
    ],
)
def test_r5_to_r8_what_is_asked(doubt: Doubt, rules: str, seats: int, entry: ScoredDeal) -> None:
    """R15, R18: nothing else is asked of the same line."""
    assert asked(rules, entry, seats) == {doubt}


@pytest.mark.parametrize(
    ("rules", "entry"),
    [
        ("", scored(1, 2, low=1, game=1)),
        ("", sweep(1)),
        ("high=highest low=numeric tie=bidder", sweep(1)),
        ("", scored(1, 2, low=1, captured=("AS", "AH", ""))),
        ("", scored(1, 2, low=1, captured=("", "", ""))),
        ("tie=bidder", scored(1, 2, low=1, game=1, captured=("AS", "AH", ""))),
        ("tie=bidder", scored(3, 2, low=1, captured=("AS", "AH", ""))),
        ("", scored(1, 2, high=1, low=3, jack=1, game=1, captured=HONOURS)),
        ("high=highest", scored(1, 2, high=2, low=1, game=1, captured=HONOURS)),
        ("low_to=winner", scored(1, 2, low=2, game=1, captured=HONOURS)),
        ("", scored(1, 2, low=1, game=1, captured=HONOURS)),
    ],
)
def test_r5_to_r8_what_is_not_asked(rules: str, entry: ScoredDeal) -> None:
    """High and Jack may be nobody's; 0 to 0 is a tie; a king may be the highest trump."""
    assert asked(rules, entry) == set()


def test_every_doubt_of_a_line_is_told() -> None:
    assert asked("high=highest", scored(1, 2)) == {
        Doubt.NOBODY_HIGHEST,
        Doubt.NOBODY_LOW,
        Doubt.NOBODY_GAME,
    }
    line = scored(1, 2, high=2, jack=3, game=3, captured=HONOURS)
    assert asked("", line) == {
        Doubt.NOBODY_LOW,
        Doubt.GAME_NOT_COUNTED,
        Doubt.HIGH_NOT_CAPTURED,
        Doubt.JACK_NOT_CAPTURED,
    }


@pytest.mark.parametrize("entry", [ThrownIn(), Misdeal(), Stopped("late"), NextMatch(1)])
def test_nothing_is_asked_of_a_line_that_scores_nothing(entry: Entry) -> None:
    assert asked("high=highest tie=bidder", entry, seats=2) == set()


def check_played(rules: Rules, seats: int, rng: Random, deals: int) -> tuple[int, Counter[Doubt]]:
    """How many deals were played, and what is asked about them: nothing that cannot be."""
    found: Counter[Doubt] = Counter()
    played = list(played_deals(rules, seats, rng, deals))
    for deal in played:
        counted = doubts(rules, seats, as_told(deal, captured_by(deal, seats)))
        assert set(counted) <= {Doubt.NOBODY_NUMERIC_LOW}
        told = doubts(rules, seats, as_told(deal))
        assert set(told) <= UNCERTAIN
        assert rules.low is Low.NUMERIC or Doubt.NOBODY_NUMERIC_LOW not in told
        found.update(told)
    return len(played), found


@given(strategies.rules(), strategies.seat_counts(), strategies.generators())
def test_what_cannot_have_happened_is_never_asked_of_a_deal_that_was(
    rules: Rules, seats: int, rng: Random
) -> None:
    """R5 to R8, R15, R18, under all options: the doubts that call a line impossible are right."""
    check_played(rules, seats, rng, deals=3)


@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize("joker", ["no", "yes"])
@pytest.mark.parametrize("tie", ["nobody", "bidder"])
def test_what_may_have_happened_is_asked_seldom(seats: int, joker: str, tie: str) -> None:
    """Of a few hundred deals: low=numeric, and a tie for Game, which tie=bidder settles."""
    rules = set_up(f"target=99 four=off low=numeric high=highest joker={joker} tie={tie}").rules
    deals, found = check_played(rules, seats, Random(f"{seats} {joker} {tie}"), deals=250)
    assert deals >= 150
    assert found[Doubt.NOBODY_NUMERIC_LOW] < deals / 10
    assert found[Doubt.NOBODY_GAME] < deals / 10
    if seats == 2 and tie == "nobody":
        assert found[Doubt.NOBODY_GAME] > 0
    if seats == 2 and tie == "bidder":
        assert found[Doubt.NOBODY_GAME] == 0


def test_all_cards_that_count_with_one_seat() -> None:
    """Whoever took every trick has every point that somebody has."""
    everything = CardSet.of("AS KS QS JS TS AH")
    line = ScoredDeal(sweep(1).bid, sweep(1).points, (everything, CardSet(), CardSet()))
    assert asked("", line) == set()


@given(st.data(), strategies.seat_counts(), strategies.rules())
def test_any_line_that_can_stand_can_be_asked_about(
    data: st.DataObject, seats: int, rules: Rules
) -> None:
    """And one that cannot is refused for its cards, or asked about: it breaks nothing."""
    entry = data.draw(strategies.entries(seats))
    (line,) = reckon(Setup(("Ana", "Béla", "Chi")[:seats], rules, 1), [entry]).lines
    try:
        doubts(rules, seats, entry)
    except InvalidEntry:
        assert line.refused


@pytest.mark.parametrize("seat", [0, 4, 99])
def test_a_seat_that_is_not_there_captured_nothing(seat: int) -> None:
    """The sheet refuses the line; asking about it before must not fail."""
    line = scored(seat, 2, high=seat, low=1, jack=seat, game=1, captured=HONOURS)
    assert asked("", line) == {Doubt.HIGH_NOT_CAPTURED, Doubt.JACK_NOT_CAPTURED}
