"""Records that people upload."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Make their table."""
    op.create_table(
        "kept_record",
        sa.Column("id", sa.Text(), primary_key=True),
        sa.Column("body", sa.LargeBinary(), nullable=False),
        sa.Column("looked_at", sa.BigInteger(), nullable=False),
    )
    op.create_index("kept_record_looked_at", "kept_record", ["looked_at"])
