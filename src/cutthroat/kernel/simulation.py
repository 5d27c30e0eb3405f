"""Deals and matches by the million between built-in policies, alike for any number of threads."""

from __future__ import annotations

from collections.abc import Sequence
from operator import index
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cutthroat.core.rules import Rules
from cutthroat.kernel import state
from cutthroat.kernel.bits import wrapped
from cutthroat.kernel.compiled import compiled, compiled_inside
from cutthroat.kernel.options import packed
from cutthroat.kernel.playouts import deal_code, play_deals
from cutthroat.kernel.policies import POLICIES, UNIFORM, choose
from cutthroat.kernel.state import Row, Rows
from cutthroat.kernel.threads import in_parts

DEAL_LIMIT: Final = 500
"""Deals after which a match that nobody has won is closed; redeals count."""


class Deals(NamedTuple):
    """What deals came to: arrays of int64 of the shape (deals,).

    bid: the points bid; 0 for a deal that was thrown in, of which the rest says nothing.
    bidder: a seat, from 0.
    outcome: who has which point, see `scoring`.
    """

    bid: NDArray[np.int64]
    bidder: NDArray[np.int64]
    outcome: NDArray[np.int64]


class Matches(NamedTuple):
    """What matches came to: arrays of int64 of the shape (matches,).

    winner: a seat, from 0; `scoring.NOBODY` for a match that was closed.
    reason: why it was won, an index of `scoring.WIN_REASONS`.
    deals: how many were begun. scored: how many of them were scored.
    scores: shape (matches, 3); with two seats the last column is 0.
    """

    winner: NDArray[np.int64]
    reason: NDArray[np.int64]
    deals: NDArray[np.int64]
    scored: NDArray[np.int64]
    scores: NDArray[np.int64]


def simulate_deals(
    rules: Rules,
    policies: Sequence[int],
    count: int,
    *,
    seed: int,
    first: int = 0,
    threads: int = 1,
) -> Deals:
    """Single deals at a score of nothing; deal `first + n` is the same in every call.

    policies: the number of a policy for each of two or three seats, see `policies.POLICIES`.
    seed: any integer; modulo 2 to the 64. first: from 0 to 2 to the 63 less `count`. The dealer of
        a deal is its number modulo the seats.
    Raises ValueError for another number of seats, an unknown policy, and another `first`.
    """
    seats, options, chosen = _table(rules, policies)
    seed, first = _numbers(seed, first, count)
    codes = np.empty(count, np.int64)

    def work(start: int, stop: int) -> None:
        out = codes[start:stop]
        if set(policies) == {UNIFORM}:
            play_deals(out, seats, options, seed, first + start)
        else:
            run_deals(out, chosen, options, seed, first + start)

    in_parts(work, count, threads)
    return Deals(codes >> 10, codes >> 8 & 3, codes & 255)


def simulate_matches(
    rules: Rules,
    policies: Sequence[int],
    count: int,
    *,
    seed: int,
    first: int = 0,
    threads: int = 1,
    deal_limit: int = DEAL_LIMIT,
) -> Matches:
    """Whole matches; match `first + n` is the same in every call.

    policies: the number of a policy for each of two or three seats, see `policies.POLICIES`.
    seed: any integer; modulo 2 to the 64. first: from 0 to 2 to the 63 less `count`.
    Raises ValueError for another number of seats, an unknown policy, and another `first`.
    """
    _, options, chosen = _table(rules, policies)
    seed, first = _numbers(seed, first, count)
    rows = state.new_rows(count)

    def work(start: int, stop: int) -> None:
        run_matches(rows[start:stop], chosen, options, seed, first + start, deal_limit)

    in_parts(work, count, threads)
    columns = (state.WINNER, state.REASON, state.DEAL, state.SCORED)
    winner, reason, deals, scored = (rows[:, column].copy() for column in columns)
    scores = rows[:, state.SCORE : state.SCORE + 3].copy()
    return Matches(winner, reason, deals, scored, scores)


def _table(rules: Rules, policies: Sequence[int]) -> tuple[int, int, Row]:
    if len(policies) not in (2, 3):
        raise ValueError(f"two or three seats play, not {len(policies)}")
    for policy in policies:
        if policy not in POLICIES.values():
            raise ValueError(f"there is no policy {policy}")
    return len(policies), packed(rules), np.array(policies, np.int64)


def _numbers(seed: int, first: int, count: int) -> tuple[int, int]:
    """A seed and the first number as compiled code takes them."""
    if not 0 <= index(first) <= (1 << 63) - count:
        raise ValueError(f"{count} numbers from {first} on are not all from 0 to 2 to the 63")
    return wrapped(index(seed)), index(first)


@compiled_inside
def play_deal(row: Row, policies: Row, options: int) -> None:
    """Play the deal in `row`, whose auction is open, to its end. policies: one a seat."""
    seats = len(policies)
    while row[state.STAGE] <= state.PLAY:
        legal = state.legal_actions(row, seats, options)
        state.act(row, choose(policies[row[state.TURN]], row, legal), seats, options)


@compiled
def run_deals(out: Row, policies: Row, options: int, seed: int, first: int) -> None:
    """As `playouts.play_deals`, by any policies."""
    seats = len(policies)
    row = np.empty(state.FIELDS, np.int64)
    for place in range(len(out)):
        state.begin(row, seats, seed, first + place)
        row[state.DEALER] = (first + place) % seats
        state.deal(row, seats, options)
        play_deal(row, policies, options)
        out[place] = deal_code(row[state.OUTCOME], row[state.BIDDER], row[state.BID])


@compiled
def run_matches(
    rows: Rows, policies: Row, options: int, seed: int, first: int, deal_limit: int
) -> None:
    """Play the match of every row to its end. rows: shape (matches, FIELDS), of any content."""
    seats = len(policies)
    for place in range(len(rows)):
        row = rows[place]
        state.begin(row, seats, seed, first + place)
        while row[state.STAGE] != state.OVER and row[state.DEAL] < deal_limit:
            state.deal(row, seats, options)
            play_deal(row, policies, options)
