"""Argument errors in PyTorch's words.

PyTorch compares every call with the signatures of the function and refuses what does
not fit. That costs time on each call. Here a function starts to work at once, and
Python itself stumbles over a wrong argument (a `TypeError`, an `AttributeError` ...).
Only then are the arguments compared with the signatures (`_signature.py`), and the
error is said again in PyTorch's words:

    @checked
    def cat(tensors: Sequence[Tensor], dim: int = 0) -> Tensor: ...       cat(1.0)
                    │                                                       │
                    │              TypeError: 'float' object is not iterable
                    ▼                                                       ▼
    TypeError: cat(): argument 'tensors' (position 1) must be tuple of Tensors, not
    float

If the arguments do fit, the first error was not about them and stands as it is.

NumPy's names `axis` and `keepdims` for `dim` and `keepdim`, which PyTorch understands
too, are a wrong argument of this kind: Python refuses them, and the call is made again
with PyTorch's names.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Mapping
from types import FunctionType
from typing import Any, ParamSpec, TypeVar

from ._signature import own_parameters, wrong_call

P = ParamSpec("P")
R = TypeVar("R")

NUMPY_NAMES = {"axis": "dim", "keepdims": "keepdim"}

# Whatever a function may meet in an argument that it did not expect.
STUMBLES = (
    ArithmeticError,
    AttributeError,
    LookupError,
    NotImplementedError,
    RuntimeError,
    TypeError,
    ValueError,
)

_SAID_BY_THE_PAGE = re.compile(r"(\w+)\(\): argument '(\w+)'")


def checked(function: Callable[P, R]) -> Callable[P, R]:
    """The function, with failures over its arguments said in PyTorch's words."""
    return guarded(function, method=own_parameters(function)[:1] == ("self",))


def guard(namespace: Any, *, method: bool = False) -> None:
    """Checks the arguments of every op that a module or a class lists.

    The pages of `ops/` call each other without the check: it is for learners' calls.
    Functions that a factory has made (`unary`, `binary`) are closures and are left
    alone; they look at their arguments themselves, unless the factory has given them
    the mark `says_arguments`.
    """
    members: dict[str, Any] = namespace.__dict__
    for name, value in list(members.items()):
        if (
            isinstance(value, FunctionType)
            and (value.__closure__ is None or hasattr(value, "says_arguments"))
            and not name.startswith("_")
            and ".ops." in value.__module__
        ):
            setattr(namespace, name, guarded(value, method=method))


def guarded(function: Any, *, method: bool) -> Any:
    """`checked`, for a function that may also serve as a method.

    Args:
        function: a Python function
        method: whether it will be called on a tensor, so that positions count from the
            argument after it
    """

    @functools.wraps(function)
    def call(*args: Any, **kwargs: Any) -> Any:
        try:
            return function(*args, **kwargs)
        except STUMBLES as error:
            if NUMPY_NAMES.keys().isdisjoint(kwargs):
                found = in_pytorchs_words(error, function, args, kwargs, method)
                if found is error:
                    raise
                # `from None`: the learner sees one error, not also the one inside.
                raise found from None
        return with_pytorchs_names(function, args, kwargs, method)

    return call


def in_pytorchs_words(
    error: Exception,
    function: Callable[..., Any],
    args: tuple[Any, ...],
    kwargs: Mapping[str, Any],
    method: bool,
) -> Exception:
    """PyTorch's error if the arguments are at fault, else the error itself."""
    said = _SAID_BY_THE_PAGE.match(str(error))
    if said and (
        said[1] != function.__name__
        or said[2] not in (*own_parameters(function), "size")
    ):
        return error  # the page knows PyTorch's inner function and its parameter
    return wrong_call(function, args[method:], kwargs, method=method) or error


def with_pytorchs_names(
    function: Callable[..., Any],
    args: tuple[Any, ...],
    kwargs: Mapping[str, Any],
    method: bool,
) -> Any:
    """The call again, with `dim` for `axis` and `keepdim` for `keepdims`.

    Raises:
        TypeError: the arguments do not fit under those names either.
    """
    meant = {NUMPY_NAMES.get(name, name): value for name, value in kwargs.items()}
    twice = len(meant) < len(kwargs)
    if twice or wrong_call(function, args[method:], meant, method=method) is not None:
        # What the learner wrote is shown, not what we made of it.
        wrong = wrong_call(function, args[method:], kwargs, method=method)
        if wrong is not None:
            raise wrong
    return function(*args, **meant)
