"""What seats see of random deals, minds to think with, and the search for tests to call."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

import numpy as np
from numpy.typing import NDArray

from cutthroat.bots.easy_weights import easy_weights
from cutthroat.bots.equity import EquityTable, equity_for
from cutthroat.core import match as matches
from cutthroat.core.actions import Action, Play
from cutthroat.core.cards import CardSet
from cutthroat.core.match import Match, Waiting
from cutthroat.core.rules import Rules
from cutthroat.core.view import View, project
from cutthroat.kernel import state
from cutthroat.kernel.auction import action_index
from cutthroat.kernel.cards import cards_of
from cutthroat.kernel.chance import stream_of
from cutthroat.kernel.compiled import compiled, compiled_inside
from cutthroat.kernel.equity.caller import fill_odds
from cutthroat.kernel.equity.table import FLOORS, Values, shape_of
from cutthroat.kernel.options import packed
from cutthroat.kernel.scoring import NOBODY
from cutthroat.kernel.search import likelihood, worlds
from cutthroat.kernel.search.lookahead import TRIES, deal_worlds, look_ahead, new_totals
from cutthroat.kernel.search.mind import Mind, new_mind
from cutthroat.kernel.search.tree import new_tree
from cutthroat.kernel.state import Row, Rows
from tests.kernel.moments import moments
from tests.kernel.tables_of_rules import Setting

Numbers = NDArray[np.float64]


def plain_table(rules: Rules, seats: int) -> EquityTable:
    """Equities by scores alone, for any house rules: nobody has to wait until they are found.

    The model of deals is that of the ordinary rules.
    """
    return EquityTable(rules, seats, _by_scores(seats), equity_for(Rules(), seats).model)


@cache
def _by_scores(seats: int) -> Values:
    shape = shape_of(seats, 11, 1)
    scores = np.exp(np.arange(shape[1]) / 4 + FLOORS[seats - 2] / 4)
    values = np.zeros(shape, np.float32)
    values[..., 0] = scores[:, None, None]
    values[..., 1] = scores[None, :, None]
    if seats == 3:
        values[..., 2] = scores[None, None, :]
    values /= values.sum(axis=-1, keepdims=True)
    return values


@cache
def mind_at(rules: Rules, seats: int) -> Mind:
    """A mind by `plain_table`; each test begins the tree anew."""
    table = plain_table(rules, seats)
    weights = easy_weights(rules, seats)
    return new_mind(seats, packed(rules), weights, table.values, table.model, new_tree(1 << 15))


def moments_of(setting: Setting, deals: int, seed: int) -> Iterator[tuple[Match, Row]]:
    """Moments of random deals, as `core` has them, and as rows in which nobody has won."""
    for match, row in moments(setting, deals, seed):
        row[state.WINNER] = NOBODY
        row[state.DEAL] = match.deal
        yield match, row


def done_so_far(view: View) -> list[Action]:
    """The calls and plays of a deal."""
    tricks = [*(taken.trick for taken in view.tricks), *([view.trick] if view.trick else [])]
    return [*view.calls, *(Play(seat, card) for trick in tricks for seat, card in trick.plays)]


def played_with(view: View, hands: Sequence[CardSet]) -> Match:
    """The match if these hands were dealt, and all did what they did. Seat 1 first.

    Raises IllegalAction if somebody could not have.
    """
    before = Match(
        view.rules,
        view.seats,
        view.scores,
        view.dealer,
        view.deal - 1,
        view.scored_deals,
        Waiting(),
    )
    match = matches.fold(before, matches.deal_cards(before, [tuple(hand) for hand in hands]))
    for action in done_so_far(view):
        match = matches.fold(match, matches.decide(match, action))
    return match


def hands_of(world: Row, seats: int) -> list[CardSet]:
    """What each seat was dealt in a row."""
    return [cards_of(int(mask)) for mask in world[state.DEALT : state.DEALT + seats]]


@compiled_inside
def hide(row: Row, seen: Row, me: int, seats: int) -> None:
    """Write to `seen` what a seat has seen of the match in `row`."""
    state.copy(seen, row)
    seen[state.SEED] = seen[state.MATCH] = seen[state.STREAM] = seen[state.DRAWN] = 0
    for seat in range(seats):
        if seat != me:
            seen[state.DEALT + seat] ^= row[state.HAND + seat]
            seen[state.HAND + seat] = 0


@compiled
def hidden_row(row: Row, seats: int) -> Row:
    """What the seat to act has seen of a row."""
    found = np.full(state.FIELDS, 77)
    hide(row, found, row[state.TURN], seats)
    return found


@compiled
def act(row: Row, action: int, seats: int, options: int) -> None:
    state.act(row, action, seats, options)


@compiled
def legal_actions(row: Row, seats: int, options: int) -> int:
    return state.legal_actions(row, seats, options)


@compiled
def deal_again(seen_row: Row, dealt: Rows, weights: Numbers, options: int, seed: int) -> None:
    """Deal the cards that the seat to act has not seen, as often as there are rows, to three."""
    hidden = worlds.hidden_from(seen_row, seen_row[state.TURN], 3, options)
    for number in range(len(dealt)):
        stream = stream_of(seed, number, 0)
        weights[number] = worlds.deal_world(seen_row, dealt[number], hidden, stream)


@compiled
def likely(rows: Rows, me: int, mind: Mind, found: Numbers) -> None:
    """How likely each of some deals is that are at the same score."""
    fill_odds(mind.values, mind.model, rows[0], mind.seats, mind.options, mind.odds)
    for number in range(len(rows)):
        found[number] = likelihood.likelihood(rows[number], me, mind)


def likelihoods(rows: Rows, me: int, mind: Mind) -> Numbers:
    """The same, returned. me: from 0."""
    found = np.full(len(rows), np.nan)
    likely(rows, me, mind, found)
    return found


def worlds_seen(seen_row: Row, mind: Mind, count: int, seed: int = 1) -> tuple[Rows, Numbers]:
    """Deals that fit, and their weights added up."""
    rows, sums = state.new_rows(count), np.full(count, np.nan)
    deal_worlds(seen_row, mind, seed, 0, count, rows, sums)
    return rows, sums


def looked_ahead(rows: Rows, sums: Numbers, mind: Mind, tries: int, *, at_once: int = 0) -> Numbers:
    """The totals after some tries. at_once: how many are made together; 0 for all."""
    totals = new_totals()
    step = at_once or tries
    for first in range(0, tries, step):
        look_ahead(rows, sums, mind, 5, first, min(step, tries - first), totals)
    return totals


def tried(totals: Numbers) -> list[int]:
    """The actions that were tried."""
    return [int(action) for action in np.flatnonzero(totals[:, TRIES])]


def row_of(match: Match) -> Row:
    """The row of the kernel for a match in which a seat is to act, with all hands."""
    hands = _dealt_hands(match)
    row: Row = state.new_rows(1)[0]
    view = project(match, None)
    row[state.SCORE : state.SCORE + match.seats] = match.scores
    row[state.DEALER], row[state.DEAL] = match.dealer - 1, match.deal - 1
    row[state.SCORED], row[state.WINNER] = match.scored_deals, NOBODY
    masks = [sum(card.bit for card in hand) for hand in hands]
    _deal(row, match.seats, *[*masks, 0][:3])
    for action in done_so_far(view):
        act(row, action_index(action), match.seats, packed(match.rules))
    return row


def _dealt_hands(match: Match) -> list[CardSet]:
    held = [project(match, seat).hand for seat in range(1, match.seats + 1)]
    for action in done_so_far(project(match, None)):
        if isinstance(action, Play):
            held[action.seat - 1] = held[action.seat - 1].union(CardSet([action.card]))
    return held


@compiled
def _deal(row: Row, seats: int, hand0: int, hand1: int, hand2: int) -> None:
    state.deal_these(row, seats, hand0, hand1, hand2)
