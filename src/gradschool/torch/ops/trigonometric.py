"""Circular and hyperbolic functions and their inverses."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from ..autograd.elementwise import Binary, binary, tensors_only, unary
from ..autograd.node import Node

if TYPE_CHECKING:
    from .._typing import Array, Gradients


class Sin(Node):
    """y = sin x,   ∂x = ∂y·cos x"""

    __slots__ = ()
    saves = "x"

    def backward(self, xp: Any, grad: Any, x: Any) -> Gradients:
        return grad * xp.cos(x)


sin = unary(Sin, np.sin)


class Cos(Node):
    """y = cos x,   ∂x = −∂y·sin x"""

    __slots__ = ()
    saves = "x"

    def backward(self, xp: Any, grad: Any, x: Any) -> Gradients:
        return grad * -xp.sin(x)


cos = unary(Cos, np.cos)


class Tan(Node):
    """y = tan x,   ∂x = ∂y·(1 + y²)"""

    __slots__ = ()
    saves = "y"

    def backward(self, xp: Any, grad: Any, y: Any) -> Gradients:
        return grad * (y * y + 1)


tan = unary(Tan, np.tan)


class Asin(Node):
    """y = arcsin x,   ∂x = ∂y/√(1 − x²)"""

    __slots__ = ()
    saves = "x"

    def backward(self, xp: Any, grad: Any, x: Any) -> Gradients:
        return grad * (1 / xp.sqrt(1 - x * x))


asin = unary(Asin, np.arcsin)


class Acos(Node):
    """y = arccos x,   ∂x = −∂y/√(1 − x²)"""

    __slots__ = ()
    saves = "x"

    def backward(self, xp: Any, grad: Any, x: Any) -> Gradients:
        return grad * (-1 / xp.sqrt(1 - x * x))


acos = unary(Acos, np.arccos)


class Atan(Node):
    """y = arctan x,   ∂x = ∂y/(1 + x²)"""

    __slots__ = ()
    saves = "x"

    def backward(self, xp: Any, grad: Any, x: Any) -> Gradients:
        return grad / (x * x + 1)


atan = unary(Atan, np.arctan)


class Sinh(Node):
    """y = sinh x,   ∂x = ∂y·cosh x"""

    __slots__ = ()
    saves = "x"

    def backward(self, xp: Any, grad: Any, x: Any) -> Gradients:
        return grad * xp.cosh(x)


sinh = unary(Sinh, np.sinh)


class Cosh(Node):
    """y = cosh x,   ∂x = ∂y·sinh x"""

    __slots__ = ()
    saves = "x"

    def backward(self, xp: Any, grad: Any, x: Any) -> Gradients:
        return grad * xp.sinh(x)


cosh = unary(Cosh, np.cosh)


class Tanh(Node):
    """y = tanh x,   ∂x = ∂y·(1 − y²)"""

    __slots__ = ()
    saves = "y"

    def backward(self, xp: Any, grad: Any, y: Any) -> Gradients:
        return grad * (1 - y * y)


tanh = unary(Tanh, np.tanh)


class Asinh(Node):
    """y = arsinh x,   ∂x = ∂y/√(x² + 1)"""

    __slots__ = ()
    saves = "x"

    def backward(self, xp: Any, grad: Any, x: Any) -> Gradients:
        return grad * (1 / xp.sqrt(x * x + 1))


asinh = unary(Asinh, np.arcsinh)


class Acosh(Node):
    """y = arcosh x,   ∂x = ∂y/√(x² − 1)"""

    __slots__ = ()
    saves = "x"

    def backward(self, xp: Any, grad: Any, x: Any) -> Gradients:
        return grad * (1 / xp.sqrt(x * x - 1))


acosh = unary(Acosh, np.arccosh)


class Atanh(Node):
    """y = artanh x,   ∂x = ∂y/(1 − x²)"""

    __slots__ = ()
    saves = "x"

    def backward(self, xp: Any, grad: Any, x: Any) -> Gradients:
        return grad / (1 - x * x)


atanh = unary(Atanh, np.arctanh)


class Atan2(Binary):
    """z = the angle of the point (y, x),   ∂x = ∂z·y/(x² + y²),   ∂y = −∂z·x/(x² + y²)

    The first operand is the ordinate. At the origin both gradients are 0.
    """

    __slots__ = ()
    saves = "xy", "xy"

    def backward(self, xp: Any, grad: Any, x: Any, y: Any) -> Gradients:
        need_x, need_y = self.parents
        square = x * x + y * y
        share = xp.where(square == 0, 0.0, grad / square)
        return need_x and share * y, need_y and share * -x


atan2 = tensors_only(binary(Atan2, np.arctan2, floats_only=True))


class Hypot(Binary):
    """z = √(x² + y²) without overflow,   ∂x = ∂z·x/z,   ∂y = ∂z·y/z"""

    __slots__ = ()
    saves = "xy", "xy"

    def backward(self, xp: Any, grad: Any, x: Any, y: Any) -> Gradients:
        need_x, need_y = self.parents
        z = xp.hypot(x, y)
        return need_x and grad * (x / z), need_y and grad * (y / z)


hypot = tensors_only(binary(Hypot, np.hypot))


class Sinc(Node):
    """y = sin πx / πx, 1 at 0,   ∂x = ∂y·(cos πx − y)/x, 0 at 0"""

    __slots__ = ()
    saves = "x"

    def backward(self, xp: Any, grad: Any, x: Any) -> Gradients:
        angle = x * math.pi
        slope = (angle * xp.cos(angle) - xp.sin(angle)) / (angle * x)
        return grad * xp.where(x * x == 0, 0.0, slope)  # x² may underflow


def _sinc(x: Array) -> Array:
    angle = x * math.pi
    return np.where(x == 0, 1, np.sin(angle) / angle).astype(x.dtype)


sinc = unary(Sinc, _sinc)


class Deg2Rad(Node):
    """y = x·π/180,   ∂x = ∂y·π/180"""

    __slots__ = ()

    def backward(self, xp: Any, grad: Any) -> Gradients:
        return grad * (math.pi / 180)


deg2rad = unary(Deg2Rad, lambda x: x * (math.pi / 180))


class Rad2Deg(Node):
    """y = x·180/π,   ∂x = ∂y·180/π"""

    __slots__ = ()

    def backward(self, xp: Any, grad: Any) -> Gradients:
        return grad * (180 / math.pi)


rad2deg = unary(Rad2Deg, lambda x: x * (180 / math.pi))

arcsin = asin
arccos = acos
arctan = atan
arcsinh = asinh
arccosh = acosh
arctanh = atanh
arctan2 = tensors_only(binary(Atan2, np.arctan2, floats_only=True, name="arctan2"))
