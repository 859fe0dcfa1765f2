"""Arithmetic, element by element: add, sub, mul, div and what is made of them."""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING, Any

import numpy as np

from .._dtype import BOOL, word
from .._errors import wrong_argument
from ..autograd.elementwise import (
    Binary,
    binary,
    cast,
    promoted,
    tensors_only,
    unary,
)
from ..autograd.node import NOTHING, Node
from ..autograd.recording import record, wrap
from ..autograd.writing import write_out
from .operands import array_of, as_tensor, broadcast_shape, common, fits, node_of

if TYPE_CHECKING:
    from .._tensor import Tensor
    from .._typing import Array, Gradients, Number, Operand


class Add(Binary):
    """z = x + y,   ∂x = ∂z,   ∂y = ∂z"""

    __slots__ = ()

    def backward(self, xp: Any, grad: Any) -> Gradients:
        return grad, grad


plus = binary(Add, operator.add, number_first=True)


def add(
    input: Tensor,
    other: Operand,
    *,
    alpha: Number = 1,
    out: Tensor | None = None,
) -> Tensor:
    """x + `alpha`·y.

    Shape: broadcast; dtypes are promoted.
    Gradient: ∂x = ∂z, ∂y = `alpha`·∂z.

    Example:
        >>> torch.add(torch.tensor([1., 2.]), torch.tensor([10., 20.]), alpha=2)
        tensor([21., 42.])
    """
    if alpha != 1:
        _check_alpha(input, other, alpha)
        other = mul(other, alpha) if hasattr(other, "_array") else other * alpha
    return plus(input, other, out=out)


class Sub(Binary):
    """z = x − y,   ∂x = ∂z,   ∂y = −∂z"""

    __slots__ = ()

    def backward(self, xp: Any, grad: Any) -> Gradients:
        _, need_y = self.parents
        return grad, need_y and -grad


def _difference(x: Array, y: Array) -> Array:
    try:
        return x - y
    except TypeError:
        raise RuntimeError(
            "Subtraction, the `-` operator, with two bool tensors is not supported. "
            "Use the `^` or `logical_xor()` operator instead."
        ) from None


minus = binary(Sub, _difference, number_first=True)


def sub(
    input: Tensor,
    other: Operand,
    *,
    alpha: Number = 1,
    out: Tensor | None = None,
) -> Tensor:
    """x − `alpha`·y.

    Shape: broadcast; dtypes are promoted.
    Gradient: ∂x = ∂z, ∂y = −`alpha`·∂z.
    """
    _check_no_bool(input, other)
    if alpha != 1:
        _check_alpha(input, other, alpha)
        other = mul(other, alpha) if hasattr(other, "_array") else other * alpha
    return minus(input, other, out=out)


def _check_no_bool(input: Tensor, other: Operand) -> None:
    x, y = array_of(input), array_of(other)
    bool_x = getattr(x, "dtype", None) is BOOL
    bool_y = y.__class__ is bool or getattr(y, "dtype", None) is BOOL
    if bool_x and bool_y:
        raise RuntimeError(
            "Subtraction, the `-` operator, with two bool tensors is not supported. "
            "Use the `^` or `logical_xor()` operator instead."
        )
    if bool_x or bool_y:
        raise RuntimeError(
            "Subtraction, the `-` operator, with a bool tensor is not supported. If "
            "you are trying to invert a mask, use the `~` or `logical_not()` operator "
            "instead."
        )


def _check_alpha(input: Tensor, other: Operand, alpha: Number) -> None:
    kinds = (
        input._array.dtype.kind + getattr(array_of(other), "dtype", np.dtype("f4")).kind
    )
    if isinstance(alpha, bool) and kinds != "bb":
        raise RuntimeError("Boolean alpha only supported for Boolean results.")
    if isinstance(alpha, float) and not set(kinds) & set("fc"):
        raise RuntimeError(
            "For integral input tensors, argument alpha must not be a floating point "
            "number."
        )


def minus_dunder(input: Tensor, other: Any) -> Any:
    """`input - other`."""
    x = input._array
    if x.dtype is BOOL or getattr(array_of(other), "dtype", None) is BOOL:
        _check_no_bool(input, other)
    return minus.dunder(input, other)


class Rsub(Binary):
    """z = y − x,   ∂x = −∂z,   ∂y = ∂z"""

    __slots__ = ()

    def backward(self, xp: Any, grad: Any) -> Gradients:
        return -grad, grad


class RsubFromNumber(Rsub, name="RsubBackward1"):
    """PyTorch's name for a number less a tensor, as in `1 - x`."""

    __slots__ = ()


