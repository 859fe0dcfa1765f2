"""Logic: `logical_*` on truth values, `bitwise_*` and shifts on integers' bits."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from .._dtype import BOOL, word
from ..autograd.elementwise import promoted
from ..autograd.recording import wrap
from ..autograd.writing import write_out
from .operands import broadcast_shape

if TYPE_CHECKING:
    from .._tensor import Tensor
    from .._typing import Array, Operand


def _named(op: Any, name: str, formula: str) -> Any:
    op.__name__ = op.__qualname__ = name
    op.__doc__ = formula
    op.says_arguments = True
    return op


def logical_not(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Whether the element is 0."""
    y = wrap(np.equal(input._array, 0))
    return y if out is None else write_out(out, y)


def _logical(name: str, ufunc: np.ufunc, formula: str) -> Any:
    def op(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor:
        x, y = input._array, other._array
        broadcast_shape(x, y)
        z = wrap(ufunc(np.not_equal(x, 0), np.not_equal(y, 0)))
        return z if out is None else write_out(out, z)

    return _named(op, name, formula)


logical_and = _logical("logical_and", np.logical_and, "x and y, each read as x != 0.")
logical_or = _logical("logical_or", np.logical_or, "x or y, each read as x != 0.")
logical_xor = _logical(
    "logical_xor", np.logical_xor, "One of x != 0 and y != 0, not both."
)


def bitwise_not(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Every bit flipped; for bools, not x."""
    x = input._array
    _check_bits("bitwise_not", x)
    y = wrap(np.invert(x))
    return y if out is None else write_out(out, y)


def _bitwise(name: str, ufunc: Callable[..., Any], formula: str) -> Any:
    def value(x: Array, y: Array) -> Array:
        _check_bits(name, x)
        return ufunc(x, y)

    return _on_two(name, value, formula)


def _on_two(name: str, value: Callable[..., Any], formula: str) -> Any:
    """The function on two operands; its `dunder` leaves strangers to their own."""

    def op(input: Operand, other: Operand, *, out: Tensor | None = None) -> Tensor:
        x, y = _two(input, other, name)
        broadcast_shape(x, y)
        z = wrap(value(x, y))
        return z if out is None else write_out(out, z)

    def dunder(input: Operand, other: Any) -> Any:
        if hasattr(other, "_array") or isinstance(
            other, bool | int | float | np.generic
        ):
            return op(input, other)
        return NotImplemented

    function = _named(op, name, formula)
    function.dunder = dunder
    return function


def _two(input: Any, other: Any, name: str) -> tuple[Array, Array]:
    if hasattr(input, "_array"):
        return promoted(input, other, name)
    y, x = promoted(other, input, name)
    return x, y


def _check_bits(name: str, x: Array) -> None:
    if x.dtype.kind not in "biu":
        raise NotImplementedError(
            f"\"{name}_cpu\" not implemented for '{word(x.dtype)}'"
        )


bitwise_and = _bitwise("bitwise_and", np.bitwise_and, "The bits that both have.")
bitwise_or = _bitwise("bitwise_or", np.bitwise_or, "The bits that one of them has.")
bitwise_xor = _bitwise("bitwise_xor", np.bitwise_xor, "The bits that just one has.")


def _shift_left(x: Array, y: Array) -> Array:
    width = 8 * x.dtype.itemsize
    beyond = (y < 0) | (y >= width)
    return np.where(beyond, 0, np.left_shift(x, np.where(beyond, 0, y))).astype(x.dtype)


def _shift_right(x: Array, y: Array) -> Array:
    # Beyond the width only the sign is left: 0 or −1.
    width = 8 * x.dtype.itemsize
    beyond = (y < 0) | (y >= width)
    return np.right_shift(x, np.where(beyond, width - 1, y).astype(x.dtype))


def _check_shift(name: str, x: Array) -> None:
    if x.dtype is BOOL or x.dtype.kind not in "iu":
        raise NotImplementedError(
            f"\"{name}_cpu\" not implemented for '{word(x.dtype)}'"
        )


def _shift(name: str, shift: Callable[..., Any], formula: str) -> Any:
    def value(x: Array, y: Array) -> Array:
        _check_shift(name, x)
        return shift(x, y)

    return _on_two(name, value, formula)


bitwise_left_shift = _shift("bitwise_left_shift", _shift_left, "x·2ʸ, by moving bits.")
bitwise_right_shift = _shift(
    "bitwise_right_shift", _shift_right, "⌊x/2ʸ⌋, by moving bits; the sign stays."
)
