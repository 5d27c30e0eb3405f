"""Finished matches of a person: results, bids, sums, records; what shows that deals were fair."""

from __future__ import annotations

import io
from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, strategies as st

from cutthroat.core.events import Called, DealScored, WinReason
from cutthroat.core.match import Over
from cutthroat.core.rules import Rules
from cutthroat.record.read import read_matches
from cutthroat.service.tables import decide
from cutthroat.service.tables.errors import TableReason
from cutthroat.service.tables.happenings import Machine
from cutthroat.service.tables.history import (
    BIDS,
    FinishedMatch,
    Settled,
    Totals,
    export,
    finished_matches,
    matches_of,
    totals,
)
from cutthroat.service.tables.ports import Entry, Sitting
from cutthroat.service.tables.records import fair_facts, match_record, played_match
from tests.kit import strategies
from tests.kit.databases import in_loop
from tests.kit.tables import Anything, Log, World, refused, world


def two(table: str = "abcd") -> Log:
    """Two people at a table where the first who reaches 5 by a made bid has won."""
    return Log(2, rules="target=5 out=reach limit=20", table=table).sit("Ada", "Bea")


def conceded(log: Log, seat: int) -> Log:
    return log.do(decide.concede(log.state, seat))


# The matches of a log


@given(strategies.rules(), strategies.seat_counts(), strategies.generators())
def test_a_match_is_told_as_it_ended(rules: Rules, seats: int, rng: Random) -> None:
    log = Log(seats, rules=str(rules)).sit(*("Ada", "Bea", "Cid")[:seats]).play(rng, 300)
    found = finished_matches(log.entries)
    match = log.state.match
    assert match
    if not log.state.over:
        assert found == []
        return
    (one,) = found
    assert isinstance(match.phase, Over)
    assert (one.winner, one.reason) == (match.phase.winner, match.phase.reason)
    assert (one.scores, one.deals, one.rules) == (match.scores, match.scored_deals, rules)
    summaries = [item.summary for item in log.items if isinstance(item, DealScored)]
    for seat in log.state.numbers:
        for bid in BIDS:
            settled = [s.made for s in summaries if (s.bidder, s.bid) == (seat, bid)]
            assert one.bids[seat - 1][bid] == (settled.count(True), settled.count(False))


def test_who_played_and_when() -> None:
    log = Log(3, bots=["random"], table="efgh").sit("Ada", "Bea")
    began = log.now
    log.play(Random(1), 40)
    one = finished_matches(log.do(decide.close(log.state, "idle")).entries)[0]
    assert (one.table, one.match) == ("efgh", "efgh-1")
    assert (one.begun, one.ended) == (began, log.now)
    assert one.names == ("Ada", "Bea", "random")
    assert one.persons == ("ada", "bea", None)
    assert one.bots == (None, None, Machine("random", "1.0"))
    assert (one.winner, one.reason) == (None, "closed")
    assert [one.seat_of(name) for name in ("ada", "bea", "cid")] == [1, 2, None]


def test_each_match_of_a_table_has_the_players_of_its_own_beginning() -> None:
    log = conceded(two(), 1)
    log.do(decide.leave(log.state, 2, log.secret())).rematch(1).sit("Cid")
    log = conceded(log.play(Random(1), 5), 1).rematch(1)
    assert [match.persons for match in finished_matches(log.entries)] == [
        ("ada", "bea"),
        ("ada", "cid"),
    ]
    assert [match.match for match in finished_matches(log.entries)] == ["abcd-1", "abcd-2"]


def test_a_match_that_ends_before_its_first_score() -> None:
    (one,) = finished_matches(conceded(two().act("2"), 2).entries)
    assert (one.scores, one.deals, one.reason) == ((0, 0), 0, "seat 2 conceded")
    assert one.bids == (dict.fromkeys(BIDS, Settled()),) * 2


@given(strategies.generators(), strategies.seat_counts(), st.integers(0, 1))
def test_any_table_has_a_history_and_each_match_a_record_that_stands(
    rng: Random, seats: int, bots: int
) -> None:
    log = Anything(rng, seats, bots=bots, rules="target=5 out=reach").happens(60)
    for match in finished_matches(log.entries):
        assert match.begun <= match.ended
        (record,) = read_matches(io.BytesIO(match_record(log.entries, match.match).encode()))
        assert record.header.fair
        assert fair_facts(played_match(log.entries, match.match)).holds


def test_a_bid_of_a_bot_for_a_person_is_nobodys() -> None:
    """Seat 1 is away for the auction of one deal, and comes back before its own cards."""
    log = two()
    away = log.state.turn
    assert away
    log.do(decide.go_away(log.state, away, "absent")).act("2")
    if log.state.match and log.state.match.turn != away:
        log.act("pass")
    log.do(decide.come_back(log.state, away)).play(Random(3), 12)
    (summary,) = [item.summary for item in log.items if isinstance(item, DealScored)]
    assert summary.bidder == away
    (one,) = finished_matches(conceded(log, 1).entries)
    assert one.deals == 1
    assert one.bids[away - 1] == dict.fromkeys(BIDS, Settled())


def test_a_bid_of_a_person_that_a_bot_plays_on_counts() -> None:
    log = two()
    bidder = log.state.turn
    assert bidder
    log.act("2 pass").do(decide.go_away(log.state, bidder, "clock")).play(Random(3), 12)
    assert sum(isinstance(item, Called) for item in log.items) == 2
    (one,) = finished_matches(conceded(log, 3 - bidder).entries)
    assert sum(map(sum, one.bids[bidder - 1].values())) == 1


# Sums