_from_other = binary(
    Rsub, lambda x, y: _difference(y, x), name="rsub", by_number=RsubFromNumber
)


def rsub(input: Tensor, other: Operand, *, alpha: Number = 1) -> Tensor:
    """y − `alpha`·x: what `1 - x` calls."""
    _check_no_bool(input, other)
    if alpha != 1:
        _check_alpha(input, other, alpha)
        input = mul(input, alpha)
    return _from_other(input, other)


class Mul(Binary):
    """z = x·y,   ∂x = ∂z·y,   ∂y = ∂z·x"""

    __slots__ = ()
    saves = "y", "x"  # ∂x reads y, ∂y reads x

    def backward(self, xp: Any, grad: Any, x: Any, y: Any) -> Gradients:
        need_x, need_y = self.parents
        return need_x and grad * y, need_y and grad * x


mul = binary(Mul, operator.mul, number_first=True)


class Div(Binary):
    """z = x/y,   ∂x = ∂z/y,   ∂y = −∂z·(x/y)/y"""

    __slots__ = ()
    saves = "y", "xy"

    def backward(self, xp: Any, grad: Any, x: Any, y: Any) -> Gradients:
        need_x, need_y = self.parents
        return need_x and grad / y, need_y and -grad * (x / y / y)


def _quotient(x: Array, y: Array) -> Array:
    try:
        return x / y
    except (
        ZeroDivisionError
    ):  # two Python-like scalars; the array's answer is ±inf, NaN
        return np.divide(x, y)


true_divide = binary(Div, _quotient, floats_only=True, name="div", number_first=True)


class DivRounded(Binary, name="DivBackward2"):
    """z = x/y rounded to a whole number: steps, whose derivative is 0"""

    __slots__ = ()

    def backward(self, xp: Any, grad: Any) -> Gradients:
        need_x, need_y = self.parents
        return need_x and grad * 0, need_y and grad * 0


def floored_quotient(x: Array, y: Array) -> Array:
    """⌊x/y⌋ of two arrays; whole numbers refuse a 0."""
    if x.dtype.kind in "biu":
        _check_divisor(y)
        return np.floor_divide(x, y)
    # NumPy's floor_divide answers 1 // inf and the like as PyTorch, but NaN for x // 0.
    whole = np.floor_divide(x, y)
    return np.where(np.equal(y, 0), x / y, whole)[()]


def _truncated(x: Array, y: Array) -> Array:
    if x.dtype.kind in "biu":
        _check_divisor(y)
        whole = np.floor_divide(x, y)
        # Between whole numbers, flooring differs from cutting by one if signs differ.
        return whole + ((np.remainder(x, y) != 0) & ((x < 0) != (y < 0)))
    return np.trunc(x / y)


def _check_divisor(y: Any) -> None:
    if not np.all(y):
        raise RuntimeError("ZeroDivisionError")


_div_floor = binary(DivRounded, floored_quotient, name="div", number_first=True)
_div_trunc = binary(DivRounded, _truncated, name="div", number_first=True)


def div(
    input: Tensor,
    other: Operand,
    *,
    rounding_mode: str | None = None,
    out: Tensor | None = None,
) -> Tensor:
    """x/y.

    Args:
        rounding_mode: None for the true quotient (integers give floating point),
            "trunc" to round towards 0, "floor" to round down.

    Shape: broadcast; dtypes are promoted.
    Gradient: ∂x = ∂z/y, ∂y = −∂z·x/y²; 0 where a rounding mode makes it a step.
    Special cases: x/0 is ±inf, 0/0 NaN; integers rounded by 0 raise.
    """
    if rounding_mode is None:
        return true_divide(input, other, out=out)
    if rounding_mode == "floor":
        return _div_floor(input, other, out=out)
    if rounding_mode == "trunc":
        return _div_trunc(input, other, out=out)
    raise RuntimeError(
        "div expected rounding_mode to be one of None, 'trunc', or 'floor' but found "
        f"'{rounding_mode}'"
    )


class FloorDivide(Binary, name="NotImplemented"):
    """z = ⌊x/y⌋: steps, which PyTorch gives no derivative"""

    __slots__ = ()

    def backward(self, xp: Any, grad: Any) -> Gradients:
        raise RuntimeError("derivative for aten::floor_divide is not implemented")


floor_divide = binary(
    FloorDivide, floored_quotient, name="floor_divide", number_first=True
)


