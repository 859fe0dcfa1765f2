"""Inputs and results as plain data, between PyTorch and the engine.

A case of PyTorch's operator database becomes a *neutral tree*: NumPy arrays in `Array`,
dtypes and the like in `Named`, everything else as it is. From the tree either library
gets its own objects (`built`), and its results become a tree again (`neutral`), so two
libraries are compared without meeting.

Nothing here imports PyTorch: the recorded cases are replayed where it is missing.
"""

from __future__ import annotations

import base64
from dataclasses import dataclass
from typing import Any

import numpy as np

#: How near two libraries must be: relative and absolute, as in `torch.testing`.
TOLERANCE = {
    "float16": (1e-3, 1e-5),
    "float32": (1.3e-6, 1e-5),
    "float64": (1e-7, 1e-7),
    "complex64": (1.3e-6, 1e-5),
    "complex128": (1e-7, 1e-7),
}


@dataclass(frozen=True)
class Array:
    """A tensor as data; `wanted` says that a gradient is wanted of it."""

    values: np.ndarray
    wanted: bool = False


@dataclass(frozen=True)
class Named:
    """An object that a library has under a name: `float32`, `strided`, `cpu`."""

    kind: str
    name: str


@dataclass(frozen=True)
class Case:
    """One call, its result and the gradients for fixed cotangents.

    Attributes:
        entry: name of the database's entry, with its variant
        dtype: of the entry's inputs
        function: dotted name below `torch`
        arguments: positional and keyword arguments, as a neutral tree
        result: the neutral result
        cotangents: one array per differentiable output
        gradients: per input that wants one, an array or None
        errors: how far PyTorch's own result and gradients are from those it computes in
            float64; two numbers, 0 where that was not asked
    """

    entry: str
    dtype: str
    function: str
    arguments: Any
    result: Any
    cotangents: Any
    gradients: Any
    errors: Any = (0.0, 0.0)


def neutral(library: Any, value: Any) -> Any:
    """A result (or an argument) of the library's as a neutral tree."""
    if isinstance(value, library.Tensor):
        data = value.detach() if value.requires_grad else value
        for step in ("resolve_conj", "resolve_neg"):
            if hasattr(data, step):
                data = getattr(data, step)()
        return Array(np.array(data.numpy(), copy=True), bool(value.requires_grad))
    if isinstance(value, library.Size):
        return [int(size) for size in value]
    if isinstance(value, tuple | list):
        return [neutral(library, part) for part in value]
    if isinstance(value, dict):
        return {key: neutral(library, part) for key, part in value.items()}
    if isinstance(value, library.dtype):
        return Named("dtype", str(value).rpartition(".")[2])
    if isinstance(value, library.device):
        return Named("device", str(value))
    if value is None or isinstance(value, bool | int | float | complex | str):
        return value
    raise Unneutral(type(value).__name__)


class Unneutral(Exception):
    """An object that neutral data cannot stand for."""


def built(library: Any, tree: Any, leaves: list[Any]) -> Any:
    """The tree as the library's own objects; leaves that want gradients are listed."""
    if isinstance(tree, Array):
        tensor = library.from_numpy(np.ascontiguousarray(tree.values).copy())
        tensor = tensor.reshape(tree.values.shape)
        if tree.wanted:
            tensor = tensor.detach().requires_grad_()
            leaves.append(tensor)
        return tensor
    if isinstance(tree, Named):
        if tree.kind == "device":
            return library.device(tree.name)
        return getattr(library, tree.name)
    if isinstance(tree, list):
        return [built(library, part, leaves) for part in tree]
    if isinstance(tree, dict):
        return {key: built(library, part, leaves) for key, part in tree.items()}
    return tree


def found(library: Any, dotted: str) -> Any:
    """The function of that name.

    Raises:
        AttributeError, NotImplementedError: the library has none.
    """
    value = library
    for part in dotted.split("."):
        value = getattr(value, part)
    return value


def called(library: Any, case: Case) -> tuple[Any, list[Any]]:
    """The result of the case's call, and the leaves that want gradients."""
    leaves: list[Any] = []
    positional, keywords = built(library, case.arguments, leaves)
    library.manual_seed(0)
    return found(library, case.function)(*positional, **keywords), leaves


def differentiable(library: Any, result: Any) -> list[Any]:
    """The tensors in a result that have a gradient."""
    if isinstance(result, library.Tensor):
        return [result] if result.requires_grad else []
    if isinstance(result, tuple | list):
        return [t for part in result for t in differentiable(library, part)]
    return []


