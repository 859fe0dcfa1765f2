"""Scattering: a copy of a tensor with others written, or added, at some of its places.

The reverse, reading such places, is in `gathering.py`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from .._dims import ALL, normalize_dim
from .._dtype import BOOL, I64, word
from .._typing import Array, Gradients, Number, Shape
from ..autograd.elementwise import cast
from ..autograd.namespace import Namespace
from ..autograd.node import Node
from ..autograd.recording import record, record1, wrap
from ..autograd.writing import write_out
from .gathering import check_range, full_index
from .indexing import PutAt, check_bounds, put_at, put_value
from .masking import MaskedFill, MaskedFillTensor, masked_fill

if TYPE_CHECKING:
    from .._tensor import Tensor

# ------------------------------------------------------------------ along a dimension


class Scatter(Node):
    """z = x with y written at index along a dimension

    ∂x = ∂z with zeros there,   ∂y = ∂z there
    """

    __slots__ = ("grid", "length")
    grid: tuple[Any, ...]
    length: tuple[int, ...]

    def backward(self, xp: Namespace, grad: Tensor) -> Gradients:
        need_x, need_y = self.parents
        return (
            need_x and put_value(xp, grad, self.grid),
            need_y and _within(xp, grad[self.grid], self.length),
        )


class ScatterAdd(Scatter):
    """z = x with y added at index along a dimension;   ∂x = ∂z,   ∂y = ∂z there"""

    __slots__ = ()

    def backward(self, xp: Namespace, grad: Tensor) -> Gradients:
        need_x, need_y = self.parents
        return need_x and grad, need_y and _within(xp, grad[self.grid], self.length)


class ScatterValue(Scatter, name="ScatterBackward1"):
    """z = x with a number written at index along a dimension;   ∂x zero there"""

    __slots__ = ()

    def backward(self, xp: Namespace, grad: Tensor) -> Gradients:
        return put_value(xp, grad, self.grid)


def _within(xp: Namespace, grad: Any, shape: Shape) -> Any:
    """The gradient of a source of which only a corner was read."""
    if grad.shape == shape:
        return grad
    return xp.put(shape, tuple(slice(0, n) for n in grad.shape), grad, False)


def scatter(
    input: Tensor,
    dim: int,
    index: Tensor,
    src: Any = None,
    *,
    value: Any = None,
    reduce: str | None = None,
    out: Any = None,
) -> Tensor:
    """The tensor with `src` written at `index` along `dim`: the reverse of `gather`.

    Args:
        src: a tensor, or a number for every place.
        reduce: "add" or "multiply" instead of overwriting; has no gradient.

    Special cases: where an index repeats, the last one wins (PyTorch leaves it open).
    """
    source = value if src is None else src
    x = input._array
    z, values, grid, _ = _scattered("scatter", input, dim, index, source)
    if reduce is not None:
        if reduce not in ("add", "multiply"):
            raise RuntimeError("reduce argument must be either add or multiply.")
        ufunc = np.add if reduce == "add" else np.multiply
        ufunc.at(z, grid, values)
        y = wrap(z.reshape(x.shape))
        return y if out is None else write_out(out, y)
    z[grid] = values
    z = z.reshape(x.shape)
    if hasattr(source, "_array"):
        y = record(Scatter, z, (input._node, source._node))
        length = np.atleast_1d(source._array).shape
    else:
        y = record1(ScatterValue, z, input._node)
        length = ()
    _set_grid(y, grid, length, input, source)
    return y if out is None else write_out(out, y)


def scatter_add(input: Tensor, dim: int, index: Tensor, src: Tensor) -> Tensor:
    """The tensor with `src` added at `index` along `dim`; repeated places add up."""
    x = input._array
    z, values, grid, _ = _scattered("scatter_add", input, dim, index, src)
    np.add.at(z, grid, values)
    y = record(ScatterAdd, z.reshape(x.shape), (input._node, src._node))
    _set_grid(y, grid, np.atleast_1d(src._array).shape, input, src)
    return y


def _scattered(
    name: str, input: Tensor, dim: int, index: Tensor, src: Any
) -> tuple[Array, Any, tuple[Any, ...], Array]:
    x, i = input._array, index._array
    if i.dtype not in (I64, np.dtype(np.int32)):
        raise RuntimeError("scatter(): Expected dtype int32/int64 for index")
    y = getattr(src, "_array", None)
    if y is not None and y.dtype != x.dtype:
        raise RuntimeError("scatter(): Expected self.dtype to be equal to src.dtype")
    at = normalize_dim(dim, x.ndim)
    if i.size and max(x.ndim, 1) != max(i.ndim, 1):
        raise RuntimeError(
            "Index tensor must have the same number of dimensions as self tensor"
        )
    if y is not None and i.size and max(y.ndim, 1) != max(i.ndim, 1):
        raise RuntimeError(
            "Index tensor must have the same number of dimensions as src tensor"
        )
    x1, i1 = np.atleast_1d(x), np.atleast_1d(i)
    for d in range(i1.ndim if i.size else 0):
        if (d != at and i1.shape[d] > x1.shape[d]) or (
            y is not None and i1.shape[d] > np.atleast_1d(y).shape[d]
        ):
            tail = (
                ""
                if y is None
                else f" and to be no larger size than src {list(y.shape)}"
            )
            raise RuntimeError(
                f"Expected index {list(i.shape)} to be no larger than self "
                f"{list(x.shape)} apart from dimension {at}{tail}"
            )
    check_range(i1, at, x1.shape[at])
    z = np.array(x1)
    grid = full_index(i1, at) if i.size else (np.zeros(0, I64),) * x1.ndim
    if y is None:
        values = cast(src, x.dtype)
    else:
        y1 = np.atleast_1d(y)
        values = (
            y1[tuple(slice(0, n) for n in i1.shape)] if i.size else y1.reshape(-1)[:0]
        )
    return z, values, grid, i1


def _set_grid(y: Any, grid: Any, length: Any, input: Tensor, source: Any) -> None:
    node = y._node
    if node is None:
        return
    node.grid, node.length = grid, length
    if not input._array.ndim:
        # A 0-d tensor has no place to index: its grid is empty.
        node.grid = ()
        node.length = getattr(getattr(source, "_array", None), "shape", ())


# ------------------------------------------------------------------ index_*


class IndexAdd(PutAt):
    """z = x with y added at an index along a dimension"""

    __slots__ = ()


def index_add(
    input: Tensor, dim: int, index: Tensor, source: Tensor, *,
    alpha: Number = 1, out: Any = None,
) -> Tensor:  # fmt: skip
    """The tensor with `alpha`·source's slices added at `index` along `dim`."""
    x = input._array
    at = normalize_dim(dim, x.ndim)
    i = index._array
    if i.dtype not in (I64, np.dtype(np.int32)):
        raise RuntimeError(
            "index_add_(): Expected dtype int32/int64 for index but got: "
            f"{word(i.dtype)}"
        )
    if i.ndim > 1:
        raise IndexError(
            "index_add_(): Index is supposed to be a vector, but got dim: "
            f"{i.ndim} with type: {word(i.dtype)}"
        )
    s = source._array
    if s.dtype != x.dtype:
        raise RuntimeError(
            "index_add_(): self and source expected to have the same dtype, but got "
            f"(self) {word(x.dtype)} and (source) {word(s.dtype)}"
        )
    count = s.shape[at] if s.ndim else 1
    if i.size != count:
        raise RuntimeError(
            f"index_add_(): Number of indices ({i.size}) should be equal to "
            f"source.size(dim): ({count}), for dim: {at}"
        )
    if s.ndim and (
        s.ndim != x.ndim
        or any(d != at and s.shape[d] != x.shape[d] for d in range(x.ndim))
    ):
        raise RuntimeError(
            "source tensor shape must match self tensor shape, excluding the specified "
            f"dimension. Got self.shape = {list(x.shape)} source.shape = "
            f"{list(s.shape)}"
        )
    length = x.shape[at] if x.ndim else 1
    if i.size and (i.min() < 0 or i.max() >= length):
        raise IndexError("index out of range in self")
    scaled = source if alpha == 1 else source * alpha
    return _indexed(input, at, np.atleast_1d(i), scaled, add=True, out=out)


