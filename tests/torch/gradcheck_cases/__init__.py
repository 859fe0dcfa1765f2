"""Cases for gradcheck and gradgradcheck: one file per page of `ops/`.

Each file has a function `cases(torch)` that returns a dictionary from a case's name to
`(function, inputs)`. `test_gradcheck.py` demands that every node class with a backward
of its own appears in the graph of some case: an op's owner adds his here.
"""

from __future__ import annotations

import importlib
import pkgutil
from typing import Any


def numbers(torch: Any, *shape: int, low: float = -1.0, high: float = 1.0) -> Any:
    """A float64 leaf with fixed numbers between the bounds, no two of them alike."""
    count = 1
    for n in shape:
        count *= n
    # Multiples of the golden ratio spread evenly and never repeat.
    fractions = (torch.arange(1, count + 1, dtype=torch.float64) * 0.6180339887) % 1
    values = low + (high - low) * fractions
    return values.reshape(shape).requires_grad_()


def positive(torch: Any, *shape: int) -> Any:
    """Fixed numbers between 0.2 and 2."""
    return numbers(torch, *shape, low=0.2, high=2.0)


def all_cases(torch: Any) -> dict[str, Any]:
    """Every file's cases, as `page.name`."""
    found: dict[str, Any] = {}
    for module in pkgutil.iter_modules(__path__):
        page = importlib.import_module(f"{__name__}.{module.name}")
        for name, case in page.cases(torch).items():
            found[f"{module.name}.{name}"] = case
    return found
