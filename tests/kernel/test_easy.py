"""The bot `easy` compiled: what it does is what `bots.easy` does, at every moment."""

from collections.abc import Mapping
from random import Random
from types import ModuleType

import numpy as np
import pytest

from cutthroat.bots import easy_auction, easy_chances, easy_play, easy_reading
from cutthroat.bots.easy import easy
from cutthroat.bots.easy_weights import _weights, easy_weights
from cutthroat.core.match import legal_actions
from cutthroat.core.rules import PRESETS, Rules, parse_rules
from cutthroat.core.view import project
from cutthroat.kernel.auction import action_index
from cutthroat.kernel.easy.play import easy_actions
from cutthroat.kernel.easy.weights import Weights
from cutthroat.kernel.options import packed
from tests.kernel.moments import Moment, moments, rows_of
from tests.kernel.tables_of_rules import SETTINGS, Setting

EVERYWHERE = [*SETTINGS, *(Setting(seats, rules) for rules in PRESETS.values() for seats in (2, 3))]


def by_the_kernel(setting: Setting, seen: list[Moment], weights: Weights) -> list[int]:
    actions = np.zeros(len(seen), np.int64)
    easy_actions(rows_of(seen), actions, setting.seats, packed(setting.rules), weights)
    return [int(action) for action in actions]


def by_the_bot(seen: list[Moment]) -> list[int]:
    views = [project(match, match.turn) for match, _ in seen]
    return [action_index(easy(view, Random(0))) for view in views]


def differences(setting: Setting, deals: int, seed: int) -> list[str]:
    seen = [each for each in moments(setting, deals, seed) if len(legal_actions(each[0])) > 1]
    weights = easy_weights(setting.rules, setting.seats)
    found = zip(seen, by_the_kernel(setting, seen, weights), by_the_bot(seen), strict=True)
    return [
        f"{match}: {ours}, not {theirs}" for (match, _), ours, theirs in found if ours != theirs
    ]


@pytest.mark.parametrize("setting", EVERYWHERE, ids=str)
def test_it_decides_as_the_bot(setting: Setting) -> None:
    assert differences(setting, deals=10, seed=7) == []


@pytest.mark.slow
@pytest.mark.parametrize("setting", EVERYWHERE, ids=str)
def test_it_decides_as_the_bot_in_many_deals(setting: Setting) -> None:
    for seed in range(10):
        assert differences(setting, deals=90, seed=100 + seed) == []


# Its constants

MODULES: tuple[ModuleType, ...] = (easy_auction, easy_chances, easy_play, easy_reading)
OTHERS = {"HIGHEST_BID", "LOWEST_BID", "HAND_SIZE", "CARD_POINTS"}
CONSTANTS = [
    (module, name)
    for module in MODULES
    for name in vars(module)
    if name.isupper() and not name.startswith("_") and name not in OTHERS
]
ALL_OPTIONS = Setting(3, parse_rules("low_to=winner tie=bidder limit=20"))
WITHOUT = Setting(3, Rules())


def changed(value: object) -> object:
    """Another value of the kind; numbers of a table change by different parts."""
    if isinstance(value, float):
        return 2 * value + 1
    if isinstance(value, Mapping):
        return dict(zip(value, _all_changed(list(value.values())), strict=True))
    assert isinstance(value, tuple)
    return tuple(_all_changed(list(value)))


def _all_changed(values: list[float]) -> list[float]:
    return [(0.4 + place / 40) * value + 0.3 for place, value in enumerate(values)]


def test_there_are_constants_to_change() -> None:
    assert len(CONSTANTS) == 29


@pytest.mark.parametrize(
    ("module", "name"), CONSTANTS, ids=lambda part: getattr(part, "__name__", part)
)
def test_no_constant_is_copied(
    module: ModuleType, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = [easy_weights(setting.rules, setting.seats) for setting in (ALL_OPTIONS, WITHOUT)]
    monkeypatch.setattr(module, name, changed(getattr(module, name)))
    monkeypatch.setattr("cutthroat.bots.easy_weights._weights", _weights.__wrapped__)
    told_apart = False
    for setting, old in zip((ALL_OPTIONS, WITHOUT), before, strict=True):
        seen = list(moments(setting, 20, seed=3))
        now = easy_weights(setting.rules, setting.seats)
        decided = by_the_kernel(setting, seen, now)
        assert decided == by_the_bot(seen)
        told_apart |= decided != by_the_kernel(setting, seen, old)
    assert told_apart