class IndexCopy(PutAt):
    """z = x with y written at an index along a dimension"""

    __slots__ = ()


def index_copy(
    input: Tensor, dim: int, index: Tensor, source: Tensor, *, out: Any = None
) -> Tensor:
    """The tensor with source's slices written at `index` along `dim`."""
    x, s = input._array, source._array
    at = normalize_dim(dim, x.ndim)
    i = index._array
    if i.dtype is not I64:
        raise IndexError(
            f"index_copy_(): Expected a long tensor for index, but got {word(i.dtype)}"
        )
    if i.ndim > 1:
        raise IndexError(
            f"index_copy_(): Index should have dimension 1 or 0 (got {i.ndim})"
        )
    if s.dtype != x.dtype:
        raise RuntimeError(
            "index_copy_(): self and source expected to have the same dtype, but got "
            f"(self) {word(x.dtype)} and (source) {word(s.dtype)}"
        )
    count = s.shape[at] if s.ndim else 1
    if s.ndim and i.size != count:
        raise IndexError(
            f"index_copy_(): Number of indices ({i.size}) should be equal to "
            f"source.size(dim) ({count})"
        )
    length = x.shape[at] if x.ndim else 1
    if i.size and (i.min() < 0 or i.max() >= length):
        raise IndexError(
            f"index_copy_(): index {int(i.max())} is out of bounds for dimension {at} "
            f"with size {length}"
        )
    return _indexed(input, at, np.atleast_1d(i), source, add=False, out=out)


