"""Flipping, rolling, turning: the same elements at other places. All of these copy."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from .._dims import normalize_dim, normalize_dims, sizes_argument
from .._typing import Gradients
from ..autograd.namespace import Namespace
from ..autograd.node import Node
from ..autograd.recording import record1

if TYPE_CHECKING:
    from .._tensor import Tensor


class Flip(Node):
    """y = x with dimensions reversed;   ∂x = ∂y, reversed back"""

    __slots__ = ("dims",)
    dims: tuple[int, ...]

    def backward(self, xp: Namespace, grad: Tensor) -> Gradients:
        return xp.flip(grad, self.dims)


def flip(input: Tensor, *dims: Any, **named: Any) -> Tensor:
    """The elements in reverse order along the dimensions; a copy."""
    if named:
        dims = (named["dims"],)
    listed = sizes_argument(dims)
    found = normalize_dims(listed, input._array.ndim) if listed else ()
    order = found or ()
    y = record1(Flip, np.ascontiguousarray(np.flip(input._array, order)), input._node)
    if node := y._node:
        node.dims = order
    return y if input._array.ndim else y.reshape(())


def fliplr(input: Tensor) -> Tensor:
    """The columns in reverse order; a copy."""
    if input._array.ndim < 2:
        raise RuntimeError("Input must be >= 2-d.")
    return flip(input, (1,))


def flipud(input: Tensor) -> Tensor:
    """The rows in reverse order; a copy."""
    if input._array.ndim < 1:
        raise RuntimeError("Input must be >= 1-d.")
    return flip(input, (0,))


class Roll(Node):
    """y = x moved round along dimensions;   ∂x = ∂y, moved back"""

    __slots__ = ("dims", "shifts")
    dims: tuple[int, ...]
    shifts: tuple[int, ...]

    def backward(self, xp: Namespace, grad: Tensor) -> Gradients:
        back = tuple(-s for s in self.shifts)
        if self.dims == ():  # the tensor was read as one row
            return xp.roll(grad.reshape((-1,)), back, (0,)).reshape(grad.shape)
        return xp.roll(grad, back, self.dims)


def roll(input: Tensor, shifts: Any, dims: Any = None) -> Tensor:
    """The elements moved along dimensions; what falls off comes in at the other end."""
    steps = (shifts,) if isinstance(shifts, int) else tuple(shifts)
    if not steps:
        raise RuntimeError("`shifts` required")
    x = input._array
    if dims is None or dims == ():
        if len(steps) != 1:
            raise RuntimeError(
                f"shifts and dimensions must align. shifts: {len(steps)}, dims:0"
            )
        y = record1(Roll, np.roll(x, steps[0]), input._node)
        if node := y._node:
            node.shifts, node.dims = steps, ()
        return y
    axes = (dims,) if isinstance(dims, int) else tuple(dims)
    if len(axes) != len(steps):
        raise RuntimeError(
            f"shifts and dimensions must align. shifts: {len(steps)}, dims:{len(axes)}"
        )
    found = tuple(normalize_dim(d, x.ndim) for d in axes)
    if not x.ndim:
        raise IndexError("Dimension specified as 0 but tensor has no dimensions")
    y = record1(Roll, np.roll(x, steps, found), input._node)
    if node := y._node:
        node.shifts, node.dims = steps, found
    return y


class Rot90(Node):
    """y = x turned by k·90° in a plane,   ∂x = ∂y, turned back"""

    __slots__ = ("dims", "k")
    dims: tuple[int, int]
    k: int

    def backward(self, xp: Namespace, grad: Tensor) -> Gradients:
        return xp.rot90(grad, -self.k, self.dims)


def rot90(input: Tensor, k: int = 1, dims: Sequence[int] = (0, 1)) -> Tensor:
    """The tensor turned by 90° k times in the plane of two dimensions; a copy."""
    ndim = input._array.ndim
    if len(dims) != 2:
        raise RuntimeError(
            f"expected total rotation dims == 2, but got dims = {len(dims)}"
        )
    if ndim < 2:
        raise RuntimeError(f"expected total dims >= 2, but got total dims = {ndim}")
    if dims[0] == dims[1] or abs(dims[0] - dims[1]) == ndim:
        raise RuntimeError(
            "expected rotation dims to be different, but got dim0 = "
            f"{dims[0]} and dim1 = {dims[1]}"
        )
    for place, d in enumerate(dims):
        if not -ndim <= d < ndim:
            raise RuntimeError(f"Rotation dim{place} out of range, dim{place} = {d}")
    a, b = (normalize_dim(d, ndim) for d in dims)
    y = record1(Rot90, np.array(np.rot90(input._array, k, (a, b))), input._node)
    if node := y._node:
        node.k, node.dims = k, (a, b)
    return y
