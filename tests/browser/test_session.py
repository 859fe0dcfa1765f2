import linecache
import pickle
import sys

import pytest

from gradschool.browser.session import MAX_VALUE_LENGTH, Session


@pytest.fixture
def session():
    main = sys.modules["__main__"]
    yield Session()
    sys.modules["__main__"] = main


def test_the_value_is_the_repr_of_the_last_expression(session):
    assert session.run("one", "x = 'a'\nx * 2").value == "'aa'"


@pytest.mark.parametrize("code", ["", "x = 1", "None", "# a comment"])
def test_a_cell_without_a_value_shows_none(session, code):
    assert session.run("one", code).value is None


def test_cells_share_their_variables(session):
    session.run("one", "x = 3")
    assert session.run("two", "x + 1").value == "4"


def test_a_second_run_replaces_the_first(session):
    session.run("one", "x = 1")
    session.run("one", "x = 2")
    assert session.run("two", "x").value == "2"


def test_a_class_of_a_cell_can_be_pickled(session):
    session.run("one", "class Point:\n    pass")
    point = session.namespace["Point"]()
    assert type(pickle.loads(pickle.dumps(point))) is session.namespace["Point"]


def test_dataclasses_and_annotations_find_their_module(session):
    code = (
        "from __future__ import annotations\n"
        "from dataclasses import dataclass\n"
        "@dataclass\nclass Point:\n    x: int\n"
        "Point(3)"
    )
    assert session.run("one", code).value == "Point(x=3)"


def test_code_before_an_error_has_run(session):
    outcome = session.run("one", "x = 5\n1 / 0\nx = 6")
    assert outcome.failure.type == "ZeroDivisionError"
    assert session.run("two", "x").value == "5"


def test_a_syntax_error_runs_nothing(session):
    outcome = session.run("one", "x = 7\nx = = 8")
    assert outcome.failure.type == "SyntaxError"
    assert "x" not in session.namespace


def test_an_error_in_repr_is_the_cells_error(session):
    code = "class Odd:\n    def __repr__(self):\n        raise ValueError('no')\nOdd()"
    failure = session.run("one", code).failure
    assert (failure.type, failure.line) == ("ValueError", 3)


def test_exit_ends_the_cell_and_not_python(session):
    assert session.run("one", "import sys\nsys.exit(2)").failure.type == "SystemExit"
    assert session.run("two", "1").value == "1"


def test_an_interrupt_is_told_apart_from_other_errors(session):
    assert session.run("one", "raise KeyboardInterrupt").interrupted
    assert not session.run("one", "raise ValueError").interrupted


def test_a_very_long_value_is_cut_and_says_so(session):
    value = session.run("one", f"'a' * {MAX_VALUE_LENGTH * 2}").value
    assert len(value) < MAX_VALUE_LENGTH + 100
    assert value.endswith(f"... ({MAX_VALUE_LENGTH * 2 + 2} characters)")


def test_a_warning_shows_its_line_as_python_does(session, capsys):
    code = "import warnings\nwarnings.warn('careful')"
    with pytest.warns(UserWarning, match="careful") as caught:
        session.run("one", code)
    assert (caught[0].filename, caught[0].lineno) == ("cell one", 2)
    assert linecache.getline("cell one", 2).strip() == "warnings.warn('careful')"


def test_each_run_shows_its_warnings_again(session):
    # Python's own rule, "once for each place", would hide the second.
    code = (
        "import warnings\nwith warnings.catch_warnings():\n    pass\nwarnings.warn('x')"
    )
    for _ in range(2):
        with pytest.warns(UserWarning, match="x"):
            session.run("one", code)


def test_what_a_failed_cell_held_is_let_go(session):
    session.run("one", "import weakref\nclass Big: pass\nrefs = []")
    code = (
        "def f():\n    big = Big()\n    refs.append(weakref.ref(big))\n    1 / 0\nf()"
    )
    session.run("two", code)
    assert session.run("three", "refs[0]() is None").value == "True"


def test_names_of_the_session_are_not_the_learners(session):
    assert session.run("one", "'_execute' in dir() or 'ast' in dir()").value == "False"
