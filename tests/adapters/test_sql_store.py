"""What the store promises of logs and people, in both kinds of database."""

import asyncio
import hashlib
import itertools
import sqlite3
import threading
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st
from sqlalchemy.exc import OperationalError

from cutthroat.adapters.sql import SqlStore, open_store
from cutthroat.adapters.sql.sqlite import SqliteDatabase
from cutthroat.service.tables.ports import (
    Credential,
    CredentialKind,
    Entry,
    Person,
    Sitting,
    StoreUnavailable,
    Waits,
)
from tests.kit.databases import entry, in_loop, opened

EXAMPLES = itertools.count()
ADA = Person("ada", "Ada", since=1_700_000_000_000)


# The logs


@in_loop
async def test_entries_come_back_as_they_were(address: str) -> None:
    first = Entry("t", 1, 3, 1_700_000_000_123, None, None, Waits.BOT, b'["\xc3\xa4", 0]')
    second = Entry("t", 4, 1, 1_700_000_000_124, 2, 3, Waits.CLOCK, b"\x00\xff")
    async with opened(address) as store:
        assert await store.append(first)
        assert await store.append(second)
        assert await store.entries("t") == [first, second]
        assert await store.entries("elsewhere") == []


@in_loop
async def test_a_number_is_given_once(address: str) -> None:
    async with opened(address) as store:
        assert await store.append(entry("t", 1, body=b"kept"))
        assert not await store.append(entry("t", 1, body=b"late"))
        assert await store.append(entry("u", 1))
        assert await store.entries("t") == [entry("t", 1, body=b"kept")]


@in_loop
async def test_entries_after_a_number_that_may_be_within_one(address: str) -> None:
    async with opened(address) as store:
        for number, count in [(1, 3), (4, 1), (5, 4)]:
            await store.append(entry("t", number, count))
        found = [[e.number for e in await store.entries("t", after)] for after in range(10)]
    assert found[:3] == [[1, 4, 5]] * 3
    assert found[3:4] == [[4, 5]]
    assert found[4:8] == [[5]] * 4
    assert found[8:] == [[]] * 2


@pytest.mark.parametrize("number", [1, 2])
@in_loop
async def test_of_many_at_once_the_first_is_kept(address: str, number: int) -> None:
    rivals = [entry("t", number, body=b"%d" % i) for i in range(30)]
    async with opened(address) as store:
        kept = await asyncio.gather(*map(store.append, rivals))
        assert kept == [True] + [False] * 29
        assert await store.entries("t") == rivals[:1]


@in_loop
async def test_tasks_that_race_to_the_same_log_take_turns(address: str) -> None:
    async def write(name: bytes) -> int:
        kept = number = 0
        while number < 40:
            number = len(await store.entries("t"))
            kept += await store.append(entry("t", number + 1, body=name))
        return kept

    async with opened(address) as store:
        kept = await asyncio.gather(*(write(b"%d" % i) for i in range(4)))
        entries = await store.entries("t")
    assert [e.number for e in entries] == list(range(1, len(entries) + 1))
    assert kept == [sum(e.body == b"%d" % i for e in entries) for i in range(4)]


