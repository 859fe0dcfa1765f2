"""The tables, as SQLAlchemy knows them.

A change here needs a migration in `migrations/versions/` and its number at the end of
`REVISIONS`; a test compares the three.
"""

from datetime import datetime

from sqlalchemy import CheckConstraint, DateTime, Integer, MetaData, String
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

# Every schema this program knows, oldest first. Kept here so that a start with an
# up-to-date database need not load the migration library.
REVISIONS = ("0001",)

# Constraints have the same names everywhere, so that migrations can alter them.
NAMES = {
    "ix": "ix_%(column_0_label)s",
    "uq": "uq_%(table_name)s_%(column_0_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
    "pk": "pk_%(table_name)s",
}


class Row(DeclarativeBase):
    """What a table holds."""

    metadata = MetaData(naming_convention=NAMES)


class InstanceRow(Row):
    """This academy: one row, made when the database is.

    `public_id` tells academies apart (a learner's export says where it came from);
    `created_at` is UTC without a zone.
    """

    __tablename__ = "instance"
    __table_args__ = (CheckConstraint("id = 1", name="single"),)

    id: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=False)
    public_id: Mapped[str] = mapped_column(String(32))
    created_at: Mapped[datetime] = mapped_column(DateTime(timezone=False))
