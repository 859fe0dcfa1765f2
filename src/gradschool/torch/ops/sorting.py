"""Order: sort, argsort, topk, kthvalue, unique, and searching sorted values.

NaN counts as the largest. Indices are int64.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from .._dims import normalize_dim
from .._dtype import I64, word
from ..autograd.recording import wrap
from ..autograd.writing import write_out
from ..return_types import kthvalue as KthvalueResult
from ..return_types import sort as SortResult
from ..return_types import topk as TopkResult
from .along import Selection, select
from .operands import array_of

if TYPE_CHECKING:
    from .._tensor import Tensor
    from .._typing import Array


class Sort(Selection):
    """y = x in order along a dim;   ∂x = ∂y put back where each element came from"""

    __slots__ = ()


class StableSort(Selection, name="SortBackward1"):
    """The same; PyTorch numbers the call that says `stable` apart."""

    __slots__ = ()


def sort(
    input: Tensor,
    dim: int = -1,
    descending: bool = False,
    stable: bool | None = None,
    *,
    out: Any = None,
) -> SortResult:
    """The elements in order along `dim`, and where each came from.

    Args:
        stable: equals keep their order (here they always do).

    Returns: a pair `(values, indices)`.
    Gradient: put back where each element came from.
    Special cases: NaN is the largest.
    """
    dim = normalize_dim(dim, input.ndim)
    index = order_of(np.asarray(input._array), dim, descending)
    node_class = Sort if stable is None else StableSort
    values, indices = select(node_class, input, index, dim, True), wrap(index)
    if out is not None:
        values, indices = write_out(out[0], values), write_out(out[1], indices)
    return SortResult((values, indices))


def order_of(x: Array, dim: int, descending: bool) -> Array:
    """The indices that put an array in order along a dim, NaN as the largest."""
    if not x.ndim:
        return np.zeros((), I64)
    if not descending:
        return np.argsort(x, dim, kind="stable").astype(I64, copy=False)
    # Sorted upwards from behind and read backwards, so equals keep their order; NaN,
    # which NumPy puts last, comes first.
    backwards = np.argsort(np.flip(x, dim), dim, kind="stable")
    return (x.shape[dim] - 1 - np.flip(backwards, dim)).astype(I64, copy=False)


def argsort(
    input: Tensor, dim: int = -1, descending: bool = False, stable: bool = False
) -> Tensor:
    """The indices that would sort the input along `dim`."""
    dim = normalize_dim(dim, input.ndim)
    return wrap(order_of(np.asarray(input._array), dim, descending))


def msort(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The elements in order along the first dim."""
    y = sort(input, 0).values
    return y if out is None else write_out(out, y)


class Topk(Selection):
    """y = the k largest or smallest;   ∂x = ∂y put back where they came from"""

    __slots__ = ()


def topk(
    input: Tensor,
    k: int,
    dim: int = -1,
    largest: bool = True,
    sorted: bool = True,
    *,
    out: Any = None,
) -> TopkResult:
    """The `k` largest (or smallest) elements along `dim`, and where they are.

    Returns: a pair `(values, indices)`, the best first.
    Gradient: put back where each element came from, 0 elsewhere.
    """
    x = np.asarray(input._array)
    dim = normalize_dim(dim, x.ndim)
    size = x.shape[dim] if x.ndim else 1
    if not 0 <= k <= size:
        raise RuntimeError("selected index k out of range")
    index = order_of(x, dim, largest)
    if x.ndim:
        index = np.take(index, np.arange(k), dim)
        values = select(Topk, input, index, dim, True)
    else:
        values = select(Topk, input, index, dim, True)
    indices = wrap(index)
    if out is not None:
        values, indices = write_out(out[0], values), write_out(out[1], indices)
    return TopkResult((values, indices))


class Kthvalue(Selection):
    """y = the k-th smallest along a dim; its gradient goes to that element"""

    __slots__ = ()


