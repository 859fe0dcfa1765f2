"""The database: opened, brought up to date, and asked.

SQLite in write-ahead mode by default: readers never wait for the writer, and one file
holds a whole academy. PostgreSQL by its address. Whatever goes wrong on the way comes
out as one sentence that says what to do (`errors.py`).
"""

import importlib.resources
import logging
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy import event
from sqlalchemy.engine import URL, Connection, Engine, make_url
from sqlalchemy.exc import (
    ArgumentError,
    DBAPIError,
    NoSuchModuleError,
    SQLAlchemyError,
)
from sqlalchemy.orm import Session

from gradschool.academy.errors import (
    DatabaseBrokenError,
    DatabaseDriverError,
    DatabaseError,
    DatabaseLockedError,
    DatabaseNewerError,
    DatabaseUnreachableError,
    DatabaseUrlError,
)
from gradschool.academy.store.tables import REVISIONS, InstanceRow

BUSY_TIMEOUT_S = 5.0

EXAMPLES = "sqlite:///academy.sqlite3 or postgresql://user:password@host/name"


@dataclass(frozen=True, slots=True)
class Instance:
    """Which academy this is."""

    public_id: str


class Store:
    """The only way to the database. `Store.open` makes one."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._name = shown(engine.url)

    @classmethod
    def open(cls, url: str, *, busy_timeout_s: float = BUSY_TIMEOUT_S) -> "Store":
        """Opens the database and brings its tables up to date.

        Args:
            url: an SQLAlchemy address; `postgres://` is understood as well.
            busy_timeout_s: how long to wait for another program that holds the file.

        Raises:
            DatabaseError: it cannot be used, and what to do about it.
        """
        address = read_url(url)
        _prepare_folder(address)
        store = cls(_engine(address, busy_timeout_s))
        try:
            store._migrate()
        except DatabaseError:
            store.close()
            raise
        except (SQLAlchemyError, OSError) as error:
            store.close()
            raise explained(error, address) from error
        return store

    def close(self) -> None:
        """Lets go of all connections."""
        self._engine.dispose()

    def check(self) -> None:
        """Asks the database for a sign of life.

        Raises:
            DatabaseError: it does not answer.
        """
        try:
            with self._engine.connect() as connection:
                connection.execute(sa.select(InstanceRow.id)).first()
        except SQLAlchemyError as error:
            raise explained(error, self._engine.url) from error

    def instance(self) -> Instance:
        """Which academy this is."""
        with Session(self._engine) as session:
            row = session.scalars(sa.select(InstanceRow)).one()
            return Instance(public_id=row.public_id)

    def _migrate(self) -> None:
        with self._engine.connect() as connection:
            current = _revision(connection)
        if current == REVISIONS[-1]:
            return
        if current is not None and current not in REVISIONS:
            raise DatabaseNewerError(
                f"The database {self._name} was last used by a newer Gradschool "
                f'(schema "{current}", this version knows up to "{REVISIONS[-1]}"). '
                "Install that version again, or name another --database-url."
            )
        _upgrade(self._engine)


def read_url(url: str) -> URL:
    """The address of a database.

    Raises:
        DatabaseUrlError: it cannot be read as one, or is of a kind we do not keep
            data in.
    """
    try:
        address = make_url(url)
    except (ArgumentError, ValueError) as error:
        raise DatabaseUrlError(
            f'expected the address of a database such as {EXAMPLES}, got "{url}"'
        ) from error
    if address.drivername in {"postgres", "postgresql"}:
        address = address.set(drivername="postgresql+psycopg")
    if address.get_backend_name() not in {"sqlite", "postgresql"}:
        raise DatabaseUrlError(
            f"expected an SQLite or PostgreSQL database ({EXAMPLES}), "
            f'got "{shown(address)}"'
        )
    return address


def shown(url: URL) -> str:
    """The address without its password, for messages."""
    if url.get_backend_name() == "sqlite":
        return url.database or "in memory"
    return url.render_as_string(hide_password=True)


def explained(error: Exception, url: URL) -> DatabaseError:
    """What a driver's error means to the person who runs the academy."""
    name = shown(url)
    reason = _reason(error)
    words = reason.lower()
    if "locked" in words or "busy" in words:
        return DatabaseLockedError(
            f"The database {name} is held by another program. Stop that program, or "
            "name another --database-url."
        )
    if "not a database" in words or "malformed" in words or "corrupt" in words:
        return DatabaseBrokenError(
            f"The file {name} is damaged or is no database ({reason}). Put a backup in "
            "its place, or name another --database-url."
        )
    if "readonly" in words or "read-only" in words or "permission" in words:
        return DatabaseUnreachableError(
            f"The database {name} cannot be written ({reason}). Check who owns the "
            "file and its folder."
        )
    return DatabaseUnreachableError(
        f"The database {name} cannot be opened: {reason}. Check that it is there and "
        "that --database-url is right."
    )


