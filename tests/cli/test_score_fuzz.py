"""Whatever is typed at the scorekeeper, it goes on, and what it shows is what it keeps."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from click.testing import CliRunner
from hypothesis import given, strategies as st

from cutthroat.cli.score import score
from cutthroat.i18n.cards import NamedCards
from cutthroat.i18n.scorepad import scores_text
from cutthroat.i18n.telling import Teller
from cutthroat.service.scorebook import read_sheet
from tests.kit.world import world

TABLES = st.sampled_from([("Ana", "Ben", "Cleo"), ("Ana", "Next", "Stop"), ("Count", "Undo")])
PLAYERS = ["ana", "b", "3", "-", "nobody", "x"]
WORDS = st.sampled_from(
    [
        *("pass", "misdeal", "next", "stop", "count", "fix", "insert", "remove", "undo", "redo"),
        *("sheet", "history", "stats", "setup", "help", "?", "", "cancel", "y", "n", "back"),
        *("1", "2", "4", "9", "AS", "10h", "5c", "names", "rules", "limit=5", "dealer", "draw"),
        *PLAYERS,
    ]
)
DEALS = st.tuples(*[st.sampled_from(PLAYERS)] * 4).map(
    lambda owners: f"ana {2 + len(owners[0]) % 3} {' '.join(owners)}"
)
CORRECTIONS = st.tuples(
    st.sampled_from(["fix 1", "fix 2", "insert 1", "insert 2", "remove 1"]),
    st.one_of(DEALS, st.just("misdeal"), st.just("")),
).map(" ".join)
LINES = st.lists(
    st.one_of(DEALS, CORRECTIONS, st.lists(WORDS, max_size=7).map(" ".join), st.text(max_size=9)),
    max_size=25,
)


@given(names=TABLES, lines=LINES)
def test_it_goes_on_and_shows_what_it_keeps(names: tuple[str, ...], lines: list[str]) -> None:
    typed = "".join(f"{line}\n" for line in lines).encode(errors="replace")
    with TemporaryDirectory() as folder:
        done = CliRunner().invoke(
            score,
            ["--names", ",".join(names), "--dealer", "1"],
            obj=world(Path(folder)),
            input=typed,
            catch_exceptions=False,
        )
        (place,) = Path(folder).glob("sheets/*.sheet")
        sheet = read_sheet(place.read_bytes())
    assert done.exit_code == 0, done.output
    assert done.output.endswith("Go on with: cutthroat score --resume match-1\n")
    told = [line for line in done.output.splitlines() if line.startswith("Scores: ")]
    now = Teller(NamedCards(), sheet.setup.names, None)
    assert not told or told[-1] == f"Scores: {scores_text(now, sheet.reckoning.now.scores)}."
    assert bool(told) or len(sheet.log) == 1
