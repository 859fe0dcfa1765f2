import sys
from pathlib import Path

import pytest

from gradschool.academy.settings import Settings, data_folder
from gradschool.course import shipped_courses


@pytest.mark.parametrize(
    ("platform", "end"),
    [
        ("linux", ".local/share/gradschool"),
        ("darwin", "Library/Application Support/gradschool"),
        ("win32", "AppData/Local/gradschool"),
    ],
)
def test_data_live_where_the_system_keeps_them(monkeypatch, platform, end):
    for name in ("XDG_DATA_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(sys, "platform", platform)
    assert data_folder() == Path.home() / end


def test_the_system_may_say_where(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setattr(sys, "platform", "linux")
    assert Settings().database_url == f"sqlite:///{tmp_path}/gradschool/academy.sqlite3"


def test_without_more_the_shipped_courses_are_served():
    assert Settings().courses == shipped_courses()
