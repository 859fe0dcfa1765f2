"""Rounding to whole numbers: floor, ceil, round, trunc, and what is left over, frac.

All but `frac` are steps; their gradient is 0 everywhere.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from .._dtype import BOOL
from ..autograd.elementwise import unary
from ..autograd.node import Node
from ..autograd.recording import record1
from ..autograd.writing import write_out

if TYPE_CHECKING:
    from .._tensor import Tensor
    from .._typing import Array, Gradients


class _Step(Node):
    """A function of steps,   ∂x = 0"""

    __slots__ = ()

    def backward(self, xp: Any, grad: Any) -> Gradients:
        return xp.zeros_like(grad)


class Floor(_Step):
    """y = the largest whole number <= x,   ∂x = 0"""

    __slots__ = ()


floor = unary(Floor, lambda x: _whole(np.floor, x), floats_only=False)


class Ceil(_Step):
    """y = the smallest whole number >= x,   ∂x = 0"""

    __slots__ = ()


ceil = unary(Ceil, lambda x: _whole(np.ceil, x), floats_only=False)


class Trunc(_Step):
    """y = x without its fraction,   ∂x = 0"""

    __slots__ = ()


trunc = unary(Trunc, lambda x: _whole(np.trunc, x), floats_only=False)


class Round(_Step):
    """y = the nearest whole number, halves to the even one,   ∂x = 0"""

    __slots__ = ()


class RoundDecimals(_Step, name="RoundBackward1"):
    """The same to a number of decimals,   ∂x = 0"""

    __slots__ = ()


_round = unary(Round, lambda x: _whole(np.rint, x), floats_only=False)


def round(input: Tensor, *, decimals: int = 0, out: Tensor | None = None) -> Tensor:
    """The nearest whole number, or the nearest with `decimals` decimals.

    Halves go to the even neighbour: round(0.5) = 0, round(1.5) = 2.

    Gradient: 0.
    """
    if decimals == 0:
        return _round(input, out=out)
    x = input._array
    if x.dtype.kind not in "f":
        raise NotImplementedError("round with decimals is for floating point tensors")
    ten = x.dtype.type(10.0 ** abs(decimals))
    y = np.rint(x * ten) / ten if decimals > 0 else np.rint(x / ten) * ten
    z = record1(RoundDecimals, y, input._node)
    return z if out is None else write_out(out, z)


class Frac(Node):
    """y = x − trunc(x), with the sign of x,   ∂x = ∂y"""

    __slots__ = ()

    def backward(self, xp: Any, grad: Any) -> Gradients:
        return grad


def _fraction(x: Array) -> Array:
    if x.dtype.kind != "f":
        raise NotImplementedError(f'"frac" not implemented for {x.dtype}')
    return x - np.trunc(x)


frac = unary(Frac, _fraction, floats_only=False)


def _whole(ufunc: np.ufunc, x: Array) -> Array:
    if x.dtype is BOOL:
        raise NotImplementedError(
            f"\"{ufunc.__name__}_vml_cpu\" not implemented for 'Bool'"
        )
    # Integers are whole; NumPy before 2.1 would turn them into float64.
    return ufunc(x) if x.dtype.kind == "f" else np.array(x)


fix = trunc
