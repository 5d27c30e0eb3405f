"""Saved matches as files."""

from __future__ import annotations

import multiprocessing
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from cutthroat.adapters.files import MATCHES, SHEETS, FileLibrary
from cutthroat.service.ports import MatchExists, MatchInUse, NoSuchMatch


def test_what_is_appended_is_read(tmp_path: Path) -> None:
    library = FileLibrary(tmp_path / "matches", MATCHES)
    log = library.create("one", "first\n")
    log.append("second é\n")
    assert log.read() == "first\nsecond é\n".encode()
    assert library.read("one") == log.read()
    log.close()
    again = library.open("one")
    again.append("third\n")
    assert again.read().endswith(b"third\n")
    again.close()


@pytest.mark.skipif(os.name == "nt", reason="modes are a POSIX idea")
def test_only_the_owner_may_read(tmp_path: Path) -> None:
    library = FileLibrary(tmp_path, MATCHES)
    log = library.create("one", "secret\n")
    assert stat.S_IMODE(Path(log.place).stat().st_mode) == 0o600
    log.rewrite("another secret\n")
    assert stat.S_IMODE(Path(log.place).stat().st_mode) == 0o600
    log.close()


def test_a_rewritten_file_holds_the_new_text_and_grows_from_there(tmp_path: Path) -> None:
    log = FileLibrary(tmp_path, MATCHES).create("one", "old\n")
    log.rewrite("new\n")
    log.append("more\n")
    assert log.read() == b"new\nmore\n"
    log.close()


def test_a_path_is_kept_where_it_says_and_leaves_nothing_beside_it(tmp_path: Path) -> None:
    place = tmp_path / "elsewhere" / "my match.txt"
    place.parent.mkdir()
    library = FileLibrary(tmp_path / "matches", MATCHES)
    library.create(str(place), "here\n").close()
    assert [path.name for path in place.parent.iterdir()] == ["my match.txt"]
    assert library.read(str(place)) == b"here\n"
    assert library.names() == []


def test_names_are_listed_last_touched_first(tmp_path: Path) -> None:
    library = FileLibrary(tmp_path, MATCHES)
    for age, name in enumerate(("old", "older", "oldest"), start=1):
        log = library.create(name, "x\n")
        log.close()
        os.utime(log.place, (1000 - age, 1000 - age))
    assert library.names() == ["old", "older", "oldest"]


def test_no_name_is_taken_twice(tmp_path: Path) -> None:
    library = FileLibrary(tmp_path, MATCHES)
    library.create("one", "kept\n").close()
    with pytest.raises(MatchExists):
        library.create("one", "lost\n")
    assert library.read("one") == b"kept\n"


def test_there_is_no_match_by_that_name(tmp_path: Path) -> None:
    library = FileLibrary(tmp_path, MATCHES)
    for attempt in (library.open, library.read):
        with pytest.raises(NoSuchMatch) as caught:
            attempt("none")
        assert caught.value.name == "none"
    assert FileLibrary(tmp_path / "nowhere", MATCHES).names() == []


def test_one_process_at_a_time(tmp_path: Path) -> None:
    log = FileLibrary(tmp_path, MATCHES).create("one", "x\n")
    with pytest.raises(MatchInUse):
        FileLibrary(tmp_path, MATCHES).open("one")
    log.close()
    FileLibrary(tmp_path, MATCHES).open("one").close()


def test_a_killed_process_leaves_the_match_open_to_others(tmp_path: Path) -> None:
    program = (
        "import os, sys; from pathlib import Path;"
        "from cutthroat.adapters.files import MATCHES, FileLibrary;"
        "log = FileLibrary(Path(sys.argv[1]), MATCHES).create('one', 'x\\n'); log.append('y\\n');"
        "os.kill(os.getpid(), 9)"
    )
    done = subprocess.run([sys.executable, "-c", program, str(tmp_path)], check=False, timeout=60)
    assert done.returncode == -9
    log = FileLibrary(tmp_path, MATCHES).open("one")
    assert log.read() == b"x\ny\n"
    log.close()


def _append_many(folder: Path, wins: multiprocessing.Queue[int]) -> None:
    try:
        log = FileLibrary(folder, MATCHES).open("one")
    except MatchInUse:
        wins.put(0)
        return
    for _ in range(200):
        log.append("line\n")
    wins.put(1)
    log.close()


def test_two_processes_never_write_at_once(tmp_path: Path) -> None:
    FileLibrary(tmp_path, MATCHES).create("one", "").close()
    spawn = multiprocessing.get_context("spawn")
    wins: multiprocessing.Queue[int] = spawn.Queue()
    writers = [spawn.Process(target=_append_many, args=(tmp_path, wins)) for _ in range(2)]
    for writer in writers:
        writer.start()
    won = sum(wins.get(timeout=60) for _ in writers)
    for writer in writers:
        writer.join()
    assert won >= 1
    assert FileLibrary(tmp_path, MATCHES).read("one") == b"line\n" * 200 * won


def test_a_library_keeps_one_kind_of_thing(tmp_path: Path) -> None:
    for suffix, name in ((MATCHES, "one"), (SHEETS, "two")):
        FileLibrary(tmp_path, suffix).create(name, suffix).close()
    assert FileLibrary(tmp_path, MATCHES).names() == ["one"]
    assert FileLibrary(tmp_path, SHEETS).names() == ["two"]
    assert (tmp_path / "two.sheet").read_text() == ".sheet"
