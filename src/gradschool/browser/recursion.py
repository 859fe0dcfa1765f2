"""A runaway recursion must end in `RecursionError`, not with the whole worker.

Python counts two kinds of calls. Those from Python to Python take memory that it
manages. Those that pass through C (`__repr__`, `__getattr__`, a module's `forward`,
`sorted` with `__lt__`) take the stack of the browser, which is smaller than that of any
computer: after some 700 of them it is full, and nothing can be saved. Python's limit
for the second kind is 10,000 here and has no function that sets it, so the number is
written where the interpreter counts it down.
"""

from __future__ import annotations

import ctypes
import sys

PYTHON_LIMIT = 1000
C_LIMIT = 400
"""Calls through C; each takes at most a 700th of the browser's stack."""

_STOCK_C_LIMIT = 10_000
# The place of `py_recursion_limit` in CPython 3.12's PyThreadState, in words of 32
# bits; `c_recursion_remaining` is the next word.
_LIMIT_WORD = 5


def limit_recursion() -> None:
    """Sets both limits; the second only where the interpreter is the known one."""
    sys.setrecursionlimit(min(sys.getrecursionlimit(), PYTHON_LIMIT))
    if sys.platform != "emscripten" or sys.version_info[:2] != (3, 12):
        return
    current = ctypes.pythonapi.PyThreadState_Get
    current.restype = ctypes.c_void_p
    words = (ctypes.c_int32 * (_LIMIT_WORD + 2)).from_address(current())
    left = words[_LIMIT_WORD + 1]
    # Wrong numbers there would mean another layout, which must not be written to.
    if words[_LIMIT_WORD] == PYTHON_LIMIT and C_LIMIT < left <= _STOCK_C_LIMIT:
        words[_LIMIT_WORD + 1] = C_LIMIT
