"""The kernel sees every deal as the law does: R3 to R26, every option, two and three seats."""

import io

import numpy as np
import pytest

from cutthroat.kernel import state
from cutthroat.record.read import read_matches
from tests.kernel.judge import Deal, Disagreement, check
from tests.kernel.tables_of_rules import SETTINGS, Setting
from tests.kernel.traces import trace

QUICK = 300
SLOW = 200_000 // len(SETTINGS) + 1


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_r3_to_r26_some_deals(setting: Setting) -> None:
    check(trace(setting, QUICK, 1))


@pytest.mark.slow
@pytest.mark.parametrize("part", range(2))
@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_r3_to_r26_many_deals(setting: Setting, part: int) -> None:
    check(trace(setting, SLOW // 2 + 1, 2 + part))


def test_the_deals_are_of_every_kind() -> None:
    """Otherwise agreement says little."""
    ends = {str(setting): trace(setting, QUICK, 1).ends for setting in SETTINGS}
    stages = np.concatenate([rows[:, state.STAGE] for rows in ends.values()])
    assert set(stages.tolist()) == {state.THROWN_IN, state.DEAL_SCORED, state.OVER}
    reasons = np.concatenate([rows[:, state.REASON] for rows in ends.values()])
    assert set(reasons.tolist()) == {0, 1, 2, 3, 4}
    outcomes = np.concatenate([rows[:, state.OUTCOME] for rows in ends.values()])
    for shift in (0, 2, 4, 6):
        assert set((outcomes >> shift & 3).tolist()) == {0, 1, 2, 3}


@pytest.mark.parametrize(
    ("field", "what"),
    [
        (state.SCORE, "scores"),
        (state.DEALER, "dealer"),
        (state.SCORED, "scored deals"),
        (state.WINNER, "winner"),
        (state.OUTCOME, "points"),
        (state.TRUMP, "trump"),
        (state.BIDDER, "bidder"),
        (state.BID, "bid"),
        (state.STAGE, "stage"),
    ],
)
def test_a_difference_is_told_with_a_record(field: int, what: str) -> None:
    traces = trace(SETTINGS[1], 20, 3)
    place = int(np.flatnonzero(traces.ends[:, state.STAGE] != state.THROWN_IN)[0])
    traces.ends[place, field] ^= 1
    with pytest.raises(Disagreement) as told:
        check(traces)
    message, _, record = str(told.value).partition("\n")
    assert message.startswith(f"{what}: ")
    (match,) = read_matches(io.BytesIO(record.encode()))
    assert match.header.rules == SETTINGS[1].rules
    assert len(record.splitlines()) > 10


@pytest.mark.parametrize(("column", "what"), [(0, "legal"), (1, "caller")])
def test_a_difference_on_the_way_is_found(column: int, what: str) -> None:
    traces = trace(SETTINGS[0], 1, 3)
    traces.steps[0, 0, column] ^= 1
    with pytest.raises(Disagreement, match=what):
        check(traces)


def test_a_deal_that_ends_too_soon_is_found() -> None:
    traces = trace(SETTINGS[0], 1, 3)
    traces.counts[0] = 1
    with pytest.raises(Disagreement):
        check(traces)


def test_the_record_ends_where_an_action_is_not_legal() -> None:
    traces = trace(SETTINGS[0], 1, 3)
    steps = [tuple(step) for step in traces.steps[0].tolist()]
    steps[0] = (0, 0, 0)
    deal = Deal(SETTINGS[0], traces.starts[0].tolist(), steps, traces.ends[0].tolist())
    assert deal.record().splitlines()[-1].startswith("hand 2 ")
