"""How likely others would have called and played so: reckoned, and which deals it prefers."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from random import Random

import numpy as np
import pytest

from cutthroat.bots.easy import easy
from cutthroat.core.actions import Bid
from cutthroat.core.cards import CardSet
from cutthroat.core.match import Match
from cutthroat.core.rules import Rules
from cutthroat.core.view import project
from cutthroat.kernel import state
from cutthroat.kernel.auction import BIDS, PASS
from cutthroat.kernel.cards import RANKS, SUIT_BITS, mask_of
from cutthroat.kernel.options import packed
from cutthroat.kernel.search.likelihood import CALL_ERRORS, CALL_SPREAD
from cutthroat.kernel.search.mind import Mind
from cutthroat.kernel.state import Row
from tests.kernel.equity import reckoned
from tests.kernel.search import thinking
from tests.kernel.search.thinking import likelihoods, mind_at, moments_of, row_of
from tests.kernel.tables_of_rules import SETTINGS, Setting
from tests.kit.script import act, dealt, table

CALLS = (PASS, BIDS + 2, BIDS + 3, BIDS + 4)


def bits(mask: int) -> list[int]:
    return [action for action in range(57) if mask >> action & 1]


def after_each(row: Row, actions: Sequence[int], setting: Setting) -> state.Rows:
    """The deal after each of some actions."""
    rows = np.array([row for _ in actions])
    for place, action in enumerate(actions):
        thinking.act(rows[place], action, setting.seats, packed(setting.rules))
    return rows


def has_all_suits(hand: int) -> bool:
    return all(hand >> RANKS * suit & SUIT_BITS for suit in range(4))


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_one_of_the_actions_there_are_is_taken_and_each_may_be(setting: Setting) -> None:
    """What all of them come to is no more than the deal before, and none is ruled out."""
    mind = mind_at(setting.rules, setting.seats)
    whole = 0
    for _, row in moments_of(setting, deals=8, seed=21):
        actions = bits(thinking.legal_actions(row, setting.seats, mind.options))
        after = after_each(row, actions, setting)
        after = after[after[:, state.STAGE] <= state.PLAY]  # a deal that is over is scored
        if len(after) < len(actions):
            continue
        other = int(row[state.TURN])
        me = (other + 1) % setting.seats
        (before,) = likelihoods(row[None], me, mind)
        chances = likelihoods(after, me, mind) / before
        assert 0 < before <= 1
        assert chances.min() > 0
        is_whole = row[state.STAGE] == state.PLAY
        is_whole |= row[state.STAGE] == state.AUCTION and actions == [*CALLS]
        is_whole |= row[state.STAGE] == state.OPENING and has_all_suits(row[state.HAND + other])
        whole += is_whole
        assert chances.sum() == pytest.approx(1) if is_whole else chances.sum() < 1 + 1e-9
        # What a seat did itself tells it nothing.
        (own,) = likelihoods(row[None], other, mind)
        assert likelihoods(after, other, mind) == pytest.approx(np.full(len(after), own))
    assert whole > 20


def test_a_call_by_the_reasons_of_easy_and_by_equity() -> None:
    """Half of the callers are `easy`, half weigh the worth of calls: here reckoned apart."""
    mind = mind_at(Rules(), 3)
    chance = Random(4)
    for _, row in moments_of(Setting(3, Rules()), deals=30, seed=5):
        if row[state.STAGE] != state.AUCTION or row[state.PLACED] != 0:
            continue
        row[state.SCORE : state.SCORE + 3] = [chance.randint(-3, 12) for _ in range(3)]
        options = mind.options
        caller = int(row[state.TURN])
        counts = reckoned.counts_of(row[state.HAND + caller], options, mind.weights)
        odds = reckoned.odds_at(mind.values, mind.model, row, 3, options)
        worths = reckoned.call_worths(odds, row, counts, 3, options)
        shares = [exp((worth - max(worths)) / CALL_SPREAD) for worth in worths]
        expected = _easy_calls(row)
        assert likelihoods(
            after_each(row, CALLS, Setting(3, Rules())), (caller + 1) % 3, mind
        ) == pytest.approx(
            [
                share / sum(shares) / 2
                + (1 - CALL_ERRORS if call == expected else CALL_ERRORS / 3) / 2
                for call, share in enumerate(shares)
            ]
        )


def _easy_calls(row: Row) -> int:
    """0 for a pass of the bot itself, 1 to 3 for its bids."""
    hands = [str(hand) for hand in thinking.hands_of(row, 3)]
    scores = row[state.SCORE : state.SCORE + 3].tolist()
    match = dealt(table(*scores, dealer=int(row[state.DEALER]) + 1, scored_deals=9), *hands)
    call = easy(project(match, match.turn), Random(0))
    return call.points - 1 if isinstance(call, Bid) else 0


# Which deals are preferred


def chances_with(match: Match, seat: int, hands: Sequence[str], me: int) -> list[float]:
    """How likely a seat did what it did if it was dealt each of some hands.

    Nothing that it plays afterwards matters: just the hands are put into the deal.
    """
    mind: Mind = mind_at(match.rules, match.seats)
    row = row_of(match)
    rows = np.array([row for _ in hands])
    played = int(row[state.DEALT + seat - 1]) & ~int(row[state.HAND + seat - 1])
    for place, hand in enumerate(hands):
        dealt_mask = mask_of(CardSet.of(hand))
        assert dealt_mask & played == played
        rows[place, state.DEALT + seat - 1] = dealt_mask
        rows[place, state.HAND + seat - 1] = dealt_mask & ~played
    return [float(chance) for chance in likelihoods(rows, me - 1, mind)]


RAGS = "4S 7H 8H 5D 6D 9C"
STRONG = "AS KS JS 2S TH 5D"
FAIR = "AS 9S 3S KH 7D 4C"


@pytest.mark.parametrize("seats", [2, 3])
def test_who_bids_high_is_strong_and_who_passes_is_weak(seats: int) -> None:
    mine = "QC JC TC 3C 2C AD"
    match = dealt(table(*[0] * seats), STRONG, mine, *(["3D 4D 7C 8C 4H 5H"] * (seats - 2)))
    rags, fair, strong = chances_with(act(match, "3"), 1, [RAGS, FAIR, STRONG], me=2)
    assert strong > 2 * rags
    assert strong > fair
    rags, fair, strong = chances_with(act(match, "pass"), 1, [RAGS, FAIR, STRONG], me=2)
    assert rags > 2 * strong
    assert rags > fair


def test_a_bidder_leads_trumps_from_strength() -> None:
    match = dealt(table(0, 0), STRONG, "QC JC TC 3C 2C AD")
    led = act(match, "3 pass AS")
    ace_alone, four_spades = chances_with(led, 1, ["AS KH JH 2H TH 5D", STRONG], me=2)
    assert four_spades > 2 * ace_alone


def test_who_lets_a_ten_go_could_not_take_it() -> None:
    """Seat 1 leads a ten; seat 2, the last to play, follows low, and so has not the ace."""
    match = dealt(table(0, 0), "AS KS QS TD 2C 3C", "AD 2S 4D 5D 6C 7C")
    let_go = act(match, "3 pass AS 2S TD 4D")
    without, with_ace = chances_with(let_go, 2, ["2S 4D 5D 6D 6C 7C", "AD 2S 4D 5D 6C 7C"], me=1)
    assert without > 2 * with_ace
