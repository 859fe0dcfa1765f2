"""Bounds: maximum and minimum of two tensors, clamp, nan_to_num."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from ..autograd.elementwise import Binary, binary, tensors_only
from ..autograd.node import Node
from ..autograd.recording import record, record1
from ..autograd.writing import write_out
from .operands import as_tensor, broadcast_shape, common, fits

if TYPE_CHECKING:
    from .._tensor import Tensor
    from .._typing import Gradients, Number


class Maximum(Binary):
    """z = max(x, y),   ∂z goes to the larger one; equals get half each"""

    __slots__ = ()
    saves = "xy", "xy"

    def backward(self, xp: Any, grad: Any, x: Any, y: Any) -> Gradients:
        need_x, need_y = self.parents
        shared = xp.where(x == y, grad / 2, grad)
        return (
            need_x and xp.where(x < y, 0.0, shared),
            need_y and xp.where(x > y, 0.0, shared),
        )


maximum = tensors_only(binary(Maximum, np.maximum))


class Minimum(Binary):
    """z = min(x, y),   ∂z goes to the smaller one; equals get half each"""

    __slots__ = ()
    saves = "xy", "xy"

    def backward(self, xp: Any, grad: Any, x: Any, y: Any) -> Gradients:
        need_x, need_y = self.parents
        shared = xp.where(x == y, grad / 2, grad)
        return (
            need_x and xp.where(x > y, 0.0, shared),
            need_y and xp.where(x < y, 0.0, shared),
        )


minimum = tensors_only(binary(Minimum, np.minimum))


class Fmax(Binary):
    """z = max(x, y) that prefers a number to NaN; at ties ∂z goes to x"""

    __slots__ = ()
    saves = "xy", "xy"

    def backward(self, xp: Any, grad: Any, x: Any, y: Any) -> Gradients:
        need_x, need_y = self.parents
        first = (x >= y) | (y != y)
        return need_x and xp.where(first, grad, 0.0), need_y and xp.where(
            first, 0.0, grad
        )


fmax = tensors_only(binary(Fmax, np.fmax))


class Fmin(Binary):
    """z = min(x, y) that prefers a number to NaN; at ties ∂z goes to x"""

    __slots__ = ()
    saves = "xy", "xy"

    def backward(self, xp: Any, grad: Any, x: Any, y: Any) -> Gradients:
        need_x, need_y = self.parents
        first = (x <= y) | (y != y)
        return need_x and xp.where(first, grad, 0.0), need_y and xp.where(
            first, 0.0, grad
        )


fmin = tensors_only(binary(Fmin, np.fmin))


class Clamp(Node, name="ClampBackward1"):
    """y = min(max(x, low), high),   ∂x = ∂y where low <= x <= high, else 0"""

    __slots__ = ("high", "low")

    def backward(self, xp: Any, grad: Any, x: Any) -> Gradients:
        if self.low is None:
            inside = x <= self.high
        elif self.high is None:
            inside = x >= self.low
        else:
            inside = (x >= self.low) & (x <= self.high)
        return xp.where(inside, grad, 0.0)


class ClampMin(Clamp, name="ClampMinBackward0"):
    """y = max(x, low),   ∂x = ∂y where x >= low, else 0"""

    __slots__ = ()


class ClampMax(Clamp, name="ClampMaxBackward0"):
    """y = min(x, high),   ∂x = ∂y where x <= high, else 0"""

    __slots__ = ()


class ClampBetween(Node, name="ClampBackward0"):
    """y = min(max(x, low), high) with tensors as bounds

    ∂y goes to x inside the bounds (ends included), else to the bound that holds it.
    """

    __slots__ = ()

    def backward(self, xp: Any, grad: Any, x: Any, low: Any, high: Any) -> Gradients:
        need_x, need_low, need_high = self.parents
        return (
            need_x and xp.where((x >= low) & (x <= high), grad, 0.0),
            need_low and xp.where((low < high) & (x < low), grad, 0.0),
            need_high and xp.where((x > high) | (high < low), grad, 0.0),
        )


class ClampFrom(Binary, name="ClampMinBackward1"):
    """y = max(x, low) with a tensor as bound;   ∂y goes to x where x >= low"""

    __slots__ = ()
    saves = "xy", "xy"

    def backward(self, xp: Any, grad: Any, x: Any, y: Any) -> Gradients:
        need_x, need_y = self.parents
        return (
            need_x and xp.where(x >= y, grad, 0.0),
            need_y and xp.where(x < y, grad, 0.0),
        )


class ClampTo(Binary, name="ClampMaxBackward1"):
    """y = min(x, high) with a tensor as bound;   ∂y goes to x where x <= high"""

    __slots__ = ()
    saves = "xy", "xy"

    def backward(self, xp: Any, grad: Any, x: Any, y: Any) -> Gradients:
        need_x, need_y = self.parents
        return (
            need_x and xp.where(x <= y, grad, 0.0),
            need_y and xp.where(x > y, grad, 0.0),
        )


_clamp_from = binary(ClampFrom, np.maximum, name="clamp_min")
_clamp_to = binary(ClampTo, np.minimum, name="clamp_max")


def clamp(
    input: Tensor,
    min: Tensor | Number | None = None,
    max: Tensor | Number | None = None,
    *,
    out: Tensor | None = None,
) -> Tensor:
    """min(max(x, `min`), `max`); where `min` is above `max`, `max`.

    Args:
        min, max: numbers or tensors that broadcast; one of them may be left out.

    Gradient: ∂y where the input is within the bounds, ends included, else 0; a bound
        that is a tensor gets it where it holds the input.
    Special cases: NaN stays NaN, and a bound that is NaN gives NaN.
    """
    if min is None and max is None:
        raise RuntimeError(
            "torch.clamp: At least one of 'min' or 'max' must not be None"
        )
    if hasattr(min, "_array") or hasattr(max, "_array"):
        y = _clamp_by_tensors(input, min, max)
    else:
        y = _clamp_by_numbers(Clamp, input, min, max)
    return y if out is None else write_out(out, y)


def clamp_min(
    input: Tensor, min: Tensor | Number, *, out: Tensor | None = None
) -> Tensor:
    """max(x, `min`). See `clamp`."""
    by_tensor = hasattr(min, "_array")
    y = (
        _clamp_from(input, min)
        if by_tensor
        else _clamp_by_numbers(ClampMin, input, min, None)
    )
    return y if out is None else write_out(out, y)


def clamp_max(
    input: Tensor, max: Tensor | Number, *, out: Tensor | None = None
) -> Tensor:
    """min(x, `max`). See `clamp`."""
    by_tensor = hasattr(max, "_array")
    y = (
        _clamp_to(input, max)
        if by_tensor
        else _clamp_by_numbers(ClampMax, input, None, max)
    )
    return y if out is None else write_out(out, y)


def _clamp_by_numbers(
    node_class: type[Clamp], input: Tensor, low: Number | None, high: Number | None
) -> Tensor:
    bounds = [bound for bound in (low, high) if bound is not None]
    x, *_ = common(input, *bounds)
    if x.dtype.kind == "c":
        raise RuntimeError("clamp is not supported for complex types")
    y = x
    if low is not None:
        y = np.maximum(y, x.dtype.type(low))
    if high is not None:
        y = np.minimum(y, x.dtype.type(high))
    y = record1(node_class, y, input._node, saved=(input,))
    if node := y._node:
        node.low, node.high = low, high
    return y


def _clamp_by_tensors(input: Tensor, low: Any, high: Any) -> Tensor:
    if high is None:
        return _clamp_from(input, low)
    if low is None:
        return _clamp_to(input, high)
    low, high = as_tensor(low, input), as_tensor(high, input)
    x, lo, hi = common(input, low, high)
    broadcast_shape(x, lo, hi)
    y = np.minimum(np.maximum(x, lo), hi)
    parents = (input._node, low._node, high._node)
    return record(
        ClampBetween,
        y,
        parents,
        saved=(input, low, high),
        fit=fits(y, input, low, high),
    )


class NanToNum(Node):
    """y = x with numbers for NaN and ±inf,   ∂x = ∂y where x is finite, else 0"""

    __slots__ = ()

    def backward(self, xp: Any, grad: Any, x: Any) -> Gradients:
        return grad * (abs(x) < math.inf)


def nan_to_num(
    input: Tensor,
    nan: float | None = None,
    posinf: float | None = None,
    neginf: float | None = None,
    *,
    out: Tensor | None = None,
) -> Tensor:
    """The input with `nan` (0) for NaN, `posinf` and `neginf` for the infinities.

    Args:
        posinf, neginf: by default the largest and smallest finite number of the dtype.

    Gradient: ∂y at the finite elements, else 0.
    """
    x = input._array
    if x.dtype.kind != "f":
        y = record1(NanToNum, x.copy(), input._node)
    else:
        limits = np.finfo(x.dtype)
        value = np.where(np.isnan(x), 0.0 if nan is None else nan, x)
        value = np.where(x == np.inf, limits.max if posinf is None else posinf, value)
        value = np.where(x == -np.inf, limits.min if neginf is None else neginf, value)
        y = record1(NanToNum, value.astype(x.dtype), input._node, saved=(input,))
    return y if out is None else write_out(out, y)
