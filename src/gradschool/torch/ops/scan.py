"""Scans: each result is made of all the elements up to its own.

A scan keeps the shape. Its gradient is a scan from the other end.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from .._dims import normalize_dim
from .._dtype import BOOL, I64, get_default_dtype
from ..autograd.node import OUTPUT, Node
from ..autograd.recording import record1, wrap
from ..autograd.writing import write_out
from ..return_types import cummax as CummaxResult
from ..return_types import cummin as CumminResult
from .along import take_values

if TYPE_CHECKING:
    from .._dtype import dtype as Dtype
    from .._tensor import Tensor
    from .._typing import Gradients


class Cumsum(Node):
    """yₖ = Σ_{i<=k} xᵢ,   ∂xₖ = Σ_{j>=k} ∂yⱼ"""

    __slots__ = ("dim",)

    def backward(self, xp: Any, grad: Any) -> Gradients:
        dim = self.dim
        if not grad.ndim:
            return grad
        return xp.flip(xp.cumsum(xp.flip(grad, dim), dim), dim)


def cumsum(
    input: Tensor,
    dim: int,
    *,
    dtype: Dtype | None = None,
    out: Tensor | None = None,
) -> Tensor:
    """The running sum along `dim`; integers and bools add up in int64.

    Gradient: ∂xₖ = Σ_{j>=k} ∂yⱼ.
    """
    if dtype is not None:
        input = input.to(dtype)
    x = input._array
    dim = normalize_dim(dim, x.ndim)
    target = I64 if x.dtype.kind in "biu" else x.dtype
    value = np.add.accumulate(x, dim, target) if x.ndim else np.array(x, target)
    y = record1(Cumsum, value, input._node)
    if node := y._node:
        node.dim = dim
    return y if out is None else write_out(out, y)


class Cumprod(Node):
    """yₖ = Π_{i<=k} xᵢ,   ∂xₖ = Σ_{j>=k} ∂yⱼ·yⱼ / xₖ

    Where a row has a 0 the quotient fails. There ∂xₖ = yₖ₋₁·Sₖ: what stands before k,
    times Sₖ = Σ_{j>=k} ∂yⱼ·Π_{k<i<=j} xᵢ, which follows from its right neighbour,
    Sₖ = ∂yₖ + xₖ₊₁·Sₖ₊₁.
    """

    __slots__ = ("dim",)

    def backward(self, xp: Any, grad: Any, x: Any, y: Any) -> Gradients:
        if not x.ndim:
            return grad
        turned: Any = [t.swapaxes(self.dim, -1) for t in (x, y, grad)]
        x, y, grad = turned
        quotient = xp.flip(xp.cumsum(xp.flip(grad * y, -1), -1), -1) / x
        has_zero = (x == 0).any(-1)[..., None]
        if not has_zero.any():
            return quotient.swapaxes(self.dim, -1)
        rest = grad[..., -1]
        sums = [rest]
        for k in range(x.shape[-1] - 2, -1, -1):
            rest = grad[..., k] + x[..., k + 1] * rest
            sums.append(rest)
        before = xp.concatenate((xp.ones_like(y[..., :1]), y[..., :-1]), -1)
        product = before * xp.stack(sums[::-1], -1)
        return xp.where(has_zero, product, quotient).swapaxes(self.dim, -1)


def cumprod(
    input: Tensor,
    dim: int,
    *,
    dtype: Dtype | None = None,
    out: Tensor | None = None,
) -> Tensor:
    """The running product along `dim`; integers and bools multiply in int64.

    Gradient: ∂xₖ = Σ_{j>=k} ∂yⱼ times the product of the other factors, also at zeros.
    """
    if dtype is not None:
        input = input.to(dtype)
    x = input._array
    dim = normalize_dim(dim, x.ndim)
    target = I64 if x.dtype.kind in "biu" else x.dtype
    value = np.multiply.accumulate(x, dim, target) if x.ndim else np.array(x, target)
    y = record1(Cumprod, value, input._node, saved=(input, OUTPUT))
    if node := y._node:
        node.dim = dim
    return y if out is None else write_out(out, y)


class Cummax(Node):
    """yₖ = max_{i<=k} xᵢ,   each ∂yₖ goes to the element that was the maximum"""

    __slots__ = ("dim", "index", "shape")

    def backward(self, xp: Any, grad: Any) -> Gradients:
        if not self.shape:
            return grad
        # Several results share one maximum, so places repeat and must add up.
        places = list(np.indices(self.shape, sparse=True))
        places[self.dim] = self.index
        return xp.put(self.shape, tuple(places), grad, True)


class Cummin(Cummax):
    """yₖ = min_{i<=k} xᵢ,   each ∂yₖ goes to the element that was the minimum"""

    __slots__ = ()


def cummax(input: Tensor, dim: int, *, out: Any = None) -> CummaxResult:
    """The largest element so far along `dim`, and where it is.

    Returns: a pair `(values, indices)`; of equals the last one, and NaN once there was
        one.
    """
    values, indices = _running(Cummax, np.maximum, input, dim)
    if out is not None:
        values, indices = write_out(out[0], values), write_out(out[1], indices)
    return CummaxResult((values, indices))


def cummin(input: Tensor, dim: int, *, out: Any = None) -> CumminResult:
    """The smallest element so far along `dim`, and where it is.

    Returns: a pair `(values, indices)`; of equals the last one, and NaN once there was
        one.
    """
    values, indices = _running(Cummin, np.minimum, input, dim)
    if out is not None:
        values, indices = write_out(out[0], values), write_out(out[1], indices)
    return CumminResult((values, indices))


def _running(
    node_class: type[Cummax], ufunc: np.ufunc, input: Tensor, dim: int
) -> tuple[Tensor, Tensor]:
    x = np.asarray(input._array)
    dim = normalize_dim(dim, x.ndim)
    if not x.ndim:
        y = record1(node_class, x.copy(), input._node)
        if node := y._node:
            node.dim, node.shape = 0, ()
        return y, wrap(np.zeros((), I64))
    best = ufunc.accumulate(x, dim)
    # An element holds the record where it equals the running one: NaN equals NaN here.
    holds = (x == best) | ((x != x) & (best != best))
    line = [1] * x.ndim
    line[dim] = x.shape[dim]
    positions = np.arange(x.shape[dim], dtype=I64).reshape(line)
    index = np.maximum.accumulate(np.where(holds, positions, 0), dim)
    y = record1(node_class, take_values(x, index, dim), input._node)
    if node := y._node:
        node.dim, node.index, node.shape = dim, index, x.shape
    return y, wrap(index)


class Logcumsumexp(Node):
    """yₖ = log Σ_{i<=k} e^{xᵢ},   ∂xₖ = Σ_{j>=k} ∂yⱼ·e^{xₖ − yⱼ}

    xₖ <= yⱼ for j >= k, so the exponential never overflows; but summing e^{−yⱼ} apart
    could. The sum is therefore carried from the right, scaled to the current y:
    Sₖ = ∂yₖ + Sₖ₊₁·e^{yₖ − yₖ₊₁}, ∂xₖ = Sₖ·e^{xₖ − yₖ}.
    """

    __slots__ = ("dim",)

    def backward(self, xp: Any, grad: Any, x: Any, y: Any) -> Gradients:
        if not x.ndim or not x.shape[self.dim]:
            return grad
        turned: Any = [t.swapaxes(self.dim, -1) for t in (x, y, grad)]
        x, y, grad = turned
        n = x.shape[-1]
        rest = grad[..., n - 1]
        sums = [rest]
        for k in range(n - 2, -1, -1):
            same = y[..., k] == y[..., k + 1]  # also −inf beside −inf: e⁰, not NaN
            decay = xp.where(same, 1.0, xp.exp(y[..., k] - y[..., k + 1]))
            rest = grad[..., k] + decay * rest
            sums.append(rest)
        share = xp.exp(x - y)  # NaN for an infinity beside itself, as in PyTorch
        return (xp.stack(sums[::-1], -1) * share).swapaxes(self.dim, -1)


def logcumsumexp(input: Tensor, dim: int, *, out: Tensor | None = None) -> Tensor:
    """log of the running sum of eˣ along `dim`, without overflow.

    Gradient: ∂xₖ = Σ_{j>=k} ∂yⱼ·e^{xₖ − yⱼ}.
    """
    if input._array.dtype.kind in "biu":
        input = input.to(get_default_dtype())
    x = input._array
    dim = normalize_dim(dim, x.ndim)
    value = np.logaddexp.accumulate(x, dim) if x.ndim else np.array(x)
    y = record1(Logcumsumexp, value, input._node, saved=(input, OUTPUT))
    if node := y._node:
        node.dim = dim
    return y if out is None else write_out(out, y)


def diff(
    input: Tensor,
    n: int = 1,
    dim: int = -1,
    prepend: Tensor | None = None,
    append: Tensor | None = None,
    *,
    out: Tensor | None = None,
) -> Tensor:
    """Differences of neighbours along `dim`, `n` times over.

    Args:
        prepend, append: joined to the input along `dim` first.

    Shape: `dim` loses `n` elements. Bools differ by "not equal".
    """
    from .joining import cat

    if not input.ndim:
        raise RuntimeError("diff expects input to be at least one-dimensional")
    dim = normalize_dim(dim, input.ndim)
    if n == 0:
        return input.clone() if out is None else write_out(out, input)
    parts = [part for part in (prepend, input, append) if part is not None]
    y: Any = cat(parts, dim) if len(parts) > 1 else input
    for _ in range(n):
        size = y.shape[dim]
        if not size:
            break
        later, earlier = y.narrow(dim, 1, size - 1), y.narrow(dim, 0, size - 1)
        y = later ^ earlier if y._array.dtype is BOOL else later - earlier
    return y if out is None else write_out(out, y)
