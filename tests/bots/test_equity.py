"""Which table is taken: of the package, of the cache, or one that is made."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest

from cutthroat.bots import easy_weights as easy_weights_module, equity
from cutthroat.bots.easy_weights import easy_weights
from cutthroat.bots.equity import equity_for, forget, is_at_hand, is_kept, kept_in, quick_in
from cutthroat.core.rules import PRESETS, Rules, parse_rules
from cutthroat.kernel.equity.solve import FULL, QUICK_LIMITED
from cutthroat.kernel.equity.store import load, save
from cutthroat.kernel.equity.table import shape_of

ROOT = Path(__file__).parents[2]
ODD = parse_rules("target=5 tie=bidder limit=6 follow=strict")


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A cache folder that is empty, and nothing in memory."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(equity, "user_cache_path", lambda *_name, **_how: tmp_path / "cutthroat")
    forget()
    yield tmp_path / "cutthroat"
    forget()


@pytest.mark.parametrize("name", PRESETS)
@pytest.mark.parametrize("seats", [2, 3])
def test_presets_come_along_and_are_read_quickly(name: str, seats: int) -> None:
    told: list[float] = []
    assert is_at_hand(PRESETS[name], seats)
    forget()
    start = time.perf_counter()
    table = equity_for(PRESETS[name], seats, lambda: told.append(-1), told.append)
    assert time.perf_counter() - start < 0.5  # 0.1 on a machine that does nothing else
    assert told == []
    full = FULL[seats]
    layers = min(PRESETS[name].limit or 1, full.layers)
    assert table.values.shape == shape_of(seats, PRESETS[name].target, layers)
    assert equity_for(PRESETS[name], seats) is table


def test_others_are_made_once_and_kept(cache: Path) -> None:
    told: list[float] = []
    assert not is_at_hand(ODD, 2)
    made = equity_for(ODD, 2, lambda: told.append(-1), told.append)
    assert told[0] == -1
    assert told[1:] == sorted(told[1:])
    assert told[-1] == 1
    assert is_at_hand(ODD, 2)
    assert quick_in(ODD, 2).parent.parent == cache
    forget()
    assert is_at_hand(ODD, 2)
    again = equity_for(ODD, 2, lambda: told.append(-2))
    assert -2 not in told
    assert np.array_equal(again.values, made.values)
    assert np.array_equal(again.model, made.model)
    assert again.at((5, 0), 1)[0] > again.at((0, 0), 1)[0] > again.at((0, 5), 1)[0]


def test_what_is_damaged_is_made_again() -> None:
    equity_for(ODD, 2)
    path = quick_in(ODD, 2)
    for damage in (b"", path.read_bytes()[:-20], b"PK no archive"):
        path.write_bytes(damage)
        forget()
        assert not is_at_hand(ODD, 2)
        equity_for(ODD, 2)
        forget()
        assert is_at_hand(ODD, 2)


def test_the_memory_holds_those_that_were_asked_for_last(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(equity, "_MOST_KNOWN", 2)
    first = equity_for(PRESETS["seed"], 2)
    second = equity_for(PRESETS["classic"], 2)
    assert equity_for(PRESETS["seed"], 2) is first
    equity_for(PRESETS["short"], 2)
    assert len(equity._known) == 2
    assert equity_for(PRESETS["seed"], 2) is first
    assert equity_for(PRESETS["classic"], 2) is not second


def test_the_folder_holds_no_more_than_it_may_and_the_oldest_go(
    cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    equity_for(ODD, 2)
    made = quick_in(ODD, 2)
    size = made.stat().st_size
    others = [made.with_name(f"2-{number}-quick.npz") for number in range(4)]
    thorough = kept_in(ODD, 3)
    for age, path in enumerate([*others, thorough]):
        path.write_bytes(b"x" * size)
        os.utime(path, (1000 - age, 1000 - age))
    monkeypatch.setattr(equity, "_MOST_KEPT", 3 * size)
    made.unlink()
    forget()
    equity_for(ODD, 2)
    left = {path for path in cache.rglob("*") if path.is_file()}
    assert left == {made, *others[:2], thorough}


def test_what_is_kept_for_any_house_rules_is_bounded() -> None:
    """A guest of a server may choose other ones each time."""
    for number in range(30):
        rules = parse_rules(f"target={30 + number} joker={('yes', 'no')[number % 2]}")
        easy_weights(rules, 2)
    assert easy_weights_module._weights.cache_info().currsize <= 8


def test_without_a_place_to_keep_it_it_is_made_all_the_same(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("no folder")
    monkeypatch.setattr(equity, "user_cache_path", lambda *_name, **_how: tmp_path / "file")
    assert equity_for(ODD, 2).at((0, 0), 2)
    assert not is_kept(ODD, 2)


@pytest.mark.parametrize("ask", [equity_for, is_at_hand, is_kept])
@pytest.mark.parametrize("seats", [1, 4])
def test_other_numbers_of_seats_have_no_table(
    ask: Callable[[Rules, int], object], seats: int
) -> None:
    with pytest.raises(ValueError, match=f"2 and 3 seats, and not for {seats}"):
        ask(Rules(), seats)


def test_a_thorough_table_of_ones_own_goes_before_that_of_the_package(cache: Path) -> None:
    rules = PRESETS["seed"]
    shipped = equity.shipped_in(rules, 2)
    assert shipped is not None
    kept = load(shipped, equity.shape_for(rules, 2, FULL[2]))
    assert kept is not None
    own = np.full_like(kept.values, 0.5)
    save(kept_in(rules, 2), own, kept.model)
    forget()
    assert equity_for(rules, 2).at((11, 0), 1) == pytest.approx((0.5, 0.5), abs=1e-4)


def test_a_quick_table_never_goes_before_that_of_the_package() -> None:
    """As it may be left from a time when the rules were no preset."""
    rules = PRESETS["seed"]
    known = equity_for(rules, 2)
    save(quick_in(rules, 2), np.full_like(known.values, 0.5), np.array(known.model))
    forget()
    assert equity_for(rules, 2).at((11, 0), 1) == known.at((11, 0), 1)


def test_threads_that_ask_at_once_get_the_same_table() -> None:
    told: list[str] = []
    found = []
    threads = [
        threading.Thread(target=lambda: found.append(equity_for(ODD, 2, lambda: told.append(""))))
        for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(told) == 1
    assert all(table is found[0] for table in found)


PROGRAM = """
from cutthroat.bots.equity import equity_for
from cutthroat.core.rules import parse_rules
table = equity_for(parse_rules("target=5 tie=bidder limit=6 follow=strict"), 2)
print(round(table.at((3, 0), 1)[0], 3))
"""


@pytest.mark.slow
def test_processes_that_ask_at_once_do_not_break_each_other(tmp_path: Path) -> None:
    world = os.environ | {"XDG_CACHE_HOME": str(tmp_path), "PYTHONPATH": str(ROOT / "src")}
    running = [
        subprocess.Popen(
            [sys.executable, "-W", "error", "-c", PROGRAM],
            env=world,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for _ in range(3)
    ]
    told = [process.communicate() for process in running]
    assert {process.returncode for process in running} == {0}, told
    assert len({out for out, _ in told}) == 1, told
    files = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert not [path for path in files if path.suffix == ".part"]


@pytest.mark.slow
@pytest.mark.parametrize("text", ["target=99", "limit=200", "target=21 limit=30 joker=yes"])
@pytest.mark.parametrize("seats", [2, 3])
def test_any_rules_have_a_table_that_makes_sense(text: str, seats: int) -> None:
    rules = parse_rules(text)
    table = equity_for(rules, seats)
    even = table.at((0,) * seats, 1)
    assert all(abs(chance - 1 / seats) < 0.05 for chance in even)
    ahead = table.at((rules.target,) + (0,) * (seats - 1), 1)
    assert ahead[0] > even[0] + 0.2
    close = table.at((rules.target,) * seats, 1)  # R24: each of them may go out
    assert all(abs(chance - 1 / seats) < 0.15 for chance in close)
    if rules.limit:
        last = table.at((9,) + (1,) * (seats - 1), 1, rules.limit - 1)
        assert last[0] > 0.8  # a made 4 may still win, R25
        assert table.values.shape[0] <= QUICK_LIMITED[seats].layers


def test_a_table_is_not_to_be_changed() -> None:
    table = equity_for(Rules(), 2)
    with pytest.raises(ValueError, match="read-only"):
        table.values[0] = 0
    with pytest.raises(ValueError, match="read-only"):
        table.model[0] = 0
