"""Moments of matches in which a seat is to act, as `core` has them and as rows of the kernel."""

from collections.abc import Iterator
from random import Random

import numpy as np

from cutthroat.bots.easy import easy
from cutthroat.core import match as matches
from cutthroat.core.cards import deck
from cutthroat.core.match import Match, Waiting
from cutthroat.core.view import project
from cutthroat.kernel import state
from cutthroat.kernel.auction import action_index
from cutthroat.kernel.cards import mask_of
from cutthroat.kernel.compiled import compiled
from cutthroat.kernel.options import packed
from cutthroat.kernel.state import Row
from tests.kernel.tables_of_rules import Setting

Moment = tuple[Match, Row]


def moments(setting: Setting, deals: int, seed: int) -> Iterator[Moment]:
    """Every moment of some deals in which a seat is to act.

    A seat does what `easy` would, or one time in three anything: so the play is of every kind. The
    scores are of every kind as well, and those near the target are frequent.
    """
    chance = Random(seed)
    options = packed(setting.rules)
    for _ in range(deals):
        match, row = _dealt(setting, chance)
        while actions := matches.legal_actions(match):
            yield match, row.copy()
            view = project(match, match.turn)
            action = chance.choice(actions) if chance.random() < 1 / 3 else easy(view, chance)
            match = matches.fold(match, matches.decide(match, action))
            _act(row, action_index(action), setting.seats, options)


def _dealt(setting: Setting, chance: Random) -> Moment:
    match = _before_a_deal(setting, chance)
    cards = list(deck(joker=setting.rules.has_joker))
    chance.shuffle(cards)
    hands = [cards[6 * seat : 6 * seat + 6] for seat in range(setting.seats)]
    row = state.new_rows(1)[0]
    row[state.SCORE : state.SCORE + setting.seats] = match.scores
    row[state.DEALER] = match.dealer - 1
    row[state.SCORED] = match.scored_deals
    _deal(row, setting.seats, *[mask_of(hand) for hand in (*hands, ())[:3]])
    return matches.fold(match, matches.deal_cards(match, hands)), row


def _before_a_deal(setting: Setting, chance: Random) -> Match:
    rules = setting.rules
    near = (0, 1, rules.target - 4, rules.target - 2, rules.target - 1, rules.target)
    scores = tuple(
        chance.choice(near) if chance.random() < 0.7 else chance.randrange(-12, rules.target + 6)
        for _ in range(setting.seats)
    )
    scored = (rules.limit or 9) - chance.choice((1, 1, 2, 5))
    dealer = chance.randrange(setting.seats) + 1
    return Match(rules, setting.seats, scores, dealer, scored, scored, Waiting())


@compiled
def _deal(row: Row, seats: int, hand0: int, hand1: int, hand2: int) -> None:
    state.deal_these(row, seats, hand0, hand1, hand2)


@compiled
def _act(row: Row, action: int, seats: int, options: int) -> None:
    state.act(row, action, seats, options)


def rows_of(seen: list[Moment]) -> state.Rows:
    """The rows of some moments. Shape (moments, FIELDS)."""
    return np.array([row for _, row in seen])
