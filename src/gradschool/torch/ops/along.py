"""Taking and putting along one dim by an index array: each is the other's derivative.

    take: y[i, k] = x[i, index[i, k]]         put: y[i, index[i, k]] = x[i, k], else 0

Sorting, `topk`, `max(dim)` and their like *select* elements, no element twice in one
row; the gradient of a selection is the put, and the gradient of the put is the take.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ..autograd.node import Node
from ..autograd.recording import record1

if TYPE_CHECKING:
    from .._tensor import Tensor
    from .._typing import Array, Gradients, Shape


def take_values(x: Array, index: Array, dim: int) -> Array:
    """The elements of `x` at `index` along `dim`; 0-d arrays pass unchanged."""
    return np.take_along_axis(x, index, dim) if x.ndim else x


def put_values(x: Array, index: Array, dim: int, shape: Shape) -> Array:
    """Zeros of `shape` with the elements of `x` at `index` along `dim`."""
    if not shape:
        return np.reshape(x, ())
    y = np.zeros(shape, x.dtype)
    np.put_along_axis(y, index, x, dim)
    return y


class TakeAlong(Node, name="GatherBackward0"):
    """y[i, k] = x[i, index[i, k]],   ∂x = ∂y put back at index"""

    __slots__ = ("dim", "index", "shape")

    def backward(self, xp: Any, grad: Any) -> Gradients:
        return xp.put_along(grad, self.index, self.dim, self.shape)


def take_along(input: Tensor, index: Array, dim: int) -> Tensor:
    """The elements of the tensor at `index` along `dim`, none taken twice."""
    x = input._array
    y = record1(TakeAlong, take_values(x, index, dim), input._node)
    if node := y._node:
        node.index, node.dim, node.shape = index, dim, x.shape
    return y


class PutAlong(Node, name="ScatterBackward0"):
    """y[i, index[i, k]] = x[i, k], else 0,   ∂x = ∂y taken at index"""

    __slots__ = ("dim", "index")

    def backward(self, xp: Any, grad: Any) -> Gradients:
        return xp.take_along(grad, self.index, self.dim)


def put_along(input: Tensor, index: Array, dim: int, shape: Shape) -> Tensor:
    """Zeros of `shape` with the tensor's elements at `index` along `dim`."""
    y = record1(PutAlong, put_values(input._array, index, dim, shape), input._node)
    if node := y._node:
        node.index, node.dim = index, dim
    return y


class Selection(Node):
    """y = the elements of x at `index` along `dim`;   ∂x = ∂y put back there.

    The base of every op that returns values and their indices. `index` and the gradient
    have the dim; `kept_shape` restores it where the op dropped it.
    """

    __slots__ = ("dim", "index", "kept_shape", "shape")

    def backward(self, xp: Any, grad: Any) -> Gradients:
        grad = xp.reshape(grad, self.kept_shape)
        return xp.put_along(grad, self.index, self.dim, self.shape)


def select(
    node_class: type[Selection], input: Tensor, index: Array, dim: int, keepdim: bool
) -> Tensor:
    """The recorded selection of `index` (which has the dim) along `dim`."""
    x = input._array
    kept = take_values(x, index, dim)
    y = kept if keepdim or not x.ndim else kept.squeeze(dim)
    y = record1(node_class, y, input._node)
    if node := y._node:
        node.index, node.dim = index, dim
        node.shape, node.kept_shape = x.shape, kept.shape
    return y
