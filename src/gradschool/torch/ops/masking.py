"""Masking: elements chosen, replaced or found by a condition."""

from __future__ import annotations

import math
import warnings
from typing import TYPE_CHECKING, Any

import numpy as np

from .. import _dtype
from .._dtype import BOOL, I64, word
from .._errors import sizes_must_match, wrong_argument
from .._typing import Array, Gradients, Shape
from ..autograd.elementwise import cast
from ..autograd.namespace import Namespace
from ..autograd.node import Node
from ..autograd.recording import record, record1, wrap
from ..autograd.writing import write_out

if TYPE_CHECKING:
    from .._tensor import Tensor

# ------------------------------------------------------------------ where


class Where(Node):
    """z = x where c, else y,   ∂x = ∂z where c,   ∂y = ∂z where not c"""

    __slots__ = ("condition",)
    condition: Array

    def backward(self, xp: Namespace, grad: Tensor) -> Gradients:
        need_x, need_y = self.parents
        return (
            need_x and grad * xp.constant(self.condition),
            need_y and grad * xp.constant(~self.condition),
        )


def where(
    condition: Tensor, input: Any = None, other: Any = None, *, out: Any = None
) -> Any:
    """x where the condition holds, else y; with the condition alone: its places.

    Shape: all three broadcast; x and y are promoted to one dtype.
    Gradient: ∂z goes to the side that was chosen, exactly 0 to the other.
    """
    if input is None and other is None:
        return nonzero(condition, as_tuple=True)
    if not hasattr(condition, "_array"):
        raise wrong_argument("where", "condition", 1, "Tensor", condition)
    c = condition._array
    if c.dtype is not BOOL:
        if c.dtype is not _dtype.U8:
            raise RuntimeError(
                "where expected condition to be a boolean tensor, but got a tensor "
                f"with dtype {word(c.dtype)}"
            )
        warnings.warn(
            "where received a uint8 condition tensor. This behavior is deprecated and "
            "will be removed in a future version of PyTorch. Use a boolean condition "
            "instead.",
            UserWarning,
            stacklevel=2,
        )
        c = c.astype(BOOL)
    x, y = getattr(input, "_array", input), getattr(other, "_array", other)
    wanted = _dtype.result_dtype(x, y)
    xa, ya = cast(x, wanted), cast(y, wanted)
    try:
        z = np.where(c, xa, ya)
    except ValueError:
        shapes = [s.shape for s in (c, xa, ya)]
        a, b = (
            (shapes[0], shapes[1])
            if not _broadcast(shapes[0], shapes[1])
            else (np.broadcast_shapes(shapes[0], shapes[1]), shapes[2])
        )
        raise sizes_must_match(a, b) from None
    fit = _fits(z, x, y)
    result = record(
        Where,
        z,
        (getattr(input, "_node", None), getattr(other, "_node", None)),
        (),
        fit,
    )
    if node := result._node:
        node.condition = c
    return result if out is None else write_out(out, result)


def where_method(self: Tensor, condition: Tensor, other: Any) -> Tensor:
    """This tensor where the condition holds, else `other`."""
    return where(condition, self, other)


def _broadcast(a: Shape, b: Shape) -> bool:
    try:
        np.broadcast_shapes(a, b)
    except ValueError:
        return False
    return True


def _fits(z: Array, *operands: Any) -> Any:
    forms = tuple(
        (x.shape, x.dtype)
        if hasattr(x, "dtype") and (x.shape != z.shape or x.dtype != z.dtype)
        else None
        for x in operands
    )
    return forms if any(forms) else None


# ------------------------------------------------------------------ nonzero


def nonzero(input: Tensor, *, out: Tensor | None = None, as_tuple: bool = False) -> Any:
    """The places of the elements that are not zero.

    Returns:
        One row per place, or with `as_tuple` one tensor per dimension.
    """
    x = input._array
    if as_tuple:
        if not x.ndim:
            return (wrap(np.nonzero(x.reshape(1))[0]),)
        return tuple(wrap(places) for places in np.nonzero(x))
    if not x.ndim:
        z = np.zeros((int(bool(x)), 0), I64)
    else:
        z = np.ascontiguousarray(np.argwhere(x)).astype(I64, copy=False)
    y = wrap(z)
    return y if out is None else write_out(out, y)


def argwhere(input: Tensor) -> Tensor:
    """The places of the elements that are not zero, one row each."""
    return nonzero(input)


# ------------------------------------------------------------------ masks


class MaskedFill(Node):
    """y = x with a number where the mask holds,   ∂x = ∂y where it does not"""

    __slots__ = ("mask",)
    mask: Array

    def backward(self, xp: Namespace, grad: Tensor) -> Gradients:
        return grad * xp.constant(~self.mask)


class MaskedFillTensor(Node, name="MaskedFillBackward1"):
    """y = x with a 0-d tensor where the mask holds,   ∂x = ∂y elsewhere,  ∂v = Σ ∂y"""

    __slots__ = ("mask",)
    mask: Array

    def backward(self, xp: Namespace, grad: Tensor) -> Gradients:
        need_x, need_v = self.parents
        return (
            need_x and grad * xp.constant(~self.mask),
            need_v and grad * xp.constant(self.mask),
        )


