"""Small programs that are run on real PyTorch once and on the engine always.

A program is a function of the module under test, `torch`; what it returns is recorded
(`tools/record_semantics.py`) and compared by `test_semantics.py`. Its name is the
sentence it checks.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from types import ModuleType
from typing import Any

Program = Callable[[ModuleType], Any]


def caught(action: Callable[[], Any]) -> str:
    """The error an action raises, as its type and message; "nothing" if none."""
    try:
        action()
    except Exception as error:  # noqa: BLE001 - the error is the answer
        return f"{type(error).__name__}: {error}"
    return "nothing"


def warned(action: Callable[[], Any]) -> list[str]:
    """The warnings an action gives."""
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        action()
    # PyTorch adds where in its own sources the warning came from.
    texts = [str(w.message).split(" (Triggered internally")[0] for w in seen]
    return [
        f"{w.category.__name__}: {text}" for w, text in zip(seen, texts, strict=True)
    ]


def names(*tensors: Any) -> list[str | None]:
    """The tensors' grad_fn names."""
    return [None if t.grad_fn is None else t.grad_fn.name() for t in tensors]


def described(value: Any) -> Any:
    """A result as JSON, tensors with all that a program can see of them."""
    if hasattr(value, "requires_grad") and not isinstance(value, type):
        return {
            "dtype": str(value.dtype),
            "shape": list(value.shape),
            "values": value.detach().tolist(),
            "requires_grad": value.requires_grad,
            "grad_fn": None if value.grad_fn is None else value.grad_fn.name(),
        }
    if isinstance(value, dict):
        return {str(key): described(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [described(item) for item in value]
    if value is None or isinstance(value, bool | int | float | str):
        return value
    return str(value)
