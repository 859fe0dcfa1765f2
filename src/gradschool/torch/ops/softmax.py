"""Shares that sum to 1, and their logarithms: softmax, log_softmax, softmin."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Any

import numpy as np

from .._dims import normalize_dim
from .._dtype import numpy_dtype, word
from .._errors import wrong_argument
from ..autograd.namespace import ARRAYS
from ..autograd.node import OUTPUT, Node
from ..autograd.recording import record1

if TYPE_CHECKING:
    from .._dtype import dtype as Dtype
    from .._tensor import Tensor
    from .._typing import Array, Gradients
    from ..autograd.namespace import Namespace


class Softmax(Node):
    """yᵢ = eˣⁱ / Σⱼ eˣʲ,   ∂x = y·(∂y − Σⱼ ∂yⱼ·yⱼ)"""

    __slots__ = ("dim",)
    dim: int

    def backward(self, xp: Namespace, grad: Tensor, y: Tensor) -> Gradients:
        weighted = grad * y
        return weighted - y * xp.sums(weighted, self.dim)


class LogSoftmax(Node):
    """yᵢ = xᵢ − log Σⱼ eˣʲ,   ∂x = ∂y − eʸ·Σⱼ ∂yⱼ"""

    __slots__ = ("dim",)
    dim: int

    def backward(self, xp: Namespace, grad: Tensor, y: Tensor) -> Gradients:
        return grad - xp.exp(y) * xp.sums(grad, self.dim)


def softmax_values(x: Array, dim: int) -> Array:
    """The softmax of an array."""
    if not x.size:
        return x.copy()
    y = x - np.maximum.reduce(x, dim, keepdims=True)
    np.exp(y, y)  # the largest exponent is 0: no overflow, the same quotient
    y /= ARRAYS.sums(y, dim)
    return y


def log_softmax_values(x: Array, dim: int) -> Array:
    """The log-softmax of an array."""
    if not x.size:
        return x.copy()
    y = x - np.maximum.reduce(x, dim, keepdims=True)
    y -= np.log(ARRAYS.sums(np.exp(y), dim))
    return y


def _along(
    input: Any, dim: Any, dtype: Dtype | None, cls: type[Any], values: Any, name: str
) -> Tensor:
    try:
        x = input._array
    except AttributeError:
        raise wrong_argument(name, "input", 1, "Tensor", input) from None
    fit = None
    if dtype is not None:
        wanted = numpy_dtype(dtype)
        if wanted is not x.dtype:
            fit = ((x.shape, x.dtype),)
            x = x.astype(wanted)
    if x.dtype.kind not in "f":
        raise NotImplementedError(
            f"\"{name}_kernel_impl\" not implemented for '{word(x.dtype)}'"
        )
    dim = normalize_dim(dim, x.ndim)
    # Without a dimension, one share is the whole.
    y = values(x, dim) if x.ndim else values(x.reshape(1), 0).reshape(())
    out = record1(cls, y, input._node, OUTPUT, fit)
    if node := out._node:
        node.dim = dim if x.ndim else None
    return out


def _implicit_dim(name: str, ndim: int, stacklevel: int) -> int:
    warnings.warn(
        f"Implicit dimension choice for {name} has been deprecated. Change the call to "
        "include dim=X as an argument.",
        stacklevel=stacklevel,
    )
    return 0 if ndim in (0, 1, 3) else 1


def softmax(
    input: Tensor,
    dim: int | None = None,
    _stacklevel: int = 3,
    dtype: Dtype | None = None,
) -> Tensor:
    """yᵢ = eˣⁱ / Σⱼ eˣʲ along `dim`.

    Args:
        input: x, any real numbers.
        dim: the dimension over which y sums to 1.
        _stacklevel: how far out a warning points.
        dtype: what x is cast to first.

    Shape:
        the same.

    Gradient:
        ∂x = y·(∂y − Σ ∂y·y).

    Special cases:
        −inf has the share 0; a row of −inf, or with NaN or +inf, is NaN.
    """
    if dim is None:
        dim = _implicit_dim("softmax", input.dim(), _stacklevel + 1)
    return _along(input, dim, dtype, Softmax, softmax_values, "softmax")


def log_softmax(
    input: Tensor,
    dim: int | None = None,
    _stacklevel: int = 3,
    dtype: Dtype | None = None,
) -> Tensor:
    """yᵢ = xᵢ − log Σⱼ eˣʲ along `dim`: the logarithm of softmax, exact for large x.

    Args:
        input: x, any real numbers.
        dim: the dimension over which eʸ sums to 1.
        _stacklevel: how far out a warning points.
        dtype: what x is cast to first.

    Shape:
        the same.

    Gradient:
        ∂x = ∂y − eʸ·Σ ∂y.
    """
    if dim is None:
        dim = _implicit_dim("log_softmax", input.dim(), _stacklevel + 1)
    return _along(input, dim, dtype, LogSoftmax, log_softmax_values, "log_softmax")


def softmin(
    input: Tensor,
    dim: int | None = None,
    _stacklevel: int = 3,
    dtype: Dtype | None = None,
) -> Tensor:
    """yᵢ = e⁻ˣⁱ / Σⱼ e⁻ˣʲ along `dim`: softmax of −x.

    Args:
        input: x, any real numbers.
        dim: the dimension over which y sums to 1.
        _stacklevel: how far out a warning points.
        dtype: what x is cast to first.
    """
    if dim is None:
        dim = _implicit_dim("softmin", input.dim(), _stacklevel + 1)
    return softmax(-input, dim, dtype=dtype)


def softmax_method(input: Tensor, dim: int, dtype: Dtype | None = None) -> Tensor:
    """yᵢ = eˣⁱ / Σⱼ eˣʲ along `dim`; see `nn.functional.softmax`."""
    return _along(input, dim, dtype, Softmax, softmax_values, "softmax")


def log_softmax_method(input: Tensor, dim: int, dtype: Dtype | None = None) -> Tensor:
    """yᵢ = xᵢ − log Σⱼ eˣʲ along `dim`; see `nn.functional.log_softmax`."""
    return _along(input, dim, dtype, LogSoftmax, log_softmax_values, "log_softmax")


def gumbel_softmax(
    logits: Tensor,
    tau: float = 1,
    hard: bool = False,
    eps: float = 1e-10,
    dim: int = -1,
) -> Tensor:
    """A sample of a category that gradients flow through: softmax((x + g) / τ).

    Args:
        logits: x.
        tau: τ; the smaller, the nearer to one-hot.
        hard: whether the result is one-hot; gradients are those of the soft sample.
        eps: ignored, as in PyTorch.
        dim: the dimension of the categories.

    Source:
        Jang, Gu, Poole, "Categorical Reparameterization with Gumbel-Softmax" (2016).
    """
    from ..creation import empty_like, zeros_like

    if eps != 1e-10:
        warnings.warn("`eps` parameter is deprecated and has no effect.", stacklevel=2)
    gumbels = -empty_like(logits).exponential_().log()
    soft = softmax((logits + gumbels) / tau, dim)
    if not hard:
        return soft
    index = soft.max(dim, keepdim=True)[1]
    one_hot = zeros_like(logits).scatter_(dim, index, 1.0)
    return one_hot - soft.detach() + soft
