"""Splitting: one tensor as several, and slices of it. All of these are views."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, cast

from .._dims import ALL, normalize_dim
from .._dtype import word
from .._typing import Gradients, NumpyDtype, Shape, Step
from ..autograd.namespace import Namespace
from ..autograd.node import Grads, Node
from ..autograd.recording import record_views
from ..autograd.versions import memory
from .indexing import getitem

if TYPE_CHECKING:
    from .._tensor import Tensor

# ------------------------------------------------------------------ several slices


class Unbind(Node):
    """yᵢ = x[i] along a dimension (views);   ∂x = the ∂yᵢ side by side"""

    __slots__ = ("dim", "dtype", "shape")
    dim: int
    shape: Shape
    dtype: NumpyDtype

    def backward(self, xp: Namespace, grads: Grads) -> Gradients:
        shape = (*self.shape[: self.dim], *self.shape[self.dim + 1 :])
        parts = [
            xp.zeros(shape, self.dtype) if g is None else g
            for g in map(grads.get, range(self.shape[self.dim]))
        ]
        return xp.stack(parts, self.dim)


def unbind(input: Tensor, dim: int = 0) -> tuple[Tensor, ...]:
    """The slices along a dimension, without it.

    Returns:
        Views. Writing to one in place is refused where it would be recorded.
    """
    x = memory(input)
    at = normalize_dim(dim, x.ndim)
    if not x.ndim:
        raise IndexError("Dimension specified as 0 but tensor has no dimensions")
    before = (ALL,) * at
    steps = [_index_step((*before, i, ...)) for i in range(x.shape[at])]
    views, made = record_views(Unbind, steps, input)
    node: Any = made
    if node is not None:
        node.dim, node.shape, node.dtype = at, x.shape, x.dtype
    return tuple(views)


def _index_step(index: Any) -> Step:
    def step(x: Any) -> Any:
        return x[index]

    return step


class Split(Node):
    """yᵢ = consecutive slices of x (views);   ∂x = the ∂yᵢ in a row"""

    __slots__ = ("dim", "dtype", "shape", "sizes")
    dim: int
    shape: Shape
    sizes: list[int]
    dtype: NumpyDtype

    def backward(self, xp: Namespace, grads: Grads) -> Gradients:
        before, after = self.shape[: self.dim], self.shape[self.dim + 1 :]
        parts = [
            xp.zeros((*before, n, *after), self.dtype) if g is None else g
            for n, g in zip(
                self.sizes, map(grads.get, range(len(self.sizes))), strict=True
            )
        ]
        return xp.concatenate(parts, self.dim)


class SplitWithSizes(Split):
    """The same with a list of sizes."""

    __slots__ = ()


def _split(
    cls: type[Split], input: Tensor, sizes: list[int], dim: int
) -> tuple[Tensor, ...]:
    x = memory(input)
    before = (ALL,) * dim
    steps: list[Any] = []
    start = 0
    for n in sizes:
        steps.append(_index_step((*before, slice(start, start + n), ...)))
        start += n
    views, made = record_views(cls, steps, input)
    node: Any = made
    if node is not None:
        node.dim, node.shape, node.sizes, node.dtype = dim, x.shape, sizes, x.dtype
    return tuple(views)


def split(
    tensor: Tensor, split_size_or_sections: Any, dim: int = 0
) -> tuple[Tensor, ...]:
    """Consecutive slices of a size (the last may be smaller), or of a list of sizes.

    Returns:
        Views.
    """
    if isinstance(split_size_or_sections, tuple | list):
        sizes = cast("Sequence[int]", split_size_or_sections)
        return split_with_sizes(tensor, sizes, dim)
    n = int(split_size_or_sections)
    if not tensor._array.ndim:
        raise RuntimeError("split expects at least a 1-dimensional tensor")
    at = normalize_dim(dim, tensor._array.ndim)
    if n < 0:
        raise RuntimeError(
            f"split expects split_size be non-negative, but got split_size={n}"
        )
    length = tensor._array.shape[at]
    if n == 0:
        if length:
            raise RuntimeError(
                "split_size can only be 0 if dimension size is 0, but got dimension "
                f"size of {length}"
            )
        sizes = [0]
    else:
        sizes = [min(n, length - start) for start in range(0, length, n)] or [0]
    return _split(Split, tensor, sizes, at)


def split_method(self: Tensor, split_size: Any, dim: int = 0) -> tuple[Tensor, ...]:
    """`Tensor.split`: PyTorch gives the method's parameter another name."""
    return split(self, split_size, dim)


def split_with_sizes(
    input: Tensor, split_sizes: Sequence[int], dim: int = 0
) -> tuple[Tensor, ...]:
    """Consecutive slices of the given sizes; views."""
    at = normalize_dim(dim, input._array.ndim)
    if not input._array.ndim:
        raise RuntimeError("split expects at least a 1-dimensional tensor")
    sizes = [s.__index__() for s in split_sizes]
    length = input._array.shape[at]
    if any(s < 0 for s in sizes):
        raise RuntimeError(
            "split_with_sizes expects split_sizes have only non-negative entries, but "
            f"got split_sizes={sizes}"
        )
    if sum(sizes) != length:
        raise RuntimeError(
            f"split_with_sizes expects split_sizes to sum exactly to {length} (input "
            f"tensor's size at dimension {dim}), but got split_sizes={sizes}"
        )
    return _split(SplitWithSizes, input, sizes, at)


