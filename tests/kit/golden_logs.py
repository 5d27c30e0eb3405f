"""Logs of tables as a release writes them, to be kept for ever.

`python -m tests.kit.golden_logs FOLDER` writes them with what they fold to. It is run once, at a
release; what an older release has written is never written again.
"""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import Any

from cutthroat.core.decided import points_decided
from cutthroat.core.match import Over
from cutthroat.core.view import project
from cutthroat.record.read import read_matches
from cutthroat.service.tables import decide
from cutthroat.service.tables.happenings import SeatTaken, Settings
from cutthroat.service.tables.ports import Entry, Waits
from cutthroat.service.tables.records import match_record
from cutthroat.service.tables.state import Human, TableState
from cutthroat.service.tables.wire import pack, unpack
from tests.kit.tables import Log, fold_entries

SUMMARY = "summary.json"


def finished() -> Log:
    """Two people, a clock; a match won, a rematch that is conceded, one prepared, closed."""
    log = Log(2, table="finished", rules="target=5 out=reach limit=20", settings=Settings(clock=30))
    log.sit("Ada", 'Beatrice "B"', given="hash").show(2, 1)
    log.do(decide.react(log.state, 1, "hello")).play(Random(5)).rematch(2, 1)
    log.play(Random(6), 30).do(decide.concede(log.state, 2)).rematch(1)
    return log.do(decide.close(log.state, "idle"))


def running() -> Log:
    """A person among bots, in the middle of a trick of the third deal or later."""
    log = Log(3, table="running", bots=["easy", "random"]).sit("Ünal 猫")
    rng = Random(7)
    while not (log.state.match and log.state.match.scored_deals == 2 and log.state.turn):
        log.play(rng, 1)
    return log.play(rng, 9)


def thrown_in() -> Log:
    """All pass, twice; then a player is away, comes back, and is out of time."""
    log = Log(3, table="thrownin", rules="joker=yes all_pass=next")
    log.sit("Ada", "Bea", "Cid", given="hash").show(1, 2, 3)
    log.act("pass pass pass pass pass pass")
    log.do(decide.go_away(log.state, log.state.turn or 0, "absent")).play(Random(8), 12)
    for seat in log.state.away:
        log.do(decide.come_back(log.state, seat))
    log.play(Random(9), 3)
    return log.do(decide.go_away(log.state, log.state.turn or 0, "clock"))


def stand_in() -> Log:
    """Who has left is played by a bot, another has deleted all data, the rest agree to end."""
    log = Log(3, table="standin", settings=Settings(listed=True, hints=False))
    log.sit("Ada", "Bea", "Cid").play(Random(10), 25)
    log.do(decide.leave(log.state, 3, log.secret(), "deleted")).play(Random(11), 20)
    log.do(decide.agree_to_end(log.state, 1, agrees=True, absent=()), 1)
    log.do(decide.agree_to_end(log.state, 1, agrees=False, absent=()), 1)
    log.do(decide.agree_to_end(log.state, 2, agrees=True, absent=()), 2)
    log.do(decide.agree_to_end(log.state, 1, agrees=True, absent=()), 1)
    log.rematch(2).sit("Dan", given="hash")
    log.entries = [_without_name(entry, "cid") for entry in log.entries]
    return log


def finished_quickly() -> Log:
    """A deal that is decided, which both players agree to finish, after one no longer did."""
    log = Log(2, table="quickly", rules="target=7").sit("Ada", "Bea")
    rng = Random(12)
    while not (log.state.match and points_decided(project(log.state.match, None))):
        log.play(rng, 1)
    for seat, agrees in ((1, True), (1, False), (2, True), (1, True)):
        log.do(decide.agree_to_finish(log.state, seat, agrees=agrees), seat)
    return log.play(rng, 4)


def late() -> Log:
    """One shows no nonce in time, another takes the seat; it waits for the last nonce."""
    log = Log(2, table="late", settings=Settings(absent="nobody", spectators=False, clock=60))
    log.sit("Ada", "Bea", given="hash").show(1)
    log.do(decide.nonces_overdue(log.state, log.secret())).sit("Cid", given="hash")
    given = log.nonce(1, "hash")
    assert given
    return log.do(decide.give_nonce(log.state, 1, given), 1).show(2)