def gradients(library: Any, result: Any, leaves: list[Any], cotangents: Any) -> Any:
    """What each leaf gets for these cotangents, as a neutral tree."""
    outputs = differentiable(library, result)
    if len(outputs) != len(cotangents):
        raise ValueError(
            f"{len(cotangents)} differentiable outputs expected, got {len(outputs)}"
        )
    seeds = built(library, list(cotangents), [])
    grads = library.autograd.grad(outputs, leaves, seeds, allow_unused=True)
    return [neutral(library, grad) for grad in grads]


def difference(
    want: Any, got: Any, where: str = "result", error: float = 0.0
) -> str | None:
    """What is different between two neutral trees, or None.

    `error` is PyTorch's own distance from the truth: where its rounding is coarser than
    the tolerance, so may ours be (five times as much, or the test would be a lottery).
    """
    if isinstance(want, Array):
        if not isinstance(got, Array):
            return f"{where}: a tensor expected, got {got!r}"
        return _array_difference(want.values, got.values, where, error)
    if isinstance(want, list):
        if not isinstance(got, list) or len(got) != len(want):
            return f"{where}: {len(want)} values expected, got {got!r}"
        pairs = enumerate(zip(want, got, strict=True))
        parts = (difference(w, g, f"{where}[{i}]", error) for i, (w, g) in pairs)
        return next(filter(None, parts), None)
    if isinstance(want, float) and isinstance(got, float):
        same = np.isclose(got, want, 1e-6, 1e-6, equal_nan=True)
        return None if same else f"{where}: {want} expected, got {got}"
    if type(want) is type(got) and want == got:
        return None
    return f"{where}: {want!r} expected, got {got!r}"


def _array_difference(
    want: np.ndarray, got: np.ndarray, where: str, error: float
) -> str | None:
    if want.shape != got.shape:
        return f"{where}: shape {want.shape} expected, got {got.shape}"
    if want.dtype != got.dtype:
        return f"{where}: {want.dtype} expected, got {got.dtype}"
    relative, absolute = TOLERANCE.get(want.dtype.name, (0, 0))
    absolute = max(absolute, 5 * error)
    if want.dtype.kind in "fc":
        wide = np.complex128 if want.dtype.kind == "c" else np.float64
        want, got = want.astype(wide), got.astype(wide)
        with np.errstate(all="ignore"):
            close = np.isclose(got, want, relative, absolute, equal_nan=True)
    else:
        close = want == got
    if close.all():
        return None
    place = tuple(int(i) for i in np.argwhere(~close)[0])
    return f"{where}{list(place)}: {want[place]} expected, got {got[place]}"


def gradient_difference(
    want: list[Any], got: list[Any], error: float = 0.0
) -> str | None:
    """As `difference`; no gradient and a gradient of zeros mean the same."""

    def filled(one: Any, other: Any) -> Any:
        nothing = one is None and isinstance(other, Array) and not other.values.any()
        return other if nothing else one

    pairs = list(zip(want, got, strict=True))
    return difference(
        [filled(w, g) for w, g in pairs],
        [filled(g, w) for w, g in pairs],
        "gradient",
        error,
    )


# Trees as JSON. Arrays are their bytes: exact, and small.


def to_json(tree: Any) -> Any:
    """A neutral tree as what JSON can hold."""
    if isinstance(tree, Array):
        data = base64.b64encode(np.ascontiguousarray(tree.values).tobytes()).decode()
        shape = list(tree.values.shape)
        return {"array": [tree.values.dtype.name, shape, tree.wanted, data]}
    if isinstance(tree, Named):
        return {"named": [tree.kind, tree.name]}
    if isinstance(tree, list):
        return [to_json(part) for part in tree]
    if isinstance(tree, dict):
        return {"dict": {key: to_json(part) for key, part in tree.items()}}
    if isinstance(tree, complex):
        return {"complex": [tree.real, tree.imag]}
    return tree


def from_json(data: Any) -> Any:
    """The neutral tree again."""
    if isinstance(data, list):
        return [from_json(part) for part in data]
    if not isinstance(data, dict):
        return data
    ((kind, value),) = data.items()
    if kind == "array":
        dtype, shape, wanted, text = value
        values = np.frombuffer(base64.b64decode(text), dtype).reshape(shape)
        return Array(values, wanted)
    if kind == "named":
        return Named(*value)
    if kind == "complex":
        return complex(*value)
    return {key: from_json(part) for key, part in value.items()}
