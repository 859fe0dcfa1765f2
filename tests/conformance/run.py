"""Run PyTorch's operator database against the engine: `make conformance`.

python tests/conformance/run.py                     everything; writes the parity table
python tests/conformance/run.py --only add,sum      some entries; prints what is wrong
python tests/conformance/run.py --samples 24        more samples of each entry and dtype

The table, `docs/reference/conformance.md`, has a line for each entry and a column for
each way of calling it. Entries that the database reaches through a wrapper of its own,
and those that `database.py` leaves out, are not in it.
"""

from __future__ import annotations

import argparse
import collections
import sys
import time
import warnings
from pathlib import Path
from typing import Any

import numpy as np

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "src")]

from tests.conformance.database import cases, names  # noqa: E402
from tests.conformance.neutral import (  # noqa: E402
    Case,
    built,
    called,
    difference,
    gradient_difference,
    gradients,
    neutral,
)
from tests.conformance.sample import gaps  # noqa: E402

TABLE = ROOT / "docs" / "reference" / "conformance.md"
COLUMNS = ("function", "gradient", "method", "in place")
SIGNS = {"pass": "✓", "fail": "✗", "missing": "—", "none": ""}


def main(arguments: list[str]) -> int:
    """Run and report; 1 if an operator that is no known gap is wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="", help="entries, separated by commas")
    parser.add_argument("--samples", type=int, default=6)
    options = parser.parse_args(arguments)
    only = set(options.only.split(",")) if options.only else None

    from gradschool import torch

    np.seterr(all="ignore")
    warnings.simplefilter("ignore")
    began = time.time()
    seen: dict[str, dict[str, collections.Counter[str]]] = {}
    first: dict[tuple[str, str, str], str] = {}
    for case in cases(options.samples, only):
        columns = seen.setdefault(
            case.entry, {column: collections.Counter() for column in COLUMNS}
        )
        for column, problem in problems(torch, case).items():
            columns[column][problem[0]] += 1
            if problem[0] == "fail":
                first.setdefault((case.entry, case.dtype, column), problem[1])
    known = gaps()
    new = {
        where: text
        for where, text in first.items()
        if where[:2] not in known and (where[0], "*") not in known
    }
    for (entry, dtype, column), text in new.items():
        print(f"{entry} {dtype} {column}: {text}")
    print(summary(seen), f"{time.time() - began:.0f} s")
    if only is None:
        TABLE.parent.mkdir(parents=True, exist_ok=True)
        TABLE.write_text(page(seen), encoding="utf-8")
        print("written:", TABLE.relative_to(ROOT))
    return 1 if new else 0


def problems(torch: Any, case: Case) -> dict[str, tuple[str, str]]:
    """For each way of calling: "pass", "fail" or "missing", and why."""
    found = {"function": checked(lambda: _function(torch, case))}
    if case.cotangents and found["function"][0] == "pass":
        found["gradient"] = checked(lambda: _gradient(torch, case))
    for column, suffix in (("method", ""), ("in place", "_")):
        wanted = _as_method(case, suffix)
        if wanted is not None:
            found[column] = checked(
                lambda suffix=suffix, wanted=wanted: _method(
                    torch, case, suffix, wanted
                )
            )
    return found


def checked(compare: Any) -> tuple[str, str]:
    """Runs a comparison; what it raises is a result as well."""
    try:
        text = compare()
    except NotImplementedError as error:
        return "missing", str(error)
    except AttributeError as error:
        kind = "missing" if "has no attribute" in str(error) else "fail"
        return kind, str(error)
    except Exception as error:  # noqa: BLE001 - any exception is the finding
        return "fail", f"{type(error).__name__}: {error}"
    return ("fail", text) if text else ("pass", "")


def _function(torch: Any, case: Case) -> str | None:
    result, _ = called(torch, case)
    return difference(case.result, neutral(torch, result), error=case.errors[0])


def _gradient(torch: Any, case: Case) -> str | None:
    result, leaves = called(torch, case)
    got = gradients(torch, result, leaves, case.cotangents)
    return gradient_difference(case.gradients, got, case.errors[1])


def _called_on_tensor(torch: Any, case: Case, suffix: str) -> Any:
    (positional, keywords) = built(torch, case.arguments, [])
    target, *others = positional
    if suffix:
        target = target.detach().clone()
    name = case.function.rpartition(".")[2] + suffix
    torch.manual_seed(0)
    return getattr(target, name)(*others, **keywords)


def _as_method(case: Case, suffix: str) -> Any:
    """PyTorch's answer to the call as a method, or None if it has none."""
    import torch

    name = case.function.rpartition(".")[2] + suffix
    if name.startswith("__") or not hasattr(torch.Tensor, name):
        return None
    try:
        return [neutral(torch, _called_on_tensor(torch, case, suffix))]
    except (RuntimeError, TypeError, AttributeError, IndexError, ValueError):
        return None  # refused, or no tensor in front


def _method(torch: Any, case: Case, suffix: str, wanted: Any) -> str | None:
    got = neutral(torch, _called_on_tensor(torch, case, suffix))
    return difference(wanted, [got], error=case.errors[0])


def status(counter: collections.Counter[str]) -> str:
    """Of one cell: one failure is a failure."""
    for kind in ("fail", "missing", "pass"):
        if counter[kind]:
            return kind
    return "none"


def summary(seen: dict[str, Any]) -> str:
    """Counts of each column in one line."""
    parts = [f"{len(seen)} of {len(names())} entries."]
    for column in COLUMNS:
        kinds = collections.Counter(status(row[column]) for row in seen.values())
        total = sum(kinds.values()) - kinds["none"]
        parts.append(
            f"{column}: {kinds['pass']} of {total} right, {kinds['fail']} wrong, "
            f"{kinds['missing']} missing;"
        )
    return " ".join(parts)


def page(seen: dict[str, Any]) -> str:
    """The parity table as Markdown."""
    lines = [
        "# Conformance with PyTorch",
        "",
        "Written by `make conformance`; do not edit.",
        "Each line is an entry of PyTorch's own operator database,",
        "each column a way of calling it, for float32, float64, int64 and bool.",
        "✓ all samples right, ✗ one is wrong, — the engine does not have it;",
        "an empty cell: PyTorch does not have it either.",
        "",
        summary(seen),
        "",
        "| operator | " + " | ".join(COLUMNS) + " |",
        "| --- |" + " --- |" * len(COLUMNS),
    ]
    for entry, row in sorted(seen.items()):
        cells = (SIGNS[status(row[column])] for column in COLUMNS)
        lines.append(f"| `{entry}` | " + " | ".join(cells) + " |")
    known = gaps()
    if known:
        lines += ["", "## Known differences", ""]
        lines += [f"* `{e}` ({d}): {reason}" for (e, d), reason in known.items()]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
