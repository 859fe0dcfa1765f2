"""What a person decides when starting an academy."""

import os
import sys
from dataclasses import dataclass, field
from pathlib import Path

from gradschool.course import shipped_courses

PACKAGE = Path(__file__).resolve().parent


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """One academy.

    Args:
        courses: course folders; the ones we ship when none are given.
        host: the address to listen on. `0.0.0.0` is every network this machine is in.
        port: the port to listen on.
        database_url: an SQLAlchemy address, `sqlite:///file` or `postgresql://...`.
        root_path: the path under which a proxy mounts the academy, `/academy`.
        public_url: the address readers use, `https://learn.example.org`, without the
            root path. Left out, it is taken from each request.
        static_folder: what the front end's build left.
        runtime_folder: the files of the in-page Python.
    """

    courses: tuple[Path, ...] = field(default_factory=shipped_courses)
    host: str = "127.0.0.1"
    port: int = 8000
    database_url: str = field(default_factory=lambda: default_database_url())
    root_path: str = ""
    public_url: str | None = None
    static_folder: Path = PACKAGE / "static"
    runtime_folder: Path = PACKAGE / "runtime"


def default_database_url() -> str:
    """An SQLite file in the folder where this system keeps people's data."""
    return f"sqlite:///{data_folder() / 'academy.sqlite3'}"


def data_folder() -> Path:
    """Where an academy keeps what it knows, unless told otherwise."""
    if sys.platform == "win32":
        home = Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData/Local"))
    elif sys.platform == "darwin":
        home = Path.home() / "Library/Application Support"
    else:
        home = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local/share")
    return home / "gradschool"
