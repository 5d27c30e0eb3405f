"""Rows of strength are played in sets, kept, taken up again, counted, told and drawn."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from bench.peer import PeerError
from bench.strength import parser, play_row, stored, tell_all
from bench.strength_bots import bot_named, cpu_seconds, identity, timed
from bench.strength_chart import drawn, points_of
from bench.strength_count import counted, feed, tell
from bench.strength_play import PlayedSet, play_sets
from bench.strength_rows import ISMCTS, ROWS, Row
from cutthroat.bots.registry import find_bot
from cutthroat.service.arena.sprt import SequentialTest, Verdict
from cutthroat.service.simulation import wilson_share

QUICK = Row("quick", ("random", "easy"), matches=6, goal=0.55)
DEALS = Row("quick-deals", ("easy", "random", "random"), deals=3000)


@pytest.fixture(autouse=True)
def quick_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    for row in (QUICK, DEALS):
        monkeypatch.setitem(ROWS, row.name, row)


def play(row: Row, file: Path, *options: str) -> dict[int, PlayedSet]:
    known = stored(file)[row.name]
    play_row(row, known, parser().parse_args(["--results", str(file), *options]))
    return known


def test_every_row_can_be_played_by_rules_that_exist() -> None:
    for name, row in ROWS.items():
        assert row.name == name
        assert row.house.target == 11
        assert bool(row.matches) != bool(row.deals)
        assert len(row.bots) in (2, 3)
        assert 0 < row.par < (row.goal or 1)
        assert row.told.startswith(f"{row.bots[0]} against ")


@pytest.mark.slow
def test_without_a_row_it_lists_them() -> None:
    for arguments, code in ((["-m", "bench.strength"], 0), (["-m", "bench.strength", "none"], 1)):
        done = subprocess.run(
            [sys.executable, *arguments],
            cwd=Path(__file__).parent.parent,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == code
        assert all(name in done.stdout + done.stderr for name in ROWS if "quick" not in name)


def test_a_row_is_taken_up_where_it_was_left(tmp_path: Path) -> None:
    file = tmp_path / "results.jsonl"
    whole = play(QUICK, file)
    assert [*whole] == [1, 2, 3]
    lines = file.read_text().splitlines()
    cut = "\n".join([lines[0], lines[2], lines[1][:20]])
    file.write_text(cut + "\n")
    again = play(QUICK, file)
    assert {number: each.wins for number, each in again.items()} == {
        number: each.wins for number, each in whole.items()
    }
    assert len(file.read_text().splitlines()) == 4, "only the set that was cut off is played again"


def test_sets_of_other_bots_are_left_out_and_played_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "results.jsonl"
    play(QUICK, file)
    lines = [json.loads(line) for line in file.read_text().splitlines()]
    assert lines[0]["bots"] == ["random 1.0", "easy 1.0"]
    lines[0]["bots"][1] = "easy 0.9"
    del lines[2]["bots"]
    lines.append(lines[1] | {"row": "nobody-vs-nobody"})
    file.write_text("".join(json.dumps(line) + "\n" for line in lines))
    assert [*stored(file)[QUICK.name]] == [2]
    assert capsys.readouterr().err == f"2 sets in {file} are of other bots, and left out\n"
    assert {*play(QUICK, file)} == {1, 2, 3}
    assert {*stored(file)[QUICK.name]} == {1, 2, 3}


def test_a_bot_is_known_by_its_version_and_its_effort() -> None:
    hard = find_bot("hard")
    assert identity("easy") == str(find_bot("easy"))
    assert identity("hard") == f"{hard}, weighs 4000 and plays out 2000"
    assert identity("hard@0.1").startswith(f"hard@0.1 {hard.version}, weighs 4000 and plays out ")
    assert identity("hard@0.1").endswith(" within 0.1 s")
    assert len({identity(name) for row in ROWS.values() for name in row.bots}) == len(
        {name for row in ROWS.values() for name in row.bots}
    )


def test_a_row_stops_when_time_is_up(tmp_path: Path) -> None:
    assert play(QUICK, tmp_path / "results.jsonl", "--minutes", "0") == {}


@pytest.mark.slow
def test_several_processes_play_the_same(tmp_path: Path) -> None:
    row = ROWS["random-vs-two-easy"]
    one = play(row, tmp_path / "one.jsonl", "--matches", "9")
    two = play(row, tmp_path / "two.jsonl", "--matches", "9", "--jobs", "2")
    assert len(one) == 3
    assert [each.wins for each in one.values()] == [each.wins for each in two.values()]


def test_deals_stop_when_the_test_is_sure(tmp_path: Path) -> None:
    known = play(DEALS, tmp_path / "results.jsonl")
    count = counted(DEALS, known.values())
    assert count.test.verdict is Verdict.BETTER
    assert 20 <= count.sets < 1000
    assert count.share
    assert count.share.low > 0
    assert 0 < count.deals <= 3 * count.sets, "some may be thrown in"


def test_a_set_has_each_bot_in_every_seat_with_the_same_cards() -> None:
    (one,) = play_sets(QUICK.name, None, [2])
    assert sum(one.wins) + one.capped == 2
    assert len(one.times) == 2
    assert all(times for times in one.times)


def sets(*wins: Sequence[int], capped: int = 0) -> list[PlayedSet]:
    return [
        PlayedSet("quick", number, [*each], capped, times=[[1.0, 3.0], [0.1]])
        for number, each in enumerate(wins, start=1)
    ]


def test_a_share_is_of_the_matches_that_somebody_won(capsys: pytest.CaptureFixture[str]) -> None:
    count = counted(QUICK, [*sets((2, 0), (1, 1), (0, 1)), PlayedSet("quick", 4, [0, 0], 2)])
    assert count.share
    assert count.share.value == pytest.approx(3 / 5)
    assert (count.won, count.capped, count.sets) == (5, 2, 4)
    tell(QUICK, count)
    text = capsys.readouterr().out
    assert "wins 60.0 % [" in text
    assert "par 50.0, goal 55 reached" in text
    assert "5 matches won by somebody, 2 capped, 0 forfeited" in text
    assert "random: 2.00 ms a decision" in text


def test_the_same_cards_are_no_independent_matches() -> None:
    # Ten matches each, five won: the sets that agree with themselves say less.
    split = counted(QUICK, sets(*[(1, 1)] * 5)).share
    swept = counted(QUICK, sets((2, 0), (0, 2), (2, 0), (0, 2), (1, 1))).share
    assert split
    assert swept
    assert split.value == swept.value == 0.5
    assert split.high < swept.high


def test_sets_that_are_alike_have_an_interval_all_the_same() -> None:
    share = counted(QUICK, sets(*[(2, 0)] * 5)).share
    assert share
    assert (*share,) == (*wilson_share(1, 5),)


def test_the_test_is_fed_in_the_order_of_the_sets_however_they_were_played() -> None:
    gains = [0.5, 0.4, 0.6] * 20 + [-1.0] * 60
    played = [
        PlayedSet(DEALS.name, number, [0, 0, 0], gain=gain)
        for number, gain in enumerate(gains, start=1)
    ]
    whole = counted(DEALS, played).test
    assert whole.verdict is Verdict.BETTER
    test, known = SequentialTest(whole.margin), dict[int, PlayedSet]()
    for each in [*played[60:], *played[:60]]:
        known[each.number] = each
        feed(test, known)
        assert counted(DEALS, known.values()).test.sets == test.sets
    assert (test.verdict, test.sets) == (whole.verdict, whole.sets)


def test_forfeits_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    tell(QUICK, counted(QUICK, [PlayedSet("quick", 1, [1, 0], 0, ["cmd:x: it ended"])]))
    text = capsys.readouterr().out
    assert "1 forfeited" in text
    assert "forfeited by cmd:x: it ended" in text


def test_decisions_between_several_actions_are_timed(monkeypatch: pytest.MonkeyPatch) -> None:
    bot, times = timed(find_bot("easy"))
    monkeypatch.setattr("bench.strength_play.seated", lambda *_: ((bot, bot), (times, times)))
    (one,) = play_sets(QUICK.name, None, [1])
    assert 0 < len(one.times[0]) < 20 * one.deals
    assert all(0 <= time < 1000 for time in one.times[0])


@pytest.mark.skipif(sys.platform != "linux", reason="it is Linux that tells them")
def test_the_time_of_programs_counts() -> None:
    burn = "import time\nwhile time.process_time() < 0.3: pass\nprint(flush=True)\ninput()"
    before, own = cpu_seconds(), time.process_time()
    pipe = subprocess.PIPE
    with subprocess.Popen([sys.executable, "-c", burn], stdin=pipe, stdout=pipe) as program:
        assert program.stdout
        program.stdout.readline()
        spent = cpu_seconds() - before - (time.process_time() - own)
        program.kill()
    assert spent > 0.25


def test_openspiel_is_asked_for() -> None:
    with pytest.raises(PeerError, match="needs --openspiel"):
        bot_named(ISMCTS, None)


def fake(share: float, mine: float) -> dict[str, object]:
    return {"share": [share, share - 0.03, share + 0.03], "median_ms": [mine, 0.1, 0.1]}


FOUND = {
    "hard-vs-easy-seed": fake(0.73, 50),
    "medium-vs-easy-seed": fake(0.66, 7),
    "ismcts-vs-easy-seed": fake(0.52, 100),
    "hard-vs-two-easy": fake(0.51, 40),
    "hard-vs-easy-classic": fake(0.7, 50),
    "medium-vs-two-easy": fake(0.01, 7),
}


def test_the_chart_shows_all_that_met_easy() -> None:
    assert [point.name for point in points_of(FOUND, 2)] == ["easy", "medium", "hard", ISMCTS]
    assert [point.name for point in points_of(FOUND, 3)] == ["easy", "hard"]


def test_the_chart_can_be_read_without_seeing_it() -> None:
    tree = ET.fromstring(drawn(FOUND))
    space = {"s": "http://www.w3.org/2000/svg"}
    words = tree.find("s:desc", space)
    assert words is not None
    assert words.text
    assert "hard wins 73.0 % (95 % interval 70.0 to 76.0) with 50 ms a decision" in words.text
    assert "One against two easy" in words.text
    assert tree.get("role") == "img"
    assert tree.get("aria-labelledby") == "title words"
    assert "prefers-color-scheme: dark" in drawn(FOUND)
    assert tree.findall(".//s:rect", space)[1:], "the peer has a mark of another shape"


def test_nothing_leaves_the_chart() -> None:
    tree = ET.fromstring(drawn(FOUND))
    _, _, width, height = (float(part) for part in (tree.get("viewBox") or "").split())
    for text in tree.iterfind(".//{http://www.w3.org/2000/svg}text"):
        assert 0 <= float(text.get("x") or -1) <= width
        assert 0 <= float(text.get("y") or -1) <= height


def test_who_has_no_time_has_no_place_in_the_chart() -> None:
    nothing = fake(0.6, 0.0) | {"median_ms": [None, None]}
    found = FOUND | {"random-vs-easy-seed": nothing, "medium-vs-easy-seed": fake(0.66, 0.0)}
    assert [point.name for point in points_of(found, 2)] == ["easy", "hard", ISMCTS]
    assert points_of({"random-vs-easy-seed": nothing}, 2) == []
    assert "hard 73 %" in drawn(found)


def test_without_matches_there_is_no_chart() -> None:
    with pytest.raises(ValueError, match="play the rows first"):
        drawn({})


def test_the_summary_is_what_the_chart_reads(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    played = {
        number: PlayedSet("random-vs-easy-seed", number, wins, times=[[0.003], [0.1]])
        for number, wins in enumerate(([2, 0], [1, 1]), start=1)
    }
    tell_all({"random-vs-easy-seed": played}, tmp_path / "summary.json")
    rows = json.loads((tmp_path / "summary.json").read_text())["rows"]
    assert [*rows] == ["random-vs-easy-seed"]
    assert rows["random-vs-easy-seed"]["won"] == 4
    assert rows["random-vs-easy-seed"]["median_ms"] == [0.003, 0.1]
    assert "random 75 %" in drawn(rows)
    assert "with 3 µs a decision" in drawn(rows)
    assert "random-vs-easy-seed" in capsys.readouterr().out