def masked_fill(input: Tensor, mask: Tensor, value: Any) -> Tensor:
    """The tensor with `value` wherever the mask, broadcast, is True; a copy."""
    x, m = input._array, mask._array
    if m.dtype is not BOOL:
        raise RuntimeError(
            "masked_fill_ only supports boolean masks, but got mask with dtype "
            f"{_kind(m.dtype)}"
        )
    v = getattr(value, "_array", value)
    if getattr(v, "ndim", 0):
        raise RuntimeError(
            "masked_fill_ only supports a 0-dimensional value tensor, but got tensor "
            f"with {v.ndim} dimension(s)."
        )
    _check_number(v, x.dtype)
    if m.shape == x.shape:
        z = np.array(x)
    else:
        try:
            shape = np.broadcast_shapes(x.shape, m.shape)
        except ValueError:
            raise sizes_must_match(x.shape, m.shape) from None
        z = np.array(np.broadcast_to(x, shape))
    np.copyto(z, cast(v, x.dtype), where=m)
    fit = ((x.shape, x.dtype),) if z.shape != x.shape else None
    if hasattr(value, "_array"):
        value_fit = (fit[0] if fit else None, (v.shape, v.dtype))
        y = record(MaskedFillTensor, z, (input._node, value._node), (), value_fit)
    else:
        y = record1(MaskedFill, z, input._node, (), fit)
    if node := y._node:
        node.mask = m
    return y


def _kind(found: Any) -> str:
    return repr(_dtype.torch_dtype(found)).removeprefix("torch.")


def _check_number(value: Any, wanted: Any) -> None:
    if hasattr(value, "dtype"):
        return
    if isinstance(value, complex) and wanted.kind != "c" and value.imag:
        raise RuntimeError(
            f"value cannot be converted to type {_dtype.cpp_name(wanted)} without "
            "overflow"
        )
    if wanted.kind in "iu" and isinstance(value, float) and not value.is_integer():
        raise RuntimeError(
            f"value cannot be converted to type {_dtype.cpp_name(wanted)} without "
            "overflow"
        )


class MaskedSelect(Node):
    """y = the elements of x where the mask holds;   ∂x = ∂y at their places"""

    __slots__ = ("mask", "shape")
    mask: Array
    shape: Shape

    def backward(self, xp: Namespace, grad: Tensor) -> Gradients:
        return xp.put(self.shape, self.mask, grad, False)


def masked_select(input: Tensor, mask: Tensor, *, out: Any = None) -> Tensor:
    """The elements where the mask, broadcast with the tensor, is True; a 1-d copy."""
    x, m = input._array, mask._array
    if m.dtype is not BOOL:
        raise RuntimeError("masked_select: expected BoolTensor for mask")
    try:
        xb, mb = np.broadcast_arrays(x, m)
    except ValueError:
        raise sizes_must_match(x.shape, m.shape) from None
    fit = ((x.shape, x.dtype),) if xb.shape != x.shape else None
    y = record1(MaskedSelect, xb[mb], input._node, (), fit)
    if node := y._node:
        node.mask, node.shape = mb, xb.shape
    return y if out is None else write_out(out, y)


class MaskedScatter(Node):
    """z = x with the elements of y, in a row, where the mask holds

    ∂x = ∂z elsewhere,   ∂y = ∂z where it holds
    """

    __slots__ = ("mask", "shape")
    mask: Array
    shape: Shape

    def backward(self, xp: Namespace, grad: Tensor) -> Gradients:
        need_x, need_y = self.parents
        count = int(self.mask.sum())
        size = math.prod(self.shape)
        return (
            need_x and grad * xp.constant(~self.mask),
            need_y
            and xp.put(
                (size,), slice(0, count), grad[xp.array_of(self.mask)], False
            ).reshape(self.shape),
        )


def masked_scatter(input: Tensor, mask: Tensor, source: Tensor) -> Tensor:
    """The tensor with `source`'s elements, in their order, where the mask holds."""
    x, m, s = input._array, mask._array, source._array
    if m.dtype is not BOOL:
        raise RuntimeError(
            "masked_scatter_ only supports boolean masks, but got mask with dtype "
            f"{word(m.dtype)}"
        )
    if s.dtype != x.dtype:
        raise RuntimeError(
            "masked_scatter_: expected self and source to have same dtypes but got "
            f"{word(x.dtype)} and {word(s.dtype)}"
        )
    try:
        shape = np.broadcast_shapes(x.shape, m.shape)
    except ValueError:
        raise sizes_must_match(x.shape, m.shape) from None
    mb = np.broadcast_to(m, shape)
    z = np.array(np.broadcast_to(x, shape))
    count = int(mb.sum())
    if count > s.size:
        raise RuntimeError(
            "masked_scatter: expected the number of elements in source to be greater "
            "than or equal to the number of ones in mask, but got "
            f"{s.size} and {count}"
        )
    z[mb] = s.reshape(-1)[:count]
    fit = ((x.shape, x.dtype), None) if shape != x.shape else None
    y = record(MaskedScatter, z, (input._node, source._node), (), fit)
    if node := y._node:
        node.mask, node.shape = mb, s.shape
    return y
