"""Strides: memory read in steps of one's own choice, such as overlapping windows.

Elements of such a view may share a place in memory; their gradients add up there.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from .._dims import ALL, normalize_dim
from .._errors import not_here
from .._typing import Gradients, Shape
from ..autograd.namespace import Namespace
from ..autograd.node import Node
from ..autograd.recording import record_view
from ..autograd.versions import memory
from .shape import form_in_place

if TYPE_CHECKING:
    from .._tensor import Tensor


class AsStridedView(Node, name="AsStridedBackward0"):
    """y = memory read with given sizes and strides (a view);   ∂x adds ∂y up there"""

    __slots__ = ("places", "shape")
    places: Any
    shape: Shape

    def backward(self, xp: Namespace, grad: Tensor) -> Gradients:
        size = (math.prod(self.shape),)
        flat = self.places.reshape(-1)
        return xp.put(size, flat, grad.reshape((-1,)), True).reshape(self.shape)


def as_strided(
    input: Tensor,
    size: Sequence[int],
    stride: Sequence[int],
    storage_offset: int | None = None,
) -> Tensor:
    """The tensor's memory read with the given sizes and strides.

    Elements may overlap. Reads only what this tensor's own elements span.

    Returns:
        A view.
    """
    x = memory(input)
    start = storage_offset or 0
    last = start + sum((n - 1) * s for n, s in zip(size, stride, strict=True))
    root = x if x.flags.c_contiguous else None
    if root is None:
        raise not_here(
            "as_strided on a tensor that is not contiguous", "x.contiguous().as_strided"
        )
    if math.prod(size) and (start < 0 or last >= x.size):
        raise RuntimeError(
            f"setStorage: sizes {list(size)}, strides {list(stride)}, storage offset "
            f"{start}, and itemsize {x.itemsize} requiring a storage size of "
            f"{(last + 1) * x.itemsize} are out of bounds for storage of size "
            f"{x.nbytes}"
        )
    shape, steps = tuple(size), tuple(stride)

    def step(x: Any) -> Any:
        if hasattr(x, "_array"):
            return x.as_strided(shape, steps, start)
        return np.lib.stride_tricks.as_strided(
            x.reshape(-1)[start:], shape, [s * x.itemsize for s in steps]
        )

    y = record_view(AsStridedView, step, input)
    if node := y._node:
        node.shape = x.shape
        node.places = step(np.arange(x.size)).copy()
    return y


class Unfold(Node):
    """y = overlapping windows along a dimension (a view);   ∂x adds the windows up"""

    __slots__ = ("dim", "shape", "size", "step")
    dim: int
    shape: Shape
    size: int
    step: int

    def backward(self, xp: Namespace, grad: Tensor) -> Gradients:
        places = np.arange(math.prod(self.shape)).reshape(self.shape)
        flat = _windows(places, self.dim, self.size, self.step).reshape(-1)
        size = (math.prod(self.shape),)
        return xp.put(size, flat, grad.reshape((-1,)), True).reshape(self.shape)


def _windows(x: Any, dim: int, size: int, step: int) -> Any:
    if not x.ndim:
        return x.reshape(1)[:size]
    windows = np.lib.stride_tricks.sliding_window_view(x, size, dim, writeable=True)
    return windows[(*(ALL,) * dim, slice(None, None, step))]


def unfold(input: Tensor, dimension: int, size: int, step: int) -> Tensor:
    """All windows of a size along a dimension, `step` apart.

    Shape: (*, L, *) -> (*, (L − size) / step + 1, *, size).

    Returns:
        A view.
    """
    x = memory(input)
    at = normalize_dim(dimension, x.ndim)
    length = x.shape[at] if x.ndim else 1
    if size > length:
        raise RuntimeError(
            f"maximum size for tensor at dimension {at} is {length} but size is {size}"
        )
    if size < 0:
        raise RuntimeError(f"size is {size} but must be >= 0")
    if step <= 0:
        raise RuntimeError(f"step is {step} but must be > 0")

    def cut(x: Any) -> Any:
        if hasattr(x, "_array"):
            return x.unfold(at, size, step)
        return _windows(x, at, size, step)

    y = record_view(Unfold, cut, input)
    if node := y._node:
        node.dim, node.shape, node.size, node.step = at, x.shape, size, step
    return y


class AsStridedInPlace(AsStridedView, name="AsStridedBackward1"):
    """`as_strided_`"""

    __slots__ = ()


as_strided_ = form_in_place(as_strided, AsStridedInPlace)