def kthvalue(
    input: Tensor, k: int, dim: int = -1, keepdim: bool = False, *, out: Any = None
) -> KthvalueResult:
    """The `k`-th smallest element along `dim` (counted from 1), and where it is.

    Returns: a pair `(values, indices)`.
    """
    x = np.asarray(input._array)
    dim = normalize_dim(dim, x.ndim)
    size = x.shape[dim] if x.ndim else 1
    if x.ndim and not size:
        raise IndexError(
            f"kthvalue(): Expected reduction dim {dim} to have non-zero size."
        )
    if not 1 <= k <= size:
        raise RuntimeError(
            f"kthvalue(): selected number k out of range for dimension {dim}"
        )
    index = order_of(x, dim, False)
    if x.ndim:
        index = np.take(index, [k - 1], dim)
    values = select(Kthvalue, input, index, dim, keepdim)
    indices = wrap(index if keepdim or not x.ndim else index.squeeze(dim))
    if out is not None:
        values, indices = write_out(out[0], values), write_out(out[1], indices)
    return KthvalueResult((values, indices))


def unique(
    input: Tensor,
    sorted: bool = True,
    return_inverse: bool = False,
    return_counts: bool = False,
    dim: int | None = None,
) -> Any:
    """The different elements (or, with `dim`, slices), in order.

    Returns: the tensor, or a tuple with, as asked for, the position of each element
        among the different ones and how often each occurs.
    """
    x = np.asarray(input._array)
    if dim is None:
        # NaN differs from NaN, as everywhere in PyTorch.
        values, inverse, counts = np.unique(
            x, return_inverse=True, return_counts=True, equal_nan=False
        )
        inverse = inverse.reshape(x.shape)
    else:
        dim = normalize_dim(dim, x.ndim)
        if not x.size and 0 in (n for d, n in enumerate(x.shape) if d != dim):
            raise RuntimeError(
                "There are 0 sized dimensions, and they aren't selected, so unique "
                "cannot be applied"
            )
        values, inverse, counts = np.unique(
            x, return_inverse=True, return_counts=True, axis=dim
        )
        inverse = inverse.reshape(-1)
    return _unique_result(values, inverse, counts, return_inverse, return_counts)


def _unique_result(
    values: Array,
    inverse: Array,
    counts: Array,
    return_inverse: bool,
    return_counts: bool,
) -> Any:
    result = [wrap(values)]
    if return_inverse:
        result.append(wrap(inverse.astype(I64)))
    if return_counts:
        result.append(wrap(counts.astype(I64)))
    return tuple(result) if len(result) > 1 else result[0]


def unique_consecutive(
    input: Tensor,
    return_inverse: bool = False,
    return_counts: bool = False,
    dim: int | None = None,
) -> Any:
    """The elements (or slices) without those that equal the one before.

    Returns: as `unique`.
    """
    x = np.asarray(input._array)
    if dim is None:
        line, axis = x.reshape(-1), 0
        differs = line[1:] != line[:-1]
    else:
        line, axis = x, normalize_dim(dim, x.ndim)
        moved = np.moveaxis(x, axis, 0)
        moved = moved.reshape(x.shape[axis], math.prod(moved.shape[1:]))
        differs = (moved[1:] != moved[:-1]).any(1)
    size = line.shape[axis]
    starts = np.concatenate((np.ones(min(size, 1), np.bool_), differs))
    places = np.flatnonzero(starts)
    inverse = np.cumsum(starts, dtype=I64) - 1
    if dim is None:
        inverse = inverse.reshape(x.shape)
    counts = np.diff(np.append(places, size))
    values = np.take(line, places, axis)
    return _unique_result(values, inverse, counts, return_inverse, return_counts)


