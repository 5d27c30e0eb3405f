"""The sheets of the scorekeeper, each with the log of its changes."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Make their tables."""
    op.create_table(
        "sheet",
        sa.Column("id", sa.Text(), primary_key=True),
        sa.Column(
            "owner", sa.Text(), sa.ForeignKey("person.id", ondelete="CASCADE"), nullable=False
        ),
        sa.Column("begun", sa.BigInteger(), nullable=False),
    )
    op.create_index("sheet_owner", "sheet", ["owner"])
    op.create_table(
        "sheet_change",
        sa.Column(
            "sheet", sa.Text(), sa.ForeignKey("sheet.id", ondelete="CASCADE"), primary_key=True
        ),
        sa.Column("number", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("moment", sa.BigInteger(), nullable=False),
        sa.Column("body", sa.LargeBinary(), nullable=False),
    )
