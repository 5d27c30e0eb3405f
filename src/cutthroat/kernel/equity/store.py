"""Tables in files: those that come with the package, and those that were made on this machine.

A file is an archive of NumPy. Equities are kept to one part in 16,384, as differences from
one score to the next, low bytes apart from high ones: so a table of twenty layers takes a few
hundred kilobytes. The equity of the last place is what the others leave.
"""

from __future__ import annotations

import contextlib
import os
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import astuple
from pathlib import Path
from tokenize import TokenError
from typing import BinaryIO, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cutthroat.kernel.equity import model as models
from cutthroat.kernel.equity.model import Model
from cutthroat.kernel.equity.solve import Effort, Work
from cutthroat.kernel.equity.table import Values

FORMAT: Final = 1
"""Goes up with every change that makes kept tables of no use."""
SHIPPED: Final = Path(__file__).parent / "tables"
_PARTS: Final = 16384
_DAMAGED: Final = (
    *(OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile, zlib.error),
    *(SyntaxError, TokenError, MemoryError, OverflowError),  # of a header that makes no sense
)


class Kept(NamedTuple):
    """A table as it is kept."""

    values: Values
    model: Model


def save(path: Path, values: Values, model: Model) -> None:
    """Put a table into a file, whole or not at all, in place of what was there.

    Raises OSError.
    """
    seats = 2 if values.shape[3] == 1 else 3
    parts = np.rint(values[..., : seats - 1] * _PARTS).astype(np.uint16)
    parts = parts.reshape(*parts.shape[:2], -1, seats - 1)
    parts[:, :, 1:] -= parts[:, :, :-1].copy()
    with replacing(path) as scratch:
        np.savez_compressed(
            scratch,
            format=np.array(FORMAT),
            low=(parts & 255).astype(np.uint8),
            high=(parts >> 8).astype(np.uint8),
            model=model,
        )


def load(path: Path, shape: tuple[int, ...]) -> Kept | None:
    """The table in a file; None if there is none of this shape that is whole."""
    seats = 2 if shape[3] == 1 else 3
    try:
        with path.open("rb") as stream, np.load(stream, allow_pickle=False) as kept:
            if int(kept["format"]) != FORMAT:
                return None
            parts = kept["low"] + kept["high"].astype(np.uint16) * np.uint16(256)
            model: NDArray[np.float64] = kept["model"]
    except _DAMAGED:
        return None
    if parts.shape != (*shape[:2], shape[2] * shape[3], seats - 1):
        return None
    if model.shape != (models.SIZE,) or not np.isfinite(model).all():
        return None
    parts = np.cumsum(parts, axis=2, dtype=np.uint16)
    values = np.zeros(shape, np.float32)
    values[..., : seats - 1] = parts.reshape(*shape[:4], seats - 1) / np.float32(_PARTS)
    values[..., seats - 1] = np.maximum(0, 1 - values[..., : seats - 1].sum(axis=-1))
    return Kept(values, model)


def save_work(path: Path, work: Work, effort: Effort) -> None:
    """Put a table that is being made into a file, so that it can be gone on with.

    Raises OSError.
    """
    with replacing(path) as scratch:
        np.savez(
            scratch,
            format=np.array(FORMAT),
            effort=np.array(astuple(effort)),
            values=work.values,
            model=work.model,
            done=np.array(work.done),
            numbers=np.array([*work.change, work.step]),
        )


def load_work(path: Path, shape: tuple[int, ...], effort: Effort) -> Work | None:
    """What `save_work` put into a file; None if that was something else, or is damaged."""
    try:
        with path.open("rb") as stream, np.load(stream, allow_pickle=False) as kept:
            if int(kept["format"]) != FORMAT or tuple(kept["effort"]) != astuple(effort):
                return None
            most, mean, step = (float(number) for number in kept["numbers"])
            work = Work(kept["values"], kept["model"], int(kept["done"]), (most, mean), step)
    except _DAMAGED:
        return None
    fits = work.values.shape == shape and work.values.dtype == np.float32
    return work if fits and work.model.shape == (models.SIZE,) else None


@contextlib.contextmanager
def replacing(path: Path) -> Iterator[BinaryIO]:
    """A file beside another that takes its place once it is whole.

    Raises OSError.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    scratch = path.with_name(f"{path.name}.{os.getpid()}.part")
    try:
        with scratch.open("wb") as stream:
            yield stream
        scratch.replace(path)
    except BaseException:
        scratch.unlink(missing_ok=True)
        raise
