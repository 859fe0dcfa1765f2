"""Joining tensors: along a dimension they have, or along a new one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from .._dims import normalize_dim
from .._dtype import result_dtype
from .._typing import Gradients
from ..autograd.namespace import Namespace
from ..autograd.node import Node
from ..autograd.recording import record, write_out

if TYPE_CHECKING:
    from .._tensor import Tensor


class Cat(Node):
    """y = the parts in a row;   ∂part = its slice of ∂y"""

    __slots__ = ("dim", "ends")
    dim: int
    ends: list[int]

    def backward(self, xp: Namespace, grad: Tensor) -> Gradients:
        before = (slice(None),) * self.dim
        grads: list[Any] = []
        start = 0
        for parent, end in zip(self.parents, self.ends, strict=True):
            grads.append(parent and grad[(*before, slice(start, end))])
            start = end
        return grads if len(grads) > 1 else grads[0]


def listed(tensors: Any, function: str) -> list[Any]:
    """The tensors of a joining op.

    Raises:
        TypeError: not a sequence of tensors.
    """
    if hasattr(tensors, "_array") or not isinstance(tensors, Sequence):
        if hasattr(tensors, "_array") and function not in ("cat", "stack"):
            return list(tensors)
        if not hasattr(tensors, "__iter__") or hasattr(tensors, "_array"):
            raise TypeError(
                f"{function}(): argument 'tensors' (position 1) must be tuple of "
                f"Tensors, not {type(tensors).__name__}"
            )
        tensors = list(tensors)
    for position, t in enumerate(tensors):
        if not hasattr(t, "_array"):
            raise TypeError(
                f"expected Tensor as element {position} in argument 0, but got "
                f"{type(t).__name__}"
            )
    return list(tensors)


def cat(
    tensors: Sequence[Tensor], dim: int = 0, *, out: Tensor | None = None
) -> Tensor:
    """The tensors joined along a dimension they have.

    Shape: all sizes but that of `dim` must agree; dtypes are promoted. A 1-d tensor
        without elements is skipped, whatever the others' shape.
    Gradient: each part gets its slice.
    Example:
        >>> torch.cat([torch.ones(1, 2), torch.zeros(1, 2)])
        tensor([[1., 1.],
                [0., 0.]])
    """
    parts = listed(tensors, "cat")
    if not parts:
        raise RuntimeError("torch.cat(): expected a non-empty list of Tensors")
    for position, t in enumerate(parts):
        if not t._array.ndim:
            raise RuntimeError(
                f"zero-dimensional tensor (at position {position}) cannot be "
                "concatenated"
            )
    arrays = [t._array for t in parts]
    wanted = arrays[0].dtype
    if any(a.dtype is not wanted for a in arrays):
        wanted = result_dtype(*arrays)
        arrays = [a if a.dtype is wanted else a.astype(wanted) for a in arrays]
    kept = [a for a in arrays if a.shape != (0,)] or arrays[:1]
    at = normalize_dim(dim, kept[0].ndim)
    try:
        z = np.concatenate(kept, at)
    except ValueError:
        raise _sizes_differ(arrays, at) from None
    fit = None
    if len(kept) < len(arrays) or any(t._array.dtype is not wanted for t in parts):
        fit = tuple((t._array.shape, t._array.dtype) for t in parts)
    y = record(Cat, z, tuple([t._node for t in parts]), (), fit)
    if node := y._node:
        node.dim = at
        ends: list[int] = []
        end = 0
        for a in arrays:
            end += a.shape[at] if a.ndim > at else 0
            ends.append(end)
        node.ends = ends
    return y if out is None else write_out(out, y)


def _sizes_differ(arrays: Sequence[Any], dim: int) -> RuntimeError:
    first = next(a for a in arrays if a.shape != (0,))
    for position, a in enumerate(arrays):
        if a.shape == (0,):
            continue
        if a.ndim != first.ndim:
            return RuntimeError(
                "Tensors must have same number of dimensions: got "
                f"{first.ndim} and {a.ndim}"
            )
        for d in range(a.ndim):
            if d != dim and a.shape[d] != first.shape[d]:
                return RuntimeError(
                    f"Sizes of tensors must match except in dimension {dim}. Expected "
                    f"size {first.shape[d]} but got size {a.shape[d]} for tensor number "
                    f"{position} in the list."
                )
    return RuntimeError("tensors do not fit")


class Stack(Node):
    """y = the parts side by side along a new dimension;   ∂part = its slice of ∂y"""

    __slots__ = ("dim",)
    dim: int

    def backward(self, xp: Namespace, grad: Tensor) -> Gradients:
        before = (slice(None),) * self.dim
        grads = [
            parent and grad[(*before, i)] for i, parent in enumerate(self.parents)
        ]
        return grads if len(grads) > 1 else grads[0]


def stack(
    tensors: Sequence[Tensor], dim: int = 0, *, out: Tensor | None = None
) -> Tensor:
    """The tensors joined along a new dimension.

    Shape: n tensors of one shape -> that shape with n put in at `dim`.
    Gradient: each part gets its slice.
    """
    parts = listed(tensors, "stack")
    if not parts:
        raise RuntimeError("stack expects a non-empty TensorList")
    arrays = [t._array for t in parts]
    first = arrays[0]
    for position, a in enumerate(arrays):
        if a.shape != first.shape:
            raise RuntimeError(
                "stack expects each tensor to be equal size, but got "
                f"{list(first.shape)} at entry 0 and {list(a.shape)} at entry "
                f"{position}"
            )
    wanted = first.dtype
    fit = None
    if any(a.dtype is not wanted for a in arrays):
        wanted = result_dtype(*arrays)
        fit = tuple((a.shape, a.dtype) for a in arrays)
        arrays = [a if a.dtype is wanted else a.astype(wanted) for a in arrays]
    at = normalize_dim(dim, first.ndim + 1)
    y = record(Stack, np.stack(arrays, at), tuple([t._node for t in parts]), (), fit)
    if node := y._node:
        node.dim = at
    return y if out is None else write_out(out, y)
