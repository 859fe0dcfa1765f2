"""Gathering: elements picked by index tensors. All of these copy.

The reverse, writing at such places, is in `scattering.py`.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from .._dims import ALL, normalize_dim
from .._dtype import I64, word
from .._typing import Array, Gradients, Shape
from ..autograd.namespace import Namespace
from ..autograd.node import Node
from ..autograd.recording import record1, wrap
from ..autograd.writing import write_out

if TYPE_CHECKING:
    from .._tensor import Tensor

# ------------------------------------------------------------------ slices


class IndexSelect(Node):
    """y = slices of x along a dimension, by number;   ∂x = ∂y added at their places"""

    __slots__ = ("dim", "index", "shape")
    dim: int
    index: Array
    shape: Shape

    def backward(self, xp: Namespace, grad: Tensor) -> Gradients:
        return xp.put(self.shape, (*(ALL,) * self.dim, self.index), grad, True)


class IndexSelectScalar(IndexSelect, name="IndexSelectBackward0"):
    """y = x, a 0-d tensor's only slice;   ∂x = ∂y"""

    __slots__ = ()

    def backward(self, xp: Namespace, grad: Tensor) -> Gradients:
        return grad


def index_select(
    input: Tensor, dim: int, index: Tensor, *, out: Tensor | None = None
) -> Tensor:
    """The slices along `dim` that a 1-d `index` names; a copy."""
    x = input._array
    at = normalize_dim(dim, x.ndim)
    i = index._array
    if i.dtype not in (I64, np.dtype(np.int32)):
        raise RuntimeError(
            "index_select(): Expected dtype int32 or int64 for index but got: "
            f"{word(i.dtype)}"
        )
    if i.ndim > 1:
        raise IndexError("index_select(): Index is supposed to be a vector")
    places = np.atleast_1d(i)
    length = x.shape[at] if x.ndim else 1
    if places.size and (places.min() < 0 or places.max() >= length):
        raise IndexError("index out of range in self")
    z = np.atleast_1d(x).take(places, at)
    fit = None
    if not x.ndim:
        z, fit = z.reshape(()), None
    y = record1(IndexSelect, z, input._node, (), fit)
    if node := y._node:
        node.dim, node.index, node.shape = at, places, x.shape
        if not x.ndim:
            node.index = np.zeros((), I64)
            node.__class__ = IndexSelectScalar
    return y if out is None else write_out(out, y)


# ------------------------------------------------------------------ along a dimension


class Gather(Node):
    """y[i, j] = x[index[i, j], j];   ∂x = ∂y added where it was read"""

    __slots__ = ("grid", "shape")
    grid: tuple[Any, ...]
    shape: Shape

    def backward(self, xp: Namespace, grad: Tensor) -> Gradients:
        if not self.grid:  # nothing was read
            size = math.prod(self.shape)
            nothing = slice(0, 0)
            return xp.put((size,), nothing, grad.reshape((-1,)), False).reshape(
                self.shape
            )
        return xp.put(self.shape, self.grid, grad, True)


def gather(
    input: Tensor,
    dim: int,
    index: Tensor,
    *,
    sparse_grad: bool = False,
    out: Tensor | None = None,
) -> Tensor:
    """For each element of `index`: the input at its place, but at `index` along `dim`.

    Shape: index (*) no longer than the input in the other dimensions -> (*).
    Gradient: ∂y added where it was read.
    """
    x, i = input._array, index._array
    if not i.size:
        i = i.astype(I64)  # PyTorch asks no dtype of an index without elements
    elif i.dtype not in (I64, np.dtype(np.int32)):
        raise RuntimeError("gather(): Expected dtype int32/int64 for index")
    at = _check_along("gather", x, i, dim)
    for d in range(i.ndim):
        if d != at and x.ndim and i.size and i.shape[d] > x.shape[d]:
            raise RuntimeError(
                f"Size does not match at dimension {d} expected index "
                f"{list(i.shape)} to be no larger than self {list(x.shape)} apart from "
                f"dimension {at}"
            )
    check_range(i, at, x.shape[at] if x.ndim else 1)
    if not x.ndim or not i.ndim:
        grid: tuple[Any, ...] = (i.reshape(-1),)
        z = np.atleast_1d(x)[grid].reshape(i.shape)
        y = record1(Gather, z, input._node)
        if node := y._node:
            node.grid, node.shape = (i,), (x.size,)
            node.fit = ((x.shape, x.dtype),)
        return y if out is None else write_out(out, y)
    grid = full_index(i, at) if i.size else ()
    z = x[grid] if i.size else np.zeros(i.shape, x.dtype)
    y = record1(Gather, z, input._node)
    if node := y._node:
        node.grid, node.shape = grid, x.shape
    return y if out is None else write_out(out, y)


