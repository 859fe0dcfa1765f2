"""The gamma function's logarithm and its derivatives: lgamma, digamma, polygamma, zeta.

NumPy has none of them, and the standard library has `math.lgamma` alone. The
derivatives are Hurwitz zeta values, ψ⁽ⁿ⁾(x) = (−1)ⁿ⁺¹ n! ζ(n+1, x); ζ is a short sum
whose tail the Euler-Maclaurin formula gives.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from .. import _dtype
from ..autograd.elementwise import unary
from ..autograd.node import Node
from ..autograd.recording import record1, wrap
from ..autograd.writing import write_out
from .operands import common

if TYPE_CHECKING:
    from .._tensor import Tensor
    from .._typing import Array, Gradients, Operand

# Bernoulli numbers B₂, B₄, ... B₂₄.
_BERNOULLI = (
    1 / 6, -1 / 30, 1 / 42, -1 / 30, 5 / 66, -691 / 2730, 7 / 6, -3617 / 510,
    43867 / 798, -174611 / 330, 854513 / 138, -236364091 / 2730,
)  # fmt: skip


def lgamma_values(x: Array) -> Array:
    """log |Γ(x)|; +inf at 0, −1, −2, ... and ±inf."""
    wide = np.asarray(x, np.float64)
    values = np.array([_lgamma(float(v)) for v in wide.ravel()], np.float64)
    return values.reshape(wide.shape).astype(x.dtype)


def _lgamma(x: float) -> float:
    try:
        return math.lgamma(x)
    except (ValueError, OverflowError):  # a pole, or beyond the largest float
        return math.inf


def digamma_values(x: Array) -> Array:
    """ψ(x) = Γ'(x)/Γ(x); ∓inf at ±0, NaN at the negative integers.

    ψ(x) = ψ(x+1) − 1/x leads to x >= 10, where log x − 1/2x − Σ B₂ₖ/(2k·x²ᵏ) is exact;
    ψ(x) = ψ(1−x) − π/tan πx leads there from the left.
    """
    wide = np.asarray(x, np.float64)
    left = wide <= 0
    whole = left & (wide == np.floor(wide))
    z = np.where(left, 1 - wide, wide)
    y = np.where(left, -math.pi / np.tan(math.pi * np.remainder(wide, 1)), 0.0)
    for _ in range(10):
        small = z < 10
        y -= np.where(small, 1 / z, 0.0)
        z = np.where(small, z + 1, z)
    inverse_square = 1 / (z * z)
    series = np.zeros_like(z)
    for k in range(8, 0, -1):
        series = (series + _BERNOULLI[k - 1] / (2 * k)) * inverse_square
    y += np.log(z) - 0.5 / z - series
    y = np.where(whole, np.nan, y)
    y = np.where(wide == 0, np.copysign(np.inf, -wide), y)
    return np.where(wide == -np.inf, np.nan, y).astype(x.dtype)


def zeta_values(s: Array, q: Array) -> Array:
    """Hurwitz zeta ζ(s, q) = Σₖ (k+q)⁻ˢ for s > 1; NaN at q = inf, as PyTorch."""
    s, q = np.broadcast_arrays(np.asarray(s, np.float64), np.asarray(q, np.float64))
    a = np.where(np.isfinite(q), q, 1.0)
    total = np.zeros(s.shape)
    done = np.zeros(s.shape, np.bool_)
    # Terms up to a > 9, at least nine of them; what follows is the tail's expansion.
    lowest = float(a.min()) if a.size else 0.0
    for k in range(min(max(9, math.ceil(9 - lowest)), 10_000)):
        wanted = ~done & ((k < 9) | (a <= 9))
        term = np.where(wanted, a**-s, 0.0)
        total += term
        # A sum that no longer grows is complete; its tail would only make 0·∞.
        done |= wanted & (np.abs(term) < np.abs(total) * 1e-17)
        a = np.where(wanted, a + 1, a)
    power = np.where(done, 0.0, a**-s)
    tail = power * a / (s - 1) + 0.5 * power
    factor = np.ones(s.shape)
    for k, bernoulli in enumerate(_BERNOULLI, 1):
        # s(s+1)...(s+2k−2) / (2k)! · B₂ₖ · a^{−s−2k+1}
        factor = factor * (s + 2 * k - 2) / (2 * k)
        power = power / a
        tail += factor * bernoulli * power
        factor = factor * (s + 2 * k - 1) / (2 * k + 1)
        power = power / a
    total = np.where(done, total, total + tail)
    whole = (q <= 0) & (q == np.floor(q))
    total = np.where((q <= 0) & ~whole & (s != np.floor(s)), np.nan, total)
    total = np.where(np.isnan(s) | np.isnan(q) | (q == np.inf), np.nan, total)
    total = np.where(whole, np.inf, total)
    return np.where(s == 1, np.inf, np.where(s < 1, np.nan, total))


def polygamma_values(n: int, x: Array) -> Array:
    """The n-th derivative of digamma."""
    if n == 0:
        return digamma_values(x)
    wide = np.asarray(x, np.float64)
    sign = -1.0 if n % 2 == 0 else 1.0
    factorial = sign * math.exp(math.lgamma(n + 1))
    if n > 1:
        return (factorial * zeta_values(np.float64(n + 1), wide)).astype(x.dtype)
    # ψ'(x) + ψ'(1−x) = (π / sin πx)²
    left = wide < 0.5
    right = zeta_values(np.float64(2), np.where(left, 1 - wide, wide))
    right = np.where(wide == np.inf, 0.0, right)
    # In the input's own precision: at whole numbers PyTorch divides by its rounding.
    sine = (math.pi / np.sin(x * x.dtype.type(math.pi))).astype(np.float64)
    return np.where(left, sine * sine - right, right).astype(x.dtype)


class Lgamma(Node):
    """y = log |Γ(x)|,   ∂x = ∂y·ψ(x)"""

    __slots__ = ()
    saves = "x"

    def backward(self, xp: Any, grad: Any, x: Any) -> Gradients:
        return grad * xp.polygamma(0, x)


lgamma = unary(Lgamma, lgamma_values)


class Digamma(Node):
    """y = ψ(x) = d/dx log Γ(x),   ∂x = ∂y·ψ'(x)"""

    __slots__ = ()
    saves = "x"

    def backward(self, xp: Any, grad: Any, x: Any) -> Gradients:
        return grad * xp.polygamma(1, x)


