"""One table in a server's memory, upon a real database: what many ask for at once, step by step."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from random import Random

import pytest

from cutthroat.core.actions import Bid, Pass, Seat
from cutthroat.core.match import legal_actions
from cutthroat.core.view import project
from cutthroat.service.tables import decide, times, unattended
from cutthroat.service.tables.errors import Refused, TableReason
from cutthroat.service.tables.happenings import CameBack, Item, Machine, Settings, WentAway
from cutthroat.service.tables.hosting import HostedTable
from cutthroat.service.tables.ports import Entry, StoreUnavailable
from cutthroat.service.tables.readers import Frame, Reader
from cutthroat.service.tables.state import TableState
from cutthroat.service.tables.times import SECOND
from cutthroat.service.tables.wire import unpack
from tests.kit.databases import in_loop
from tests.kit.tables import Log, Web, World, fold_entries, told_in, world


@pytest.fixture(autouse=True)
def _short_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(unattended, "_BACK_OFF", (0.001,))


async def served(here: World, log: Log) -> HostedTable:
    """A table with this log, taken up by the server."""
    for entry in log.entries:
        assert await here.store.append(entry)
    here.clock.moment = log.now
    return await here.hall.find(log.state.table)


def playing(actions: int = 0, **settings: object) -> Log:
    log = Log(2, settings=Settings(**settings)).sit("Ada", "Bea")  # type: ignore[arg-type]
    return log.play(Random(4), actions)


async def until_quiet(table: HostedTable) -> None:
    while tasks := [task for task in table._unattended._tasks.values() if not task.done()]:
        await asyncio.wait(tasks)


def turn_of(table: HostedTable) -> Seat:
    assert table.state.turn
    return table.state.turn


def some_action(table: HostedTable) -> Bid | Pass:
    assert table.state.match
    action = legal_actions(table.state.match)[-1]
    assert isinstance(action, Bid | Pass)
    return action


def numbers(frames: Sequence[Frame | None]) -> list[int]:
    return [
        event["number"] for frame in frames if frame for event in json.loads(frame.data)["events"]
    ]


# Acting


@in_loop
async def test_an_action_sent_twice_is_taken_once_and_answered_twice(tmp_path: Path) -> None:
    async with world(tmp_path) as here:
        table = await served(here, playing())
        seat, at = turn_of(table), table.version
        action = some_action(table)
        versions = await asyncio.gather(*[table.act(seat, action, at) for _ in range(5)])
        assert len(set(versions)) == 1
        assert len(here.gate.appended) == 1
        assert await table.act(seat, action, at) == versions[0]


@in_loop
async def test_an_old_action_is_answered_from_the_log_as_it_was_at_first(tmp_path: Path) -> None:
    """From beyond what is in memory, and after a restart."""
    log = playing(90)
    first = next(entry for entry in log.entries if entry.by and entry.at)
    assert first.by
    assert first.at
    action = next(item.call for item in unpack(first.body) if hasattr(item, "call"))
    async with world(tmp_path) as here:
        table = await served(here, log)
        assert await table.act(first.by, action, first.at) == first.last
        other = Pass(first.by) if isinstance(action, Bid) else Bid(first.by, 2)
        with pytest.raises(Refused) as refused:
            await table.act(first.by, other, first.at)
        assert refused.value.reason is TableReason.STALE


@in_loop
async def test_of_two_actions_upon_one_version_one_is_taken(tmp_path: Path) -> None:
    async with world(tmp_path) as here:
        table = await served(here, playing())
        seat, at = turn_of(table), table.version
        both = await asyncio.gather(
            table.act(seat, Pass(seat), at), table.act(seat, Bid(seat, 2), at),
            return_exceptions=True,
        )  # fmt: skip
        assert [type(one) for one in both].count(int) == 1
        assert len(here.gate.appended) == 1


@pytest.mark.parametrize("moment", ["before", "after"])
@in_loop
async def test_nothing_is_lost_or_doubled_when_the_store_goes_away(
    tmp_path: Path, moment: str
) -> None:
    async with world(tmp_path) as here:
        table = await served(here, playing())
        reader = table.follow(None, table.version)
        seat, at, action = turn_of(table), table.version, some_action(table)
        here.gate.broken = moment
        for _ in range(2):
            with pytest.raises(StoreUnavailable):
                await table.act(seat, action, at)
        assert table.version == at, "nothing is shown before it is known to be stored"
        here.gate.broken = None
        assert await table.act(seat, action, at) > at
        entries = await here.store.entries("abcd")
        assert fold_entries(entries) == table.state
        assert [entry.at for entry in entries].count(at) == 1
        frame = await table.next_frame(reader)
        assert frame
        assert frame.version == table.version
        await until_quiet(table)


@in_loop
async def test_what_was_stored_after_all_is_shown_with_nobody_asking(tmp_path: Path) -> None:
    async with world(tmp_path) as here:
        table = await served(here, playing())
        reader = table.follow(None, table.version)
        seat, action = turn_of(table), some_action(table)
        here.gate.broken = "after"
        with pytest.raises(StoreUnavailable):
            await table.act(seat, action, table.version)
        here.gate.broken = None
        frame = await asyncio.wait_for(_first_with_events(table, reader), 5)
        assert numbers([frame])[0] == reader.cursor


async def _first_with_events(table: HostedTable, reader: Reader) -> Frame:
    while True:
        frame = await table.next_frame(reader)
        if frame and numbers([frame]):
            return frame


@in_loop
async def test_an_action_upon_what_another_server_has_moved_on_is_stale(tmp_path: Path) -> None:
    async with world(tmp_path) as here:
        table = await served(here, playing())
        other = await here.another_hall().find("abcd")
        seat, at = turn_of(table), table.version
        await other.act(seat, Bid(seat, 2), at)
        with pytest.raises(Refused) as refused:
            await table.act(seat, Pass(seat), at)
        assert refused.value.reason is TableReason.STALE
        assert table.state == other.state == fold_entries(await here.store.entries("abcd"))


@in_loop
async def test_the_last_seat_goes_to_one(tmp_path: Path) -> None:
    async with world(tmp_path) as here:
        web = Web(here)
        made = await web.ask("POST", "/tables", {"seats": 2, "nonce": "a"})
        path = f"/tables/{made.json['table']}/seats"
        answers = await asyncio.gather(*[web.ask("POST", path, {"nonce": "b"}) for _ in range(5)])
        assert sorted(answer.status for answer in answers) == [201, 409, 409, 409, 409]
        refusals = [answer.json for answer in answers if answer.status == 409]
        assert {refusal["reason"] for refusal in refusals} == {"table_full"}
        taken = next(answer.json for answer in answers if answer.status == 201)
        view = (await web.ask("GET", path[:-6], token=taken["token"])).json["view"]
        assert view["you"] == 2
        assert len(view["hand"]) == 6


# Reading


@in_loop
async def test_two_readers_of_a_seat_hear_the_same(tmp_path: Path) -> None:
    async with world(tmp_path) as here:
        web = Web(here)
        made = (await web.ask("POST", "/tables", {"seats": 2, "bots": ["random"]})).json
        how = {"table": made["table"], "token": made["token"], "after": 0}
        async with web.stream(**how) as one, web.stream(**how) as two:
            first, second = await one.frame(), await two.frame()
            assert first
            assert second
            assert told_in(first)["events"] == told_in(second)["events"]
            assert told_in(first)["view"]["hand"] == told_in(second)["view"]["hand"]


@in_loop
async def test_what_is_stored_while_an_old_reader_comes_back_is_not_missed(tmp_path: Path) -> None:
    async with world(tmp_path) as here:
        log = playing(60)
        table = await served(here, log)
        here.gate.pauses = lambda: 20
        reader = table.follow(None, 0)
        coming = asyncio.create_task(table.next_frame(reader))
        for _ in range(3):
            await table.decide(lambda state: decide.react(state, 1, "wow"), 1)
        frames = [await coming]
        while reader.cursor != table.version:
            frames.append(await table.next_frame(reader))
        hidden = [n for n, item in enumerate(log.items, 1) if type(item).__name__ == "HandDealt"]
        wanted = [number for number in range(1, table.version + 1) if number not in hidden]
        assert numbers(frames) == wanted


class Held:
    """Lets those who read from a store wait."""

    def __init__(self, here: World) -> None:
        self._entries = here.gate.entries
        self.let_go = asyncio.Event()
        here.gate.entries = self.entries  # type: ignore[method-assign]

    async def entries(self, table: str, after: int = 0) -> Sequence[Entry]:
        found = await self._entries(table, after)
        await self.let_go.wait()
        return found


@in_loop
async def test_who_left_sees_nothing_of_who_came_after_however_slow_the_store(
    tmp_path: Path,
) -> None:
    """A reader of long ago is still being read for when its seat is somebody else's."""
    async with world(tmp_path) as here:
        log = playing(60)
        log.do(decide.concede(log.state, 1))
        table = await served(here, log)
        held = Held(here)
        reader = table.follow(1, 0)
        coming = asyncio.create_task(table.next_frame(reader))
        await asyncio.sleep(0)
        await table.decide(lambda state: decide.leave(state, 1, bytes(32)), 1)
        await table.decide(lambda s: decide.rematch(s, 2, decide.Nonce("b"), bytes(32)), 2)
        await table.decide(lambda s: decide.take_seat(s, "cid", "Cid", decide.Nonce("c"))[1])
        assert table.state.running
        held.let_go.set()
        assert await coming is None
        assert reader.dismissed