def test_event_loops_of_several_threads_share_a_store(address: str) -> None:
    store = open_store(address)
    kept: list[int] = []

    async def write() -> None:
        kept.extend([n for n in range(1, 51) if await store.append(entry("t", n))])

    threads = [threading.Thread(target=lambda: asyncio.run(write())) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(kept) == list(range(1, 51))
    asyncio.run(store.close())


@in_loop
async def test_what_is_asked_in_one_order_is_done_in_it(address: str) -> None:
    async with opened(address) as store:
        first = asyncio.ensure_future(store.append(entry("t", 1, body=b"name")))
        second = asyncio.ensure_future(store.rewrite(entry("t", 1, body=b"")))
        third = asyncio.ensure_future(store.append(entry("t", 2)))
        await asyncio.gather(first, second, third)
        assert await store.entries("t") == [entry("t", 1, body=b""), entry("t", 2)]


@in_loop
async def test_rewrite_changes_the_body_alone(address: str) -> None:
    async with opened(address) as store:
        await store.append(entry("t", 1, when=5, by=1, at=0, body=b"name"))
        await store.rewrite(entry("t", 1, 7, when=9, waits=Waits.NOBODY, body=b"[]"))
        assert await store.entries("t") == [entry("t", 1, when=5, by=1, at=0, body=b"[]")]
        with pytest.raises(LookupError):
            await store.rewrite(entry("t", 2))


@in_loop
async def test_tables_by_what_they_wait_for_now(address: str) -> None:
    async with opened(address) as store:
        for when, (table, number, waits) in enumerate(
            [
                ("a", 1, Waits.STRANGERS),
                ("b", 1, Waits.STRANGERS),
                ("c", 1, Waits.STRANGERS),
                ("d", 1, Waits.NOBODY),
                ("b", 2, Waits.BOT),
                ("c", 2, Waits.NOBODY),
                ("a", 2, Waits.STRANGERS),
                ("e", 1, Waits.STRANGERS),
            ]
        ):
            assert await store.append(entry(table, number, when=when, waits=waits))
        assert await store.waiting(Waits.STRANGERS) == ["e", "a"]
        assert await store.waiting(Waits.BOT, Waits.STRANGERS) == ["e", "a", "b"]
        assert await store.waiting(Waits.NOBODY) == ["c", "d"]
        assert await store.waiting(Waits.CLOCK) == []
        assert await store.waiting() == []
        assert await store.untouched(7) == ["b", "a"]
        assert await store.untouched(4) == []


@in_loop
async def test_a_late_entry_closes_nothing(address: str) -> None:
    async with opened(address) as store:
        await store.append(entry("t", 1))
        await asyncio.gather(
            store.append(entry("t", 2)), store.append(entry("t", 2, waits=Waits.NOBODY))
        )
        assert await store.waiting(Waits.PEOPLE) == ["t"]
        assert await store.untouched(1) == ["t"]


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=20)
@given(
    groups=st.lists(
        st.lists(
            st.tuples(st.sampled_from("ab"), st.integers(1, 6), st.sampled_from(Waits)),
            min_size=1,
            max_size=8,
        ),
        max_size=5,
    )
)
def test_groups_do_what_one_after_the_other_would(
    address: str, groups: list[list[tuple[str, int, Waits]]]
) -> None:
    expected: dict[tuple[str, int], Waits] = {}

    async def scenario() -> None:
        async with opened(address) as store:
            # The tables of earlier examples are still there.
            example = next(EXAMPLES)
            names = {name: f"{name}{example}" for name in "ab"}
            for group in groups:
                asked = [entry(names[t], number, waits=w) for t, number, w in group]
                hopes = []
                for one in asked:
                    hopes.append((one.table, one.number) not in expected)
                    expected.setdefault((one.table, one.number), one.waits)
                assert await asyncio.gather(*map(store.append, asked)) == hopes
            for name in names.values():
                rows = sorted((n, waits) for (t, n), waits in expected.items() if t == name)
                assert [(e.number, e.waits) for e in await store.entries(name)] == rows

    asyncio.run(scenario())


# The people


@in_loop
async def test_a_person_can_be_found_and_renamed(address: str) -> None:
    async with opened(address) as store:
        await store.add_person(ADA)
        assert await store.person("ada") == ADA
        await store.rename("ada", "Äda ♠")
        assert await store.person("ada") == Person("ada", "Äda ♠", ADA.since)
        assert await store.person("bob") is None
        await store.rename("bob", "Bob")
        assert await store.person("bob") is None


@in_loop
async def test_credentials_open_what_they_say(address: str) -> None:
    device = Credential("d" * 64, "ada", CredentialKind.DEVICE)
    seat = Credential("e" * 64, "ada", CredentialKind.SEAT, "t", 3, expires=1_800_000_000_000)
    async with opened(address) as store:
        await store.add_person(ADA, device)
        await store.add_credential(seat)
        assert await store.credential(device.digest) == device
        assert await store.credential(seat.digest) == seat
        assert await store.credential("f" * 64) is None
        with pytest.raises(LookupError):
            await store.add_credential(Credential("g", "bob", CredentialKind.DEVICE))
        assert await store.credential("g") is None


