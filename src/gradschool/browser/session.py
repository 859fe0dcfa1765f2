"""One Python session: the cells of a lesson run in it, one after the other.

    cell "first":   x = 1; x          -> Outcome(value="1")
    cell "second":  x + y             -> Outcome(failure=NameError at line 1)
    cell "first":   x = 2             -> Outcome(value=None)

All cells share one namespace, that of `__main__`, as the cells of a notebook do. The
value of a cell is that of its last line, if that is an expression other than None.
"""

from __future__ import annotations

import ast
import linecache
import sys
import traceback
import types
from dataclasses import dataclass

from gradschool.browser.failure import CELL_PREFIX, Failure, describe

MAX_VALUE_LENGTH = 100_000


@dataclass(frozen=True)
class Outcome:
    """How a run ended."""

    value: str | None = None
    """`repr` of the last expression; None when there is nothing to show."""
    failure: Failure | None = None
    interrupted: bool = False
    """The failure is a KeyboardInterrupt that nobody caught."""


class Session:
    """A namespace that cells share."""

    def __init__(self) -> None:
        self._main = types.ModuleType("__main__")
        # Pickle, dataclasses and `typing` look classes up by module name.
        sys.modules["__main__"] = self._main

    @property
    def namespace(self) -> dict[str, object]:
        """The variables of the learner."""
        return self._main.__dict__

    def run(self, cell_id: str, code: str) -> Outcome:
        """Runs a cell; every exception becomes part of the outcome.

        Args:
            cell_id: Names the cell in tracebacks.
            code: Its text.
        """
        file_name = f"{CELL_PREFIX}{cell_id}"
        _remember_source(file_name, code)
        # Each run shows its warnings, as each run of a program does.
        self.namespace.pop("__warningregistry__", None)
        try:
            value = self._execute(file_name, code)
        except BaseException as error:  # noqa: BLE001 - SystemExit and KeyboardInterrupt end a cell, not Python
            return _failed(error, file_name)
        return Outcome(value=value)

    def _execute(self, file_name: str, code: str) -> str | None:
        tree = ast.parse(code, file_name)
        last = tree.body[-1] if tree.body else None
        shown = last if isinstance(last, ast.Expr) else None
        if shown is not None:
            tree.body.pop()
        # The session's own future imports are not the learner's.
        exec(compile(tree, file_name, "exec", dont_inherit=True), self.namespace)  # noqa: S102 - running the learner's code is the purpose
        if shown is None:
            return None
        expression = ast.Expression(shown.value)
        compiled = compile(expression, file_name, "eval", dont_inherit=True)
        value: object = eval(compiled, self.namespace)  # noqa: S307 - as above
        return None if value is None else _shown(value)


def _shown(value: object) -> str:
    text = repr(value)
    if len(text) <= MAX_VALUE_LENGTH:
        return text
    return f"{text[:MAX_VALUE_LENGTH]}... ({len(text)} characters)"


def _failed(error: BaseException, file_name: str) -> Outcome:
    failure = describe(error, file_name)
    interrupted = isinstance(error, KeyboardInterrupt)
    # What the frames hold (whole batches, models) must not outlive the message.
    traceback.clear_frames(error.__traceback__)
    return Outcome(failure=failure, interrupted=interrupted)


def _remember_source(file_name: str, code: str) -> None:
    lines = code.splitlines(keepends=True)
    if lines and not lines[-1].endswith("\n"):
        lines[-1] += "\n"
    # No modification time: `linecache.checkcache` then leaves the entry alone.
    linecache.cache[file_name] = (len(code), None, lines, file_name)
