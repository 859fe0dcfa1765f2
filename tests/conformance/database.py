"""PyTorch's own operator database, as neutral cases. Needs PyTorch and its test tools.

An entry is an operator with sample inputs for every dtype it takes. The sample here is
made of the smallest inputs, so that the recording stays small; `run.py` takes them all.
Entries that the database reaches through a wrapper of its own are left out.
"""

from __future__ import annotations

import dataclasses
import functools
import itertools
import re
import warnings
from collections.abc import Iterator
from typing import Any

import numpy as np
from tests.conformance.neutral import (
    Array,
    Case,
    Named,
    Unneutral,
    differentiable,
    gradients,
    neutral,
)

#: Out of scope: sparse layouts, quantisation, back ends, private helpers, and what has
#: no fixed values (uninitialised or random tensors: `tests/torch` tests those).
LEFT_OUT = re.compile(
    r"^(_(?!_)|torch\.|sparse\.|jiterator|ops\.|native_|to_sparse|.*_copy$|.*_backward$"
    r"|grid_sampler_|resize|sspaddmm|smm|hspmm|.*grouped_mm|cauchy|.*empty.*|.*rand.*"
    r"|bernoulli|multinomial|normal|uniform|exponential|geometric|log_normal|poisson"
    r"|.*dropout.*|.*rrelu|.*fractional.*|.*attention.*|.*_lowrank|hash_tensor)"
)

DTYPES = ("float32", "float64", "int64", "bool")
LARGEST = 130
"""Elements of all inputs together, beyond which a sample is not taken."""

MOST = 16
"""Samples of one entry and dtype that are looked at."""


def names() -> list[str]:
    """The entries in scope, with their variants."""
    return list(_entries())


@functools.cache
def _entries() -> dict[str, Any]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from torch.testing._internal.common_methods_invocations import op_db
    found = {}
    for entry in op_db:
        if not LEFT_OUT.match(entry.name) and _function(entry):
            variant = entry.variant_test_name
            found[f"{entry.name}.{variant}" if variant else entry.name] = entry
    return found


def _function(entry: Any) -> str | None:
    """The dotted name below `torch` of the function that the entry calls."""
    import torch

    spaces = ("", "nn.functional", "linalg", "special", "fft", "Tensor")
    last = entry.name.rpartition(".")[2]
    for space in spaces:
        root = torch
        for part in filter(None, space.split(".")):
            root = getattr(root, part)
        if getattr(root, last, None) is entry.op:
            return f"{space}.{last}" if space else last
    return None


def cases(
    per_dtype: int = 2,
    only: set[str] | None = None,
    dtypes: tuple[str, ...] = DTYPES,
) -> Iterator[Case]:
    """Cases of every entry, or of those in `only`: the smallest of each dtype."""
    import torch

    torch.set_num_threads(1)
    # Deprecations of PyTorch's are no matter of ours.
    warnings.simplefilter("ignore")
    for name, entry in _entries().items():
        if only is not None and name not in only:
            continue
        for dtype in dtypes:
            if getattr(torch, dtype) in entry.supported_dtypes("cpu"):
                yield from _smallest(name, entry, dtype, per_dtype)


def _smallest(name: str, entry: Any, dtype: str, count: int) -> Iterator[Case]:
    import torch

    wanted = entry.supports_autograd and getattr(
        torch, dtype
    ) in entry.supported_backward_dtypes("cpu")
    torch.manual_seed(0)
    trees = []
    samples = entry.sample_inputs("cpu", getattr(torch, dtype), requires_grad=wanted)
    for sample in itertools.islice(samples, MOST):
        try:
            tree = neutral(torch, [[sample.input, *sample.args], dict(sample.kwargs)])
        except Unneutral:
            continue
        trees.append(tree)
    # Spread over the sizes: the smallest alone are 0-d or empty and show little.
    usable = sorted((t for t in trees if _size(t) <= LARGEST), key=_size)
    if not usable:
        return
    places = np.linspace(0, len(usable) - 1, count + 2)[1:-1].round().astype(int)
    for tree in (usable[i] for i in dict.fromkeys(places)):
        case = _case(name, dtype, _function(entry) or "", tree)
        if case is not None:
            yield case


def _size(tree: Any) -> int:
    if isinstance(tree, Array):
        return tree.values.size
    if isinstance(tree, dict):
        tree = list(tree.values())
    return sum(map(_size, tree)) if isinstance(tree, list) else 0


def _case(name: str, dtype: str, function: str, tree: Any) -> Case | None:
    """The case with PyTorch's answers, or None if it has none to give."""
    import torch
    from tests.conformance.neutral import called

    asked = Case(name, dtype, function, tree, None, (), ())
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            result, leaves = called(torch, asked)
            answer = neutral(torch, result)
        except (RuntimeError, TypeError, Unneutral):
            return None
    outputs = differentiable(torch, result) if leaves else []
    generator = np.random.RandomState(0)
    cotangents = [
        Array(
            generator.standard_normal(tuple(o.shape)).astype(
                neutral(torch, o).values.dtype
            )
        )
        for o in outputs
    ]
    try:
        grads = gradients(torch, result, leaves, cotangents) if outputs else []
    except RuntimeError:  # PyTorch refuses these cotangents: eigenvectors have a phase
        cotangents, grads = [], []
    case = Case(name, dtype, function, tree, answer, cotangents, grads)
    return (
        dataclasses.replace(case, errors=_errors(case)) if dtype == "float32" else case
    )


def _errors(case: Case) -> tuple[float, float]:
    """How far PyTorch's float32 answers are from its float64 ones."""
    import torch
    from tests.conformance.neutral import called

    exact = dataclasses.replace(case, arguments=_widened(case.arguments))
    try:
        result, leaves = called(torch, exact)
        grads = []
        if case.cotangents:
            grads = gradients(torch, result, leaves, _widened(list(case.cotangents)))
        answer = neutral(torch, result)
    except (RuntimeError, TypeError, ValueError, Unneutral):
        return 0.0, 0.0
    return _distance(case.result, answer), _distance(list(case.gradients), grads)


def _widened(tree: Any) -> Any:
    """The tree with float64 for float32."""
    if isinstance(tree, Array) and tree.values.dtype == np.float32:
        return Array(tree.values.astype(np.float64), tree.wanted)
    if isinstance(tree, Named) and tree.name == "float32":
        return Named(tree.kind, "float64")
    if isinstance(tree, list):
        return [_widened(part) for part in tree]
    if isinstance(tree, dict):
        return {key: _widened(part) for key, part in tree.items()}
    return tree


def _distance(one: Any, other: Any) -> float:
    """The largest finite difference between two trees of one form; 0 if they differ."""
    if isinstance(one, Array) and isinstance(other, Array):
        if one.values.shape != other.values.shape or one.values.dtype.kind not in "fc":
            return 0.0
        far = np.abs(one.values.astype(other.values.dtype) - other.values)
        return float(np.max(far[np.isfinite(far)], initial=0.0))
    if isinstance(one, list) and isinstance(other, list):
        return max(map(_distance, one, other), default=0.0)
    return 0.0
