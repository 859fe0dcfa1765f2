"""Expressions that are evaluated on real PyTorch once and on the engine always.

A line of `<theme>.txt` is one expression, or statements and an expression, divided by
`; `. It sees `torch`, `np` and `x = torch.ones(2)`, and starts from seed 1234. What is
recorded (`tools/record_expressions.py`) is what a learner would see, to the letter: the
repr, or the error, and the warnings. Large results are recorded as a hash of their
bytes, so they must be equal in every bit.
"""

from __future__ import annotations

import hashlib
import json
import re
import warnings
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

HERE = Path(__file__).parent
RECORDED = HERE.parent / "recorded"
THEMES = (
    "formatting",
    "creation",
    "random",
    "arguments",
    "refusals",
    "singular",
    "node_names",
    "return_types",
    "out_arguments",
)

LARGE = 200
ADDRESS = re.compile(r"0x[0-9a-f]{4,}")
# PyTorch says in which C++ file a warning arose; that is not for us to repeat.
TRIGGERED = re.compile(r" \(Triggered internally at .*\)$", re.DOTALL)


def expressions(theme: str) -> list[str]:
    """The lines of a theme."""
    lines = (HERE / f"{theme}.txt").read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line and not line.startswith("#")]


def gaps() -> dict[str, str]:
    """Expressions on which the engine is known to differ, with the reason."""
    lines = (HERE / "gaps.txt").read_text(encoding="utf-8").splitlines()
    return dict(line.split("  # ") for line in lines if line and line[0] != "#")


def recorded(theme: str) -> dict[str, Any]:
    """What PyTorch answered, by expression."""
    path = RECORDED / f"{theme}.json"
    return json.loads(path.read_text(encoding="utf-8"))


def answer(torch: ModuleType, code: str) -> dict[str, Any]:
    """What an expression shows on `torch`."""
    torch.manual_seed(1234)
    *statements, expression = code.split("; ")
    space: dict[str, Any] = {"torch": torch, "np": np, "x": torch.ones(2)}
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        # NumPy's own remarks, which the engine silences by a filter of its own.
        warnings.filterwarnings("ignore", category=RuntimeWarning, module=r".*\._.*")
        try:
            exec("\n".join(statements), space)
            shown = _shown(eval(expression, space))
        except Exception as error:  # noqa: BLE001 - the error is the answer
            shown = {"error": f"{type(error).__name__}: {error}"}
        finally:
            torch.set_printoptions(profile="default")
            torch.set_default_dtype(torch.float32)
    messages = [TRIGGERED.sub("", str(warning.message)) for warning in seen]
    return shown | ({"warnings": messages} if messages else {})


def _shown(value: Any) -> dict[str, Any]:
    """A value as JSON."""
    if getattr(value, "requires_grad", None) is None or isinstance(value, type):
        return {"shows": ADDRESS.sub("0x", repr(value))}
    seen = {
        "dtype": str(value.dtype),
        "strides": list(value.stride()),
        "requires_grad": value.requires_grad,
    }
    if value.numel() > LARGE:
        data = np.ascontiguousarray(value.detach().numpy())
        return seen | {"sha256": hashlib.sha256(data.tobytes()).hexdigest()}
    return seen | {"shows": repr(value)}
