"""Reductions: sums, products, means, and the truth of all or any.

Args that all of them share: `dim` is one dim or several, all of them if None; with
`keepdim` the reduced dims stay with size 1; `dtype` is what the input is cast to first.
Bools and integers add up in int64.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from .._dims import normalize_dims, shape_with_ones
from .._dtype import F16, F32, I64, get_default_dtype, word
from ..autograd.node import OUTPUT, Node
from ..autograd.recording import record1, wrap
from ..autograd.writing import write_out

if TYPE_CHECKING:
    from .._dtype import dtype as Dtype
    from .._tensor import Tensor
    from .._typing import Array, Dims, Gradients, NumpyDtype


class Sum(Node):
    """y = Σ x,   ∂x = ∂y for every element"""

    __slots__ = ("kept_shape", "shape")

    def backward(self, xp: Any, grad: Any) -> Gradients:
        return xp.expand(xp.reshape(grad, self.kept_shape), self.shape)


class SumOverDims(Sum, name="SumBackward1"):
    """The same; PyTorch numbers the sum over given dims apart."""

    __slots__ = ()


def sum(
    input: Tensor,
    dim: Dims = None,
    keepdim: bool = False,
    *,
    dtype: Dtype | None = None,
    out: Tensor | None = None,
) -> Tensor:
    """Σ x, over all elements or over `dim`.

    Shape: (*) -> the same without the dims of `dim`.
    Gradient: ∂y, repeated for every element that was added.
    Special cases: an empty sum is 0.

    Example:
        >>> torch.sum(torch.tensor([[1., 2.], [3., 4.]]), dim=0)
        tensor([4., 6.])
    """
    input = _cast(input, dtype)
    x = input._array
    dims = normalize_dims(dim, x.ndim)
    node_class = Sum if dim is None else SumOverDims
    y = record1(node_class, _sum(x, dims, keepdim), input._node)
    if node := y._node:
        node.shape = x.shape
        node.kept_shape = shape_with_ones(x.shape, dims)
    return y if out is None else write_out(out, y)


def _sum(x: Array, dims: tuple[int, ...] | None, keepdim: bool) -> Array:
    kind = x.dtype.kind
    if kind in "biu":
        return np.add.reduce(x, dims, I64, keepdims=keepdim)
    if x.dtype is F16:  # added in float32, as PyTorch
        return np.add.reduce(x, dims, F32, keepdims=keepdim).astype(F16)
    return np.add.reduce(x, dims, keepdims=keepdim)


class Nansum(Node):
    """y = Σ x over what is not NaN,   ∂x = ∂y there, 0 at the NaNs"""

    __slots__ = ("kept_shape", "shape")

    def backward(self, xp: Any, grad: Any, x: Any) -> Gradients:
        spread = xp.expand(xp.reshape(grad, self.kept_shape), self.shape)
        return spread * (x == x)


def nansum(
    input: Tensor,
    dim: Dims = None,
    keepdim: bool = False,
    *,
    dtype: Dtype | None = None,
    out: Tensor | None = None,
) -> Tensor:
    """Σ x with every NaN counted as 0.

    Shape: (*) -> the same without the dims of `dim`.
    Gradient: ∂y at the numbers, 0 at the NaNs.
    """
    input = _cast(input, dtype)
    x = input._array
    if x.dtype.kind == "c":
        raise RuntimeError("nansum does not support complex inputs")
    if x.dtype.kind != "f":
        return sum(input, dim, keepdim, out=out)
    dims = normalize_dims(dim, x.ndim)
    y = record1(
        Nansum, _sum(np.where(x == x, x, 0), dims, keepdim), input._node, saved=(input,)
    )
    if node := y._node:
        node.shape = x.shape
        node.kept_shape = shape_with_ones(x.shape, dims)
    return y if out is None else write_out(out, y)


class Mean(Node):
    """y = Σ x / n,   ∂x = ∂y / n for every element"""

    __slots__ = ("kept_shape", "n", "shape")

    def backward(self, xp: Any, grad: Any) -> Gradients:
        return xp.expand(xp.reshape(grad / self.n, self.kept_shape), self.shape)


class MeanOverDims(Mean, name="MeanBackward1"):
    """The same; PyTorch numbers the mean over given dims apart."""

    __slots__ = ()


def mean(
    input: Tensor,
    dim: Dims = None,
    keepdim: bool = False,
    *,
    dtype: Dtype | None = None,
    out: Tensor | None = None,
) -> Tensor:
    """Σ x / n, over all elements or over `dim`.

    Shape: (*) -> the same without the dims of `dim`.
    Gradient: ∂y / n for every element.
    Special cases: the mean of nothing is NaN.

    Raises:
        RuntimeError: the input holds integers and no `dtype` is given.
    """
    input = _cast(input, dtype)
    x = input._array
    if x.dtype.kind not in "fc":
        raise _no_mean_of(input, given=dtype is not None)
    dims = normalize_dims(dim, x.ndim)
    node_class = Mean if dim is None else MeanOverDims
    n = x.size if dims is None else math.prod([x.shape[d] for d in dims])
    total = _sum(x, dims, keepdim)
    y = record1(node_class, total / n if n else total * math.nan, input._node)
    if node := y._node:
        node.shape, node.n = x.shape, n
        node.kept_shape = shape_with_ones(x.shape, dims)
    return y if out is None else write_out(out, y)


def _no_mean_of(input: Tensor, given: bool) -> RuntimeError:
    what = "dtype" if given else "Input dtype"
    verb = "" if given else "could not infer output dtype. "
    error = RuntimeError(
        f"mean(): {verb}{what} must be either a floating point or complex dtype. "
        f"Got: {word(input._array.dtype)}"
    )
    error.add_note("The mean of integers is a fraction: write x.float().mean().")
    return error


def nanmean(
    input: Tensor,
    dim: Dims = None,
    keepdim: bool = False,
    *,
    dtype: Dtype | None = None,
    out: Tensor | None = None,
) -> Tensor:
    """The mean of what is not NaN.

    Shape: (*) -> the same without the dims of `dim`.
    Gradient: ∂y / n at the n numbers, 0 at the NaNs.
    """
    if input._array.dtype.kind not in "fc":
        raise RuntimeError(
            "nanmean(): expected input to have floating point or complex dtype but got "
            + word(input._array.dtype)
        )
    numbers = wrap(np.equal(input._array, input._array))
    y = nansum(input, dim, keepdim, dtype=dtype) / sum(numbers, dim, keepdim)
    return y if out is None else write_out(out, y)


class Prod(Node):
    """y = Π x,   ∂xᵢ = ∂y·Π_{j≠i} xⱼ

    Where no element is 0 that is ∂y·y/xᵢ. A 0 makes the quotient NaN, so then each
    product is made of the elements before i and those after i.
    """

    __slots__ = ("dims", "kept_shape", "shape")

    def backward(self, xp: Any, grad: Any, x: Any, y: Any) -> Gradients:
        grad = xp.reshape(grad, self.kept_shape)
        zeros = x == 0
        if zeros.any():
            if self.dims is None and zeros.sum() > 1:
                return xp.zeros_like(x)  # every product of others has a 0 left
            return grad * product_of_others(xp, x, self.dims)
        return grad * xp.reshape(y, self.kept_shape) / x


def product_of_others(xp: Any, x: Tensor, dims: tuple[int, ...] | None) -> Tensor:
    """Π_{j≠i} xⱼ for every i: what stands before i times what stands after it."""
    if dims is not None and len(dims) == 1:
        line = x.swapaxes(dims[0], -1)
        return _products_around(xp, line).swapaxes(dims[0], -1)
    return xp.reshape(_products_around(xp, xp.reshape(x, (-1,))), x.shape)


def _products_around(xp: Any, x: Tensor) -> Tensor:
    one = xp.ones_like(x[..., :1])
    before = xp.cumprod(xp.concatenate((one, x[..., :-1]), -1), -1)
    after = xp.flip(
        xp.cumprod(xp.flip(xp.concatenate((x[..., 1:], one), -1), -1), -1), -1
    )
    return before * after


class ProdOverDim(Prod, name="ProdBackward1"):
    """The same; PyTorch numbers the product over a given dim apart."""

    __slots__ = ()


def prod(
    input: Tensor,
    dim: int | None = None,
    keepdim: bool = False,
    *,
    dtype: Dtype | None = None,
    out: Tensor | None = None,
) -> Tensor:
    """Π x, over all elements or over one dim.

    Shape: (*) -> the same without `dim`.
    Gradient: ∂y times the product of the other elements, also where some are 0.
    Special cases: an empty product is 1.
    """
    input = _cast(input, dtype)
    x = input._array
    dims = normalize_dims(dim, x.ndim)
    node_class = Prod if dim is None else ProdOverDim
    target: NumpyDtype = I64 if x.dtype.kind in "biu" else x.dtype
    value = np.multiply.reduce(x, dims, target, keepdims=keepdim)
    y = record1(node_class, value, input._node, saved=(input, OUTPUT))
    if node := y._node:
        node.shape, node.dims = x.shape, dims
        node.kept_shape = shape_with_ones(x.shape, dims)
    return y if out is None else write_out(out, y)


class Logsumexp(Node):
    """y = log Σ eˣ,   ∂x = ∂y·e^{x − y}, which is ∂y·softmax(x)"""

    __slots__ = ("kept_shape",)

    def backward(self, xp: Any, grad: Any, x: Any, y: Any) -> Gradients:
        grad, y = xp.reshape(grad, self.kept_shape), xp.reshape(y, self.kept_shape)
        return grad * xp.exp(x - y)


def logsumexp(
    input: Tensor, dim: Dims, keepdim: bool = False, *, out: Tensor | None = None
) -> Tensor:
    """log Σ eˣ over `dim`, without overflow.

    Shape: (*) -> the same without the dims of `dim`.
    Gradient: ∂y·softmax(x).
    Special cases: −inf if every element is −inf or there is none.
    """
    if input._array.dtype.kind in "biu":
        input = input.to(get_default_dtype())
    x = np.asarray(input._array)
    dims = normalize_dims(dim, x.ndim)
    # The largest exponent becomes 0. Where it is infinite it is left out: inf − inf.
    top = np.maximum.reduce(x, dims, keepdims=True, initial=-np.inf)
    top = np.where(np.isfinite(top), top, x.dtype.type(0))
    value = np.log(np.add.reduce(np.exp(x - top), dims, keepdims=keepdim))
    value = value + top.reshape(value.shape)
    y = record1(Logsumexp, value, input._node, saved=(input, OUTPUT))
    if node := y._node:
        node.kept_shape = top.shape
    return y if out is None else write_out(out, y)


def all(
    input: Tensor,
    dim: Dims = None,
    keepdim: bool = False,
    *,
    out: Tensor | None = None,
) -> Tensor:
    """Whether every element is nonzero; True if there is none.

    Shape: (*) -> the same without the dims of `dim`; bool (uint8 for uint8).
    """
    x = input._array
    dims = _truth_dims(dim, x.ndim)
    y = wrap(_truth(np.logical_and.reduce(x != 0, dims, keepdims=keepdim), x))
    return y if out is None else write_out(out, y)


def any(
    input: Tensor,
    dim: Dims = None,
    keepdim: bool = False,
    *,
    out: Tensor | None = None,
) -> Tensor:
    """Whether some element is nonzero; False if there is none.

    Shape: (*) -> the same without the dims of `dim`; bool (uint8 for uint8).
    """
    x = input._array
    dims = _truth_dims(dim, x.ndim)
    y = wrap(_truth(np.logical_or.reduce(x != 0, dims, keepdims=keepdim), x))
    return y if out is None else write_out(out, y)


def _truth_dims(dim: Dims, ndim: int) -> tuple[int, ...] | None:
    # Alone among the reductions these read an empty list of dims as "none of them".
    if dim == () or dim == []:
        return ()
    return normalize_dims(dim, ndim)


def _truth(value: Array, x: Array) -> Array:
    return value.astype(np.uint8) if x.dtype == np.uint8 else value


def count_nonzero(input: Tensor, dim: Dims = None) -> Tensor:
    """How many elements are not 0, in int64.

    Shape: (*) -> the same without the dims of `dim`.
    """
    x = input._array
    return wrap(np.add.reduce(x != 0, normalize_dims(dim, x.ndim), I64))


def _cast(input: Tensor, dtype: Dtype | None) -> Tensor:
    return input if dtype is None else input.to(dtype)
