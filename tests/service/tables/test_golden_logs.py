"""What every release has written still folds to what it did."""

from __future__ import annotations

import json
import typing
from pathlib import Path

import pytest

from cutthroat.core.events import Event, Misdealt
from cutthroat.service.tables.happenings import Happening
from cutthroat.service.tables.wire import pack, told, unpack
from tests.kit.databases import in_loop, opened
from tests.kit.golden_logs import SUMMARY, line_of, read_log, summary
from tests.kit.tables import fold_entries, in_store

RELEASES = sorted((Path(__file__).parents[2] / "data" / "logs").iterdir())
LOGS = [path for release in RELEASES for path in sorted(release.glob("*.jsonl"))]
NEWEST = RELEASES[-1]

each_log = pytest.mark.parametrize(
    "path", LOGS, ids=[f"{path.parent.name}-{path.stem}" for path in LOGS]
)


@each_log
def test_a_log_of_a_release_folds_to_what_it_did(path: Path) -> None:
    wanted = json.loads((path.parent / SUMMARY).read_text(encoding="utf-8"))[path.stem]
    assert json.loads(json.dumps(summary(read_log(path)))) == wanted


@each_log
def test_a_log_of_a_release_is_whole_and_can_be_told(path: Path) -> None:
    number = 1
    for entry in read_log(path):
        items = unpack(entry.body)
        assert (entry.number, entry.count) == (number, len(items))
        assert all(told(item).text.startswith(b"{") for item in items)
        number += entry.count


@each_log
def test_a_log_of_a_release_can_be_served(path: Path, tmp_path: Path) -> None:
    entries = read_log(path)

    @in_loop
    async def serve() -> None:
        async with opened(f"sqlite:///{tmp_path}/tables.db") as store:
            for entry in entries:
                assert await store.append(entry)
            hall = in_store(store, bot_pause=3600.0).hall
            table = await hall.find(entries[0].table)
            assert table.state == fold_entries(entries)
            for seat in (*table.state.numbers, None):
                assert json.loads(table.view(seat))["version"] == table.version
            await hall.stop()

    serve()


def test_the_newest_release_has_an_event_of_every_kind() -> None:
    kinds = {
        type(item)
        for path in sorted(NEWEST.glob("*.jsonl"))
        for entry in read_log(path)
        for item in unpack(entry.body)
    }
    known = set(typing.get_args(Event) + typing.get_args(Happening))
    assert known - kinds == {Misdealt}, "no table annuls a deal"


@pytest.mark.parametrize("path", sorted(NEWEST.glob("*.jsonl")), ids=lambda path: path.stem)
def test_the_newest_release_writes_what_is_written_now(path: Path) -> None:
    """Should this fail, the form of the log has changed: add logs of the next release."""
    for entry in read_log(path):
        assert pack(unpack(entry.body)) == entry.body
        assert line_of(entry) in path.read_text(encoding="utf-8").splitlines()
