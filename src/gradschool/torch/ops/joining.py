"""Joining tensors: along a dimension they have, or along a new one."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from .. import _dtype
from .._dims import normalize_dim
from .._dtype import result_dtype
from .._typing import Gradients
from ..autograd.namespace import Namespace
from ..autograd.node import Node
from ..autograd.recording import record, wrap
from ..autograd.writing import write_out
from .shape import atleast_1d, atleast_2d, atleast_3d

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
    found: list[Any] = list(cast("Sequence[Any]", tensors))
    for position, t in enumerate(found):
        if not hasattr(t, "_array"):
            raise TypeError(
                f"expected Tensor as element {position} in argument 0, but got "
                f"{type(t).__name__}"
            )
    return found


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
        raise ValueError("torch.cat(): expected a non-empty list of Tensors")
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
                    f"size {first.shape[d]} but got size {a.shape[d]} for tensor "
                    f"number {position} in the list."
                )
    return RuntimeError("tensors do not fit")


class Stack(Node):
    """y = the parts side by side along a new dimension;   ∂part = its slice of ∂y"""

    __slots__ = ("dim",)
    dim: int

    def backward(self, xp: Namespace, grad: Tensor) -> Gradients:
        before = (slice(None),) * self.dim
        grads = [parent and grad[(*before, i)] for i, parent in enumerate(self.parents)]
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


# ------------------------------------------------------------------ as NumPy's


def hstack(tensors: Sequence[Tensor], *, out: Tensor | None = None) -> Tensor:
    """The tensors side by side: along dimension 1, or 0 for vectors."""
    parts = _grown("hstack", atleast_1d, tensors)
    return cat(parts, 0 if parts[0]._array.ndim == 1 else 1, out=out)


def vstack(tensors: Sequence[Tensor], *, out: Tensor | None = None) -> Tensor:
    """The tensors one under the other, along dimension 0; vectors become rows."""
    return cat(_grown("vstack", atleast_2d, tensors), 0, out=out)


def dstack(tensors: Sequence[Tensor], *, out: Tensor | None = None) -> Tensor:
    """The tensors one behind the other, along dimension 2."""
    return cat(_grown("dstack", atleast_3d, tensors), 2, out=out)


def column_stack(tensors: Sequence[Tensor], *, out: Tensor | None = None) -> Tensor:
    """The tensors side by side, vectors as columns."""
    parts = [
        t.reshape((t._array.size, 1)) if t._array.ndim <= 1 else t
        for t in _non_empty("column_stack", tensors)
    ]
    return hstack(parts, out=out)


def _grown(name: str, grow: Any, tensors: Any) -> list[Any]:
    return [grow(t) for t in _non_empty(name, tensors)]


def _non_empty(name: str, tensors: Any) -> list[Any]:
    parts = listed(tensors, name)
    if not parts:
        raise RuntimeError(f"{name} expects a non-empty TensorList")
    return parts


def block_diag(*tensors: Tensor) -> Tensor:
    """A matrix with the given matrices along its diagonal."""
    blocks: list[Any] = []
    for position, t in enumerate(tensors):
        if t._array.ndim > 2:
            raise RuntimeError(
                f"torch.block_diag: Input tensors must have 2 or fewer dimensions. "
                f"Input {position} has {t._array.ndim} dimensions"
            )
        blocks.append(atleast_2d(t))
    if not blocks:
        return wrap(np.zeros((1, 0), _dtype.default))
    width = sum(b._array.shape[1] for b in blocks)
    rows: list[Any] = []
    start = 0
    for b in blocks:
        n, m = b._array.shape
        left = wrap(np.zeros((n, start), b._array.dtype))
        right = wrap(np.zeros((n, width - start - m), b._array.dtype))
        rows.append(cat([left, b, right], 1))
        start += m
    return cat(rows, 0)


def meshgrid(*tensors: Any, indexing: str | None = None) -> tuple[Tensor, ...]:
    """Coordinate grids from vectors of coordinates; expanded views.

    Args:
        indexing: "ij" (the default) or "xy", which exchanges the first two dimensions.
    """
    if len(tensors) == 1 and isinstance(tensors[0], tuple | list):
        vectors = list(cast("Sequence[Any]", tensors[0]))
    else:
        vectors = list(tensors)
    if not vectors:
        raise RuntimeError("meshgrid expects a non-empty TensorList")
    if indexing is None:
        import warnings

        warnings.warn(
            "torch.meshgrid: in an upcoming release, it will be required to pass the "
            "indexing argument.",
            UserWarning,
            stacklevel=2,
        )
        indexing = "ij"
    if indexing not in ("ij", "xy"):
        raise RuntimeError(
            'torch.meshgrid: indexing must be one of "xy" or "ij", but received: '
            f"{indexing}"
        )
    swap = indexing == "xy" and len(vectors) > 1
    if swap:
        vectors[0], vectors[1] = vectors[1], vectors[0]
    for t in vectors:
        if t._array.ndim > 1:
            raise RuntimeError(
                "torch.meshgrid: Expected 0D or 1D tensor in the tensor list but got: "
                f"{t._array.ndim}"
            )
        if t._array.dtype != vectors[0]._array.dtype:
            raise RuntimeError("meshgrid expects all tensors to have the same dtype")
    sizes = tuple(t._array.size for t in vectors)
    n = len(sizes)
    grids = [
        t.reshape((*(1,) * d, -1, *(1,) * (n - d - 1))).expand(sizes)
        for d, t in enumerate(vectors)
    ]
    if swap:
        grids[0], grids[1] = grids[1], grids[0]
    return tuple(grids)


def cartesian_prod(*tensors: Tensor) -> Tensor:
    """All combinations of the vectors' elements, one row each."""
    for t in tensors:
        if t._array.ndim != 1:
            raise RuntimeError(
                f"Expect a 1D vector, but got shape {list(t._array.shape)}"
            )
    if len(tensors) == 1:
        return tensors[0]
    return stack([g.reshape(-1) for g in meshgrid(*tensors, indexing="ij")], 1)


def combinations(input: Tensor, r: int = 2, with_replacement: bool = False) -> Tensor:
    """All choices of r elements of a vector, one row each."""
    if input._array.ndim != 1:
        raise RuntimeError(
            f"Expect a 1D vector, but got shape {list(input._array.shape)}"
        )
    if r < 0:
        raise RuntimeError(f"Expect a non-negative number, but got {r}")
    if r == 0:
        return wrap(np.zeros(0, input._array.dtype))
    pick = (
        itertools.combinations_with_replacement
        if with_replacement
        else itertools.combinations
    )
    rows = list(pick(range(input._array.size), r))
    places = np.array(rows, np.int64).reshape(len(rows), r)
    return input[wrap(places)]


row_stack = vstack
concat = cat
concatenate = cat