TABLES: Sequence[Callable[[], Log]] = (
    *(finished, running, thrown_in, stand_in),
    *(finished_quickly, late),
)


def _without_name(entry: Entry, person: str) -> Entry:
    """An entry as it is rewritten when a person's data are deleted."""
    items = tuple(
        SeatTaken(item.seat, "", "(deleted)")
        if isinstance(item, SeatTaken) and item.person == person
        else item
        for item in unpack(entry.body)
    )
    return Entry(
        entry.table,
        entry.number,
        entry.count,
        entry.when,
        entry.by,
        entry.at,
        entry.waits,
        pack(items),
    )


# As text


def line_of(entry: Entry) -> str:
    told = {
        "table": entry.table,
        "number": entry.number,
        "count": entry.count,
        "when": entry.when,
        "by": entry.by,
        "at": entry.at,
        "waits": entry.waits.value,
        "body": entry.body.decode(),
    }
    return json.dumps(told, ensure_ascii=False)


def entry_of(line: str) -> Entry:
    told = json.loads(line)
    return Entry(**told | {"waits": Waits(told["waits"]), "body": told["body"].encode()})


def read_log(path: Path) -> list[Entry]:
    return [entry_of(line) for line in path.read_text(encoding="utf-8").splitlines()]


# What a log comes to


def summary(entries: Sequence[Entry]) -> dict[str, Any]:
    """What must stay true of a log, in words that no later release has reason to change."""
    state = fold_entries(entries)
    return {
        "events": state.version,
        "waits": state.waits.value,
        "closed": state.closed,
        "rules": str(state.rules),
        "seats": [_seat(state, seat) for seat in state.numbers],
        "away": sorted(state.away),
        "prepared": state.preparation
        and {
            "match": state.preparation.match,
            "commitment": state.preparation.commitment,
            "fixed": [decide.pledged(state, seat) for seat in state.numbers],
            "shown": [decide.has_shown(state, seat) for seat in state.numbers],
        },
        "match": _match(state),
        "records": _records(entries, state),
    }


def _seat(state: TableState, seat: int) -> list[object] | None:
    who = state.seats[seat - 1]
    if who is None:
        return None
    if isinstance(who, Human):
        return ["person", who.person, who.name, who.left]
    return ["bot", who.level, who.version]


def _match(state: TableState) -> dict[str, object] | None:
    match = state.match
    if match is None:
        return None
    return {
        "deal": match.deal,
        "scored_deals": match.scored_deals,
        "dealer": match.dealer,
        "turn": match.turn,
        "scores": list(match.scores),
        "phase": type(match.phase).__name__,
        "hands": [str(hand) for hand in getattr(match.phase, "hands", ())],
        "reason": match.phase.reason if isinstance(match.phase, Over) else None,
        "winner": match.phase.winner if isinstance(match.phase, Over) else None,
        "secret_shown": state.secret_shown,
    }


def _records(entries: Sequence[Entry], state: TableState) -> list[dict[str, object]]:
    """Of each match that began: how much of it the record holds, once every line is checked."""
    found: list[dict[str, object]] = []
    for number in range(1, state.prepared + 1):
        name = f"{state.table}-{number}"
        if f'"nonces_fixed","match":"{name}"' not in "".join(e.body.decode() for e in entries):
            continue
        (record,) = read_matches(io.BytesIO(match_record(entries, name).encode()))
        found.append(
            {
                "match": record.header.value("Match"),
                "verified": record.header.fair is not None,
                "statements": len(record.body),
                "ended": record.header.ended,
            }
        )
    return found


def write(folder: Path) -> None:
    folder.mkdir(parents=True)
    told = {}
    for table in TABLES:
        entries = table().entries
        lines = "".join(line_of(entry) + "\n" for entry in entries)
        (folder / f"{table.__name__}.jsonl").write_text(lines, encoding="utf-8")
        told[table.__name__] = summary(entries)
    text = json.dumps(told, indent=1, ensure_ascii=False)
    (folder / SUMMARY).write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    write(Path(sys.argv[1]))