def take_along_dim(
    input: Tensor, indices: Tensor, dim: int | None = None, *, out: Any = None
) -> Tensor:
    """`gather` with the other dimensions broadcast."""
    if indices._array.dtype not in (I64, np.dtype(np.int32)):
        raise RuntimeError(
            "torch.take_along_dim(): dtype of indices should be Long but got "
            f"{word(indices._array.dtype)}"
        )
    if dim is None:
        return take_along_dim(input.reshape(-1), indices.reshape(-1), 0, out=out)
    x, i = input._array, indices._array
    if x.ndim != i.ndim:
        raise RuntimeError(
            "torch.take_along_dim(): input and indices should have the same number of "
            f"dimensions, but got {x.ndim} dimensions for input, and {i.ndim} "
            "dimensions for indices"
        )
    at = normalize_dim(dim, x.ndim)
    if i.size and i.min() < 0:  # counted from the end, unlike in gather
        indices = wrap(np.where(i < 0, i + x.shape[at], i))
    shape = np.broadcast_shapes(
        (*x.shape[:at], 1, *x.shape[at + 1 :]),
        (*i.shape[:at], 1, *i.shape[at + 1 :]),
    )
    wide = input.expand((*shape[:at], x.shape[at], *shape[at + 1 :]))
    long = indices.expand((*shape[:at], i.shape[at], *shape[at + 1 :]))
    return gather(wide, at, long, out=out)


def _check_along(name: str, x: Array, i: Array, dim: int) -> int:
    at = normalize_dim(dim, x.ndim)
    if max(x.ndim, 1) != max(i.ndim, 1) and i.size:
        raise RuntimeError(
            "Index tensor must have the same number of dimensions as "
            f"{'input' if name == 'gather' else 'self'} tensor"
        )
    return at


def full_index(i: Array, dim: int) -> tuple[Any, ...]:
    """The full index of each element of `i`: its own place, but i along `dim`."""
    shape: Shape = i.shape
    places: list[Array] = [
        np.arange(n).reshape([-1 if d == e else 1 for e in range(i.ndim)])
        for d, n in enumerate(shape)
    ]
    places[dim] = i
    return tuple(places)


def check_range(i: Array, at: int, length: int) -> None:
    """Refuses a place that the dimension does not have, counted from the front."""
    if i.size and (i.min() < 0 or i.max() >= length):
        wrong = i[(i < 0) | (i >= length)].reshape(-1)[0]
        raise RuntimeError(
            f"index {int(wrong)} is out of bounds for dimension {at} with size {length}"
        )


# ------------------------------------------------------------------ flat places


class Take(Node):
    """y = x read at flat places;   ∂x = ∂y added there"""

    __slots__ = ("index", "shape")
    index: Array
    shape: Shape

    def backward(self, xp: Namespace, grad: Tensor) -> Gradients:
        size = math.prod(self.shape)
        return xp.put((size,), self.index, grad, True).reshape(self.shape)


def take(input: Tensor, index: Tensor) -> Tensor:
    """The elements at places counted through the whole tensor; index's shape."""
    x, i = input._array, index._array
    if i.dtype is not I64:
        raise RuntimeError(
            f"take(): Expected a long tensor for index, but got {word(i.dtype)}"
        )
    if i.size and not x.size:
        raise IndexError("take(): tried to take from an empty tensor")
    if i.size and (i.min() < -x.size or i.max() >= x.size):
        raise IndexError(
            "out of range: tried to access index "
            f"{int(i.max())} on a tensor of {x.size} elements."
        )
    y = record1(Take, x.reshape(-1)[i], input._node)
    if node := y._node:
        node.index, node.shape = i, x.shape
    return y