@in_loop
async def test_of_many_takers_one_gets_a_credential(address: str) -> None:
    link = Credential("d" * 64, "ada", CredentialKind.LINK)
    async with opened(address) as store:
        await store.add_person(ADA, link)
        taken = await asyncio.gather(*(store.take_credential(link.digest) for _ in range(20)))
        assert sorted(taken, key=bool) == [None] * 19 + [link]
        assert await store.credential(link.digest) is None


@in_loop
async def test_expired_credentials_are_forgotten(address: str) -> None:
    ends = {"a": None, "b": 9, "c": 10}
    async with opened(address) as store:
        keys = [Credential(d, "ada", CredentialKind.FEED, expires=e) for d, e in ends.items()]
        await store.add_person(ADA, *keys)
        await store.forget_expired(10)
        assert [bool(await store.credential(digest)) for digest in ends] == [True, False, True]


@in_loop
async def test_sittings_are_one_a_table_the_newest_first(address: str) -> None:
    async with opened(address) as store:
        await store.add_person(ADA)
        for table, seat in [("t", 1), ("u", 2), ("t", 3)]:
            await store.add_sitting(Sitting("ada", table, seat))
        assert await store.sittings("ada") == [Sitting("ada", "u", 2), Sitting("ada", "t", 3)]
        with pytest.raises(LookupError):
            await store.add_sitting(Sitting("bob", "t", 1))


@in_loop
async def test_a_person_is_forgotten_with_all_that_is_theirs(address: str) -> None:
    async with opened(address) as store:
        for name in "ab":
            person = Person(name, name, 1)
            await store.add_person(person, Credential(f"c{name}", name, CredentialKind.DEVICE))
            await store.add_sitting(Sitting(name, "t", 1))
        await store.forget("a")
        found = [
            (await store.person(n), await store.credential(f"c{n}"), await store.sittings(n))
            for n in "ab"
        ]
    assert found[0] == (None, None, [])
    assert all(found[1])


async def with_a_name(store: SqlStore) -> None:
    await store.add_person(Person("a", "Anneliese", 1))
    await store.append(entry("t", 1, body=b"Anneliese sits"))
    for number in range(2, 30):
        await store.append(entry("t", number))


async def without_it(store: SqlStore) -> None:
    await store.rewrite(entry("t", 1, body=b"(deleted) sits"))
    await store.forget("a")


def lies_in(folder: Path) -> bool:
    return any(b"Anneliese" in path.read_bytes() for path in folder.iterdir())


@in_loop
async def test_what_is_deleted_lies_in_no_file_while_the_store_is_open(tmp_path: Path) -> None:
    async with opened(f"sqlite:///{tmp_path}/tables.db") as store:
        await with_a_name(store)
        assert b"Anneliese" in (tmp_path / "tables.db-wal").read_bytes()
        await without_it(store)
        assert (tmp_path / "tables.db-wal").exists()
        assert not lies_in(tmp_path)
        assert await store.append(entry("t", 30))


@in_loop
async def test_what_a_reader_keeps_from_being_wiped_goes_when_it_has_read(tmp_path: Path) -> None:
    async with opened(f"sqlite:///{tmp_path}/tables.db") as store:
        await with_a_name(store)
        other = sqlite3.connect(tmp_path / "tables.db", isolation_level=None)
        other.execute("BEGIN").execute("SELECT * FROM person").fetchall()
        await asyncio.wait_for(without_it(store), 3)
        assert await store.person("a") is None
        assert await asyncio.wait_for(store.append(entry("t", 30)), 3)
        assert lies_in(tmp_path)
        other.execute("COMMIT")
        other.close()
        await store.append(entry("t", 31))
        assert not lies_in(tmp_path)


