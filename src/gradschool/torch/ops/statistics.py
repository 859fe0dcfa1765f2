"""Statistics: variance and standard deviation, median, mode, quantiles, covariance.

`correction` is what is taken from the number of elements before dividing: 1 (Bessel's)
estimates the variance of what the sample was drawn from, 0 is the sample's own.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from .._dims import normalize_dim, normalize_dims, shape_with_ones
from .._dtype import I64
from ..autograd.node import OUTPUT, Grads, Node
from ..autograd.recording import record1, record_many, wrap
from ..autograd.writing import write_out
from ..return_types import median as MedianResult
from ..return_types import mode as ModeResult
from ..return_types import nanmedian as NanmedianResult
from .along import Selection, select
from .masking import where
from .operands import array_of
from .sorting import order_of

if TYPE_CHECKING:
    from .._tensor import Tensor
    from .._typing import Array, Dims, Gradients, Number


class Var(Node):
    """y = Σ (x − x̄)²/(n − c),   ∂x = ∂y·2·(x − x̄)/(n − c)

    The mean moves with x too, but Σ (x − x̄) = 0, so that term is none.
    """

    __slots__ = ("dims", "divisor", "kept_shape", "n")

    def backward(self, xp: Any, grad: Any, x: Any) -> Gradients:
        grad = xp.reshape(grad, self.kept_shape)
        return _from_variance(self, xp, grad, x)


def _from_variance(node: Any, xp: Any, grad: Tensor, x: Tensor) -> Tensor:
    mean = xp.sum_dims(x, node.dims, True) / node.n
    factor = 2 / node.divisor if node.divisor else math.inf
    return grad * factor * (x - mean)


class Std(Node):
    """y = √(Σ (x − x̄)²/(n − c)),   ∂x = ∂y·(x − x̄)/(y·(n − c)), 0 where y = 0"""

    __slots__ = ("dims", "divisor", "kept_shape", "n")

    def backward(self, xp: Any, grad: Any, x: Any, y: Any) -> Gradients:
        grad, y = xp.reshape(grad, self.kept_shape), xp.reshape(y, self.kept_shape)
        to_variance = xp.where(y == 0, 0.0, grad / (y * 2))
        return _from_variance(self, xp, to_variance, x)


class VarMean(Node):
    """Variance and mean at once; the gradients of both add up"""

    __slots__ = ("dims", "divisor", "kept_shape", "n")

    def backward(self, xp: Any, grads: Grads, x: Any) -> Gradients:
        return _both(self, xp, grads.get(0), grads.get(1), x)


class StdMean(Node):
    """Standard deviation and mean at once; the gradients of both add up"""

    __slots__ = ("dims", "divisor", "kept_shape", "n")

    def backward(self, xp: Any, grads: Grads, x: Any, y: Any) -> Gradients:
        grad = grads.get(0)
        if grad is not None:
            grad = xp.where(y == 0, 0.0, grad / (y * 2))
        return _both(self, xp, grad, grads.get(1), x)


def _both(node: Any, xp: Any, to_variance: Any, to_mean: Any, x: Tensor) -> Gradients:
    total = None
    if to_variance is not None:
        total = _from_variance(node, xp, xp.reshape(to_variance, node.kept_shape), x)
    if to_mean is not None:
        share = xp.expand(xp.reshape(to_mean / node.n, node.kept_shape), x.shape)
        total = share if total is None else total + share
    return total


def _spread(
    name: str, input: Tensor, dim: Any, correction: Number | None, keepdim: bool
) -> tuple[Array, Array, Any]:
    """Variance and mean of an array, and what the node has to remember."""
    x = np.asarray(input._array)
    if x.dtype.kind not in "fc":
        raise RuntimeError(f"{name} only support floating point and complex dtypes")
    dims = normalize_dims(dim, x.ndim)
    n = x.size if dims is None else math.prod([x.shape[d] for d in dims])
    divisor = max(n - (1 if correction is None else correction), 0)
    mean = (
        np.add.reduce(x, dims, keepdims=True) / n
        if n
        else np.add.reduce(x, dims, keepdims=True) * math.nan
    )
    centred = x - mean
    total = np.add.reduce(centred * centred, dims, keepdims=keepdim)
    variance = total / divisor if divisor else np.divide(total, x.dtype.type(0))
    memo = dims, divisor, shape_with_ones(x.shape, dims), n
    return variance, mean if keepdim else mean.reshape(np.shape(total)), memo


def _remember(node: Any, memo: Any) -> None:
    if node is not None:
        node.dims, node.divisor, node.kept_shape, node.n = memo


def _forms(
    dim: Any, unbiased: bool | None, correction: Number | None
) -> tuple[Any, Number | None]:
    """`var(x, False)` and `var(x, unbiased=False)` are older ways of `correction=0`."""
    if isinstance(dim, bool):
        dim, unbiased = None, dim
    if unbiased is not None:
        correction = int(unbiased)
    return dim, correction


def var(
    input: Tensor,
    dim: Dims = None,
    unbiased: bool | None = None,
    keepdim: bool = False,
    *,
    correction: Number | None = None,
    out: Tensor | None = None,
) -> Tensor:
    """The variance Σ (x − x̄)²/(n − `correction`), by default with correction 1.

    Shape: (*) -> the same without the dims of `dim`.
    Gradient: 2·∂y·(x − x̄)/(n − correction).
    Special cases: NaN where n is not more than the correction.
    """
    dim, correction = _forms(dim, unbiased, correction)
    value, _, memo = _spread("var", input, dim, correction, keepdim)
    y = record1(Var, value, input._node, saved=(input,))
    _remember(y._node, memo)
    return y if out is None else write_out(out, y)


def std(
    input: Tensor,
    dim: Dims = None,
    unbiased: bool | None = None,
    keepdim: bool = False,
    *,
    correction: Number | None = None,
    out: Tensor | None = None,
) -> Tensor:
    """The standard deviation: the square root of `var`.

    Shape: (*) -> the same without the dims of `dim`.
    Gradient: ∂y·(x − x̄)/(y·(n − correction)), 0 where all elements are equal.
    """
    dim, correction = _forms(dim, unbiased, correction)
    value, _, memo = _spread("std", input, dim, correction, keepdim)
    y = record1(Std, np.sqrt(value), input._node, saved=(input, OUTPUT))
    _remember(y._node, memo)
    return y if out is None else write_out(out, y)


def var_mean(
    input: Tensor,
    dim: Dims = None,
    unbiased: bool | None = None,
    keepdim: bool = False,
    *,
    correction: Number | None = None,
) -> tuple[Tensor, Tensor]:
    """Variance and mean, computed together. See `var`."""
    dim, correction = _forms(dim, unbiased, correction)
    value, mean, memo = _spread("var_mean", input, dim, correction, keepdim)
    results, node = record_many(VarMean, (value, mean), (input._node,), (input,))
    _remember(node, memo)
    return results[0], results[1]


def std_mean(
    input: Tensor,
    dim: Dims = None,
    unbiased: bool | None = None,
    keepdim: bool = False,
    *,
    correction: Number | None = None,
) -> tuple[Tensor, Tensor]:
    """Standard deviation and mean, computed together. See `std`."""
    dim, correction = _forms(dim, unbiased, correction)
    value, mean, memo = _spread("std_mean", input, dim, correction, keepdim)
    results, node = record_many(
        StdMean, (np.sqrt(value), mean), (input._node,), (input, 0)
    )
    _remember(node, memo)
    return results[0], results[1]


class MedianOverDim(Selection, name="MedianBackward1"):
    """y = the median along a dim; its gradient goes to that element"""

    __slots__ = ()


class NanmedianOverDim(Selection, name="NanmedianBackward1"):
    """y = the median of the numbers along a dim; its gradient goes to that element"""

    __slots__ = ()


class MedianOfAll(Node, name="MedianBackward0"):
    """y = the median,   ∂y shared equally among the elements that equal it"""

    __slots__ = ("dtype",)

    def backward(self, xp: Any, grad: Any, x: Any, y: Any) -> Gradients:
        chosen = xp.cast((x != x) if (y != y).any() else (x == y), self.dtype)
        return grad / chosen.sum() * chosen


class NanmedianOfAll(MedianOfAll, name="NanmedianBackward0"):
    """y = the median of the numbers,   ∂y shared equally among those that equal it"""

    __slots__ = ()


def median(
    input: Tensor, dim: int | None = None, keepdim: bool = False, *, out: Any = None
) -> Any:
    """The middle element in order; of two middle ones the lower.

    `median(input)` is a tensor, `median(input, dim)` a pair `(values, indices)`.

    Gradient: to the element picked; over everything, shared among its equals.
    Special cases: NaN if there is one (see `nanmedian`).
    """
    if dim is None:
        return _median_of_all(MedianOfAll, input, _middle, out)
    return _median_along(MedianOverDim, MedianResult, input, dim, keepdim, _middle, out)


def nanmedian(
    input: Tensor, dim: int | None = None, keepdim: bool = False, *, out: Any = None
) -> Any:
    """The median of what is not NaN.

    `nanmedian(input)` is a tensor, `nanmedian(input, dim)` a pair `(values, indices)`.
    """
    if dim is None:
        return _median_of_all(NanmedianOfAll, input, _middle_number, out)
    return _median_along(
        NanmedianOverDim, NanmedianResult, input, dim, keepdim, _middle_number, out
    )


def _middle(x: Array, index: Array) -> Array:
    """Where in the order (along the last dim) the median stands."""
    size = x.shape[-1]
    middle = np.take(index, [(size - 1) // 2], -1)
    # The order puts NaNs last; the first of them is the median if there is any.
    first_nan = np.argmax(x != x, -1, keepdims=True)
    return np.where((x != x).any(-1, keepdims=True), first_nan, middle)


def _middle_number(x: Array, index: Array) -> Array:
    numbers = np.add.reduce(x == x, -1, keepdims=True, dtype=I64)
    return np.take_along_axis(index, np.maximum(numbers - 1, 0) // 2, -1)


def _median_of_all(
    node_class: type[MedianOfAll], input: Tensor, choose: Any, out: Any
) -> Tensor:
    x = np.asarray(input._array)
    if not x.size:
        value = np.array(
            math.nan if x.dtype.kind == "f" else np.iinfo(x.dtype).min, x.dtype
        )
    else:
        flat = x.reshape(-1)
        value = flat[choose(flat, order_of(flat, 0, False))[0]]
    y = record1(node_class, value, input._node, saved=(input, OUTPUT))
    if node := y._node:
        node.dtype = x.dtype
    return y if out is None else write_out(out, y)


def _median_along(
    node_class: type[Selection],
    result: Any,
    input: Tensor,
    dim: int,
    keepdim: bool,
    choose: Any,
    out: Any,
) -> Any:
    x = np.asarray(input._array)
    dim = normalize_dim(dim, x.ndim)
    if x.ndim and not x.shape[dim]:
        raise IndexError(
            f"median(): Expected reduction dim {dim} to have non-zero size."
        )
    if x.ndim:
        line = np.moveaxis(x, dim, -1)
        chosen = choose(line, order_of(line, x.ndim - 1, False))
        index = np.moveaxis(chosen, -1, dim).astype(I64, copy=False)
    else:
        index = np.zeros((), I64)
    return _pair(result, node_class, input, index, dim, keepdim, out)


def _pair(
    result: Any,
    node_class: type[Selection],
    input: Tensor,
    index: Array,
    dim: int,
    keepdim: bool,
    out: Any,
) -> Any:
    values = select(node_class, input, index, dim, keepdim)
    indices = wrap(index if keepdim or not index.ndim else index.squeeze(dim))
    if out is not None:
        values, indices = write_out(out[0], values), write_out(out[1], indices)
    return result((values, indices))


class Mode(Selection):
    """y = the most frequent element along a dim; its gradient goes to its last place"""

    __slots__ = ()


def mode(
    input: Tensor, dim: int = -1, keepdim: bool = False, *, out: Any = None
) -> ModeResult:
    """The most frequent element along `dim`, of equally frequent ones the smallest.

    Returns: a pair `(values, indices)`; the index is that of its last occurrence.
    """
    x = np.asarray(input._array)
    dim = normalize_dim(dim, x.ndim)
    if x.ndim and not x.shape[dim]:
        raise IndexError(f"mode(): Expected reduction dim {dim} to have non-zero size.")
    if not x.ndim:
        return _pair(ModeResult, Mode, input, np.zeros((), I64), dim, keepdim, out)
    line = np.moveaxis(x, dim, -1)
    order = order_of(line, x.ndim - 1, False)
    ranked = np.take_along_axis(line, order, -1)
    # The length of the run of equals that ends at each place, in order.
    places: Any = np.arange(line.shape[-1])
    starts = np.ones(line.shape, np.bool_)
    starts[..., 1:] = ranked[..., 1:] != ranked[..., :-1]
    run: Any = places - np.maximum.accumulate(np.where(starts, places, 0), -1)
    last = np.argmax(run, -1, keepdims=True)
    index = np.moveaxis(np.take_along_axis(order, last, -1), -1, dim)
    return _pair(ModeResult, Mode, input, index, dim, keepdim, out)


def quantile(
    input: Tensor,
    q: Any,
    dim: int | None = None,
    keepdim: bool = False,
    *,
    interpolation: str = "linear",
    out: Tensor | None = None,
) -> Tensor:
    """The value below which the share `q` of the elements lies.

    Args:
        q: one share from 0 to 1 or a vector of them, which becomes the first dim.
        interpolation: what to do between two elements: "linear", "lower", "higher",
            "midpoint" or "nearest".
    """
    y = _quantile("quantile", input, q, dim, keepdim, interpolation, False)
    return y if out is None else write_out(out, y)


def nanquantile(
    input: Tensor,
    q: Any,
    dim: int | None = None,
    keepdim: bool = False,
    *,
    interpolation: str = "linear",
    out: Tensor | None = None,
) -> Tensor:
    """`quantile` of what is not NaN."""
    y = _quantile("nanquantile", input, q, dim, keepdim, interpolation, True)
    return y if out is None else write_out(out, y)


def _quantile(
    name: str,
    input: Tensor,
    q: Any,
    dim: int | None,
    keepdim: bool,
    interpolation: str,
    ignore_nan: bool,
) -> Tensor:
    x = input._array
    if x.dtype.kind != "f" or x.dtype.itemsize < 4:
        raise RuntimeError(
            f"{name}() input tensor must be either float or double dtype"
        )
    shares = np.asarray(array_of(q), None if hasattr(q, "_array") else x.dtype)
    if hasattr(q, "_array"):
        if shares.ndim > 1:
            raise RuntimeError(f"{name}() q must be a scalar or 1D tensor")
        if shares.dtype != x.dtype:
            raise RuntimeError(
                f"{name}() q tensor must be same dtype as the input tensor"
            )
    if ((shares < 0) | (shares > 1)).any():
        raise RuntimeError(
            f"{name}() q must be in the range [0, 1] but got {float(shares)}"
            if not shares.ndim
            else f"{name}() q values must be in the range [0, 1]"
        )
    if interpolation not in ("linear", "lower", "higher", "midpoint", "nearest"):
        raise RuntimeError(
            f"{name}() interpolation must be one of linear, lower, higher, midpoint or "
            f"nearest, but got {interpolation}"
        )
    if not x.size:
        raise RuntimeError(f"{name}() input tensor must be non-empty")
    return _between(input, q, shares, dim, keepdim, interpolation, ignore_nan)


def _between(
    input: Tensor,
    q: Any,
    shares: Array,
    dim: int | None,
    keepdim: bool,
    interpolation: str,
    ignore_nan: bool,
) -> Tensor:
    ndim = input.ndim
    if dim is None:
        line, kept = input.reshape(-1), [1] * ndim
    else:
        dim = normalize_dim(dim, ndim)
        line = input.unsqueeze(0) if not ndim else input.movedim(dim, -1)
        kept = [1 if d == dim else n for d, n in enumerate(input.shape)]
    ranked = line.sort(-1).values
    values = ranked._array
    numbers = np.add.reduce(values == values, -1, keepdims=True, dtype=I64)
    full = values.shape[-1]
    # The place between the elements, for every row along a new last dim. It is a tensor
    # of its own because `q` may want a gradient; a row with a NaN points at it.
    last = (numbers if ignore_nan else np.full_like(numbers, full)) - 1
    place = q.reshape(-1) if hasattr(q, "_array") else wrap(shares.reshape(-1))
    place = place * wrap(np.maximum(last, 0).astype(values.dtype))
    if not ignore_nan:
        place = where(wrap(numbers < full), float(full - 1), place)
    position = place._array
    if interpolation in ("lower", "linear", "midpoint"):
        below = np.floor(position)
    else:
        below = np.ceil(position) if interpolation == "higher" else np.rint(position)
    y = ranked.gather(-1, wrap(below.astype(I64)))
    if interpolation in ("linear", "midpoint"):
        above = ranked.gather(-1, wrap(np.ceil(position).astype(I64)))
        weight = place - wrap(below)
        if interpolation == "midpoint":
            weight = wrap(np.full_like(position, 0.5))
        y = y.lerp(above, weight)
    # The quantiles go first. In place as in PyTorch, for the name of the node.
    if keepdim:
        y = y.reshape(*kept, y.shape[-1])
    if shares.ndim:
        y = y.unsqueeze(0).transpose(0, -1)
    return y.squeeze_(-1)


def cov(
    input: Tensor,
    *,
    correction: int = 1,
    fweights: Tensor | None = None,
    aweights: Tensor | None = None,
) -> Tensor:
    """The covariance of each pair of rows; a row is a variable, a column a sample.

    Args:
        fweights: how often each sample counts.
        aweights: how important each sample is.

    Shape: (variables, samples) -> (variables, variables).
    """
    if input.ndim > 2:
        raise RuntimeError(
            f"cov(): expected input to have two or fewer dimensions but got an input "
            f"with {input.ndim} dimensions"
        )
    if input._array.dtype.kind == "b":
        raise RuntimeError("cov(): bool dtype is not supported for input")
    x = input.reshape(1, -1) if input.ndim < 2 else input
    weights = None
    for given in (fweights, aweights):
        if given is not None:
            weights = given if weights is None else weights * given
    samples = x.shape[1]
    if weights is None:
        total: Any = samples
        mean = x.sum(1, keepdim=True) / total
    else:
        total = weights.sum()
        mean = (x * weights).sum(1, keepdim=True) / total
    divisor = total
    if correction != 0:
        divisor = total - correction
        if weights is not None and aweights is not None:
            squares = (weights * aweights).sum() / total
            divisor = total - correction * squares
    divisor = divisor.clamp(min=0) if hasattr(divisor, "_array") else max(divisor, 0)
    centred = x - mean
    weighted = centred if weights is None else centred * weights
    product = weighted @ centred.T
    if hasattr(divisor, "_array") or divisor:
        result = product / divisor
    else:
        result = product / wrap(np.zeros((), product._array.dtype))
    return result.squeeze()


def corrcoef(input: Tensor) -> Tensor:
    """The correlation of each pair of rows: their covariance by their deviations.

    Shape: (variables, samples) -> (variables, variables).
    """
    if input.ndim > 2:
        raise RuntimeError(
            "corrcoef(): expected input to have two or fewer dimensions but got an "
            f"input with {input.ndim} dimensions"
        )
    c = cov(input)
    if not c.ndim:
        return c / c
    deviation = c.diagonal().sqrt()
    return (c / deviation.unsqueeze(1) / deviation.unsqueeze(0)).clip(-1, 1)
