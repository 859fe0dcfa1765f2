"""Small courses, written for a test and read for real."""

from pathlib import Path
from textwrap import dedent

import pytest

from gradschool.course.findings import Notebook
from gradschool.course.parse import parse

HEAD = "---\nid: lesson\ntitle: A title\nminutes: 1\nlede: A lede.\n---\n\n"
MANIFEST = """
id = "course"
source_language = "en"
languages = ["en", "fr"]
[title]
en = "A course"
[[units]]
id = "unit"
lessons = ["one"]
[units.title]
en = "A unit"
"""


@pytest.fixture
def parsed():
    """Parses the body of a lesson; its first line is line 8 of the file."""

    def read(body, head=HEAD):
        return parse(head + dedent(body).lstrip("\n"), Notebook(Path("l.md")), "en")

    return read


@pytest.fixture
def section(parsed):
    """Parses the body of one section, whose first line is line 10 of the file."""

    def read(body):
        return parsed("(one)=\n## One\n" + dedent(body).lstrip("\n"))

    return read


@pytest.fixture
def course(tmp_path):
    """Writes a course: file name to text; returns its folder."""

    def write(files=(), manifest=MANIFEST):
        folder = tmp_path / "course"
        lesson = HEAD.replace("id: lesson", "id: one") + "(s)=\n## S\n\nText.\n"
        contents = {"course.toml": manifest, "en/01-one.md": lesson, **dict(files)}
        for name, text in contents.items():
            if text is None:
                continue
            file = folder / name
            file.parent.mkdir(parents=True, exist_ok=True)
            if isinstance(text, bytes):
                file.write_bytes(text)
            else:
                file.write_text(text, encoding="utf-8")
        return folder

    return write
