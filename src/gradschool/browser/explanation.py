"""Which plain-words explanation fits an error: a key of the page's texts, and values.

The sentences themselves are translated and live with the page's other texts under
`error.*`. Each entry here is a type, a pattern of the message, and a key; the named
groups of the pattern become the values in the sentence. The first entry that fits
wins, so special cases stand above general ones.
"""

from __future__ import annotations

import difflib
import re
import traceback
from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Explanation:
    """A key such as `error.nameError`, and what its text names."""

    key: str
    params: Mapping[str, str]


@dataclass(frozen=True)
class _Entry:
    type: str
    pattern: str
    key: str


_NAME = r"(?P<name>[\w.]+)"

_ENTRIES = (
    # PyTorch's
    _Entry(
        "RuntimeError", r"backward through the graph a second time", "backwardTwice"
    ),
    _Entry(
        "RuntimeError",
        r"element \d+ of tensors does not require grad",
        "noGraph",
    ),
    _Entry(
        "RuntimeError", r"grad can be implicitly created only for scalar", "notScalar"
    ),
    _Entry(
        "RuntimeError",
        r"a (view of a )?leaf Variable that requires grad .*in-place",
        "leafInPlace",
    ),
    _Entry(
        "RuntimeError",
        r"modified by an inplace operation",
        "changedInPlace",
    ),
    _Entry(
        "RuntimeError",
        r"Only Tensors of floating point and complex dtype can require gradients",
        "integersHaveNoGradient",
    ),
    _Entry(
        "RuntimeError",
        r"Can't call numpy\(\) on Tensor that requires grad",
        "numpyNeedsDetach",
    ),
    _Entry(
        "RuntimeError",
        r"mat1 and mat2 shapes cannot be multiplied "
        r"\((?P<left>[\dx]+) and (?P<right>[\dx]+)\)",
        "shapesDoNotMultiply",
    ),
    _Entry(
        "RuntimeError",
        r"The size of tensor a \((?P<left>\d+)\) must match the size of tensor b "
        r"\((?P<right>\d+)\) at non-singleton dimension (?P<dim>\d+)",
        "shapesDoNotMatch",
    ),
    _Entry(
        "RuntimeError",
        r"shape '(?P<shape>\[[^']*\])' is invalid for input of size (?P<size>\d+)",
        "viewSize",
    ),
    _Entry(
        "RuntimeError",
        r"a Tensor with (?P<count>\d+) elements cannot be converted to Scalar",
        "notOneElement",
    ),
    _Entry(
        "RuntimeError",
        r"Boolean value of Tensor with more than one value is ambiguous",
        "ambiguousTruth",
    ),
    _Entry(
        "RuntimeError",
        r"expected (scalar type|m1 and m2 to have the same dtype)",
        "dtypesDiffer",
    ),
    _Entry("RuntimeError", r"have the same dtype, but got", "dtypesDiffer"),
    _Entry(
        "NotImplementedError", r"; nearest: (?P<nearest>.+)$", "notImplementedNearest"
    ),
    _Entry("NotImplementedError", r"", "notImplemented"),
    # What a page cannot do
    _Entry("RuntimeError", r"can't start new thread", "noThreads"),
    _Entry("OSError", r"does not support processes", "noThreads"),
    _Entry("RuntimeError", r"Cannot stack switch", "noAsync"),
    # The runtime's own
    _Entry("InputUnavailableError", r"", "inputUnavailable"),
    _Entry("EOFError", r"", "endOfInput"),
    _Entry("MemoryError", r"", "memory"),
    # Pyodide is a 32-bit machine: what cannot be counted cannot be held either.
    _Entry("ValueError", r"array is too big|Maximum allowed dimension", "memory"),
    _Entry("OverflowError", r"into an index-sized integer", "memory"),
    _Entry("KeyboardInterrupt", r"", "interrupted"),
    _Entry("SystemExit", r"", "systemExit"),
    # Names
    _Entry("UnboundLocalError", rf"local variable '{_NAME}'", "unboundLocal"),
    _Entry(
        "NameError",
        rf"name '{_NAME}' is not defined\. Did you mean: '(?P<suggestion>\w+)'",
        "nameErrorSuggestion",
    ),
    _Entry("NameError", rf"name '{_NAME}' is not defined", "nameError"),
    _Entry("ModuleNotFoundError", rf"No module named '{_NAME}'", "moduleNotFound"),
    _Entry(
        "ImportError",
        rf"cannot import name '{_NAME}' from '(?P<module>[\w.]+)'",
        "cannotImportName",
    ),
    _Entry(
        "AttributeError",
        rf"'NoneType' object has no attribute '{_NAME}'",
        "noneHasNoAttribute",
    ),
    _Entry(
        "AttributeError",
        rf"has no attribute '{_NAME}'\. Did you mean: '(?P<suggestion>\w+)'",
        "attributeSuggestion",
    ),
    _Entry(
        "AttributeError",
        rf"'(?P<type>[\w.]+)' object has no attribute '{_NAME}'",
        "attributeError",
    ),
    _Entry(
        "AttributeError",
        rf"module '(?P<module>[\w.]+)' has no attribute '{_NAME}'",
        "moduleHasNoAttribute",
    ),
    # Calls and values
    _Entry("TypeError", r"'NoneType' object is not", "noneIsNot"),
    _Entry("TypeError", r"'(?P<type>[\w.]+)' object is not callable", "notCallable"),
    _Entry("TypeError", r"'(?P<type>[\w.]+)' object is not iterable", "notIterable"),
    _Entry(
        "TypeError",
        r"'(?P<type>[\w.]+)' object is not subscriptable",
        "notSubscriptable",
    ),
    _Entry(
        "TypeError",
        r"unsupported operand type\(s\) for (?P<operator>\S+): "
        r"'(?P<left>[\w.]+)' and '(?P<right>[\w.]+)'",
        "unsupportedOperands",
    ),
    _Entry(
        "TypeError",
        rf"{_NAME}\(\) missing \d+ required (positional|keyword-only) arguments?: "
        r"(?P<arguments>.+)",
        "missingArguments",
    ),
    _Entry(
        "TypeError",
        rf"{_NAME}\(\) got an unexpected keyword argument '(?P<argument>\w+)'",
        "unexpectedArgument",
    ),
    _Entry("TypeError", rf"{_NAME}\(\) takes .*but", "tooManyArguments"),
    _Entry("IndexError", r"", "indexError"),
    _Entry("KeyError", r"(?P<name>.*)", "keyError"),
    _Entry("ZeroDivisionError", r"", "zeroDivision"),
    _Entry("RecursionError", r"", "recursion"),
    _Entry("FileNotFoundError", r"", "fileNotFound"),
    _Entry("URLError", r"", "noNetwork"),
    _Entry("TimeoutError", r"", "noNetwork"),
    _Entry(
        "ValueError",
        r"not enough values to unpack \(expected (at least )?(?P<expected>\d+), "
        r"got (?P<found>\d+)\)",
        "unpackTooFew",
    ),
    _Entry(
        "ValueError",
        r"too many values to unpack \(expected (?P<expected>\d+)\)",
        "unpackTooMany",
    ),
    _Entry("AssertionError", r"", "assertion"),
    # Grammar
    _Entry("TabError", r"", "tabs"),
    _Entry("IndentationError", r"expected an indented block", "indentMissing"),
    _Entry("IndentationError", r"", "indentation"),
    _Entry("SyntaxError", r"'await' outside", "noAsync"),
    _Entry(
        "SyntaxError",
        r"'(?P<name>return|yield|yield from)' outside function",
        "outsideFunction",
    ),
    _Entry("SyntaxError", r"expected ':'", "colonMissing"),
    _Entry("SyntaxError", r"'(?P<bracket>[\[({])' was never closed", "bracketOpen"),
    _Entry("SyntaxError", r"unterminated .*string", "stringOpen"),
    _Entry("SyntaxError", r"Maybe you meant '==' or ':='", "assignmentInCondition"),
    _Entry("SyntaxError", r"Did you mean print\(", "printNeedsParentheses"),
    _Entry("SyntaxError", r"Perhaps you forgot a comma", "commaMissing"),
    _Entry("SyntaxError", r"", "syntax"),
)