def _reason(error: Exception) -> str:
    """The driver's own words in one line."""
    original = error.orig if isinstance(error, DBAPIError) else error
    lines = str(original or error).strip().splitlines()
    return (lines[0] if lines else type(error).__name__).rstrip(".")


def _engine(url: URL, busy_timeout_s: float) -> Engine:
    try:
        if url.get_backend_name() != "sqlite":
            return sa.create_engine(url, pool_pre_ping=True)
        engine = sa.create_engine(url, connect_args={"timeout": busy_timeout_s})
    except NoSuchModuleError as error:
        raise DatabaseUrlError(
            f'expected a database such as {EXAMPLES}, got "{shown(url)}"'
        ) from error
    except ImportError as error:
        raise DatabaseDriverError(
            f"The library for {shown(url)} is missing ({error}). "
            'Install it with: pip install "psycopg[binary]"'
        ) from error
    event.listen(engine, "connect", _set_up_sqlite)
    event.listen(engine, "begin", _begin_sqlite)
    return engine


def _set_up_sqlite(connection: Any, _record: object) -> None:
    # The driver would open transactions by itself, but only before some statements;
    # `_begin_sqlite` opens each one, so that migrations are all or nothing.
    connection.isolation_level = None
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode = WAL")
    # In write-ahead mode NORMAL loses nothing when the program dies.
    cursor.execute("PRAGMA synchronous = NORMAL")
    cursor.execute("PRAGMA foreign_keys = ON")
    cursor.close()


def _begin_sqlite(connection: Connection) -> None:
    mode = connection.get_execution_options().get("sqlite_begin", "BEGIN")
    connection.exec_driver_sql(str(mode))


def _prepare_folder(url: URL) -> None:
    """Makes the folder of an SQLite file, unless the file is to live in memory."""
    if url.get_backend_name() != "sqlite" or url.database in {None, "", ":memory:"}:
        return
    file = Path(str(url.database))
    if file.is_dir():
        raise DatabaseUrlError(f"expected a database file, {file} is a folder")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise DatabaseUnreachableError(
            f"The folder of the database {file} cannot be made: {error.strerror}. "
            "Name another --database-url."
        ) from error


def _revision(connection: Connection) -> str | None:
    """The schema's revision; None for a database without tables of ours."""
    if not sa.inspect(connection).has_table("alembic_version"):
        return None
    row = connection.execute(sa.text("SELECT version_num FROM alembic_version")).first()
    return None if row is None else str(row[0])


def _upgrade(engine: Engine) -> None:
    """Runs the migrations that are missing, in one transaction.

    Several servers may start at once. The first one takes the database for itself;
    the others wait for it and find nothing left to do.
    """
    # Loaded here: an up-to-date database is the usual case and does without it.
    from alembic import command
    from alembic.config import Config

    # It would tell each of its steps to the person who starts the server.
    logging.getLogger("alembic").setLevel(logging.WARNING)
    config = Config()
    folder = importlib.resources.files("gradschool.academy.store") / "migrations"
    config.set_main_option("script_location", str(folder).replace("%", "%%"))
    exclusive = engine.execution_options(sqlite_begin="BEGIN IMMEDIATE")
    with exclusive.begin() as connection:
        if engine.dialect.name == "postgresql":
            # An arbitrary number that all Gradschool servers share.
            connection.execute(sa.text("SELECT pg_advisory_xact_lock(727274)"))
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