def match_of(
    winner: int | None, bids: dict[int, Settled], left: Sequence[int] = ()
) -> FinishedMatch:
    none = dict.fromkeys(BIDS, Settled())
    return FinishedMatch(
        table="abcd",
        match="abcd-1",
        begun=0,
        ended=1,
        names=("Bea", "Ada"),
        persons=("bea", "ada"),
        bots=(None, None),
        rules=Rules(),
        winner=winner,
        reason=WinReason.REACH if winner else "by agreement",
        scores=(1, 2),
        deals=3,
        bids=(none, none | bids),
        left=frozenset(left),
    )


def test_a_persons_matches_are_summed() -> None:
    matches = [
        match_of(2, {2: Settled(1, 2), 4: Settled(1, 0)}),
        match_of(1, {2: Settled(3, 4)}),
        match_of(1, {}, left=[1]),
        match_of(2, {3: Settled(0, 1)}, left=[2]),
        match_of(None, {}, left=[2]),
        match_of(None, {}),
    ]
    bids = {2: Settled(4, 6), 3: Settled(0, 1), 4: Settled(1, 0)}
    assert totals(matches, "ada") == Totals(
        matches=6, won=1, lost=2, left=2, undecided=1, deals=18, bids=bids
    )
    assert totals(matches, "bea").won == 1
    assert totals(matches, "cid").matches == 0


# A person's own, from the store


async def stored(here: World, *logs: Log) -> list[Sitting]:
    """Put tables into the database, where Ada has sat at each; hers, the newest first."""
    person, _ = await here.people.welcome("Ada")
    for log in logs:
        for entry in log.entries:
            body = entry.body.replace(
                b'"person":"ada"', b'"person":"%s"' % person.identifier.encode()
            )
            assert await here.store.append(
                Entry(
                    entry.table,
                    entry.number,
                    entry.count,
                    entry.when,
                    entry.by,
                    entry.at,
                    entry.waits,
                    body,
                )
            )
        await here.people.seat_token(person.identifier, log.state.table, 1)
    return list(await here.people.sittings(person.identifier))


@in_loop
async def test_a_persons_matches_come_newest_first(tmp_path: Path) -> None:
    early, late = two("early"), two("late")
    late.now += 10_000_000
    conceded(early, 1).rematch(1, 2).play(Random(1), 3)
    conceded(late, 2)
    late.rematch(1, 2)
    conceded(late, 2).rematch(1, 2)
    async with world(tmp_path) as here:
        hers = await stored(here, early, late)
        person = hers[0].person
        names = [m.match for m in await matches_of(person, hers, here.hall.entries, 10)]
        assert names == ["late-2", "late-1", "early-1"]
        for limit in (1, 2, 3):
            few = await matches_of(person, hers, here.hall.entries, limit)
            assert [match.match for match in few] == names[:limit]
        assert await matches_of("bea", hers, here.hall.entries, 10)
        assert await matches_of("cid", hers, here.hall.entries, 10) == []
        assert not here.hall.hosted


@in_loop
async def test_no_more_tables_are_looked_at_than_needed(tmp_path: Path) -> None:
    logs = [conceded(two(name), 1) for name in ("aaaa", "bbbb", "cccc")]
    asked: list[str] = []
    async with world(tmp_path) as here:
        hers = await stored(here, *logs)

        async def log_of(table: str) -> Sequence[Entry]:
            asked.append(table)
            return await here.hall.entries(table)

        found = await matches_of(hers[0].person, hers, log_of, 2)
    assert [match.table for match in found] == ["cccc", "bbbb"]
    assert asked == ["cccc", "bbbb"]


@in_loop
async def test_all_records_are_exported(tmp_path: Path) -> None:
    log = conceded(two().play(Random(1), 20), 1).rematch(1, 2).play(Random(2))
    running = two("busy").play(Random(1), 3)
    async with world(tmp_path) as here:
        hers = await stored(here, running, log, Log(2, table="else"))
        files = [pair async for pair in export(hers[0].person, hers, here.hall.entries)]
        assert [name for name, _ in files] == ["2026-11-30-abcd-2.smear", "2026-11-30-abcd-1.smear"]
        entries = await here.hall.entries("abcd")
        assert [text for _, text in files] == [
            match_record(entries, "abcd-2"),
            match_record(entries, "abcd-1"),
        ]


@in_loop
async def test_logs_of_tables_that_there_are_not(tmp_path: Path) -> None:
    async with world(tmp_path) as here:
        for name in ("none", "", "x" * 1000, "\0", "../a"):
            assert list(await here.hall.entries(name)) == []


# Fair deals


def test_what_shows_that_a_match_was_fair() -> None:
    log = Log(3, bots=["random"]).sit("Ada", given="hash").sit("Bea", given="plain").show(1)
    fair = log.state.fair
    assert fair
    assert refused(fair_facts, played_match(log.entries, None)) == TableReason.NOT_OVER
    log.play(Random(1), 30).do(decide.close(log.state, "idle"))
    facts = fair_facts(played_match(log.entries, "abcd-1"))
    assert facts.match == "abcd-1"
    assert (facts.commitment, facts.secret) == (fair.commitment, fair.secret.hex())
    assert facts.nonces == ("nonce-1-1", "nonce-2-1", "")
    assert facts.at_once == {2}
    assert facts.holds


@pytest.mark.parametrize("spoil", ["secret", "nonce"])
def test_an_unfair_match_is_found_out(spoil: str) -> None:
    log = conceded(two().play(Random(1), 30), 1)
    played = played_match(log.entries, None)
    secret = bytes(32) if spoil == "secret" else played.fair.secret
    nonces = ("other", "") if spoil == "nonce" else played.fair.nonces
    played.fair = type(played.fair)(secret, played.fair.match, nonces, played.fair.joker)
    assert not fair_facts(played).holds