class Remainder(Binary, name="RemainderBackward1"):
    """z = x − y·⌊x/y⌋, which has the sign of y;   ∂x = ∂z,   ∂y = −∂z·⌊x/y⌋"""

    __slots__ = ()
    saves = "", "xy"

    def backward(self, xp: Any, grad: Any, x: Any, y: Any) -> Gradients:
        need_x, need_y = self.parents
        return need_x and grad, need_y and -grad * xp.floor_divide(x, y)


def _remainder(x: Array, y: Array) -> Array:
    if x.dtype.kind in "biu":
        _check_divisor(y)
        return np.remainder(x, y)
    return _unless_overflow(np.remainder(x, y), x, y)


def _unless_overflow(rest: Array, x: Array, y: Array) -> Array:
    """NaN where x/y is too large to be a float, as in x − y·∞."""
    return np.where(np.isinf(x / y), x.dtype.type(np.nan), rest)[()]


class RemainderByNumber(Remainder, name="RemainderBackward0"):
    """PyTorch's name for the remainder of a division by a number."""

    __slots__ = ()


remainder = binary(
    Remainder,
    _remainder,
    name="remainder",
    number_first=True,
    by_number=RemainderByNumber,
)


class Fmod(Binary, name="FmodBackward1"):
    """z = x − y·trunc(x/y), with the sign of x;   ∂x = ∂z,   ∂y = −∂z·trunc(x/y)"""

    __slots__ = ()
    saves = "", "xy"

    def backward(self, xp: Any, grad: Any, x: Any, y: Any) -> Gradients:
        need_x, need_y = self.parents
        return need_x and grad, need_y and -grad * xp.trunc(x / y)


def _fmod(x: Array, y: Array) -> Array:
    if x.dtype.kind in "biu":
        _check_divisor(y)
        return np.fmod(x, y)
    return _unless_overflow(np.fmod(x, y), x, y)


class FmodByNumber(Fmod, name="FmodBackward0"):
    """PyTorch's name for the remainder of a division by a number."""

    __slots__ = ()


fmod = binary(Fmod, _fmod, name="fmod", by_number=FmodByNumber)


class Neg(Node):
    """y = −x,   ∂x = −∂y"""

    __slots__ = ()

    def backward(self, xp: Any, grad: Any) -> Gradients:
        return -grad


def _negative(x: Array) -> Array:
    if x.dtype is BOOL:
        raise RuntimeError(
            "Negation, the `-` operator, on a bool tensor is not supported. If you are "
            "trying to invert a mask, use the `~` or `logical_not()` operator instead."
        )
    return -x


neg = unary(Neg, _negative, floats_only=False)


def positive(input: Tensor) -> Tensor:
    """The input itself."""
    if input._array.dtype is BOOL:
        raise RuntimeError("The `+` operator, on a bool tensor is not supported.")
    return input


class Abs(Node):
    """y = |x|,   ∂x = ∂y·sign(x), which is 0 at 0"""

    __slots__ = ()
    saves = "x"

    def backward(self, xp: Any, grad: Any, x: Any) -> Gradients:
        return grad * xp.sign(x)


abs = unary(Abs, np.abs, floats_only=False)


class Sign(Node):
    """y = −1, 0 or 1,   ∂x = 0"""

    __slots__ = ()

    def backward(self, xp: Any, grad: Any) -> Gradients:
        return grad * 0


def _sign(x: Array) -> Array:
    if x.dtype is BOOL:
        return np.array(x)
    # NaN has the sign 0 in PyTorch: it is neither above nor below 0.
    return np.where(x != x, 0, np.sign(x)).astype(x.dtype)


sign = unary(Sign, _sign, floats_only=False)


class Sgn(Node):
    """y = x/|x|, 0 at 0;   ∂x = 0 for real x"""

    __slots__ = ()

    def backward(self, xp: Any, grad: Any) -> Gradients:
        return grad * 0


sgn = unary(Sgn, _sign, floats_only=False)