@in_loop
async def test_a_seat_that_changed_hands_unseen_is_closed_to_its_old_reader(
    tmp_path: Path,
) -> None:
    async with world(tmp_path) as here:
        log = playing()
        log.do(decide.concede(log.state, 1))
        table = await served(here, log)
        old, stays = table.follow(1, None), table.follow(2, None)
        other = await here.another_hall().find("abcd")
        await other.decide(lambda state: decide.leave(state, 1, bytes(32)), 1)
        await other.decide(lambda s: decide.rematch(s, 2, decide.Nonce("b"), bytes(32)), 2)
        await other.decide(lambda s: decide.take_seat(s, "cid", "Cid", decide.Nonce("c"))[1])
        table._doubtful = True
        await table.decide(lambda _state: ())
        assert table.state.running
        assert old.dismissed
        assert not stays.dismissed
        assert await table.next_frame(old) is None


# Time and bots


@in_loop
async def test_a_clock_starts_when_the_reader_has_the_newest_move_each_time(
    tmp_path: Path,
) -> None:
    async with world(tmp_path) as here:
        table = await served(here, playing(clock=30))
        readers = {seat: table.follow(seat, None) for seat in table.state.numbers}
        for _ in range(3):
            seat = turn_of(table)
            reader = readers[seat]
            late = table.state.since + 3 * SECOND
            here.clock.moment = late
            table.caught_up(reader)
            assert ends_of(table) == late + 37 * SECOND, "it has not had the move yet"
            await table.next_frame(reader)
            table.caught_up(reader)
            assert ends_of(table) == late + 30 * SECOND
            here.clock.moment += SECOND
            table.caught_up(reader)
            assert ends_of(table) == late + 30 * SECOND
            assert table.state.match
            await table.act(seat, legal_actions(table.state.match)[-1], table.version)


