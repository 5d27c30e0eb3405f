"""A deal of `core` that is being played, as a row of the kernel for the solver to start from."""

from __future__ import annotations

from cutthroat.core.deal import Opening, Playing
from cutthroat.core.trick import Trick
from cutthroat.kernel import state
from cutthroat.kernel.cards import NOTHING, mask_of, suit_index
from cutthroat.kernel.scoring import NOBODY
from cutthroat.kernel.state import Row, new_rows


def row_of(phase: Opening | Playing) -> Row:
    """The row of a deal in which a seat is to play, with all hands.

    What the solver does not ask for stays empty, such as scores, dealer and led suit. So `state`
    cannot go on from this row.
    Raises ValueError if no seat is to play.
    """
    if phase.turn is None:
        raise ValueError("no seat is to play: a complete trick lies on the table, or all are taken")
    row: Row = new_rows(1)[0]
    row[state.STAGE] = state.OPENING
    row[state.TURN] = phase.turn - 1
    row[state.TRUMP] = NOTHING
    row[state.BIDDER] = phase.winning.seat - 1
    row[state.BID] = phase.winning.points
    row[state.WINNER] = NOBODY
    for seat, hand in enumerate(phase.hands):
        row[state.HAND + seat] = row[state.DEALT + seat] = mask_of(hand)
    if isinstance(phase, Playing):
        _add_tricks(row, phase)
    return row


def _add_tricks(row: Row, phase: Playing) -> None:
    row[state.STAGE] = state.PLAY
    row[state.TRUMP] = suit_index(phase.trump)
    row[state.TRICKS] = len(phase.tricks)
    row[state.PLACED] = len(phase.trick.cards)
    for number, taken in enumerate(phase.tricks):
        _add_trick(row, number, taken.trick)
        row[state.TRICK + number] |= (taken.taker - 1) << 20
        row[state.TAKEN + taken.taker - 1] |= mask_of(taken.trick.cards)
    _add_trick(row, len(phase.tricks), phase.trick)


def _add_trick(row: Row, number: int, trick: Trick) -> None:
    """Put the cards of a trick into its field, and among those that were dealt."""
    for order, (seat, card) in enumerate(trick.plays):
        row[state.TRICK + number] |= card.index << 6 * order
        row[state.DEALT + seat - 1] |= card.bit
    if trick.cards:
        row[state.TRICK + number] |= (trick.leader - 1) << 18
