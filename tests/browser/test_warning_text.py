import warnings

from gradschool.browser import warning_text
from gradschool.browser.session import Session


def test_a_warning_names_the_cell_and_the_line(monkeypatch):
    monkeypatch.setattr(warnings, "formatwarning", warnings.formatwarning)
    warning_text.install()
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        Session().run("2", "import warnings\nwarnings.warn('careful')")
    one = caught[0]
    text = warnings.formatwarning(one.message, one.category, one.filename, one.lineno)
    assert text.splitlines() == [
        "cell 2, line 2: UserWarning: careful",
        "  warnings.warn('careful')",
    ]


def test_a_warning_from_elsewhere_is_as_python_prints_it():
    text = warning_text.warning_text("old", DeprecationWarning, "/lib/a.py", 3, "f()")
    assert text == "/lib/a.py:3: DeprecationWarning: old\n  f()\n"
