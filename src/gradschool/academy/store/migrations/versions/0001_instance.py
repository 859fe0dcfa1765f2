"""The first table: which academy this is.

Revision ID: 0001
"""

import uuid
from datetime import UTC, datetime

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Makes the table and its one row."""
    table = op.create_table(
        "instance",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("public_id", sa.String(32), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=False), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_instance"),
        sa.CheckConstraint("id = 1", name="ck_instance_single"),
    )
    row = {
        "id": 1,
        "public_id": uuid.uuid4().hex,
        "created_at": datetime.now(UTC).replace(tzinfo=None),
    }
    op.bulk_insert(table, [row])


def downgrade() -> None:
    """Drops the table."""
    op.drop_table("instance")
