"""The benchmarks of the kernel start and measure; a small peer stands in for the real ones."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from bench.comparison import Entry, compare, turns
from bench.peer import PeerError, measured, running

ROOT = Path(__file__).parent.parent
SCRIPTS = ["bench.playouts", "bench.steps"]
SMALL_PEER = """
from bench.peer import serve
serve({"work": lambda: 7}, "pytest")
"""


def run(module: str, *arguments: str) -> str:
    done = subprocess.run(
        [sys.executable, "-m", module, *arguments],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.slow
@pytest.mark.parametrize("module", SCRIPTS)
def test_it_tells_its_options(module: str) -> None:
    text = run(module, "--help")
    assert f"-m {module}" in text
    for option in ("--seconds", "--repeats", "--core"):
        assert option in text


@pytest.mark.slow
@pytest.mark.parametrize("module", SCRIPTS)
def test_it_measures_ours_without_peers(module: str) -> None:
    text = run(module, "--seconds", "0.001", "--repeats", "1")
    medians = re.findall(r"([\d.]+)  \[[\d.]+ \.\. [\d.]+\] thousand", text)
    assert medians
    assert all(float(median) > 0 for median in medians)
    assert "ratio" not in text


def test_nobody_is_always_the_first() -> None:
    order: list[str] = []

    def noted(name: str, seconds: float) -> float:
        order.append(name)
        return seconds

    measures = [lambda seconds, name=name: noted(name, seconds) for name in "abc"]
    assert turns(measures, seconds=0.5, repeats=2) == [[0.5, 0.5]] * 3
    assert "".join(order) == "abcbcacab"


def test_a_peer_works_in_its_turn() -> None:
    with running(sys.executable, ["-c", SMALL_PEER]) as peer:
        assert peer.about.startswith("pytest ")
        assert peer.measure("work")(0.01) > 7


def test_a_peer_that_cannot_start_is_told_of() -> None:
    with (
        pytest.raises(PeerError, match="no peer"),
        running(str(ROOT / "no-such-python"), []),
    ):
        pass
    with (
        pytest.raises(PeerError, match="ended before"),
        running(sys.executable, ["-c", "pass"]),
    ):
        pass


def test_a_rate_counts_the_units_of_a_portion() -> None:
    calls: list[int] = []

    def work() -> int:
        calls.append(1)
        return 1000

    assert measured(work)(0.01) >= 1000 * (len(calls) - 1) / 0.02


def test_ratios_are_of_the_same_turn(capsys: pytest.CaptureFixture[str]) -> None:
    speeds = iter([1.0, 1.0, 10.0, 5.0, 24.0, 6.0])  # of both: to warm up, then two turns

    def measure(_seconds: float) -> float:
        return next(speeds)

    entries = Entry("ours", "games", measure), Entry("theirs", "games", measure, goal=3)
    compare(entries[:1], entries[1:], ["theirs 1.0"], seconds=0, repeats=2)
    text = capsys.readouterr().out
    # In the first turn the second one begins: 5 / 10, then 24 / 6.
    assert "the peers: theirs 1.0" in text
    assert re.search(r"2\.2 +\[0\.5 \.\. 4\.0\], goal 3 missed", text)
