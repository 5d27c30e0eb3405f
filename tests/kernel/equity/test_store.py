"""Tables in files."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from cutthroat.core.rules import PRESETS
from cutthroat.kernel.equity import store
from cutthroat.kernel.equity.model import SIZE
from cutthroat.kernel.equity.solve import FULL, Effort, Work
from cutthroat.kernel.equity.table import Values, shape_of

EFFORT = Effort(few=64, deals=64, early=1, late=1, each=1, layers=2, target=5)


def some_values(seats: int) -> Values:
    shape = shape_of(seats, 5, 2)
    values = np.zeros(shape, np.float32)
    chances = np.random.default_rng(seats).dirichlet([0.5] * seats, shape[:4])
    values[..., :seats] = chances
    return values


MODEL = np.random.default_rng(0).random(SIZE)


@pytest.mark.parametrize("seats", [2, 3])
def test_a_table_comes_back(tmp_path: Path, seats: int) -> None:
    values = some_values(seats)
    store.save(tmp_path / "new" / "table.npz", values, MODEL)
    kept = store.load(tmp_path / "new" / "table.npz", values.shape)
    assert kept is not None
    np.testing.assert_allclose(kept.values, values, atol=2 / 16384)
    np.testing.assert_allclose(kept.values.sum(axis=-1), 1, atol=1e-6)
    assert np.array_equal(kept.model, MODEL)
    assert [path.name for path in (tmp_path / "new").iterdir()] == ["table.npz"]


@pytest.mark.parametrize("seats", [2, 3])
def test_what_is_cut_short_or_damaged_is_no_table(tmp_path: Path, seats: int) -> None:
    path = tmp_path / "table.npz"
    values = some_values(seats)
    store.save(path, values, MODEL)
    whole = path.read_bytes()
    chance = np.random.default_rng(2)
    for size in (0, 1, 100, len(whole) // 2, len(whole) - 1):
        path.write_bytes(whole[:size])
        assert store.load(path, values.shape) is None
    for _ in range(40):
        damaged = bytearray(whole)
        place = int(chance.integers(len(whole)))
        damaged[place : place + 8] = chance.bytes(8)
        path.write_bytes(damaged)
        kept = store.load(path, values.shape)
        if kept is not None:  # what was hit is not part of what is read
            np.testing.assert_allclose(kept.values, values, atol=2 / 16384)


def test_another_shape_or_no_file_is_no_table(tmp_path: Path) -> None:
    values = some_values(2)
    store.save(tmp_path / "table.npz", values, MODEL)
    assert store.load(tmp_path / "table.npz", shape_of(2, 6, 2)) is None
    assert store.load(tmp_path / "table.npz", shape_of(3, 5, 2)) is None
    assert store.load(tmp_path / "none.npz", values.shape) is None
    assert store.load(tmp_path, values.shape) is None


def test_work_that_was_begun_comes_back_as_it_was(tmp_path: Path) -> None:
    work = Work(some_values(3), MODEL, 7, (0.25, 1 / 3), 0.1)
    path = tmp_path / "work.begun"
    store.save_work(path, work, EFFORT)
    kept = store.load_work(path, work.values.shape, EFFORT)
    assert kept is not None
    assert np.array_equal(kept.values, work.values)
    assert np.array_equal(kept.model, work.model)
    assert (kept.done, kept.change, kept.step) == (7, (0.25, 1 / 3), 0.1)
    assert store.load_work(path, work.values.shape, FULL[3]) is None
    path.write_bytes(path.read_bytes()[:-30])
    assert store.load_work(path, work.values.shape, EFFORT) is None


def test_a_write_that_fails_leaves_what_was_there(tmp_path: Path) -> None:
    path = tmp_path / "table.npz"
    path.write_bytes(b"old")

    def fail() -> None:
        with store.replacing(path) as stream:
            stream.write(b"new")
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def test_the_package_has_the_tables_of_all_presets_and_they_are_small() -> None:
    files = sorted(path.name for path in store.SHIPPED.iterdir())
    assert files == sorted(f"{name}-{seats}.npz" for name in PRESETS for seats in (2, 3))
    assert sum(path.stat().st_size for path in store.SHIPPED.iterdir()) < 2_000_000
