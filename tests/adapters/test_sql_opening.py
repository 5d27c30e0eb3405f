"""Opening a database: addresses, rights, schema, and that one server has it."""

import os
import sqlite3
import stat
from pathlib import Path

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import text

from cutthroat.adapters.sql import (
    BadDatabase,
    DatabaseInUse,
    Fault,
    SchemaTooNew,
    open_store,
    sqlite_url,
)
from cutthroat.adapters.sql.database import Database
from cutthroat.adapters.sql.migrations import VERSION_TABLE
from cutthroat.adapters.sql.opening import open_database
from cutthroat.adapters.sql.schema import METADATA
from tests.kit.databases import Postgres, child, entry, in_loop, opened


def test_an_empty_database_gets_the_schema_that_the_code_knows(address: str) -> None:
    database = open_database(address)
    with database.reading.connect() as connection:
        context = MigrationContext.configure(connection, opts={"version_table": VERSION_TABLE})
        assert compare_metadata(context, METADATA) == []
    database.close()


def database_of(revision: str, address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Make a database as the release left it whose newest schema was that revision."""
    upgrade = command.upgrade
    with monkeypatch.context() as patch:
        patch.setattr(command, "upgrade", lambda config, _: upgrade(config, revision))
        open_database(address).close()


@pytest.mark.parametrize(("revision", "lacks"), [("0001", "kept_record"), ("0002", "sheet")])
def test_a_database_of_an_earlier_release_is_brought_up_to_date(
    address: str, revision: str, lacks: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    database_of(revision, address, monkeypatch)
    database = open_database_unchanged(address, monkeypatch)
    with database.transaction() as connection:
        assert not connection.dialect.has_table(connection, lacks)
        connection.execute(text("INSERT INTO person (id, name, since) VALUES ('ada', 'Ada', 7)"))
    database.close()
    for _ in range(2):
        database = open_database(address)
        with database.reading.connect() as connection:
            context = MigrationContext.configure(connection, opts={"version_table": VERSION_TABLE})
            assert compare_metadata(context, METADATA) == []
            assert context.get_current_heads() == ("0003",)
            assert connection.execute(text("SELECT * FROM person")).all() == [("ada", "Ada", 7)]
        database.close()


def open_database_unchanged(address: str, monkeypatch: pytest.MonkeyPatch) -> Database:
    with monkeypatch.context() as patch:
        patch.setattr(command, "upgrade", lambda _config, _revision: None)
        return open_database(address)


def test_a_newer_schema_is_refused_and_left_alone(address: str) -> None:
    database = open_database(address)
    with database.transaction() as connection:
        connection.execute(text(f"UPDATE {VERSION_TABLE} SET version_num = '9999'"))
    database.close()
    for _ in range(2):  # and nothing is left locked
        with pytest.raises(SchemaTooNew) as refused:
            open_store(address)
        assert (refused.value.found, refused.value.known) == ("9999", "0003")


def test_a_migration_that_fails_leaves_nothing_behind(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def halfway(connection: object, name: str) -> None:
        connection.execute(text("CREATE TABLE half (a INTEGER)"))  # type: ignore[attr-defined]
        raise RuntimeError(name)

    with monkeypatch.context() as patch:
        patch.setattr("cutthroat.adapters.sql.database.migrate", halfway)
        with pytest.raises(RuntimeError):
            open_store(address)
    database = open_database(address)
    with database.reading.connect() as connection:
        assert not connection.dialect.has_table(connection, "half")
    database.close()


@in_loop
async def test_a_second_server_is_refused(address: str) -> None:
    code = (
        "import cutthroat.adapters.sql as sql\n"
        "try: open_store(sys.argv[1])\n"
        "except sql.DatabaseInUse as error: print(error)"
    )
    async with opened(address) as store:
        with child(code, address) as second:
            told, wrong = second.communicate(timeout=60)
        assert (second.returncode, wrong) == (0, "")
        assert told.startswith(address.partition("?")[0].partition("://")[0])
        with pytest.raises(DatabaseInUse):
            open_store(address)
        assert await store.append(entry("t", 1))
    async with opened(address):
        pass


# SQLite


def test_files_are_for_their_owner_alone(tmp_path: Path) -> None:
    database = open_database(f"sqlite:///{tmp_path}/own/tables.db")
    with database.transaction() as connection:
        connection.execute(text("INSERT INTO server_key VALUES ('a', x'00')"))
    folder = tmp_path / "own"
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in folder.iterdir()}
    database.close()
    names = ["tables.db", "tables.db-shm", "tables.db-wal", "tables.db.lock"]
    assert modes == dict.fromkeys(names, 0o600)


def test_a_link_to_a_file_is_the_same_database(tmp_path: Path) -> None:
    database = open_database(f"sqlite:///{tmp_path}/tables.db")
    (tmp_path / "link.db").symlink_to("tables.db")
    with pytest.raises(DatabaseInUse):
        open_database(f"sqlite:///{tmp_path}/link.db")
    database.close()


@pytest.mark.parametrize("name", ["a?b", "50%41", "a#b", "a b", "ä", "a&mode=ro", "a@b:1"])
def test_every_path_has_an_address(tmp_path: Path, name: str) -> None:
    path = tmp_path / name / f"{name}.sqlite"
    open_database(sqlite_url(path)).close()
    assert path.exists()
    assert {entry.name for entry in tmp_path.iterdir()} == {name}


def test_a_relative_path_is_taken_from_where_we_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    open_database("sqlite:///tables.db").close()
    assert (tmp_path / "tables.db").exists()


def test_what_is_committed_is_on_the_disk(tmp_path: Path) -> None:
    database = open_database(f"sqlite:///{tmp_path}/tables.db")
    settings = [
        database.writing().exec_driver_sql(f"PRAGMA {name}").scalar()
        for name in ("journal_mode", "synchronous", "foreign_keys", "secure_delete")
    ]
    database.close()
    assert settings == ["wal", 2, 1, 1]


def test_a_file_that_is_no_database_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    path.write_text("Dear diary, " * 1000)
    for _ in range(2):
        with pytest.raises(BadDatabase) as refused:
            open_store(f"sqlite:///{path}")
        assert refused.value.fault is Fault.NO_DATABASE
    assert path.read_text() == "Dear diary, " * 1000


def test_tables_of_others_are_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    theirs = sqlite3.connect(path)
    theirs.execute("CREATE TABLE person (shoe_size INTEGER)")
    theirs.close()
    with pytest.raises(BadDatabase) as refused:
        open_store(f"sqlite:///{path}")
    assert refused.value.fault is Fault.FOREIGN
    theirs = sqlite3.connect(path)
    assert theirs.execute("SELECT name FROM sqlite_master").fetchall() == [("person",)]
    theirs.close()


@pytest.mark.parametrize("place", ["file/tables.db", "folder", "."])
def test_a_place_for_no_file_is_refused(place: str, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    (tmp_path / "folder").mkdir()
    with pytest.raises(BadDatabase) as refused:
        open_store(f"sqlite:///{tmp_path}/{place}")
    assert refused.value.fault is Fault.UNREACHABLE
    assert str(tmp_path) in refused.value.address


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_that_may_not_be_written_is_refused(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    with pytest.raises(BadDatabase) as refused:
        open_store(f"sqlite:///{tmp_path}/tables.db")
    assert refused.value.fault is Fault.UNREACHABLE


# Addresses


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", Fault.ADDRESS),
        ("tables.db", Fault.ADDRESS),
        ("postgresql://ada:geheim@host:port/name", Fault.ADDRESS),
        ("mysql://ada:geheim@host/name", Fault.KIND),
        ("postgresql+asyncpg://ada:geheim@host/name", Fault.KIND),
        ("sqlite://", Fault.NO_FILE),
        ("sqlite:///:memory:", Fault.NO_FILE),
        ("sqlite:///file:a?mode=memory&uri=true", Fault.NO_FILE),
        ("postgresql://ada:geheim@127.0.0.1:1/name", Fault.UNREACHABLE),
        ("postgres://ada@127.0.0.1:1/name?password=geheim", Fault.UNREACHABLE),
        ("postgresql://ada:geheim@127.0.0.1:1/name?nonsense=1", Fault.UNREACHABLE),
        ("postgresql+psycopg://ada:geheim@no-such-host.invalid/name", Fault.UNREACHABLE),
    ],
)
def test_bad_addresses_are_told_apart_and_tell_no_password(text: str, fault: Fault) -> None:
    with pytest.raises(BadDatabase) as refused:
        open_store(text)
    assert refused.value.fault is fault
    assert "geheim" not in f"{refused.value!r} {refused.value.address} {refused.value.detail}"


def test_both_ways_to_write_postgres_are_understood(postgres: Postgres) -> None:
    address = postgres.new_database()
    for scheme in ("postgres", "postgresql", "postgresql+psycopg"):
        database = open_database(address.replace("postgresql", scheme, 1))
        assert "postgres" in database.address
        database.close()


def test_a_database_that_is_missing_from_the_server(postgres: Postgres) -> None:
    with pytest.raises(BadDatabase, match="does not exist") as refused:
        open_store(postgres.new_database().replace("/test", "/missing"))
    assert refused.value.fault is Fault.UNREACHABLE


def test_schemas_of_one_database_are_databases_of_their_own(postgres: Postgres) -> None:
    address = postgres.new_database()
    separate = f"{address}&options=-csearch_path%3Dother"
    first = open_database(address)
    with first.transaction() as connection:
        connection.execute(text("CREATE SCHEMA other"))
    second = open_database(separate)
    with pytest.raises(DatabaseInUse):
        open_database(separate)
    second.close()
    first.close()
