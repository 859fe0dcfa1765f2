import sqlite3
import threading

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy.exc import OperationalError

from gradschool.academy import errors
from gradschool.academy.store import database
from gradschool.academy.store.database import Store, explained, read_url
from gradschool.academy.store.tables import REVISIONS, Row


@pytest.fixture
def file(tmp_path):
    return tmp_path / "deep/folder/academy.sqlite3"


def url(file):
    return f"sqlite:///{file}"


def test_a_new_database_is_made_with_its_folder_and_tables(file):
    store = Store.open(url(file))
    store.check()
    assert len(store.instance().public_id) == 32
    store.close()
    connection = sqlite3.connect(file)
    assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    connection.close()


def test_an_academy_stays_itself_over_restarts(file):
    first = Store.open(url(file))
    again = Store.open(url(file))
    assert again.instance() == first.instance()
    first.close()
    again.close()


def test_an_up_to_date_database_needs_no_migration_library(file, monkeypatch):
    Store.open(url(file)).close()

    def explode(_):
        raise AssertionError("nothing is left to migrate")

    monkeypatch.setattr(database, "_upgrade", explode)
    Store.open(url(file)).close()


def test_migrations_make_the_tables_that_the_code_expects(file):
    Store.open(url(file)).close()
    engine = sa.create_engine(url(file))
    with engine.connect() as connection:
        context = MigrationContext.configure(connection)
        assert compare_metadata(context, Row.metadata) == []
    engine.dispose()


def test_the_code_knows_every_migration():
    config = Config()
    config.set_main_option("script_location", "gradschool.academy.store:migrations")
    scripts = list(ScriptDirectory.from_config(config).walk_revisions())
    assert tuple(one.revision for one in reversed(scripts)) == REVISIONS


def test_servers_that_start_at_once_make_one_database(file):
    opened, failed = [], []

    def start():
        try:
            opened.append(Store.open(url(file), busy_timeout_s=30))
        except errors.DatabaseError as error:
            failed.append(error)

    threads = [threading.Thread(target=start) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failed == []
    assert len({one.instance() for one in opened}) == 1
    for store in opened:
        store.close()


def test_a_migration_that_fails_leaves_nothing_behind(file, monkeypatch):
    from alembic import op

    def explode(*_):
        raise OperationalError("INSERT", {}, Exception("the disk is full"))

    with monkeypatch.context() as patch:
        patch.setattr(op, "bulk_insert", explode)
        with pytest.raises(errors.DatabaseError, match="the disk is full"):
            Store.open(url(file))
    connection = sqlite3.connect(file)
    tables = connection.execute("SELECT name FROM sqlite_master").fetchall()
    connection.close()
    assert tables == []
    Store.open(url(file)).close()


# What can be wrong with a database, each with one sentence.


def refused(address, **options):
    with pytest.raises(errors.DatabaseError) as caught:
        Store.open(address, **options)
    assert "\n" not in str(caught.value)
    return caught.value


@pytest.mark.parametrize(
    "address",
    ["", "nonsense", "sqlite//x", "://", "mysql://a/b", "oracle://x", "http://x"],
)
def test_what_is_no_address_of_a_database_says_what_one_looks_like(address):
    error = refused(address)
    assert isinstance(error, errors.DatabaseUrlError)
    assert "sqlite:///academy.sqlite3" in str(error)


def test_a_folder_is_no_database(tmp_path):
    error = refused(url(tmp_path))
    assert isinstance(error, errors.DatabaseUrlError)
    assert "is a folder" in str(error)


def test_a_file_that_is_no_database_is_left_alone(file):
    file.parent.mkdir(parents=True)
    file.write_bytes(b"a letter to my aunt, " * 100)
    error = refused(url(file))
    assert isinstance(error, errors.DatabaseBrokenError)
    assert file.read_bytes().startswith(b"a letter to my aunt")


def test_a_damaged_database_is_named(file):
    Store.open(url(file)).close()
    content = bytearray(file.read_bytes())
    content[100:] = b"\xff" * (len(content) - 100)
    file.write_bytes(content)
    for leftover in file.parent.glob("*-wal"):
        leftover.unlink()
    assert isinstance(refused(url(file)), errors.DatabaseBrokenError)


def test_a_database_that_another_program_holds_is_named(file):
    file.parent.mkdir(parents=True)
    holder = sqlite3.connect(file)
    holder.execute("CREATE TABLE t (x)")
    holder.execute("BEGIN EXCLUSIVE")
    error = refused(url(file), busy_timeout_s=0.05)
    assert isinstance(error, errors.DatabaseLockedError)
    assert "another program" in str(error)
    holder.close()


def test_a_database_of_a_newer_version_is_not_touched(file):
    Store.open(url(file)).close()
    connection = sqlite3.connect(file)
    connection.execute("UPDATE alembic_version SET version_num = '9999'")
    connection.commit()
    connection.close()
    error = refused(url(file))
    assert isinstance(error, errors.DatabaseNewerError)
    assert '"9999"' in str(error)


def test_a_folder_that_cannot_be_made_is_named(tmp_path):
    (tmp_path / "file").write_text("in the way")
    error = refused(url(tmp_path / "file/academy.sqlite3"))
    assert isinstance(error, errors.DatabaseUnreachableError)


def test_a_database_that_may_not_be_written_is_named(file):
    # Root may write everywhere and may run these tests, so the driver's words are
    # put in its mouth.
    words = sqlite3.OperationalError("attempt to write a readonly database")
    error = explained(OperationalError("INSERT", {}, words), read_url(url(file)))
    assert isinstance(error, errors.DatabaseUnreachableError)
    assert "Check who owns the file and its folder" in str(error)


def test_a_password_is_never_shown():
    error = refused("postgresql://anna:s3cret@127.0.0.1:1/academy")
    assert "s3cret" not in str(error)
    assert isinstance(
        error, errors.DatabaseUnreachableError | errors.DatabaseDriverError
    )


@pytest.mark.parametrize("scheme", ["postgres", "postgresql"])
def test_both_spellings_of_postgresql_are_understood(scheme):
    address = read_url(f"{scheme}://a@b/c")
    assert address.drivername == "postgresql+psycopg"
