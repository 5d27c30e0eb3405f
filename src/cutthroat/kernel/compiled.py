"""How functions of the kernel are compiled, and where the machine code is kept.

Machine code is kept beside the sources, or in the user's cache folder where the installation cannot
be written. Numba knows a function by its own file alone, but the machine code holds the functions
that it calls as well. So the code of all files goes into a folder that is named after all of them.
Code that cannot be kept, or read again, is made again: nothing but time is lost.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, Final, Never, TypeVar, cast

import numba
from llvmlite.binding import get_host_cpu_name
from numba.core import config
from numba.core.registry import CPUDispatcher
from platformdirs import user_cache_path

F = TypeVar("F", bound=Callable[..., object])

_CONFIG: Final[Any] = config
_NJIT: Final[Any] = numba.njit  # its types lack some of its options
_SOURCES: Final = Path(__file__).parent
_FOLDER: Final = "cutthroat-kernel"
"""Holds nothing but our own code, for what is old in it is removed."""
_OURS: Final = re.compile("[0-9a-f]{16}")
_KEPT_FOR: Final = 24 * 3600
"""Seconds for which the code of other sources is kept: a running program may still need it."""


def compiled(function: F) -> F:
    """The function as machine code, made when it is first called with arguments of some types.

    It holds no lock of the interpreter while it runs, so threads run it side by side. Under
    NUMBA_DISABLE_JIT=1 it stays the Python function that it is.
    """
    return _made(function)


def compiled_inside(function: F) -> F:
    """The same for a function that only compiled code calls, and that makes no arrays.

    It counts no references to the arrays it is given: where one goes through many short calls, that
    takes more than half of the time. And what Python would need to call it is not compiled: a call
    from there is refused with TypeError.
    """
    made = _made(function, no_cpython_wrapper=True, _nrt=False)
    if not _CONFIG.DISABLE_JIT:
        made.__class__ = _Inside  # type: ignore[assignment]  # what Numba made has such a class
    return made


class _Inside(CPUDispatcher):
    """What only compiled code calls. Without this a call from Python would end the process."""

    __name__: str

    def __call__(self, *_given: object, **_named: object) -> Never:
        raise TypeError(f"{self.__name__} is for compiled code: it cannot be called from Python")


def _made(function: F, **flags: bool) -> F:
    folder = code_folder()
    before = _CONFIG.CACHE_DIR
    _CONFIG.CACHE_DIR = str(folder or before)
    try:
        made: Any = _NJIT(
            nogil=True,
            error_model="numpy",
            cache=folder is not None,
            no_cfunc_wrapper=True,  # nobody takes a function's address
            **flags,
        )(function)
    finally:
        _CONFIG.CACHE_DIR = before
    if folder is not None and not _CONFIG.DISABLE_JIT:
        made._cache = _Kept(made._cache)  # noqa: SLF001  # Numba has no other way to say so
    # Whoever calls it sees the function it was, with the types that it has.
    return cast("F", made)


class _Kept:
    """What Numba keeps of a function, where it can be kept and is whole.

    Numba itself raises what it meets: an empty file after a power cut, a disk that is full.
    """

    def __init__(self, kept: object) -> None:
        self._kept: Any = kept

    def load_overload(self, *given: object) -> object:
        """The machine code for some types; None if there is none, or none that can be read."""
        try:
            return self._kept.load_overload(*given)
        except Exception:  # noqa: BLE001  # whatever unpickling a damaged file brings about
            with contextlib.suppress(Exception):
                self._kept.flush()
            return None

    def save_overload(self, *given: object) -> None:
        """Keep the machine code for some types, if that can be done."""
        with contextlib.suppress(Exception):
            self._kept.save_overload(*given)

    def __getattr__(self, name: str) -> object:
        return getattr(self._kept, name)


@cache
def code_folder() -> Path | None:
    """Where machine code is kept; None where nothing can be written, and it is made each time."""
    name = _fingerprint()
    for place in _places():
        folder = place / _FOLDER / name
        if _writable(folder):
            with contextlib.suppress(OSError):
                os.utime(folder)  # it is used, and so not old
            _remove_others(folder)
            return folder
    return None


def _places() -> Iterator[Path]:
    """Folders that may hold machine code, the best first: NUMBA_CACHE_DIR, beside, the user's."""
    if _CONFIG.CACHE_DIR:
        yield Path(_CONFIG.CACHE_DIR)
    yield _SOURCES / "__pycache__"
    here = hashlib.sha256(str(_SOURCES).encode()).hexdigest()[:16]
    with contextlib.suppress(RuntimeError):  # somebody without a home
        yield user_cache_path("cutthroat", appauthor=False) / here


def _fingerprint() -> str:
    """Changes with every source of the kernel and of the core, whose constants are compiled in.

    Also with Numba, and with the kind of processor.
    """
    told = hashlib.sha256(f"{numba.__version__} {get_host_cpu_name()}".encode())
    for sources in (_SOURCES, _SOURCES.parent / "core"):
        for path in sorted(sources.rglob("*.py")):
            told.update(path.read_bytes())
    return told.hexdigest()[:16]


def _writable(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=folder).close()
    except OSError:
        return False
    return True


def _remove_others(folder: Path) -> None:
    """Remove the machine code of sources that are no more."""
    old = time.time() - _KEPT_FOR
    for other in folder.parent.iterdir():
        if other == folder or not _OURS.fullmatch(other.name):
            continue
        with contextlib.suppress(OSError):  # another process may be removing it
            if other.stat().st_mtime < old:
                shutil.rmtree(other, ignore_errors=True)
