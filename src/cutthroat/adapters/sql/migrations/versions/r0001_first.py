"""The first schema: logs of tables, people, their credentials and seats, keys of the server."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make every table."""
    game_table = op.create_table(
        "game_table",
        sa.Column("id", sa.Text(), primary_key=True),
        sa.Column("open", sa.Boolean(), nullable=False),
    )
    is_open = game_table.c.open == sa.true()
    op.create_index(
        "game_table_open", "game_table", ["id"], sqlite_where=is_open, postgresql_where=is_open
    )
    op.create_table(
        "log",
        sa.Column("table_id", sa.Text(), primary_key=True),
        sa.Column("number", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("count", sa.Integer(), nullable=False),
        sa.Column("moment", sa.BigInteger(), nullable=False),
        sa.Column("seat", sa.Integer()),
        sa.Column("version", sa.Integer()),
        sa.Column("waits", sa.Text(), nullable=False),
        sa.Column("body", sa.LargeBinary(), nullable=False),
    )
    op.create_table(
        "person",
        sa.Column("id", sa.Text(), primary_key=True),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("since", sa.BigInteger(), nullable=False),
    )
    op.create_table(
        "credential",
        sa.Column("digest", sa.Text(), primary_key=True),
        sa.Column(
            "person", sa.Text(), sa.ForeignKey("person.id", ondelete="CASCADE"), nullable=False
        ),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("table_id", sa.Text()),
        sa.Column("seat", sa.Integer()),
        sa.Column("expires", sa.BigInteger()),
    )
    op.create_index("credential_person", "credential", ["person"])
    op.create_index("credential_expires", "credential", ["expires"])
    op.create_table(
        "sitting",
        sa.Column(
            "id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            sa.Identity(),
            primary_key=True,
        ),
        sa.Column(
            "person", sa.Text(), sa.ForeignKey("person.id", ondelete="CASCADE"), nullable=False
        ),
        sa.Column("table_id", sa.Text(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.UniqueConstraint("person", "table_id", name="sitting_person_table"),
    )
    op.create_table(
        "server_key",
        sa.Column("name", sa.Text(), primary_key=True),
        sa.Column("secret", sa.LargeBinary(), nullable=False),
    )
