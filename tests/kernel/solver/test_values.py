"""What the values of cards must be whatever the deal, and how they are asked for."""

import json
import os
import subprocess
import sys
from itertools import product
from random import Random

import numpy as np
import pytest
from hypothesis import given, strategies as st

from cutthroat.core.actions import Bid
from cutthroat.core.cards import ALL_CARDS, Card, CardSet, Suit
from cutthroat.core.deal import Opening
from cutthroat.core.rules import Rules, parse_rules
from cutthroat.core.scoring import Points, settle
from cutthroat.kernel import state
from cutthroat.kernel.options import packed
from cutthroat.kernel.solver import memory as layout
from cutthroat.kernel.solver.memory import Memory, new_memory
from cutthroat.kernel.solver.payoffs import Payoff, lead_over_others, score_changes
from cutthroat.kernel.solver.position import row_of
from cutthroat.kernel.solver.values import values_for_all, values_for_side
from cutthroat.kernel.solver.zero_sum import solve_cards
from tests.kernel.solver.deals import ALL_RULES, random_line, random_opening, random_payoffs
from tests.kernel.solver.plain import Plain, for_side, outcome, played

SEEDS = st.integers(0, 2**32 - 1)
DEFAULT = packed(Rules())
ZERO = np.zeros(256)


def opening(*hands: str, bidder: int = 1, bid: int = 2) -> Opening:
    return Opening(tuple(CardSet.of(hand) for hand in hands), (), Bid(bidder, bid))


def named(values: dict[int, float]) -> dict[str, float]:
    """Values by the text of the card."""
    return {str(ALL_CARDS[card]): value for card, value in values.items()}


@pytest.mark.parametrize(("bid", "value"), [(2, 0.0), (3, -5.0)])
def test_a_deal_worked_out_by_hand(bid: int, value: float) -> None:
    """Seat 2 plays the three (Low) under the ace and takes the jack with the queen.

    Seat 1 has High, and Game by 4 card points to 3: two points. A bid of 3 goes set.
    """
    row = row_of(opening("AS JS", "QS 3S", bid=bid))
    payoff = lead_over_others(score_changes(2, 0, bid), 0, 2)
    assert named(values_for_side(row, 2, DEFAULT, payoff, 1)) == {"JS": value, "AS": value}


def test_r15_every_opening_lead_makes_its_suit_trump() -> None:
    """Spades: High and Game against Low. Hearts: Low and Game, nobody has High."""
    row = row_of(opening("AS 2H", "3S 4H"))
    payoff = lead_over_others(score_changes(2, 0, 2), 0, 2)
    values = named(values_for_side(row, 2, DEFAULT, payoff, 1))
    assert values == {"AS": 2 - 1, "2H": 2}


def test_r15_the_joker_is_not_led_first() -> None:
    rules = parse_rules("joker=yes")
    phase = opening("JK AS", "2S 3S")
    first = values_for_side(row_of(phase), 2, packed(rules), np.zeros(256), 1)
    assert named(first).keys() == {"AS"}
    later = values_for_side(row_of(played(played(phase, Card("AS")), Card("2S"))), 2, 0, ZERO, 1)
    assert named(later).keys() == {"JK"}


def test_low_and_jack_are_not_taken_for_equal_once_game_is_decided() -> None:
    """Led, the ten decides Game, and the six and the jack are then neighbours."""
    rules = parse_rules("low_to=winner follow=strict joker=yes")
    phase = opening("6S TS JS", "QS AS JK", bid=3)
    payoff = np.random.default_rng(4).random(256)
    plain = Plain[float](rules, lambda points: float(payoff[outcome(points)]), for_side(2))
    found = values_for_side(row_of(phase), 2, packed(rules), payoff, 2)
    assert found == {card.index: value for card, value in plain.values(phase).items()}


@given(SEEDS)
def test_names_of_plain_suits_do_not_matter(seed: int) -> None:
    rng = Random(seed)
    rules = rng.choice(ALL_RULES)
    phase = random_opening(rules, 3, 4, rng)
    payoffs = random_payoffs(phase, rng)
    suits = dict(zip(Suit, rng.sample([*Suit], 4), strict=True))

    def renamed(card: Card) -> Card:
        return Card(card.rank.letter + suits[card.suit]) if card.suit else card

    hands = tuple(CardSet(map(renamed, hand)) for hand in phase.hands)
    values = values_for_all(row_of(phase), 3, packed(rules), payoffs)
    other = values_for_all(row_of(Opening(hands, (), phase.winning)), 3, packed(rules), payoffs)
    assert {renamed(ALL_CARDS[card]).index: value for card, value in values.items()} == other