def _indexed(
    input: Tensor, at: int, i: Array, source: Tensor, *, add: bool, out: Any
) -> Tensor:
    x, s = input._array, source._array
    if not x.ndim:
        base, values = input.reshape(1), source.reshape(1)
        return put_at(base, (i,), values, add).reshape(())
    if s.ndim == 0:
        source = source.reshape((1,) * x.ndim)
    cls = IndexAdd if add else IndexCopy
    y = put_at(input, _along(x, at, i), source, add, cls)
    return y if out is None else write_out(out, y)


def _along(x: Array, dim: int, i: Array) -> tuple[Any, ...]:
    return (*(ALL,) * dim, i)


class IndexFill(MaskedFill):
    """y = x with a number in some slices,   ∂x = ∂y in the others"""

    __slots__ = ()


class IndexFillTensor(MaskedFillTensor, name="IndexFillBackward1"):
    """y = x with a 0-d tensor in some slices"""

    __slots__ = ()


def index_fill(input: Tensor, dim: int, index: Tensor, value: Any) -> Tensor:
    """The tensor with one number in the slices that `index` names along `dim`."""
    x = input._array
    at = normalize_dim(dim, x.ndim)
    i = index._array
    if i.dtype is not I64:
        raise IndexError("index_fill_(): Expected dtype int64 for index.")
    if i.ndim > 1:
        raise IndexError("Index has to be a vector/scalar")
    length = x.shape[at] if x.ndim else 1
    check_bounds(np.atleast_1d(i), at, length)
    v = getattr(value, "_array", value)
    if getattr(v, "ndim", 0):
        raise RuntimeError(
            "index_fill_ only supports a 0-dimensional value tensor, but got tensor "
            f"with {v.ndim} dimension(s)."
        )
    mask = np.zeros(np.atleast_1d(x).shape, BOOL)
    mask[_along(x, at, np.atleast_1d(i))] = True
    y = masked_fill(input, wrap(mask.reshape(x.shape)), value)
    if y._node is not None:
        number = y._node.__class__ is MaskedFill
        y._node.__class__ = IndexFill if number else IndexFillTensor
    return y


# ------------------------------------------------------------------ flat places


