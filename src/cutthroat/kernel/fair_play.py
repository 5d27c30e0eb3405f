"""The next deal of many matches, dealt fairly and played by built-in bots, with its text."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from cutthroat.core.shuffle import FairDeal
from cutthroat.kernel import state
from cutthroat.kernel.bits import count_of, lowest_in
from cutthroat.kernel.cards import nth_bit
from cutthroat.kernel.compiled import code_folder, compiled, compiled_inside
from cutthroat.kernel.easy.play import easy
from cutthroat.kernel.easy.weights import Weights
from cutthroat.kernel.fair import deal_fairly
from cutthroat.kernel.options import next_deals
from cutthroat.kernel.scoring import NOBODY, earned
from cutthroat.kernel.state import Row, Rows
from cutthroat.kernel.transcript import LONGEST, Text, write_deal

WAITING: Final = -1
"""In place of a result: the deal goes on when a choice has been made."""


def is_compiled() -> bool:
    """Whether machine code of this module is kept from an earlier run."""
    folder = code_folder()
    return folder is not None and any(folder.rglob("fair_play.*.nbi"))


class Settled(NamedTuple):
    """What a scored deal came to. bidder: a seat, from 0."""

    bidder: int
    bid: int
    made: bool


def settled(result: int) -> Settled | None:
    """What a result of `play_all` means; None for a deal that was thrown in."""
    return Settled(result & 3, result >> 2 & 7, bool(result >> 5)) if result else None


def new_matches(fairs: list[FairDeal]) -> Rows:
    """A row for each match, before its first deal. Shape (matches, state.FIELDS). R3."""
    rows = state.new_rows(len(fairs))
    rows[:, state.WINNER] = NOBODY
    rows[:, state.STAGE] = state.WAITING
    rows[:, state.DEALER] = [fair.first_dealer() - 1 for fair in fairs]
    return rows


def new_texts(count: int) -> Text:
    """Room for the texts of so many deals. Shape (count, LONGEST)."""
    return np.empty((count, LONGEST), np.uint8)


@compiled
def deal_all(rows: Rows, running: Row, words: Rows, deck: Row, dealt: Row, seats: int) -> None:
    """Deal the next deal of some matches.

    running: their places in `rows`. words: of their deals, see `fair.deal_words`.
    deck: shape (52,) or (53,), any content.
    dealt: receives of each 1, or 0 if the words did not do.
    """
    for place in range(len(running)):
        row = rows[running[place]]
        done = deal_fairly(words[place], deck, row, row[state.DEALER], seats)
        dealt[place] = 1 if done else 0


@compiled
def play_all(
    rows: Rows,
    running: Row,
    whims: Rows,
    picks: Row,
    results: Row,
    texts: Text,
    lengths: Row,
    seats: int,
    options: int,
    weights: Weights,
) -> None:
    """Play on in some matches, each to the end of its deal or to the next choice by chance.

    A match that is between two deals is dealt the hands which its row has as dealt.

    running: their places in `rows`.
    whims: shape (matches, 3): 1 for a seat whose choices are left to chance, 0 for one of `easy`.
    picks: of each that waits for a choice, which of the legal actions it is, the lowest being 0.
    results: receives what each deal came to, see `settled`, or WAITING.
    texts, lengths: receive of each deal the text and how many bytes it is; of no length, none is
    written.
    """
    for place in range(len(running)):
        row = rows[running[place]]
        if row[state.STAGE] > state.PLAY:
            first, second, third = row[state.DEALT], row[state.DEALT + 1], row[state.DEALT + 2]
            state.deal_these(row, seats, first, second, third)
        else:
            legal = state.legal_actions(row, seats, options)
            state.act(row, lowest_in(nth_bit(legal, picks[place])), seats, options)
        _play_on(row, whims[running[place]], seats, options, weights)
        results[place] = _result(row)
        if results[place] != WAITING and len(lengths):
            lengths[place] = write_deal(row, _dealer(row, seats, options), seats, texts[place])


@compiled_inside
def _play_on(row: Row, whims: Row, seats: int, options: int, weights: Weights) -> None:
    """Play until the deal ends or a choice is due that is left to chance."""
    while row[state.STAGE] <= state.PLAY:
        legal = state.legal_actions(row, seats, options)
        if whims[row[state.TURN]] == 0:
            action = easy(row, legal, seats, options, weights)
        elif legal & legal - 1:
            return
        else:
            action = lowest_in(legal)
        state.act(row, action, seats, options)


@compiled_inside
def _result(row: Row) -> int:
    stage = row[state.STAGE]
    if stage <= state.PLAY:
        return WAITING
    if stage == state.THROWN_IN:
        return 0
    bidder, bid = row[state.BIDDER], row[state.BID]
    made = 1 if earned(row[state.OUTCOME], bidder) >= bid else 0
    return bidder | bid << 2 | made << 5  # type: ignore[no-any-return]


@compiled_inside
def _dealer(row: Row, seats: int, options: int) -> int:
    """Who dealt the deal that has ended: the row tells who deals next."""
    next_dealer: int = row[state.DEALER]
    if row[state.STAGE] == state.THROWN_IN and not next_deals(options):
        return next_dealer
    return next_dealer - 1 if next_dealer else seats - 1


@compiled
def due_choices(rows: Rows, waiting: Row, counts: Row, seats: int, options: int) -> None:
    """How many actions are legal in each of some matches. counts: receives the numbers."""
    for place in range(len(waiting)):
        counts[place] = count_of(state.legal_actions(rows[waiting[place]], seats, options))