@given(SEEDS)
def test_each_for_itself_a_seat_has_at_least_what_it_has_for_sure(seed: int) -> None:
    """Max^n is an equilibrium, and no equilibrium gives a seat less than its paranoid bound."""
    rng = Random(seed)
    rules = rng.choice(ALL_RULES)
    phase = random_opening(rules, 3, 5, rng)
    payoffs = random_payoffs(phase, rng)
    row, turn = row_of(phase), phase.turn - 1
    vectors = values_for_all(row, 3, packed(rules), payoffs)
    for seat in range(3):
        sure = values_for_side(row, 3, packed(rules), payoffs[:, seat], 1 << seat)
        if seat == turn:
            assert max(v[seat] for v in vectors.values()) >= max(sure.values())
        for card, vector in vectors.items():
            assert vector[seat] >= sure[card]


def test_of_two_seats_each_for_itself_is_minimax() -> None:
    """Two searches that share little: thousands of deals, for what goes wrong seldom."""
    rng = Random(1)
    for _ in range(3000):
        rules = rng.choice(ALL_RULES)
        phase = random_opening(rules, 2, 6, rng)
        payoff = lead_over_others(random_payoffs(phase, rng), 0, 2)
        both = np.stack([payoff, -payoff, np.zeros(256)], axis=1)
        vectors = values_for_all(row_of(phase), 2, packed(rules), both)
        values = values_for_side(row_of(phase), 2, packed(rules), payoff, 1)
        assert {card: vector[0] for card, vector in vectors.items()} == values
        against = values_for_side(row_of(phase), 2, packed(rules), -payoff, 2)
        assert {card: -value for card, value in against.items()} == values


@given(SEEDS)
def test_the_scale_of_a_payoff_does_not_matter(seed: int) -> None:
    rng = Random(seed)
    rules = rng.choice(ALL_RULES)
    phase = random_opening(rules, 3, 5, rng)
    payoff = np.round(random_payoffs(phase, rng)[:, 1] * 8)
    values = values_for_side(row_of(phase), 3, packed(rules), payoff, 2)
    scaled = values_for_side(row_of(phase), 3, packed(rules), 4 * payoff - 1, 2)
    assert scaled == {card: 4 * value - 1 for card, value in values.items()}


def test_what_was_searched_before_does_not_matter() -> None:
    """The same memory again and again; half the time its table has to be cleared."""
    rng = Random(3)
    used = new_memory()
    for number in range(600):
        phase = random_opening(Rules(), 3, 4, rng)
        line = [*random_line(Rules(), phase, rng)]
        payoff = np.ascontiguousarray(random_payoffs(phase, rng)[:, 0])
        row = row_of(rng.choice(line[:5]))
        if number % 2:  # as many boards as the table can tell apart
            used[layout.BOARDS] = (1 << layout.TAG_BITS - 6) - 1
        assert _solved(used, row, payoff) == _solved(new_memory(), row, payoff)


def _solved(memory: Memory, row: state.Row, payoff: Payoff) -> list[float]:
    values = np.full(53, np.inf)
    solve_cards(memory, row, 3, DEFAULT, payoff, 1, values)
    found: list[float] = values.tolist()
    return found


def test_the_position_stays_as_it_is() -> None:
    row = row_of(opening("AS JS 2H", "QS 3S 4H", "5S 6H 7H"))
    before = row.copy()
    values_for_all(row, 3, DEFAULT, score_changes(3, 0, 2))
    assert np.array_equal(row, before)


def test_no_seat_to_play_is_refused() -> None:
    row = state.new_rows(1)[0]
    row[state.STAGE] = state.AUCTION
    with pytest.raises(ValueError, match="no seat is to play"):
        values_for_side(row, 2, DEFAULT, ZERO, 1)
    with pytest.raises(ValueError, match="no seat is to play"):
        values_for_all(row, 2, DEFAULT, np.zeros((256, 3)))


def test_a_payoff_of_another_shape_is_refused() -> None:
    row = row_of(opening("AS", "QS"))
    with pytest.raises(ValueError, match=r"\(256,\), not \(64,\)"):
        values_for_side(row, 2, DEFAULT, np.zeros(64), 1)
    with pytest.raises(ValueError, match=r"\(256, 3\), not \(256,\)"):
        values_for_all(row, 2, DEFAULT, ZERO)


@pytest.mark.parametrize("wrong", [np.nan, np.inf, -np.inf])
def test_a_payoff_that_is_not_finite_is_refused(wrong: float) -> None:
    row = row_of(opening("AS", "QS"))
    payoffs = np.zeros((256, 3))
    payoffs[200, 1] = wrong
    with pytest.raises(ValueError, match="finite"):
        values_for_side(row, 2, DEFAULT, payoffs[:, 1], 1)
    with pytest.raises(ValueError, match="finite"):
        values_for_all(row, 2, DEFAULT, payoffs)


