"""Compiling: when it happens, where the code is kept, who is told, and that all works without."""

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from cutthroat.kernel.tricks import trumps_of

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src" / "cutthroat"


def run(code: str, package: Path = PACKAGE, **variables: str) -> str:
    """What another Python prints, with the package at hand and warnings for errors."""
    removed = {"NUMBA_CACHE_DIR", "NUMBA_DISABLE_JIT"}
    environment = {name: value for name, value in os.environ.items() if name not in removed}
    paths = os.pathsep.join([str(package.parent), str(ROOT)])
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code],
        env=environment | {"PYTHONPATH": paths, "PYTHONDONTWRITEBYTECODE": "1"} | variables,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@pytest.mark.parametrize(
    "first",
    [
        "import cutthroat",
        "import cutthroat.kernel",
        "import cutthroat.app",
        "import cutthroat.bots.warm",
        "import runpy, sys; sys.argv = ['cutthroat', '--version']\n"
        "try: runpy.run_module('cutthroat', run_name='__main__')\n"
        "except SystemExit: pass",
    ],
)
def test_numba_is_imported_only_where_the_kernel_works(first: str) -> None:
    told = run(f"{first}\nimport sys\nprint('numba' in sys.modules, 'numpy' in sys.modules)")
    assert told.splitlines()[-1] == "False False"


SHOW = """
from cutthroat.kernel.compiled import code_folder
from cutthroat.kernel.tables import random_actions
import numpy as np
legal, actions = np.array([6, 6]), np.zeros(2, np.int64)
random_actions(legal, actions, 1)
assert set(actions) <= {1, 2}, actions
print(code_folder())
"""


def copied(to: Path) -> Path:
    """The package elsewhere, without what is made beside it."""
    package = to / "cutthroat"
    shutil.copytree(PACKAGE, package, ignore=shutil.ignore_patterns("__pycache__"))
    return package


def read_only(package: Path) -> Path:
    """Even root cannot write where a file stands in place of the folder."""
    (package / "kernel" / "__pycache__").write_text("no folder")
    return package


def kept(folder: str) -> list[Path]:
    return list(Path(folder).rglob("*.nbi"))


def test_code_is_kept_beside_the_sources(tmp_path: Path) -> None:
    package = copied(tmp_path)
    folder = run(SHOW, package)
    assert Path(folder).parent.parent == package / "kernel" / "__pycache__"
    assert kept(folder)


@pytest.mark.skipif(sys.platform != "linux", reason="the cache folder has another name elsewhere")
def test_code_of_a_read_only_installation_is_in_the_users_cache(tmp_path: Path) -> None:
    package = read_only(copied(tmp_path))
    cache = tmp_path / "cache"
    folder = run(SHOW, package, XDG_CACHE_HOME=str(cache))
    assert cache / "cutthroat" in Path(folder).parents
    assert kept(folder)


@pytest.mark.skipif(sys.platform != "linux", reason="the cache folder has another name elsewhere")
def test_where_nothing_can_be_written_it_is_compiled_each_time(tmp_path: Path) -> None:
    package = read_only(copied(tmp_path))
    (tmp_path / "cache").write_text("no folder")
    assert run(SHOW, package, XDG_CACHE_HOME=str(tmp_path / "cache")) == "None"


def test_the_folder_that_numba_is_told_comes_first(tmp_path: Path) -> None:
    folder = run(SHOW, NUMBA_CACHE_DIR=str(tmp_path))
    assert Path(folder).parent.parent == tmp_path
    assert kept(folder)


@pytest.mark.parametrize("ending", [".nbi", ".nbc"])
@pytest.mark.parametrize("left", [0, 100])
def test_code_that_is_damaged_is_made_again(tmp_path: Path, ending: str, left: int) -> None:
    """A file may be empty, or cut short, after a power cut."""
    folder = Path(run(SHOW, NUMBA_CACHE_DIR=str(tmp_path)))
    whole = {path: path.stat().st_size for path in folder.rglob(f"*{ending}")}
    assert whole
    for path in whole:
        path.write_bytes(path.read_bytes()[:left])
    for _run in range(2):
        assert run(SHOW, NUMBA_CACHE_DIR=str(tmp_path)) == str(folder)
    assert all(path.stat().st_size > left for path in kept(str(folder)))