def searchsorted(
    sorted_sequence: Tensor,
    input: Any,
    *,
    out_int32: bool = False,
    right: bool = False,
    side: str | None = None,
    out: Tensor | None = None,
    sorter: Tensor | None = None,
) -> Tensor:
    """Where each value would be inserted to keep the sequence in order.

    Args:
        sorted_sequence: sorted along its last dim; its other dims match the input's,
            unless it has just one.
        right: after equals instead of before them; `side="right"` says the same.
        sorter: the indices that sort the sequence, if it is not sorted itself.
    """
    sequence = np.asarray(sorted_sequence._array)
    values = np.asarray(array_of(input))
    if side not in (None, "left", "right"):
        raise RuntimeError(
            f"torch.searchsorted(): side can only be 'left' or 'right' but got {side}"
        )
    if side == "left" and right:
        raise RuntimeError(
            "torch.searchsorted(): side and right can't be set to opposites, got side "
            "of left while right was True"
        )
    if sequence.ndim > 1 and sequence.shape[:-1] != values.shape[:-1]:
        raise RuntimeError(
            "torch.searchsorted(): boundaries tensor should be 1 dimension or the "
            "first N-1 dimensions of boundaries tensor and input value tensor must "
            f"match, but we got boundaries tensor {list(sequence.shape)} and input "
            f"value tensor {list(values.shape)}"
        )
    if sorter is not None:
        sequence = np.take_along_axis(sequence, sorter._array, -1)
    where = "right" if right or side == "right" else "left"
    target = np.int32 if out_int32 else I64
    if sequence.ndim == 1:
        found = np.searchsorted(sequence, values, where)
    else:
        rows = sequence.reshape(math.prod(sequence.shape[:-1]), sequence.shape[-1])
        queries = values.reshape(len(rows), values.shape[-1])
        found = np.array(
            [
                np.searchsorted(row, query, where)
                for row, query in zip(rows, queries, strict=True)
            ]
        ).reshape(values.shape)
    y = wrap(np.asarray(found).astype(target))
    return y if out is None else write_out(out, y)


def bucketize(
    input: Any,
    boundaries: Tensor,
    *,
    out_int32: bool = False,
    right: bool = False,
    out: Tensor | None = None,
) -> Tensor:
    """The number of the bucket between `boundaries` that each value falls into."""
    if boundaries.ndim != 1:
        raise RuntimeError(
            "torch.searchsorted(): boundaries tensor must be 1 dimension, but got dim"
            f"({boundaries.ndim})"
        )
    return searchsorted(boundaries, input, out_int32=out_int32, right=right, out=out)


def isin(
    elements: Any,
    test_elements: Any,
    *,
    assume_unique: bool = False,
    invert: bool = False,
) -> Tensor:
    """Whether each of `elements` is among `test_elements`."""
    x, tests = np.asarray(array_of(elements)), np.asarray(array_of(test_elements))
    return wrap(np.isin(x, tests, assume_unique=assume_unique, invert=invert))


def bincount(
    input: Tensor, weights: Tensor | None = None, minlength: int = 0
) -> Tensor:
    """How often each of 0, 1, 2, ... occurs, or the sum of its `weights`."""
    x = input._array
    if x.ndim != 1 or x.dtype.kind not in "iu" or (x.size and x.min() < 0):
        raise RuntimeError("bincount only supports 1-d non-negative integral inputs.")
    if minlength < 0:
        raise RuntimeError("minlength should be >= 0")
    if weights is None:
        return wrap(np.bincount(x, None, minlength).astype(I64))
    if weights._array.shape != x.shape:
        raise RuntimeError("weights should be 1-d and have the same length as input")
    total = np.bincount(x, weights._array, minlength)
    target = weights._array.dtype
    return wrap(total.astype(target if target == np.float32 else np.float64))


def histc(
    input: Tensor,
    bins: int = 100,
    min: float = 0,
    max: float = 0,
    *,
    out: Tensor | None = None,
) -> Tensor:
    """How many elements fall into each of `bins` equal intervals from `min` to `max`.

    Equal bounds mean the input's own; elements outside are left out.
    """
    x = np.asarray(input._array)
    if x.dtype.kind == "c":
        raise NotImplementedError(f"\"histc\" not implemented for '{word(x.dtype)}'")
    if bins <= 0:
        raise RuntimeError(f"torch.histc: bins must be > 0, but got {bins}")
    low, high = float(min), float(max)
    if low == high and x.size:
        low, high = float(x.min()), float(x.max())
    if low == high:
        low, high = low - 1, high + 1
    if not (np.isfinite(low) and np.isfinite(high)):
        raise RuntimeError(f"torch.histc: range of [{low:g}, {high:g}] is not finite")
    if low > high:
        raise RuntimeError("torch.histc: max must be larger than min")
    counts, _ = np.histogram(x[np.isfinite(x)], bins, (low, high))
    y = wrap(counts.astype(x.dtype))
    return y if out is None else write_out(out, y)
