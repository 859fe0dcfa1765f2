"""`gradschool check`: findings on stdout, a count on stderr, an exit code."""

from pathlib import Path

import pytest

from gradschool.cli.main import run_command

ROOT = Path(__file__).parent.parent.parent
FIXTURES = ROOT / "tests/fixtures"


def test_the_shipped_course_has_nothing_to_mend(capsys):
    assert run_command(["check", str(ROOT / "courses/deep-learning")]) == 0
    shown = capsys.readouterr()
    assert (shown.out, shown.err) == ("", "0 errors, 0 warnings\n")


def test_a_broken_lesson_is_named_with_its_line(capsys):
    assert run_command(["check", str(FIXTURES / "broken-lesson")]) == 1
    shown = capsys.readouterr()
    lines = shown.out.splitlines()
    assert lines
    assert all("broken-lesson" in line and ": CF" in line for line in lines)
    assert not shown.err.startswith("0 errors")


@pytest.mark.parametrize(("options", "code"), [([], 0), (["--strict"], 1)])
def test_warnings_count_when_one_asks_for_it(capsys, options, code):
    # A partial translation is a course one can serve.
    assert run_command(["check", str(FIXTURES / "partial"), *options]) == code
    assert "CF2" in capsys.readouterr().out


def test_a_folder_without_a_course_is_wrong_use(capsys, tmp_path):
    assert run_command(["check", str(tmp_path)]) == 2
    shown = capsys.readouterr()
    assert shown.err.startswith("gradschool: ")
    assert shown.err.count("\n") == 1