def test_other_sources_have_other_code_and_old_code_is_removed(tmp_path: Path) -> None:
    """A function's machine code holds those that it calls, which Numba does not look at."""
    package = copied(tmp_path)
    before = Path(run(SHOW, package))
    day = 25 * 3600
    with (package / "kernel" / "tricks.py").open("a") as source:
        source.write("# changed\n")
    after = Path(run(SHOW, package))
    assert before != after
    assert before.exists()
    os.utime(before, (time.time() - day, time.time() - day))
    others = [before.parent / "kernel-6.8-source", before.parent.parent / before.name]
    for other in others:
        other.mkdir()
        os.utime(other, (time.time() - day, time.time() - day))
    os.utime(after, (time.time() - day, time.time() - day))
    run(SHOW, package)
    assert not before.exists()
    assert after.exists(), "what is used is not old"
    assert time.time() - after.stat().st_mtime < day / 2
    assert all(other.exists() for other in others), "only our own folders are removed"


@pytest.mark.skipif(
    "NUMBA_DISABLE_JIT" in os.environ, reason="without machine code it may be called"
)
def test_what_is_for_compiled_code_refuses_a_call_from_python() -> None:
    """It would end the process otherwise."""
    with pytest.raises(TypeError, match="trumps_of is for compiled code"):
        trumps_of(0)


WARM = """
from cutthroat.kernel.warm import Part, is_ready, warm
told, part = [], Part({part!r})
print(is_ready(part))
warm(lambda: told.append(1), part)
print(len(told), is_ready(part))
"""


@pytest.mark.parametrize("part", ["tables", "solver"])
def test_whoever_waits_is_told_once(tmp_path: Path, part: str) -> None:
    program = WARM.format(part=part)
    assert run(program, NUMBA_CACHE_DIR=str(tmp_path)).split() == ["False", "1", "True"]
    assert run(program, NUMBA_CACHE_DIR=str(tmp_path)).split() == ["True", "0", "True"]


SIGNED = """
import sys
from cutthroat.kernel.warm import Part, is_ready, sign
if sys.argv[1:]:
    sign(Part.SOLVER)
print(is_ready(Part.SOLVER))
"""


def test_code_that_numba_would_not_use_is_not_ready(tmp_path: Path) -> None:
    """It asks where a source lies, and when it was written."""
    package = copied(tmp_path / "one")
    sign = f"import sys; sys.argv[1:] = ['sign']\n{SIGNED}"
    cache = {"NUMBA_CACHE_DIR": str(tmp_path / "cache")}
    assert run(SIGNED, package, **cache) == "False"
    assert run(sign, package, **cache) == "True"
    assert run(SIGNED, package, **cache) == "True"
    os.utime(package / "kernel" / "solver" / "memory.py", (1, 1))
    assert run(SIGNED, package, **cache) == "False"
    assert run(sign, package, **cache) == "True"
    moved = copied(tmp_path / "two")
    for path in moved.rglob("*.py"):
        shutil.copystat(package / path.relative_to(moved), path)
    assert run(SIGNED, moved, **cache) == "False"


def test_nobody_is_told_where_nothing_is_compiled(tmp_path: Path) -> None:
    told = run(WARM.format(part="solver"), NUMBA_CACHE_DIR=str(tmp_path), NUMBA_DISABLE_JIT="1")
    assert told.split()[1] == "0"


BOTH_WAYS = """
import numpy as np
from cutthroat.kernel.policies import UNIFORM
from cutthroat.kernel.simulation import run_deals, simulate_deals, simulate_matches
from cutthroat.kernel.options import packed
from cutthroat.kernel.tables import Tables
from tests.kernel.judge import check
from tests.kernel.tables_of_rules import SETTINGS
from tests.kernel.traces import trace
for number, setting in enumerate(SETTINGS):
    check(trace(setting, 6, number))
    policies = (UNIFORM,) * setting.seats
    deals = simulate_deals(setting.rules, policies, 70, seed=-number)
    codes = np.zeros(70, np.int64)
    run_deals(codes, np.array(policies), packed(setting.rules), -number, 0)
    assert (codes == (deals.outcome | deals.bidder << 8 | deals.bid << 10)).all()
    matches = simulate_matches(setting.rules, policies, 2, seed=number, deal_limit=9)
    tables = Tables(setting.rules, setting.seats, 3, seed=number)
    for step in range(60):
        tables.step(tables.random_actions(step))
    print(deals.outcome.sum(), matches.scores.tolist(), tables.rows.sum(), tables.observe().sum())
"""


def test_without_compiling_everything_is_the_same() -> None:
    assert run(BOTH_WAYS, NUMBA_DISABLE_JIT="1") == run(BOTH_WAYS)
