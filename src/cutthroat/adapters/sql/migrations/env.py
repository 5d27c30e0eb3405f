"""What Alembic runs a migration in: the connection and the transaction of the caller."""

from alembic import context

from cutthroat.adapters.sql.migrations import VERSION_TABLE
from cutthroat.adapters.sql.schema import METADATA

if hasattr(context, "config"):  # else it is only imported, by whoever collects modules
    context.configure(
        context.config.attributes["connection"],
        target_metadata=METADATA,
        version_table=VERSION_TABLE,
        # The steps' own transactions are left out: all happen in the caller's, or none.
        transactional_ddl=False,
    )
    context.run_migrations()
