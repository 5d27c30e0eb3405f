"""The ordinary caller: what it calls, and that it sees who is about to win."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from cutthroat.bots.easy_chances import chances_of_counts, chances_of_points, suits_held
from cutthroat.bots.easy_weights import easy_weights
from cutthroat.bots.equity import EquityTable, equity_for
from cutthroat.core import match as matches
from cutthroat.core.cards import CardSet, Suit, deck
from cutthroat.core.rules import PRESETS, Rules, parse_rules
from cutthroat.core.view import project
from cutthroat.kernel import state
from cutthroat.kernel.auction import BIDS, PASS
from cutthroat.kernel.cards import mask_of, suit_index
from cutthroat.kernel.equity.answers import ILLEGAL
from cutthroat.kernel.options import packed
from cutthroat.kernel.state import Row
from tests.kernel.equity.reckoned import (
    Numbers,
    best_call,
    best_trump,
    call_worths,
    counts_of,
    odds_at,
    ordinary_call,
    row_at,
)

SEED = Rules()
STANDING = [(), (2,), (0, 2), (3, 0), (0, 0), (2, 3)]


def hand_of(*chances: float) -> Numbers:
    """Spades alone, that seem to win 0 to 4 points with these chances."""
    counts = np.zeros((4, 5))
    counts[3] = chances
    return counts


HOPELESS = hand_of(0.8, 0.2, 0, 0, 0)
SURE_OF_TWO = hand_of(0, 0, 1, 0, 0)
SURE_OF_FOUR = hand_of(0, 0, 0, 0, 1)


def odds_of(table: EquityTable, row: Row) -> Numbers:
    return odds_at(table.values, table.model, row, table.seats, packed(table.rules))


def after_calls(row: Row, seats: int, *bids: int) -> Row:
    """The auction after these calls; 0 is a pass."""
    row[state.STAGE] = state.AUCTION
    for bid in bids:
        if bid:
            row[state.BID], row[state.BIDDER] = bid, row[state.TURN]
        row[state.PLACED] += 1
        row[state.TURN] = (row[state.TURN] + 1) % seats
    return row


def call_at(scores: tuple[int, ...], counts: Numbers, *bids: int, rules: Rules = SEED) -> int:
    """The points that are bid after these calls, 0 for a pass; the last seat deals."""
    table = equity_for(rules, len(scores))
    row = row_at(scores, len(scores) - 1)
    odds = odds_of(table, row)
    after_calls(row, len(scores), *bids)
    action = best_call(odds, row, counts, len(scores), packed(rules))
    return 0 if action == PASS else action - BIDS


@pytest.mark.parametrize("text", ["", "high=highest low=numeric tie=bidder", "low_to=winner"])
@pytest.mark.parametrize("seats", [2, 3])
def test_a_hand_seems_to_win_what_it_seems_to_the_bot_easy(text: str, seats: int) -> None:
    rules = parse_rules(text)
    chance = Random(5)
    for _ in range(50):
        cards = chance.sample(list(deck(joker=False)), 6 * seats)
        hands = [CardSet(cards[6 * seat : 6 * seat + 6]) for seat in range(seats)]
        match = matches.begin(matches.start(rules, seats, dealer=seats))
        view = project(
            matches.fold(match, matches.deal_cards(match, [list(hand) for hand in hands])), 1
        )
        counts = counts_of(mask_of(hands[0]), packed(rules), easy_weights(rules, seats))
        for suit in Suit:
            found = list(counts[suit_index(suit)])
            if suit in suits_held(hands[0]):
                assert found == chances_of_counts(chances_of_points(view, suit))
            else:
                assert found == [0] * 5


@pytest.mark.parametrize("bids", STANDING)
@pytest.mark.parametrize("name", ["seed", "stick"])
def test_what_may_not_be_called_is_worth_nothing(name: str, bids: tuple[int, ...]) -> None:
    """R11, R14."""
    table = equity_for(SEED, 3)
    rules = SEED if name == "seed" else parse_rules("all_pass=stick")
    row = row_at((0, 0, 0), 2)
    odds = odds_at(table.values, table.model, row, 3, packed(rules))
    after_calls(row, 3, *bids)
    worths = call_worths(odds, row, SURE_OF_TWO, 3, packed(rules))
    stuck = name == "stick" and bids == (0, 0)
    assert (worths[0] == ILLEGAL) == stuck
    for bid in (2, 3, 4):
        assert (worths[bid - 1] == ILLEGAL) == (bid <= max(bids, default=0))
        assert worths[bid - 1] <= 1


def test_a_hand_is_called_by_what_it_is_good_for() -> None:
    """R20, R21: a made bid scores what was won; one that fails costs what was bid."""
    for scores in ((0, 0), (3, 5), (0, 0, 0), (6, 2, 4)):
        assert call_at(scores, HOPELESS) == 0
        assert call_at(scores, SURE_OF_TWO) == 2
        assert call_at(scores, SURE_OF_FOUR, 2) in (3, 4)


def test_a_made_four_that_ends_the_match_is_bid() -> None:
    """R25: with a point a made 4 wins; with none it is four points."""
    assert call_at((1, 6), SURE_OF_FOUR) == 4
    assert call_at((1, 6, 6), SURE_OF_FOUR) == 4
    assert call_at((1, 6), SURE_OF_FOUR, rules=PRESETS["classic"]) == 4


def test_a_seat_at_the_target_takes_any_bid_that_it_will_make() -> None:
    """R24."""
    assert call_at((11, 3), SURE_OF_TWO) == 2
    assert call_at((3, 12), SURE_OF_TWO, 0) == 2
    assert call_at((3, 4, 12), SURE_OF_TWO, 0, 0) == 2


def test_a_bid_that_would_end_the_match_is_outbid_by_a_hand_without_hope() -> None:
    """R21, R24: it costs some points; letting the rival play it costs the match, mostly."""
    assert call_at((13, 5), HOPELESS, 2) == 3
    assert call_at((5, 5), HOPELESS, 2) == 0
    assert call_at((10, 5), HOPELESS, 2) == 0


@pytest.mark.parametrize("others", range(9))
def test_the_last_of_three_has_more_reason_for_it_when_a_rival_may_go_out(others: int) -> None:
    def price(leader: int) -> float:
        table = equity_for(SEED, 3)
        row = row_at((leader, others, others), 2)
        odds = odds_of(table, row)
        worths = call_worths(odds, after_calls(row, 3, 2, 0), HOPELESS, 3, packed(SEED))
        return float((worths[0] - worths[2:].max()) / worths[0])

    assert price(14) < price(8)


@pytest.mark.parametrize("name", PRESETS)
@pytest.mark.parametrize("seats", [2, 3])
def test_callers_expect_what_the_table_says(name: str, seats: int) -> None:
    """Over all hands, the best call of the first to call is worth its equity, or nearly so."""
    rules = PRESETS[name]
    table = equity_for(rules, seats)
    chance = Random(9)
    cards = list(deck(joker=False))
    for scores in ((0, 0, 0), (4, 2, 6), (rules.target, 0, 3), (2, rules.target, 5)):
        row = row_at(scores[:seats], seats - 1)
        odds = odds_of(table, row)
        row[state.STAGE] = state.AUCTION
        best = []
        for _ in range(800):
            hand = mask_of(chance.sample(cards, 6))
            counts = counts_of(hand, packed(rules), easy_weights(rules, seats))
            best.append(call_worths(odds, row, counts, seats, packed(rules)).max())
        assert np.mean(best) == pytest.approx(table.at(scores[:seats], seats)[0], abs=0.04)


# Whims


def test_a_whim_decides_between_calls_that_are_worth_nearly_the_same() -> None:
    """Of the two calls worth the most, and the better one for half of the whims at the least."""
    table = equity_for(SEED, 3)
    row = row_at((11, 6, 6), 2)
    odds = odds_of(table, row)
    after_calls(row, 3, 2)
    mixed = 0
    for more in np.linspace(0, 1, 21):
        counts = hand_of(0.8 - 0.8 * more, 0.2, 0, 0.8 * more, 0)
        worths = call_worths(odds, row, counts, 3, packed(SEED))
        whims = np.linspace(-1, 1, 2001)
        called = [ordinary_call(odds, row, counts, 3, packed(SEED), whim) for whim in whims]
        shares = np.bincount(np.array(called) - PASS, minlength=4) / len(whims)
        assert shares[worths == ILLEGAL].sum() == 0
        assert shares[worths.argmax()] >= 0.49
        mixed += 0 < shares.max() < 1
    assert mixed, "there are hands in between"


def test_a_call_that_is_clearly_the_best_is_made_at_any_whim() -> None:
    table = equity_for(SEED, 2)
    row = row_at((11, 3), 1)
    odds = odds_of(table, row)
    row[state.STAGE] = state.AUCTION
    for whim in (-1.0, 0.0, 1.0):
        assert ordinary_call(odds, row, SURE_OF_TWO, 2, packed(SEED), whim) == BIDS + 2


# Trump


def test_trump_is_the_suit_that_the_bid_is_best_in() -> None:
    """R15, R20."""
    table = equity_for(SEED, 3)
    row = row_at((11, 3, 3), 2)
    odds = odds_of(table, row)
    row[state.BIDDER], row[state.BID] = 0, 3
    counts = np.array([[0, 0, 1, 0, 0], [0, 0, 0.4, 0.6, 0], [0] * 5, [0.5, 0, 0, 0.5, 0.0]])
    assert best_trump(odds, row, counts, 3) == 1
    counts[1] = 0
    assert best_trump(odds, row, counts, 3) == 3


def test_trump_is_held_when_nothing_can_be_won() -> None:
    """R15: it is the suit of a card that the bidder has, though it goes set in each (R21)."""
    table = equity_for(SEED, 2)
    row = row_at((-20, 15), 1)
    odds = odds_of(table, row)
    row[state.BIDDER], row[state.BID] = 0, 4
    counts = np.zeros((4, 5))
    counts[2, 0] = 1
    assert best_trump(odds, row, counts, 2) == 2