@in_loop
async def test_a_deletion_is_done_though_its_traces_cannot_be_wiped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object, **__: object) -> bool:
        raise OperationalError("wiping", {}, Exception("no"))

    async with opened(f"sqlite:///{tmp_path}/tables.db") as store:
        await with_a_name(store)
        with monkeypatch.context() as patch:
            patch.setattr(SqliteDatabase, "wipe", fail)
            await without_it(store)
        assert await store.person("a") is None
        await store.append(entry("t", 30))
        assert not lies_in(tmp_path)


@in_loop
async def test_a_person_is_added_with_every_credential_or_not_at_all(address: str) -> None:
    known = Credential("c", "ada", CredentialKind.DEVICE)
    async with opened(address) as store:
        await store.add_person(ADA, known)
        with pytest.raises(Exception, match=r"(?i)unique"):
            await store.add_person(Person("bob", "Bob", 1), Credential("c", "bob", known.kind))
        assert await store.person("bob") is None


@in_loop
async def test_keys_stay_the_same(address: str) -> None:
    async with opened(address) as store:
        keys = await asyncio.gather(*(store.key("cookies") for _ in range(10)))
        other = await store.key("other")
    async with opened(address) as store:
        keys.append(await store.key("cookies"))
    assert len(set(keys)) == 1
    assert [len(keys[0]), len(other)] == [32, 32]
    assert keys[0] != other


@in_loop
async def test_all_is_there_when_opened_again(address: str) -> None:
    sitting = Sitting("ada", "t", 1)
    async with opened(address) as store:
        await store.append(entry("t", 1))
        await store.add_person(ADA)
        await store.add_sitting(sitting)
    async with opened(address) as store:
        assert await store.entries("t") == [entry("t", 1)]
        assert await store.waiting(Waits.PEOPLE) == ["t"]
        assert await store.person("ada") == ADA
        assert await store.sittings("ada") == [sitting]
        assert not await store.append(entry("t", 1))


@in_loop
async def test_closing_stores_what_was_asked_and_refuses_more(address: str) -> None:
    store = open_store(address)
    asked = [asyncio.ensure_future(store.append(entry("t", n))) for n in range(1, 301)]
    await asyncio.sleep(0)  # each of them has got as far as the queue
    await store.close()
    assert await asyncio.gather(*asked) == [True] * 300
    with pytest.raises(StoreUnavailable):
        await store.append(entry("t", 301))
    with pytest.raises(StoreUnavailable):
        await store.entries("t")
    await store.close()
    async with opened(address) as again:
        assert len(await again.entries("t")) == 300


# The uploaded records


@in_loop
async def test_records_come_back_as_they_were(address: str) -> None:
    texts = [b"", b'[Seat1 "\xc3\xa4"]\r\n# \x00 \xff', b"x" * 1_000_000]
    async with opened(address) as store:
        names = [await store.keep(text, 5) for text in texts]
        assert names == [hashlib.sha256(text).hexdigest()[:32] for text in texts]
        assert [await store.kept(name, 5) for name in names] == texts
        assert await store.kept("0" * 32, 5) is None
    async with opened(address) as store:
        assert await store.kept(names[1], 5) == texts[1]


@in_loop
async def test_the_same_record_is_kept_once_and_looked_at_again(address: str) -> None:
    async with opened(address) as store:
        names = await asyncio.gather(*(store.keep(b"same", when) for when in range(10, 20)))
        assert len(set(names)) == 1
        await store.keep(b"same", 30)
        await store.forget_kept(30)
        assert await store.kept(names[0], 30) == b"same"
        await store.forget_kept(31)
        assert await store.kept(names[0], 31) is None


@in_loop
async def test_a_record_that_is_looked_at_stays(address: str) -> None:
    hour = 3_600_000
    async with opened(address) as store:
        looked, left = await store.keep(b"looked at", 0), await store.keep(b"left", 0)
        assert await store.kept(looked, hour) == b"looked at"
        assert await store.kept(left, hour - 1) == b"left"
        await store.forget_kept(hour)
        assert await store.kept(looked, hour) == b"looked at"
        assert await store.kept(left, hour) is None
        assert await store.kept(looked, hour - 1) == b"looked at"
        await store.forget_kept(hour)
        assert await store.kept(looked, hour) == b"looked at"