TWO = row_of(opening("AS", "QS"))
THREE = row_of(opening("AS", "QS", "2S"))
UNEVEN = row_of(opening("AS", "QS 3S", "2S"))
SEVEN = row_of(opening("AS KS QS JS TS 9S 8S", "2S 3S 4S 5S 6S 7S 2C"))


@pytest.mark.parametrize(
    ("row", "seats", "text"),
    [
        (TWO, 5, "two or three"),
        (TWO, 1, "two or three"),
        (THREE, 2, "2 seats were not dealt"),
        (TWO, 3, "3 seats were not dealt"),
        (UNEVEN, 3, "3 seats were not dealt"),
        (SEVEN, 2, "2 seats were not dealt"),
        (TWO.astype(np.int32), 2, "of int32"),
        (TWO.astype(np.float64), 2, "of float64"),
        (TWO[:-1], 2, r"\(37,\)"),
        (TWO[None], 2, r"\(1, 38\)"),
    ],
)
def test_a_row_of_another_form_is_refused(row: state.Row, seats: int, text: str) -> None:
    with pytest.raises(ValueError, match=text):
        values_for_side(row, seats, DEFAULT, ZERO, 1)
    with pytest.raises(ValueError, match=text):
        values_for_all(row, seats, DEFAULT, np.zeros((256, 3)))


@pytest.mark.parametrize("side", [-1, 0, 4, 8])
def test_a_side_is_some_of_the_seats(side: int) -> None:
    with pytest.raises(ValueError, match="a side is a mask"):
        values_for_side(TWO, 2, DEFAULT, ZERO, side)


def test_how_a_row_lies_in_memory_does_not_matter() -> None:
    row = row_of(opening("AS JS", "QS 3S"))
    payoffs = score_changes(2, 0, 2)
    strided = np.repeat(row, 2)[::2]
    fixed, fixed_payoffs = row.copy(), np.asfortranarray(payoffs)
    fixed.flags.writeable = fixed_payoffs.flags.writeable = False
    values = values_for_all(row, 2, DEFAULT, payoffs)
    assert values_for_all(strided, 2, DEFAULT, payoffs) == values
    assert values_for_all(fixed, 2, DEFAULT, fixed_payoffs) == values
    side = values_for_side(row, 2, DEFAULT, payoffs[:, 0], 1)
    assert values_for_side(strided, 2, DEFAULT, fixed_payoffs[:, 0], 1) == side


@pytest.mark.parametrize("seats", [2, 3])
def test_r20_to_r22_score_changes_are_those_of_core(seats: int) -> None:
    owners = [None, *range(1, seats + 1)]
    for bidder, bid in product(range(seats), (2, 3, 4)):
        table = score_changes(seats, bidder, bid)
        for four in product(owners, repeat=4):
            points = Points(*four)
            change = settle(1, (0,) * seats, Bid(bidder + 1, bid), points, None).change
            assert tuple(table[outcome(points), :seats]) == change


def test_the_lead_over_two_others_is_over_their_average() -> None:
    payoffs = np.zeros((256, 3))
    payoffs[7] = 1, 5, 2
    assert lead_over_others(payoffs, 1, 3)[7] == 5 - 1.5
    assert lead_over_others(payoffs, 0, 2)[7] == 1 - 5


def test_r19_when_all_cards_are_played_there_is_no_row() -> None:
    phase = opening("AS KS QS JS TS 9S", "2S 3S 4S 5S 6S 7S")
    last = [*random_line(Rules(), phase, Random(1))][-1]
    (card,) = last.hands[0] or last.hands[1]
    with pytest.raises(ValueError, match="no seat is to play"):
        row_of(played(last, card))


_PROGRAM = """
import json
from random import Random
from cutthroat.kernel.options import packed
from cutthroat.kernel.solver.position import row_of
from cutthroat.kernel.solver.values import values_for_all, values_for_side
from tests.kernel.solver.deals import ALL_RULES, random_opening, random_payoffs

rng, found = Random(8), []
for rules in ALL_RULES:
    for seats, size in ((2, 3), (3, 2)):
        phase = random_opening(rules, seats, size, rng)
        payoffs = random_payoffs(phase, rng)
        row = row_of(phase)
        side = values_for_side(row, seats, packed(rules), payoffs[:, 0], 1)
        each = values_for_all(row, seats, packed(rules), payoffs)
        found.append([[*side.items()], [*each.items()]])
print(json.dumps(found))
"""


def test_uncompiled_it_finds_the_same() -> None:
    """Warnings are errors there: NumPy warns of numbers beyond 64 bits, machine code does not."""
    told = [
        subprocess.run(
            [sys.executable, "-W", "error", "-c", _PROGRAM],
            env={**os.environ, **extra},
            check=True,
            capture_output=True,
            text=True,
        ).stdout
        for extra in ({}, {"NUMBA_DISABLE_JIT": "1"})
    ]
    assert json.loads(told[0]) == json.loads(told[1])