def ends_of(table: HostedTable) -> int:
    presence = table._attendance.presence
    ends = times.deadline(table.state, presence, table._world.begun)
    assert ends
    return ends


@in_loop
async def test_nothing_is_added_to_a_closed_table_by_who_comes_to_look(tmp_path: Path) -> None:
    async with world(tmp_path) as here:
        log = playing()
        seat = log.state.turn or 0
        log.do(decide.go_away(log.state, seat, "absent")).do(decide.close(log.state, "idle"))
        table = await served(here, log)
        table.follow(seat, None)
        await until_quiet(table)
        assert table.version == log.state.version


@in_loop
async def test_a_bot_plays_for_who_is_out_of_time_and_stops_when_they_are_back(
    tmp_path: Path,
) -> None:
    async with world(tmp_path) as here:
        table = await served(here, playing(clock=30))
        seat = turn_of(table)
        here.clock.moment += 41 * SECOND
        table._attend_again()
        await asyncio.sleep(0.01)
        await until_quiet(table)
        items = [item for entry in await here.store.entries("abcd") for item in unpack(entry.body)]
        assert WentAway(seat, "clock") in items
        assert table.state.turn != seat
        table.follow(seat, None)
        await until_quiet(table)
        assert seat not in table.state.away
        assert CameBack(seat) in [
            item for entry in await here.store.entries("abcd") for item in unpack(entry.body)
        ]