def chunk(input: Tensor, chunks: int, dim: int = 0) -> tuple[Tensor, ...]:
    """At most `chunks` slices of one size (the last may be smaller); views."""
    if not input._array.ndim:
        raise RuntimeError("chunk expects at least a 1-dimensional tensor")
    if chunks <= 0:
        raise RuntimeError(
            f"chunk expects `chunks` to be greater than 0, got: {chunks}"
        )
    at = normalize_dim(dim, input._array.ndim)
    length = input._array.shape[at]
    n = -(-length // chunks)
    if n == 0:
        return _split(SplitWithSizes, input, [0] * chunks, at)
    return _split(
        Split, input, [min(n, length - start) for start in range(0, length, n)], at
    )


def tensor_split(
    input: Tensor, indices_or_sections: Any, dim: int = 0
) -> tuple[Tensor, ...]:
    """Slices cut at the given places, or into that many nearly equal parts; views."""
    ndim = input._array.ndim
    if not ndim:
        raise RuntimeError(
            "tensor_split expected at least a 1-dimensional tensor, but got a tensor "
            "with 0 dims"
        )
    at = normalize_dim(dim, ndim)
    length = input._array.shape[at]
    if hasattr(indices_or_sections, "_array"):
        array = indices_or_sections._array
        if array.dtype.kind != "i":
            raise RuntimeError(
                "tensor_split expected tensor_indices_or_sections to have dtype of "
                f"long, but got {word(array.dtype)}"
            )
        if array.ndim > 1:
            raise RuntimeError(
                "tensor_split expected tensor_indices_or_sections to be a zero-"
                "dimensional or one-dimensional tensor, but got a tensor with "
                f"{array.ndim} dims"
            )
        indices_or_sections = array.tolist()
    if isinstance(indices_or_sections, int):
        n = indices_or_sections
        if n <= 0:
            raise RuntimeError(f"number of sections must be larger than 0, got {n}")
        small, longer = divmod(length, n)
        sizes = [small + 1] * longer + [small] * (n - longer)
        places = [sum(sizes[: i + 1]) for i in range(n - 1)]
    else:
        places = [int(p) for p in indices_or_sections]
    ends = [0, *places, length]
    return tuple(
        _slice(input, at, ends[i], ends[i + 1] if i < len(places) else None)
        for i in range(len(ends) - 1)
    )


def _split_along(name: str, least: int, where: Callable[[int], int]) -> Any:
    def op(input: Tensor, indices_or_sections: Any) -> tuple[Tensor, ...]:
        ndim = input._array.ndim
        if ndim < least:
            raise RuntimeError(
                f"torch.{name} requires a tensor with at least {least} dimension, but "
                f"got a tensor with {ndim} dimensions!"
            )
        dim = where(ndim)
        if isinstance(indices_or_sections, int):
            n = indices_or_sections
            length = input._array.shape[dim]
            if n <= 0 or length % n:
                raise RuntimeError(
                    f"torch.{name} attempted to split along dimension {dim}, but the "
                    f"size of the dimension {length} is not divisible by the "
                    f"split_size {n}!"
                )
        return tensor_split(input, indices_or_sections, dim)

    op.__name__ = op.__qualname__ = name
    op.__doc__ = f"`tensor_split` along one dimension, as NumPy's `{name}`; views."
    return op


hsplit = _split_along("hsplit", 1, lambda ndim: 0 if ndim == 1 else 1)

vsplit = _split_along("vsplit", 2, lambda ndim: 0)

dsplit = _split_along("dsplit", 3, lambda ndim: 2)

# ------------------------------------------------------------------ one slice


def narrow(input: Tensor, dim: int, start: Any, length: int) -> Tensor:
    """The slice `[start, start + length)` along a dimension; a view."""
    shape = input._array.shape
    if not shape:
        raise RuntimeError("narrow() cannot be applied to a 0-dim tensor.")
    at = normalize_dim(dim, len(shape))
    if hasattr(start, "_array") and (
        start._array.ndim or start._array.dtype.kind not in "iu"
    ):
        raise RuntimeError("start must be an 0-dim integral Tensor.")
    first = int(start)
    size = shape[at]
    if length < 0:
        raise RuntimeError("narrow(): length must be non-negative.")
    if not -size <= first <= size:
        raise IndexError(
            f"start out of range (expected to be in range of [{-size}, {size}], but "
            f"got {first})"
        )
    if first < 0:
        first += size
    if first + length > size:
        raise RuntimeError(
            f"start ({first}) + length ({length}) exceeds dimension size ({size})."
        )
    return _slice(input, at, first, first + length)


def select(input: Tensor, dim: int, index: int) -> Tensor:
    """The slice at one index of a dimension, without that dimension; a view."""
    shape = input._array.shape
    if not shape:
        raise IndexError("select() cannot be applied to a 0-dim tensor.")
    at = normalize_dim(dim, len(shape))
    place = index.__index__()
    if not -shape[at] <= place < shape[at]:
        raise IndexError(
            f"select(): index {place} out of range for tensor of size "
            f"{list(shape)} at dimension {at}"
        )
    return getitem(input, (*(ALL,) * at, place))


def _slice(input: Tensor, dim: int, start: int, end: int | None) -> Tensor:
    return getitem(input, (*(ALL,) * dim, slice(start, end)))
