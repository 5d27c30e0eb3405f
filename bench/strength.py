"""How strong the bots are: the rows of the table in `bench/README.md`, played and told.

    .venv/bin/python -m bench.strength hard-vs-two-easy --matches 900 --jobs 2
    .venv/bin/python -m bench.strength hard-vs-ismcts-deals --openspiel VENV/bin/python
    .venv/bin/python -m bench.strength --table

Each set of matches or deals is a line of the results, so that a row can be played in several
sittings: what is there is not played again, unless one of its bots had another version or effort
then. In a set the cards are the same and the bots change seats. Without a row the rows are listed.
--table tells what is there of all of them, and writes the summary that `bench.strength_chart`
draws.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import defaultdict
from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import asdict
from functools import partial
from pathlib import Path

from bench.harness import machine
from bench.peer import PeerError
from bench.strength_count import counted, feed, summary, tell
from bench.strength_play import PlayedSet, identities, play_sets
from bench.strength_rows import ROWS, SUMMARY, Row
from cutthroat.core.errors import CutthroatError
from cutthroat.service.arena.sprt import Verdict
from cutthroat.service.sharing import shared_out

Known = dict[int, PlayedSet]
"""The sets of a row that were played, by number."""


def stored(file: Path) -> dict[str, Known]:
    """What was played so far, by row.

    A line that was cut off, or is another's, is left out, and so are those of other bots, which is
    said: of bots that have changed, or of nobody knows which.
    """
    found: dict[str, Known] = defaultdict(dict)
    others = 0
    for one in _lines(file):
        if one.bots == identities(ROWS[one.row]):
            found[one.row][one.number] = one
        else:
            others += 1
    if others:
        print(f"{others} sets in {file} are of other bots, and left out", file=sys.stderr)
    return found


def _lines(file: Path) -> Iterator[PlayedSet]:
    lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
    for line in lines:
        with suppress(ValueError, TypeError):
            one = PlayedSet(**json.loads(line))
            if one.row in ROWS:
                yield one


def play_row(row: Row, known: Known, options: argparse.Namespace) -> None:
    """Play what is missing of a row and keep it, until it is complete, sure, or time is up."""
    end = time.monotonic() + 60 * options.minutes
    test = counted(row, known.values()).test

    def missing() -> Iterator[Sequence[int]]:
        for number in range(1, row.sets(options.matches if row.matches else options.deals) + 1):
            if time.monotonic() > end or test.verdict is not Verdict.UNDECIDED:
                return
            if number not in known:
                yield [number]

    def played() -> Generator[PlayedSet, None, None]:
        work = partial(play_sets, row.name, options.openspiel)
        if options.jobs > 1:
            yield from shared_out(work, missing(), options.jobs)
        else:
            for numbers in missing():
                yield from work(numbers)

    with closing(played()) as sets, options.results.open("a", encoding="utf-8") as file:
        for one in sets:
            print(json.dumps(asdict(one)), file=file, flush=True)
            known[one.number] = one
            feed(test, known)


def tell_all(results: Mapping[str, Known], file: Path) -> None:
    """Print every row that has something, and write the summary."""
    told = {}
    for name, row in ROWS.items():
        if results.get(name):
            count = counted(row, results[name].values())
            tell(row, count)
            told[name] = summary(row, count)
    text = json.dumps({"machine": machine(), "rows": told}, indent=1)
    file.write_text(text + "\n", encoding="utf-8")


def parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    made.add_argument("rows", nargs="*", metavar="ROW", help="what to play")
    made.add_argument("--matches", type=int, help="matches in all, for a row of matches")
    made.add_argument("--deals", type=int, help="deals at the most, for a row of deals")
    made.add_argument("--jobs", type=int, default=1, help="processes that play (%(default)s)")
    made.add_argument("--minutes", type=float, default=180, help="when to stop (%(default)s)")
    made.add_argument("--openspiel", metavar="PYTHON", help="the Python that has OpenSpiel")
    made.add_argument("--table", action="store_true", help="tell all rows, write the summary")
    results = Path("strength.jsonl")
    made.add_argument("--results", type=Path, default=results, help="what was played (%(default)s)")
    made.add_argument("--summary", type=Path, default=SUMMARY, help="where to write it")
    return made


def main() -> None:
    """Play rows, tell what was played, or list the rows."""
    options = parser().parse_args()
    if unknown := [name for name in options.rows if name not in ROWS]:
        sys.exit(f"no row {', '.join(unknown)}; the rows are {', '.join(ROWS)}")
    if not options.rows and not options.table:
        for row in ROWS.values():
            print(f"{row.name:28} {row.told}")
        return
    results = stored(options.results)
    print(machine())
    for name in options.rows:
        row, known = ROWS[name], results[name]
        try:
            play_row(row, known, options)
        finally:
            tell(row, counted(row, known.values()))
    if options.table:
        tell_all(results, options.summary)


if __name__ == "__main__":
    try:
        main()
    except (PeerError, CutthroatError) as error:
        sys.exit(str(error))