class Put(PutAt):
    """z = x with y written at flat places"""

    __slots__ = ()


def put(
    input: Tensor, index: Tensor, source: Tensor, accumulate: bool = False
) -> Tensor:
    """The tensor with source's elements written at flat places."""
    x, i, s = input._array, index._array, source._array
    if i.dtype is not I64:
        raise RuntimeError(
            f"put_(): Expected a long tensor for index, but got {word(i.dtype)}"
        )
    if s.dtype != x.dtype:
        raise RuntimeError(
            "put_(): self and source expected to have the same dtype, but got "
            f"self.dtype = {word(x.dtype)} and source.dtype = {word(s.dtype)}"
        )
    if i.size != s.size:
        raise RuntimeError(
            "put_(): Expected source and index to have the same number of elements, "
            f"but got source.numel() = {s.size}, index.numel() = {i.size}"
        )
    flat = put_at(input.reshape(-1), (i.reshape(-1),), source.reshape(-1), accumulate)
    return flat.reshape(x.shape)


# ------------------------------------------------------------------ one region


class SelectScatter(PutAt):
    """z = x with y at one index of a dimension"""

    __slots__ = ()


def select_scatter(input: Tensor, src: Tensor, dim: int, index: int) -> Tensor:
    """A copy with `src` in the slice at one index of `dim`."""
    x = input._array
    at = normalize_dim(dim, x.ndim)
    target = x.shape[:at] + x.shape[at + 1 :]
    if src._array.shape != target:
        raise RuntimeError(
            "expected src to have a size equal to the slice of self. src size = "
            f"{list(src._array.shape)}, slice size = {list(target)}"
        )
    return _region_scatter(SelectScatter, input, src, (*(ALL,) * at, index))


class SliceScatter(PutAt):
    """z = x with y in a slice"""

    __slots__ = ()


def slice_scatter(
    input: Tensor, src: Tensor, dim: int = 0, start: int | None = None,
    end: int | None = None, step: int = 1,
) -> Tensor:  # fmt: skip
    """A copy with `src` in a slice of `dim`."""
    at = normalize_dim(dim, input._array.ndim)
    index = (*(ALL,) * at, slice(start, end, step))
    target = input._array[index].shape
    if src._array.shape != target:
        raise RuntimeError(
            "expected src to have a size equal to the slice of self. src size = "
            f"{list(src._array.shape)}, slice size = {list(target)}"
        )
    return _region_scatter(SliceScatter, input, src, index)


def _region_scatter(cls: type[PutAt], input: Tensor, src: Tensor, index: Any) -> Tensor:
    if src._array.dtype != input._array.dtype:
        src = src.to(input.dtype)
    return put_at(input, index, src, False, cls)


class DiagonalScatter(PutAt):
    """z = x with y on a diagonal"""

    __slots__ = ("dims", "offset")
    dims: tuple[int, int]
    offset: int

    def backward(self, xp: Namespace, grad: Tensor) -> Gradients:
        need_x, need_y = self.parents
        return (
            need_x and grad * xp.constant(self.index),
            need_y and xp.diagonal(grad, self.offset, *self.dims),
        )


def diagonal_scatter(
    input: Tensor, src: Tensor, offset: int = 0, dim1: int = 0, dim2: int = 1
) -> Tensor:
    """A copy with `src` on a diagonal."""
    x = input._array
    places = np.arange(x.size).reshape(x.shape).diagonal(offset, dim1, dim2)
    if src._array.shape != places.shape:
        raise RuntimeError(
            "expected src to have a size equal to the slice of self. src size = "
            f"{list(src._array.shape)}, slice size = {list(places.shape)}"
        )
    z = np.array(x)
    z.reshape(-1)[places] = src._array
    y = record(DiagonalScatter, z, (input._node, src._node))
    if node := y._node:
        mask = np.ones(x.shape, BOOL)
        mask.reshape(-1)[places] = False
        node.index, node.add = mask, False
        node.dims, node.offset = (dim1, dim2), offset
    return y