def signbit(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Whether the sign is minus, −0.0 included."""
    x = input._array
    y = wrap(np.signbit(x) if x.dtype.kind == "f" else x < 0)
    return y if out is None else write_out(out, y)


class Reciprocal(Node):
    """y = 1/x,   ∂x = −∂y·y²"""

    __slots__ = ()
    saves = "y"

    def backward(self, xp: Any, grad: Any, y: Any) -> Gradients:
        return -grad * (y * y)


reciprocal = unary(Reciprocal, lambda x: 1 / x)


class Copysign(Binary):
    """z = |x| with the sign of y,   ∂x = ∂z·z/x, which is 0 at 0;   ∂y = 0"""

    __slots__ = ()
    saves = "xy", ""

    def backward(self, xp: Any, grad: Any, x: Any, y: Any) -> Gradients:
        need_x, need_y = self.parents
        dx = None
        if need_x:
            dx = grad * xp.where(x == 0, 0.0, xp.copysign(x, y) / x)
        return dx, need_y and grad * 0


copysign = binary(Copysign, np.copysign, floats_only=True)


class Heaviside(Binary, name="NotImplemented"):
    """z = 0 for x < 0, 1 for x > 0, y at x = 0"""

    __slots__ = ()


def heaviside(input: Tensor, values: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The unit step: 0 below 0, 1 above, and `values` at 0."""
    x, y = input._array, values._array
    if x.dtype is not y.dtype:
        raise RuntimeError(
            "heaviside is not yet implemented for tensors with different dtypes."
        )
    broadcast_shape(x, y)
    step = np.where(x == 0, y, (x > 0).astype(x.dtype))
    z = wrap(step.astype(x.dtype))
    return z if out is None else write_out(out, z)


class Nextafter(Binary):
    """z = the float next to x in the direction of y,   ∂x = ∂z where x ≠ y;   ∂y = 0"""

    __slots__ = ()
    saves = "xy", ""

    def backward(self, xp: Any, grad: Any, x: Any, y: Any) -> Gradients:
        need_x, need_y = self.parents
        return need_x and xp.where(x == y, 0.0, grad), need_y and grad * 0


nextafter = tensors_only(binary(Nextafter, np.nextafter))


class Lerp(Node, name="LerpBackward1"):
    """y = x + w·(e − x),   ∂x = ∂y·(1 − w),   ∂e = ∂y·w,   ∂w = ∂y·(e − x)"""

    __slots__ = ()

    def backward(self, xp: Any, grad: Any, x: Any, end: Any, weight: Any) -> Gradients:
        need_x, need_end, need_weight = self.parents
        return (
            need_x and grad * (1 - weight),
            need_end and grad * weight,
            need_weight and grad * (end - x),
        )


class LerpByNumber(Node, name="LerpBackward0"):
    """y = x + w·(e − x) with a number w,   ∂x = ∂y·(1 − w),   ∂e = ∂y·w"""

    __slots__ = ("weight",)

    def backward(self, xp: Any, grad: Any) -> Gradients:
        need_x, need_end = self.parents
        return need_x and grad * (1 - self.weight), need_end and grad * self.weight


def lerp(
    input: Tensor,
    end: Tensor,
    weight: Tensor | float,
    *,
    out: Tensor | None = None,
) -> Tensor:
    """Between `input` (weight 0) and `end` (weight 1): x + w·(e − x).

    Shape: broadcast; all of one dtype.
    Gradient: ∂x = ∂y·(1 − w), ∂e = ∂y·w, ∂w = ∂y·(e − x).
    """
    x, e, w = input._array, end._array, array_of(weight)
    for name, array in (("end", e), ("weight", w)):
        if getattr(array, "dtype", x.dtype) is not x.dtype:
            raise RuntimeError(
                f"expected dtype {_cpp(x)} for `{name}` but got dtype {_cpp(array)}"
            )
    broadcast_shape(*(array for array in (x, e, w) if hasattr(array, "shape")))
    # The form that is exact at the nearer end.
    near = np.abs(w) < 0.5
    y: Any = np.where(near, x + w * (e - x), e - (e - x) * (1 - w)).astype(x.dtype)
    if hasattr(weight, "_array"):
        z = record(
            Lerp,
            y,
            (input._node, end._node, node_of(weight)),
            saved=(input, end, weight),
            fit=fits(y, input, end, weight),
        )
    else:
        z = record(LerpByNumber, y, (input._node, end._node), fit=fits(y, input, end))
        if node := z._node:
            node.weight = weight
    return z if out is None else write_out(out, z)


def _cpp(array: Array) -> str:
    from .._dtype import cpp_name

    return cpp_name(array.dtype)


class Addcmul(Node):
    """y = x + v·a·b,   ∂x = ∂y,   ∂a = ∂y·v·b,   ∂b = ∂y·v·a"""

    __slots__ = ("value",)

    def backward(self, xp: Any, grad: Any, a: Any, b: Any) -> Gradients:
        need_x, need_a, need_b = self.parents
        return (
            need_x and grad,
            need_a and grad * (b * self.value),
            need_b and grad * (a * self.value),
        )


def addcmul(
    input: Tensor,
    tensor1: Tensor,
    tensor2: Tensor,
    *,
    value: Number = 1,
    out: Tensor | None = None,
) -> Tensor:
    """x + `value`·a·b.

    Shape: broadcast; dtypes are promoted.
    Gradient: ∂x = ∂y, ∂a = ∂y·value·b, ∂b = ∂y·value·a.
    """
    x, a, b = common(input, tensor1, tensor2)
    broadcast_shape(x, a, b)
    y = x + cast(value, x.dtype) * a * b
    z = record(
        Addcmul,
        y,
        (input._node, tensor1._node, tensor2._node),
        saved=(
            tensor1 if tensor2._node else NOTHING,
            tensor2 if tensor1._node else NOTHING,
        ),
        fit=fits(y, input, tensor1, tensor2),
    )
    if node := z._node:
        node.value = value
    return z if out is None else write_out(out, z)


class Addcdiv(Node):
    """y = x + v·a/b,   ∂x = ∂y,   ∂a = ∂y·v/b,   ∂b = −∂y·v·a/b²"""

    __slots__ = ("value",)

    def backward(self, xp: Any, grad: Any, a: Any, b: Any) -> Gradients:
        need_x, need_a, need_b = self.parents
        return (
            need_x and grad,
            need_a and grad * (self.value / b),
            need_b and -grad * (a * self.value / (b * b)),
        )


def addcdiv(
    input: Tensor,
    tensor1: Tensor,
    tensor2: Tensor,
    *,
    value: Number = 1,
    out: Tensor | None = None,
) -> Tensor:
    """x + `value`·a/b.

    Shape: broadcast; dtypes are promoted.
    Gradient: ∂x = ∂y, ∂a = ∂y·value/b, ∂b = −∂y·value·a/b².

    Raises:
        RuntimeError: `tensor1` and `tensor2` hold integers.
    """
    if tensor1._array.dtype.kind in "biu" and tensor2._array.dtype.kind in "biu":
        raise RuntimeError(
            "Integer division with addcdiv is no longer supported, and in a future  "
            "release addcdiv will perform a true division of tensor1 and tensor2. The "
            "historic addcdiv behavior can be implemented as (input + value * "
            "torch.trunc(tensor1 / tensor2)).to(input.dtype) for integer inputs and as "
            "(input + value * tensor1 / tensor2) for float inputs. The future addcdiv "
            "behavior is just the latter implementation: (input + value * tensor1 / "
            "tensor2), for all dtypes."
        )
    x, a, b = common(input, tensor1, tensor2)
    broadcast_shape(x, a, b)
    y = x + cast(value, x.dtype) * a / b
    z = record(
        Addcdiv,
        y,
        (input._node, tensor1._node, tensor2._node),
        saved=(
            tensor1 if tensor2._node else NOTHING,
            tensor2 if tensor1._node or tensor2._node else NOTHING,
        ),
        fit=fits(y, input, tensor1, tensor2),
    )
    if node := z._node:
        node.value = value
    return z if out is None else write_out(out, z)


def gcd(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The greatest common divisor of two integers; gcd(0, 0) = 0."""
    x, y = _integers("gcd", input, other)
    z = wrap(np.gcd(x, y))
    return z if out is None else write_out(out, z)


def lcm(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The least common multiple of two integers; 0 if one of them is 0."""
    x, y = _integers("lcm", input, other)
    # By hand: NumPy's result is negative where the product wraps round.
    divisor = np.gcd(x, y)
    z = wrap(np.abs(x // np.where(divisor == 0, 1, divisor) * y))
    return z if out is None else write_out(out, z)


def _integers(name: str, input: Tensor, other: Tensor) -> tuple[Array, Array]:
    if not hasattr(other, "_array"):
        raise wrong_argument(name, "other", 2, "Tensor", other)
    x, y = promoted(input, other, name)
    if x.dtype.kind not in "iu":
        raise NotImplementedError(
            f"\"{name}_cpu\" not implemented for '{word(x.dtype)}'"
        )
    broadcast_shape(x, y)
    return x, y


absolute = abs
negative = neg
subtract = sub
multiply = mul
divide = div


def reversed_sub(input: Tensor, other: Any) -> Any:
    """`other - input`, where `other` is no tensor."""
    if input._array.dtype is BOOL:
        _check_no_bool(input, other)
    return _from_other.dunder(input, other)


def reversed_div(input: Tensor, other: Any) -> Any:
    """`other / input`, where `other` is no tensor: the reciprocal times `other`."""
    return mul.dunder(reciprocal(input), other)


def reversed_floor_divide(input: Tensor, other: Any) -> Any:
    """`other // input`, where `other` is no tensor."""
    return floor_divide.dunder(as_tensor(other, input), input)


def reversed_remainder(input: Tensor, other: Any) -> Any:
    """`other % input`, where `other` is no tensor."""
    return remainder.dunder(as_tensor(other, input), input)
