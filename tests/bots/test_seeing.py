"""What a seat sees, as the kernel takes it: the same as of the full row, and never more."""

from __future__ import annotations

import pytest

from cutthroat.bots.seeing import seen_row
from cutthroat.core.cards import CardSet
from cutthroat.core.match import Match, Scored
from cutthroat.core.view import project
from cutthroat.kernel import state
from cutthroat.kernel.cards import mask_of
from tests.kernel.search.thinking import hidden_row, moments_of
from tests.kernel.tables_of_rules import SETTINGS, Setting
from tests.kit.script import act, dealt, plainly_dealt, table


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_a_view_gives_the_row_of_the_kernel_without_the_hidden_hands(setting: Setting) -> None:
    for match, row in moments_of(setting, deals=6, seed=71):
        view = project(match, match.turn)
        assert seen_row(view).tolist() == hidden_row(row, setting.seats).tolist()


def test_fields_told_by_hand() -> None:
    hands = ("AS KS 2S 3H 4H 5H", "9S 8S 7S 3C 4C 5C", "TS 6S 2H 3D 4D 5D")
    match = dealt(table(3, -2, 11, dealer=2, deal=6, scored_deals=5), *hands)
    row = seen_row(project(act(match, "pass 3 pass AS 9S TS KS"), 2))
    assert row[state.SCORE : state.SCORE + 3].tolist() == [3, -2, 11]
    assert (row[state.DEALER], row[state.DEAL], row[state.SCORED]) == (1, 7, 5)
    assert (row[state.TURN], row[state.BIDDER], row[state.BID]) == (1, 0, 3)
    assert (row[state.STAGE], row[state.TRICKS], row[state.PLACED]) == (state.PLAY, 1, 1)
    assert row[state.HAND : state.HAND + 3].tolist() == [0, _mask("8S 7S 3C 4C 5C"), 0]
    assert row[state.DEALT : state.DEALT + 3].tolist() == [
        _mask("AS KS"),
        _mask("9S 8S 7S 3C 4C 5C"),
        _mask("TS"),
    ]
    assert row[state.TAKEN : state.TAKEN + 3].tolist() == [_mask("AS 9S TS"), 0, 0]


def _mask(text: str) -> int:
    return mask_of(CardSet.of(text))


BEGUN = plainly_dealt(table(0, 0))


@pytest.mark.parametrize(
    ("match", "viewer"),
    [
        (table(0, 0), 1),
        (BEGUN, 2),
        (BEGUN, None),
        (act(BEGUN, "2"), 1),
        (act(BEGUN, "2 pass"), 2),
        (act(BEGUN, "pass pass"), 1),
    ],
)
def test_only_who_is_to_act_is_asked(match: Match, viewer: int | None) -> None:
    with pytest.raises(ValueError, match="it is not this seat's turn"):
        seen_row(project(match, viewer))


def test_after_a_deal_nobody_is_asked() -> None:
    match = act(BEGUN, "2 pass " + " ".join(f"{rank}C {rank}D" for rank in range(2, 8)))
    assert isinstance(match.phase, Scored)
    with pytest.raises(ValueError, match="it is not this seat's turn"):
        seen_row(project(match, 1))
