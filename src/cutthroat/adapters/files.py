"""Matches and sheets saved as files that only their owner may read: a match holds its secret."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Sequence
from pathlib import Path
from typing import BinaryIO, Final

from filelock import FileLock, Timeout

from cutthroat.service.ports import MatchExists, MatchInUse, NoSuchMatch

MATCHES: Final = ".smear"
"""The suffix of a saved match."""
SHEETS: Final = ".sheet"
"""The suffix of a saved sheet."""
_PRIVATE: Final = 0o600
_PRIVATE_FOLDER: Final = 0o700


class FileLog:
    """What is saved in a file that this process holds the lock of."""

    def __init__(self, path: Path, lock: FileLock) -> None:
        self._path = path
        self._lock = lock
        self._file = _open_to_append(path)

    @property
    def place(self) -> str:
        """The path of the file."""
        return str(self._path)

    def read(self) -> bytes:
        """All that is kept."""
        return self._path.read_bytes()

    def append(self, text: str) -> None:
        """Write at the end, and out to the disk."""
        if text:
            self._file.write(text.encode())
            _to_disk(self._file)

    def rewrite(self, text: str) -> None:
        """Put a file with this text in place of the old one."""
        self._file.close()
        _replace(self._path, text)
        self._file = _open_to_append(self._path)

    def close(self) -> None:
        """Let go of the file."""
        self._file.close()
        self._lock.release()


class FileLibrary:
    """What is saved in a folder under one suffix, and elsewhere by the path of a file.

    A name with a folder or a suffix in it is a path; another is an identifier in the folder.
    """

    def __init__(self, folder: Path, suffix: str) -> None:
        self._folder = folder
        self._suffix = suffix

    def create(self, name: str, text: str) -> FileLog:
        """Begin a file with this text.

        Raises MatchExists, MatchInUse, OSError.
        """
        path = self._path(name)
        lock = self._locked(name, path)
        try:
            if path.exists():
                raise MatchExists(str(path))
            _replace(path, text)
            return FileLog(path, lock)
        except BaseException:
            lock.release()
            raise

    def open(self, name: str) -> FileLog:
        """Take up a file.

        Raises NoSuchMatch, MatchInUse, OSError.
        """
        path = self._path(name)
        if not path.is_file():
            raise NoSuchMatch(name)
        lock = self._locked(name, path)
        try:
            return FileLog(path, lock)
        except BaseException:
            lock.release()
            raise

    def names(self) -> Sequence[str]:
        """The identifiers of what is saved in the folder, the last one touched first."""
        files = [path for path in self._folder.glob(f"*{self._suffix}") if path.is_file()]
        files.sort(key=lambda path: path.stat().st_mtime_ns, reverse=True)
        return [path.name.removesuffix(self._suffix) for path in files]

    def read(self, name: str) -> bytes:
        """What is kept in a file.

        Raises NoSuchMatch, OSError.
        """
        path = self._path(name)
        if not path.is_file():
            raise NoSuchMatch(name)
        return path.read_bytes()

    def _path(self, name: str) -> Path:
        given = Path(name)
        if given.name == name and not given.suffix:
            return self._folder / f"{name}{self._suffix}"
        return given

    def _locked(self, name: str, path: Path) -> FileLock:
        """The lock of a file, which the system takes from a process that dies.

        It lies in our own folder, so that nothing is left beside a file of the user's.
        """
        locks = self._folder / ".locks"
        for folder in (self._folder.parent, self._folder, locks):
            folder.mkdir(mode=_PRIVATE_FOLDER, parents=True, exist_ok=True)
        key = hashlib.sha256(os.fsencode(path.resolve())).hexdigest()
        lock = FileLock(locks / f"{key}.lock", mode=_PRIVATE)
        try:
            lock.acquire(timeout=0)
        except Timeout:
            raise MatchInUse(name) from None
        return lock


def _replace(path: Path, text: str) -> None:
    """Write a whole file beside the old one and then put it in its place: never half a file."""
    fresh = path.with_name(f".{path.name}.new")
    fresh.unlink(missing_ok=True)
    binary = getattr(os, "O_BINARY", 0)  # where files are text unless one says otherwise
    descriptor = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL | binary, _PRIVATE)
    with os.fdopen(descriptor, "wb") as file:
        file.write(text.encode())
        _to_disk(file)
    fresh.replace(path)


def _open_to_append(path: Path) -> BinaryIO:
    return path.open("ab")


def _to_disk(file: BinaryIO) -> None:
    file.flush()
    os.fsync(file.fileno())
