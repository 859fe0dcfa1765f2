"""How a warning of a cell is printed.

    Python's way      cell 2:1: UserWarning: careful
    here              cell 2, line 1: UserWarning: careful

A learner sees "Cell 2" on the page; two numbers with a colon between them would have to
be explained.
"""

from __future__ import annotations

import linecache
import warnings

from gradschool.browser.failure import CELL_PREFIX

_of_python = warnings.formatwarning


def install() -> None:
    """Lets `warnings` print its warnings in these words."""
    warnings.formatwarning = warning_text


def warning_text(
    message: Warning | str,
    category: type[Warning],
    filename: str,
    lineno: int,
    line: str | None = None,
) -> str:
    """The text of a warning; takes what `warnings.formatwarning` takes."""
    if not filename.startswith(CELL_PREFIX):
        return _of_python(message, category, filename, lineno, line)
    source = linecache.getline(filename, lineno) if line is None else line
    shown = f"  {source.strip()}\n" if source.strip() else ""
    return f"{filename}, line {lineno}: {category.__name__}: {message}\n{shown}"
