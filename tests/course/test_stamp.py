import shutil
from pathlib import Path

import pytest

from gradschool.course.stamp import main, stamped

FIXTURES = Path(__file__).parent.parent / "fixtures"


@pytest.fixture
def partial(tmp_path):
    return shutil.copytree(FIXTURES / "partial", tmp_path / "partial")


def test_a_stamp_is_put_under_the_heading():
    text = "(a)=\n## A\n\nText.\n\n(b)=\n## B\n% source: old\n\nText.\n"
    assert stamped(text, {"a": "111", "b": "222"}) == (
        "(a)=\n## A\n% source: 111\n\nText.\n\n(b)=\n## B\n% source: 222\n\nText.\n"
    )


def test_a_section_without_a_source_keeps_its_line():
    text = "(a)=\n## A\n% source: old\n\nText.\n"
    assert stamped(text, {}) == text


def test_the_report_names_every_section_of_every_language(partial, capsys):
    assert main([str(partial)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].split() == ["translated", "fr", "every-block", "prose"]
    assert [line.split()[0] for line in lines] == [
        "translated",
        "stale",
        "translated",
        "missing",
        "translated",
        "missing",
        "translated",
        "missing",
    ]


def test_writing_makes_every_translated_section_fresh(partial, capsys):
    assert main([str(partial), "--write", "fr/01-every-block.md"]) == 0
    states = {line.split()[0] for line in capsys.readouterr().out.splitlines()}
    assert states == {"translated", "missing"}


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["--help"],
        ["/nothing/here"],
        ["{partial}", "--write", "fr/notes.txt"],
        ["{partial}", "--write", "fr/09-none.md"],
    ],
)
def test_wrong_use_ends_with_two_and_one_line(partial, capsys, arguments):
    filled = [one.replace("{partial}", str(partial)) for one in arguments]
    assert main(filled) == 2
    assert len(capsys.readouterr().err.strip().splitlines()) == 1