_COMPILED = tuple((entry, re.compile(entry.pattern, re.DOTALL)) for entry in _ENTRIES)
MAX_PARAM_LENGTH = 200
MIN_LIKENESS = 0.75

KEYS = tuple(dict.fromkeys(f"error.{entry.key}" for entry in _ENTRIES))
"""Every key that `explain` can give; the page's texts must have each of them."""


def explain(error: BaseException) -> Explanation | None:
    """The explanation that fits, None when there is no better one than the message."""
    message = _searchable(error)
    names = [kind.__name__ for kind in type(error).__mro__]
    for entry, pattern in _COMPILED:
        if entry.type in names and (match := pattern.search(message)):
            params = {
                name: value[:MAX_PARAM_LENGTH]
                for name, value in match.groupdict().items()
                if value is not None
            }
            return Explanation(f"error.{entry.key}", params)
    return None


def _searchable(error: BaseException) -> str:
    """The message, with a suggestion as Python adds one to a misspelt name."""
    try:
        message = error.msg if isinstance(error, SyntaxError) else str(error)
    except Exception:  # noqa: BLE001 - a learner's __str__ may raise anything
        return ""
    if isinstance(error, NameError):
        return message + _suggestion(error)
    if isinstance(error, AttributeError):
        # One that a learner raises names no attribute.
        name = error.name
        if name is not None and message.endswith(f"'{name}'"):
            return message + _nearest_attribute(error, name)
    return message


def _nearest_attribute(error: AttributeError, name: str) -> str:
    # Not every Python that runs this hands its own suggestion out.
    try:
        names = dir(error.obj)
    except Exception:  # noqa: BLE001 - a learner's __dir__ may raise anything
        return ""
    hidden = name.startswith("_")
    candidates = [one for one in names if hidden or not one.startswith("_")]
    found = difflib.get_close_matches(name, candidates, n=1, cutoff=MIN_LIKENESS)
    return f". Did you mean: '{found[0]}'" if found else ""


def _suggestion(error: NameError) -> str:
    lines = list(
        traceback.TracebackException.from_exception(error).format_exception_only()
    )
    _, found, suggestion = "".join(lines).partition(". Did you mean: ")
    return found + suggestion