@in_loop
async def test_a_bot_is_given_its_own_view_and_nothing_else(tmp_path: Path) -> None:
    """For every thought: the view that anybody in its seat would have, from the log."""
    async with world(tmp_path) as here:
        log = Log(3, bots=["random", "easy"]).sit("Ada")
        table = await served(here, log)
        for _ in range(40):
            await until_quiet(table)
            if table.state.turn is None:
                await table.decide(lambda state: decide.ready(state, 1), 1)
            elif table.state.turn == 1:
                assert table.state.match
                await table.act(1, legal_actions(table.state.match)[0], table.version)
        await until_quiet(table)
        entries = await here.store.entries("abcd")
        states = [fold_entries(entries[:upto]) for upto in range(1, len(entries) + 1)]
        views = {
            (state.turn, state.version): project(state.match, state.turn)
            for state in states
            if state.match and state.turn and isinstance(state.seats[state.turn - 1], Machine)
        }
        assert len(here.thinkers.asked) > 20
        secret = bytes(table.state.fair.secret) if table.state.fair else b""
        for level, view, chance in here.thinkers.asked:
            assert view in views.values()
            assert view.you
            who = table.state.seats[view.you - 1]
            assert isinstance(who, Machine)
            assert who.level == level
            assert chance != secret
            assert len(chance) == 32


@pytest.mark.parametrize("bots", [["easy"], ["random", "easy"], ["easy", "hard"]])
@in_loop
async def test_strong_bots_get_ready_when_their_table_is_taken_up_or_looked_at(
    tmp_path: Path, bots: list[str]
) -> None:
    async with world(tmp_path) as here:
        log = Log(len(bots) + 1, bots=bots, rules="target=5").sit("Ada")
        table = await served(here, log)
        asked = [(table.state.rules, len(bots) + 1)] if "hard" in bots else []
        assert here.thinkers.prepared == asked
        reader = table.follow(1, None)
        assert here.thinkers.prepared == asked * 2
        table.unfollow(reader)
        await table.decide(lambda state: decide.close(state, "operator"))
        table.unfollow(table.follow(1, None))
        assert here.thinkers.prepared == asked * 2


@in_loop
async def test_who_shows_no_nonce_in_time_loses_the_seat(tmp_path: Path) -> None:
    async with world(tmp_path) as here:
        log = Log(2).sit("Ada", "Bea", given="hash")
        table = await served(here, log)
        await table.decide(lambda s: decide.give_nonce(s, 1, decide.Nonce("nonce-1-1")), 1)
        here.clock.moment += 31 * SECOND
        table._attend_again()
        await asyncio.sleep(0.01)
        await until_quiet(table)
        assert table.state.seats[1] is None
        assert table.state.preparation
        assert table.state.preparation.match == "abcd-2"
        assert table.state.preparation.pledges == (None, None)


@in_loop
async def test_what_waits_for_the_table_is_not_done_for_whoever_sits_there_next(
    tmp_path: Path,
) -> None:
    async with world(tmp_path) as here:
        table = await served(here, Log(3).sit("Ada", "Bea", given="hash"))
        leave = partial(decide.leave, seat=2, secret=bytes(32))

        def sits(state: TableState) -> tuple[Item, ...]:
            return decide.take_seat(state, "person of Cid", "Cid", None)[1]

        gone, taken, again = await asyncio.gather(
            table.decide(leave, 2),
            table.decide(sits),
            table.decide(leave, 2),
            return_exceptions=True,
        )
        assert isinstance(gone, int)
        assert isinstance(taken, int)
        assert isinstance(again, Refused)
        assert again.reason is TableReason.LEFT_FOR_GOOD
        human = table.state.human(2)
        assert human
        assert human.name == "Cid"


@pytest.mark.parametrize("spectators", [False, True])
@in_loop
async def test_a_stream_from_before_the_match_shows_it_only_where_there_are_spectators(
    tmp_path: Path, *, spectators: bool
) -> None:
    async with world(tmp_path) as here:
        log = Log(2, settings=Settings(spectators=spectators)).sit("Ada")
        table = await served(here, log)
        reader = table.follow(None, None)
        assert await table.next_frame(reader)

        def sits(state: TableState) -> tuple[Item, ...]:
            return decide.take_seat(state, "person of Bea", "Bea", decide.Nonce())[1]

        await table.decide(sits)
        assert table.state.running
        frame = await table.next_frame(reader)
        assert (frame is not None) is spectators
        assert reader.dismissed is not spectators
        table.unfollow(reader)
