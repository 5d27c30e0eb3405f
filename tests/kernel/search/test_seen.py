"""A match as one seat sees it: the row that is left when the hidden hands are taken out."""

from __future__ import annotations

import numpy as np
import pytest

from cutthroat.core.actions import Play
from cutthroat.core.view import View, project
from cutthroat.kernel import state
from cutthroat.kernel.auction import action_index
from cutthroat.kernel.cards import mask_of
from cutthroat.kernel.options import packed
from cutthroat.kernel.search.seen import replay
from cutthroat.kernel.state import Row
from tests.kernel.search.thinking import done_so_far, hidden_row, legal_actions, moments_of
from tests.kernel.tables_of_rules import SETTINGS, Setting


def replayed(view: View) -> Row:
    """The row of the viewer, from what is on the table; the fields not read hold rubbish."""
    assert view.you is not None
    row: Row = np.full(state.FIELDS, 0)
    row[state.WINNER] = 1
    row[state.STAGE] = state.OVER
    row[state.TRICK : state.TRICK + 6] = 99
    row[state.TAKEN : state.TAKEN + 3] = 99
    row[state.SCORE : state.SCORE + view.seats] = view.scores
    row[state.DEALER], row[state.DEAL] = view.dealer - 1, view.deal
    row[state.SCORED] = view.scored_deals
    actions = done_so_far(view)
    own = [one.card for one in actions if isinstance(one, Play) and one.seat == view.you]
    numbers = np.array([action_index(action) for action in actions], np.int64)
    hand = mask_of(view.hand) | mask_of(own)
    replay(row, view.you - 1, hand, numbers, view.seats, packed(view.rules))
    return row


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_what_was_seen_gives_the_row_without_the_hidden_hands(setting: Setting) -> None:
    stages = set()
    for match, row in moments_of(setting, deals=12, seed=3):
        assert match.turn is not None
        view = project(match, match.turn)
        found = replayed(view)
        assert found.tolist() == hidden_row(row, setting.seats).tolist()
        stages.add(int(row[state.STAGE]))
    assert stages == {state.AUCTION, state.OPENING, state.PLAY}


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_nothing_is_in_it_that_the_seat_has_not_seen(setting: Setting) -> None:
    options = packed(setting.rules)
    for match, row in moments_of(setting, deals=4, seed=4):
        assert match.turn is not None
        view, me = project(match, match.turn), match.turn - 1
        found = replayed(view)
        unseen = mask_of(view.unseen)
        for field in (*range(state.HAND, state.TAKEN + 3), *range(state.DEALT, state.DEALT + 3)):
            assert found[field] & unseen == 0, field
        assert found[state.HAND + me] == mask_of(view.hand)
        assert [found[state.HAND + seat] for seat in range(3) if seat != me] == [0, 0]
        assert [*found[state.SEED : state.DRAWN + 1]] == [0, 0, 0, 0]
        # All that the seat may do, and all that it can see, is as in the full row.
        assert legal_actions(found, setting.seats, options) == legal_actions(
            row, setting.seats, options
        )
        hidden = {
            *range(state.HAND, state.HAND + 3),
            *range(state.DEALT, state.DEALT + 3),
            *range(state.SEED, state.DRAWN + 1),
        }
        told = [field for field in range(state.FIELDS) if field not in hidden]
        assert found[told].tolist() == row[told].tolist()
