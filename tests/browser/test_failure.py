import sys

import pytest

from gradschool.browser.session import Session


@pytest.fixture
def fail():
    main = sys.modules["__main__"]
    session = Session()

    def run(code, *earlier):
        for number, cell in enumerate(earlier):
            session.run(f"earlier-{number}", cell)
        return session.run("one", code).failure

    yield run
    sys.modules["__main__"] = main


def test_the_traceback_is_what_python_prints_for_the_cell(fail):
    failure = fail("def f():\n    return 1 / 0\nf()")
    assert failure.traceback.splitlines() == [
        "Traceback (most recent call last):",
        '  File "cell one", line 3, in <module>',
        "    f()",
        '  File "cell one", line 2, in f',
        "    return 1 / 0",
        "           ~~^~~",
        "ZeroDivisionError: division by zero",
    ]


def test_frames_of_libraries_are_left_out(fail):
    failure = fail("import json\njson.loads('{')")
    assert "decoder.py" not in failure.traceback
    assert failure.line == 2


def test_the_line_is_that_of_the_cell_that_ran(fail):
    failure = fail("x = 1\nf()", "def f():\n\n\n\n    return 1 / 0")
    assert (failure.line, failure.column) == (2, 1)
    assert 'File "cell earlier-0", line 5' in failure.traceback


def test_the_column_counts_characters_and_not_bytes(fail):
    failure = fail("é = 'ñandú'; 1 / 0")
    assert failure.column == 14


def test_a_syntax_error_has_its_place_and_no_file_in_its_message(fail):
    failure = fail("x = (1,\ny = 2")
    assert (failure.message, failure.line) == ("'(' was never closed", 1)
    assert failure.column == 5


def test_notes_are_kept_apart_and_printed(fail):
    failure = fail("error = ValueError('a')\nerror.add_note('because')\nraise error")
    assert failure.message == "a"
    assert failure.notes == ("because",)
    assert failure.traceback.endswith("ValueError: a\nbecause\n")


def test_the_cause_is_shown_with_its_cell_frames(fail):
    failure = fail(
        "try:\n    1 / 0\nexcept ZeroDivisionError as e:\n    raise OSError from e"
    )
    assert "division by zero" in failure.traceback
    assert "direct cause" in failure.traceback


def test_a_message_that_cannot_be_made_does_not_hide_the_error(fail):
    code = "class Odd(Exception):\n    def __str__(self):\n        1 / 0\nraise Odd"
    failure = fail(code)
    assert failure.type == "Odd"
    assert "ZeroDivisionError" in failure.message


def test_a_recursion_without_end_is_short_to_read(fail):
    failure = fail("def f():\n    f()\nf()")
    assert failure.type == "RecursionError"
    assert len(failure.traceback.splitlines()) < 30


def test_a_huge_message_is_cut(fail):
    assert len(fail("raise ValueError('a' * 10**6)").message) <= 20_000


def test_an_exception_group_keeps_only_cell_frames(fail):
    code = (
        "import json\n"
        "try:\n    json.loads('{')\n"
        "except ValueError as e:\n    raise ExceptionGroup('all', [e])"
    )
    failure = fail(code)
    assert "decoder.py" not in failure.traceback
    assert "Expecting property name" in failure.traceback


@pytest.mark.parametrize("leaving", ["KeyboardInterrupt", "SystemExit", "MemoryError"])
def test_whatever_a_message_raises_there_is_a_description(fail, leaving):
    failure = fail(
        f"class Odd(Exception):\n    def __str__(self): raise {leaving}\nraise Odd"
    )
    assert (failure.type, failure.line) == ("Odd", 3)
    assert leaving in failure.message


@pytest.mark.parametrize("notes", ["5", "[object(), 'kept']", "None", "('kept',)"])
def test_notes_of_any_kind_do_no_harm(fail, notes):
    failure = fail(f"error = ValueError('a')\nerror.__notes__ = {notes}\nraise error")
    assert (failure.type, failure.message, failure.line) == ("ValueError", "a", 3)


def test_a_very_long_class_name_is_cut(fail):
    failure = fail("raise type('x' * 10**6, (Exception,), {})")
    assert len(failure.type) == 200
