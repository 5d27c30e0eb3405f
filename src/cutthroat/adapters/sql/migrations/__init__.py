"""How a database gets from any earlier schema to the newest: one revision a file, never edited."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory

from cutthroat.adapters.sql.errors import SchemaTooNew

if TYPE_CHECKING:
    from sqlalchemy import Connection

VERSION_TABLE: Final = "schema_revision"


def migrate(connection: Connection, address: str) -> None:
    """Bring a database to the newest schema.

    connection: one in a transaction, which the caller ends.
    address: what to call the database in an error.
    Raises SchemaTooNew, and then has changed nothing.
    """
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    scripts = ScriptDirectory.from_config(config)
    newest = scripts.get_current_head() or ""
    options = {"version_table": VERSION_TABLE}
    found = MigrationContext.configure(connection, opts=options).get_current_heads()
    known = {script.revision for script in scripts.walk_revisions()}
    if unknown := set(found) - known:
        raise SchemaTooNew(address, " ".join(sorted(unknown)), newest)
    if found != (newest,):
        command.upgrade(config, "head")
