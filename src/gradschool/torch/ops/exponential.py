"""Exponentials, logarithms, powers and roots."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from .._dtype import word
from ..autograd.elementwise import Binary, binary, promoted, tensors_only, unary
from ..autograd.node import OUTPUT, Node
from ..autograd.recording import record1, wrap
from ..autograd.writing import write_out
from ..return_types import frexp as FrexpResult
from .operands import as_tensor

if TYPE_CHECKING:
    from .._tensor import Tensor
    from .._typing import Array, Gradients, Number, Operand

LOG_2 = math.log(2)
LOG_10 = math.log(10)


class Exp(Node):
    """y = eˣ,   ∂x = ∂y·y"""

    __slots__ = ()
    saves = "y"

    def backward(self, xp: Any, grad: Any, y: Any) -> Gradients:
        return grad * y


exp = unary(Exp, np.exp)


class Exp2(Node):
    """y = 2ˣ,   ∂x = ∂y·y·log 2"""

    __slots__ = ()
    saves = "y"

    def backward(self, xp: Any, grad: Any, y: Any) -> Gradients:
        return grad * y * LOG_2


exp2 = unary(Exp2, np.exp2)


class Expm1(Node):
    """y = eˣ − 1, exact near 0,   ∂x = ∂y·(y + 1)"""

    __slots__ = ()
    saves = "y"

    def backward(self, xp: Any, grad: Any, y: Any) -> Gradients:
        return grad * (y + 1)


expm1 = unary(Expm1, np.expm1)


class Log(Node):
    """y = log x,   ∂x = ∂y/x"""

    __slots__ = ()
    saves = "x"

    def backward(self, xp: Any, grad: Any, x: Any) -> Gradients:
        return grad / x


log = unary(Log, np.log)


class Log2(Node):
    """y = log₂ x,   ∂x = ∂y/(x·log 2)"""

    __slots__ = ()
    saves = "x"

    def backward(self, xp: Any, grad: Any, x: Any) -> Gradients:
        return grad / (x * LOG_2)


log2 = unary(Log2, np.log2)


class Log10(Node):
    """y = log₁₀ x,   ∂x = ∂y/(x·log 10)"""

    __slots__ = ()
    saves = "x"

    def backward(self, xp: Any, grad: Any, x: Any) -> Gradients:
        return grad / (x * LOG_10)


log10 = unary(Log10, np.log10)


class Log1P(Node):
    """y = log(1 + x), exact near 0,   ∂x = ∂y/(x + 1)"""

    __slots__ = ()
    saves = "x"

    def backward(self, xp: Any, grad: Any, x: Any) -> Gradients:
        return grad / (x + 1)


log1p = unary(Log1P, np.log1p)


class Sqrt(Node):
    """y = √x,   ∂x = ∂y/(2·y), infinite at 0"""

    __slots__ = ()
    saves = "y"

    def backward(self, xp: Any, grad: Any, y: Any) -> Gradients:
        return grad / (y * 2)


sqrt = unary(Sqrt, np.sqrt)


class Rsqrt(Node):
    """y = 1/√x,   ∂x = −½·∂y·y³"""

    __slots__ = ()
    saves = "y"

    def backward(self, xp: Any, grad: Any, y: Any) -> Gradients:
        return grad * (y * y * y) * -0.5


rsqrt = unary(Rsqrt, lambda x: 1 / np.sqrt(x))


class PowByNumber(Node, name="PowBackward0"):
    """y = xᵏ with a number k,   ∂x = ∂y·k·xᵏ⁻¹, and 0 for k = 0"""

    __slots__ = ("exponent",)

    def backward(self, xp: Any, grad: Any, x: Any) -> Gradients:
        k = self.exponent
        if k == 0:
            return grad * 0
        if k == 2:  # the case of every squared error: no power needed
            return grad * (x * 2)
        return grad * (xp.power(x, k - 1) * k)


class Pow(Binary, name="PowBackward1"):
    """z = xʸ,   ∂x = ∂z·y·xʸ⁻¹, 0 where y = 0;   ∂y = ∂z·z·log x, 0 where x = 0 <= y"""

    __slots__ = ()
    saves = "xy", "xy"

    def backward(self, xp: Any, grad: Any, x: Any, y: Any) -> Gradients:
        need_x, need_y = self.parents
        dx = dy = None
        if need_x:
            # Where y is 0, xʸ⁻¹ may be infinite; 0·∞ would be NaN.
            dx = grad * xp.where(y == 0, 0.0, y * xp.power(x, y - 1))
        if need_y:
            at_zero = (x == 0) & (y >= 0)
            dy = grad * xp.where(at_zero, 0.0, xp.power(x, y) * xp.log(x))
        return dx, dy


class PowOfNumber(Node, name="PowBackward2"):
    """y = kˣ with a number k,   ∂x = ∂y·y·log k, and 0 for k = 0 where x >= 0"""

    __slots__ = ("base",)

    def backward(self, xp: Any, grad: Any, x: Any, y: Any) -> Gradients:
        k = self.base
        if k == 0:
            return grad * xp.where(x >= 0, 0.0, y * -math.inf)
        log = math.log(k) if k > 0 else math.nan
        return grad * (y * log)


def power_values(x: Any, y: Any) -> Array:
    """xʸ; whole numbers to a negative power are 0 unless x is ±1."""
    if np.result_type(x).kind in "iu":
        negative = np.less(y, 0)
        if negative.any():
            unit = np.where(x == 1, 1, np.where(x == -1, 1 - 2 * (y & 1), 0))
            return np.where(negative, unit, np.power(x, np.where(negative, 0, y)))
    return np.power(x, y)


_power = binary(Pow, power_values, name="pow")


def pow(input: Operand, exponent: Operand, *, out: Tensor | None = None) -> Tensor:
    """xʸ; one of the two may be a number.

    Shape: broadcast; dtypes are promoted.
    Gradient: ∂x = ∂z·y·xʸ⁻¹ (0 where y = 0), ∂y = ∂z·xʸ·log x (0 where x = 0 <= y).
    Special cases: x⁰ is 1 for every x, NaN too; a negative x has no power that is not
        whole: NaN.

    Raises:
        RuntimeError: an integer to a negative power.
    """
    if not hasattr(input, "_array"):
        y = _power_of_number(input, exponent)
    elif hasattr(exponent, "_array"):
        y = _power(input, exponent)
    else:
        y = _power_by_number(input, exponent)
    return y if out is None else write_out(out, y)


def _power_by_number(input: Any, k: Number) -> Tensor:
    x = input._array
    if x.dtype.kind != "f":
        x, exponent = promoted(input, k, "pow")
        if x.dtype.kind in "iu" and exponent < 0:
            raise RuntimeError("Integers to negative integer powers are not allowed.")
        value = power_values(x, exponent)
    elif k == 2:
        value = x * x
    elif k == 0.5:
        value = np.sqrt(x)
    elif k == 3:
        value = x * x * x
    else:
        value = np.power(x, k)
    y = record1(PowByNumber, value, input._node, saved=(input,))
    if node := y._node:
        node.exponent = k
    return y


def _power_of_number(k: Number, exponent: Any) -> Tensor:
    x, base = promoted(exponent, k, "pow")
    y = record1(
        PowOfNumber, power_values(base, x), exponent._node, saved=(exponent, OUTPUT)
    )
    if node := y._node:
        node.base = k
    return y


def rpow(exponent: Tensor, base: Operand) -> Tensor:
    """kˣ: what `2 ** x` calls."""
    if hasattr(base, "_array"):
        return _power(base, exponent)
    return _power_of_number(base, exponent)


def pow_or_not(input: Tensor, exponent: Any) -> Any:
    """`input ** exponent`, which leaves strangers to their own `__rpow__`."""
    if hasattr(exponent, "_array"):
        return _power(input, exponent)
    if isinstance(exponent, int | float | complex | np.generic):
        return _power_by_number(input, exponent)
    return NotImplemented


def square(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """x².

    Gradient: 2·∂y·x.
    """
    return pow(input, 2, out=out)


def float_power(
    input: Operand, exponent: Operand, *, out: Tensor | None = None
) -> Tensor:
    """xʸ computed in float64, whatever the operands are."""
    wide = [
        operand.double() if hasattr(operand, "_array") else float(operand)
        for operand in (input, exponent)
    ]
    return pow(wide[0], wide[1], out=out)


def in_place_float_power(input: Tensor, exponent: Operand) -> Tensor:
    """`float_power_`: only float64 can hold its own result.

    Raises:
        RuntimeError: the input has another dtype.
    """
    if input._array.dtype.name != "float64":
        raise RuntimeError(
            f"the base given to float_power_ has dtype {word(input._array.dtype)} but "
            "the operation's result requires dtype Double"
        )
    return float_power(input, exponent)


class Logaddexp(Binary):
    """z = log(eˣ + eʸ),   ∂x = ∂z/(1 + e^{y−x}),   ∂y = ∂z/(1 + e^{x−y})"""

    __slots__ = ()
    saves = "xy", "xy"

    def backward(self, xp: Any, grad: Any, x: Any, y: Any) -> Gradients:
        need_x, need_y = self.parents
        return (
            need_x and grad / (xp.exp(y - x) + 1),
            need_y and grad / (xp.exp(x - y) + 1),
        )


logaddexp = tensors_only(binary(Logaddexp, np.logaddexp))


class Logaddexp2(Binary):
    """z = log₂(2ˣ + 2ʸ),   ∂x = ∂z/(1 + 2^{y−x}),   ∂y = ∂z/(1 + 2^{x−y})"""

    __slots__ = ()
    saves = "xy", "xy"

    def backward(self, xp: Any, grad: Any, x: Any, y: Any) -> Gradients:
        need_x, need_y = self.parents
        return (
            need_x and grad / (xp.exp((y - x) * LOG_2) + 1),
            need_y and grad / (xp.exp((x - y) * LOG_2) + 1),
        )


logaddexp2 = tensors_only(binary(Logaddexp2, np.logaddexp2))


class Xlogy(Binary):
    """z = x·log y, 0 where x = 0,   ∂x = ∂z·log y,   ∂y = ∂z·x/y"""

    __slots__ = ()
    saves = "xy", "xy"

    def backward(self, xp: Any, grad: Any, x: Any, y: Any) -> Gradients:
        need_x, need_y = self.parents
        dx = None
        if need_x:
            dx = grad * xp.where((x == 0) & (y <= 0), 0.0, xp.log(y))
        return dx, need_y and grad * x / y


def _xlogy(x: Array, y: Array) -> Array:
    zero = np.equal(x, 0) & ~np.isnan(y)
    return np.where(zero, 0, x * np.log(np.where(zero, 1, y))).astype(x.dtype)


_xlogy_op = binary(Xlogy, _xlogy, floats_only=True)


def xlogy(input: Operand, other: Operand, *, out: Tensor | None = None) -> Tensor:
    """x·log y, and 0 where x is 0 (NaN where y is NaN).

    Gradient: ∂x = ∂z·log y (0 where x = 0 and y <= 0), ∂y = ∂z·x/y.
    """
    return _xlogy_op(as_tensor(input, other), other, out=out)


class SpecialXlog1Py(Binary):
    """z = x·log(1 + y), 0 where x = 0,   ∂x = ∂z·log(1 + y),   ∂y = ∂z·x/(1 + y)"""

    __slots__ = ()
    saves = "xy", "xy"

    def backward(self, xp: Any, grad: Any, x: Any, y: Any) -> Gradients:
        need_x, need_y = self.parents
        dx = None
        if need_x:
            dx = grad * xp.where((x == 0) & (y <= -1), 0.0, xp.log1p(y))
        return dx, need_y and grad * x / (y + 1)


def _xlog1py(x: Array, y: Array) -> Array:
    zero = np.equal(x, 0) & ~np.isnan(y)
    return np.where(zero, 0, x * np.log1p(np.where(zero, 1, y))).astype(x.dtype)


_xlog1py_op = binary(SpecialXlog1Py, _xlog1py, floats_only=True, name="xlog1py")


def xlog1py(input: Operand, other: Operand, *, out: Tensor | None = None) -> Tensor:
    """x·log(1 + y), and 0 where x is 0 (NaN where y is NaN)."""
    return _xlog1py_op(as_tensor(input, other), other, out=out)


class SpecialEntr(Node):
    """y = −x·log x, 0 at 0, −∞ below,   ∂x = −∂y·(1 + log x)"""

    __slots__ = ()
    saves = "x"

    def backward(self, xp: Any, grad: Any, x: Any) -> Gradients:
        return grad * (-xp.log(x) - 1)


def _entropy(x: Array) -> Array:
    inside = np.where(x > 0, x, 1)
    y = np.where(x > 0, -x * np.log(inside), np.where(x == 0, 0, -np.inf))
    return np.where(np.isnan(x), x, y).astype(x.dtype)


entr = unary(SpecialEntr, _entropy, name="entr")


class Ldexp(Binary):
    """z = x·2ʸ,   ∂x = ∂z·2ʸ,   ∂y = ∂z·z·log 2"""

    __slots__ = ()
    saves = "y", "xy"

    def backward(self, xp: Any, grad: Any, x: Any, y: Any) -> Gradients:
        need_x, need_y = self.parents
        power = xp.exp2(y)
        return need_x and grad * power, need_y and grad * (x * power * LOG_2)


ldexp = tensors_only(binary(Ldexp, lambda x, y: x * np.exp2(y), floats_only=True))


class Frexp(Node):
    """x = mantissa·2^exponent,   ∂x = ∂mantissa/2^exponent"""

    __slots__ = ("exponent",)

    def backward(self, xp: Any, grad: Any) -> Gradients:
        return grad / xp.constant(self.exponent)


def frexp(input: Tensor) -> FrexpResult:
    """The mantissa in (−1, −½] or [½, 1), and the exponent: x = mantissa·2^exponent.

    Returns: a pair `(mantissa, exponent)`; the exponents are int32.
    """
    x = input._array
    if x.dtype.kind != "f":
        raise RuntimeError("torch.frexp() only supports floating-point dtypes")
    mantissa, exponent = np.frexp(x)
    y = record1(Frexp, mantissa, input._node)
    if node := y._node:
        node.exponent = np.exp2(exponent.astype(x.dtype))
    return FrexpResult((y, wrap(exponent.astype(np.int32))))