digamma = unary(Digamma, digamma_values)


class Polygamma(Node):
    """y = ψ⁽ⁿ⁾(x), the n-th derivative of digamma,   ∂x = ∂y·ψ⁽ⁿ⁺¹⁾(x)"""

    __slots__ = ("n",)

    def backward(self, xp: Any, grad: Any, x: Any) -> Gradients:
        return grad * xp.polygamma(self.n + 1, x)


def polygamma(n: int, input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The n-th derivative of the digamma function.

    Gradient: ∂y·ψ⁽ⁿ⁺¹⁾(x).
    """
    if not isinstance(n, int):
        n, input = input, n  # as a method the tensor stands first
    if n < 0:
        raise RuntimeError("polygamma(n, x) does not support negative n.")
    x = input._array
    if x.dtype.kind not in "f":
        x = x.astype(_dtype.default)
    y = record1(Polygamma, polygamma_values(n, x), input._node, saved=(input,))
    if node := y._node:
        node.n = n
    return y if out is None else write_out(out, y)


def polygamma_method(input: Tensor, n: int) -> Tensor:
    """`x.polygamma(n)`."""
    return polygamma(n, input)


class Mvlgamma(Node):
    """y = p(p−1)/4·log π + Σⱼ log Γ(x − j/2), j < p;   ∂x = ∂y·Σⱼ ψ(x − j/2)"""

    __slots__ = ("p",)

    def backward(self, xp: Any, grad: Any, x: Any) -> Gradients:
        total = xp.polygamma(0, x + 0.0)
        for j in range(1, self.p):
            total = total + xp.polygamma(0, x - j / 2)
        return grad * total


def mvlgamma(input: Tensor, p: int, *, out: Tensor | None = None) -> Tensor:
    """The log of the multivariate gamma function of dimension `p`.

    Gradient: ∂y·Σⱼ ψ(x − j/2), j = 0 ... p−1.
    """
    if p < 1:
        raise RuntimeError("p has to be greater than or equal to 1")
    x = input._array
    if x.dtype.kind != "f":
        x = x.astype(_dtype.default)
    value = lgamma_values(x) + p * (p - 1) / 4 * math.log(math.pi)
    for j in range(1, p):
        value = value + lgamma_values(x - j / 2)
    y = record1(Mvlgamma, value, input._node, saved=(input,))
    if node := y._node:
        node.p = p
    return y if out is None else write_out(out, y)


def zeta(input: Operand, other: Operand, *, out: Tensor | None = None) -> Tensor:
    """Hurwitz zeta Σₖ (k + q)⁻ˢ; has no derivative here, as in PyTorch."""
    s, q = common(input, other, floats_only=True)
    y = wrap(zeta_values(s, q).astype(s.dtype))
    return y if out is None else write_out(out, y)
