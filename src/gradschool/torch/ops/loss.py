"""What the losses share: the reduction, and ops with a value for each element.

The losses themselves are on the pages `regression_loss` (how far from a number),
`probability_loss` (of a yes or no, or between distributions), `classification_loss`
(which of K classes) and `ranking_loss` (which of two is nearer).
"""

from __future__ import annotations

import math
import warnings
from typing import TYPE_CHECKING, Any

import numpy as np

from .._dtype import word
from .._errors import wrong_argument
from ..autograd.node import Node
from ..autograd.recording import record
from .operands import broadcast_shape, common, fits

if TYPE_CHECKING:
    from .._tensor import Tensor
    from .._typing import Array


def legacy_reduction(
    size_average: bool | None, reduce: bool | None, emit_warning: bool = True
) -> str:
    """The `reduction` that the two booleans meant before PyTorch 0.4."""
    averaged = True if size_average is None else size_average
    reduced = True if reduce is None else reduce
    reduction = "mean" if averaged and reduced else "sum" if reduced else "none"
    if emit_warning:
        warnings.warn(
            "size_average and reduce args will be deprecated, please use "
            f"reduction='{reduction}' instead.",
            stacklevel=4,
        )
    return reduction


def chosen_reduction(size_average: Any, reduce: Any, reduction: str) -> str:
    """The reduction that is meant; the old booleans are translated."""
    if size_average is not None or reduce is not None:
        return legacy_reduction(size_average, reduce)
    if reduction not in ("mean", "sum", "none"):
        raise ValueError(f"{reduction} is not a valid value for reduction")
    return reduction


def reduced(value: Tensor, reduction: str) -> Tensor:
    """The mean or the sum of a tensor of losses, or the tensor itself."""
    if reduction == "mean":
        return value.mean()
    return value.sum() if reduction == "sum" else value


class Elementwise(Node):
    """y = ℓ(x, t), then its sum, its mean (divided by n) or as it is

    A subclass gives `slope`, ∂ℓ/∂x. `factor` is 1/n for the mean, else 1.
    """

    __slots__ = ("factor",)
    factor: float


def total_of(values: Array, reduction: str) -> Array:
    """The mean or the sum of an array of losses, or the array itself."""
    if reduction == "none":
        return values
    total = np.add.reduce(values, None)
    if reduction == "sum":
        return total
    return total / values.size if values.size else total * math.nan


def record_elementwise(
    cls: type[Elementwise],
    values: Array,
    reduction: str,
    operands: tuple[Tensor, ...],
    arrays: tuple[Array, ...],
) -> Any:
    """The reduced loss of values with a node of class `cls`.

    Args:
        cls: the node class.
        values: ℓ for each element, broadcast.
        reduction: `"mean"`, `"sum"` or `"none"`.
        operands: what gets a gradient: input, target and perhaps weight.
        arrays: what `values` was computed from, in one dtype.
    """
    y = total_of(values, reduction)
    nodes = tuple(t._node for t in operands)
    fit = None
    if any(
        a.shape != values.shape or a.dtype is not values.dtype
        for a in (*arrays, *(t._array for t in operands))
    ):
        fit = fits(values, *operands)
    out = record(cls, y, nodes, operands, fit)
    if node := out._node:
        node.factor = 1 / values.size if reduction == "mean" and values.size else 1
    return out


def check_floats(x: Array, kernel: str) -> None:
    """Refuses integers in the words of PyTorch's kernel."""
    if x.dtype.kind != "f":
        raise NotImplementedError(f"\"{kernel}\" not implemented for '{word(x.dtype)}'")


def matched(input: Tensor, target: Tensor) -> tuple[Array, Array]:
    """Both arrays in one dtype; raises in PyTorch's words if they do not broadcast."""
    x, t = input._array, target._array
    if x.dtype is not t.dtype:
        x, t = common(input, target)
    if x.shape != t.shape:
        broadcast_shape(x, t)
    return x, t


def check_tensors(function: str, *named: tuple[str, Any]) -> None:
    """Refuses an operand that is no tensor, as PyTorch's `function` would."""
    for position, (name, value) in enumerate(named, 1):
        if not hasattr(value, "_array"):
            raise wrong_argument(function, name, position, "Tensor", value)


def weighted_loss(values: Tensor, weight: Tensor, reduction: str) -> Tensor:
    """The losses times a weight for each element, then the reduction."""
    if weight.size() != values.size():
        raise ValueError("Weights and input must have the same size.")
    weighted = values * weight
    if reduction == "mean":
        return weighted.sum() / weight.sum()
    return reduced(weighted, reduction)
