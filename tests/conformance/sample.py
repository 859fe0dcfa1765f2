"""The operator sample: from PyTorch where it is installed, else from the recording."""

from __future__ import annotations

import functools
import gzip
import importlib.util
import json
from pathlib import Path

from tests.conformance.neutral import Case, from_json, to_json

HERE = Path(__file__).parent
RECORDING = HERE / "recorded.json.gz"


def source() -> str:
    """Where expected results come from: "PyTorch" or "the recording"."""
    # The database's own imports; one missing is enough to fall back.
    needed = ("torch", "expecttest", "hypothesis", "scipy")
    if all(importlib.util.find_spec(name) for name in needed):
        return "PyTorch"
    return "the recording"


@functools.cache
def recorded() -> dict[str, list[Case]]:
    """The recorded cases by entry."""
    by_entry: dict[str, list[Case]] = {}
    with gzip.open(RECORDING, "rt", encoding="utf-8") as file:
        for line in file:
            entry, dtype, function, errors, *trees = json.loads(line)
            case = Case(entry, dtype, function, *map(from_json, trees), errors)
            by_entry.setdefault(entry, []).append(case)
    return by_entry


def as_line(case: Case) -> str:
    """A case as one line of the recording."""
    trees = case.arguments, case.result, case.cotangents, case.gradients
    # Rounded up, as it is a bound: two digits are enough.
    errors = [float(f"{error * 1.05:.1e}") for error in case.errors]
    head = [case.entry, case.dtype, case.function, errors]
    parts = [*head, *map(to_json, map(_listed, trees))]
    return json.dumps(parts, separators=(",", ":")) + "\n"


def _listed(tree):
    return list(tree) if isinstance(tree, tuple) else tree


def gaps() -> dict[tuple[str, str], str]:
    """`gaps.txt`: known differences from PyTorch, each with its reason."""
    lines = (HERE / "gaps.txt").read_text(encoding="utf-8").splitlines()
    found = {}
    for line in lines:
        if line and not line.startswith("#"):
            entry, dtype, reason = line.split(None, 2)
            found[entry, dtype] = reason
    return found
