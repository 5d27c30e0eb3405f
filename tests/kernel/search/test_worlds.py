"""The hidden cards dealt again: so that everything fits, and each way that fits is as likely."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from random import Random

import numpy as np
import pytest

from cutthroat.core.actions import Seat
from cutthroat.core.cards import Card, CardSet, Suit, cards, deck
from cutthroat.core.deal import HAND_SIZE
from cutthroat.core.match import Match, decide, fold, legal_actions
from cutthroat.core.view import project
from cutthroat.kernel import state
from cutthroat.kernel.options import packed
from cutthroat.kernel.state import Rows
from tests.kernel.equity.reckoned import least_unlikely
from tests.kernel.search.thinking import (
    Numbers,
    deal_again,
    hands_of,
    hidden_row,
    mind_at,
    moments_of,
    played_with,
    row_of,
    worlds_seen,
)
from tests.kernel.tables_of_rules import SETTINGS, Setting
from tests.kit.script import act, dealt, table

THREE = [setting for setting in SETTINGS if setting.seats == 3]


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_in_every_deal_all_that_was_done_was_legal_and_the_seat_sees_the_same(
    setting: Setting,
) -> None:
    """By the law: it plays the deal again with the hands that were dealt. R4, R15 to R17."""
    mind = mind_at(setting.rules, setting.seats)
    for number, (match, row) in enumerate(moments_of(setting, deals=6, seed=8)):
        view = project(match, match.turn)
        rows, _ = worlds_seen(hidden_row(row, setting.seats), mind, 4, seed=number)
        for world in rows:
            again = played_with(view, hands_of(world, setting.seats))
            assert project(again, view.you) == view
            assert row_of(again)[: state.SEED].tolist() == world[: state.SEED].tolist()


# How likely


def drawn(match: Match, count: int) -> tuple[Rows, Numbers]:
    """Deals with weights, at a table of three."""
    rows, weights = state.new_rows(count), np.full(count, np.nan)
    deal_again(hidden_row(row_of(match), 3), rows, weights, packed(match.rules), 11)
    return rows, weights


SPADES = "KS AS TS 9S 4S"
CLUBS = "4C 5C 6C 7C 8C 9C TC JC QC"


def test_all_pairs_of_hands_that_fit_are_as_likely() -> None:
    """Seat 3 only played spades, to all suits. Seat 2 had clubs as well. R16, R17."""
    hands = ("AH AD AC KC QS JS", "2S 3S 2C 3C 4S 4C", "TS 9S 8S 7S 6S 5S")
    match = dealt(table(0, 0, 0), *hands)
    match = act(match, "4 AH 2S 5S AD 3S 6S AC 2C 7S KC 3C 8S")
    _check_pairs(match, {2: f"{SPADES} {CLUBS}", 3: SPADES})


def test_on_whichever_side_the_seat_sits_that_may_hold_less() -> None:
    """The same with these two seats exchanged."""
    hands = ("AH AD AC KC QS JS", "TS 9S 8S 7S 6S 5S", "2S 3S 2C 3C 4S 4C")
    match = dealt(table(0, 0, 0), *hands)
    match = act(match, "4 AH 5S 2S AD 6S 3S AC 7S 2C KC 8S 3C")
    _check_pairs(match, {2: SPADES, 3: f"{SPADES} {CLUBS}"})


def test_where_what_one_seat_holds_matters_to_the_other() -> None:
    """The more of the spades seat 2 has, the fewer hands are left for seat 3."""
    hands = ("AH AD AC KS QH JH", "2S 4S 2C 6S 8S 3C", "3S 2D 5S 7S 9S 3D")
    match = act(dealt(table(0, 0, 0), *hands), "4 AH 2S 3S AD 4S 2D AC 2C 5S KS 6S 7S")
    spades = "AS QS JS TS 9S 8S"
    clubs = " ".join(f"{rank}C" for rank in "3456789TJQK")
    _check_pairs(match, {2: f"{spades} {clubs}", 3: f"{spades} {clubs.replace('C', 'D')}"})


def _check_pairs(match: Match, may_hold: dict[Seat, str]) -> None:
    """Each deal is kept at the chance of its weight, so what is kept is drawn evenly."""
    rows, weights = drawn(match, 200_000)
    assert weights.min() > 0
    chance = np.random.default_rng(1)
    kept = rows[chance.random(len(rows)) * weights.max() < weights]
    assert len(kept) > 50_000
    pairs = Counter(map(tuple, kept[:, [state.HAND + 1, state.HAND + 2]].tolist()))
    second, third = ([*combinations(cards(may_hold[seat]), 2)] for seat in (2, 3))
    expected = {
        (_mask(one), _mask(other)) for one in second for other in third if not {*one} & {*other}
    }
    assert {*pairs} <= expected
    usual = len(kept) / len(expected)
    square = sum((pairs[pair] - usual) ** 2 / usual for pair in expected)
    assert square < least_unlikely(len(expected) - 1)


def _mask(held: tuple[Card, ...]) -> int:
    return sum(card.bit for card in held)


@pytest.mark.parametrize("setting", THREE, ids=str)
def test_there_is_a_deal_at_each_draw_however_one_sided_the_hands_are(setting: Setting) -> None:
    """Hands of nearly one suit, so that seats soon show that they can hold little else."""
    chance = Random(2)
    options = packed(setting.rules)
    rows, weights = state.new_rows(60), np.zeros(60)
    for _ in range(250):
        match = dealt(table(0, 0, 0, rules=str(setting.rules)), *_one_sided(setting, chance))
        while actions := legal_actions(match):
            row = row_of(match)
            if row[state.TRICKS] in (3, 4):
                deal_again(hidden_row(row, 3), rows, weights, options, chance.getrandbits(40))
                assert weights.min() > 0
            match = fold(match, decide(match, chance.choice(actions)))


def _one_sided(setting: Setting, chance: Random) -> list[str]:
    left = deck(joker=setting.rules.has_joker)
    hands = []
    for others in (0.01, 0.05, 0.3):
        weights = {card: 1.0 if card.suit is Suit.SPADES else others for card in left}
        order = sorted(left, key=lambda card: chance.random() ** (1 / weights[card]))
        hands.append(" ".join(card.text for card in order[-HAND_SIZE:]))
        left = tuple(order[:-HAND_SIZE])
    chance.shuffle(hands)
    return hands


# Who may hold what


def may_hold(match: Match, seat: int) -> CardSet:
    """Every card that a seat holds in one of many deals, as the seat whose turn it is sees it."""
    rows, weights = drawn(match, 6000)
    held = np.bitwise_or.reduce(rows[weights > 0, state.HAND + seat - 1])
    return CardSet(card for card in deck(joker=True) if card.bit & int(held))


def suits(held: CardSet) -> str:
    """The last letters of cards, once each; K for the joker."""
    return "".join(sorted({card.text[1] for card in held}))


def led(rules: str, hands: tuple[str, str, str], played: str) -> Match:
    """Seat 1 has bid 4; what was played."""
    return act(dealt(table(0, 0, 0, rules=rules), *hands), f"4 {played}")


@pytest.mark.parametrize(
    ("rules", "second"), [("joker=yes", "CDHKS"), ("joker=yes follow=strict", "DHKS")]
)
def test_a_trump_on_another_suit_shows_something_only_where_suit_must_be_followed(
    rules: str, second: str
) -> None:
    """R16, R17: seat 2 trumps a club, seat 3 throws spades on it and on a diamond."""
    hands = ("AH KH AC KC 2D 3D", "2H 3H 4D 5D 6D 7D", "4H 2S 3S 4S 5S 6S")
    match = led(rules, hands, "AH 2H 4H AC 3H 2S 4D 3S")
    assert match.turn == 1
    assert suits(may_hold(match, 2)) == second
    assert suits(may_hold(match, 3)) == "HKS"


def test_who_does_not_follow_trumps_has_no_joker_either() -> None:
    """The joker is a trump: consequence 8, R16."""
    hands = ("AH KH AC KC 2D 3D", "2S 3S 4D 5D 6D 7D", "4H 2C 7S 4S 5S 6S")
    match = led("joker=yes", hands, "AH 2S 4H")
    assert match.turn == 1
    assert suits(may_hold(match, 2)) == "CDS"
    assert suits(may_hold(match, 3)) == "CDHKS"


def test_who_plays_the_joker_on_trumps_has_followed() -> None:
    hands = ("AH KH AC KC 2D 3D", "JK 3S 4D 5D 6D 7D", "4H 2C 7S 4S 5S 6S")
    match = led("joker=yes", hands, "AH JK 4H")
    assert suits(may_hold(match, 2)) == "CDHS"


def test_without_a_joker_in_the_deck_nobody_holds_it() -> None:
    match = dealt(table(0, 0, 0), "AH KH AC KC 2D 3D", "2S 3S 4D 5D 6D 7D", "4H 2C 7S 4S 5S 6S")
    held = may_hold(match, 2)
    assert held == CardSet(deck(joker=False)).difference(CardSet.of("AH KH AC KC 2D 3D"))
